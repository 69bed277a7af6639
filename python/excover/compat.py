"""The functions of the PyPI package `exact-cover`, with the same names and results.

The rows of the matrix are the options; the columns are the items, which are all primary. Rows without an item are in
no solution. Unlike in that package, row number 0 and the memory order of the array make no difference, and the rows
of a solution are always in ascending order.
"""

from __future__ import annotations

from itertools import islice
from typing import Any, List, Optional, Set, Tuple

import numpy
import numpy.typing

from ._excover import ProblemCore


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
    core, rows = _problem(matrix)
    cover = next(core.listing([], [], "fewest", None), None)
    if not cover:
        raise NoSolution("there is no exact cover")
    found: numpy.typing.NDArray[numpy.int32] = rows[cover]
    return found


def get_all_solutions(
    matrix: numpy.typing.ArrayLike, max_count: Optional[int] = None
) -> Set[Tuple[numpy.int32, ...]]:
    """Return all exact covers, or the first `max_count`, as a set of tuples of row numbers.

    Raises
    ------
    NoSolution
        If there is no exact cover, or `max_count` is 0.
    ValueError
        If the array does not have two dimensions.
    """
    core, rows = _problem(matrix)
    covers = islice(core.listing([], [], "fewest", None), max_count)
    numbers: List[numpy.int32] = list(rows)
    solutions = {tuple(numbers[row] for row in cover) for cover in covers if cover}
    if not solutions:
        raise NoSolution("there is no exact cover")
    return solutions


def get_solution_count(matrix: numpy.typing.ArrayLike) -> int:
    """Return the exact number of exact covers.

    Raises
    ------
    ValueError
        If the array does not have two dimensions.
    """
    core, rows = _problem(matrix)
    return core.count([], [], 1, None, None) if len(rows) else 0


def _problem(matrix: numpy.typing.ArrayLike) -> Tuple[ProblemCore, Any]:
    """Return the problem without empty rows, and the numbers of the remaining rows."""
    array = numpy.asarray(matrix, dtype=numpy.bool_)
    if array.ndim != 2:
        raise ValueError(f"expected a 2-dimensional (m x n) matrix, found an array of {array.ndim} dimensions")
    used = array.any(axis=1)
    rows = numpy.flatnonzero(used).astype(numpy.int32)
    return ProblemCore.from_matrix(array if used.all() else array[used], None), rows
