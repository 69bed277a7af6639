"""Tests of rules of variants, and of generated puzzles."""

import os
import pickle
import subprocess

import pytest

from excover import sudoku

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def both_diagonals(grid):
    return len(set(grid[::10])) == len(set(grid[8:73:8])) == 9


def test_rules_of_a_call_hold_in_all_functions():
    puzzle = sudoku.generate(1, rules="x", seed=2)[0]
    assert sudoku.check(puzzle, rules="x") == "unique"
    solution = sudoku.solve(puzzle, rules="x")
    assert both_diagonals(solution)
    assert sudoku.count(puzzle, rules=["x"]) == 1
    assert sudoku.answer(puzzle, rules="x") == (solution, 1)
    assert list(sudoku.solutions(puzzle, rules="x")) == [solution]
    assert sudoku.solve([puzzle] * 2, rules="x", threads=2) == [solution] * 2
    assert sudoku.why(puzzle, rules="x").solutions == [solution]
    assert sudoku.rate(puzzle, rules="x").se is None
    steps = sudoku.explain(puzzle, rules="x")
    assert steps and sum(len(step.placements) for step in steps) == puzzle.count(".")
    row, column, digit = steps[-1].placements[0]
    assert sudoku.why_not(puzzle, (row, column), digit, rules="x") is None
    assert sudoku.draw(puzzle, rules="x") != sudoku.draw(puzzle)
    # The picture of a solution has the rules of the call.
    assert solution.svg() == sudoku.draw(puzzle, solution=True, rules="x")
    with pytest.raises(ValueError, match="puzzle 0: expected a puzzle without rules"):
        sudoku.canon(puzzle, rules="x")


def test_rules_of_a_call_hold_in_arrays():
    numpy = pytest.importorskip("numpy")
    blank = numpy.zeros((2, 81), dtype=numpy.uint8)
    for grid in sudoku.solve(blank, rules="x").tolist():
        assert both_diagonals(grid)


def test_arrays_tell_a_digit_0_from_a_blank_cell():
    numpy = pytest.importorskip("numpy")
    usual = numpy.array([int(cell) for cell in CLASSIC.replace(".", "0")])
    solved = sudoku.solve(usual)
    rules = "values 0-8"
    lower = usual - 1
    found = sudoku.solve(lower, rules=rules)
    assert found.dtype == numpy.int8 and (found == solved.astype(int) - 1).all()
    # With a limit of nodes, arrays take the way of strings.
    assert (sudoku.solve(lower, rules=rules, nodes=10**6) == found).all()
    assert sudoku.check(lower, rules=rules) == "unique"
    assert sudoku.answer(lower, rules=rules).number == 1
    assert sudoku.minimize(lower, rules=rules).min() == -1
    twice = numpy.full((1, 81), -1)
    twice[0, :2] = 0
    assert sudoku.solve(twice, rules=rules).tolist() == [[-1] * 81]
    assert sudoku.solve(twice, rules=rules, nodes=10**6).tolist() == [[-1] * 81]
    # There are more digits than cells in a row.
    wide = numpy.full((1, 16), -1)
    wide[0, :5] = [0, 10, 11, 12, 0]
    found = sudoku.solve(wide, rules="values 0-12\nno-boxes")
    # r1c1 and r2c1 are both 0.
    assert found.tolist() == [[-1] * 16]
    wide[0, 4] = 1
    found = sudoku.solve(wide, rules="values 0-12\nno-boxes")
    assert (found >= 0).all() and (found[wide >= 0] == wide[wide >= 0]).all()
    assert sudoku.count(wide, rules="values 0-12\nno-boxes", limit=3).tolist() == [3]
    # Without a blank cell, 0 is a digit all the same.
    full = solved.astype(int) - 1
    for nodes in (None, 10**6):
        assert (sudoku.solve(full, rules=rules, nodes=nodes) == full).all()
        twice = full.copy()
        twice[numpy.flatnonzero(full == 0)[0]] = 1
        assert (sudoku.solve(twice, rules=rules, nodes=nodes) == -1).all()
    assert sudoku.check(full, rules=rules) == "unique" and sudoku.check(twice, rules=rules) == "invalid"
    for bad in (9, -2):
        lower[0] = bad
        with pytest.raises(ValueError, match="found"):
            sudoku.solve(lower, rules=rules)


def test_texts_tell_a_digit_0_from_a_blank_cell():
    below = {ord(digit): str(int(digit) - 1) for digit in "123456789"}
    puzzle, solution = CLASSIC.translate(below), sudoku.solve(CLASSIC).translate(below)
    setting = {"rules": "values 0-8", "box": (3, 3)}
    assert sudoku.solve(puzzle, **setting) == solution
    assert sudoku.solve([solution, solution.replace("0", "1")], **setting) == [solution, None]
    # The picture shows every digit of the solution, in nine cells 0.
    assert sudoku.solve(puzzle, **setting).svg().count(">0<") == 9


def test_rules_are_lines_as_in_a_file():
    rules = "killer 3 r1c1 r1c2\nthermo r2c1 r2c2 r2c3\n\n# a comment"
    grid = sudoku.solve("." * 81, rules=rules)
    assert {grid[0], grid[1]} == {"1", "2"} and grid[9] < grid[10] < grid[11]
    regions = "regions 1122112233443344"
    assert sudoku.count("." * 16, rules=regions) == 288
    assert sudoku.count("." * 16, rules=["x", "anti-knight"]) == sudoku.count("." * 16, rules="x\nanti-knight")
    for bad, words in [
        ("killer", "rule 0: "),
        (["x", "nonsense"], "rule 1: .*nonsense"),
        ("killer 3 r1c1 r1c99", "rule 0: "),
    ]:
        for ask in (sudoku.solve, sudoku.check, sudoku.rate):
            with pytest.raises(ValueError, match=words):
                ask("." * 81, rules=bad)
    with pytest.raises(TypeError, match="rule 0: expected a str, found 3"):
        sudoku.solve(CLASSIC, rules=[3])
    with pytest.raises(ValueError, match="expected a board of side 16|expected .* found"):
        sudoku.solve(CLASSIC, rules="regions 1122112233443344")


def test_regions_that_were_to_be_found_are_part_of_solutions():
    rules = ["chaos", "region-count r2c2 = r2c2 r1c2 r2c1 r2c3 r3c2", "all(different @r1c1 @r1c4)"]
    puzzle, solution, regions = "1234341.2.......", "1234341223414123", "ABCCABBCABDCADDD"
    grids = [
        sudoku.solve(puzzle, rules=rules),
        sudoku.answer(puzzle, rules=rules).solution,
        sudoku.solve(["11..............", puzzle], rules=rules)[1],
        sudoku.answer([puzzle], rules=rules).solution[0],
        *sudoku.solutions(puzzle, rules=rules),
        *sudoku.sample(puzzle, rules=rules),
        pickle.loads(pickle.dumps(sudoku.solve(puzzle, rules=rules))),
    ]
    assert [(grid, grid.regions) for grid in grids] == [(solution, regions)] * 7
    # The picture has the regions, as has that of the solved puzzle.
    assert len({grid.svg() for grid in grids} | {sudoku.draw(puzzle, rules=rules, solution=True)}) == 1
    assert grids[0].svg() == sudoku.draw(puzzle, rules=["regions " + regions], solution=True)
    # The same digits in other regions are other solutions.
    several = list(sudoku.solutions(solution, rules="chaos"))
    assert set(several) == {solution}
    assert len({grid.regions for grid in several}) == len(several) == sudoku.count(solution, rules="chaos") > 1
    assert sudoku.solve(CLASSIC).regions is None
    assert list(sudoku.solutions("11..............", rules="chaos")) == []


def test_puzzles_with_rules_of_their_own_are_solved_with_them():
    made = sudoku.generate(3, rules="killer", side=6, seed=4)
    assert all(puzzle.startswith("{") for puzzle in made)
    assert sudoku.check(made, threads=2) == ["unique"] * 3
    assert all(puzzle.svg().startswith("<svg ") for puzzle in made)
    # The same rules as text below the grid.
    below = "................\nkiller 3 r1c1 r1c2\nthermo r2c1 r3c1\n"
    assert {*sudoku.solve(below)[:2]} == {"1", "2"}
    assert sudoku.count(below) < sudoku.count("." * 16)


def test_an_f_puzzles_link_is_solved_with_its_rules():
    binary = os.environ.get("DLX")
    if binary is None:
        pytest.skip("DLX does not name the command line")
    made = sudoku.generate(1, rules="killer", seed=4)[0]
    command = [binary, "sudoku", "convert", "--to", "fpuzzles", made]
    converted = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    assert sudoku.check(converted) == "unique" and sudoku.solve(converted) == sudoku.solve(made)
    plain = sudoku.Grid("." * 81)
    assert sudoku.solve(converted) != sudoku.solve(plain)


@pytest.mark.parametrize(
    "arguments, flags",
    [
        ({"level": "medium", "n": 2}, ["--level", "medium", "-n", "2"]),
        ({"symmetry": "rot180"}, ["--symmetry", "rot180"]),
        ({"clues": (24, 26)}, ["--clues", "24..26"]),
        ({"needs": "x-wing"}, ["--needs", "x-wing"]),
        ({"rules": "anti-knight"}, ["--variant", "anti-knight"]),
        ({"rules": ["thermo"], "side": 6}, ["--variant", "thermo", "--size", "6"]),
        ({"kind": "several", "n": 3}, ["--kind", "several", "-n", "3"]),
    ],
)
def test_generated_puzzles_are_those_of_the_command_line(arguments, flags):
    binary = os.environ.get("DLX")
    if binary is None:
        pytest.skip("DLX does not name the command line")
    command = [binary, "sudoku", "generate", "--seed", "3", *flags]
    made = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines = [line.partition(" #")[0] for line in made.splitlines()]
    assert sudoku.generate(seed=3, **arguments) == lines
    assert sudoku.generate(seed=3, threads=2, **arguments) == lines


def test_levels_are_those_that_are_asked_for():
    for level in ("easy", "hard"):
        assert [rating.level for rating in sudoku.rate(sudoku.generate(2, level=level))] == [level] * 2
    pattern = "".join("." if cell == "." else "X" for cell in CLASSIC)
    puzzle = sudoku.generate(1, pattern=pattern, seed=1, timeout=60)[0]
    assert all(cell == "." for cell, mark in zip(puzzle, pattern) if mark == ".")


def test_requests_that_cannot_be_met_are_refused():
    for arguments, words in [
        ({"level": "evil"}, "level: expected one of easy, medium"),
        ({"kind": "easy", "level": "easy"}, "expected kind `unique` with other wishes, found `easy`"),
        ({"clues": 99}, "expected at most 81 clues on this board, found 99"),
        ({"clues": (30, 20)}, "expected the smaller number of clues first"),
        ({"symmetry": "round"}, "symmetry: expected one of"),
        ({"needs": "x-wign"}, "unknown technique `x-wign`"),
        ({"needs": "x-wing", "level": "easy"}, "expected a technique that level easy allows"),
        ({"pattern": "X."}, "pattern: "),
        ({"side": 26}, "side: expected a number from 1 to 25, found 26"),
        ({"n": -1}, "n: expected 0 or more, found -1"),
        ({"seed": -1}, "seed: expected"),
        ({"rules": "nonsense"}, "rule 0: "),
        ({"box": (0, 3)}, "box: expected"),
    ]:
        with pytest.raises(ValueError, match=words):
            sudoku.generate(**arguments)


def test_rules_keep_their_numbers_beside_those_that_are_drawn():
    with pytest.raises(ValueError, match="rule 1: "):
        sudoku.generate(rules=["killer", "nonsense"])
    puzzle = sudoku.generate(side=4, rules=["killer", "x"], seed=2)[0]
    assert '"killer ' in puzzle and '"x"' in puzzle and sudoku.check(puzzle) == "unique"
