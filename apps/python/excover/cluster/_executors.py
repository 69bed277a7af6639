"""Executors: how many workers they have, and those of this machine and of a Dask cluster."""

from __future__ import annotations

import multiprocessing
import os
import time
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import connection
from threading import Thread
from typing import Any, Callable, Iterator, Optional, Union

#: Where the number of workers is found in an executor of mpi4py, and in one of the standard library or loky.
_NUMBERS = ("num_workers", "_max_workers")

#: How long the number of workers of a cluster is taken to be the same, in seconds.
_FRESH = 1.0

#: An executor, or a function that returns a new one in place of one that a dead worker has broken.
Executors = Union[Executor, Callable[[], Executor]]


class Workers:
    """The workers of an executor, whose number may change at any time."""

    def __init__(self, executors: Executors, number: Optional[int]) -> None:
        if number is not None and number < 1:
            raise ValueError(f"workers: expected 1 or more, found {number}")
        self.executors, self.number = executors, number
        self.executor = executors if isinstance(executors, Executor) else executors()
        self._read = (0.0, 0)
        self.count()

    def count(self) -> int:
        """Return the number of workers now, at least 1."""
        if self.number is not None:
            return self.number
        client = getattr(self.executor, "_client", None)
        if client is not None:
            read, number = self._read
            if number == 0 or time.monotonic() - read > _FRESH:
                # A cluster without workers gets tasks for one, which wait for it.
                number = max(1, sum(client.nthreads().values()))
                self._read = (time.monotonic(), number)
            return number
        for name in _NUMBERS:
            found = getattr(self.executor, name, None)
            if isinstance(found, int) and found > 0:
                return found
        kind = type(self.executor).__name__
        raise ValueError(f"workers: expected their number, as a {kind} does not tell it, found none")

    def renew(self) -> bool:
        """Return whether there is a new executor in place of one that is broken."""
        if isinstance(self.executors, Executor):
            return False
        self.executor.shutdown(wait=False)
        self.executor = self.executors()
        return True

    def close(self, is_over: bool) -> None:
        """End an executor that was made here; if the run is not over, with the tasks that it is running."""
        if isinstance(self.executors, Executor):
            return
        workers = list((getattr(self.executor, "_processes", None) or {}).values())
        self.executor.shutdown(wait=False)
        if not is_over:
            # Nothing is lost: a task without a result runs again.
            for worker in workers:
                worker.terminate()


def is_death(error: BaseException) -> bool:
    """Return whether an error means that a worker died, rather than that a task failed."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ in ("KilledWorker", "CancelledError")


def is_broken(error: BaseException) -> bool:
    """Return whether an error means that the executor takes no more tasks."""
    return isinstance(error, BrokenExecutor)


def processes(workers: Optional[int] = None) -> Callable[[], ProcessPoolExecutor]:
    """Return a function that starts processes on this machine, for `run`.

    Parameters
    ----------
    workers : int, optional
        Number of processes; by default one for each core.

    Returns
    -------
    callable
        Returns a `ProcessPoolExecutor`. Its processes end with the one that started them.

    Raises
    ------
    ValueError
        If the number is less than 1.
    """
    number = (os.cpu_count() or 1) if workers is None else workers
    if number < 1:
        raise ValueError(f"workers: expected 1 or more, found {number}")
    # Not by fork, as this process may have threads. A server that has the package forks processes in no time, also in
    # place of those that die.
    has_server = "forkserver" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if has_server else "spawn")
    if has_server:
        context.set_forkserver_preload(["__main__", "excover.cluster"])
    return lambda: ProcessPoolExecutor(number, mp_context=context, initializer=_end_with_parent)


def _end_with_parent() -> None:
    """Let this process end when the one that started it does, also if that is killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(sentinel: Any) -> None:
    connection.wait([sentinel])
    os._exit(1)


@contextmanager
def scheduler(address: str) -> Iterator[Executor]:
    """Return the executor of the Dask cluster whose scheduler has this address."""
    try:
        from distributed import Client
    except ImportError as error:
        raise ValueError("scheduler: expected the package distributed, found none; pip install distributed") from error
    with Client(address, set_as_default=False) as client:
        executor: Any = client.get_executor(pure=False)
        yield executor


__all__ = ["Executors", "Workers", "is_broken", "is_death", "processes", "scheduler"]
