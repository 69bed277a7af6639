"""Problems of any hashable items, and diagrams of all their covers."""

from __future__ import annotations

import time
from typing import Any, Dict, Hashable, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple

import numpy
import numpy.typing

from ._dlx import DiagramCore, Listing, ProblemCore

#: A cover: the numbers of its options, ascending, counted from 0 in the order in which they were given.
Cover = List[int]


class Problem:
    """An exact cover problem: choose options so that every primary item is covered exactly once.

    Parameters
    ----------
    primary : iterable of hashable
        Items to be covered exactly once, or as often as their bounds say.
    secondary : iterable of hashable
        Items to be covered at most once, or any number of times in one color.
    options : iterable of iterables
        What each option covers: items, or pairs ``(item, color)`` of a secondary item and a hashable color.
    bounds : mapping of item to (int, int), optional
        For primary items how often they are covered, at least and at most.
    costs : sequence of int, optional
        A cost of 0 or more for each option; all of them together fit in 64 bits.

    Raises
    ------
    ValueError
        If an option is empty, mentions an item twice or gives a primary item a color, if an item is declared
        twice, or if there are not as many costs as options.
    KeyError
        If an option or a bound mentions an unknown item.

    Notes
    -----
    A problem cannot be changed. It can be used by several threads at once, and pickled if its items can be.
    Searches run without the interpreter lock; Ctrl-C ends them. Building takes time and memory linear in the size
    of the options.

    Examples
    --------
    >>> Problem("abc", options=["ab", "c", "a", "bc"]).first()
    [0, 1]
    >>> Problem(["p"], ["x"], [["p", ("x", "red")], ["p", ("x", "blue")]]).count()
    2
    """

    __slots__ = ("_core", "_items", "_index", "_colors", "__weakref__")

    def __init__(
        self,
        primary: Iterable[Hashable],
        secondary: Iterable[Hashable] = (),
        options: Iterable[Iterable[Any]] = (),
        *,
        bounds: Optional[Mapping[Any, Tuple[int, int]]] = None,
        costs: Optional[Sequence[int]] = None,
    ) -> None:
        first = list(primary)
        items: List[Hashable] = first + list(secondary)
        index: Dict[Hashable, int] = {}
        for number, item in enumerate(items):
            if index.setdefault(item, number) != number:
                raise ValueError(f"item {item!r} is declared twice")
        limits: List[Optional[Tuple[int, int]]] = [None] * len(first)
        for item, bound in (bounds or {}).items():
            number = index[item]
            if number >= len(first):
                raise ValueError(f"item {item!r}: bounds on a secondary item; only primary items have bounds")
            limits[number] = (int(bound[0]), int(bound[1]))
        colors = _Names()
        rows = [[_use(entry, index, colors) for entry in option] for option in options]
        prices = [] if costs is None else [int(cost) for cost in costs]
        if costs is not None and len(prices) != len(rows):
            raise ValueError(f"expected {len(rows)} costs, one for each option, found {len(prices)}")
        names = _Names()
        self._core = ProblemCore([names.of(item) for item in items], len(first), limits, rows, prices)
        self._items: Sequence[Hashable] = items
        self._index: Mapping[Hashable, int] = index
        self._colors: Mapping[str, Hashable] = colors.things

    @classmethod
    def _over(cls, core: ProblemCore, items: Sequence[Hashable]) -> Problem:
        problem = cls.__new__(cls)
        problem._core = core
        problem._items = items
        problem._index = {item: number for number, item in enumerate(items)}
        problem._colors = {}
        return problem

    @classmethod
    def from_matrix(cls, matrix: numpy.typing.ArrayLike, primary: Optional[int] = None) -> Problem:
        """The problem with an item for each column and an option for each row.

        Parameters
        ----------
        matrix : array of bool, shape (options, items)
            Read where it lies if it is a numpy array of bool, in any memory order; anything else is converted.
        primary : int, optional
            So many columns, the first ones, are primary items and the others secondary; by default all are primary.

        Raises
        ------
        ValueError
            If the array has not two dimensions, or a row without an item.

        Notes
        -----
        Items are the numbers of the columns. Time is linear in the size of the array.

        >>> Problem.from_matrix([[1, 1, 0], [0, 0, 1]]).first()
        [0, 1]
        """
        array = numpy.asarray(matrix, dtype=numpy.bool_)
        if array.ndim != 2:
            raise ValueError(f"expected an array of 2 dimensions, options and items, found {array.ndim}")
        return cls._over(ProblemCore.from_matrix(array, primary), range(array.shape[1]))

    @classmethod
    def from_text(cls, text: str) -> Problem:
        """The problem that a text in Knuth's format states, with bounds and costs as `dlx --help` documents them.

        Items and colors are strings.

        Raises
        ------
        ValueError
            With line and column of what cannot be read.

        >>> Problem.from_text("a b c\\na b\\nc\\n").count()
        1
        """
        core = ProblemCore.from_text(text)
        return cls._over(core, core.names())

    def to_text(self) -> str:
        """The problem in Knuth's format, one option a line. Items whose `str` is no name there are written as
        ``i`` and their number, and colors alike."""
        return self._core.to_text()

    @property
    def primary(self) -> List[Hashable]:
        """The primary items."""
        return list(self._items[: self._core.primary_count()])

    @property
    def secondary(self) -> List[Hashable]:
        """The secondary items."""
        return list(self._items[self._core.primary_count() :])

    def __len__(self) -> int:
        """How many options there are."""
        return self._core.option_count()

    def option(self, number: int) -> List[Any]:
        """What an option covers: items, and pairs of a secondary item and its color.

        Raises
        ------
        IndexError
            If there is no such option.
        """
        if number < 0:
            raise IndexError(f"option {number}")
        uses = self._core.option(number)
        return [
            self._items[item] if color is None else (self._items[item], self._colors.get(color, color))
            for item, color in uses
        ]

    @property
    def digest(self) -> str:
        """32 hexadecimal digits that tell problems apart, by the names of their items too."""
        return self._core.digest()

    def count(
        self,
        *,
        force: Iterable[int] = (),
        forbid: Iterable[int] = (),
        threads: int = 1,
        memory: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> int:
        """How many covers there are, exactly, however many.

        Parameters
        ----------
        force, forbid : iterable of int
            Count only covers with, and without, these options.
        threads : int
            So many threads, where it takes long.
        memory : int, optional
            The most bytes for tables that grow; by default half of what is available.
        timeout : float, optional
            Stop after so many seconds.

        Raises
        ------
        TimeoutError, MemoryError
            If a limit was reached; the message says how many covers there are at least.
        ValueError
            If there is no such option, or forced options exclude one another.

        Notes
        -----
        Covers are not met one by one where something better is found, so there is no bound but that of a search:
        exponential in the number of items at worst.
        """
        return self._core.count(list(force), list(forbid), threads, memory, timeout)

    def solutions(
        self,
        *,
        force: Iterable[int] = (),
        forbid: Iterable[int] = (),
        rule: str = "fewest",
        timeout: Optional[float] = None,
    ) -> Iterator[Cover]:
        """The covers one by one, each as it is found.

        Parameters
        ----------
        force, forbid : iterable of int
            Only covers with, and without, these options.
        rule : str
            Which item is covered next: ``fewest``, ``first``, ``preferred``, ``weighted`` or ``random:SEED``.
        timeout : float, optional
            Stop so many seconds after this call.

        Returns
        -------
        iterator of list of int
            The numbers of the options of each cover, ascending. The same problem gives the same covers in the same
            order, that of `dlx solve`. Nothing is searched before it is asked for.

        Raises
        ------
        TimeoutError
            From the iterator, which can then not be gone on with before the deadline is lifted.
        ValueError
            If there is no such option or rule, or forced options exclude one another.
        """
        return self._core.listing(list(force), list(forbid), rule, timeout)

    def __iter__(self) -> Iterator[Cover]:
        return self.solutions()

    def first(
        self,
        *,
        force: Iterable[int] = (),
        forbid: Iterable[int] = (),
        rule: str = "fewest",
        timeout: Optional[float] = None,
    ) -> Optional[Cover]:
        """The first cover, or None if there is none. Parameters and errors are those of `solutions`."""
        return next(self.solutions(force=force, forbid=forbid, rule=rule, timeout=timeout), None)

    def best(
        self,
        k: int = 1,
        *,
        force: Iterable[int] = (),
        forbid: Iterable[int] = (),
        memory: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> List[Tuple[int, Cover]]:
        """The `k` cheapest covers, the cheapest first, each after its cost; fewer if there are no more.

        Raises
        ------
        TimeoutError, MemoryError
            If a limit was reached before it was proved that these are the cheapest.
        ValueError
            As `count`.

        Notes
        -----
        A search that prunes by bounds; exponential in the number of items at worst.
        """
        return self._core.best(k, list(force), list(forbid), memory, timeout)

    def compile(
        self,
        *,
        force: Iterable[int] = (),
        forbid: Iterable[int] = (),
        memory: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> Diagram:
        """All covers in one diagram, to be counted, drawn and asked about at once.

        Raises
        ------
        TimeoutError, MemoryError
            If a limit was reached. The bound of memory is that of `count`.

        Notes
        -----
        Time and memory are linear in the size of the diagram and of the states on the way to it, which may be far
        smaller than the number of covers, or exponential.
        """
        return Diagram(self._core.compile(list(force), list(forbid), memory, timeout))

    def sample(
        self,
        n: int = 1,
        *,
        seed: int = 0,
        force: Iterable[int] = (),
        forbid: Iterable[int] = (),
        memory: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> List[Cover]:
        """`n` covers, each drawn from all with equal probability; none if there is no cover.

        The same seed gives the same covers. Compiles the problem first, with the errors of `compile`: to draw again
        and again, keep the diagram.
        """
        begun = time.monotonic()
        diagram = self.compile(force=force, forbid=forbid, memory=memory, timeout=timeout)
        left = None if timeout is None else max(0.0, timeout - (time.monotonic() - begun))
        return diagram.sample(n, seed=seed, memory=memory, timeout=left)

    def check(self, cover: Iterable[int]) -> None:
        """Does nothing if these options are a cover.

        Raises
        ------
        ValueError
            If they are none; the message says which item is covered how often.
        """
        self._core.check(list(cover))

    def __repr__(self) -> str:
        primary = self._core.primary_count()
        return f"<Problem: {primary} primary items, {len(self._items) - primary} secondary, {len(self)} options>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        return self.digest == other.digest and list(self._items) == list(other._items)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __reduce__(self) -> Tuple[Any, ...]:
        bounds = {
            item: bound for item, bound in zip(self.primary, self._core.bounds()) if tuple(bound) != (1, 1)
        }
        options = [self.option(number) for number in range(len(self))]
        return _problem, (self.primary, self.secondary, options, bounds, self._core.costs())


def _problem(
    primary: List[Hashable],
    secondary: List[Hashable],
    options: List[List[Any]],
    bounds: Dict[Hashable, Tuple[int, int]],
    costs: List[int],
) -> Problem:
    return Problem(primary, secondary, options, bounds=bounds, costs=costs)


def _use(entry: Any, index: Mapping[Hashable, int], colors: _Names) -> Tuple[int, Optional[str]]:
    """The number of an item and the name of its color. A pair that is itself an item is that item."""
    try:
        number = index.get(entry)
    except TypeError:
        number = None
    if number is not None:
        return number, None
    if isinstance(entry, tuple) and len(entry) == 2:
        return index[entry[0]], colors.of(entry[1])
    raise KeyError(entry)


class _Names:
    """Names that Knuth's format can carry, each of one thing."""

    __slots__ = ("names", "things")

    def __init__(self) -> None:
        self.names: Dict[Hashable, str] = {}
        self.things: Dict[str, Hashable] = {}

    def of(self, thing: Hashable) -> str:
        name = self.names.get(thing)
        if name is None:
            name = str(thing)
            if not name.isprintable() or name in self.things or not name or set(name) & set(" :|"):
                name = f"i{len(self.names)}"
                while name in self.things:
                    name += "_"
            self.names[thing] = name
            self.things[name] = thing
        return name


class Diagram:
    """All covers of a problem, each to be had without a search. Made by `Problem.compile`."""

    __slots__ = ("_core",)

    def __init__(self, core: DiagramCore) -> None:
        self._core = core

    @classmethod
    def from_bytes(cls, data: bytes) -> Diagram:
        """The diagram that `to_bytes` or `dlx compile` wrote.

        Raises
        ------
        ValueError
            If the bytes are no diagram.
        """
        return cls(DiagramCore.from_bytes(data))

    def to_bytes(self) -> bytes:
        """The diagram and its problem, as `dlx compile` writes them."""
        return bytes(self._core.to_bytes())

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return self._core.nodes()

    def count(self) -> int:
        """How many covers there are. Linear in the nodes."""
        return self._core.count()

    def __contains__(self, cover: Iterable[int]) -> bool:
        """Whether these options are one of the covers. Linear in the length of a path."""
        return self._core.contains(list(cover))

    def nth(self, place: int) -> Cover:
        """The cover at this place, counted from 0, in the diagram's own order.

        Raises
        ------
        IndexError
            If there are not so many.
        """
        cover = self._core.nth(place) if place >= 0 else None
        if cover is None:
            raise IndexError(f"cover {place}")
        return cover

    def sample(
        self, n: int = 1, *, seed: int = 0, memory: Optional[int] = None, timeout: Optional[float] = None
    ) -> List[Cover]:
        """`n` covers, each drawn from all with equal probability; none if there is no cover.

        Raises
        ------
        TimeoutError, MemoryError
            If a limit was reached; `memory` is the most bytes for the list, by default half of what is available.
        """
        return self._core.sample(n, seed, memory, timeout)

    def best(self, k: int = 1) -> List[Tuple[int, Cover]]:
        """The `k` cheapest covers, the cheapest first, each after its cost."""
        return self._core.best(k)

    def marginals(self) -> List[int]:
        """For each option in how many covers it is."""
        return self._core.marginals()

    def __repr__(self) -> str:
        return f"<Diagram: {self.nodes} nodes>"

    def __reduce__(self) -> Tuple[Any, ...]:
        return Diagram.from_bytes, (self.to_bytes(),)


__all__ = ["Cover", "Diagram", "Listing", "Problem"]
