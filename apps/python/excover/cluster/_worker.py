"""The code that workers run: a batch of tasks, whose results are returned."""

from __future__ import annotations

import pickle
import time
import zlib
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from .._arguments import limits
from .._excover import run_task
from .._tasks import ENGINES, Enumeration

#: The problems of the batches before, by their digests and what is wanted of them.
_known: Dict[str, Enumeration] = {}
_MOST_KNOWN = 4


class Batch(NamedTuple):
    """Tasks for a worker, which runs them one after the other."""

    #: Identifies the enumeration.
    key: str
    #: The enumeration, pickled, or None for one that the worker may know.
    of: Optional[bytes]
    #: The lines of the tasks.
    lines: List[str]
    #: The time limit of each task in seconds. No task begins after this time.
    limit: float
    #: The greatest size of tables, and of the covers of a task, in bytes.
    memory: Optional[int]
    #: For each task the number of tasks that its rest is split into.
    parts: List[int]

    def __reduce__(self) -> Tuple[Any, ...]:
        # Lines of tasks of one problem are much alike, and clients of clusters may keep what they send.
        lines = zlib.compress("\n".join(self.lines).encode(), 1)
        return _batch, (self.key, self.of, lines, self.limit, self.memory, self.parts)


def _batch(
    key: str, of: Optional[bytes], lines: bytes, limit: float, memory: Optional[int], parts: List[int]
) -> Batch:
    return Batch(key, of, zlib.decompress(lines).decode().split("\n"), limit, memory, parts)


class Found(NamedTuple):
    """The result of a task."""

    text: bytes
    #: The number of covers.
    covers: int
    #: The tasks of the rest: their estimated numbers of nodes and their lines.
    rest: List[Tuple[float, str]]
    seconds: float


class Fault(NamedTuple):
    """The error that a task raised."""

    why: str


class Answer(NamedTuple):
    """What a worker returns for a batch: what it has for the first tasks of it. The others did not begin."""

    #: True if the worker does not know the problem, which the batch did not contain.
    is_unknown: bool
    results: List[object]


def run_batch(batch: Batch) -> Answer:
    """Run the tasks of a batch until its time is over."""
    of = _enumeration(batch)
    if of is None:
        return Answer(True, [])
    results: List[object] = []
    begun = time.monotonic()
    for line, parts in zip(batch.lines, batch.parts):
        started = time.monotonic()
        if results and started - begun > batch.limit:
            break
        try:
            within = limits(batch.limit, batch.memory)
            text, _, count, rest, _ = run_task(
                of.core, of.symmetries, line, of.want, parts, ENGINES * batch.limit, within
            )
        except Exception as error:
            results.append(Fault(f"{type(error).__name__}: {error}"))
        else:
            tasks = [(nodes, line) for _, nodes, line in rest]
            results.append(Found(text, count, tasks, time.monotonic() - started))
    return Answer(False, results)


def _enumeration(batch: Batch) -> Optional[Enumeration]:
    of = _known.get(batch.key)
    if of is None and batch.of is not None:
        of = pickle.loads(batch.of)
        while len(_known) >= _MOST_KNOWN:
            _known.pop(next(iter(_known)), None)
        _known[batch.key] = of
    return of


__all__ = ["Answer", "Batch", "Fault", "Found", "run_batch"]
