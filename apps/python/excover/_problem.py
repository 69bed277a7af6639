"""Problems with arbitrary hashable items, and the questions about them."""

from __future__ import annotations

import os
import time
from decimal import Decimal
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Hashable,
    Iterable,
    Iterator,
    List,
    Literal,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Union,
    overload,
)

from . import _excover
from ._answers import (
    BestProgress,
    Cover,
    Covers,
    Estimate,
    Finding,
    Mean,
    Objective,
    Priced,
    Progress,
    Reason,
    best_teller,
    count_of,
    covers_in_limits,
    left,
    teller,
)
from ._arguments import Number, bound, decimal, fresh, limits, whole
from ._diagram import Diagram
from ._drawing import Place, drawn_problem
from ._excover import ProblemCore
from ._html import SHOWN, table
from ._model import Bound, Draft, Option, iterable, matrix_of
from ._objects import Names, Objects
from ._results import Count, Svg
from ._symmetries import Generator, GeneratorWriter, Symmetries, Symmetry, is_comment
from ._tasks import Enumeration, Task, Want

if TYPE_CHECKING:
    import numpy.typing

#: A rule for choosing the next item of a search. ``random:SEED`` is another one.
Rule = Union[Literal["fewest", "first", "preferred"], str]

#: What stands for an option in a cover: its label, which is its number if it has none; its number; its contents; or its
#: payload.
As = Literal["labels", "numbers", "options", "payloads"]

#: A format of `Problem.from_text` and `Problem.to_text`.
Format = Literal["knuth", "json", "dense", "sparse0", "sparse1", "lp", "mps", "opb", "cnf", "partitioning", "xmpuzzle"]

#: The formats of files by their extensions.
_FORMATS = {".json": "json", ".lp": "lp", ".mps": "mps", ".opb": "opb", ".cnf": "cnf", ".xmpuzzle": "xmpuzzle"}


class Problem:
    """An exact cover problem: choose options so that every primary item is covered exactly once.

    Parameters
    ----------
    primary : iterable of hashable, optional
        Items that must be covered exactly once, or as often as their bounds say. By default all items that the options
        mention, except the secondary ones.
    secondary : iterable of hashable
        Items that may be covered at most once, or any number of times in one color.
    options : iterable of iterables or of `Option`, or mapping of label to these
        The contents of each option: items, or pairs ``(item, color)`` of a secondary item and a hashable color, or
        pairs ``(item, weight)`` of an item with bounds and a number of 1 or more: how often the option counts there.
        The keys of a mapping are the labels of the options.
    labels : iterable of hashable, optional
        A label for each option: what stands for it in covers, answers and messages. By default its number, from 0.
    bounds : mapping of item to int or (int or None, int or None), optional
        For primary items, the number of times that they are covered, or the smallest and the largest one; None for no
        limit.
    costs : sequence of numbers, or mapping of label to numbers, optional
        A cost for each option, or a mapping of options to their costs, in which other options cost 0. A cost
        is an `int`, a `Decimal` or a `float`, and may be negative. A `float` counts as the decimal number that it is
        printed as, so that 0.1 is a tenth; sums are exact. The sum of all costs, without their signs and in units of
        the last decimal place, must fit in 64 bits.
    geometry : str, optional
        Where the items are in a picture, in the language of `dlx help geometry`, such as
        ``1 packing cell=<row><column>``. `draw` also takes a function.

    Raises
    ------
    ValueError
        If an option is empty, contains an item twice or gives a primary item a color, if an item is declared
        twice or a label used twice, if the number of costs is not that of options, or if the geometry is not valid.
    TypeError
        If an argument is not of its type, or if there are secondary items but no `options`: the second argument is not
        the options.
    UnknownItemError
        If an option or a bound contains an unknown item; a `KeyError`.

    Notes
    -----
    Several threads can ask about a problem at once, and it can be pickled if its objects can be. Searches
    run without the interpreter lock; Ctrl-C stops them. Building a problem takes time and memory linear in the size
    of the options.

    Examples
    --------
    >>> Problem(options=["ab", "c", "a", "bc"]).first()
    [0, 1]
    >>> Problem(options={"first": ["a", "b"], "second": ["c"], "third": ["a"]}).first()
    ['first', 'second']
    >>> Problem(["p"], ["x"], options=[["p", ("x", "red")], ["p", ("x", "blue")]]).count()
    2

    Two dice together show nine:

    >>> throws = [[die, ("sum", number)] for die in ("red", "blue") for number in range(1, 7)]
    >>> Problem(["red", "blue"], options=throws, bounds={"sum": 9}).count()
    Traceback (most recent call last):
    excover._objects.UnknownItemError: bounds: unknown item 'sum'
    >>> Problem(options=throws, bounds={"sum": 9}).count()
    4
    """

    __slots__ = ("_built", "_draft", "_geometry", "_is_key", "_objective", "__weakref__")
    _built: Optional[Tuple[ProblemCore, Objects]]
    _draft: Optional[Draft]

    def __init__(
        self,
        primary: Optional[Iterable[Hashable]] = None,
        secondary: Iterable[Hashable] = (),
        options: Union[None, Iterable[Any], Mapping[Any, Any]] = None,
        *,
        labels: Optional[Iterable[Hashable]] = None,
        bounds: Optional[Mapping[Any, Bound]] = None,
        costs: Union[None, Sequence[Number], Mapping[Any, Number]] = None,
        geometry: Optional[str] = None,
    ) -> None:
        draft = Draft(primary, secondary, bounds)
        if options is None and primary is not None and draft.secondary:
            found = f"{len(draft.secondary)} secondary items alone"
            raise TypeError(f"options: expected Problem(primary, options=...), found {found}")
        draft.extend(() if options is None else options)
        if labels is not None:
            draft.name_all(labels)
        if costs is not None:
            draft.price_all(costs)
        if geometry is not None and not isinstance(geometry, str):
            raise TypeError(f"geometry: expected a str, found {geometry!r}; a function is the argument place= of draw")
        self._geometry = None if geometry is None else ProblemCore.geometry(geometry)
        self._is_key = False
        self._objective = Objective()
        # A problem without options and items is one that `add_option` fills.
        is_begun = primary is None and not draft.contents
        self._draft = draft if is_begun else None
        self._built = None if is_begun else draft.build()

    @classmethod
    def _over(
        cls,
        core: ProblemCore,
        objects: Objects,
        geometry: Optional[str] = None,
        objective: Objective = Objective(),
    ) -> Problem:
        problem = cls.__new__(cls)
        problem._built, problem._draft = (core, objects), None
        problem._geometry, problem._objective, problem._is_key = geometry, objective, False
        return problem

    def _parts(self) -> Tuple[ProblemCore, Objects]:
        """Return the problem as the native module has it, and its objects. Builds it if options were added."""
        built = self._built
        if built is None:
            assert self._draft is not None
            built = self._built = self._draft.build()
        return built

    @property
    def _core(self) -> ProblemCore:
        return self._parts()[0]

    @property
    def _objects(self) -> Objects:
        return self._parts()[1]

    def add_option(
        self,
        items: Iterable[Any],
        *,
        label: Optional[Hashable] = None,
        cost: Number = 0,
        payload: Any = None,
    ) -> Any:
        """Add an option to the problem.

        Parameters
        ----------
        items : iterable
            What it covers, as in `options` of the constructor. Items are new primary items if the constructor was
            given none, and otherwise must be those of the problem.
        label : hashable, optional
            What stands for the option in covers and messages; by default its number.
        cost : number
            Its cost.
        payload : object
            Any object, which `payload` returns.

        Returns
        -------
        label
            The label of the option.

        Raises
        ------
        ValueError, UnknownItemError
            As the constructor. The problem then is as it was before.
        TypeError
            As the constructor, and if the problem is a key of a dict or a member of a set: a key must not change.

        Notes
        -----
        The problem is built again at the next question, in time linear in its size.

        Examples
        --------
        >>> problem = Problem()
        >>> problem.add_option(["monday", "tuesday"], label="ann", cost=3)
        'ann'
        >>> problem.add_option(["tuesday"], label="ben")
        'ben'
        >>> problem.best()
        [Priced(cost=3, cover=['ann'])]
        """
        if self._is_key:
            raise TypeError("expected a problem that is no key, found one whose hash was asked for; copy it first")
        draft = self._draft if self._draft is not None else self._drafted()
        number = draft.add(items, label, cost, payload)
        try:
            draft.check_last()
        except Exception:
            draft.remove_last()
            raise
        self._draft, self._built = draft, None
        return draft.labels[number] if draft.labels else number

    def _drafted(self) -> Draft:
        """Return the contents of the problem, to be added to."""
        core, objects = self._parts()
        bounds = {item: bound for item, bound in self.bounds.items() if bound != (1, 1)}
        draft = Draft(self.primary, self.secondary, bounds)
        draft.contents = [self._contents(number) for number in range(len(self))]
        if objects.labels is not None:
            draft.name_all(objects.labels)
        costs = core.costs()
        draft.costs = [decimal(cost, "cost") for cost in costs] if any(costs) else []
        draft.payloads = list(objects.payloads or ())
        return draft

    @classmethod
    def from_matrix(
        cls,
        matrix: numpy.typing.ArrayLike,
        primary: Optional[int] = None,
        *,
        labels: Optional[Iterable[Hashable]] = None,
        costs: Union[None, Sequence[Number], Mapping[Any, Number]] = None,
    ) -> Problem:
        """Build a problem with an item for each column and an option for each row.

        Parameters
        ----------
        matrix : array, shape (options, items)
            An array of False and True, or of 0 and 1; a DataFrame of pandas or polars is one, and a sparse matrix of
            scipy is another. A numpy array of bool, in any memory order, is read without copying; anything else is
            converted.
        primary : int, optional
            The number of columns, from the first, that are primary items; the others are secondary. By default all
            are primary.
        labels, costs
            As for the constructor.

        Raises
        ------
        ValueError
            If the array does not have two dimensions, has a row without an item, or has an entry that is none of 0, 1,
            False and True; the message has its row and column.

        Returns
        -------
        Problem
            Its items are the numbers of the columns; of a DataFrame, their names. The index of a DataFrame of pandas
            has the labels of the options, unless it only counts them.

        Notes
        -----
        Takes time linear in the size of the array, or in the number of entries of a sparse matrix that are 1.

        Examples
        --------
        >>> Problem.from_matrix([[1, 1, 0], [0, 0, 1]]).first()
        [0, 1]
        """
        found = matrix_of(matrix)
        items: Sequence[Hashable] = range(found.columns) if found.items is None else found.items
        first = None if primary is None else whole(primary, "primary")
        if first is not None and first > len(items):
            raise ValueError(f"primary: expected at most {len(items)}, the number of columns, found {first}")
        known = found.labels if labels is None else labels
        names = Names()
        item_names = [names.of(item) for item in items]
        if isinstance(found.entries, list) or known is not None or costs is not None:
            draft = Draft(items[:first], () if first is None else items[first:], None)
            rows = found.entries if isinstance(found.entries, list) else [row.nonzero()[0] for row in found.entries]
            draft.extend([[items[column] for column in row] for row in rows])
            if known is not None:
                draft.name_all(known)
            if costs is not None:
                draft.price_all(costs)
            return cls._over(*draft.build())
        objects = Objects(items, invented=names.invented)
        with objects.in_errors():
            return cls._over(ProblemCore.from_matrix(found.entries, first, item_names), objects)

    @classmethod
    def from_text(
        cls,
        text: str,
        format: Format = "knuth",
        *,
        primary: Optional[int] = None,
        problem: Union[str, int, None] = None,
    ) -> Problem:
        """Read a problem in Knuth's format, with bounds and costs as documented by `dlx help formats`, or in another one.

        Parameters
        ----------
        text : str
            The problem. A comment with a geometry becomes the `geometry` of the problem.
        format : str
            ``knuth``, ``json``, ``dense`` (a matrix), ``sparse0`` or ``sparse1`` (the numbers of items, from 0 or 1), ``lp``,
            ``mps``, ``opb``, ``cnf``, ``partitioning`` (set partitioning of the OR-Library), or ``xmpuzzle`` (a
            packing of a file of BurrTools).
        primary : int, optional
            The number of primary items of a matrix. By default all are primary.
        problem : str or int, optional
            The name or the number, from 1, of a problem of a file of BurrTools. By default the first.

        Returns
        -------
        Problem
            Its items and colors are strings.

        Raises
        ------
        ValueError
            If the text is invalid; the message has the line and column. Also if an integer program has variables that
            are not binary.

        Notes
        -----
        An integer program has an option for each variable, whose first item has its name. Its `objective` says whether
        costs are to be maximized, and has the constant that costs do not contain.

        Examples
        --------
        >>> Problem.from_text("a b c\\na b\\nc\\n").count()
        1
        """
        if not isinstance(text, str):
            raise TypeError(f"text: expected a str, found a {type(text).__name__}; from_file reads files")
        return cls._read(text.encode("utf-8", "surrogatepass"), format, primary, problem)

    @classmethod
    def from_file(
        cls,
        path: Union[str, os.PathLike[str]],
        format: Optional[Format] = None,
        *,
        primary: Optional[int] = None,
        problem: Union[str, int, None] = None,
    ) -> Problem:
        """Read a problem from a file.

        Parameters
        ----------
        path : str or path
        format : str, optional
            As for `from_text`. By default that of the extension: ``.json``, ``.lp``, ``.mps``, ``.opb``, ``.cnf`` and
            ``.xmpuzzle`` are known, and anything else is Knuth's format.
        primary : int, optional
            As for `from_text`.
        problem : str or int, optional
            As for `from_text`.

        Returns
        -------
        Problem

        Raises
        ------
        OSError
            If the file cannot be read.
        ValueError
            If its text is invalid; the message has the name of the file.
        """
        name = os.fspath(path)
        chosen = _FORMATS.get(os.path.splitext(name)[1].lower(), "knuth") if format is None else format
        with open(name, "rb") as file:
            data = file.read()
        try:
            return cls._read(data, chosen, primary, problem)
        except ValueError as error:
            error.args = (f"{name}: {error}",)
            raise

    @classmethod
    def _read(cls, data: bytes, format: str, primary: Optional[int], problem: Union[str, int, None]) -> Problem:
        first = None if primary is None else whole(primary, "primary")
        if problem is not None and not isinstance(problem, str):
            problem = str(whole(problem, "problem", least=1))
        core, geometry, maximize, constant = _excover.read_problem(data, format, first, problem)
        number = Decimal(constant)
        whole_number = int(number) if number == number.to_integral_value() else number
        return cls._over(core, Objects(core.names()), geometry, Objective(maximize, whole_number))

    def to_text(self, format: Format = "knuth") -> str:
        """Return the problem in Knuth's format, one option per line, with its geometry in a comment, or in another one.

        Parameters
        ----------
        format : str
            As for `from_text`, except ``partitioning``; ``xmpuzzle`` requires the geometry of a packing. Labels and payloads
            are part of no format.

        Returns
        -------
        str
            An item or a color whose `str` is not a valid name has a name that is close to its `repr`: ``('a',1)`` for a
            tuple.

        Raises
        ------
        ValueError
            If the format cannot say what the problem has, such as colors in a matrix or costs in clauses.

        Examples
        --------
        >>> print(Problem(options=[[("a", 1), ("b", 2)]]).to_text().rstrip())
        ('a',1) ('b',2)
        ('a',1) ('b',2)
        """
        return _excover.write_problem(self._core, format, self._geometry)

    @property
    def primary(self) -> List[Hashable]:
        """The primary items."""
        core, objects = self._parts()
        return list(objects.items[: core.primary_count()])

    @property
    def secondary(self) -> List[Hashable]:
        """The secondary items."""
        core, objects = self._parts()
        return list(objects.items[core.primary_count() :])

    @property
    def bounds(self) -> Mapping[Hashable, Tuple[int, Optional[int]]]:
        """The smallest and the largest number of times that each primary item is covered; None for no limit."""
        return dict(zip(self.primary, self._core.bounds()))

    @property
    def labels(self) -> List[Any]:
        """The labels of the options: their numbers if they have no others."""
        objects = self._objects
        return list(range(len(self))) if objects.labels is None else list(objects.labels)

    @property
    def costs(self) -> List[Union[int, Decimal]]:
        """The costs of the options."""
        return self._core.costs()

    @property
    def objective(self) -> Objective:
        """What the format that the problem was read from says about costs beyond those of the options."""
        return self._objective

    def __len__(self) -> int:
        """Return the number of options."""
        return self._core.option_count()

    def __bool__(self) -> bool:
        """Return true: a problem without options is one, too."""
        return True

    def option(self, label: Any) -> List[Any]:
        """Return the contents of an option.

        Parameters
        ----------
        label : object
            The label of the option, or its number, from 0.

        Returns
        -------
        list
            Items, pairs of a secondary item and its color, and pairs of an item and its weight, if that is not 1.

        Raises
        ------
        IndexError
            If there is no option with this number.
        ValueError
            If there is no option with this label.
        """
        return self._contents(self._number(label))

    def payload(self, label: Any) -> Any:
        """Return the payload of an option, None if it has none.

        Parameters
        ----------
        label : object
            The label of the option, or its number.

        Returns
        -------
        object

        Raises
        ------
        IndexError, ValueError
            As `option`.
        """
        number, payloads = self._number(label), self._objects.payloads
        return None if payloads is None else payloads[number]

    def _number(self, label: Any) -> int:
        """Return the number of an option that exists."""
        if self._objects.labels is None and isinstance(label, int) and not 0 <= label < len(self):
            raise IndexError(f"option {label}: expected a number from 0 to {len(self) - 1}")
        number = self._objects.option_number(label, "option")
        if number >= len(self):
            raise IndexError(f"option {number}: expected a number from 0 to {len(self) - 1}")
        return number

    def _contents(self, number: int) -> List[Any]:
        core, objects = self._parts()
        items, colors = objects.items, objects.colors
        contents: List[Any] = []
        for item, color, weight in core.option(number):
            if color is not None:
                contents.append((items[item], colors.get(color, color)))
            else:
                contents.append(items[item] if weight == 1 else (items[item], weight))
        return contents

    def _form(self, as_: As) -> Optional[Callable[[List[int]], List[Any]]]:
        """Return a function that gives covers, which are lists of numbers, a form; None if that is the numbers."""
        objects = self._objects
        if as_ == "labels":
            return None if objects.labels is None else objects.cover
        if as_ == "numbers":
            return None
        if as_ == "options":
            return lambda cover: [self._contents(number) for number in cover]
        if as_ == "payloads":
            payloads = objects.payloads
            return lambda cover: [None if payloads is None else payloads[number] for number in cover]
        raise ValueError(f"as_: expected 'labels', 'numbers', 'options' or 'payloads', found {as_!r}")

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
        force: Iterable[Any] = ...,
        forbid: Iterable[Any] = ...,
        limit: Optional[int] = ...,
        partial: Literal[False] = ...,
        engine: Optional[str] = ...,
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
        up_to_symmetry: bool = ...,
        generators: Union[None, Generator, Iterable[Generator]] = ...,
        force: Iterable[Any] = ...,
        forbid: Iterable[Any] = ...,
        limit: Optional[int] = ...,
        partial: Literal[True],
        engine: Optional[str] = ...,
        threads: int = ...,
        memory: Optional[int] = ...,
        nodes: Optional[int] = ...,
        progress: Optional[Callable[[Progress], object]] = ...,
        timeout: Optional[float] = ...,
    ) -> Count: ...
    @overload
    def count(
        self,
        *,
        up_to_symmetry: bool = ...,
        generators: Union[None, Generator, Iterable[Generator]] = ...,
        force: Iterable[Any] = ...,
        forbid: Iterable[Any] = ...,
        limit: Optional[int] = ...,
        partial: bool,
        engine: Optional[str] = ...,
        threads: int = ...,
        memory: Optional[int] = ...,
        nodes: Optional[int] = ...,
        progress: Optional[Callable[[Progress], object]] = ...,
        timeout: Optional[float] = ...,
    ) -> Union[int, Count]: ...
    def count(
        self,
        *,
        up_to_symmetry: bool = False,
        generators: Union[None, Generator, Iterable[Generator]] = None,
        force: Iterable[Any] = (),
        forbid: Iterable[Any] = (),
        limit: Optional[int] = None,
        partial: bool = False,
        engine: Optional[str] = None,
        threads: int = 1,
        memory: Optional[int] = None,
        nodes: Optional[int] = None,
        progress: Optional[Callable[[Progress], object]] = None,
        timeout: Optional[float] = None,
    ) -> Union[int, Count]:
        """Return the number of covers.

        Parameters
        ----------
        up_to_symmetry : bool
            Count covers that symmetries of the problem map to one another as one, as `symmetries().count()` does.
        generators : str, mapping, Symmetry, or iterable of these, optional
            With `up_to_symmetry`: use only the symmetries that these generate, as in `symmetries`.
        force, forbid : iterable of labels
            Count only covers with, and without, these options. Not together with `up_to_symmetry`.
        limit : int, optional
            Count up to this number.
        partial : bool
            Return a `Count` whether or not a limit is reached, rather than raise an exception if one is.
        engine : str, optional
            ``search``, ``frontier`` or ``memo``; by default the one that is found best. Not together with
            `up_to_symmetry`.
        threads : int
            Number of threads, used if the count takes long.
        memory : int, optional
            Maximum size of tables in bytes; by default half of the available memory.
        nodes : int, optional
            Maximum number of nodes of each search.
        progress : callable, optional
            Called about ten times a second with a `Progress`. An exception that it raises ends the call, and is raised by it.
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
        _check_text(engine, "engine")
        given = self._given(force, forbid)
        if up_to_symmetry:
            if given != ([], []) or engine is not None:
                raise ValueError("up_to_symmetry: expected no forced and forbidden options and no engine, found one")
            begun = time.monotonic()
            symmetries = self.symmetries(generators=generators, timeout=timeout)
            timeout = left(timeout, begun)
            return symmetries._count(limit, partial, limits(timeout, memory, nodes, threads, teller(progress, Progress)))
        if generators is not None:
            raise ValueError("generators: expected up_to_symmetry with it, found none")
        within = limits(timeout, memory, nodes, threads, teller(progress, Progress))
        core, objects = self._parts()
        with objects.in_errors():
            return count_of(core.count(*given, bound(limit, "limit"), bool(partial), engine, within), partial)

    def _given(self, force: Iterable[Any], forbid: Iterable[Any]) -> Tuple[List[int], List[int]]:
        """Return the numbers of forced and forbidden options."""
        numbers = self._objects.option_numbers
        return numbers(force, "force"), numbers(forbid, "forbid")

    def recount(
        self,
        *,
        force: Iterable[Any] = (),
        forbid: Iterable[Any] = (),
        memory: Optional[int] = None,
        nodes: Optional[int] = None,
        progress: Optional[Callable[[Progress], object]] = None,
        timeout: Optional[float] = None,
    ) -> int:
        """Return the number of covers as `count`, by a second algorithm that shares no code with it.

        Takes far longer. Two programs that agree are better evidence than one.

        Parameters
        ----------
        force, forbid, memory, nodes, progress, timeout
            As for `count`.

        Returns
        -------
        int

        Raises
        ------
        TimeoutError, MemoryError, NodeLimitError, ValueError
            As `count`.

        Examples
        --------
        >>> Problem("abc", options=["ab", "c", "a", "bc"]).recount()
        2
        """
        core, objects = self._parts()
        given = self._given(force, forbid)
        with objects.in_errors():
            return core.recount(*given, limits(timeout, memory, nodes, tell=teller(progress, Progress)))[0]

    def estimate(
        self,
        probes: int = 1000,
        *,
        seed: Optional[int] = 0,
        force: Iterable[Any] = (),
        forbid: Iterable[Any] = (),
        timeout: Optional[float] = None,
    ) -> Estimate:
        """Estimate the number of nodes of a search, and that of the covers, by random probes.

        Parameters
        ----------
        probes : int
            Number of random probes.
        seed : int, optional
            The same seed gives the same estimate, None another one at each call.
        force, forbid, timeout
            As for `count`.

        Returns
        -------
        Estimate

        Raises
        ------
        TimeoutError, ValueError
            As `count`.

        Examples
        --------
        >>> Problem("a", options=["a", "a"]).estimate(10).covers
        Mean(value=2.0, error=0.0)
        """
        core, objects = self._parts()
        number, given = whole(probes, "probes", least=1), self._given(force, forbid)
        with objects.in_errors():
            made, reached, nodes, covers = core.estimate(*given, number, fresh(seed), limits(timeout))
        return Estimate(Mean(*nodes), Mean(*covers) if reached else None, made)

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
        core, objects = self._parts()
        with objects.in_errors():
            return Symmetries._over(core.symmetries(texts, limits(timeout)), objects)

    def split(
        self,
        tasks: int = 1000,
        *,
        want: Want = "count",
        up_to_symmetry: bool = False,
        generators: Union[None, Generator, Iterable[Generator]] = None,
        force: Iterable[Any] = (),
        forbid: Iterable[Any] = (),
        probes: int = 32,
        seed: int = 0,
        timeout: Optional[float] = None,
    ) -> List[Task]:
        """Split the enumeration of the covers into tasks of about equal size, which any process on any machine can run.

        Each task is run by `Task.run`, and `merge` merges the results exactly. `count`, `compile` and `up_to_symmetry` may
        be faster on one machine than all tasks on many: try them first.

        Parameters
        ----------
        tasks : int
            Minimum number of tasks, if the search has as many parts.
        want : str
            ``count`` or ``covers``: what the tasks give.
        up_to_symmetry : bool
            One cover of each orbit: of the covers that symmetries of the problem map to one another.
        generators : str, mapping, Symmetry, or iterable of these, optional
            With `up_to_symmetry`: use only the symmetries that these generate, as in `symmetries`.
        force, forbid : iterable of labels
            Only covers with, and without, these options. Not together with `up_to_symmetry`.
        probes : int
            Number of random probes that estimate the size of each part; 0 if siblings are taken to be of equal size.
        seed : int
            Random seed of the probes. The same seed gives the same tasks on every machine.
        timeout : float, optional
            Time limit in seconds.

        Returns
        -------
        list of Task

        Raises
        ------
        TimeoutError
            If the time limit was reached.
        ValueError
            If an option does not exist, if forced options exclude one another, if a generator is not a symmetry, or if
            there are so many symmetries that each cover depends on those before it.

        Examples
        --------
        >>> from concurrent.futures import ThreadPoolExecutor
        >>> from excover import Task, instances, merge
        >>> tasks = instances.queens(8).split(20)
        >>> with ThreadPoolExecutor(2) as pool:
        ...     merge(pool.map(Task.run, tasks)).count
        92
        """
        number, each = whole(tasks, "tasks", least=1), whole(probes, "probes")
        random = whole(seed, "seed", most=2**64 - 1)
        given = self._given(force, forbid)
        core, objects = self._parts()
        begun = time.monotonic()
        texts = None if generators is None else self._generator_texts(generators)
        symmetries = None
        if up_to_symmetry:
            if given != ([], []):
                raise ValueError("up_to_symmetry: expected no forced and forbidden options, found one")
            with objects.in_errors():
                symmetries = core.symmetries(texts, limits(timeout))
            timeout = left(timeout, begun)
        elif generators is not None:
            raise ValueError("generators: expected up_to_symmetry with it, found none")
        labels = objects.labels if want == "covers" else None
        of = Enumeration(core, want, labels, up_to_symmetry, texts, symmetries)
        with objects.in_errors():
            parts = _excover.split_problem(core, symmetries, *given, number, each, random, limits(timeout)[0])
        return [Task._over(of, part) for part in parts]

    def _generator_texts(self, generators: Union[Generator, Iterable[Generator]]) -> List[Tuple[str, str, bool]]:
        """Return the text of each generator, with its place before it, and whether it was given as text."""
        if isinstance(generators, str):
            lines = enumerate(generators.splitlines(), 1)
            return [(f"line {number}", line, True) for number, line in lines if not is_comment(line)]
        if isinstance(generators, (Symmetry, Mapping)):
            generators = [generators]
        writer = GeneratorWriter(self._core.names(), self._objects)
        generators = iterable(generators, "generators", "a str, a mapping, a Symmetry or an iterable of these")
        texts = []
        for number, generator in enumerate(generators):
            place = f"generator {number}"
            is_text = isinstance(generator, str)
            texts.append((place, generator if is_text else writer.text(generator, place), is_text))
        return texts

    @overload
    def solutions(
        self,
        *,
        as_: Literal["numbers"],
        limit: Optional[int] = ...,
        force: Iterable[Any] = ...,
        forbid: Iterable[Any] = ...,
        rule: Rule = ...,
        engine: Optional[str] = ...,
        resume: Optional[str] = ...,
        threads: int = ...,
        nodes: Optional[int] = ...,
        timeout: Optional[float] = ...,
    ) -> Covers[List[int]]: ...
    @overload
    def solutions(
        self,
        *,
        as_: As = ...,
        limit: Optional[int] = ...,
        force: Iterable[Any] = ...,
        forbid: Iterable[Any] = ...,
        rule: Rule = ...,
        engine: Optional[str] = ...,
        resume: Optional[str] = ...,
        threads: int = ...,
        nodes: Optional[int] = ...,
        timeout: Optional[float] = ...,
    ) -> Covers[List[Any]]: ...
    def solutions(
        self,
        *,
        as_: As = "labels",
        limit: Optional[int] = None,
        force: Iterable[Any] = (),
        forbid: Iterable[Any] = (),
        rule: Rule = "fewest",
        engine: Optional[str] = None,
        resume: Optional[str] = None,
        threads: int = 1,
        nodes: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> Covers[Any]:
        """Return an iterator over the covers.

        Parameters
        ----------
        as_ : str
            What stands for the options of a cover: their ``labels``, which are their numbers if they have none, their
            ``numbers``, their contents (``options``), or their ``payloads``.
        limit : int, optional
            Return at most this number of covers.
        force, forbid : iterable of labels
            List only covers with, and without, these options.
        rule : str
            The rule for choosing the next item: ``fewest``, ``first``, ``preferred`` or ``random:SEED``.
        engine : str, optional
            ``links``, ``bitset`` or ``bitslice``; by default the one that is found best. The covers and their order are the
            same.
        resume : str, optional
            What `Covers.checkpoint` has returned, for the same problem: list the covers that were left then. `force`,
            `forbid` and `rule` are those of that listing.
        threads : int
            Number of threads. The covers and their order are the same for any number. With one thread, the search runs
            only while the iterator is advanced; with several, it runs ahead by up to about 1000 covers.
        nodes : int, optional
            Maximum number of nodes of the search.
        timeout : float, optional
            Time limit in seconds, counted from this call.

        Returns
        -------
        Covers
            An iterator over lists: the options of each cover, in the order of the options. The same problem gives the
            same covers in the same order, that of `dlx solve`.

        Raises
        ------
        TimeoutError, NodeLimitError
            From the iterator, after a limit, which cannot be extended.
        ValueError
            If an option, the rule or the engine does not exist, the engine does not support the problem, or the
            checkpoint is not one of this problem.

        Examples
        --------
        >>> problem = Problem(options={"x": "ab", "y": "c", "z": "abc"})
        >>> list(problem.solutions())
        [['x', 'y'], ['z']]
        >>> list(problem.solutions(as_="options", limit=1))
        [[['a', 'b'], ['c']]]
        """
        within, form = limits(timeout, None, nodes, threads), self._form(as_)
        core, objects = self._parts()
        given, most = self._given(force, forbid), bound(limit, "limit")
        for text, name in ((rule, "rule"), (engine, "engine"), (resume, "resume")):
            _check_text(text, name)
        with objects.in_errors():
            return Covers._over(core.listing(*given, rule, engine, resume, most, within), form)

    def __iter__(self) -> Iterator[Cover]:
        """Return an iterator over the covers, as `solutions` does."""
        return self.solutions()

    def first(
        self,
        *,
        as_: As = "labels",
        force: Iterable[Any] = (),
        forbid: Iterable[Any] = (),
        rule: Optional[Rule] = None,
        threads: int = 1,
        memory: Optional[int] = None,
        nodes: Optional[int] = None,
        progress: Optional[Callable[[Progress], object]] = None,
        timeout: Optional[float] = None,
    ) -> Optional[Cover]:
        """Return a cover, the first one of `solutions` if that comes at once.

        If it does not, other engines take turns with the search, and the first to know answers. They also prove that there
        is none where a search would take too long.

        Parameters
        ----------
        as_, force, forbid, nodes, timeout
            As for `solutions`. With `nodes`, the search is alone.
        rule : str, optional
            The search is alone, with this rule, and tells no progress.
        threads : int
            Two let the others run beside the search; the cover is the same.
        memory, progress : optional
            As for `count`.

        Returns
        -------
        list, or None
            None if there is no cover.

        Raises
        ------
        TimeoutError, NodeLimitError, ValueError
            As `solutions`.
        """
        if rule is not None:
            if progress is not None:
                raise ValueError("progress: expected no rule with it, found one")
            found = self.solutions(as_=as_, force=force, forbid=forbid, rule=rule, nodes=nodes, timeout=timeout)
            return next(found, None)
        within, form = limits(timeout, memory, nodes, threads, teller(progress, Progress)), self._form(as_)
        core, objects = self._parts()
        given = self._given(force, forbid)
        with objects.in_errors():
            cover = core.first(*given, within)
        return cover if cover is None or form is None else form(cover)

    def best(
        self,
        k: int = 1,
        *,
        all_optimal: bool = False,
        force: Iterable[Any] = (),
        forbid: Iterable[Any] = (),
        gap: Union[None, Number, str] = None,
        max_cost: Optional[Number] = None,
        maximize: Optional[bool] = None,
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
        force, forbid : iterable of labels
            Consider only covers with, and without, these options.
        gap : number or str, optional
            Return a cover as soon as it is proved that none is better by more than this: a cost, or a share of the cost
            of the cover such as ``"5%"``.
        max_cost : number, optional
            Consider only covers that cost at most this.
        maximize : bool, optional
            Return the covers of greatest cost in place of the cheapest ones; by default as the `objective` says, which
            is false unless the problem was read from a format that says otherwise.
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
        number = whole(k, "k")
        if maximize is None:
            maximize = self._objective.maximize
        if gap is not None and (all_optimal or number > 1):
            raise ValueError("gap: expected one cover, as the gap is that of one, found more")
        if maximize and max_cost is not None:
            raise ValueError("max_cost: expected none with maximize, as it leaves out the covers that are looked for")
        most = None if max_cost is None else decimal(max_cost, "max_cost")
        within_gap = None if gap is None else _gap(gap)
        core, objects = self._parts()
        given = self._given(force, forbid)

        def priced(found: List[Any]) -> List[Any]:
            return [Priced(cost, objects.cover(cover)) for cost, cover in found]

        with covers_in_limits(priced), objects.in_errors():
            found = core.best(
                None if all_optimal else number,
                *given,
                most,
                bool(unit_costs),
                bool(maximize),
                within_gap,
                limits(timeout, memory, nodes, threads, best_teller(progress, objects)),
            )
        return priced(found)

    def compile(
        self,
        *,
        force: Iterable[Any] = (),
        forbid: Iterable[Any] = (),
        threads: int = 1,
        memory: Optional[int] = None,
        nodes: Optional[int] = None,
        progress: Optional[Callable[[Progress], object]] = None,
        timeout: Optional[float] = None,
    ) -> Diagram:
        """Return a diagram of all covers, for counting, sampling and other questions without a search.

        Parameters
        ----------
        force, forbid : iterable of labels
            Hold only covers with, and without, these options.
        threads : int
            Number of threads. The diagram is the same for any number.
        memory, nodes, progress, timeout
            As for `count`.

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
        within = limits(timeout, memory, nodes, threads, teller(progress, Progress))
        core, objects = self._parts()
        given = self._given(force, forbid)
        with objects.in_errors():
            return Diagram._over(core.compile(*given, within), objects)

    def sample(
        self,
        n: int = 1,
        *,
        seed: Optional[int] = 0,
        force: Iterable[Any] = (),
        forbid: Iterable[Any] = (),
        threads: int = 1,
        memory: Optional[int] = None,
        progress: Optional[Callable[[Progress], object]] = None,
        timeout: Optional[float] = None,
    ) -> List[Cover]:
        """Return `n` covers, each drawn uniformly from all covers.

        This method compiles the problem first. To sample repeatedly, keep the diagram.

        Parameters
        ----------
        n : int
            Number of covers.
        seed : int, optional
            The same seed gives the same covers, None others at each call.
        force, forbid : iterable of labels
            Draw only covers with, and without, these options.
        threads, memory, progress, timeout
            As for `compile`. `memory` is also the maximum size of the list.

        Returns
        -------
        list of lists
            An empty list if there is no cover.

        Raises
        ------
        TimeoutError, MemoryError, ValueError
            As `compile`.
        """
        begun = time.monotonic()
        diagram = self.compile(
            force=force, forbid=forbid, threads=threads, memory=memory, progress=progress, timeout=timeout
        )
        return diagram.sample(n, seed=seed, memory=memory, timeout=left(timeout, begun))

    def why(
        self,
        *,
        force: Iterable[Any] = (),
        forbid: Iterable[Any] = (),
        memory: Optional[int] = None,
        nodes: Optional[int] = None,
        progress: Optional[Callable[[Progress], object]] = None,
        timeout: Optional[float] = None,
    ) -> Optional[Reason]:
        """Return a reason why the problem has no cover.

        Parameters
        ----------
        force, forbid : iterable of labels
            Why there is no cover with, and without, these options.
        memory, nodes, progress, timeout
            As for `count`.

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
        within = limits(timeout, memory, nodes, tell=teller(progress, Progress))
        core, objects = self._parts()
        given = self._given(force, forbid)
        with objects.in_errors():
            found = core.why(*given, within)
        if found is None:
            return None
        items, options, forced, conflicts, minimal, text = found
        return Reason(
            [objects.items[item] for item in items],
            objects.cover(options),
            objects.cover(forced),
            [objects.items[item] for item in conflicts],
            minimal,
            objects.own(text),
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
        core, objects = self._parts()
        names = objects.items
        return [
            Finding(kind, objects.own(text), [names[item] for item in items], objects.cover(options), is_proof)
            for kind, text, items, options, is_proof in core.lint(limits(timeout))
        ]

    def check(self, cover: Iterable[Any]) -> None:
        """Check that these options are a cover.

        Parameters
        ----------
        cover : iterable of labels
            The options, in any order.

        Raises
        ------
        ValueError
            If they are not; the message names an item and says how often it is covered.
        """
        core, objects = self._parts()
        numbers = objects.option_numbers(cover, "cover")
        with objects.in_errors():
            core.check(numbers)

    @property
    def geometry(self) -> Optional[str]:
        """Where the items are in a picture, as `dlx help geometry` describes it."""
        return self._geometry

    @overload
    def draw(
        self,
        cover: Union[Cover, Iterable[Cover]],
        *,
        columns: Optional[int] = None,
        place: Optional[Callable[[Any], Place]] = None,
        symbol: Optional[Callable[[Any], Any]] = None,
        geometry: Optional[str] = None,
        title: str = "Cover",
        format: Literal["svg"] = "svg",
    ) -> Svg: ...

    @overload
    def draw(
        self,
        cover: Union[Cover, Iterable[Cover]],
        *,
        columns: Optional[int] = None,
        place: Optional[Callable[[Any], Place]] = None,
        symbol: Optional[Callable[[Any], Any]] = None,
        geometry: Optional[str] = None,
        title: str = "Cover",
        format: Literal["text"],
    ) -> str: ...

    def draw(
        self,
        cover: Union[Cover, Iterable[Cover]],
        *,
        columns: Optional[int] = None,
        place: Optional[Callable[[Any], Place]] = None,
        symbol: Optional[Callable[[Any], Any]] = None,
        geometry: Optional[str] = None,
        title: str = "Cover",
        format: Literal["svg", "text"] = "svg",
    ) -> str:
        """Return a picture of a cover, or of several on one sheet.

        Parameters
        ----------
        cover : list of labels, or iterable of these
            A cover; with `columns`, several covers.
        columns : int, optional
            Draw several covers, this number of them side by side.
        place : callable, optional
            Returns the place of an item: its row and column, or its layer, row and column, from 0. None is an item
            without a place. Each option then fills the cells of its items, and is labelled with its other primary items.
        symbol : callable, optional
            Together with `place`: returns the text that an item stands for, or None. Each option then writes the symbols
            of its items into the cells of its items.
        geometry : str, optional
            Where the items are by their names, instead of the `geometry` of the problem.
        title : str
            Accessible title.
        format : str
            ``svg``, or ``text`` for a drawing in lines of text.

        Returns
        -------
        Svg or str
            A str with an SVG file, which notebooks show, or lines of text.

        Raises
        ------
        ValueError
            If the problem has no geometry, the geometry does not fit, or an option does not exist.

        Examples
        --------
        >>> squares = Problem(options=[[(0, 0), (0, 1)]])
        >>> squares.draw([0], place=lambda item: item)[:5]
        '<svg '
        """
        core, objects = self._parts()
        drawn, where = core, self._geometry if geometry is None else geometry
        if place is not None:
            drawn, where = drawn_problem(core, objects, place, symbol)
        elif symbol is not None:
            raise ValueError("symbol: expected place with it, found none")
        if where is None:
            expected = "the places of the items, as place=lambda item: (row, column)"
            raise ValueError(f"geometry: expected {expected}, found none")
        for text, name in ((where, "geometry"), (title, "title")):
            _check_text(text, name)
        if format not in ("svg", "text"):
            raise ValueError(f"format: expected svg or text, found {format!r}")
        numbers = objects.option_numbers
        shown, titled = (Svg, title) if format == "svg" else (str, None)
        with objects.in_errors():
            if columns is None:
                return shown(drawn.draw(numbers(cover, "cover"), where, titled))
            if not isinstance(cover, Iterable):
                raise TypeError(f"cover: expected an iterable of covers, found {cover!r}")
            covers = []
            for number, options in enumerate(cover):
                if isinstance(options, str) or not isinstance(options, Iterable):
                    raise TypeError(f"cover {number}: expected a list of options, found {options!r}")
                covers.append(numbers(options, f"cover {number}"))
            return shown(drawn.draw_sheet(covers, whole(columns, "columns", least=1), where, titled))

    def _repr_html_(self) -> str:
        """Return a table of the options for notebooks: the items across, of a large problem the first ones."""
        core, objects = self._parts()
        items = objects.items[:SHOWN]
        bounds = core.bounds()[:SHOWN]
        costs = core.costs()
        has_costs = any(costs)
        more = ["…"] if len(objects.items) > SHOWN else []
        rows: List[List[Any]] = []
        if any(bound != (1, 1) for bound in bounds):
            times = [_times(*bound) for bound in bounds] + [""] * (len(items) - len(bounds))
            rows.append(["covered", *times, *([""] if more else []), *([""] if has_costs else [])])
        for number in range(min(len(self), SHOWN)):
            uses = core.option(number)
            marks = {item: _color(objects, color) or ("●" if weight == 1 else str(weight)) for item, color, weight in uses}
            cells = [marks.get(item, "") for item in range(len(items))]
            hidden = ["…" if any(item >= SHOWN for item in marks) else ""] if more else []
            rows.append([objects.label(number), *cells, *hidden, *([costs[number]] if has_costs else [])])
        if len(self) > SHOWN:
            rows.append(["…"])
        return table(repr(self)[1:-1], ["", *items, *more, *(["cost"] if has_costs else [])], rows)

    def __repr__(self) -> str:
        core, objects = self._parts()
        primary = core.primary_count()
        return f"<Problem: {primary} primary items, {len(objects.items) - primary} secondary, {len(self)} options>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        return (
            self.digest == other.digest
            and list(self._objects.items) == list(other._objects.items)
            and self.labels == other.labels
        )

    def __hash__(self) -> int:
        self._is_key = True
        return hash(self.digest)

    def __reduce__(self) -> Tuple[Any, ...]:
        core, objects = self._parts()
        options = [self._contents(number) for number in range(len(self))]
        bounds = {item: bound for item, bound in self.bounds.items() if bound != (1, 1)}
        state = (self.primary, self.secondary, options, objects.labels, bounds, core.costs(), self._geometry)
        return _problem, (*state, objects.payloads, self._objective)


def _problem(
    primary: List[Hashable],
    secondary: List[Hashable],
    options: List[List[Any]],
    labels: Optional[Sequence[Hashable]],
    bounds: Mapping[Hashable, Bound],
    costs: List[Union[int, Decimal]],
    geometry: Optional[str],
    payloads: Optional[List[Any]],
    objective: Objective,
) -> Problem:
    problem = Problem(
        primary, secondary, options=options, labels=labels, bounds=bounds, costs=costs, geometry=geometry
    )
    problem._objects.payloads, problem._objective = payloads, objective
    return problem


def _times(low: int, high: Optional[int]) -> str:
    """Return bounds in words."""
    return f"{low}+" if high is None else str(low) if low == high else f"{low}–{high}"


def _color(objects: Objects, color: Optional[str]) -> Optional[str]:
    """Return a color as text."""
    return None if color is None else str(objects.colors.get(color, color))


def _check_text(text: Any, name: str) -> None:
    """Check that an argument is a str or None."""
    if text is not None and not isinstance(text, str):
        raise TypeError(f"{name}: expected a str, found {text!r}")


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


__all__ = ["As", "Format", "Option", "Problem", "Rule"]
