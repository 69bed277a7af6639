"""Sudoku of any side up to 25: solve, count, check, generate, rate and explain.

A puzzle is a string in any format that `dlx sudoku` reads, most simply its cells row by row with ``.`` or ``0`` for
blank ones, or a row of digits in a numpy array, with 0 for blank cells. Wherever one string is taken, a list of
strings is taken as well and gives a list of answers. `box` is the height and width of a box; by default that
nearest to a square.
"""

from __future__ import annotations

import json
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union, overload

import numpy
import numpy.typing

from . import _dlx

Box = Optional[Tuple[int, int]]


@overload
def solve(  # type: ignore[overload-overlap]  # a str is a sequence of str
    puzzles: str, *, threads: int = ..., box: Box = ..., timeout: Optional[float] = ...
) -> Optional[str]: ...
@overload
def solve(
    puzzles: Sequence[str], *, threads: int = ..., box: Box = ..., timeout: Optional[float] = ...
) -> List[Optional[str]]: ...
@overload
def solve(
    puzzles: numpy.typing.NDArray[Any], *, threads: int = ..., box: Box = ..., timeout: Optional[float] = ...
) -> numpy.typing.NDArray[numpy.uint8]: ...
def solve(puzzles: Any, *, threads: int = 1, box: Box = None, timeout: Optional[float] = None) -> Any:
    """A solution of each puzzle.

    Parameters
    ----------
    puzzles : str, sequence of str, or array of shape (n, cells) or (cells,)
        An array holds digits from 0 to the side; arrays of uint8 in C order are read where they lie.
    threads : int
        So many threads, for arrays and lists.
    timeout : float, optional
        Stop after so many seconds.

    Returns
    -------
    str, list of str, or array of uint8 of the same shape
        None, or a row of zeros, where a puzzle has no solution. Where it has several, one of them, always the same.

    Raises
    ------
    TimeoutError
        If the time is over.
    ValueError
        If a puzzle cannot be read; the message has its number, counted from 0.

    Notes
    -----
    About a microsecond for a puzzle of side 9 and a thread, once there are thousands.
    """
    if isinstance(puzzles, numpy.ndarray):
        return _answer(puzzles, 1, threads, box, timeout)[0]
    one, many = _strings(puzzles)
    answers = _dlx.sudoku_solve(many, threads, box, timeout)
    return answers[0] if one else answers


def answer(
    puzzles: numpy.typing.NDArray[Any],
    *,
    threads: int = 1,
    box: Box = None,
    timeout: Optional[float] = None,
) -> Tuple[numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint8]]:
    """A solution of each puzzle of an array, and how many it has: 0, 1, or 2 for several.

    Parameters and errors are those of `solve`. Returns arrays of uint8 of shape (n, cells) and (n,).
    """
    return _answer(puzzles, 2, threads, box, timeout)


@overload
def count(  # type: ignore[overload-overlap]  # a str is a sequence of str
    puzzles: str,
    *,
    limit: Optional[int] = ...,
    threads: int = ...,
    box: Box = ...,
    memory: Optional[int] = ...,
    timeout: Optional[float] = ...,
) -> int: ...
@overload
def count(
    puzzles: Sequence[str],
    *,
    limit: Optional[int] = ...,
    threads: int = ...,
    box: Box = ...,
    memory: Optional[int] = ...,
    timeout: Optional[float] = ...,
) -> List[int]: ...
def count(
    puzzles: Any,
    *,
    limit: Optional[int] = None,
    threads: int = 1,
    box: Box = None,
    memory: Optional[int] = None,
    timeout: Optional[float] = None,
) -> Any:
    """How many solutions each puzzle has, exactly, or up to a limit.

    `memory` is the most bytes for tables, by default half of what is available.

    Raises
    ------
    TimeoutError, MemoryError
        If the time is over, or tables would take more memory.
    ValueError
        If a puzzle cannot be read.
    """
    one, many = _strings(puzzles)
    counts = _dlx.sudoku_count(many, limit, threads, box, memory, timeout)
    return counts[0] if one else counts


@overload
def check(puzzles: str, *, box: Box = ..., timeout: Optional[float] = ...) -> str: ...  # type: ignore[overload-overlap]
@overload
def check(puzzles: Sequence[str], *, box: Box = ..., timeout: Optional[float] = ...) -> List[str]: ...
def check(puzzles: Any, *, box: Box = None, timeout: Optional[float] = None) -> Any:
    """Of each puzzle whether it is ``unique``, ``several`` or ``none``, by its number of solutions, or ``invalid``
    if clues contradict one another. Errors are those of `solve`."""
    one, many = _strings(puzzles)
    answers = _dlx.sudoku_check(many, box, timeout)
    return answers[0] if one else answers


def generate(
    n: int = 1,
    *,
    seed: int = 0,
    kind: str = "unique",
    clues: Optional[int] = None,
    side: int = 9,
    box: Box = None,
    memory: Optional[int] = None,
    timeout: Optional[float] = None,
) -> List[str]:
    """Puzzles that follow from the seed.

    Parameters
    ----------
    n : int
        How many.
    kind : str
        ``unique`` (one solution, and no clue can be left out), ``easy`` (solved by filling cells for which one digit
        is left), ``several`` or ``unsolvable``.
    clues : int, optional
        With ``unique``: stop leaving out clues at this number. A puzzle that cannot come down to it has more.
    side : int
        From 1 to 25.
    memory : int, optional
        The most bytes for the list; by default half of what is available.

    Raises
    ------
    TimeoutError, MemoryError
        If the time is over, or the list would take more memory.
    ValueError
        If there is no such kind or board.
    """
    return _dlx.sudoku_generate(n, seed, kind, clues, side, box, memory, timeout)


@overload
def rate(puzzles: str, *, box: Box = ..., timeout: Optional[float] = ...) -> Dict[str, Any]: ...  # type: ignore[overload-overlap]
@overload
def rate(puzzles: Sequence[str], *, box: Box = ..., timeout: Optional[float] = ...) -> List[Dict[str, Any]]: ...
def rate(puzzles: Any, *, box: Box = None, timeout: Optional[float] = None) -> Any:
    """How hard each puzzle is.

    Returns
    -------
    dict, or list of dict
        ``level`` and ``score`` as HoDoKu would say, ``steps``, ``hardest`` (a technique), ``trials`` (steps that took
        a digit from the solution), ``like_se`` (on a scale like that of Sudoku Explainer), and ``solved``: False if
        the techniques do not end it, as where there are several solutions.

    Raises
    ------
    ValueError
        If a puzzle cannot be read or has no solution.
    TimeoutError
        If the time is over.
    """
    one, many = _strings(puzzles)
    ratings = _dlx.sudoku_rate(many, box, timeout)
    return ratings[0] if one else ratings


def explain(puzzle: str, *, box: Box = None, timeout: Optional[float] = None) -> List[Dict[str, Any]]:
    """The steps in which a person solves a puzzle.

    Returns
    -------
    list of dict
        For each step its ``technique``, its ``text`` in English, and the ``placements`` and ``eliminations``: triples
        of row, column and digit, all counted from 1. The other fields are those of ``dlx sudoku explain --format json``.

    Raises
    ------
    ValueError
        If the puzzle cannot be read or has no solution.
    TimeoutError
        If the time is over.
    """
    steps: List[Dict[str, Any]] = json.loads(_dlx.sudoku_explain(puzzle, box, timeout))
    for step in steps:
        for field in ("placements", "eliminations"):
            step[field] = [_triple(**candidate) for candidate in step[field]]
    return steps


def _triple(cell: str, digit: int) -> Tuple[int, int, int]:
    row, column = cell[1:].split("c")
    return int(row), int(column), digit


def _strings(puzzles: Union[str, Sequence[str]]) -> Tuple[bool, List[str]]:
    return (True, [puzzles]) if isinstance(puzzles, str) else (False, list(puzzles))


def _answer(
    puzzles: numpy.typing.NDArray[Any], most: int, threads: int, box: Box, timeout: Optional[float]
) -> Tuple[numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint8]]:
    if puzzles.ndim not in (1, 2) or not numpy.issubdtype(puzzles.dtype, numpy.integer):
        found = f"{puzzles.ndim} dimensions of {puzzles.dtype}"
        raise ValueError(f"expected an array of integers of shape (n, cells) or (cells,), found {found}")
    digits = puzzles
    if digits.dtype != numpy.uint8:
        if digits.size and not 0 <= int(digits.min()) <= int(digits.max()) <= 25:
            raise ValueError(f"expected digits from 0 to the side, found {digits.min()} to {digits.max()}")
        digits = digits.astype(numpy.uint8)
    digits = numpy.ascontiguousarray(digits).reshape(-1, puzzles.shape[-1])
    solutions, found_counts = _dlx.sudoku_answer_array(digits, most, threads, box, timeout)
    return solutions.reshape(puzzles.shape), found_counts
