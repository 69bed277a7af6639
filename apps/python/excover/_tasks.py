"""Tasks: parts of one enumeration as values that any process can run, and the results of tasks, which are merged exactly.

A task contains everything that it needs. Tasks and results can be pickled, so that any system that calls a function with
each of many values in many processes can run them.
"""

from __future__ import annotations

import json
import zlib
from hashlib import blake2b
from typing import Any, Dict, Iterable, Iterator, List, Literal, Optional, Sequence, Tuple

from . import _excover
from ._answers import Cover, Representative
from ._arguments import limits, whole
from ._excover import ProblemCore, SymmetriesCore

#: What a task gives: the number of its covers, or the covers.
Want = Literal["count", "covers"]

#: The generators of symmetries, as `SymmetriesCore` takes them.
GeneratorTexts = List[Tuple[str, str, bool]]

#: The part of a time limit in which a task may count without enumerating; see `Task.run`.
ENGINES = 0.5

#: The largest result that is pickled as it is. Larger ones are compressed.
_PLAIN = 1 << 12


class Enumeration:
    """What is split into tasks: the covers of a problem, or one of each orbit, as a process needs it to run a task.

    It is pickled with the problem as text, and each process reads a problem once.
    """

    __slots__ = ("digest", "want", "labels", "generators", "up_to_symmetry", "_core", "_symmetries", "_text")

    def __init__(
        self,
        core: Optional[ProblemCore],
        want: Want,
        labels: Optional[Sequence[Any]],
        up_to_symmetry: bool = False,
        generators: Optional[GeneratorTexts] = None,
        symmetries: Optional[SymmetriesCore] = None,
        digest: str = "",
        text: Optional[bytes] = None,
    ) -> None:
        if want not in ("count", "covers"):
            raise ValueError(f"want: expected 'count' or 'covers', found {want!r}")
        self.want: Want = want
        self.labels, self.up_to_symmetry, self.generators = labels, up_to_symmetry, generators
        self.digest = core.digest() if core is not None else digest
        self._core, self._symmetries, self._text = core, symmetries, text

    @property
    def core(self) -> ProblemCore:
        if self._core is None:
            assert self._text is not None
            self._core = ProblemCore.from_text(zlib.decompress(self._text).decode())
            if self._core.digest() != self.digest:
                raise ValueError(f"expected the problem {self.digest}, found {self._core.digest()}")
        return self._core

    @property
    def symmetries(self) -> Optional[SymmetriesCore]:
        if self.up_to_symmetry and self._symmetries is None:
            self._symmetries = self.core.symmetries(self.generators, limits())
        return self._symmetries

    def text(self) -> bytes:
        """Return the problem in Knuth's format, compressed."""
        if self._text is None:
            self._text = zlib.compress(self.core.to_text().encode(), 9)
        return self._text

    def key(self) -> Tuple[Any, ...]:
        generators = None if self.generators is None else tuple(text for _, text, _ in self.generators)
        labels = None if self.labels is None else repr(self.labels)
        return self.digest, self.want, self.up_to_symmetry, generators, labels

    def __reduce__(self) -> Tuple[Any, ...]:
        return _enumeration, (self.text(), self.digest, self.want, self.labels, self.up_to_symmetry, self.generators)


#: The enumerations that this process has read, the last one last.
_known: Dict[Tuple[Any, ...], Enumeration] = {}
_MOST_KNOWN = 8


def _enumeration(
    text: bytes,
    digest: str,
    want: Want,
    labels: Optional[Sequence[Any]],
    up_to_symmetry: bool,
    generators: Optional[GeneratorTexts],
) -> Enumeration:
    found = Enumeration(None, want, labels, up_to_symmetry, generators, None, digest, text)
    key = found.key()
    found = _known.pop(key, found)
    _known[key] = found
    while len(_known) > _MOST_KNOWN:
        _known.pop(next(iter(_known)), None)
    return found


class Task:
    """A part of an enumeration, which any process can run. Made by `Problem.split`.

    Tasks can be pickled, and a process that runs several tasks of a problem reads the problem once. Running a task twice
    gives the same result, unless a limit ends it.

    Examples
    --------
    >>> from excover import Problem, Task, merge
    >>> tasks = Problem("ab", options=["a", "b", "ab"]).split(2)
    >>> merge(map(Task.run, tasks)).count
    2
    """

    __slots__ = ("_of", "id", "nodes", "line")
    _of: Enumeration
    #: The number of the part; of a part of a part, the numbers of both, as ``17.2``.
    id: str
    #: An estimate of the number of nodes of the search.
    nodes: float
    #: The task as a line of text, of which `dlx task run` reads files.
    line: str

    def __init__(self) -> None:
        raise TypeError("tasks are made by Problem.split")

    @classmethod
    def _over(cls, of: Enumeration, parts: Tuple[str, float, str]) -> Task:
        task = cls.__new__(cls)
        task._of = of
        task.id, task.nodes, task.line = parts
        return task

    @property
    def digest(self) -> str:
        """The digest of the problem."""
        return self._of.digest

    @property
    def want(self) -> Want:
        """What the task gives: ``count`` or ``covers``."""
        return self._of.want

    def run(
        self,
        *,
        timeout: Optional[float] = None,
        nodes: Optional[int] = None,
        memory: Optional[int] = None,
        parts: int = 8,
    ) -> TaskResult:
        """Run the task. A task that reaches a limit returns what it has found, and the rest as new tasks.

        Parameters
        ----------
        timeout : float, optional
            Time limit in seconds.
        nodes : int, optional
            Maximum number of nodes of the search.
        memory : int, optional
            Maximum size in bytes of tables, and of the text of the covers; by default half of the available memory.
        parts : int
            The rest is split into at least this number of tasks, if it has as many parts. After `timeout` only 0.05 seconds
            are spent on that; if they are not enough, the rest is fewer tasks.

        Returns
        -------
        TaskResult

        Raises
        ------
        TimeoutError
            If the time limit was reached before the task began.

        Notes
        -----
        Covers are counted without enumerating them where this is faster. Engines that do so have no part of a result, so
        that they use at most half of a limit. The search that follows then begins anew.

        Examples
        --------
        >>> from excover import Problem, merge
        >>> task, = Problem(options=["a"] * 3).split(1, want="covers")
        >>> result = task.run(nodes=2)
        >>> len(result.rest) > 0
        True
        >>> merge([result, *(task.run() for task in result.rest)]).count
        3
        """
        within = limits(timeout, memory, nodes)
        engines = None if within[0] is None else ENGINES * within[0]
        of = self._of
        least = whole(parts, "parts", least=1)
        text, name, count, rest, stopped = _excover.run_task(
            of.core, of.symmetries, self.line, of.want, least, engines, within
        )
        labels = None
        if of.labels is not None and of.want == "covers":
            # Only of the options in the covers: a result is smaller than a problem.
            known = of.labels
            labels = {number: known[number] for _, cover in covers_of(text) for number in cover}
        tasks = [Task._over(of, parts) for parts in rest]
        return TaskResult._over(name, of.digest, of.want, count, text, labels, tasks, stopped)

    def split(
        self, tasks: int = 8, *, probes: int = 32, seed: int = 0, timeout: Optional[float] = None
    ) -> List[Task]:
        """Split the task into tasks that replace it.

        Parameters
        ----------
        tasks, probes, seed, timeout
            As for `Problem.split`.

        Returns
        -------
        list of Task

        Raises
        ------
        TimeoutError
            If the time limit was reached.
        """
        of = self._of
        number, random = whole(tasks, "tasks", least=1), whole(seed, "seed", most=2**64 - 1)
        each, within = whole(probes, "probes"), limits(timeout)
        parts = _excover.resplit_task(of.core, of.symmetries, self.line, number, each, random, within[0])
        return [Task._over(of, part) for part in parts]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Task):
            return NotImplemented
        return (self.line, self.want) == (other.line, other.want)

    def __hash__(self) -> int:
        return hash((self.line, self.want))

    def __repr__(self) -> str:
        return f"<Task {self.id}: about {self.nodes:,.0f} nodes>"

    def __reduce__(self) -> Tuple[Any, ...]:
        return _task, (self._of, (self.id, self.nodes, self.line))


def _task(of: Enumeration, parts: Tuple[str, float, str]) -> Task:
    return Task._over(of, parts)


class TaskResult:
    """What a task has found. Made by `Task.run`, and can be pickled.

    The result is a text with checksums, the file that `dlx task run` would write.
    """

    __slots__ = ("id", "digest", "want", "count", "text", "rest", "stopped", "_labels")
    #: The id of the task; if a limit ended it, the id of the part of it that is done.
    id: str
    #: The digest of the problem.
    digest: str
    #: What the result has: ``count`` or ``covers``.
    want: Want
    #: The number of covers.
    count: int
    #: The text with the checksums.
    text: bytes
    #: The tasks that are left if a limit ended the task.
    rest: List[Task]
    #: The limit that ended the task, ``timeout``, ``nodes`` or ``memory``, or None if it is done.
    stopped: Optional[str]
    _labels: Optional[Dict[int, Any]]

    def __init__(self) -> None:
        raise TypeError("results are made by Task.run")

    @classmethod
    def _over(
        cls,
        name: str,
        digest: str,
        want: Want,
        count: int,
        text: bytes,
        labels: Optional[Dict[int, Any]],
        rest: List[Task],
        stopped: Optional[str],
    ) -> TaskResult:
        result = cls.__new__(cls)
        result.id, result.digest, result.want, result.count = name, digest, want, count
        result.text, result._labels, result.rest, result.stopped = text, labels, rest, stopped
        return result

    @property
    def checksum(self) -> str:
        """The checksum in the text."""
        last = self.text.rstrip(b"\n").rpartition(b"\n")[2]
        return str(json.loads(last)["checksum"])

    def covers(self) -> Iterator[Cover]:
        """Return an iterator over the covers, as lists of labels, in the order of the search.

        Raises
        ------
        ValueError
            If the result is a count.
        """
        return (representative.cover for representative in self.representatives())

    def representatives(self) -> Iterator[Representative]:
        """Return an iterator over the covers, each with the number of covers of its orbit; 1 unless up to symmetry.

        Raises
        ------
        ValueError
            If the result is a count.
        """
        if self.want != "covers":
            raise ValueError("expected the result of tasks of split(want='covers'), found a count")
        labels = self._labels
        for orbit, cover in covers_of(self.text):
            yield Representative(cover if labels is None else [labels[number] for number in cover], orbit)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TaskResult):
            return NotImplemented
        return (self.text, self.rest) == (other.text, other.rest)

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        left = f", {len(self.rest)} tasks left" if self.rest else ""
        return f"<TaskResult {self.id}: {self.count} covers{left}>"

    def __reduce__(self) -> Tuple[Any, ...]:
        text = self.text if len(self.text) < _PLAIN else zlib.compress(self.text, 1)
        state = (self.id, self.digest, self.want, self.count, text, self._labels, self.rest, self.stopped)
        return _result, state


def _result(
    name: str,
    digest: str,
    want: Want,
    count: int,
    text: bytes,
    labels: Optional[Dict[int, Any]],
    rest: List[Task],
    stopped: Optional[str],
) -> TaskResult:
    # A text begins with a brace, which compressed bytes do not.
    text = text if text.startswith(b"{") else zlib.decompress(text)
    return TaskResult._over(name, digest, want, count, text, labels, rest, stopped)


def cover_lines(text: bytes) -> bytes:
    """Return the lines of the covers in the text of a result."""
    begin = text.index(b"\n") + 1
    return text[begin : text.rstrip(b"\n").rindex(b"\n") + 1]


def covers_of(text: bytes) -> Iterator[Tuple[int, List[int]]]:
    """Return the covers of a result with the sizes of their orbits."""
    for line in cover_lines(text).decode().splitlines():
        orbit, found, options = line.rpartition(":")
        yield int(orbit) if found else 1, [int(number) for number in options.split()]


class Total:
    """The merged results of all tasks of a problem."""

    __slots__ = ("count", "digest", "checksum", "results")
    #: The number of covers; of tasks up to symmetry, that of orbits.
    count: int
    #: The digest of the problem.
    digest: str
    #: Identifies what was found, the count or the covers in their order, however the problem was split.
    checksum: str
    #: The results in the order of the search.
    results: List[TaskResult]

    # Not a dataclass: importing those takes a fifth of the time to import the package.
    def __init__(self, count: int, digest: str, checksum: str, results: List[TaskResult]) -> None:
        self.count, self.digest, self.checksum, self.results = count, digest, checksum, results

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Total):
            return NotImplemented
        return (self.checksum, self.results) == (other.checksum, other.results)

    def __hash__(self) -> int:
        return hash(self.checksum)

    def covers(self) -> Iterator[Cover]:
        """Return an iterator over all covers, as lists of labels, in the order of one search.

        Raises
        ------
        ValueError
            If the results are counts.
        """
        return (representative.cover for representative in self.representatives())

    def representatives(self) -> Iterator[Representative]:
        """Return an iterator over all covers, each with the number of covers of its orbit; 1 unless up to symmetry.

        Raises
        ------
        ValueError
            If the results are counts.
        """
        for result in self.results:
            yield from result.representatives()

    def __repr__(self) -> str:
        return f"<Total: {self.count} covers in {len(self.results)} results>"


def merge(results: Iterable[TaskResult], problem: Optional[Any] = None) -> Total:
    """Merge the results of all tasks of a problem, in any order.

    Parameters
    ----------
    results : iterable of TaskResult
        One for each task. A task that a limit has ended is replaced by its `rest`.
    problem : Problem, optional
        Check that the results are of this problem, and their covers covers of it.

    Returns
    -------
    Total

    Raises
    ------
    ValueError
        If results are of different problems or different splits, if a task has no result or two, or if a result was
        altered. The message has the ids of the tasks, or the numbers of the results, from 0.

    Examples
    --------
    >>> from excover import Problem, Task, merge
    >>> tasks = Problem("ab", options=["a", "b", "ab"]).split(2, want="covers")
    >>> list(merge(map(Task.run, tasks)).covers())
    [[0, 1], [2]]
    """
    core = None if problem is None else problem._core
    merging, given = _excover.MergeCore(), []
    for number, result in enumerate(results):
        if not isinstance(result, TaskResult):
            raise TypeError(f"result {number}: expected a TaskResult, found {result!r}")
        name = f"result {number}"
        merging.add(result.text, name)
        if result.want == "covers":
            found = _excover.check_covers(core, result.text, name)
            if found != result.count:
                raise ValueError(f"{name}: expected {result.count} covers, found {found}")
        given.append(result)
    order, total = merging.finish()
    if core is not None and given[0].digest != core.digest():
        raise ValueError(f"expected results of the problem {core.digest()}, found those of {given[0].digest}")
    digester = digester_of(given[0].digest)
    for place in order:
        if total is None:
            digester.update(cover_lines(given[place].text))
    count = sum(result.count for result in given) if total is None else total
    return Total(count, given[0].digest, checksum_of(digester, count), [given[place] for place in order])


def digester_of(problem: str) -> blake2b:
    """Return the beginning of the checksum of a total, to which the lines of covers are added."""
    return blake2b(problem.encode(), digest_size=16)


def checksum_of(digester: blake2b, count: int) -> str:
    """Return the checksum of a total."""
    digester.update(f"count {count}\n".encode())
    return digester.hexdigest()


__all__ = ["Enumeration", "Task", "TaskResult", "Total", "Want", "checksum_of", "cover_lines", "covers_of", "digester_of", "merge"]
