"""Sudoku of any side up to 25: solve, count, check, generate, compare, rate and explain.

A puzzle is a string in any format that `dlx sudoku` reads, such as its cells in row-major order with ``.`` or ``0``
for blank cells, or a row of digits in a numpy array, with 0 for blank cells. Functions that accept a string also
accept a list of strings and then return a list of answers. `box` is the height and width of a box; the default is as
close to square as possible.
"""

from __future__ import annotations

import json
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union, overload

import numpy
import numpy.typing

from . import _excover

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
    """Return a solution of each puzzle.

    Parameters
    ----------
    puzzles : str, sequence of str, or array of shape (n, cells) or (cells,)
        An array contains digits from 0 to the side; arrays of uint8 in C order are read without copying.
    threads : int
        Number of threads, for arrays and lists.
    timeout : float, optional
        Time limit in seconds.

    Returns
    -------
    str, list of str, or array of uint8 of the same shape
        For a puzzle without a solution, None or a row of zeros. For a puzzle with several solutions, always the same
        one of them.

    Raises
    ------
    TimeoutError
        If the time limit was reached.
    ValueError
        If a puzzle cannot be read; the message has its number, from 0.

    Notes
    -----
    Takes about a microsecond per puzzle of side 9 and thread, for thousands of puzzles.
    """
    if isinstance(puzzles, numpy.ndarray):
        return _answer(puzzles, 1, threads, box, timeout)[0]
    one, many = _strings(puzzles)
    answers = _excover.sudoku_solve(many, threads, box, timeout)
    return answers[0] if one else answers


def answer(
    puzzles: numpy.typing.NDArray[Any],
    *,
    threads: int = 1,
    box: Box = None,
    timeout: Optional[float] = None,
) -> Tuple[numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint8]]:
    """Return a solution of each puzzle of an array, and its number of solutions: 0, 1, or 2 for several.

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
    """Return the number of solutions of each puzzle, exactly, or up to a limit.

    `memory` is the maximum size of tables in bytes, by default half of the available memory.

    Raises
    ------
    TimeoutError, MemoryError
        If the time or memory limit was reached.
    ValueError
        If a puzzle cannot be read.
    """
    one, many = _strings(puzzles)
    counts = _excover.sudoku_count(many, limit, threads, box, memory, timeout)
    return counts[0] if one else counts


@overload
def check(puzzles: str, *, box: Box = ..., timeout: Optional[float] = ...) -> str: ...  # type: ignore[overload-overlap]
@overload
def check(puzzles: Sequence[str], *, box: Box = ..., timeout: Optional[float] = ...) -> List[str]: ...
def check(puzzles: Any, *, box: Box = None, timeout: Optional[float] = None) -> Any:
    """Return for each puzzle ``unique``, ``several`` or ``none``, depending on its number of solutions, or ``invalid``
    if givens contradict one another. Errors are those of `solve`."""
    one, many = _strings(puzzles)
    answers = _excover.sudoku_check(many, box, timeout)
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
    """Generate puzzles from a seed.

    Parameters
    ----------
    n : int
        Number of puzzles.
    kind : str
        ``unique`` (one solution, and no clue can be removed), ``easy`` (solved by naked singles), ``several`` or
        ``unsolvable``.
    clues : int, optional
        With ``unique``: stop removing clues at this number. A puzzle that cannot be reduced to it has more.
    side : int
        From 1 to 25.
    memory : int, optional
        Maximum size of the list in bytes; by default half of the available memory.

    Raises
    ------
    TimeoutError, MemoryError
        If the time or memory limit was reached.
    ValueError
        If the kind or the board does not exist.
    """
    return _excover.sudoku_generate(n, seed, kind, clues, side, box, memory, timeout)


@overload
def canon(  # type: ignore[overload-overlap]
    puzzles: str, *, threads: int = ..., box: Box = ..., timeout: Optional[float] = ...
) -> str: ...
@overload
def canon(
    puzzles: Sequence[str], *, threads: int = ..., box: Box = ..., timeout: Optional[float] = ...
) -> List[str]: ...
def canon(puzzles: Any, *, threads: int = 1, box: Box = None, timeout: Optional[float] = None) -> Any:
    """Return the canonical form of each puzzle or full grid: the same string for all equivalent ones.

    Puzzles are equivalent if one can be turned into the other by permuting digits, bands, rows of a band, stacks and
    columns of a stack, and by transposition where boxes are square. The canonical form is the equivalent puzzle that
    comes first in lexicographic order, blank cells before digits. Whether a puzzle has solutions does not matter.

    >>> canon("1234341221434321") == canon("2143341212344321")
    True

    Parameters
    ----------
    threads : int
        Number of threads, for lists.
    timeout : float, optional
        Time limit in seconds.

    Raises
    ------
    TimeoutError
        If the time limit was reached.
    ValueError
        If a puzzle cannot be read, or the board has too many orders of its columns for a canonical form; the message
        has the number of the puzzle, from 0.
    """
    one, many = _strings(puzzles)
    forms = _excover.sudoku_canon(many, threads, box, timeout)
    return forms[0] if one else forms


@overload
def automorphisms(  # type: ignore[overload-overlap]
    puzzles: str, *, threads: int = ..., box: Box = ..., timeout: Optional[float] = ...
) -> Dict[str, Any]: ...
@overload
def automorphisms(
    puzzles: Sequence[str], *, threads: int = ..., box: Box = ..., timeout: Optional[float] = ...
) -> List[Dict[str, Any]]: ...
def automorphisms(puzzles: Any, *, threads: int = 1, box: Box = None, timeout: Optional[float] = None) -> Any:
    """Return the automorphisms of each puzzle or full grid: the permutations of rows and columns, and transpositions, as
    for `canon`, that turn it into itself up to a permutation of the digits.

    Parameters and errors are those of `canon`.

    Returns
    -------
    dict, or list of dict
        ``count``, the number of automorphisms with the identity, and ``maps``, all others: None if there are more than
        1000 automorphisms, otherwise a list of dicts. Each has ``cells``, the images of the cells in row-major order as
        pairs of row and column, from 1; ``digits``, the images of the digits from 1, None for those that the givens do
        not determine; ``order``, the number of times that it must be applied until all cells are back in place; and
        ``text``, its description in English. The list is in the order of ``order``.
    """
    one, many = _strings(puzzles)
    answers = [
        {"count": number, "maps": None if maps is None else [_map(found) for found in json.loads(maps)]}
        for number, maps in _excover.sudoku_automorphisms(many, threads, box, timeout)
    ]
    return answers[0] if one else answers


def _map(automorphism: Dict[str, Any]) -> Dict[str, Any]:
    return {**automorphism, "cells": [_cell(cell) for cell in automorphism["cells"]]}


@overload
def rate(puzzles: str, *, box: Box = ..., timeout: Optional[float] = ...) -> Dict[str, Any]: ...  # type: ignore[overload-overlap]
@overload
def rate(puzzles: Sequence[str], *, box: Box = ..., timeout: Optional[float] = ...) -> List[Dict[str, Any]]: ...
def rate(puzzles: Any, *, box: Box = None, timeout: Optional[float] = None) -> Any:
    """Return the rating of each puzzle.

    Returns
    -------
    dict, or list of dict
        ``level`` and ``score`` on HoDoKu's scale, ``steps``, ``hardest`` (a technique), ``trials`` (steps that took a
        digit from the solution), ``se`` (the rating of Sudoku Explainer; None on other boards than the classic one),
        and ``solved``: False if the techniques do not solve the puzzle, for example because it has several solutions.

    Raises
    ------
    ValueError
        If a puzzle cannot be read or has no solution.
    TimeoutError
        If the time limit was reached.
    """
    one, many = _strings(puzzles)
    ratings = _excover.sudoku_rate(many, box, timeout)
    return ratings[0] if one else ratings


def explain(puzzle: str, *, box: Box = None, timeout: Optional[float] = None) -> List[Dict[str, Any]]:
    """Return the steps that solve a puzzle with human techniques.

    Returns
    -------
    list of dict
        For each step its ``technique``, its ``text`` in HoDoKu's notation, its ``reason`` in English sentences, and
        its ``placements`` and ``eliminations``: triples of row, column and digit, all from 1. The other fields are
        those of ``dlx sudoku explain --format json``.

    Raises
    ------
    ValueError
        If the puzzle cannot be read or has no solution.
    TimeoutError
        If the time limit was reached.
    """
    return _steps(_excover.sudoku_explain(puzzle, box, timeout))


def steps(
    puzzle: str,
    techniques: Union[str, Sequence[str], None] = None,
    *,
    box: Box = None,
    timeout: Optional[float] = None,
) -> List[Dict[str, Any]]:
    """Return all steps that are possible in the state of a puzzle.

    Parameters
    ----------
    puzzle : str
        The state is what the format of the puzzle holds: givens, and placed digits and candidates if there are any, as in
        HoDoKu's library lines and in grids of candidates.
    techniques : str or sequence of str, optional
        Names, HoDoKu's abbreviations and codes of techniques, and families such as ``fish``; by default all techniques of
        HoDoKu's default settings, except trial and error.

    Returns
    -------
    list of dict
        Steps as returned by `explain`, technique by technique.

    Raises
    ------
    ValueError
        If the puzzle cannot be read or has no solution, or a technique is unknown.
    TimeoutError
        If the time limit was reached.
    """
    names = [techniques] if isinstance(techniques, str) else techniques
    return _steps(_excover.sudoku_steps(puzzle, None if names is None else list(names), box, timeout))


def _steps(found: str) -> List[Dict[str, Any]]:
    steps: List[Dict[str, Any]] = json.loads(found)
    for step in steps:
        for field in ("placements", "eliminations"):
            step[field] = [_triple(**candidate) for candidate in step[field]]
    return steps


def _triple(cell: str, digit: int) -> Tuple[int, int, int]:
    row, column = _cell(cell)
    return row, column, digit


def _cell(name: str) -> Tuple[int, int]:
    row, column = name[1:].split("c")
    return int(row), int(column)


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
    solutions, found_counts = _excover.sudoku_answer_array(digits, most, threads, box, timeout)
    return solutions.reshape(puzzles.shape), found_counts
