"""Well-known problems of any size, the same as `dlx generate` makes.

Each function returns a `Problem` whose items have names, with the geometry for `Problem.draw`. The same arguments always
give the same problem.

>>> queens(6).count(), langford(4).count(), dominoes((4, 4)).count()
(4, 2, 36)

A region is a pair of rows and columns, a triple of layers, rows and columns, a drawing with a space or ``.`` for each
place outside, or an iterable of cells. A cell is a row and a column, or a layer, a row and a column, from 0.
"""

from __future__ import annotations

from typing import Any, Iterable, List, Literal, Mapping, Optional, Sequence, Tuple, Union

from . import _excover
from ._arguments import fresh, plain_number, whole
from ._model import iterable
from ._objects import Objects
from ._problem import Problem

#: A row and a column, or a layer, a row and a column, from 0.
Cell = Sequence[int]

#: The size of a region, its drawing, or its cells.
Region = Union[Tuple[int, int], Tuple[int, int, int], str, Iterable[Cell]]

#: How pieces may be moved: rotated and reflected, rotated, or shifted alone.
Turns = Literal["free", "rotations", "none"]

#: How often a piece is used: a number, a range such as ``0..3``, or ``*``.
Times = Union[int, str]


def queens(n: int, *, torus: bool = False) -> Problem:
    """Return the problem of placing queens that do not attack each other.

    Parameters
    ----------
    n : int
        Number of queens, rows and columns.
    torus : bool
        Join opposite edges of the board.

    Examples
    --------
    >>> queens(8).count()
    92
    """
    return _of_numbers("queens", n=n, torus=torus)


def langford(n: int) -> Problem:
    """Return the problem of Langford pairs: k numbers between the two copies of k, up to `n`.

    Parameters
    ----------
    n : int
        Greatest number.
    """
    return _of_numbers("langford", n=n)


def latin(n: int, *, reduced: bool = False) -> Problem:
    """Return the problem of Latin squares.

    Parameters
    ----------
    n : int
        Side.
    reduced : bool
        First row and first column in order.
    """
    return _of_numbers("latin", n=n, reduced=reduced)


def mols(n: int, *, reduced: bool = False) -> Problem:
    """Return the problem of ordered pairs of orthogonal Latin squares.

    Parameters
    ----------
    n : int
        Side.
    reduced : bool
        First rows, and first column of the first square, in order.
    """
    return _of_numbers("mols", n=n, reduced=reduced)


def matchings(n: int) -> Problem:
    """Return the problem of perfect matchings of the complete graph.

    Parameters
    ----------
    n : int
        Number of vertices.
    """
    return _of_numbers("matchings", n=n)


def set_partitions(n: int) -> Problem:
    """Return the problem of partitions of a set.

    Parameters
    ----------
    n : int
        Number of elements.

    Examples
    --------
    >>> [set_partitions(n).count() for n in range(1, 6)]
    [1, 2, 5, 15, 52]
    """
    return _of_numbers("set_partitions", n=n)


def de_bruijn(letters: int, length: int) -> Problem:
    """Return the problem of de Bruijn cycles, in which each word occurs once.

    Parameters
    ----------
    letters : int
        Number of letters.
    length : int
        Length of the words.
    """
    return _of_numbers("de_bruijn", letters=letters, length=length)


def partridge(n: int) -> Problem:
    """Return the partridge puzzle: k squares of side k in one square, for each k up to `n`.

    Parameters
    ----------
    n : int
        Greatest side.
    """
    return _of_numbers("partridge", n=n)


def macmahon(rows: int, columns: int, *, colors: int = 3, border: bool = False) -> Problem:
    """Return the problem of MacMahon squares, whose touching edges have one color.

    Parameters
    ----------
    rows, columns : int
        Size of the rectangle.
    colors : int
        Number of colors.
    border : bool
        One color along the border.
    """
    return _of_numbers("macmahon", rows=rows, columns=columns, colors=colors, border=border)


def ice(n: int, *, torus: bool = False) -> Problem:
    """Return the problem of square ice: arrows on the edges of a square grid, two into each vertex and two out of it.

    Parameters
    ----------
    n : int
        Number of rows and columns.
    torus : bool
        Join opposite borders. Otherwise the arrows of the left and right border point into the grid and the others out of it.
    """
    return _of_numbers("ice", n=n, torus=torus)


def coloring(colors: int, graph: Union[str, Iterable[Tuple[Any, Any]]]) -> Problem:
    """Return the problem of coloring a graph so that neighbors differ.

    Parameters
    ----------
    colors : int
        Number of colors.
    graph : str or iterable of pairs
        ``complete:5``, ``cycle:6``, ``path:7``, ``grid:3x4``, ``petersen``, the text of a file in the DIMACS format, or
        the edges of a graph: pairs of vertices. The items of vertices are then their numbers from 1, in the order in which
        the edges mention them.

    Examples
    --------
    >>> coloring(3, "petersen").count()
    120
    >>> coloring(3, [("a", "b"), ("b", "c"), ("c", "a")]).count()
    6
    """
    if not isinstance(graph, str):
        edges = [_pair(edge, f"edge {number}") for number, edge in enumerate(graph)]
        numbers = {vertex: number for number, vertex in enumerate(dict.fromkeys(one for edge in edges for one in edge), 1)}
        lines = [f"e {numbers[one]} {numbers[other]}" for one, other in edges]
        graph = "\n".join([f"p edge {len(numbers)} {len(edges)}", *lines, ""])
    return _problem(_excover.coloring_problem(whole(colors, "colors"), graph))


def assignment(
    costs: Union[int, Sequence[Sequence[Optional[int]]]], *, seed: Optional[int] = 0, max_cost: int = 1000
) -> Problem:
    """Return the assignment problem: pair the rows and columns of a table of costs.

    Parameters
    ----------
    costs : int or table of int
        The costs, None for a pair that is not allowed; or the side of a table of random costs.
    seed : int, optional
        Seed of random costs, None for a fresh one.
    max_cost : int
        Greatest random cost.

    Examples
    --------
    >>> assignment([[3, 1], [2, None]]).best()[0].cost
    3
    """
    if plain_number(costs) is not None:
        return _of_numbers("assignment", n=costs, seed=fresh(seed), max_cost=whole(max_cost, "max_cost", least=1))
    rows = []
    for row, line in enumerate(iterable(costs, "costs", "a side or a table of costs")):
        places = enumerate(iterable(line, f"row {row}", "costs"))
        rows.append([None if cost is None else whole(cost, f"row {row}, column {place}") for place, cost in places])
    return _problem(_excover.assignment_problem(rows))


def roster(nurses: int, days: int, *, seed: Optional[int] = 0, max_cost: int = 5) -> Problem:
    """Return a roster of shifts of nurses, with bounds and wishes.

    Parameters
    ----------
    nurses, days : int
        Size of the roster.
    seed : int, optional
        Random seed, None for a fresh one.
    max_cost : int
        Greatest random cost.
    """
    return _of_numbers("roster", nurses=nurses, days=days, seed=fresh(seed), max_cost=whole(max_cost, "max_cost", least=1))


def timetable(classes: int, subjects: int, slots: int, *, seed: Optional[int] = 0, max_cost: int = 1000) -> Problem:
    """Return a timetable: lessons of classes and teachers, with costs.

    Parameters
    ----------
    classes, subjects, slots : int
        Number of classes, of subjects, each with one teacher, and of slots, each with one lesson of each class.
    seed : int, optional
        Random seed, None for a fresh one.
    max_cost : int
        Greatest random cost.
    """
    most = whole(max_cost, "max_cost", least=1)
    return _of_numbers("timetable", classes=classes, subjects=subjects, slots=slots, seed=fresh(seed), max_cost=most)


def league(n: int) -> Problem:
    """Return the problem of a league in which every two teams meet once.

    Parameters
    ----------
    n : int
        Number of teams.
    """
    return _of_numbers("league", n=n)


def steiner(points: int) -> Problem:
    """Return the problem of Steiner triple systems: every two points are in one triple.

    Parameters
    ----------
    points : int
        Number of points: 7, 9, 13, 15, ...

    Examples
    --------
    >>> steiner(7).count()
    30
    """
    return _of_numbers("steiner", points=points)


def kirkman(girls: int) -> Problem:
    """Return Kirkman's problem of schoolgirls who walk in triples on several days.

    Parameters
    ----------
    girls : int
        Number of girls: 9, 15, 21, ...
    """
    return _of_numbers("kirkman", girls=girls)


def design(points: int, size: int, blocks: int) -> Problem:
    """Return the problem of block designs: every two points are together in this number of blocks.

    Parameters
    ----------
    points : int
        Number of points.
    size : int
        Number of points of a block.
    blocks : int
        Number of blocks that contain two given points.
    """
    return _of_numbers("design", points=points, size=size, blocks=blocks)


def kenken(n: int, *, seed: Optional[int] = 0) -> Problem:
    """Return a KenKen: a Latin square with cages, with one solution.

    Parameters
    ----------
    n : int
        Side.
    seed : int, optional
        Random seed, None for a fresh one.
    """
    return _of_numbers("kenken", n=n, seed=fresh(seed))


def soma() -> Problem:
    """Return the problem of packing the seven pieces of the Soma cube.

    Examples
    --------
    >>> soma().count()
    240
    """
    return _of_numbers("soma")


def dominoes(region: Region, *, holes: Iterable[Cell] = ()) -> Problem:
    """Return the problem of tiling a region with dominoes.

    Parameters
    ----------
    region : region
        See the module.
    holes : iterable of cells
        Cells that stay empty.
    """
    return _problem(_excover.instance_of_region("dominoes", _region(region, holes), 0))


def pentominoes(region: Region, *, holes: Iterable[Cell] = ()) -> Problem:
    """Return the problem of packing the twelve pentominoes into a region, symmetric fillings apart.

    Parameters
    ----------
    region : region
        See the module.
    holes : iterable of cells
        Cells that stay empty.
    """
    return _problem(_excover.instance_of_region("pentominoes", _region(region, holes), 0))


def pips(region: Region, *, holes: Iterable[Cell] = (), seed: Optional[int] = 0) -> Problem:
    """Return a puzzle of dominoes in areas with sums, with one solution.

    Parameters
    ----------
    region : region
        See the module.
    holes : iterable of cells
        Cells that stay empty.
    seed : int, optional
        Random seed, None for a fresh one.
    """
    return _problem(_excover.instance_of_region("pips", _region(region, holes), fresh(seed)))


def polyominoes(
    region: Region,
    pieces: Union[Iterable[str], Mapping[str, Any]],
    *,
    holes: Iterable[Cell] = (),
    turns: Turns = "free",
    grid: Literal["squares", "triangles", "hexagons"] = "squares",
) -> Problem:
    """Return the problem of packing polyominoes, or pieces of triangles or hexagons, into a region.

    Parameters
    ----------
    region : region
        See the module.
    pieces : iterable of str, or mapping
        Names: pentominoes by letters such as ``FILN``, one piece such as ``I3``, ``L4`` or ``W5``, a set such as
        ``trominoes``, or all of a size as ``free6``, ``onesided6`` or ``fixed6``. In other grids, ``hexiamonds`` or
        one of them such as ``sphinx``, ``tetrahexes`` or one of them such as ``propeller``, or all of a size. A mapping has how often each is used: a
        number, a range such as ``0..3``, or ``*``; or the cells of a piece of your own, or a pair of cells and times.
    holes : iterable of cells
        Cells that stay empty.
    turns : str
        How pieces may be turned: ``free``, ``rotations`` or ``none``.
    grid : str
        ``squares``, ``triangles`` or ``hexagons``. The triangle in row 0, column 0 points down, and its neighbors point up;
        each row of hexagons begins half a hexagon further to the right than the row above.

    Examples
    --------
    >>> polyominoes((4, 5), ["I4", "L4", "O4", "S4", "T4"]).count()
    0
    >>> polyominoes((2, 3), {"corner": ([(0, 0), (0, 1), (1, 0)], 2)}).count()
    2
    """
    return _packing(region, pieces, holes, turns, grid)


def polycubes(
    region: Region,
    pieces: Union[Iterable[str], Mapping[str, Any]],
    *,
    holes: Iterable[Cell] = (),
    turns: Turns = "rotations",
) -> Problem:
    """Return the problem of packing polycubes into a region.

    Parameters
    ----------
    region : region
        See the module.
    pieces : iterable of str, or mapping
        As for `polyominoes`. Names are ``soma`` or some of its letters ``VLTZABP``, all of a size as ``free4``,
        ``onesided4`` or ``fixed4``, or ``flat:`` and a name of polyominoes.
    holes : iterable of cells
        Cells that stay empty.
    turns : str
        How pieces may be turned in space: ``rotations``, ``free`` for reflections too, or ``none``.
    """
    return _packing(region, pieces, holes, {"free": "space free", "rotations": "space rotations"}.get(turns, turns))


def word_rectangles(
    rows: int,
    columns: int,
    words: Iterable[str],
    down: Optional[Iterable[str]] = None,
    *,
    distinct: bool = False,
) -> Problem:
    """Return the problem of rectangles whose rows and columns are words.

    Parameters
    ----------
    rows, columns : int
        Size of the rectangle.
    words : iterable of str
        Words of the rows.
    down : iterable of str, optional
        Words of the columns; by default the same.
    distinct : bool
        Use no word twice.
    """
    across = _words(words, "words")
    lists = across, across if down is None else _words(down, "down")
    return _problem(_excover.words_problem(whole(rows, "rows"), whole(columns, "columns"), *lists, bool(distinct)))


def crossword(drawing: str, words: Iterable[str], *, distinct: bool = False) -> Problem:
    """Return the problem of filling a grid with black cells with words.

    Parameters
    ----------
    drawing : str
        A character for each cell: a space or ``.`` is a black cell, a letter is one that is written already, and any other
        character, such as ``#``, is a blank cell.
    words : iterable of str
        The words.
    distinct : bool
        Use no word twice.
    """
    if not isinstance(drawing, str):
        raise TypeError(f"drawing: expected a str, found {drawing!r}")
    return _problem(_excover.crossword_problem(drawing, _words(words, "words"), bool(distinct)))


def orientations(cells: Iterable[Cell], *, turns: Turns = "free", space: bool = False) -> List[List[Tuple[int, ...]]]:
    """Return the different forms that a piece takes when it is turned.

    Parameters
    ----------
    cells : iterable of cells
        The cells of the piece.
    turns : str
        ``free``, ``rotations`` or ``none``.
    space : bool
        Turn it in space; cells then have a layer.

    Returns
    -------
    list of lists of cells
        Each form with its cells in ascending order, as close to 0 as possible.

    Examples
    --------
    >>> orientations([(0, 0), (0, 1), (1, 0)])[0]
    [(0, 0), (0, 1), (1, 0)]
    >>> len(orientations([(0, 0), (0, 1), (1, 0)])), len(orientations([(0, 0), (0, 1), (0, 2), (1, 0)]))
    (4, 8)
    """
    own = _cells(cells, "cells")
    in_space = bool(space)
    moves = f"space {turns}" if in_space and turns != "none" else turns
    forms = _excover.shape_forms(own, moves)
    return [[cell if in_space else cell[1:] for cell in form] for form in forms]


def _of_numbers(family: str, **arguments: Any) -> Problem:
    most = {"seed": 2**64 - 1}
    numbers = [whole(value, name, most=most.get(name, 2**63 - 1)) for name, value in arguments.items()]
    return _problem(_excover.instance_of_numbers(family, numbers))


def _problem(made: Tuple[_excover.ProblemCore, str]) -> Problem:
    core, geometry = made
    return Problem._over(core, Objects(core.names()), geometry)


def _packing(region: Region, pieces: Any, holes: Iterable[Cell], moves: str, grid: str = "squares") -> Problem:
    if isinstance(pieces, str):
        raise TypeError(f"pieces: expected an iterable of names, or a mapping, found {pieces!r}")
    parts: List[Tuple[str, Optional[List[Tuple[int, int, int]]], str]] = []
    items = pieces.items() if isinstance(pieces, Mapping) else [(name, 1) for name in pieces]
    for name, how in items:
        if not isinstance(name, str):
            raise TypeError(f"pieces: expected names, found {name!r}")
        cells: Any = None
        times: Any = how
        if not isinstance(how, str) and plain_number(how) is None:
            cells, times = how, 1
            if isinstance(how, tuple) and len(how) == 2 and (isinstance(how[1], str) or plain_number(how[1]) is not None):
                cells, times = how
            cells = _cells(cells, f"piece {name!r}")
        parts.append((name, cells, str(times)))
    return _problem(_excover.packing_problem(_region(region, holes), parts, moves, grid))


def _region(region: Region, holes: Iterable[Cell]) -> List[Tuple[int, int, int]]:
    """Return the cells of a region without the holes."""
    if isinstance(region, str):
        cells = _excover.drawn_cells(region)
    elif isinstance(region, tuple) and len(region) in (2, 3) and all(plain_number(size) is not None for size in region):
        sizes = [whole(size, "region", least=1, most=10_000) for size in region]
        layers, rows, columns = sizes if len(sizes) == 3 else (1, *sizes)
        if layers * rows * columns > 1 << 20:
            raise ValueError(f"region: expected at most {1 << 20} cells, found {layers * rows * columns}")
        cells = [(at, row, column) for at in range(layers) for row in range(rows) for column in range(columns)]
    else:
        cells = _cells(region, "region")
    left_out, known = set(_cells(holes, "holes")), set(cells)
    for hole in left_out - known:
        raise ValueError(f"holes: expected cells of the region, found {hole[1:] if hole[0] == 0 else hole}")
    return [cell for cell in cells if cell not in left_out]


def _cells(cells: Any, name: str) -> List[Tuple[int, int, int]]:
    found: List[Tuple[int, int, int]] = []
    for cell in iterable(cells, name, "cells, each a row and a column"):
        if isinstance(cell, str) or not hasattr(cell, "__len__") or len(cell) not in (2, 3):
            raise ValueError(f"{name}: expected cells of a row and a column, found {cell!r}")
        axes = [whole(axis, f"{name}, cell {cell!r}", most=1 << 20) for axis in cell]
        layer, row, column = axes if len(axes) == 3 else (0, *axes)
        found.append((layer, row, column))
    return found


def _pair(edge: Any, place: str) -> Tuple[Any, Any]:
    if isinstance(edge, str) or not hasattr(edge, "__len__") or len(edge) != 2:
        raise ValueError(f"{place}: expected a pair of vertices, found {edge!r}")
    one, other = edge
    return one, other


def _words(words: Any, name: str) -> str:
    if isinstance(words, str):
        raise TypeError(f"{name}: expected an iterable of words, found a str")
    found = list(words)
    for number, word in enumerate(found):
        if not isinstance(word, str):
            raise TypeError(f"{name}: expected words, found {word!r} as number {number}")
    return "\n".join(found)


__all__ = [
    "assignment",
    "coloring",
    "crossword",
    "de_bruijn",
    "design",
    "dominoes",
    "ice",
    "kenken",
    "kirkman",
    "langford",
    "latin",
    "league",
    "macmahon",
    "matchings",
    "mols",
    "orientations",
    "partridge",
    "pentominoes",
    "pips",
    "polycubes",
    "polyominoes",
    "queens",
    "roster",
    "set_partitions",
    "soma",
    "steiner",
    "timetable",
    "word_rectangles",
]
