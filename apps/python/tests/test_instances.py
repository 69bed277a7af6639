"""Tests that the well-known problems are those of the literature and of the command line."""

import os
import subprocess

import pytest

import excover
from excover import instances

#: Counts from the literature; `dlx generate` names the sources.
KNOWN = [
    (instances.queens(8), 92),
    (instances.queens(7, torus=True), 28),
    (instances.langford(7), 52),
    (instances.latin(4), 576),
    (instances.latin(5, reduced=True), 56),
    (instances.mols(3), 72),
    (instances.matchings(6), 15),
    (instances.set_partitions(6), 203),
    (instances.de_bruijn(2, 3), 2),
    (instances.league(4), 6),
    (instances.steiner(7), 30),
    (instances.kenken(4, seed=3), 1),
    (instances.pips((4, 5), seed=2), 1),
    (instances.dominoes((4, 4)), 36),
    (instances.dominoes("XX\nXX"), 2),
    (instances.dominoes([(0, 0), (0, 1), (1, 0), (1, 1)]), 2),
    (instances.dominoes((3, 3), holes=[(1, 1)]), 2),
    (instances.pentominoes((3, 20)), 8),
    (instances.coloring(3, "petersen"), 120),
    (instances.coloring(3, [("a", "b"), ("b", ("c", 1)), (("c", 1), "a")]), 6),
    (instances.design(7, 3, 1), 30),
    (instances.ice(4), 42),
    (instances.ice(3, torus=True), 148),
    (instances.crossword("##\n#.", ["an", "at", "to"]), 5),
    (instances.crossword("a#\n#.", ["an", "at", "to"], distinct=True), 2),
]


@pytest.mark.parametrize("problem, count", KNOWN)
def test_counts_are_those_of_the_literature(problem, count):
    assert problem.count() == count and problem.geometry


@pytest.mark.parametrize(
    "problem, words",
    [
        (instances.queens(6), ["queens", "6"]),
        (instances.macmahon(4, 6), ["macmahon", "4x6"]),
        (instances.ice(3), ["ice", "3"]),
        (instances.assignment(5, seed=3), ["assignment", "5", "--seed", "3"]),
        (instances.roster(4, 5, seed=2), ["roster", "4", "5", "--seed", "2"]),
        (instances.timetable(2, 2, 3, seed=1), ["timetable", "2", "2", "3", "--seed", "1"]),
        (instances.kirkman(9), ["kirkman", "9"]),
        (instances.soma(), ["soma"]),
        (instances.partridge(3), ["partridge", "3"]),
        (instances.polyominoes((4, 5), {"tetrominoes": 1}), ["polyominoes", "--region", "4x5", "--pieces", "tetrominoes"]),
        (instances.polycubes((2, 2, 2), {"free2": "*"}), ["polycubes", "--region", "2x2x2", "--pieces", "free2=*"]),
    ],
)
def test_problems_are_those_of_the_command_line(problem, words):
    program = os.environ.get("DLX")
    if not program:
        pytest.skip("DLX is not set")
    text = subprocess.run([program, "generate", *words], capture_output=True, text=True, check=True).stdout
    assert excover.Problem.from_text(text) == problem
    assert excover.Problem.from_text(text).geometry == problem.geometry


def test_pieces_of_the_user_are_packed():
    corner = [(0, 0), (0, 1), (1, 0)]
    assert instances.polyominoes((2, 3), {"corner": (corner, 2)}).count() == 2
    # Nine packings of a parallelogram with the seven tetrahexes, up to its two symmetries.
    tetrahexes = instances.polyominoes((4, 7), ["tetrahexes"], grid="hexagons")
    assert tetrahexes.count() == 18
    rhombus = "\n".join("." * row + "#" * 12 for row in range(6))
    assert instances.polyominoes(rhombus, ["hexiamonds"], grid="triangles").count() == 4 * 156
    assert instances.polyominoes((2, 2), {"corner": corner, "cell": [(0, 0)]}).count() == 4
    assert [len(instances.orientations(corner, turns=turns)) for turns in ("free", "rotations", "none")] == [4, 4, 1]
    chiral = [(0, 0), (0, 1), (1, 1), (1, 2)]
    assert [len(instances.orientations(chiral, turns=turns)) for turns in ("free", "rotations", "none")] == [4, 2, 1]
    solid = [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0)]
    assert len(instances.orientations(solid, space=True)) == 8


def test_words_fill_rectangles():
    words = ["ab", "cd", "ac", "bd"]
    problem = instances.word_rectangles(2, 2, words)
    assert problem.count() == 4
    assert instances.word_rectangles(2, 2, words, ["ac", "bd"]).count() == 1


def test_costs_of_a_table_are_those_of_the_user():
    assert instances.assignment([[3, 1], [2, None]]).best() == [(3, [1, 2])]


def test_arguments_are_checked():
    for call, error, words in [
        (lambda: instances.queens("8"), TypeError, "n: expected a whole number"),
        (lambda: instances.queens(-1), ValueError, "n: expected 0 or more"),
        (lambda: instances.queens(10**6), ValueError, "expected"),
        (lambda: instances.steiner(8), ValueError, "expected"),
        (lambda: instances.dominoes((0, 3)), ValueError, "region"),
        (lambda: instances.dominoes(5), TypeError, "region: expected cells"),
        (lambda: instances.dominoes([5]), ValueError, "region: expected cells"),
        (lambda: instances.dominoes((2, 2), holes=[(5, 5)]), ValueError, "holes: expected cells of the region"),
        (lambda: instances.dominoes((10**5, 10**5)), ValueError, "region"),
        (lambda: instances.polyominoes((2, 2), "I3"), TypeError, "pieces: expected an iterable of names"),
        (lambda: instances.polyominoes((2, 2), ["Q9"]), ValueError, "Q9"),
        (lambda: instances.polyominoes((2, 2), ["I3"]), ValueError, "expected pieces that fit"),
        (lambda: instances.polyominoes((2, 2), {"L3": "x"}), ValueError, "number of times"),
        (lambda: instances.polyominoes((2, 2), ["L3"], turns="all"), ValueError, "turns: expected"),
        (lambda: instances.polyominoes((2, 2), ["V3"], grid="cubes"), ValueError, "grid: expected squares, triangles or hexagons"),
        (lambda: instances.polyominoes((2, 2), ["V3"], grid="hexagons"), ValueError, "expected `tetrahexes`"),
        (lambda: instances.orientations([]), ValueError, "expected|cell"),
        (lambda: instances.coloring(3, "nothing"), ValueError, "expected"),
        (lambda: instances.coloring(3, [1]), ValueError, "edge 0: expected a pair"),
        (lambda: instances.assignment("abc"), TypeError, "row 0"),
        (lambda: instances.assignment([[1, 2]]), ValueError, "expected"),
        (lambda: instances.word_rectangles(2, 2, "ab"), TypeError, "words: expected an iterable"),
        (lambda: instances.word_rectangles(2, 2, ["a-"]), ValueError, "words: expected letters|no word"),
    ]:
        with pytest.raises(error, match=words):
            call()
