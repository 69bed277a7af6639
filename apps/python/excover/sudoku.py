"""Sudoku of any side up to 25, with the rules of variants: solve, count, check, generate, compare, rate and explain.

A puzzle is a string in any format that `dlx sudoku` reads: its cells in row-major order with ``.`` or ``0`` for blank
cells, a grid, a link or a JSON object of other programs, with the rules that the format has. Functions take

- one puzzle as a string, and return one answer;
- a list or another iterable of strings, and return a list;
- a pandas, polars or pyarrow column of strings, and return such a column, of pandas with the same index;
- a numpy array of strings, and return an array;
- a numpy array of whole numbers with the digits of a puzzle in each row and 0 for a blank cell, and return an array.
  Grids then are rows of uint8, of zeros if there is none. An array of one dimension is one puzzle. On boards with a
  digit 0, such as those of the rule ``values 0-8``, a blank cell is -1, and grids are rows of int8.

The keyword arguments of the functions have the same meaning in all of them:

rules : str or iterable of str
    Rules in addition to those of the puzzles: names of variants such as ``x`` and ``anti-knight``, and lines such as
    ``killer 15 r1c1 r1c2`` or ``regions 1122112233443344``, as in a file for `dlx sudoku solve --constraints`. A string
    can have several lines.
box : (int, int)
    Height and width of a box. The default is as close to square as possible.
threads : int
    Number of threads. Answers are the same for any number.
memory : int
    Maximum size of tables and lists in bytes; by default half of the available memory.
nodes : int
    Maximum number of nodes of the search for each puzzle.
timeout : float
    Time limit of the call in seconds.
errors : str
    Of functions that take many puzzles: ``raise``, or ``null`` to answer None for a puzzle that is missing (None or NaN),
    that cannot be read, or that has no answer, such as the rating of a puzzle without a solution. Limits still raise.

A limit that is reached raises TimeoutError, MemoryError or `excover.NodeLimitError`; a puzzle that cannot be read, and
rules that a board cannot have, raise ValueError, whose message has the number of the puzzle or the rule, from 0.
"""

from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Any,
    Dict,
    Iterable,
    Iterator,
    List,
    Literal,
    NamedTuple,
    Optional,
    Tuple,
    TypedDict,
    Union,
    overload,
)

from . import _excover
from ._arguments import Limits, bound, fresh, limits, whole
from ._column import Column, column, nullable
from ._html import Raw, escape, table, texts
from ._results import Count, Gallery, Svg

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    from typing_extensions import Unpack

#: The height and width of a box.
Box = Optional[Tuple[int, int]]

#: Rules in addition to those of the puzzles.
Rules = Union[str, Iterable[str]]

#: Whether a puzzle has one solution, several, none, or givens that contradict one another.
Verdict = Literal["unique", "several", "none", "invalid"]

#: HoDoKu's levels of difficulty.
Level = Literal["easy", "medium", "hard", "unfair", "extreme"]

#: What a function does about a puzzle without an answer.
Errors = Literal["raise", "null"]

#: What `generate` makes.
Kind = Literal["unique", "easy", "several", "unsolvable"]

#: The symmetry of the cells with givens.
CellSymmetry = Literal[
    "none",
    "rot180",
    "rot90",
    "horizontal",
    "vertical",
    "diagonal",
    "antidiagonal",
    "mirrors",
    "diagonals",
    "full",
]

#: The order in which techniques are tried: HoDoKu's, or that of Sudoku Explainer.
Order = Literal["hodoku", "se"]


class Settings(TypedDict, total=False):
    """The keyword arguments that all functions take."""

    rules: Rules
    box: Box
    threads: int
    memory: Optional[int]
    nodes: Optional[int]
    timeout: Optional[float]
    errors: Errors


class Grid(str):
    """A grid as a line, which notebooks show as a picture.

    Parameters
    ----------
    text : str
        A puzzle, or the solution of one.
    givens : str, optional
        The puzzle that this is a solution of. Its digits are drawn as given, the others as found.
    regions : str, optional
        The regions of a solution, a letter for each cell, if the rule ``chaos`` leaves them to be found.
    rules, box
        As for all functions.

    Examples
    --------
    >>> grid = solve("1...............", rules="x")
    >>> grid
    '1243342121344312'
    >>> grid.svg()[:5]
    '<svg '
    """

    givens: str
    regions: Optional[str]
    _setting: Tuple[Rules, Box]

    def __new__(
        cls,
        text: str,
        *,
        givens: Optional[str] = None,
        regions: Optional[str] = None,
        rules: Rules = (),
        box: Box = None,
    ) -> Grid:
        grid = super().__new__(cls, text)
        grid.givens = str(text) if givens is None else givens
        grid.regions = regions
        grid._setting = (rules if isinstance(rules, str) else tuple(rules), box)
        return grid

    def __getnewargs_ex__(self) -> Tuple[Tuple[str], Dict[str, Any]]:
        rules, box = self._setting
        return (str(self),), {"givens": self.givens, "regions": self.regions, "rules": rules, "box": box}

    def svg(self) -> Svg:
        """Return a picture of the grid with its rules."""
        rules, box = self._setting
        filled = None if self.givens == str(self) else str(self)
        return _draw(self.givens, _Shown(filled=filled, regions=self.regions), rules=rules, box=box)

    def _repr_svg_(self) -> str:
        """Return the picture for a page that has others."""
        return self.svg()._repr_svg_()


class Cell(NamedTuple):
    """A cell: its row and its column, from 1."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"r{self.row}c{self.column}"


class Candidate(NamedTuple):
    """A digit in a cell: its row and its column, from 1, and the digit."""

    row: int
    column: int
    digit: int

    def __str__(self) -> str:
        return f"r{self.row}c{self.column}={self.digit}"


class Node(NamedTuple):
    """A digit in one of some cells."""

    digit: int
    cells: List[Cell]


class Link(NamedTuple):
    """A link of a chain."""

    start: Node
    #: ``strong`` (if the first is false, the second is true) or ``weak`` (if the first is true, the second is false).
    strength: Literal["strong", "weak"]
    end: Node
    #: The house of a link of one digit, such as ``r1``.
    house: Optional[str]


class LockedCells(NamedTuple):
    """Cells that hold exactly these digits, or these and one more."""

    cells: List[Cell]
    digits: List[int]


class Marks(NamedTuple):
    """What a step marks on the board, each part by its role."""

    #: Houses such as ``r1``, ``c4`` and ``b2``; of a fish the base houses.
    houses: List[str]
    #: The cover houses of a fish.
    covers: List[str]
    #: The main cells.
    cells: List[Cell]
    #: Further cells, such as the fins of a fish.
    fins: List[Cell]
    #: The digits that are marked in the main and the further cells.
    digits: List[int]
    #: Sets of cells with digits of their own.
    sets: List[LockedCells]
    links: List[Link]
    #: Placements that follow from an assumption.
    trail: List[Candidate]


class Sentence(NamedTuple):
    """A sentence of a reason."""

    #: Its number, if it is a step of a proof or a case.
    number: Optional[int]
    text: str
    #: The cells and houses that it names.
    cells: List[Cell]
    houses: List[str]


class Step(NamedTuple):
    """A step of a solution by a human technique: what it has found, and what it concludes."""

    #: The name of the technique in HoDoKu, such as ``Naked Single``.
    technique: str
    #: HoDoKu's code of the technique.
    code: str
    level: Level
    score: int
    #: The step in HoDoKu's notation.
    text: str
    #: The step in English sentences.
    reason: str
    #: The same sentences as a list.
    sentences: List[Sentence]
    placements: List[Candidate]
    eliminations: List[Candidate]
    #: The parts of the pattern by their names; ``kind`` says which it has, such as ``fish``. Cells and houses are
    #: names, as in the answers of ``dlx sudoku steps --format json``.
    pattern: Dict[str, Any]
    marks: Marks

    def __repr__(self) -> str:
        return f"<Step: {self.text}>"


class Steps(List[Step]):
    """A list of steps, which notebooks show as a table."""

    def _repr_html_(self) -> str:
        """Return the steps as a table, of a long list the first ones."""
        rows: List[Tuple[Any, ...]] = [
            (number, step.technique, step.level, step.reason) for number, step in enumerate(self[:_STEPS], 1)
        ]
        if len(self) > _STEPS:
            rows.append(("…", f"{len(self) - _STEPS} more", "", ""))
        return table(f"{len(self)} steps", ["", "technique", "level", "reason"], rows)


#: The number of steps that a notebook shows of a list.
_STEPS = 100


class Rating(NamedTuple):
    """The difficulty of a puzzle."""

    #: HoDoKu's level, or None if the techniques do not solve the puzzle.
    level: Optional[Level]
    #: HoDoKu's score.
    score: int
    #: The number of steps.
    steps: int
    #: The technique of the hardest step, or None without steps.
    hardest: Optional[str]
    #: The number of steps that took a digit from the solution.
    trials: int
    #: The rating of Sudoku Explainer: of the hardest step, of the hardest up to the first placement (the pearl), and of
    #: the first step (the diamond). None on other boards than the classic one, and if the puzzle is not solved.
    se: Optional[float]
    pearl: Optional[float]
    diamond: Optional[float]
    #: False if the techniques do not solve the puzzle, for example because it has several solutions.
    solved: bool


class Automorphism(NamedTuple):
    """A permutation of rows and columns, and maybe a transposition, that turns a grid into itself."""

    #: The image of each cell, in row-major order.
    cells: List[Cell]
    #: The images of the digits from 1, None for those that the givens do not determine.
    digits: List[Optional[int]]
    #: The number of times that it must be applied until all cells are back in place.
    order: int
    #: Its description.
    text: str

    def __repr__(self) -> str:
        return f"<Automorphism: {self.text}>"


class Automorphisms(NamedTuple):
    """The automorphisms of a grid."""

    #: Their number, with the identity.
    order: int
    #: All but the identity in ascending order of `order`, or None if there are more than 1000.
    maps: Optional[List[Automorphism]]


class Answer(NamedTuple):
    """Solutions, and numbers of solutions, in the form of the puzzles."""

    #: A solution of each puzzle, as from `solve`.
    solution: Any
    #: For each puzzle the number of its solutions: 0, 1, or 2 for several.
    number: Any


class Repair(NamedTuple):
    """A change of one given that leaves one solution."""

    row: int
    column: int
    digit: int
    #: The digit that it should have, or None to remove it.
    to: Optional[int]


class RuleRepair(NamedTuple):
    """A change of one rule that leaves one solution."""

    rule: str
    #: The rule as it should be, or None to leave it out.
    to: Optional[str]


class Diagnosis(NamedTuple):
    """Why a puzzle has no solution, or several."""

    status: Literal["unique", "several", "none"]
    #: The reason in English sentences.
    text: str
    #: The number of solutions.
    number: Count
    #: The solution, or two of several.
    solutions: List[str]
    #: Without solutions: givens that have none together, but one if any of them is left out.
    core: List[Candidate]
    #: The house that has a digit of the core twice, if that is the contradiction, in words.
    contradiction: Optional[str]
    #: Without solutions: all changes of one given that leave one solution.
    repairs: List[Repair]
    #: The givens of the core whose removal leaves several solutions.
    loosening: List[Candidate]
    #: Without solutions: rules that have none together with the core, but one if any of them is left out.
    rules: List[str]
    #: All changes of one of these rules that leave one solution. Of cages all sums are tried.
    rule_repairs: List[RuleRepair]
    #: The rules whose removal leaves several solutions.
    loosening_rules: List[str]
    #: With several solutions: the cells in which they differ, with their digits.
    differing: Dict[Cell, List[int]]
    #: With several solutions: the candidates each of which, as a given, leaves one.
    single: List[Candidate]
    #: Candidates that do so together, if no single one does.
    several: List[Candidate]
    #: The number of questions that ended at a limit of nodes. If it is not 0, the lists may not be complete.
    undecided: int

    def __repr__(self) -> str:
        return f"<Diagnosis: {self.status}>"

    def _repr_html_(self) -> str:
        """Return the diagnosis as a table for notebooks: the reason, and what would leave one solution."""
        number = f"{self.number.value:,}{'' if self.number.exact else ' or more'}"
        repairs = [f"r{row}c{place}={digit} → {to or 'blank'}" for row, place, digit, to in self.repairs]
        rule_repairs = [f"{rule} → {to or 'none'}" for rule, to in self.rule_repairs]
        rows = [
            ("solutions", number),
            ("givens without a solution", texts(self.core)),
            ("rules without a solution", texts(self.rules)),
            ("changes that leave one solution", texts(repairs + rule_repairs)),
            ("givens that would leave one", texts(self.single or self.several)),
            ("reason", Raw(escape(self.text).replace("\n", "<br>"))),
        ]
        return table(f"Diagnosis: {self.status}", (), [row for row in rows if row[1]])


class Redundant(NamedTuple):
    """The givens and rules any one of which a puzzle can do without."""

    givens: List[Candidate]
    #: Rules as they are written. Those that replace boxes or name the digits are not examined.
    rules: List[str]
    #: The givens, and the rules, whose question ended at the limit of nodes.
    undecided_givens: List[Candidate]
    undecided_rules: List[str]


class LeftOut(NamedTuple):
    """Parts of the text of a puzzle that have no meaning here, such as lines whose rule is in words alone."""

    #: One of them, such as ``line``.
    what: str
    #: How many there are.
    number: int


class WhyNot(NamedTuple):
    """Why a digit is impossible in a cell."""

    #: The reason in words.
    text: str
    #: The step that refutes it, if one does.
    step: Optional[Step]
    #: The number of cases that refute it, if no step does.
    cases: int


@overload
def solve(puzzles: str, **settings: Unpack[Settings]) -> Optional[Grid]: ...
@overload
def solve(puzzles: Union[List[str], Tuple[str, ...]], **settings: Unpack[Settings]) -> List[Optional[str]]: ...
@overload
def solve(
    puzzles: numpy.typing.NDArray[numpy.integer[Any]], **settings: Unpack[Settings]
) -> numpy.typing.NDArray[numpy.uint8]: ...
@overload
def solve(puzzles: Any, **settings: Unpack[Settings]) -> Any: ...
@nullable("grids")
def solve(
    puzzles: Any,
    *,
    rules: Rules = (),
    box: Box = None,
    threads: int = 1,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    timeout: Optional[float] = None,
) -> Any:
    """Return a solution of each puzzle.

    Parameters
    ----------
    puzzles : str, or a column or list of str, or array
        One puzzle or many, in any form that the module describes.
    rules, box, threads, memory, nodes, timeout, errors
        As for all functions of the module.

    Returns
    -------
    Grid, or a column of str
        In the form of the puzzles. None for a puzzle without a solution. For a puzzle with several solutions, always
        the same one of them. `Grid` is a str that notebooks draw. In a list, solutions with regions that were to be found
        are of this type too; arrays and columns of other packages have the digits alone.

    Raises
    ------
    TimeoutError, NodeLimitError
        If a limit was reached.
    ValueError
        If a puzzle cannot be read; the message has its number, from 0.

    Notes
    -----
    Takes about a microsecond per puzzle of side 9 and thread, for thousands of puzzles.

    Examples
    --------
    >>> solve(["1...............", "11.............."])
    ['1234341221434321', None]
    >>> solve("1...............", rules="chaos").regions[0]
    'A'
    """
    asked = column(puzzles, box)
    setting = _setting(rules, box, limits(timeout, memory, nodes, threads))
    if nodes is None and _is_array(asked):
        return _answer_array(asked, 1, setting).solution
    found, regions = _excover.sudoku_solve(asked.joined(), setting)
    return _solutions(asked, found, dict(regions), setting)


@nullable("answer")
def answer(
    puzzles: Any,
    *,
    rules: Rules = (),
    box: Box = None,
    threads: int = 1,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    timeout: Optional[float] = None,
) -> Answer:
    """Return a solution of each puzzle, and its number of solutions: 0, 1, or 2 for several.

    Parameters
    ----------
    puzzles, rules, box, threads, memory, nodes, timeout, errors
        As for `solve`.

    Returns
    -------
    Answer
        A pair of solutions, as from `solve`, and numbers, both in the form of the puzzles.

    Raises
    ------
    TimeoutError, NodeLimitError, ValueError
        As `solve`.

    Examples
    --------
    >>> answer(["1234341221434321", "................"]).number
    [1, 2]
    """
    asked = column(puzzles, box)
    setting = _setting(rules, box, limits(timeout, memory, nodes, threads))
    if nodes is None and _is_array(asked):
        return _answer_array(asked, 2, setting)
    found, counts, regions = _excover.sudoku_answer(asked.joined(), setting)
    return Answer(_solutions(asked, found, dict(regions), setting), asked.answers(counts))


def solutions(
    puzzle: str,
    *,
    rules: Rules = (),
    box: Box = None,
    nodes: Optional[int] = None,
    timeout: Optional[float] = None,
) -> Iterator[Grid]:
    """Return an iterator over all solutions of a puzzle.

    Parameters
    ----------
    puzzle : str
        One puzzle.
    rules, box, nodes, timeout
        As for all functions of the module. The limits are for the whole iteration.

    Returns
    -------
    iterator of Grid
        In the order of `dlx sudoku solve --all`. The search runs only while the iterator is advanced.

    Raises
    ------
    TimeoutError, NodeLimitError
        From the iterator, after a limit.
    ValueError
        If the puzzle cannot be read.

    Examples
    --------
    >>> sum(1 for grid in solutions("................"))
    288
    """
    if not isinstance(puzzle, str):
        raise TypeError(f"expected one puzzle as a str, found {puzzle!r}")
    setting = _setting(rules, box, limits(timeout, None, nodes))
    found = _excover.sudoku_solutions(column(puzzle).joined(), setting)
    if found is None:
        return iter(())
    # A map can be continued after an exception, and a generator cannot.
    return map(lambda solution: _solution(puzzle, solution, setting), found)


def sample(
    puzzle: str,
    n: int = 1,
    *,
    seed: Optional[int] = 0,
    rules: Rules = (),
    box: Box = None,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    timeout: Optional[float] = None,
) -> List[Grid]:
    """Return `n` solutions of a puzzle, each drawn uniformly from all.

    All solutions are compiled into a diagram first; see `Problem.compile`.

    Parameters
    ----------
    puzzle : str
        One puzzle.
    n : int
        Number of solutions.
    seed : int, optional
        The same seed gives the same solutions, None others at each call.
    rules, box, memory, nodes, timeout
        As for all functions of the module. `memory` is the limit of the diagram, and of the list.

    Returns
    -------
    list of Grid
        An empty list if there is no solution.

    Raises
    ------
    TimeoutError, MemoryError, NodeLimitError
        If a limit was reached.
    ValueError
        If the puzzle cannot be read.

    Examples
    --------
    >>> [len(grid) for grid in sample("12..............", 3, seed=7)]
    [16, 16, 16]
    """
    if not isinstance(puzzle, str):
        raise TypeError(f"expected one puzzle as a str, found {puzzle!r}")
    setting = _setting(rules, box, limits(timeout, memory, nodes))
    number, seed = whole(n, "n", most=2**63 - 1), fresh(seed)
    found = _excover.sudoku_sample(column(puzzle).joined(), number, seed, setting)
    return Gallery(_solution(puzzle, solution, setting) for solution in found)


@overload
def count(
    puzzles: str, *, limit: Optional[int] = ..., partial: Literal[False] = ..., **settings: Unpack[Settings]
) -> int: ...
@overload
def count(
    puzzles: str, *, limit: Optional[int] = ..., partial: Literal[True], **settings: Unpack[Settings]
) -> Count: ...
@overload
def count(
    puzzles: Union[List[str], Tuple[str, ...]],
    *,
    limit: Optional[int] = ...,
    partial: Literal[False] = ...,
    **settings: Unpack[Settings],
) -> List[int]: ...
@overload
def count(
    puzzles: Union[List[str], Tuple[str, ...]],
    *,
    limit: Optional[int] = ...,
    partial: Literal[True],
    **settings: Unpack[Settings],
) -> List[Count]: ...
@overload
def count(
    puzzles: Any, *, limit: Optional[int] = ..., partial: bool = ..., **settings: Unpack[Settings]
) -> Any: ...
@nullable("table")
def count(
    puzzles: Any,
    *,
    limit: Optional[int] = None,
    partial: bool = False,
    rules: Rules = (),
    box: Box = None,
    threads: int = 1,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    timeout: Optional[float] = None,
) -> Any:
    """Return the number of solutions of each puzzle.

    Parameters
    ----------
    puzzles : str, or a column or list of str, or array
        One puzzle or many, in any form that the module describes.
    limit : int, optional
        Count up to this number.
    partial : bool
        Return a `Count` whether or not a limit is reached, rather than raise an exception if one is.
    rules, box, threads, memory, nodes, timeout, errors
        As for all functions of the module.

    Returns
    -------
    int, or Count if `partial`, or a column of these
        Numbers of any size. A `Count` has the number found, and whether it is exact.

    Raises
    ------
    TimeoutError, MemoryError, NodeLimitError
        If a limit was reached. Not if `partial`.
    ValueError
        If a puzzle cannot be read.

    Notes
    -----
    Without `limit`, solutions are counted without enumerating them where this is faster.

    Examples
    --------
    >>> count("................")
    288
    >>> count("................", limit=2, partial=True)
    Count(value=2, exact=False)
    """
    asked = column(puzzles, box)
    setting = _setting(rules, box, limits(timeout, memory, nodes, threads))
    found = _excover.sudoku_count(asked.joined(), bound(limit, "limit"), partial, setting)
    if partial:
        return asked.table([Count(*number) for number in found], Count._fields)
    return asked.answers([number for number, _ in found])


@overload
def check(puzzles: str, **settings: Unpack[Settings]) -> Verdict: ...
@overload
def check(puzzles: Union[List[str], Tuple[str, ...]], **settings: Unpack[Settings]) -> List[Verdict]: ...
@overload
def check(puzzles: Any, **settings: Unpack[Settings]) -> Any: ...
@nullable("answers")
def check(
    puzzles: Any,
    *,
    rules: Rules = (),
    box: Box = None,
    threads: int = 1,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    timeout: Optional[float] = None,
) -> Any:
    """Return whether each puzzle has one solution.

    Parameters
    ----------
    puzzles, rules, box, threads, memory, nodes, timeout, errors
        As for `solve`.

    Returns
    -------
    str, or a column of str
        ``unique``, ``several`` or ``none``, depending on the number of solutions, or ``invalid`` if givens contradict
        one another.

    Raises
    ------
    TimeoutError, NodeLimitError, ValueError
        As `solve`.

    Examples
    --------
    >>> check(["1234341221434321", "................", "11.............."])
    ['unique', 'several', 'invalid']
    """
    asked = column(puzzles, box)
    setting = _setting(rules, box, limits(timeout, memory, nodes, threads))
    return asked.answers(_excover.sudoku_check(asked.joined(), setting))


@nullable("answers")
def left_out(
    puzzles: Any,
    *,
    rules: Rules = (),
    box: Box = None,
    threads: int = 1,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    timeout: Optional[float] = None,
) -> Any:
    """Return what the text of each puzzle has besides and has no meaning here.

    Without it, this may be another puzzle. Drawings of f-puzzles and SudokuPad are read, as far as they have a place.

    Parameters
    ----------
    puzzles, rules, box, threads, memory, nodes, timeout, errors
        As for `solve`.

    Returns
    -------
    list of LeftOut, or a column of such lists
        In the form of the puzzles. The list of a puzzle that was understood as a whole is empty.

    Raises
    ------
    TimeoutError, ValueError
        As `solve`.

    Examples
    --------
    >>> drawn = '{"size": 1, "grid": [[{}]], "line": [{}]}'
    >>> left_out(drawn)
    [LeftOut(what='line', number=1)]
    """
    asked = column(puzzles, box)
    setting = _setting(rules, box, limits(timeout, memory, nodes, threads))
    found = _excover.sudoku_left_out(asked.joined(), setting)
    parts = [[LeftOut(*part) for part in one] for one in found]
    return asked.answers(parts)


def generate(
    n: int = 1,
    *,
    seed: Optional[int] = 0,
    kind: Kind = "unique",
    level: Union[Level, str, None] = None,
    clues: Union[int, Tuple[int, int], None] = None,
    symmetry: Union[CellSymmetry, str] = "none",
    needs: Union[str, Iterable[str]] = (),
    only: Union[str, Iterable[str]] = (),
    pattern: Optional[str] = None,
    minimal: bool = False,
    side: int = 9,
    rules: Rules = (),
    box: Box = None,
    threads: int = 1,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    timeout: Optional[float] = None,
) -> List[Grid]:
    """Generate puzzles from a seed, the same as `dlx sudoku generate`.

    Parameters
    ----------
    n : int
        Number of puzzles.
    seed : int, optional
        The same seed gives the same puzzles, None others at each call.
    kind : str
        ``unique`` (one solution, and no clue can be removed), ``easy`` (solved by naked singles), ``several`` or
        ``unsolvable``.
    level : str, optional
        HoDoKu's level: ``easy``, ``medium``, ``hard``, ``unfair`` or ``extreme``, in any case.
    clues : int or (int, int), optional
        Number of clues, or the least and the greatest number. Some numbers take long to find.
    symmetry : str
        Symmetry of the cells with clues, and of drawn rules, such as ``rot180``.
    needs : str or iterable of str
        Techniques that the solution needs, such as ``x-wing``.
    only : str or iterable of str
        Techniques that the solution may use besides `needs`; by default all of HoDoKu's.
    pattern : str, optional
        The cells with clues, row by row: ``X`` for a clue and ``.`` for a blank cell.
    minimal : bool
        Only puzzles from which no single clue and no single drawn rule can be removed.
    side : int
        From 1 to 25.
    rules : str or iterable of str
        As for all functions. Names such as ``killer``, ``jigsaw`` and ``thermo`` alone draw such rules, also several joined by
        hyphens, such as ``thermo-killer``, and ``futoshiki``, ``kenken`` and ``kakuro`` draw such puzzles.
    box, threads, memory, timeout
        As for all functions of the module. `memory` is the maximum size of the list.
    nodes : int, optional
        Maximum number of nodes of a test whether a clue can be removed, which otherwise stays. By default none up to
        side 9, 10,000 up to side 16, and 1000 above.

    Returns
    -------
    list of Grid
        A str for each puzzle; of puzzles with drawn rules, a JSON object that all functions read.

    Raises
    ------
    TimeoutError, MemoryError
        If the time or memory limit was reached.
    ValueError
        If the board does not exist, or an argument is not valid.

    Examples
    --------
    >>> check(generate(2, side=4, seed=1))
    ['unique', 'unique']
    """
    if clues is not None:
        low, high = clues if isinstance(clues, (tuple, list)) else (clues, clues)
        clues = (whole(low, "clues"), whole(high, "clues"))
    side = whole(side, "side", least=1, most=25) if box is None else box[0] * box[1]
    asked = _Asked(
        whole(n, "n"),
        fresh(seed),
        side,
        kind,
        clues,
        level,
        symmetry,
        _names(needs),
        _names(only),
        pattern,
        bool(minimal),
    )
    made = _excover.sudoku_generate(asked, _setting(rules, box, limits(timeout, memory, nodes, threads)))
    # The lines of rules that the generator draws are in the text of the puzzle.
    own = () if made and made[0].startswith("{") else rules
    return Gallery(Grid(puzzle, rules=own, box=box) for puzzle in made)


@overload
def minimize(puzzles: str, *, seed: Optional[int] = ..., **settings: Unpack[Settings]) -> Grid: ...
@overload
def minimize(
    puzzles: Union[List[str], Tuple[str, ...]], *, seed: Optional[int] = ..., **settings: Unpack[Settings]
) -> List[str]: ...
@overload
def minimize(puzzles: Any, *, seed: Optional[int] = ..., **settings: Unpack[Settings]) -> Any: ...
@nullable("grids")
def minimize(
    puzzles: Any,
    *,
    seed: Optional[int] = 0,
    rules: Rules = (),
    box: Box = None,
    threads: int = 1,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    timeout: Optional[float] = None,
) -> Any:
    """Return each puzzle without redundant givens: no other given can be removed, and the solution stays the only one.
    Rules stay; `redundant` names those that can be left out.

    The givens are tried one after the other, as by `dlx sudoku minimize`. A minimal puzzle need not have the least
    number of givens.

    Parameters
    ----------
    puzzles : str, or a column or list of str, or array
        One puzzle or many, in any form that the module describes; full grids too.
    seed : int, optional
        The random order in which the givens are tried; None for another one at each call.
    rules, box, threads, memory, nodes, timeout, errors
        As for all functions of the module. A given also stays if `nodes` ends the search for a second solution.

    Returns
    -------
    Grid, or a column of str

    Raises
    ------
    TimeoutError
        If the time limit was reached.
    ValueError
        If a puzzle cannot be read, or has no solution or several.

    Examples
    --------
    >>> minimize("1234341221434321", seed=1)
    '....34..2.4....1'
    """
    asked = column(puzzles, box)
    setting = _setting(rules, box, limits(timeout, memory, nodes, threads))
    found = _excover.sudoku_minimize(asked.joined(), fresh(seed), setting)
    return Grid(found[:-1], rules=rules, box=box) if isinstance(puzzles, str) else _grids(asked, found, setting)


@overload
def redundant(puzzles: str, **settings: Unpack[Settings]) -> Redundant: ...
@overload
def redundant(
    puzzles: Union[List[str], Tuple[str, ...]], **settings: Unpack[Settings]
) -> List[Redundant]: ...
@overload
def redundant(puzzles: Any, **settings: Unpack[Settings]) -> Any: ...
@nullable("answers")
def redundant(
    puzzles: Any,
    *,
    rules: Rules = (),
    box: Box = None,
    threads: int = 1,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    timeout: Optional[float] = None,
) -> Any:
    """Return the givens and rules that each puzzle does not need: without any one of them it has the same solution alone.

    Parameters
    ----------
    puzzles : str, or a column or list of str, or array
        One puzzle or many, in any form that the module describes.
    rules, box, threads, memory, nodes, timeout, errors
        As for all functions of the module. `nodes` limits each question.

    Returns
    -------
    Redundant, or a column of these

    Raises
    ------
    TimeoutError
        If the time limit was reached.
    ValueError
        If a puzzle cannot be read, or has no solution or several.

    Examples
    --------
    >>> redundant("....341.21434321", rules="thermo r4c4 r4c3").rules
    ['thermo r4c4 r4c3']
    """
    asked = column(puzzles, box)
    setting = _setting(rules, box, limits(timeout, memory, nodes, threads))
    return asked.answers([_redundant(_parsed(parts)) for parts in _excover.sudoku_redundant(asked.joined(), setting)])


@overload
def canon(puzzles: str, **settings: Unpack[Settings]) -> str: ...
@overload
def canon(puzzles: Union[List[str], Tuple[str, ...]], **settings: Unpack[Settings]) -> List[str]: ...
@overload
def canon(puzzles: Any, **settings: Unpack[Settings]) -> Any: ...
@nullable("grids")
def canon(
    puzzles: Any,
    *,
    rules: Rules = (),
    box: Box = None,
    threads: int = 1,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    timeout: Optional[float] = None,
) -> Any:
    """Return the canonical form of each puzzle or full grid: the same string for all equivalent ones.

    Puzzles are equivalent if one can be turned into the other by permuting digits, bands, rows of a band, stacks and
    columns of a stack, and by transposition where boxes are square. The canonical form is the equivalent puzzle that
    comes first in lexicographic order, blank cells before digits. Whether a puzzle has solutions does not matter.

    Parameters
    ----------
    puzzles : str, or a column or list of str, or array
        One puzzle or many, in any form that the module describes.
    rules, box, threads, memory, nodes, timeout, errors
        As for all functions of the module. Puzzles with rules have no canonical form.

    Returns
    -------
    str, or a column of str

    Raises
    ------
    TimeoutError
        If the time limit was reached.
    ValueError
        If a puzzle cannot be read or has rules, or the board has too many orders of its columns for a canonical form.

    Examples
    --------
    >>> canon("1234341221434321") == canon("2143341212344321")
    True
    """
    asked = column(puzzles, box)
    setting = _setting(rules, box, limits(timeout, memory, nodes, threads))
    found = _excover.sudoku_canon(asked.joined(), setting)
    return found[:-1] if isinstance(puzzles, str) else _grids(asked, found, setting)


@overload
def automorphisms(puzzles: str, **settings: Unpack[Settings]) -> Automorphisms: ...
@overload
def automorphisms(
    puzzles: Union[List[str], Tuple[str, ...]], **settings: Unpack[Settings]
) -> List[Automorphisms]: ...
@overload
def automorphisms(puzzles: Any, **settings: Unpack[Settings]) -> Any: ...
@nullable("answers")
def automorphisms(
    puzzles: Any,
    *,
    rules: Rules = (),
    box: Box = None,
    threads: int = 1,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    timeout: Optional[float] = None,
) -> Any:
    """Return the automorphisms of each puzzle or full grid.

    These are the permutations of rows and columns, and transpositions, as for `canon`, that turn it into itself up to
    a permutation of the digits.

    Parameters
    ----------
    puzzles, rules, box, threads, memory, nodes, timeout, errors
        As for `canon`.

    Returns
    -------
    Automorphisms, or a column of these

    Raises
    ------
    TimeoutError, ValueError
        As `canon`.

    Examples
    --------
    >>> automorphisms("1234341221434321").order
    32
    """
    asked = column(puzzles, box)
    setting = _setting(rules, box, limits(timeout, memory, nodes, threads))
    found = _excover.sudoku_automorphisms(asked.joined(), setting)
    return asked.answers(
        [Automorphisms(order, None if maps is None else list(map(_map, _parsed(maps)))) for order, maps in found]
    )


@overload
def rate(puzzles: str, **settings: Unpack[Settings]) -> Rating: ...
@overload
def rate(puzzles: Union[List[str], Tuple[str, ...]], **settings: Unpack[Settings]) -> List[Rating]: ...
@overload
def rate(puzzles: Any, **settings: Unpack[Settings]) -> Any: ...
@nullable("table")
def rate(
    puzzles: Any,
    *,
    rules: Rules = (),
    box: Box = None,
    threads: int = 1,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    timeout: Optional[float] = None,
) -> Any:
    """Return the rating of each puzzle.

    Parameters
    ----------
    puzzles : str, or a column or list of str, or array
        One puzzle or many, in any form that the module describes.
    rules, box, threads, memory, nodes, timeout, errors
        As for all functions of the module.

    Returns
    -------
    Rating, list of Rating, or data frame
        For a column of pandas or polars, a data frame with the fields of `Rating` as columns.

    Raises
    ------
    TimeoutError, NodeLimitError
        If a limit was reached.
    ValueError
        If a puzzle cannot be read or has no solution.

    Examples
    --------
    >>> rate("1234............").solved
    False
    """
    asked = column(puzzles, box)
    setting = _setting(rules, box, limits(timeout, memory, nodes, threads))
    found = _excover.sudoku_rate(asked.joined(), setting)
    ratings = [
        Rating(level, score, steps, hardest, trials, *_se(se), solved)
        for level, score, steps, hardest, trials, se, solved in found
    ]
    return asked.table(ratings, Rating._fields)


@overload
def explain(
    puzzles: str, *, order: Order = ..., **settings: Unpack[Settings]
) -> List[Step]: ...
@overload
def explain(
    puzzles: Union[List[str], Tuple[str, ...]], *, order: Order = ..., **settings: Unpack[Settings]
) -> List[List[Step]]: ...
@overload
def explain(puzzles: Any, *, order: Order = ..., **settings: Unpack[Settings]) -> Any: ...
@nullable("answers")
def explain(
    puzzles: Any,
    *,
    order: Order = "hodoku",
    rules: Rules = (),
    box: Box = None,
    threads: int = 1,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    timeout: Optional[float] = None,
) -> Any:
    """Return the steps that solve each puzzle with human techniques.

    Parameters
    ----------
    puzzles : str, or a column or list of str, or array
        One puzzle or many, in any form that the module describes.
    order : str
        The order in which techniques are tried: ``hodoku``, or ``se`` for that of Sudoku Explainer.
    rules, box, threads, memory, nodes, timeout, errors
        As for all functions of the module.

    Returns
    -------
    list of Step, or a column of these

    Raises
    ------
    TimeoutError, NodeLimitError
        If a limit was reached.
    ValueError
        If a puzzle cannot be read or has no solution.

    Examples
    --------
    >>> explain("123434122143432.")
    [<Step: Full House: r4c4=1>]
    """
    asked = column(puzzles, box)
    setting = _setting(rules, box, limits(timeout, memory, nodes, threads))
    found = _excover.sudoku_explain(asked.joined(), order, setting)
    return asked.answers([_steps(steps) for steps in found])


@overload
def steps(
    puzzles: str, techniques: Union[str, Iterable[str], None] = ..., **settings: Unpack[Settings]
) -> List[Step]: ...
@overload
def steps(
    puzzles: Union[List[str], Tuple[str, ...]],
    techniques: Union[str, Iterable[str], None] = ...,
    **settings: Unpack[Settings],
) -> List[List[Step]]: ...
@overload
def steps(
    puzzles: Any, techniques: Union[str, Iterable[str], None] = ..., **settings: Unpack[Settings]
) -> Any: ...
@nullable("answers")
def steps(
    puzzles: Any,
    techniques: Union[str, Iterable[str], None] = None,
    *,
    rules: Rules = (),
    box: Box = None,
    threads: int = 1,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    timeout: Optional[float] = None,
) -> Any:
    """Return all steps that are possible in the state of each puzzle.

    Parameters
    ----------
    puzzles : str, or a column or list of str, or array
        The state is what the format of the puzzle holds: givens, and placed digits and candidates if there are any, as
        in HoDoKu's library lines and in grids of candidates.
    techniques : str or iterable of str, optional
        Names, HoDoKu's abbreviations and codes of techniques, and families such as ``fish``; by default all techniques
        of HoDoKu's default settings, except trial and error.
    rules, box, threads, memory, nodes, timeout, errors
        As for all functions of the module.

    Returns
    -------
    list of Step, or a column of these
        Technique by technique.

    Raises
    ------
    TimeoutError, NodeLimitError
        If a limit was reached.
    ValueError
        If a puzzle cannot be read or has no solution, or a technique is unknown.
    """
    asked = column(puzzles, box)
    names = None if techniques is None else _names(techniques)
    setting = _setting(rules, box, limits(timeout, memory, nodes, threads))
    found = _excover.sudoku_steps(asked.joined(), names, setting)
    return asked.answers([_steps(steps) for steps in found])


@overload
def true_candidates(
    puzzles: str, *, limit: int = ..., **settings: Unpack[Settings]
) -> Dict[Cell, Dict[int, Count]]: ...
@overload
def true_candidates(
    puzzles: Union[List[str], Tuple[str, ...]], *, limit: int = ..., **settings: Unpack[Settings]
) -> List[Dict[Cell, Dict[int, Count]]]: ...
@overload
def true_candidates(puzzles: Any, *, limit: int = ..., **settings: Unpack[Settings]) -> Any: ...
@nullable("answers")
def true_candidates(
    puzzles: Any,
    *,
    limit: int = 100,
    rules: Rules = (),
    box: Box = None,
    threads: int = 1,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    timeout: Optional[float] = None,
) -> Any:
    """Return the digits that the cells of each puzzle have in its solutions.

    Parameters
    ----------
    puzzles : str, or a column or list of str, or array
        One puzzle or many, in any form that the module describes.
    limit : int
        Count the solutions with each digit up to this number.
    rules, box, threads, memory, nodes, timeout, errors
        As for all functions of the module.

    Returns
    -------
    dict, or a column of these
        For each cell without a given the digits that it has in some solution, each with the number of these solutions. It is
        empty if the puzzle has no solution.

    Raises
    ------
    TimeoutError, MemoryError, NodeLimitError
        If a limit was reached.
    ValueError
        If a puzzle cannot be read.

    Examples
    --------
    >>> true_candidates("12..34..........")[Cell(1, 3)]
    {3: Count(value=6, exact=True), 4: Count(value=6, exact=True)}
    """
    asked = column(puzzles, box)
    setting = _setting(rules, box, limits(timeout, memory, nodes, threads))
    found = _excover.sudoku_true_candidates(asked.joined(), whole(limit, "limit", least=1), setting)
    return asked.answers([_true_candidates(_parsed(cells)) for cells in found])


@overload
def why(
    puzzles: str, *, limit: int = ..., **settings: Unpack[Settings]
) -> Diagnosis: ...
@overload
def why(
    puzzles: Union[List[str], Tuple[str, ...]], *, limit: int = ..., **settings: Unpack[Settings]
) -> List[Diagnosis]: ...
@overload
def why(puzzles: Any, *, limit: int = ..., **settings: Unpack[Settings]) -> Any: ...
@nullable("answers")
def why(
    puzzles: Any,
    *,
    limit: int = 1_000_000,
    rules: Rules = (),
    box: Box = None,
    threads: int = 1,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    timeout: Optional[float] = None,
) -> Any:
    """Return why each puzzle has no solution, or several, and what would leave one.

    Parameters
    ----------
    puzzles : str, or a column or list of str, or array
        One puzzle or many, in any form that the module describes.
    limit : int
        Count several solutions up to this number.
    rules, box, threads, memory, timeout, errors
        As for all functions of the module.
    nodes : int, optional
        Maximum number of nodes of each question. One that ends at it is counted in `undecided`.

    Returns
    -------
    Diagnosis, or a column of these

    Raises
    ------
    TimeoutError, NodeLimitError
        If a limit was reached before the number of solutions was known to be none, one or several.
    ValueError
        If a puzzle cannot be read.

    Examples
    --------
    >>> found = why("11..............")
    >>> found.status, [str(given) for given in found.core]
    ('none', ['r1c1=1', 'r1c2=1'])
    """
    asked = column(puzzles, box)
    setting = _setting(rules, box, limits(timeout, memory, nodes, threads))
    most = whole(limit, "limit", least=2)
    found = _excover.sudoku_why(asked.joined(), most, setting)
    return asked.answers([_diagnosis(_parsed(parts), text) for parts, text in found])


@overload
def why_not(
    puzzles: str, cell: Union[str, Tuple[int, int]], digit: int, **settings: Unpack[Settings]
) -> Optional[WhyNot]: ...
@overload
def why_not(
    puzzles: Union[List[str], Tuple[str, ...]],
    cell: Union[str, Tuple[int, int]],
    digit: int,
    **settings: Unpack[Settings],
) -> List[Optional[WhyNot]]: ...
@overload
def why_not(
    puzzles: Any, cell: Union[str, Tuple[int, int]], digit: int, **settings: Unpack[Settings]
) -> Any: ...
@nullable("answers")
def why_not(
    puzzles: Any,
    cell: Union[str, Tuple[int, int]],
    digit: int,
    *,
    rules: Rules = (),
    box: Box = None,
    threads: int = 1,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    timeout: Optional[float] = None,
) -> Any:
    """Return why a digit cannot be placed in a cell.

    Parameters
    ----------
    puzzles : str, or a column or list of str, or array
        One puzzle or many, in any form that the module describes.
    cell : str or (int, int)
        The cell, such as ``r4c5``, or its row and column from 1.
    digit : int
        The digit.
    rules, box, threads, memory, nodes, timeout, errors
        As for all functions of the module.

    Returns
    -------
    WhyNot, or None, or a column of these
        None if a solution has the digit in the cell.

    Raises
    ------
    TimeoutError, NodeLimitError
        If a limit was reached.
    ValueError
        If a puzzle cannot be read or has no solution, or if its board does not have the cell or the digit.

    Examples
    --------
    >>> why_not("1...............", "r1c2", 1).text
    'r1c1 holds that digit, and sees the cell'
    """
    asked = column(puzzles, box)
    row, place = _cell(cell) if isinstance(cell, str) else cell
    setting = _setting(rules, box, limits(timeout, memory, nodes, threads))
    number = whole(digit, "digit", most=255)
    numbers = (number, whole(row, "row", most=255), whole(place, "column", most=255))
    found = _excover.sudoku_why_not(asked.joined(), *numbers, setting)
    return asked.answers([why and _why_not(*why) for why in found])


class _Asked(NamedTuple):
    """What puzzles to generate. The native module reads it by these names."""

    wanted: int
    seed: int
    side: int
    kind: str
    clues: Optional[Tuple[int, int]]
    level: Optional[str]
    symmetry: str
    needs: List[str]
    only: List[str]
    pattern: Optional[str]
    minimal: bool


class _Shown(NamedTuple):
    """What a picture shows. The native module reads it by these names."""

    filled: Optional[str] = None
    regions: Optional[str] = None
    solution: bool = False
    candidates: bool = False
    step: Optional[int] = None
    labels: bool = False
    theme: str = "auto"
    title: Optional[str] = None
    caption: Optional[str] = None
    order: str = "hodoku"
    fog: bool = False


def draw(
    puzzle: str,
    *,
    solution: bool = False,
    candidates: bool = False,
    step: Optional[int] = None,
    order: Order = "hodoku",
    labels: bool = False,
    theme: Literal["auto", "light", "dark"] = "auto",
    title: Optional[str] = None,
    caption: Optional[str] = None,
    fog: bool = False,
    rules: Rules = (),
    box: Box = None,
    timeout: Optional[float] = None,
) -> Svg:
    """Return a picture of a puzzle with its rules, notes, colors and drawings.

    Parameters
    ----------
    puzzle : str
        One puzzle.
    solution : bool
        Show the solution.
    candidates : bool
        Show the candidates.
    step : int, optional
        Show this step of `explain`, from 1, in the state before it.
    order : str
        With `step`, the order of techniques, as for `explain`.
    labels : bool
        Number the rows and columns.
    theme : str
        ``light``, ``dark``, or ``auto`` to follow the reader's setting.
    title : str, optional
        Accessible title; by default that of the puzzle, or its size.
    caption : str, optional
        Text below the picture; by default the step.
    fog : bool
        Hide the cells that are in the fog of the puzzle.
    rules, box, timeout
        As for all functions of the module.

    Returns
    -------
    Svg
        A str with an SVG file, which notebooks show.

    Raises
    ------
    TimeoutError
        If the time limit was reached.
    ValueError
        If the puzzle cannot be read, or does not have the solution or the step.

    Examples
    --------
    >>> draw("1...............", solution=True)[:5]
    '<svg '
    """
    if not isinstance(puzzle, str):
        raise TypeError(f"expected one puzzle as a str, found {puzzle!r}")
    if step is not None:
        step = whole(step, "step", least=1)
    shown = _Shown(None, None, solution, candidates, step, labels, theme, title, caption, order, fog)
    return _draw(puzzle, shown, rules=rules, box=box, timeout=timeout)


def _draw(puzzle: str, shown: _Shown, *, rules: Rules, box: Box, timeout: Optional[float] = None) -> Svg:
    setting = _setting(rules, box, limits(timeout))
    return Svg(_excover.sudoku_draw(column(str(puzzle)).joined(), shown, setting))


def _setting(rules: Rules, box: Box, within: Limits) -> Tuple[Box, List[str], Limits]:
    """Return the settings of a call as the native module takes them."""
    lines = rules.splitlines() if isinstance(rules, str) else list(rules)
    for number, line in enumerate(lines):
        if not isinstance(line, str):
            raise TypeError(f"rule {number}: expected a str, found {line!r}")
    if box is not None:
        height, width = box
        box = (whole(height, "box", least=1, most=25), whole(width, "box", least=1, most=25))
    return box, lines, within


def _se(text: Optional[str]) -> Tuple[Optional[float], Optional[float], Optional[float]]:
    """Return the three ratings of Sudoku Explainer."""
    if text is None:
        return None, None, None
    rating, pearl, diamond = map(float, text.split("/"))
    return rating, pearl, diamond


def _names(names: Union[str, Iterable[str]]) -> List[str]:
    return [names] if isinstance(names, str) else list(names)


def _is_array(asked: Column) -> bool:
    """Return whether puzzles are rows of digits, for which there is a faster way."""
    return hasattr(asked, "rows")


def _blank(asked: Column, setting: Any) -> int:
    """Return the number of a blank cell in arrays: -1 on boards with a digit 0, otherwise 0."""
    return _excover.sudoku_blank(("", 0, asked.side), setting) if _is_array(asked) else 0


def _solution(puzzle: str, solution: Tuple[str, Optional[str]], setting: Any) -> Grid:
    (found, regions), (box, rules, _) = solution, setting
    return Grid(found, givens=puzzle, regions=regions, rules=rules, box=box)


def _solutions(asked: Column, found: str, regions: Dict[int, str], setting: Any) -> Any:
    """Return solutions, of which these have regions that were to be found, in the form of the puzzles."""
    if isinstance(asked.puzzles, str):
        return _solution(asked.puzzles, (found[:-1], regions.get(0)), setting) if len(found) > 1 else None
    grids = _grids(asked, found, setting)
    if isinstance(grids, list):
        for number, own in regions.items():
            grids[number] = _solution(asked.puzzles[number], (grids[number], own), setting)
    return grids


def _grids(asked: Column, found: str, setting: Any) -> Any:
    return asked.grids(found, _blank(asked, setting))


def _answer_array(asked: Any, most: int, setting: Any) -> Answer:
    found, counts = _excover.sudoku_answer_array(asked.rows, most, setting)
    if _blank(asked, setting) == 0:
        found = found.view("uint8")
    return Answer(found.reshape(asked.puzzles.shape), counts[0] if asked.is_one else counts)


def _parsed(text: str) -> Any:
    # Here, because importing it takes a third of the time of importing this package.
    import json

    return json.loads(text)


def _map(parts: Dict[str, Any]) -> Automorphism:
    cells = [_cell(cell) for cell in parts["cells"]]
    return Automorphism(cells, parts["digits"], parts["order"], parts["text"])


def _steps(text: str) -> List[Step]:
    return Steps(_step(parts) for parts in _parsed(text))


def _step(parts: Dict[str, Any]) -> Step:
    return Step(
        parts["technique"],
        parts["code"],
        parts["level"],
        parts["score"],
        parts["text"],
        parts["reason"],
        [
            Sentence(part.get("number"), part["text"], _cells(part["cells"]), part["houses"])
            for part in parts["sentences"]
        ],
        _candidates(parts["placements"]),
        _candidates(parts["eliminations"]),
        parts["pattern"],
        _marks(parts["marks"]),
    )


def _marks(parts: Dict[str, Any]) -> Marks:
    def node(of: Dict[str, Any]) -> Node:
        return Node(of["digit"], _cells(of["cells"]))

    return Marks(
        parts["houses"],
        parts["covers"],
        _cells(parts["cells"]),
        _cells(parts["fins"]),
        parts["digits"],
        [LockedCells(_cells(part["cells"]), part["digits"]) for part in parts["sets"]],
        [
            Link(node(link["from"]), link["strength"], node(link["to"]), link.get("house"))
            for link in parts["links"]
        ],
        _candidates(parts["trail"]),
    )


def _diagnosis(parts: Dict[str, Any], text: str) -> Diagnosis:
    status = parts["status"]
    number = Count({"unique": 1, "none": 0}[status], True) if status != "several" else None
    return Diagnosis(
        status,
        text.rstrip("\n"),
        number or Count(int(parts["count"]), parts["complete"]),
        parts.get("solutions", [parts["solution"]] if status == "unique" else []),
        _candidates(parts.get("core", [])),
        parts.get("contradiction"),
        [Repair(*_candidate(**_only(part)), part["to"]) for part in parts.get("repairs", [])],
        _candidates(parts.get("loosening", [])),
        parts.get("rules", []),
        [RuleRepair(**part) for part in parts.get("rule_repairs", [])],
        parts.get("loosening_rules", []),
        {_cell(it["cell"]): it["digits"] for it in parts.get("differing", [])},
        _candidates(parts.get("single", [])),
        _candidates(parts.get("several", [])),
        parts.get("undecided", 0),
    )


def _redundant(parts: Dict[str, Any]) -> Redundant:
    return Redundant(
        _candidates(parts["redundant"]),
        parts["redundant_rules"],
        _candidates(parts.get("undecided", [])),
        parts.get("undecided_rules", []),
    )


def _true_candidates(cells: List[Dict[str, Any]]) -> Dict[Cell, Dict[int, Count]]:
    def counts(digits: List[Dict[str, Any]]) -> Dict[int, Count]:
        return {found["digit"]: Count(int(found["count"]), found["complete"]) for found in digits}

    return {_cell(found["cell"]): counts(found["digits"]) for found in cells}


def _why_not(text: str, step: Optional[str], cases: int) -> WhyNot:
    return WhyNot(text, None if step is None else _step(_parsed(step)), cases)


def _only(parts: Dict[str, Any]) -> Dict[str, Any]:
    return {"cell": parts["cell"], "digit": parts["digit"]}


def _candidates(parts: List[Dict[str, Any]]) -> List[Candidate]:
    return [_candidate(**part) for part in parts]


def _candidate(cell: str, digit: int) -> Candidate:
    row, place = _cell(cell)
    return Candidate(row, place, digit)


def _cells(names: List[str]) -> List[Cell]:
    return [_cell(name) for name in names]


def _cell(name: str) -> Cell:
    row, separator, place = name[1:].lower().partition("c")
    if name[:1].lower() != "r" or not (row.isdecimal() and place.isdecimal()):
        raise ValueError(f"cell: expected a name such as r4c5, found {name!r}")
    return Cell(int(row), int(place))


__all__ = [
    "Answer",
    "Automorphism",
    "Automorphisms",
    "Candidate",
    "Cell",
    "Diagnosis",
    "Errors",
    "Grid",
    "LeftOut",
    "Link",
    "LockedCells",
    "Marks",
    "Node",
    "Rating",
    "Redundant",
    "Repair",
    "RuleRepair",
    "Sentence",
    "Settings",
    "Step",
    "Steps",
    "WhyNot",
    "answer",
    "automorphisms",
    "canon",
    "check",
    "count",
    "draw",
    "explain",
    "generate",
    "left_out",
    "minimize",
    "rate",
    "redundant",
    "sample",
    "solutions",
    "solve",
    "steps",
    "true_candidates",
    "why",
    "why_not",
]
