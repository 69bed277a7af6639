"""Diagrams of all covers of a problem."""

from __future__ import annotations

import importlib
from typing import Any, Hashable, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from ._answers import Cover, Priced
from ._arguments import fresh, limits, whole
from ._excover import DiagramCore
from ._html import table
from ._objects import Objects


class Branch(NamedTuple):
    """A branch of a decision diagram. Others are named by number: 0 is no cover, 1 is the empty cover, and the first
    branch of a list has number 2."""

    #: The number of the option, also where options have labels.
    option: int
    #: The covers without the option.
    lo: int
    #: The covers with the option, the option itself left out.
    hi: int


class Diagram:
    """A diagram of all covers of a problem, which answers questions without a search. See `Problem.compile`.

    It is a set of covers: it has a length, contains covers, can be iterated, and can be combined with other diagrams of
    the same problem by ``|``, ``&`` and ``-``. Covers are lists of the labels of their options, as in `Problem.solutions`.

    Examples
    --------
    >>> from excover import Problem
    >>> diagram = Problem("abc", options=["ab", "c", "a", "bc"]).compile()
    >>> len(diagram), list(diagram), [2, 3] in diagram
    (2, [[0, 1], [2, 3]], True)
    >>> list(diagram - diagram.given(force=[0]))
    [[2, 3]]
    """

    __slots__ = ("_core", "_objects")
    _core: DiagramCore
    _objects: Objects

    def __init__(self) -> None:
        raise TypeError("diagrams are made by Problem.compile and Diagram.from_bytes")

    @classmethod
    def _over(cls, core: DiagramCore, objects: Objects) -> Diagram:
        diagram = cls.__new__(cls)
        diagram._core, diagram._objects = core, objects
        return diagram

    @classmethod
    def from_bytes(cls, data: bytes, *, labels: Optional[Iterable[Hashable]] = None) -> Diagram:
        """Read a diagram written by `to_bytes` or `dlx compile`.

        Parameters
        ----------
        data : bytes
        labels : iterable of hashable, optional
            The labels of the options, which the bytes do not contain; by default their numbers.

        Returns
        -------
        Diagram

        Raises
        ------
        ValueError
            If the bytes are not a diagram.
        """
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"data: expected bytes, found a {type(data).__name__}")
        core = DiagramCore.from_bytes(bytes(data))
        known = None if labels is None else list(labels)
        if known is not None and len(known) != core.problem()[1]:
            raise ValueError(f"labels: expected {core.problem()[1]}, one for each option, found {len(known)}")
        return cls._over(core, Objects((), labels=known))

    def to_bytes(self) -> bytes:
        """Return the diagram and its problem in the format of `dlx compile`. Labels are not part of it."""
        return bytes(self._core.to_bytes())

    def to_dot(self) -> str:
        """Return the diagram in the language of Graphviz."""
        return self._core.to_dot()

    def to_oxidd(self, manager: Any = None) -> Any:
        """Return the diagram as a `ZBDDFunction` of the package `oxidd`, in which the variables are the options.

        Parameters
        ----------
        manager : oxidd.zbdd.ZBDDManager, optional
            The manager to build it with, which gets a new variable for each option; by default a new one.
        """
        oxidd = _imported("oxidd.zbdd", "oxidd")
        if manager is None:
            manager = oxidd.ZBDDManager(1 << 22, 1 << 18, 1)
        first = manager.add_vars(self._core.problem()[1]).start
        made = [manager.empty(), manager.base()]
        for option, lo, hi in self.branches():
            made.append(made[lo] | made[hi].change(first + option))
        return made[self._root(len(made))]

    def to_graphillion(self) -> Any:
        """Return the diagram as a `setset` of the package `graphillion`, whose universe becomes the labels of the options."""
        graphillion = _imported("graphillion", "graphillion")
        setset, objects = graphillion.setset, self._objects
        setset.set_universe([objects.label(number) for number in range(self._core.problem()[1])])
        made = [setset([]), setset([set()])]
        for option, lo, hi in self.branches():
            made.append(made[lo] | made[hi].join(setset([{objects.label(option)}])))
        return made[self._root(len(made))]

    def _root(self, made: int) -> int:
        """Return the number of the branch that stands for all covers, if this many are made with the two constants."""
        return made - 1 if made > 2 else min(self.count(), 1)

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return self._core.nodes()

    def branches(self, *, memory: Optional[int] = None) -> List[Branch]:
        """Return the diagram as a zero-suppressed decision diagram, for other libraries of such diagrams.

        Each branch comes after its children, so the last one stands for all covers; the list is empty if there is at
        most the empty cover. Products of parts of the problem are written out, which may take many more branches than
        `nodes`.

        Parameters
        ----------
        memory : int, optional
            Maximum size of the list in bytes; by default half of the available memory.

        Returns
        -------
        list of Branch

        Raises
        ------
        MemoryError
            If the memory limit was reached.

        Examples
        --------
        >>> from excover import Problem
        >>> Problem("ab", options=["a", "b", "ab"]).compile().branches()
        [Branch(option=1, lo=0, hi=1), Branch(option=2, lo=0, hi=1), Branch(option=0, lo=3, hi=2)]
        """
        return [Branch(*branch) for branch in self._core.branches(limits(memory=memory))]

    def count(self) -> int:
        """Return the number of covers. Takes time linear in the number of nodes."""
        return self._core.count()

    def __contains__(self, cover: object) -> bool:
        """Return whether these options are one of the covers. Takes time linear in the length of a path."""
        if not isinstance(cover, Iterable):
            return False
        try:
            return self._core.contains(self._objects.option_numbers(cover, "cover"))
        except (TypeError, ValueError):
            return False

    def __len__(self) -> int:
        """Return the number of covers. Lengths in Python have 63 bits; `count` returns any number."""
        number = self.count()
        if number >= 2**63:
            raise OverflowError(f"expected a number of covers below 2**63 for len, found {number}; use count()")
        return number

    def __bool__(self) -> bool:
        """Return whether there is a cover."""
        return self._core.nth(0) is not None

    def __iter__(self) -> Iterator[Cover]:
        """Return an iterator over the covers, in the order of `nth`."""
        first, page = 0, 1
        while True:
            covers = self._core.page(first, page)
            yield from map(self._objects.cover, covers)
            if len(covers) < page:
                return
            first, page = first + page, min(2 * page, 1024)

    def __or__(self, other: Diagram) -> Diagram:
        """Return the covers that are in one of two diagrams of a problem."""
        found: Diagram = self._combined(other, "|")
        return found

    def __and__(self, other: Diagram) -> Diagram:
        """Return the covers that are in both diagrams of a problem."""
        found: Diagram = self._combined(other, "&")
        return found

    def __sub__(self, other: Diagram) -> Diagram:
        """Return the covers that are in this diagram of a problem and not in the other."""
        found: Diagram = self._combined(other, "-")
        return found

    def _combined(self, other: object, operation: str) -> Any:
        if not isinstance(other, Diagram):
            return NotImplemented
        return Diagram._over(self._core.combined(other._core, operation, limits()), self._objects)

    def given(self, *, force: Iterable[Any] = (), forbid: Iterable[Any] = ()) -> Diagram:
        """Return the covers with, and without, some options.

        Parameters
        ----------
        force, forbid : iterable of labels
            The options, each by its label.

        Returns
        -------
        Diagram

        Raises
        ------
        ValueError
            If an option does not exist.
        """
        numbers = self._objects.option_numbers
        return Diagram._over(self._core.given(numbers(force, "force"), numbers(forbid, "forbid")), self._objects)

    def nth(self, place: int) -> Cover:
        """Return the cover at an index, in the order of the diagram.

        Parameters
        ----------
        place : int
            The index, from 0.

        Returns
        -------
        list

        Raises
        ------
        IndexError
            If the index is out of range.

        Notes
        -----
        Takes time linear in the length of a path, after the first call.
        """
        number = whole(place, "place", least=-(2**63), most=None)
        cover = self._core.nth(number) if number >= 0 else None
        if cover is None:
            raise IndexError(f"place: expected a number below {self.count()}, found {place}")
        return self._objects.cover(cover)

    def sample(
        self, n: int = 1, *, seed: Optional[int] = 0, memory: Optional[int] = None, timeout: Optional[float] = None
    ) -> List[Cover]:
        """Return `n` covers, each drawn uniformly from all covers.

        Parameters
        ----------
        n : int
            Number of covers.
        seed : int, optional
            The same seed gives the same covers, None others at each call.
        memory : int, optional
            Maximum size of the list in bytes; by default half of the available memory.
        timeout : float, optional
            Time limit in seconds.

        Returns
        -------
        list of lists
            An empty list if there is no cover.

        Raises
        ------
        TimeoutError, MemoryError
            If a limit was reached.

        Notes
        -----
        Takes time linear in the number of nodes once, and in the length of a path for each cover.
        """
        number = whole(n, "n", most=2**63 - 1)
        found = self._core.sample(number, fresh(seed), limits(timeout, memory))
        return [self._objects.cover(cover) for cover in found]

    def best(self, k: int = 1) -> List[Priced]:
        """Return the `k` cheapest covers.

        Parameters
        ----------
        k : int
            Number of covers.

        Returns
        -------
        list of Priced
            Pairs of cost and cover, the cheapest first; fewer than `k` if there are no more.
        """
        return [Priced(cost, self._objects.cover(cover)) for cost, cover in self._core.best(whole(k, "k"))]

    def marginals(self) -> List[int]:
        """Return the number of covers that contain each option, in the order of the options."""
        return self._core.marginals()

    def __repr__(self) -> str:
        return f"<Diagram: {self.nodes} nodes>"

    def _repr_html_(self) -> str:
        """Return a table for notebooks: how many covers there are, and the options that most of them contain."""
        number = self.count()
        rows: List[Any] = [("covers", f"{number:,}"), ("nodes", f"{self.nodes:,}")]
        if number:
            marginals = enumerate(self.marginals())
            often = sorted(marginals, key=lambda one: -one[1])[:5]
            shares = [f"{self._objects.label(option)!r} {share / number:.0%}" for option, share in often]
            rows.append(("options in most covers", ", ".join(shares)))
        return table("Diagram", (), rows)

    def __reduce__(self) -> Tuple[Any, ...]:
        return _read, (self.to_bytes(), self._objects.labels)


def _read(data: bytes, labels: Optional[Sequence[Hashable]]) -> Diagram:
    return Diagram.from_bytes(data, labels=labels)


def _imported(module: str, package: str) -> Any:
    """Return a module of a package that is not installed with this one."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise ImportError(f"expected the package {package}, found none; pip install {package}") from None


__all__ = ["Branch", "Diagram"]
