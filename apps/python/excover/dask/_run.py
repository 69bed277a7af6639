"""The client of a run: it submits batches, receives counts, and decides which tasks are tried alone."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, List, Optional, Union

from distributed import Client, KilledWorker, as_completed

from .. import Problem, _excover
from ._folder import RunFolder, Task
from ._worker import run_batch

#: The number of batches submitted per worker: one running and one queued.
BATCHES_AT_HAND = 2


@dataclass(frozen=True)
class Failed:
    """A task that failed, and the reason."""

    id: str
    why: str


@dataclass(frozen=True)
class Progress:
    """The progress of a run."""

    done: int
    left: int
    covers: int
    #: The fraction of the estimated nodes that is done.
    fraction: float
    #: Seconds since the client started this run.
    elapsed: float
    #: Estimated seconds left at this rate, or None if nothing is known yet.
    remaining: Optional[float]


@dataclass(frozen=True)
class Outcome:
    """The outcome of a run."""

    #: The total number of covers, or None if tasks failed.
    total: Optional[int]
    #: The number of covers of the tasks that are done.
    covers: int
    tasks: int
    #: The number of tasks that were split because they took too long.
    resplit: int
    failed: List[Failed] = field(default_factory=list)


def run(
    problem: Problem,
    folder: Union[str, PathLike[str]],
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
    """Count or list all covers of a problem on the workers of a client. Resumes a run that was stopped.

    Parameters
    ----------
    problem : Problem
    folder : path
        The run folder, shared by the client and all workers.
    want : str
        ``count`` or ``covers``.
    output : path, optional
        The file to which covers are written, in the format of `dlx solve --format ids`.
    tasks : int, optional
        Minimum number of tasks; by default 64 per worker thread.
    batch : int, optional
        Number of tasks sent together; by default such that there are about 16 batches per thread, at most 100 tasks.
    limit : float, optional
        Time limit of a task in seconds, after which it is split into `parts` parts.
    work : callable
        The function that workers run; for tests.

    Raises
    ------
    ValueError
        If the folder belongs to another run.
    """
    if want not in ("count", "covers"):
        raise ValueError(f"expected count or covers, found `{want}`")
    run_folder = RunFolder(Path(folder), want)
    core = problem._core
    all_tasks = run_folder.begin(core)
    threads = max(1, sum(client.nthreads().values()))
    if all_tasks is None:
        lines = _excover.split_problem(core, tasks or 64 * threads, 32, seed, None)
        all_tasks = run_folder.keep(lines)
    handout = _Handout(core, run_folder, client, limit, parts, show, work)
    handout.take_up(all_tasks)
    size = batch or max(1, min(100, len(handout.left) // (16 * threads)))
    handout.run(size, BATCHES_AT_HAND * threads, random.Random(seed))
    handout.run_alone()
    return handout.outcome(output)


class _Handout:
    """The tasks of a run that are left, running and done."""

    def __init__(
        self,
        problem: _excover.ProblemCore,
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
        standing = self.folder.standing(self.problem, tasks)
        self.left = {task.id: task for task in standing.left}
        self.covers, self.done = sum(standing.counts.values()), len(standing.done)
        self.nodes_done = self.nodes_before = sum(task.nodes for task in standing.done)
        self.nodes_left = sum(task.nodes for task in standing.left)

    def submit(self, batch: List[Task]) -> Any:
        # Not pure: a lost batch that is sent again must run again.
        arguments = (str(self.folder.path), self.digest, self.folder.want, batch, self.limit, self.parts)
        return self.client.submit(self.work, *arguments, pure=False)

    def run(self, size: int, at_hand: int, shuffle: random.Random) -> None:
        """Submit all remaining tasks in shuffled batches, so that neighboring tasks of similar size are far apart."""
        waiting = list(self.left.values())
        shuffle.shuffle(waiting)
        sent: Dict[Any, List[Task]] = {}
        completed = as_completed(loop=self.client.loop)

        def send() -> None:
            while waiting and len(sent) < at_hand:
                # Batches get smaller towards the end, so that workers do not wait for the last large one.
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
        """Run tasks whose workers died or that raised an error one by one, with nothing else running: a task that
        fails now is itself the cause."""
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
        """Return whether a task of a lost batch is done nevertheless, and record it if it is."""
        count = self.folder.count(self.problem, task)
        if count is None or self.folder.parts_file(task.id).exists():
            return False
        self.hear([(task.id, count)])
        return True

    def hear(self, answers: Iterable[Any]) -> List[Task]:
        """Record the results of tasks. Returns the parts of those that were split."""
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
            # A worker may have finished a task after another one had split it.
            resplit = self.folder.path / "resplit"
            for file in resplit.glob("*.jsonl") if resplit.exists() else ():
                self.folder.result(file.stem).unlink(missing_ok=True)
            if self.folder.want == "count":
                total = int(_excover.merge_count(self.problem, self.folder.results))
            else:
                output = output or self.folder.path / "covers.txt"
                total = int(_excover.merge_covers(self.problem, self.folder.results, output))
        tasks = self.done + len(self.left)
        return Outcome(total, self.covers, tasks, self.resplit, self.failed)
