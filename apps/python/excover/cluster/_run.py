"""The client of a run: it sends batches of tasks to workers, records their results, and decides what is tried again."""

from __future__ import annotations

import heapq
import math
import pickle
import time
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from os import PathLike
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Set, Tuple, Union

from .. import Problem, _excover
from .._answers import Cover, Representative, left
from .._arguments import limits, whole
from .._symmetries import Generator
from .._tasks import Enumeration, Want, checksum_of, covers_of, digester_of
from . import _covers
from ._executors import Executors, Workers, is_broken, is_death
from ._journal import Journal
from ._worker import Answer, Batch, Fault, Found, run_batch

#: The number of batches of each worker: one running and one waiting.
BATCHES_AT_HAND = 2
#: A batch takes about this part of the work that is left for each worker, so that workers end at about the same time.
SHARE = 0.25
#: The least and the greatest duration of a batch in seconds: the least is many times what sending one takes.
BRIEFEST, LONGEST = 0.2, 10.0
#: What sending a batch and its result takes a client of Dask with its scheduler, in seconds: many workers get longer batches.
#: With 1,000 workers and 64,000 tasks of 1 s, a simulated run takes half the time.
SENDING = 0.005
#: The rest of a task is split into tasks of about this part of the limit, but into this number at most.
PART, MOST_PARTS = 0.5, 64
#: The limit of a task if workers wait for tasks, and of the first one: a part of the limit.
HASTY = 1 / 6
#: The number of tasks that a problem is split into at once.
SPLIT_AT_ONCE = 5000
#: The number of tasks of a batch.
MOST_TASKS = 250
#: The number of tasks that the same error has on all workers.
SAME_ERROR = 3
#: How often a task is tried whose worker dies, together with others and then alone, or that raises an error.
DEATHS, DEATHS_ALONE, FAULTS = 3, 4, 2
#: The largest problem that every batch contains, in bytes. A larger one is sent to workers that do not know it.
SMALL = 1 << 16
#: The greatest size of the covers of a task, in bytes. What is left then is a new task.
COVERS_OF_TASK = 1 << 26


class RunError(RuntimeError):
    """A run cannot go on. All results so far are kept."""


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
    #: The number of workers.
    workers: int
    #: The fraction of the estimated nodes that is done.
    fraction: float
    #: Seconds since the client started this run.
    elapsed: float
    #: Estimated seconds left at this rate, or None if nothing is known yet.
    remaining: Optional[float]


@dataclass(frozen=True)
class Outcome:
    """The outcome of a run."""

    #: The total number of covers, of orbits if up to symmetry, or None if tasks failed.
    total: Optional[int]
    #: The checksum of the total, as `excover.Total` has it, or None if tasks failed.
    checksum: Optional[str]
    #: The number of covers of the tasks that are done.
    covers: int
    tasks: int
    #: The number of tasks that reached a limit, and of which the rest was split into new tasks.
    resplit: int
    #: The number of times that a worker died.
    deaths: int = 0
    failed: List[Failed] = field(default_factory=list)


def run(
    problem: Problem,
    folder: Union[str, PathLike[str]],
    executor: Executors,
    *,
    want: Want = "count",
    up_to_symmetry: bool = False,
    generators: Union[None, Generator, Iterable[Generator]] = None,
    output: Union[None, str, PathLike[str]] = None,
    workers: Optional[int] = None,
    tasks: Optional[int] = None,
    limit: float = 60.0,
    memory: Optional[int] = None,
    seed: int = 0,
    timeout: Optional[float] = None,
    show: Callable[[Progress], object] = lambda progress: None,
    work: Callable[[Batch], Answer] = run_batch,
) -> Outcome:
    """Count or list all covers of a problem on the workers of an executor. Resumes a run that was stopped.

    Parameters
    ----------
    problem : Problem
    folder : path or str
        The folder of the run: a path of this machine, which workers do not need, or a URL of fsspec. It gets the journal
        of the run and, if covers are wanted and pyarrow is installed, a folder ``covers`` of Parquet files.
    executor : Executor or callable
        Runs the tasks. A function that returns an executor is called again if a dead worker has broken the one before, as
        `processes` and loky's `get_reusable_executor` need.
    want : str
        ``count`` or ``covers``.
    up_to_symmetry, generators
        As for `Problem.split`.
    output : path, optional
        A text file for the covers, in the format of `dlx solve --format ids`.
    workers : int, optional
        The number of workers, if the executor does not tell it. Otherwise it is looked up each time that tasks are sent.
    tasks : int, optional
        Minimum number of tasks; by default 64 for each worker.
    limit : float
        Time limit of a task in seconds. A task that reaches it returns what it has found, and the rest as new tasks.
    memory : int, optional
        Maximum size of the tables of a task in bytes; by default half of the available memory of its worker's machine.
    seed : int
        Random seed of the probes that estimate the sizes of tasks.
    timeout : float, optional
        Time limit of the split in seconds.
    show : callable
        Called with the `Progress` when results arrive.
    work : callable
        The function that workers run; for tests.

    Returns
    -------
    Outcome

    Raises
    ------
    ValueError
        If the folder belongs to another run or another process has it open, or if the executor does not tell its number
        of workers.
    RunError
        If several tasks fail with the same error, or if the executor is broken. All results so far are kept.
    """
    if not limit > 0:
        raise ValueError(f"limit: expected more than 0 seconds, found {limit}")
    number = None if workers is None else whole(workers, "workers", least=1)
    if tasks is not None:
        whole(tasks, "tasks", least=1)
    core, objects = problem._parts()
    texts = None if generators is None else problem._generator_texts(generators)
    of = Enumeration(core, want, None, up_to_symmetry, texts)
    head = {"schema": 2, "digest": of.digest, "want": want, "up_to_symmetry": up_to_symmetry}
    head["generators"] = None if texts is None else [text for _, text, _ in texts]
    is_over = False
    journal = Journal(folder, head)
    try:
        known = Workers(executor, number)
        try:
            if not journal.is_split:
                with objects.in_errors():
                    _split(of, journal, tasks or 64 * known.count(), seed, timeout)
            running = _Run(of, journal, known, limit, memory, show, work)
            running.all()
            running.alone()
            is_over = True
        finally:
            known.close(is_over)
        return _outcome(problem, of, journal, running, output)
    finally:
        journal.close()


def _split(of: Enumeration, journal: Journal, tasks: int, seed: int, timeout: Optional[float]) -> None:
    begun = time.monotonic()
    symmetries = of.symmetries

    def within() -> Optional[float]:
        return limits(left(timeout, begun))[0]

    first = tasks if tasks <= SPLIT_AT_ONCE else max(tasks // SPLIT_AT_ONCE, 100)
    split = _excover.split_problem(of.core, symmetries, [], [], first, 32, seed, within())
    if first == tasks:
        journal.add_tasks([(nodes, line) for _, nodes, line in split])
    else:
        # A part after the other, so that not all tasks are in memory at once.
        share = tasks / max(sum(nodes for _, nodes, _ in split), 1.0)
        for _, nodes, line in split:
            parts = [(nodes, line)]
            if share * nodes >= 2:
                some = math.ceil(share * nodes)
                found = _excover.resplit_task(of.core, symmetries, line, some, 32, seed, within())
                parts = [(nodes, line) for _, nodes, line in found]
            journal.add_tasks(parts)
    journal.end_split()


class _Run:
    """The tasks of a run that are waiting and running."""

    def __init__(
        self,
        of: Enumeration,
        journal: Journal,
        workers: Workers,
        limit: float,
        memory: Optional[int],
        show: Callable[[Progress], object],
        work: Callable[[Batch], Answer],
    ) -> None:
        self.journal, self.workers, self.show, self.work = journal, workers, show, work
        self.limit = limit
        self.memory = memory if of.want == "count" else min(memory or COVERS_OF_TASK, COVERS_OF_TASK)
        self.pickled = pickle.dumps(of)
        self.key = repr(of.key())
        #: The tasks that wait, the largest first, and those that are tried again, each in a batch of its own.
        self.waiting = [(-journal.nodes[task], task) for task in journal.left()]
        heapq.heapify(self.waiting)
        self.again: List[int] = []
        self.suspects: List[int] = []
        self.running: Dict[Future[Answer], List[int]] = {}
        self.deaths_of: Dict[int, int] = {}
        self.faults_of: Dict[int, int] = {}
        self.failed: Dict[int, str] = {}
        #: The tasks that each error was raised by.
        self.errors: Dict[str, Set[int]] = {}
        self.deaths = 0
        #: The time of the tasks that are done, and their estimated nodes.
        self.seconds, self.seconds_nodes = 0.0, 0.0
        self.nodes_left = -sum(nodes for nodes, _ in self.waiting)
        self.nodes_done = self.nodes_before = sum(journal.nodes) - self.nodes_left
        self.started = time.monotonic()
        self.is_probed = False

    def all(self) -> None:
        """Run all tasks, but for those whose workers die."""
        while self.waiting or self.again or self.running:
            self.send()
            self.hear()

    def alone(self) -> None:
        """Run tasks whose workers died one by one, with nothing else running: a task that fails now is the cause."""
        while self.suspects:
            task = self.suspects.pop()
            for _ in range(DEATHS_ALONE):
                self.submit([task], self.limit, is_new=True)
                self.hear()
                if task not in self.suspects:
                    break
                self.suspects.remove(task)
            else:
                self.fail(task, "its worker died each time it was tried")
            # What it returned as new tasks.
            self.all()

    def send(self) -> None:
        """Send batches to all workers that there are at this moment. The first one is a single task."""
        while self.waiting or self.again:
            number = self.workers.count() if self.is_probed else 1
            at_hand = BATCHES_AT_HAND * number if self.is_probed else 1
            if len(self.running) >= at_hand:
                return
            is_hasty = not self.is_probed or len(self.waiting) + len(self.again) < at_hand
            tasks = [self.again.pop()] if self.again else self.batch(number)
            self.submit(tasks, self.limit * (HASTY if is_hasty else 1))

    def batch(self, workers: int) -> List[int]:
        """Take the tasks of the next batch: as many as are expected to take a part of the time that is left."""
        if not self.is_probed:
            # One of middle size: the largest may be very large.
            middle = heapq.nsmallest(len(self.waiting) // 2 + 1, self.waiting)[-1]
            self.waiting.remove(middle)
            heapq.heapify(self.waiting)
            return [middle[1]]
        rate = self.rate()
        most = min(max(SHARE * rate * self.nodes_left / workers, BRIEFEST, SENDING * workers), LONGEST)
        tasks: List[int] = []
        seconds = 0.0
        while self.waiting and len(tasks) < MOST_TASKS:
            nodes, task = self.waiting[0]
            seconds += rate * -nodes
            if tasks and seconds > most:
                break
            heapq.heappop(self.waiting)
            tasks.append(task)
        return tasks

    def rate(self) -> float:
        """Return the seconds for each estimated node."""
        return self.seconds / self.seconds_nodes if self.seconds_nodes > 0 else 0.0

    def submit(self, tasks: List[int], limit: float, is_new: bool = False) -> None:
        of = self.pickled if is_new or len(self.pickled) <= SMALL else None
        lines = [self.journal.line(task) for task in tasks]
        batch = Batch(self.key, of, lines, limit, self.memory, [self.parts(task, limit) for task in tasks])
        for is_last in (False, True):
            try:
                future = self.workers.executor.submit(self.work, batch)
                break
            except Exception as error:
                # An executor may know before its futures do that a worker has died.
                if is_last or not is_broken(error) or not self.workers.renew():
                    raise RunError(f"the executor takes no tasks: {_words(error)}") from error
        self.running[future] = tasks

    def parts(self, task: int, limit: float) -> int:
        """Return the number of tasks that the rest of a task would be split into."""
        seconds = self.rate() * self.journal.nodes[task] - limit
        return int(min(max(seconds / (PART * self.limit), 2), MOST_PARTS)) if seconds > 0 else 2

    def hear(self) -> None:
        """Wait for results, and record them."""
        if not self.running:
            return
        ended, _ = wait(self.running, return_when=FIRST_COMPLETED)
        # Results first: the death of a worker may end all that is running.
        for future in sorted(ended, key=lambda future: _error_of(future) is not None):
            tasks = self.running.pop(future, [])
            error = _error_of(future)
            if not tasks:
                continue
            if error is None:
                self.take(tasks, future.result())
            elif is_death(error):
                self.lost(tasks, error)
            else:
                for task in tasks[:1]:
                    self.fault(task, _words(error))
                self.put_back(tasks[1:])
        self.show(self.progress())

    def take(self, tasks: List[int], answer: Answer) -> None:
        """Record the results of a batch."""
        if answer.is_unknown:
            self.submit(tasks, self.limit, is_new=True)
            return
        self.put_back(tasks[len(answer.results) :])
        for task, found in zip(tasks, answer.results):
            if isinstance(found, Fault):
                self.fault(task, found.why)
                continue
            assert isinstance(found, Found)
            self.is_probed = True
            rest = self.journal.add_result(task, found.text, found.covers, found.rest, found.seconds)
            nodes = [self.journal.nodes[part] for part in rest]
            # A part of a task is at most as large as the task.
            done = max(self.journal.nodes[task] - sum(nodes), 0.0)
            self.seconds += found.seconds
            self.seconds_nodes += max(done, 1.0)
            self.nodes_done += done
            self.nodes_left += sum(nodes) - self.journal.nodes[task]
            for part in rest:
                heapq.heappush(self.waiting, (-self.journal.nodes[part], part))

    def put_back(self, tasks: List[int]) -> None:
        for task in tasks:
            heapq.heappush(self.waiting, (-self.journal.nodes[task], task))

    def fault(self, task: int, why: str) -> None:
        """Note that a task raised an error. The run ends if others have raised the same."""
        tasks = self.errors.setdefault(why, set())
        tasks.add(task)
        number = self.faults_of[task] = self.faults_of.get(task, 0) + 1
        # Before any task has succeeded, the same error twice is enough.
        if len(tasks) >= SAME_ERROR or not self.is_probed and number >= FAULTS:
            raise RunError(f"{len(tasks)} {'tasks' if len(tasks) > 1 else 'task'} failed with the same error: {why}")
        if number >= FAULTS:
            self.fail(task, why)
        else:
            self.again.append(task)

    def lost(self, tasks: List[int], error: BaseException) -> None:
        """Note that a worker died which may have run these tasks."""
        if is_broken(error):
            # The death of one worker ends all that was sent to the executor.
            for others in self.running.values():
                tasks = tasks + others
            self.running.clear()
            if not self.workers.renew():
                raise RunError(f"the executor is broken: {_words(error)}") from error
        self.deaths += 1
        for task in tasks:
            number = self.deaths_of[task] = self.deaths_of.get(task, 0) + 1
            if number >= DEATHS:
                self.suspects.append(task)
            else:
                self.again.append(task)

    def fail(self, task: int, why: str) -> None:
        self.failed[task] = why
        self.nodes_left -= self.journal.nodes[task]

    def progress(self) -> Progress:
        elapsed = time.monotonic() - self.started
        total = self.nodes_done + self.nodes_left
        now = self.nodes_done - self.nodes_before
        remaining = elapsed * self.nodes_left / now if now > 0 else None
        fraction = self.nodes_done / total if total > 0 else 1.0
        done, tasks = self.journal.done, len(self.journal)
        workers = self.workers.count()
        return Progress(done, tasks - done, self.journal.covers, workers, fraction, elapsed, remaining)


def _error_of(future: Future[Answer]) -> Optional[BaseException]:
    return RuntimeError("the task was cancelled") if future.cancelled() else future.exception()


def _words(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _outcome(
    problem: Problem, of: Enumeration, journal: Journal, run: _Run, output: Union[None, str, PathLike[str]]
) -> Outcome:
    number = len(journal)
    failed = []
    for task, why in sorted(run.failed.items()):
        failed.append(Failed(_excover.read_tasks(journal.line(task))[0][0], why))
    counts = (journal.covers, number, journal.resplit, run.deaths, failed)
    if failed:
        return Outcome(None, None, *counts)
    order, total = _merged(journal)
    digester = digester_of(of.digest)
    if total is None:
        total = journal.covers
        texts = (journal.text(task) for task in order)
        _covers.write(problem, of, texts, journal.folder, output, digester.update)
    return Outcome(total, checksum_of(digester, total), *counts)


def _merged(journal: Journal) -> Tuple[List[int], Optional[int]]:
    """Check the results of a run. Return their numbers in the order of the search, and the total if they are counts."""
    merging = _excover.MergeCore()
    for task in range(len(journal)):
        merging.add(journal.text(task), f"result of line {task} of the tasks")
    return merging.finish()


def covers(problem: Problem, folder: Union[str, PathLike[str]]) -> Iterator[Cover]:
    """Return an iterator over the covers that a run has found, as lists of labels, in the order of one search.

    Parameters
    ----------
    problem : Problem
    folder : path or str
        The folder of a run that wanted covers and is complete.

    Returns
    -------
    iterator of lists

    Raises
    ------
    ValueError
        If the folder belongs to another run, or if tasks have no results.
    """
    return (found.cover for found in representatives(problem, folder))


def representatives(problem: Problem, folder: Union[str, PathLike[str]]) -> Iterator[Representative]:
    """Return an iterator over the covers that a run has found, each with the number of covers of its orbit.

    Parameters
    ----------
    problem : Problem
    folder : path or str
        As for `covers`.

    Returns
    -------
    iterator of Representative

    Raises
    ------
    ValueError
        As `covers`.
    """
    core, objects = problem._parts()
    journal = Journal(folder, {"schema": 2, "digest": core.digest(), "want": "covers"})
    try:
        if journal.left() or not journal.is_split:
            raise ValueError(f"{folder}: expected a run that is complete, found {len(journal.left())} tasks left")
        for task in _merged(journal)[0]:
            for orbit, cover in covers_of(journal.text(task)):
                yield Representative(objects.cover(cover), orbit)
    finally:
        journal.close()


__all__ = ["Failed", "Outcome", "Progress", "RunError", "covers", "representatives", "run"]
