"""The functions of the PyPI packages `exact-cover` and `xcover`, with the same names and results.

`get_exact_cover`, `get_all_solutions`, `get_solution_count` and `NoSolution` are those of `exact-cover`; `covers`,
`covers_bool`, `covers_zdd` and `covers_bool_zdd` are those of `xcover`. In a matrix, rows are options and columns are
items, which are all primary; rows without an item are in no cover.

What differs: the options of a cover are in ascending order, and the order of the covers is that of `Problem.solutions`.
Unlike in `exact-cover`, row number 0 and the memory order of the array make no difference. Unlike in `xcover`, an option
that contains an item twice is a `ValueError`, and the arguments that choose how a decision diagram is computed change
nothing.
"""

from __future__ import annotations

from itertools import islice
from typing import Any, Collection, Hashable, Iterable, Iterator, List, Optional, Sequence, Set, Tuple, Union

import numpy
import numpy.typing

from ._arguments import limits
from ._excover import ProblemCore
from ._model import covered
from ._objects import unknown_item
from ._problem import Problem

__all__ = [
    "NoSolution",
    "covers",
    "covers_bool",
    "covers_bool_zdd",
    "covers_zdd",
    "get_all_solutions",
    "get_exact_cover",
    "get_solution_count",
]

#: A branch of a decision diagram: its number, its option, and the numbers of the branches without it and with it.
Branch = Tuple[int, int, int, int]

#: As in these packages, nothing but the memory is limited.
_NO_LIMITS = limits()


class NoSolution(Exception):
    """There is no exact cover."""


def get_exact_cover(matrix: numpy.typing.ArrayLike) -> numpy.typing.NDArray[numpy.int32]:
    """Return the rows of the first exact cover.

    Parameters
    ----------
    matrix : array of bool, shape (rows, columns)

    Returns
    -------
    array of int32, shape (chosen rows,)

    Raises
    ------
    NoSolution
        If there is no exact cover.
    ValueError
        If the array does not have two dimensions.
    """
    problem, rows = _problem(matrix)
    cover = next(_covers(problem), None)
    if not cover:
        raise NoSolution("there is no exact cover")
    return numpy.array([rows[row] for row in cover], dtype=numpy.int32)


def get_all_solutions(
    matrix: numpy.typing.ArrayLike, max_count: Optional[int] = None
) -> Set[Tuple[numpy.int32, ...]]:
    """Return all exact covers, or the first of them.

    Parameters
    ----------
    matrix : array of bool, shape (rows, columns)
    max_count : int, optional
        The greatest number of covers.

    Returns
    -------
    set of tuple of int32
        The row numbers of each cover.

    Raises
    ------
    NoSolution
        If there is no exact cover, or `max_count` is 0.
    ValueError
        If the array does not have two dimensions.
    """
    problem, rows = _problem(matrix)
    numbers: List[numpy.int32] = list(numpy.array(rows, dtype=numpy.int32))
    found = islice(_covers(problem), max_count)
    solutions = {tuple(numbers[row] for row in cover) for cover in found if cover}
    if not solutions:
        raise NoSolution("there is no exact cover")
    return solutions


def get_solution_count(matrix: numpy.typing.ArrayLike) -> int:
    """Return the number of exact covers.

    Parameters
    ----------
    matrix : array of bool, shape (rows, columns)

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If the array does not have two dimensions.
    """
    problem, rows = _problem(matrix)
    return problem.count([], [], None, False, None, _NO_LIMITS)[0] if rows else 0


def covers(
    options: Sequence[Collection[Any]],
    primary: Optional[Iterable[Hashable]] = None,
    secondary: Optional[Iterable[Hashable]] = None,
    colored: bool = False,
) -> Iterator[List[int]]:
    """Return an iterator over the covers, each a list of the numbers of its options.

    Parameters
    ----------
    options : sequence of collections of hashable
        The items of each option.
    primary, secondary : iterable of hashable, optional
        Items that must be covered once, and items that may be covered at most once. If one of them is missing, it has
        all other items of the options; if both are, all items are primary.
    colored : bool
        Items are strings, and a secondary item with a color is written as ``item:color``. Options may share a
        secondary item if all give it the same color.

    Returns
    -------
    iterator of list of int

    Raises
    ------
    KeyError
        If an option contains an unknown item.
    ValueError
        If an option contains an item twice.
    """
    problem, numbers = _of_items(options, primary, secondary, colored)
    for cover in _covers(problem):
        yield [numbers[option] for option in cover]


def covers_bool(matrix: numpy.typing.ArrayLike) -> Iterator[List[int]]:
    """Return an iterator over the exact covers of a matrix, each a list of row numbers.

    Parameters
    ----------
    matrix : array of bool, shape (rows, columns)

    Returns
    -------
    iterator of list of int

    Raises
    ------
    ValueError
        If the array does not have two dimensions.
    """
    problem, rows = _problem(matrix)
    for cover in _covers(problem):
        yield [rows[row] for row in cover]


def covers_zdd(
    options: Sequence[Collection[Any]],
    primary: Optional[Iterable[Hashable]] = None,
    secondary: Optional[Iterable[Hashable]] = None,
    colored: bool = False,
    use_memo_cache: bool = False,
    choose_heuristic: str = "MRV",
) -> Iterator[Branch]:
    """Return the branches of a zero-suppressed decision diagram of all covers, each after its children.

    Parameters
    ----------
    options, primary, secondary, colored
        As for `covers`.
    use_memo_cache, choose_heuristic
        Change nothing.

    Returns
    -------
    iterator of (int, int, int, int)
        The number of a branch, from 2, its option, and the numbers of the branches without it (``lo``) and with it
        (``hi``). Number 0 is no cover, and 1 is the empty cover. The last branch stands for all covers.

    Raises
    ------
    KeyError, ValueError
        As `covers`, and ValueError for an unknown heuristic.
    """
    _check_heuristic(choose_heuristic)
    problem, numbers = _of_items(options, primary, secondary, colored)
    yield from _branches(problem, numbers)


def covers_bool_zdd(
    matrix: numpy.typing.ArrayLike, use_memo_cache: bool = False, choose_heuristic: str = "MRV"
) -> Iterator[Branch]:
    """Return the branches of a diagram of all exact covers of a matrix, as `covers_zdd` does.

    Parameters
    ----------
    matrix : array of bool, shape (rows, columns)
    use_memo_cache, choose_heuristic
        Change nothing.

    Returns
    -------
    iterator of (int, int, int, int)
        As `covers_zdd`.

    Raises
    ------
    ValueError
        If the array does not have two dimensions, or the heuristic is unknown.
    """
    _check_heuristic(choose_heuristic)
    problem, rows = _problem(matrix)
    yield from _branches(problem, rows)


def _of_items(
    options: Sequence[Collection[Any]],
    primary: Optional[Iterable[Hashable]],
    secondary: Optional[Iterable[Hashable]],
    colored: bool,
) -> Tuple[ProblemCore, List[int]]:
    """Return the problem without empty options, and the numbers of the remaining options."""
    numbers = [number for number, option in enumerate(options) if len(option)]
    first = None if primary is None else list(primary)
    second = None if secondary is None else list(secondary)
    if first is None or second is None:
        # The items in the order in which the options mention them.
        mentioned = dict.fromkeys(entry.partition(":")[0] if colored else entry for option in options for entry in option)
        known = set(first or second or ())
        others = [item for item in mentioned if item not in known]
        if first is None:
            first, second = others, second or []
        else:
            second = others
    if colored:
        contents = [[_use(entry) for entry in options[number]] for number in numbers]
        return Problem(first, second, options=contents)._core, numbers
    index = {item: number for number, item in enumerate(first + second)}
    if len(index) < len(first) + len(second):
        raise ValueError("expected each item once among `primary` and `secondary`")
    try:
        rows = [[index[item] for item in options[number]] for number in numbers]
    except KeyError:
        unknown = ((number, item) for number in numbers for item in options[number] if item not in index)
        number, item = next(unknown)
        raise unknown_item(f"option {number}", item, index) from None
    return ProblemCore.from_rows(len(first), len(second), rows), numbers


def _use(entry: str) -> Union[str, Tuple[str, str]]:
    """Return the item of an entry of an option, with its color if it has one."""
    item, _, color = entry.partition(":")
    return (item, color) if color else item


def _branches(problem: ProblemCore, numbers: Sequence[int]) -> Iterator[Branch]:
    diagram = problem.compile([], [], _NO_LIMITS)
    for number, (option, lo, hi) in enumerate(diagram.branches(_NO_LIMITS), 2):
        yield number, numbers[option], lo, hi


def _check_heuristic(name: str) -> None:
    if name not in ("MRV", "leftmost"):
        raise ValueError(f'expected "MRV" or "leftmost", found {name!r}')


def _problem(matrix: numpy.typing.ArrayLike) -> Tuple[ProblemCore, List[int]]:
    """Return the problem without empty rows, and the numbers of the remaining rows."""
    return ProblemCore.from_used_rows(covered(matrix))


def _covers(problem: ProblemCore) -> Iterator[List[int]]:
    return problem.listing([], [], "fewest", None, None, None, _NO_LIMITS)
