"""Symmetries of problems."""

from __future__ import annotations

from itertools import islice
from typing import Any, Callable, Dict, Hashable, Iterator, List, Literal, Mapping, NamedTuple, Optional, Tuple, Union, overload

from ._answers import BestProgress, PricedOrbit, Progress, Representative, best_teller, count_of, covers_in_limits, teller
from ._arguments import Limits, bound, limits, whole
from ._excover import SymmetriesCore
from ._html import SHOWN, table, texts
from ._objects import Objects
from ._results import Count

#: A symmetry as an argument: in text such as ``(a b c)(d e)``, as a mapping of items, and of pairs of an item and a
#: color, to their images, or as one that `Symmetries.generators` returns.
Generator = Union[str, Mapping[Any, Any], "Symmetry"]


class Symmetry(NamedTuple):
    """A permutation of the items and options of a problem that maps covers to covers."""

    #: The items that it moves, each with its image.
    items: Dict[Hashable, Hashable]
    #: The labels of the options that it moves, each with its image.
    options: Dict[Any, Any]
    #: The pairs of an item and a color that it moves, each with its image.
    colors: Dict[Tuple[Hashable, Hashable], Tuple[Hashable, Hashable]]


class Symmetries:
    """Symmetries of a problem: permutations of its options that come from a renaming of its items and colors.

    A symmetry maps primary items to primary items with the same bounds, secondary items to secondary items, and
    options to options of the same cost. Made by `Problem.symmetries`.
    """

    __slots__ = ("_core", "_objects")
    _core: SymmetriesCore
    _objects: Objects

    def __init__(self) -> None:
        raise TypeError("symmetries are made by Problem.symmetries")

    @classmethod
    def _over(cls, core: SymmetriesCore, objects: Objects) -> Symmetries:
        symmetries = cls.__new__(cls)
        symmetries._core, symmetries._objects = core, objects
        return symmetries

    @property
    def order(self) -> int:
        """The number of permutations of the options."""
        return self._core.order()

    @property
    def kernel_order(self) -> int:
        """The number of permutations of items and colors that change no option."""
        return self._core.kernel_order()

    def generators(self) -> List[Symmetry]:
        """Return symmetries of which all others are products."""
        items, colors_of, label = self._objects.items, self._objects.colors, self._objects.label

        def pair(use: Tuple[int, Optional[str]]) -> Tuple[Hashable, Hashable]:
            item, color = use
            return items[item], None if color is None else colors_of.get(color, color)

        return [
            Symmetry(
                {items[item]: items[image] for item, image in moved},
                {label(option): label(image) for option, image in options},
                {pair(colored): pair(image) for colored, image in colors},
            )
            for moved, options, colors in self._core.generators()
        ]

    def item_orbits(self) -> List[List[Hashable]]:
        """Return the orbits of the items: lists of items that symmetries map to one another."""
        items = self._objects.items
        return [[items[item] for item in orbit] for orbit in self._core.item_orbits()]

    def option_orbits(self) -> List[List[Any]]:
        """Return the orbits of the options, each as a list of their labels."""
        return [self._objects.cover(orbit) for orbit in self._core.option_orbits()]

    @overload
    def count(
        self,
        *,
        limit: Optional[int] = ...,
        partial: Literal[False] = ...,
        threads: int = ...,
        memory: Optional[int] = ...,
        nodes: Optional[int] = ...,
        progress: Optional[Callable[[Progress], object]] = ...,
        timeout: Optional[float] = ...,
    ) -> int: ...
    @overload
    def count(
        self,
        *,
        limit: Optional[int] = ...,
        partial: Literal[True],
        threads: int = ...,
        memory: Optional[int] = ...,
        nodes: Optional[int] = ...,
        progress: Optional[Callable[[Progress], object]] = ...,
        timeout: Optional[float] = ...,
    ) -> Count: ...
    def count(
        self,
        *,
        limit: Optional[int] = None,
        partial: bool = False,
        threads: int = 1,
        memory: Optional[int] = None,
        nodes: Optional[int] = None,
        progress: Optional[Callable[[Progress], object]] = None,
        timeout: Optional[float] = None,
    ) -> Union[int, Count]:
        """Return the number of covers up to symmetry.

        Parameters
        ----------
        limit, partial, threads, memory, nodes, progress, timeout
            As for `Problem.count`.

        Returns
        -------
        int, or Count if `partial`

        Raises
        ------
        TimeoutError, MemoryError, NodeLimitError
            As `Problem.count`.
        """
        return self._count(limit, partial, limits(timeout, memory, nodes, threads, teller(progress, Progress)))

    def _count(self, limit: Optional[int], partial: bool, within: Limits) -> Union[int, Count]:
        return count_of(self._core.count(bound(limit, "limit"), partial, within), partial)

    def best(
        self,
        k: int = 1,
        *,
        all_optimal: bool = False,
        threads: int = 1,
        memory: Optional[int] = None,
        nodes: Optional[int] = None,
        progress: Optional[Callable[[BestProgress], object]] = None,
        timeout: Optional[float] = None,
    ) -> List[PricedOrbit]:
        """Return a cover of each of the `k` cheapest orbits, with its cost and the number of covers of its orbit.

        Parameters
        ----------
        k : int
            Number of orbits.
        all_optimal : bool
            Return all orbits of the least cost in place of `k`.
        threads, memory, nodes, progress, timeout
            As for `Problem.best`.

        Returns
        -------
        list of PricedOrbit
            The cheapest first, of each orbit the cover that is first in the order of options; fewer than `k` if there are
            no more.

        Raises
        ------
        TimeoutError, MemoryError, NodeLimitError
            As `Problem.best`.

        Examples
        --------
        >>> from excover import Problem
        >>> Problem("abcd", options=["ab", "bc", "cd", "da"]).symmetries().best(k=3)
        [PricedOrbit(cost=0, cover=[0, 2], orbit=2)]
        """
        number, objects = whole(k, "k"), self._objects

        def orbits(found: List[Any]) -> List[Any]:
            return [PricedOrbit(cost, objects.cover(cover), orbit) for cost, cover, orbit in found]

        with covers_in_limits(orbits):
            within = limits(timeout, memory, nodes, threads, best_teller(progress, objects))
            return orbits(self._core.best(None if all_optimal else number, within))

    def representatives(
        self, *, threads: int = 1, timeout: Optional[float] = None
    ) -> Iterator[Representative]:
        """Return an iterator over one cover of each orbit, each with the number of covers of its orbit.

        Parameters
        ----------
        threads : int
            Number of threads. The covers and their order are the same for any number. With one thread, the search runs
            only while the iterator is advanced; with several, it runs ahead by up to about 1000 covers.
        timeout : float, optional
            Time limit in seconds, counted from this call.

        Returns
        -------
        iterator of Representative

        Raises
        ------
        TimeoutError
            From the iterator, after the time limit.

        Notes
        -----
        With more than 100,000 symmetries, or than 4 million divided by the number of options, one thread is used.

        Examples
        --------
        >>> from excover import Problem
        >>> list(Problem("abcd", options=["ab", "bc", "cd", "da"]).symmetries().representatives())
        [Representative(cover=[0, 2], orbit=2)]
        """
        cover = self._objects.cover
        found = self._core.representatives(limits(timeout, threads=threads))
        # A map can be continued after an exception, and a generator cannot.
        return map(lambda pair: Representative(cover(pair[0]), pair[1]), found)

    def __repr__(self) -> str:
        return f"<Symmetries: order {self.order}>"

    def _repr_html_(self) -> str:
        """Return a table for notebooks: the order, the orbits of the items and the generators."""
        orbits = [orbit for orbit in self.item_orbits() if len(orbit) > 1]
        rows: List[Any] = [("order", f"{self.order:,}"), ("orbits of items", texts(list(map(texts, orbits))))]
        for number, generator in enumerate(islice(self.generators(), SHOWN)):
            moved = [f"{item} → {image}" for item, image in generator.items.items()]
            rows.append((f"generator {number}", texts(moved) or f"{len(generator.options)} options"))
        return table("Symmetries", (), rows)


def is_comment(line: str) -> bool:
    """Return whether a line of a file of generators is blank or a comment."""
    return line.lstrip()[:1] in ("", "|")


class GeneratorWriter:
    """Writes generators as text, which the library reads and verifies."""

    __slots__ = ("names", "objects", "colors")

    def __init__(self, names: List[str], objects: Objects) -> None:
        self.names, self.objects = names, objects
        self.colors = {color: name for name, color in objects.colors.items()}

    def text(self, generator: Any, place: str) -> str:
        """Return the text of a generator."""
        if isinstance(generator, Symmetry):
            images: Mapping[Any, Any] = {**generator.items, **generator.colors}
            number = self.objects.option_number
            options: Mapping[int, int] = {
                number(option, place): number(image, place) for option, image in generator.options.items()
            }
        elif isinstance(generator, Mapping):
            images, options = generator, {}
        else:
            found = type(generator).__name__
            raise TypeError(f"{place}: expected a str, a mapping or a Symmetry, found {found}")
        text = _cycles(images, lambda entry: self.name(entry, place), place)
        return f"{text} options {_cycles(options, str, place)}" if options else text

    def name(self, entry: Any, place: str) -> str:
        """Return the name of an item, or of a pair of an item and a color."""
        try:
            number = self.objects.index.get(entry)
            if number is not None:
                return self.names[number]
            if isinstance(entry, tuple) and len(entry) == 2:
                # The colors of a problem that was read from text are their names.
                color = self.colors[entry[1]] if self.colors else entry[1]
                if isinstance(color, str) and color.split() == [color]:
                    return f"{self.names[self.objects.index[entry[0]]]}:{color}"
        except (KeyError, TypeError):
            pass
        expected = "an item of the problem or a pair of an item and its color"
        raise ValueError(f"{place}: expected {expected}, found {entry!r}")


def _cycles(images: Mapping[Any, Any], name: Callable[[Any], str], place: str) -> str:
    """Return the cycles of a permutation as text."""
    names = {entry: name(entry) for pair in images.items() for entry in pair}
    rest = dict(images)
    cycles = []
    while rest:
        first, image = rest.popitem()
        cycle = [names[first]]
        while image in rest:
            cycle.append(names[image])
            image = rest.pop(image)
        if image != first:
            found = "twice as an image" if image in images else "without an image"
            raise ValueError(f"{place}: expected a permutation, found {image!r} {found}")
        # Names may contain parentheses, and end at blanks.
        cycles.append(f"({' '.join(cycle)} )")
    return "".join(cycles)


__all__ = ["Generator", "GeneratorWriter", "Symmetries", "Symmetry", "is_comment"]
