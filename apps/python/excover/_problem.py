"""Problems with arbitrary hashable items, and diagrams of all their covers."""

from __future__ import annotations

import math
import re
import time
from contextlib import contextmanager
from decimal import Decimal
from difflib import get_close_matches
from itertools import islice, starmap
from numbers import Integral
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Hashable,
    Iterable,
    Iterator,
    List,
    Literal,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    Union,
    overload,
)

from ._arguments import Limits, Number, bound, decimal, limits, whole, wholes
from ._excover import DiagramCore, ProblemCore, SymmetriesCore
from ._results import Count, NodeLimitError, Svg

if TYPE_CHECKING:
    import numpy
    import numpy.typing

#: A cover: the numbers of its options in ascending order. Options are numbered from 0 in the order given.
Cover = List[int]

#: A symmetry as an argument: in text such as ``(a b c)(d e)``, as a mapping of items, and of pairs of an item and a
#: color, to their images, or as one that `Symmetries.generators` returns.
Generator = Union[str, Mapping[Any, Any], "Symmetry"]

#: A rule for choosing the next item of a search. ``random:SEED`` is another one.
Rule = Union[Literal["fewest", "first", "preferred"], str]

#: The number of options and of items that a notebook shows of a problem.
_SHOWN = 20


class Priced(NamedTuple):
    """A cover with its cost."""

    #: An `int` if all costs of the problem are whole numbers, and a `Decimal` otherwise.
    cost: Union[int, Decimal]
    cover: Cover


class BestProgress(NamedTuple):
    """What a search for the cheapest covers knows at a moment."""

    #: The cost of the best cover found so far, `None` if none is found: an `int` or a `Decimal`, as in `Priced`.
    cost: Union[None, int, Decimal]
    #: The best cover found so far.
    cover: Optional[Cover]
    #: A cost below which there is no cover, and with ``maximize`` above which there is none; `None` if none is known.
    bound: Union[None, int, Decimal]
    #: Nodes of the search.
    nodes: int
    #: Seconds since the call.
    elapsed: float

    @property
    def gap(self) -> Optional[float]:
        """The difference of cost and bound as a share of the cost, `None` if one of them is not known."""
        if self.cost is None or self.bound is None:
            return None
        cost, limit = Decimal(self.cost), Decimal(self.bound)
        return float(abs(cost - limit) / abs(cost)) if cost else (math.inf if limit else 0.0)


class Representative(NamedTuple):
    """A cover that stands for its orbit: for all covers that symmetries map it to."""

    cover: Cover
    #: The number of covers of the orbit.
    orbit: int


class PricedOrbit(NamedTuple):
    """A cover that stands for its orbit, with its cost."""

    #: An `int` if all costs of the problem are whole numbers, and a `Decimal` otherwise.
    cost: Union[int, Decimal]
    cover: Cover
    #: The number of covers of the orbit.
    orbit: int


def _teller(progress: Optional[Callable[[BestProgress], object]]) -> Optional[Callable[..., object]]:
    """Return the function that the core calls, which takes the fields of `BestProgress` one by one."""
    if progress is None:
        return None
    if not callable(progress):
        raise TypeError(f"progress: expected a function, found {progress!r}")
    return lambda *fields: progress(BestProgress(*fields))


@contextmanager
def _covers_as(kind: Callable[..., Any]) -> Iterator[None]:
    """Give the covers of an exception for a limit the type in which they would be returned."""
    try:
        yield
    except (TimeoutError, MemoryError, NodeLimitError) as error:
        if "covers" in vars(error):
            vars(error)["covers"] = list(starmap(kind, vars(error)["covers"]))
        raise


class Reason(NamedTuple):
    """A reason why a problem has no cover: no choice of the options covers all of the items without a conflict."""

    #: Primary items that cannot be covered together.
    items: List[Hashable]
    #: The options that cover one of these items.
    options: List[int]
    #: The forced options that cover one of these items or of the conflicts.
    given: List[int]
    #: The other items that the options would cover too often.
    conflicts: List[Hashable]
    #: True if no item can be left out.
    minimal: bool
    #: The reason in words.
    text: str

    def __repr__(self) -> str:
        return f"<Reason: items {self.items!r}, conflicts {self.conflicts!r}>"


class Finding(NamedTuple):
    """Something about a problem that is probably a mistake."""

    #: What was found, such as ``no_options``, ``totals``, ``repeated`` or ``misspelt``.
    kind: str
    #: The finding in words.
    text: str
    #: The items that it is about.
    items: List[Hashable]
    #: The options that it is about.
    options: List[int]
    #: True if it proves that the problem has no cover.
    is_proof: bool


class UnknownItemError(KeyError):
    """An option or a bound contains an item that the problem does not have."""

    def __str__(self) -> str:
        # A KeyError shows the repr of its message.
        return str(self.args[0])


class Problem:
    """An exact cover problem: choose options so that every primary item is covered exactly once.

    Parameters
    ----------
    primary : iterable of hashable
        Items that must be covered exactly once, or as often as their bounds say.
    secondary : iterable of hashable
        Items that may be covered at most once, or any number of times in one color.
    options : iterable of iterables
        The contents of each option: items, or pairs ``(item, color)`` of a secondary item and a hashable color, or
        pairs ``(item, weight)`` of an item with bounds and a number of 1 or more: how often the option counts there.
    bounds : mapping of item to (int or None, int or None), optional
        For primary items, the smallest and largest number of times that they are covered; None for no limit.
    costs : sequence of numbers, or mapping of int to numbers, optional
        A cost for each option, or a mapping of numbers of options to their costs, in which other options cost 0. A cost
        is an `int`, a `Decimal` or a `float`, and may be negative. A `float` counts as the decimal number that it is
        printed as, so that 0.1 is a tenth; sums are exact. The sum of all costs, without their signs and in units of
        the last decimal place, must fit in 64 bits.
    geometry : str, optional
        Where the items are in a picture, in the language of `dlx help geometry`, such as
        ``1 packing cell=<row><column>``.

    Raises
    ------
    ValueError
        If an option is empty, contains an item twice or gives a primary item a color, if an item is declared
        twice, if the number of costs is not that of options, or if the geometry is not valid.
    TypeError
        If there are secondary items but no `options`: the second argument is not the options.
    UnknownItemError
        If an option or a bound contains an unknown item; a `KeyError`.

    Notes
    -----
    A problem is immutable. Several threads can use it at once, and it can be pickled if its items can be. Searches
    run without the interpreter lock; Ctrl-C stops them. Building a problem takes time and memory linear in the size
    of the options.

    Examples
    --------
    >>> Problem("abc", options=["ab", "c", "a", "bc"]).first()
    [0, 1]
    >>> Problem(["p"], ["x"], [["p", ("x", "red")], ["p", ("x", "blue")]]).count()
    2

    Two dice together show nine:

    >>> throws = [[die, ("sum", number)] for die in ("red", "blue") for number in range(1, 7)]
    >>> Problem(["red", "blue", "sum"], options=throws, bounds={"sum": (9, 9)}).count()
    4
    """

    __slots__ = ("_core", "_items", "_index", "_colors", "_geometry", "_invented", "__weakref__")

    def __init__(
        self,
        primary: Iterable[Hashable],
        secondary: Iterable[Hashable] = (),
        options: Optional[Iterable[Iterable[Any]]] = None,
        *,
        bounds: Optional[Mapping[Any, Tuple[Optional[int], Optional[int]]]] = None,
        costs: Union[None, Sequence[Number], Mapping[int, Number]] = None,
        geometry: Optional[str] = None,
    ) -> None:
        first = list(primary)
        items: List[Hashable] = first + list(secondary)
        if options is None and len(items) > len(first):
            found = f"{len(items) - len(first)} secondary items alone"
            raise TypeError(f"options: expected Problem(primary, options=...) or a third argument, found {found}")
        index: Dict[Hashable, int] = {}
        for number, item in enumerate(items):
            if index.setdefault(item, number) != number:
                raise ValueError(f"item {item!r} is declared twice")
        ranges: List[Optional[Tuple[int, Optional[int]]]] = [None] * len(first)
        for item, bound in (bounds or {}).items():
            if item not in index:
                raise _unknown("bounds", item, items)
            number = index[item]
            if number >= len(first):
                hint = "a primary item with bounds such as (0, 3) may be covered several times and need not be"
                raise ValueError(f"item {item!r}: bounds on a secondary item; {hint}")
            low, high = bound
            place = f"bounds of {item!r}"
            ranges[number] = (
                0 if low is None else whole(low, place, most=2**32 - 1),
                None if high is None else whole(high, place, most=2**32 - 1),
            )
        names = _Names("i")
        item_names = [names.of(item) for item in items]
        colors = _Names("c", names)
        rows = [
            [_use(entry, index, len(first), colors, number) for entry in option]
            for number, option in enumerate(options or ())
        ]
        self._invented: Mapping[str, Hashable] = {**names.invented, **colors.invented}
        with self._own_names():
            self._core = ProblemCore(item_names, len(first), ranges, rows, _prices(costs, len(rows)))
        self._geometry = None if geometry is None else ProblemCore.geometry(geometry)
        self._items: Sequence[Hashable] = items
        self._index: Mapping[Hashable, int] = index
        self._colors: Mapping[str, Hashable] = colors.things

    @classmethod
    def _over(
        cls,
        core: ProblemCore,
        items: Sequence[Hashable],
        geometry: Optional[str] = None,
        invented: Mapping[str, Hashable] = {},
    ) -> Problem:
        problem = cls.__new__(cls)
        problem._core = core
        problem._geometry = geometry
        problem._items = items
        problem._index = {item: number for number, item in enumerate(items)}
        problem._colors = {}
        problem._invented = invented
        return problem

    @contextmanager
    def _own_names(self) -> Iterator[None]:
        """Replace invented names in errors."""
        try:
            yield
        except (ValueError, MemoryError) as error:
            error.args = tuple(_own(text, self._invented) if isinstance(text, str) else text for text in error.args)
            raise

    @classmethod
    def from_matrix(cls, matrix: numpy.typing.ArrayLike, primary: Optional[int] = None) -> Problem:
        """Build a problem with an item for each column and an option for each row.

        Parameters
        ----------
        matrix : array, shape (options, items)
            An array of False and True, or of 0 and 1; a DataFrame of pandas or polars is one. A numpy array of bool, in
            any memory order, is read without copying; anything else is converted.
        primary : int, optional
            The number of columns, from the first, that are primary items; the others are secondary. By default all
            are primary.

        Raises
        ------
        ValueError
            If the array does not have two dimensions, has a row without an item, or has an entry that is none of 0, 1,
            False and True; the message has its row and column.

        Returns
        -------
        Problem
            Its items are the numbers of the columns; of a DataFrame, their names.

        Notes
        -----
        Takes time linear in the size of the array.

        Examples
        --------
        >>> Problem.from_matrix([[1, 1, 0], [0, 0, 1]]).first()
        [0, 1]
        """
        array = covered(matrix)
        columns = getattr(matrix, "columns", None)
        items: Sequence[Hashable] = range(array.shape[1]) if columns is None else list(columns)
        if len(set(items)) < len(items):
            raise ValueError("columns: expected names that differ, found one twice")
        first = None if primary is None else whole(primary, "primary")
        names = _Names("i")
        return cls._over(
            ProblemCore.from_matrix(array, first, [names.of(item) for item in items]), items, None, names.invented
        )

    @classmethod
    def from_text(cls, text: str) -> Problem:
        """Read a problem in Knuth's format, with bounds and costs as documented by `dlx help formats`.

        Parameters
        ----------
        text : str
            The problem. A comment with a geometry becomes the `geometry` of the problem.

        Returns
        -------
        Problem
            Its items and colors are strings.

        Raises
        ------
        ValueError
            If the text is invalid; the message has the line and column.

        Examples
        --------
        >>> Problem.from_text("a b c\\na b\\nc\\n").count()
        1
        """
        core = ProblemCore.from_text(text)
        return cls._over(core, core.names(), ProblemCore.geometry_of(text))

    def to_text(self) -> str:
        """Return the problem in Knuth's format, one option per line, with its geometry in a comment.

        Items and colors whose `str` is not a valid name are written as ``i`` or ``c`` and a number.
        """
        comment = "" if self._geometry is None else f"| geometry {self._geometry}\n"
        return comment + self._core.to_text()

    @property
    def primary(self) -> List[Hashable]:
        """The primary items."""
        return list(self._items[: self._core.primary_count()])

    @property
    def secondary(self) -> List[Hashable]:
        """The secondary items."""
        return list(self._items[self._core.primary_count() :])

    def __len__(self) -> int:
        """Return the number of options."""
        return self._core.option_count()

    def option(self, number: int) -> List[Any]:
        """Return the contents of an option.

        Parameters
        ----------
        number : int
            The number of the option, from 0.

        Returns
        -------
        list
            Items, pairs of a secondary item and its color, and pairs of an item and its weight, if that is not 1.

        Raises
        ------
        IndexError
            If there is no such option.
        """
        if not 0 <= number < len(self):
            raise IndexError(f"option {number}: expected a number from 0 to {len(self) - 1}")
        uses = self._core.option(number)
        contents: List[Any] = []
        for item, color, weight in uses:
            if color is not None:
                contents.append((self._items[item], self._colors.get(color, color)))
            else:
                contents.append(self._items[item] if weight == 1 else (self._items[item], weight))
        return contents

    @property
    def digest(self) -> str:
        """32 hexadecimal digits that identify the problem, including the names of its items."""
        return self._core.digest()

    @overload
    def count(
        self,
        *,
        up_to_symmetry: bool = ...,
        generators: Union[None, Generator, Iterable[Generator]] = ...,
        force: Iterable[int] = ...,
        forbid: Iterable[int] = ...,
        limit: Optional[int] = ...,
        partial: Literal[False] = ...,
        threads: int = ...,
        memory: Optional[int] = ...,
        nodes: Optional[int] = ...,
        timeout: Optional[float] = ...,
    ) -> int: ...
    @overload
    def count(
        self,
        *,
        up_to_symmetry: bool = ...,
        generators: Union[None, Generator, Iterable[Generator]] = ...,
        force: Iterable[int] = ...,
        forbid: Iterable[int] = ...,
        limit: Optional[int] = ...,
        partial: Literal[True],
        threads: int = ...,
        memory: Optional[int] = ...,
        nodes: Optional[int] = ...,
        timeout: Optional[float] = ...,
    ) -> Count: ...
    def count(
        self,
        *,
        up_to_symmetry: bool = False,
        generators: Union[None, Generator, Iterable[Generator]] = None,
        force: Iterable[int] = (),
        forbid: Iterable[int] = (),
        limit: Optional[int] = None,
        partial: bool = False,
        threads: int = 1,
        memory: Optional[int] = None,
        nodes: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> Union[int, Count]:
        """Return the number of covers.

        Parameters
        ----------
        up_to_symmetry : bool
            Count covers that symmetries of the problem map to one another as one, as `symmetries().count()` does.
        generators : str, mapping, Symmetry, or iterable of these, optional
            With `up_to_symmetry`: use only the symmetries that these generate, as in `symmetries`.
        force, forbid : iterable of int
            Count only covers with, and without, these options. Not together with `up_to_symmetry`.
        limit : int, optional
            Count up to this number.
        partial : bool
            Return a `Count` whether or not a limit is reached, rather than raise an exception if one is.
        threads : int
            Number of threads, used if the count takes long.
        memory : int, optional
            Maximum size of tables in bytes; by default half of the available memory.
        nodes : int, optional
            Maximum number of nodes of each search.
        timeout : float, optional
            Time limit in seconds.

        Returns
        -------
        int, or Count if `partial`
            The number, of any size. A `Count` has the number found, and whether it is exact.

        Raises
        ------
        TimeoutError, MemoryError, NodeLimitError
            If a limit was reached; the message has a lower bound on the number of covers. Not if `partial`.
        ValueError
            If an option does not exist, if forced options exclude one another, or if a generator is not a symmetry.

        Notes
        -----
        Covers are counted without enumerating them where this is faster. The time is at most that of a search, which
        is exponential in the number of items in the worst case.

        Examples
        --------
        >>> problem = Problem("abc", options=["ab", "c", "a", "bc"])
        >>> problem.count()
        2
        >>> problem.count(limit=1, partial=True)
        Count(value=1, exact=False)
        """
        forced, forbidden = wholes(force, "force"), wholes(forbid, "forbid")
        if up_to_symmetry:
            if forced or forbidden:
                raise ValueError("up_to_symmetry: expected no forced and no forbidden options with it, found some")
            begun = time.monotonic()
            symmetries = self.symmetries(generators=generators, timeout=timeout)
            timeout = _left(timeout, begun)
            return symmetries._count(limit, partial, limits(timeout, memory, nodes, threads))
        if generators is not None:
            raise ValueError("generators: expected up_to_symmetry with it, found none")
        within = limits(timeout, memory, nodes, threads)
        with self._own_names():
            return _number(self._core.count(forced, forbidden, bound(limit, "limit"), partial, within), partial)

    def symmetries(
        self,
        *,
        generators: Union[None, Generator, Iterable[Generator]] = None,
        timeout: Optional[float] = None,
    ) -> Symmetries:
        """Return the symmetries of the problem, by default all.

        Parameters
        ----------
        generators : str, mapping, Symmetry, or iterable of these, optional
            Return the symmetries that these generate: all their products; of an empty list, the identity. A mapping
            has the images of items, and of pairs ``(item, color)``. Items that it does not contain stay in place, and
            colors and options go where their items go. A string of cycles, such as ``(a b c)(d e)``, is in the format
            of `dlx symmetries --format generators`, with the names of items as in `to_text`. A string that is not in a
            list can have several lines, each with a generator, as a file for `dlx symmetries --generators`.
        timeout : float, optional
            Time limit in seconds.

        Returns
        -------
        Symmetries

        Raises
        ------
        TimeoutError
            If the time limit was reached.
        ValueError
            If a generator is not in the format or not a symmetry of the problem; the message has its number, from 0, or
            its line, from 1. Also if the symmetries are more than 100,000, or than 4 million divided by the number of
            options, and not all symmetries of the problem.

        Examples
        --------
        >>> problem = Problem("abcd", options=["ab", "bc", "cd", "da"])
        >>> symmetries = problem.symmetries()
        >>> symmetries.order, problem.count(), symmetries.count()
        (8, 2, 1)
        >>> half_turn = {"a": "c", "b": "d", "c": "a", "d": "b"}
        >>> problem.symmetries(generators=half_turn).count()
        2
        """
        texts = None if generators is None else self._generator_texts(generators)
        with self._own_names():
            core = self._core.symmetries(texts, limits(timeout))
        return Symmetries._over(core, self._items, self._colors)

    def _generator_texts(self, generators: Union[Generator, Iterable[Generator]]) -> List[Tuple[str, str, bool]]:
        """Return the text of each generator, with its place before it, and whether it was given as text."""
        if isinstance(generators, str):
            lines = enumerate(generators.splitlines(), 1)
            return [(f"line {number}", line, True) for number, line in lines if not _is_comment(line)]
        if isinstance(generators, (Symmetry, Mapping)):
            generators = [generators]
        writer = _GeneratorWriter(self._core.names(), self._index, self._colors)
        texts = []
        for number, generator in enumerate(generators):
            place = f"generator {number}"
            is_text = isinstance(generator, str)
            texts.append((place, generator if is_text else writer.text(generator, place), is_text))
        return texts

    def solutions(
        self,
        *,
        force: Iterable[int] = (),
        forbid: Iterable[int] = (),
        rule: Rule = "fewest",
        threads: int = 1,
        nodes: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[Cover]:
        """Return an iterator over the covers.

        Parameters
        ----------
        force, forbid : iterable of int
            List only covers with, and without, these options.
        rule : str
            The rule for choosing the next item: ``fewest``, ``first``, ``preferred`` or ``random:SEED``.
        threads : int
            Number of threads. The covers and their order are the same for any number. With one thread, the search runs
            only while the iterator is advanced; with several, it runs ahead by up to about 1000 covers.
        nodes : int, optional
            Maximum number of nodes of the search.
        timeout : float, optional
            Time limit in seconds, counted from this call.

        Returns
        -------
        iterator of list of int
            The numbers of the options of each cover, in ascending order. The same problem gives the same covers in
            the same order, that of `dlx solve`.

        Raises
        ------
        TimeoutError, NodeLimitError
            From the iterator, after a limit, which cannot be extended.
        ValueError
            If an option or the rule does not exist, or forced options exclude one another.
        """
        within = limits(timeout, None, nodes, threads)
        with self._own_names():
            return self._core.listing(wholes(force, "force"), wholes(forbid, "forbid"), rule, within)

    def __iter__(self) -> Iterator[Cover]:
        """Return an iterator over the covers, as `solutions` does."""
        return self.solutions()

    def first(
        self,
        *,
        force: Iterable[int] = (),
        forbid: Iterable[int] = (),
        rule: Optional[Rule] = None,
        threads: int = 1,
        memory: Optional[int] = None,
        nodes: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> Optional[Cover]:
        """Return a cover, the first one of `solutions` if that comes at once.

        If it does not, other engines take turns with the search, and the first to know answers. They also prove that there is none where a search would take too long.

        Parameters
        ----------
        force, forbid, nodes, timeout
            As for `solutions`. With `nodes`, the search is alone.
        rule : str, optional
            The search is alone, with this rule.
        threads : int
            Two let the others run beside the search; the cover is the same.
        memory : int, optional
            As for `count`.

        Returns
        -------
        list of int, or None
            None if there is no cover.

        Raises
        ------
        TimeoutError, NodeLimitError, ValueError
            As `solutions`.
        """
        if rule is not None:
            return next(self.solutions(force=force, forbid=forbid, rule=rule, nodes=nodes, timeout=timeout), None)
        within = limits(timeout, memory, nodes, threads)
        with self._own_names():
            return self._core.first(wholes(force, "force"), wholes(forbid, "forbid"), within)

    def best(
        self,
        k: int = 1,
        *,
        all_optimal: bool = False,
        force: Iterable[int] = (),
        forbid: Iterable[int] = (),
        gap: Union[None, Number, str] = None,
        max_cost: Optional[Number] = None,
        maximize: bool = False,
        threads: int = 1,
        memory: Optional[int] = None,
        nodes: Optional[int] = None,
        progress: Optional[Callable[[BestProgress], object]] = None,
        timeout: Optional[float] = None,
        unit_costs: bool = False,
    ) -> List[Priced]:
        """Return the `k` cheapest covers, or those of the greatest cost.

        Parameters
        ----------
        k : int
            Number of covers.
        all_optimal : bool
            Return all covers of the least cost in place of `k`.
        force, forbid : iterable of int
            Consider only covers with, and without, these options.
        gap : number or str, optional
            Return a cover as soon as it is proved that none is better by more than this: a cost, or a share of the cost
            of the cover such as ``"5%"``.
        max_cost : number, optional
            Consider only covers that cost at most this.
        maximize : bool
            Return the covers of greatest cost in place of the cheapest ones.
        progress : callable, optional
            Called with each cover that is better than all before, and otherwise about ten times a second while the
            search runs. An exception that it raises ends the search, and is raised by this call.
        unit_costs : bool
            Count 1 for each option in place of its cost.
        threads : int
            Number of threads, used if the search takes more than about half a second. The covers are the same for any
            number.
        memory, nodes, timeout
            Limits, as for `count`. With `nodes`, one thread searches.

        Returns
        -------
        list of Priced
            Pairs of cost and cover, the cheapest first; fewer than `k` if there are no more.

        Raises
        ------
        TimeoutError, MemoryError, NodeLimitError
            If a limit was reached before these covers were proved to be the cheapest. Its attribute `covers` has
            the cheapest covers found so far, as the list that would be returned, and `lower_bound` a cost below
            which there is no cover; with `maximize`, `upper_bound` a cost above which there is none.
        ValueError
            If an option does not exist, if forced options exclude one another, or if there is a `gap` for more than one
            cover, or `max_cost` with `maximize`.

        Notes
        -----
        Branch and bound with linear programs; exponential in the number of items in the worst case.

        Examples
        --------
        >>> Problem("p", options=["p", "p", "p"], bounds={"p": (2, 3)}, costs=[1, 2, 4]).best()
        [Priced(cost=3, cover=[0, 1])]
        >>> Problem("p", options=["p", "p"], costs=[2.5, -1]).best(maximize=True)
        [Priced(cost=Decimal('2.5'), cover=[0])]
        """
        within = limits(timeout, memory, nodes, threads)
        number = whole(k, "k")
        if gap is not None and (all_optimal or number > 1):
            raise ValueError("gap: expected one cover, as the gap is that of one, found more")
        if maximize and max_cost is not None:
            raise ValueError("max_cost: expected none with maximize, as it leaves out the covers that are looked for")
        most = None if max_cost is None else decimal(max_cost, "max_cost")
        within_gap = None if gap is None else _gap(gap)
        given = wholes(force, "force"), wholes(forbid, "forbid")
        with _covers_as(Priced), self._own_names():
            found = self._core.best(
                None if all_optimal else number,
                *given,
                most,
                bool(unit_costs),
                bool(maximize),
                within_gap,
                _teller(progress),
                within,
            )
        return [Priced(*priced) for priced in found]

    def compile(
        self,
        *,
        force: Iterable[int] = (),
        forbid: Iterable[int] = (),
        threads: int = 1,
        memory: Optional[int] = None,
        nodes: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> Diagram:
        """Return a diagram of all covers, for counting, sampling and other questions without a search.

        Parameters
        ----------
        force, forbid : iterable of int
            Hold only covers with, and without, these options.
        threads : int
            Number of threads. The diagram is the same for any number.
        memory, nodes, timeout
            Limits, as for `count`.

        Returns
        -------
        Diagram

        Raises
        ------
        TimeoutError, MemoryError, NodeLimitError
            If a limit was reached.
        ValueError
            If an option does not exist, or forced options exclude one another.

        Notes
        -----
        Time and memory are linear in the size of the diagram and the number of states during its construction. This
        may be far smaller than the number of covers, or exponential.
        """
        within = limits(timeout, memory, nodes, threads)
        with self._own_names():
            return Diagram._over(self._core.compile(wholes(force, "force"), wholes(forbid, "forbid"), within))

    def sample(
        self,
        n: int = 1,
        *,
        seed: int = 0,
        force: Iterable[int] = (),
        forbid: Iterable[int] = (),
        threads: int = 1,
        memory: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> List[Cover]:
        """Return `n` covers, each drawn uniformly from all covers.

        This method compiles the problem first. To sample repeatedly, keep the diagram.

        Parameters
        ----------
        n : int
            Number of covers.
        seed : int
            The same seed gives the same covers.
        force, forbid : iterable of int
            Draw only covers with, and without, these options.
        threads, memory, timeout
            As for `compile`. `memory` is also the maximum size of the list.

        Returns
        -------
        list of list of int
            An empty list if there is no cover.

        Raises
        ------
        TimeoutError, MemoryError, ValueError
            As `compile`.
        """
        begun = time.monotonic()
        diagram = self.compile(force=force, forbid=forbid, threads=threads, memory=memory, timeout=timeout)
        return diagram.sample(n, seed=seed, memory=memory, timeout=_left(timeout, begun))

    def why(
        self,
        *,
        force: Iterable[int] = (),
        forbid: Iterable[int] = (),
        memory: Optional[int] = None,
        nodes: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> Optional[Reason]:
        """Return a reason why the problem has no cover.

        Parameters
        ----------
        force, forbid : iterable of int
            Why there is no cover with, and without, these options.
        memory, nodes, timeout
            Limits, as for `count`.

        Returns
        -------
        Reason, or None
            None if the problem has a cover. A reason that a limit has stopped from becoming smaller is not `minimal`.

        Raises
        ------
        TimeoutError, MemoryError, NodeLimitError
            If a limit was reached before it was known whether there is a cover.
        ValueError
            If an option does not exist, or forced options exclude one another.

        Examples
        --------
        >>> Problem("abc", "x", options=["ax", "bx", "c"]).why()
        <Reason: items ['a', 'b'], conflicts ['x']>
        """
        within = limits(timeout, memory, nodes)
        with self._own_names():
            found = self._core.why(wholes(force, "force"), wholes(forbid, "forbid"), within)
        if found is None:
            return None
        items, options, given, conflicts, minimal, text = found
        names = self._items
        return Reason(
            [names[item] for item in items],
            options,
            given,
            [names[item] for item in conflicts],
            minimal,
            _own(text, self._invented),
        )

    def lint(self, *, timeout: Optional[float] = None) -> List[Finding]:
        """Look the problem over for mistakes, without a search.

        Finds primary items without options, totals that cannot match (such as more cells of pieces than of a region),
        repeated options, options that cannot be chosen, unused secondary items, and likely typing errors.

        Parameters
        ----------
        timeout : float, optional
            The limit of time in seconds.

        Returns
        -------
        list of Finding
            First the findings that prove that there is no cover.

        Raises
        ------
        TimeoutError
            If the limit was reached before the whole problem was looked over.

        Examples
        --------
        >>> dominoes = [(cell, cell + 1) for cell in range(4)]
        >>> Problem(range(5), options=dominoes).lint()[0].text
        'options cover a multiple of 2 items in total, but 5 must be covered'
        """
        return [
            Finding(kind, _own(text, self._invented), [self._items[item] for item in items], options, is_proof)
            for kind, text, items, options, is_proof in self._core.lint(limits(timeout))
        ]

    def check(self, cover: Iterable[int]) -> None:
        """Check that these options are a cover.

        Parameters
        ----------
        cover : iterable of int
            Numbers of options, in any order.

        Raises
        ------
        ValueError
            If they are not; the message names an item and says how often it is covered.
        """
        with self._own_names():
            self._core.check(wholes(cover, "cover"))

    @property
    def geometry(self) -> Optional[str]:
        """Where the items are in a picture, as `dlx help geometry` describes it."""
        return self._geometry

    def draw(
        self,
        cover: Union[Cover, Iterable[Cover]],
        *,
        columns: Optional[int] = None,
        geometry: Optional[str] = None,
        title: str = "Cover",
    ) -> Svg:
        """Return a picture of a cover, or of several on one sheet.

        Parameters
        ----------
        cover : list of int, or iterable of these
            A cover; with `columns`, several covers.
        columns : int, optional
            Draw several covers, this number of them side by side.
        geometry : str, optional
            Where the items are, instead of the `geometry` of the problem.
        title : str
            Accessible title.

        Returns
        -------
        Svg
            A str with an SVG file, which notebooks show.

        Raises
        ------
        ValueError
            If the problem has no geometry, the geometry does not fit, or an option does not exist.

        Examples
        --------
        >>> squares = Problem(["11", "12"], options=[["11", "12"]], geometry="1 packing cell=<row><column>")
        >>> squares.draw([0])[:5]
        '<svg '
        """
        place = self._geometry if geometry is None else geometry
        if place is None:
            expected = "the places of the items, such as '1 packing cell=<row><column>'"
            raise ValueError(f"geometry: expected {expected}, found none")
        with self._own_names():
            if columns is None:
                return Svg(self._core.draw(wholes(cover, "cover"), place, title))
            covers = [wholes(options, f"cover {number}") for number, options in enumerate(_covers(cover))]
            return Svg(self._core.draw_sheet(covers, whole(columns, "columns", least=1), place, title))

    def _repr_html_(self) -> str:
        """Return a table of the options for notebooks: the items across, of a large problem the first ones."""
        from html import escape

        items = self._items[:_SHOWN]
        more = "<th>…</th>" if len(self._items) > _SHOWN else ""
        head = "".join(f"<th>{escape(str(item))}</th>" for item in items)
        rows = [f"<tr><th></th>{head}{more}</tr>"]
        for number in range(min(len(self), _SHOWN)):
            uses = self._core.option(number)
            marks = {item: color or ("●" if weight == 1 else str(weight)) for item, color, weight in uses}
            cells = "".join(f"<td>{escape(marks.get(item, ''))}</td>" for item in range(len(items)))
            rows.append(f"<tr><th>{number}</th>{cells}</tr>")
        if len(self) > _SHOWN:
            rows.append("<tr><th>…</th></tr>")
        return f"<table><caption>{escape(repr(self)[1:-1])}</caption>{''.join(rows)}</table>"

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
        return _problem, (self.primary, self.secondary, options, bounds, self._core.costs(), self._geometry)


def _left(timeout: Optional[float], begun: float) -> Optional[float]:
    """Return what is left of a time limit that began at this value of the monotonic clock."""
    return None if timeout is None else max(0.0, timeout - (time.monotonic() - begun))


def _problem(
    primary: List[Hashable],
    secondary: List[Hashable],
    options: List[List[Any]],
    bounds: Dict[Hashable, Tuple[int, int]],
    costs: List[Union[int, Decimal]],
    geometry: Optional[str],
) -> Problem:
    return Problem(primary, secondary, options, bounds=bounds, costs=costs, geometry=geometry)


def _number(found: Tuple[int, bool], partial: bool) -> Union[int, Count]:
    """Return a count in the form that was asked for."""
    return Count(*found) if partial else found[0]


def _covers(covers: Any) -> Iterable[Cover]:
    """Return covers, and raise an exception if it is one."""
    for number, cover in enumerate(covers):
        if not isinstance(cover, Iterable):
            raise TypeError(f"cover {number}: expected numbers of options, found {cover!r}")
        yield list(cover)


def covered(matrix: Any) -> Any:
    """Return a matrix of bool, of which each entry is 0, 1, False or True.

    Raises
    ------
    ValueError
        If it does not have two dimensions, or has another entry.
    """
    import numpy

    array = numpy.asarray(matrix)
    if array.dtype.kind in "SU" and not isinstance(matrix, numpy.ndarray):
        # Numbers beside text, which numpy would turn into text.
        array = numpy.asarray(matrix, dtype=object)
    if array.ndim != 2:
        raise ValueError(f"expected an array of 2 dimensions, options and items, found {array.ndim}")
    if array.dtype == numpy.bool_:
        return array
    if array.dtype.kind in "iuf":
        is_covered = array == 1
        is_known = is_covered | (array == 0)
    else:
        is_covered = numpy.frompyfunc(lambda entry: _is(entry, 1), 1, 1)(array).astype(numpy.bool_)
        is_known = is_covered | numpy.frompyfunc(lambda entry: _is(entry, 0), 1, 1)(array).astype(numpy.bool_)
    if not is_known.all():
        row, column = (int(place) for place in numpy.argwhere(~is_known)[0])
        entry = array[row, column]
        entry = entry.item() if isinstance(entry, numpy.generic) else entry
        columns = getattr(matrix, "columns", None)
        name = column if columns is None else repr(list(columns)[column])
        raise ValueError(f"row {row}, column {name}: expected 0, 1, False or True, found {entry!r}")
    return is_covered


def _is(entry: Any, number: int) -> bool:
    """Return whether an entry is this number. Missing values are not comparable."""
    try:
        return bool(entry == number)
    except (TypeError, ValueError):
        return False


def _gap(gap: Union[Number, str]) -> Tuple[Union[int, str], bool]:
    """Return a gap and whether it is in percent."""
    share = gap[:-1] if isinstance(gap, str) and gap.endswith("%") else None
    try:
        number = Decimal(share) if share is not None else gap
    except ArithmeticError:
        number = gap
    if isinstance(number, str):
        raise ValueError(f"gap: expected a cost, or a share such as '5%', found {gap!r}")
    checked = decimal(number, "gap")
    if number < 0:
        raise ValueError(f"gap: expected 0 or more, found {gap!r}")
    return checked, share is not None


def _prices(
    costs: Union[None, Sequence[Number], Mapping[int, Number]], options: int
) -> List[Union[int, str]]:
    """Return the cost of each option, or an empty list if there are none."""
    if costs is None:
        return []
    if isinstance(costs, (set, frozenset)):
        raise TypeError(f"costs: expected a sequence or a mapping, found {type(costs).__name__}, which has no order")
    if isinstance(costs, Mapping):
        prices: List[Union[int, str]] = [0] * options
        for option, cost in costs.items():
            if not 0 <= whole(option, "costs", most=None) < options:
                raise ValueError(f"costs: expected options from 0 to {options - 1}, found {option!r}")
            prices[option] = decimal(cost, f"cost of option {option}")
        return prices
    prices = [decimal(cost, f"cost of option {number}") for number, cost in enumerate(costs)]
    if len(prices) != options:
        raise ValueError(f"expected {options} costs, one for each option, found {len(prices)}")
    return prices


#: Number of items that are compared with an unknown one.
_COMPARED = 10_000


def _unknown(place: str, item: Any, items: Iterable[Hashable]) -> UnknownItemError:
    """Return the error for an item that is not one of these."""
    known = [repr(other) for other in islice(items, _COMPARED)]
    near = get_close_matches(repr(item), known, 1)
    hint = f"; did you mean {near[0]}?" if near else ""
    return UnknownItemError(f"{place}: unknown item {item!r}{hint}")


#: A name that was invented, or looks like one.
_NAME = re.compile(r"(?<!\w)[ic]\d+_*(?!\w)")


def _own(text: str, invented: Mapping[str, Hashable]) -> str:
    """Return a text with the `repr` of items and colors instead of the names that were invented for them."""
    if not invented:
        return text
    return _NAME.sub(lambda name: repr(invented[name[0]]) if name[0] in invented else name[0], text)


def _use(
    entry: Any, index: Mapping[Hashable, int], primary: int, colors: _Names, option: int
) -> Tuple[int, Optional[str], int]:
    """Return the number of an item, the name of its color, and its weight. A pair that is itself an item has neither."""
    try:
        number = index.get(entry)
    except TypeError:
        number = None
    if number is not None:
        return number, None, 1
    if isinstance(entry, tuple) and len(entry) == 2:
        try:
            number = index.get(entry[0])
        except TypeError:
            number = None
        if number is not None:
            if number < primary and isinstance(entry[1], Integral):
                return number, None, whole(entry[1], f"option {option}: weight of {entry[0]!r}", least=1, most=2**32 - 1)
            return number, colors.of(entry[1]), 1
        # Where items are pairs, this is one of them with an error.
        if not any(isinstance(item, tuple) for item in index):
            entry = entry[0]
    raise _unknown(f"option {option}", entry, index)


class _Names:
    """Unique names that are valid in Knuth's format."""

    __slots__ = ("names", "things", "invented", "_letter", "_others")

    def __init__(self, letter: str, others: Optional[_Names] = None) -> None:
        self.names: Dict[Hashable, str] = {}
        self.things: Dict[str, Hashable] = {}
        #: The names that begin with the letter because those of the things are not valid.
        self.invented: Dict[str, Hashable] = {}
        self._letter = letter
        self._others: Mapping[str, Hashable] = {} if others is None else others.things

    def of(self, thing: Hashable) -> str:
        name = self.names.get(thing)
        if name is None:
            name = str(thing)
            if not name.isprintable() or name in self.things or not name or set(name) & set(" :|"):
                name = f"{self._letter}{len(self.names)}"
                while name in self.things or name in self._others:
                    name += "_"
                self.invented[name] = thing
            self.names[thing] = name
            self.things[name] = thing
        return name


def _is_comment(line: str) -> bool:
    """Return whether a line of a file of generators is blank or a comment."""
    return line.lstrip()[:1] in ("", "|")


class _GeneratorWriter:
    """Writes generators as text, which the library reads and verifies."""

    __slots__ = ("names", "index", "colors")

    def __init__(self, names: List[str], index: Mapping[Hashable, int], colors: Mapping[str, Hashable]) -> None:
        self.names, self.index = names, index
        self.colors = {color: name for name, color in colors.items()}

    def text(self, generator: Any, place: str) -> str:
        """Return the text of a generator."""
        if isinstance(generator, Symmetry):
            images: Mapping[Any, Any] = {**generator.items, **generator.colors}
            options: Mapping[int, int] = generator.options
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
            number = self.index.get(entry)
            if number is not None:
                return self.names[number]
            if isinstance(entry, tuple) and len(entry) == 2:
                # The colors of a problem that was read from text are their names.
                color = self.colors[entry[1]] if self.colors else entry[1]
                if isinstance(color, str) and color.split() == [color]:
                    return f"{self.names[self.index[entry[0]]]}:{color}"
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


class Branch(NamedTuple):
    """A branch of a decision diagram. Others are named by number: 0 is no cover, 1 is the empty cover, and the first
    branch of a list has number 2."""

    #: The number of the option.
    option: int
    #: The covers without the option.
    lo: int
    #: The covers with the option, the option itself left out.
    hi: int


class Diagram:
    """A diagram of all covers of a problem, which answers questions without a search. See `Problem.compile`."""

    __slots__ = ("_core",)
    _core: DiagramCore

    def __init__(self) -> None:
        raise TypeError("diagrams are made by Problem.compile and Diagram.from_bytes")

    @classmethod
    def _over(cls, core: DiagramCore) -> Diagram:
        diagram = cls.__new__(cls)
        diagram._core = core
        return diagram

    @classmethod
    def from_bytes(cls, data: bytes) -> Diagram:
        """Read a diagram written by `to_bytes` or `dlx compile`.

        Parameters
        ----------
        data : bytes

        Returns
        -------
        Diagram

        Raises
        ------
        ValueError
            If the bytes are not a diagram.
        """
        return cls._over(DiagramCore.from_bytes(data))

    def to_bytes(self) -> bytes:
        """Return the diagram and its problem in the format of `dlx compile`."""
        return bytes(self._core.to_bytes())

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
        >>> Problem("ab", options=["a", "b", "ab"]).compile().branches()
        [Branch(option=1, lo=0, hi=1), Branch(option=2, lo=0, hi=1), Branch(option=0, lo=3, hi=2)]
        """
        return [Branch(*branch) for branch in self._core.branches(limits(memory=memory))]

    def count(self) -> int:
        """Return the number of covers. Takes time linear in the number of nodes."""
        return self._core.count()

    def __contains__(self, cover: Iterable[int]) -> bool:
        """Return whether these options are one of the covers. Takes time linear in the length of a path."""
        return self._core.contains(wholes(cover, "cover"))

    def nth(self, place: int) -> Cover:
        """Return the cover at an index, in the order of the diagram.

        Parameters
        ----------
        place : int
            The index, from 0.

        Returns
        -------
        list of int

        Raises
        ------
        IndexError
            If the index is out of range.

        Notes
        -----
        Takes time linear in the length of a path, after the first call.
        """
        cover = self._core.nth(place) if place >= 0 else None
        if cover is None:
            raise IndexError(f"cover {place}")
        return cover

    def sample(
        self, n: int = 1, *, seed: int = 0, memory: Optional[int] = None, timeout: Optional[float] = None
    ) -> List[Cover]:
        """Return `n` covers, each drawn uniformly from all covers.

        Parameters
        ----------
        n : int
            Number of covers.
        seed : int
            The same seed gives the same covers.
        memory : int, optional
            Maximum size of the list in bytes; by default half of the available memory.
        timeout : float, optional
            Time limit in seconds.

        Returns
        -------
        list of list of int
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
        return self._core.sample(number, whole(seed, "seed", most=2**64 - 1), limits(timeout, memory))

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
        return [Priced(*priced) for priced in self._core.best(whole(k, "k"))]

    def marginals(self) -> List[int]:
        """Return for each option the number of covers that contain it."""
        return self._core.marginals()

    def __repr__(self) -> str:
        return f"<Diagram: {self.nodes} nodes>"

    def __reduce__(self) -> Tuple[Any, ...]:
        return Diagram.from_bytes, (self.to_bytes(),)


class Symmetry(NamedTuple):
    """A permutation of the items and options of a problem that maps covers to covers."""

    #: The items that it moves, each with its image.
    items: Dict[Hashable, Hashable]
    #: The options that it moves, each with its image.
    options: Dict[int, int]
    #: The pairs of an item and a color that it moves, each with its image.
    colors: Dict[Tuple[Hashable, Hashable], Tuple[Hashable, Hashable]]


class Symmetries:
    """Symmetries of a problem: permutations of its options that come from a renaming of its items and colors.

    A symmetry maps primary items to primary items with the same bounds, secondary items to secondary items, and
    options to options of the same cost. Made by `Problem.symmetries`.
    """

    __slots__ = ("_core", "_items", "_colors")
    _core: SymmetriesCore
    _items: Sequence[Hashable]
    _colors: Mapping[str, Hashable]

    def __init__(self) -> None:
        raise TypeError("symmetries are made by Problem.symmetries")

    @classmethod
    def _over(
        cls, core: SymmetriesCore, items: Sequence[Hashable], colors: Mapping[str, Hashable]
    ) -> Symmetries:
        symmetries = cls.__new__(cls)
        symmetries._core, symmetries._items, symmetries._colors = core, items, colors
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
        items = self._items

        def pair(use: Tuple[int, Optional[str]]) -> Tuple[Hashable, Hashable]:
            item, color = use
            return items[item], None if color is None else self._colors.get(color, color)

        return [
            Symmetry(
                {items[item]: items[image] for item, image in moved},
                dict(options),
                {pair(colored): pair(image) for colored, image in colors},
            )
            for moved, options, colors in self._core.generators()
        ]

    def item_orbits(self) -> List[List[Hashable]]:
        """Return the orbits of the items: lists of items that symmetries map to one another."""
        return [[self._items[item] for item in orbit] for orbit in self._core.item_orbits()]

    def option_orbits(self) -> List[List[int]]:
        """Return the orbits of the options."""
        return self._core.option_orbits()

    @overload
    def count(
        self,
        *,
        limit: Optional[int] = ...,
        partial: Literal[False] = ...,
        threads: int = ...,
        memory: Optional[int] = ...,
        nodes: Optional[int] = ...,
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
        timeout: Optional[float] = None,
    ) -> Union[int, Count]:
        """Return the number of covers up to symmetry.

        Parameters
        ----------
        limit, partial, threads, memory, nodes, timeout
            As for `Problem.count`.

        Returns
        -------
        int, or Count if `partial`

        Raises
        ------
        TimeoutError, MemoryError, NodeLimitError
            As `Problem.count`.
        """
        return self._count(limit, partial, limits(timeout, memory, nodes, threads))

    def _count(self, limit: Optional[int], partial: bool, within: Limits) -> Union[int, Count]:
        return _number(self._core.count(bound(limit, "limit"), partial, within), partial)

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
        >>> Problem("abcd", options=["ab", "bc", "cd", "da"]).symmetries().best(k=3)
        [PricedOrbit(cost=0, cover=[0, 2], orbit=2)]
        """
        number = whole(k, "k")
        with _covers_as(PricedOrbit):
            within = limits(timeout, memory, nodes, threads)
            found = self._core.best(None if all_optimal else number, _teller(progress), within)
        return list(starmap(PricedOrbit, found))

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
        >>> list(Problem("abcd", options=["ab", "bc", "cd", "da"]).symmetries().representatives())
        [Representative(cover=[0, 2], orbit=2)]
        """
        return starmap(Representative, self._core.representatives(limits(timeout, threads=threads)))

    def __repr__(self) -> str:
        return f"<Symmetries: order {self.order}>"


__all__ = [
    "Cover",
    "Diagram",
    "Finding",
    "Generator",
    "Priced",
    "PricedOrbit",
    "Problem",
    "Reason",
    "Representative",
    "Rule",
    "Symmetries",
    "Symmetry",
    "UnknownItemError",
]
