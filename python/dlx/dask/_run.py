"""The client of a run: it hands out batches, hears counts, and decides what is split or tried alone."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, List, Optional

from distributed import Client, KilledWorker, as_completed

from .. import _dlx
from ._folder import RunFolder, Task
from ._worker import run_batch

#: So many batches are under way for each worker: one in work, one at hand.
BATCHES_AT_HAND = 2


@dataclass(frozen=True)
class Failed:
    """A task that could not be done, and why."""

    id: str
    why: str


@dataclass(frozen=True)
class Progress:
    """How far a run is."""

    done: int
    left: int
    covers: int
    #: The share of the nodes, as they were guessed, that is done.
    fraction: float
    #: Seconds since this run of the client began.
    elapsed: float
    #: Seconds to go at this rate, or None if nothing is known yet.
    remaining: Optional[float]


@dataclass(frozen=True)
class Outcome:
    """What came of a run."""

    #: How many covers there are in all, or None if tasks failed.
    total: Optional[int]
    #: How many covers the tasks have that are done.
    covers: int
    tasks: int
    #: How many tasks were split as they took too long.
    resplit: int
    failed: List[Failed] = field(default_factory=list)


def run(
    problem: _dlx.ProblemCore,
    folder: Path,
    client: Client,
    *,
    want: str = "count",
    output: Optional[Path] = None,
    tasks: Optional[int] = None,
    batch: Optional[int] = None,
    limit: Optional[float] = 60.0,
    parts: int = 8,
    seed: int = 0,
    show: Callable[[Progress], None] = lambda progress: None,
    work: Callable[..., Any] = run_batch,
) -> Outcome:
    """Counts or lists all covers of a problem on the workers of a client, and goes on with a run that was stopped.

    Parameters
    ----------
    problem : ProblemCore
        The problem, as `Problem` holds it.
    folder : path
        The run folder, the same for the client and all workers.
    want : str
        ``count`` or ``covers``.
    output : path, optional
        Where covers are joined, as `dlx solve --format ids` prints them.
    tasks : int, optional
        At least so many tasks; by default 64 for each thread of the workers.
    batch : int, optional
        So many tasks are sent together; by default about 16 batches for each thread, and 100 tasks at most.
    limit : float, optional
        A task that takes longer, in seconds, is split into `parts`.
    work : callable
        What workers are sent; for tests.

    Raises
    ------
    ValueError
        If the folder is that of another run.
    """
    if want not in ("count", "covers"):
        raise ValueError(f"expected count or covers, found `{want}`")
    run_folder = RunFolder(folder, want)
    all_tasks = run_folder.begin(problem)
    threads = max(1, sum(client.nthreads().values()))
    if all_tasks is None:
        lines = _dlx.split_problem(problem, tasks or 64 * threads, 32, seed, None)
        all_tasks = run_folder.keep(lines)
    handout = _Handout(problem, run_folder, client, limit, parts, show, work)
    handout.take_up(all_tasks)
    size = batch or max(1, min(100, len(handout.left) // (16 * threads)))
    handout.run(size, BATCHES_AT_HAND * threads, random.Random(seed))
    handout.run_alone()
    return handout.outcome(output)


class _Handout:
    """Tasks that are left, under way and done."""

    def __init__(
        self,
        problem: _dlx.ProblemCore,
        folder: RunFolder,
        client: Client,
        limit: Optional[float],
        parts: int,
        show: Callable[[Progress], None],
        work: Callable[..., Any],
    ) -> None:
        self.problem, self.folder, self.client = problem, folder, client
        self.digest = problem.digest()
        self.limit, self.parts, self.show, self.work = limit, parts, show, work
        self.left: Dict[str, Task] = {}
        self.suspects: List[Task] = []
        self.failed: List[Failed] = []
        self.covers = self.done = self.resplit = 0
        self.nodes_done = self.nodes_before = self.nodes_left = 0.0
        self.started = time.monotonic()

    def take_up(self, tasks: List[Task]) -> None:
        standing = self.folder.standing(tasks)
        self.left = {task.id: task for task in standing.left}
        self.covers, self.done = sum(standing.counts.values()), len(standing.done)
        self.nodes_done = self.nodes_before = sum(task.nodes for task in standing.done)
        self.nodes_left = sum(task.nodes for task in standing.left)

    def submit(self, batch: List[Task]) -> Any:
        # Not pure: a batch that was lost is another one when it is sent again.
        arguments = (str(self.folder.path), self.digest, self.folder.want, batch, self.limit, self.parts)
        return self.client.submit(self.work, *arguments, pure=False)

    def run(self, size: int, at_hand: int, shuffle: random.Random) -> None:
        """Hands out all that is left, in shuffled batches, so that neighbors of like size are far apart."""
        waiting = list(self.left.values())
        shuffle.shuffle(waiting)
        sent: Dict[Any, List[Task]] = {}
        completed = as_completed(loop=self.client.loop)

        def send() -> None:
            while waiting and len(sent) < at_hand:
                # Towards the end batches get smaller, so that nobody waits for one.
                now = max(1, min(size, len(waiting) // at_hand))
                batch = [waiting.pop() for _ in range(now)]
                future = self.submit(batch)
                sent[future] = batch
                completed.add(future)

        send()
        while sent:
            future = next(completed)
            batch = sent.pop(future)
            if future.status == "finished":
                waiting.extend(self.hear(future.result()))
            else:
                self.suspects.extend(task for task in batch if not self.look(task))
            future.release()
            send()
            self.show(self.progress())

    def run_alone(self) -> None:
        """Tries tasks one by one whose workers died or that raised an error, with nothing else under way: a task
        that fails now is itself the reason."""
        while self.suspects:
            task = self.suspects.pop()
            if self.look(task):
                continue
            future = self.submit([task])
            try:
                self.suspects.extend(self.hear(future.result()))
            except KilledWorker as error:
                last = error.last_worker.address if error.last_worker else "unknown"
                self.failed.append(Failed(task.id, f"its worker died each time it was tried, last {last}"))
            except Exception as error:
                self.failed.append(Failed(task.id, f"{type(error).__name__}: {error}"))
            self.show(self.progress())

    def look(self, task: Task) -> bool:
        """Whether a task of a lost batch is done all the same."""
        count = self.folder.count(task.id)
        if count is None or self.folder.parts_file(task.id).exists():
            return False
        self.hear([(task.id, count)])
        return True

    def hear(self, answers: Iterable[Any]) -> List[Task]:
        """Notes what became of tasks. Answers which ones take the place of those that were split."""
        fresh: List[Task] = []
        for name, count in answers:
            task = self.left.pop(name, None)
            if task is None:
                continue
            self.nodes_left -= task.nodes
            parts = self.folder.parts(name)
            if parts is not None:
                self.resplit += 1
                self.folder.result(name).unlink(missing_ok=True)
                fresh.extend(parts)
                continue
            self.nodes_done += task.nodes
            self.done += 1
            self.covers += count
        for task in fresh:
            self.left[task.id] = task
            self.nodes_left += task.nodes
        return fresh

    def progress(self) -> Progress:
        elapsed = time.monotonic() - self.started
        total = self.nodes_done + self.nodes_left
        now = self.nodes_done - self.nodes_before
        remaining = elapsed * self.nodes_left / now if now > 0 else None
        fraction = self.nodes_done / total if total > 0 else 1.0
        return Progress(self.done, len(self.left), self.covers, fraction, elapsed, remaining)

    def outcome(self, output: Optional[Path]) -> Outcome:
        total = None
        if not self.failed:
            # Whatever a worker may have finished after another gave it up.
            resplit = self.folder.path / "resplit"
            for file in resplit.glob("*.jsonl") if resplit.exists() else ():
                self.folder.result(file.stem).unlink(missing_ok=True)
            if self.folder.want == "count":
                total = int(_dlx.merge_count(self.problem, self.folder.results))
            else:
                output = output or self.folder.path / "covers.txt"
                total = int(_dlx.merge_covers(self.problem, self.folder.results, output))
        tasks = self.done + len(self.left)
        return Outcome(total, self.covers, tasks, self.resplit, self.failed)
