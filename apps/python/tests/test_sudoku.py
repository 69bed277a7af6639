"""Tests of Sudoku as strings and as arrays."""

import itertools
import json
import os
import random
import signal
import subprocess
import sys
import time

import numpy
import pytest

from excover import sudoku

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TEN = "502600300000008010000200068240000009007000130600000800056010000900000601070009042"


def array(*puzzles):
    return numpy.array([[int(cell) for cell in puzzle.replace(".", "0")] for puzzle in puzzles], dtype=numpy.uint8)


def test_strings_and_lists_are_solved():
    assert sudoku.solve(CLASSIC) == SOLVED
    assert sudoku.solve([CLASSIC, "11" + "." * 79]) == [SOLVED, None]
    with pytest.raises(ValueError, match="puzzle 1"):
        sudoku.solve([CLASSIC, "x"])


def test_rules_in_the_text_of_a_puzzle_are_respected():
    puzzle = ".Shape~4x4.~R1C1_3.Thermo~R2C1~R2C2~R2C3~R2C4"
    # With 3 in the corner and the second row 1 2 3 4 there are six grids of side 4.
    assert sudoku.count(puzzle) == 6
    assert sudoku.solve(f"{puzzle}.~R3C1_2.V~R3C1~R3C2") == "3412123423414123"
    assert sudoku.check(["3...............", puzzle]) == ["several", "several"]
    with pytest.raises(ValueError, match="puzzle 0: expected a puzzle without rules"):
        sudoku.canon(puzzle)


def test_lists_are_solved_in_order_by_several_threads():
    assert sudoku.solve([CLASSIC, "11" + "." * 79] * 600, threads=3) == [SOLVED, None] * 600
    # The message names the first puzzle that cannot be read, whichever thread finds it.
    with pytest.raises(ValueError, match="puzzle 700:"):
        sudoku.solve([CLASSIC] * 700 + ["x"] * 700, threads=3)


@pytest.mark.parametrize("dtype", [numpy.uint8, numpy.int64])
@pytest.mark.parametrize("threads", [1, 3])
def test_arrays_are_solved_row_by_row(dtype, threads):
    puzzles = array(*[CLASSIC, TEN, "11" + "." * 79] * 700).astype(dtype)
    solutions, counts = sudoku.answer(puzzles, threads=threads)
    assert solutions.shape == puzzles.shape and solutions.dtype == numpy.uint8
    assert (solutions[0] == array(SOLVED)[0]).all() and (solutions[2] == 0).all()
    assert counts.tolist() == [1, 2, 0] * 700
    assert (sudoku.solve(puzzles, threads=threads)[::3] == array(SOLVED)).all()
    assert (sudoku.solve(puzzles[0]) == array(SOLVED)[0]).all()


def test_arrays_that_hold_no_puzzles_are_refused():
    for bad, words in [
        (numpy.zeros((2, 80), dtype=int), "square"),
        (numpy.full((1, 81), 12), "digit"),
        (numpy.full((1, 81), -2), "expected digits"),
        (numpy.zeros((1, 81)), "whole numbers"),
    ]:
        with pytest.raises(ValueError, match=words):
            sudoku.solve(bad)


def test_solutions_are_counted():
    assert sudoku.count([CLASSIC, TEN]) == [1, 10]
    assert sudoku.count(TEN, limit=2) == 2
    # B. Felgenhauer and F. Jarvis, 2005, for side 9; all grids of side 4 and 6 are in testdata/sudoku.
    assert sudoku.count("." * 16) == 288
    assert sudoku.count("." * 36) == 28200960


def test_puzzles_are_checked():
    assert sudoku.check([CLASSIC, TEN, "11" + "." * 79]) == ["unique", "several", "invalid"]


def test_drawings_without_a_meaning_are_data():
    line = {"lines": [["A1"]]}
    puzzle = {"size": 4, "grid": [[{}] * 4] * 4, "ruleset": "Lines are odd.", "line": [line, line], "circle": [{}]}
    parts = sudoku.left_out(json.dumps(puzzle))
    assert sorted(parts) == [("circle", 1), ("line", 2)]
    assert {part.what: part.number for part in parts} == {"circle": 1, "line": 2}
    assert sudoku.left_out([CLASSIC, json.dumps(puzzle)]) == [[], parts]


def test_generated_puzzles_are_what_was_wished_for():
    puzzles = sudoku.generate(5, seed=3)
    assert puzzles == sudoku.generate(5, seed=3)
    assert sudoku.check(puzzles) == ["unique"] * 5
    assert sudoku.check(sudoku.generate(2, kind="several")) == ["several"] * 2
    assert len(sudoku.generate(1, clues=40)[0].replace(".", "")) == 40
    assert len(sudoku.generate(1, side=4)[0]) == 16
    with pytest.raises(ValueError, match="kind"):
        sudoku.generate(1, kind="nice")


@pytest.mark.parametrize("side", [9, 16, 17])
def test_a_seed_gives_the_puzzle_that_the_command_line_makes(side):
    binary = os.environ.get("DLX")
    if binary is None:
        pytest.skip("DLX does not name the command line")
    # With a limit of 10,000 nodes per search, side 17 and seed 0 would give another puzzle than with the default.
    command = [binary, "sudoku", "generate", "--size", str(side), "--seed", "0"]
    made = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert sudoku.generate(1, side=side, seed=0) == made.splitlines()


def test_minimized_puzzles_have_one_solution_and_no_redundant_clue():
    grids = [SOLVED, CLASSIC, "1234341221434321"]
    minimal = sudoku.minimize(grids, seed=3)
    assert minimal == sudoku.minimize(grids, seed=3, threads=3)
    for puzzle, grid in zip(minimal, grids):
        assert sudoku.check(puzzle) == "unique" and sudoku.solve(puzzle) == sudoku.solve(grid)
        clues = [place for place, cell in enumerate(puzzle) if cell != "."]
        fewer = [puzzle[:place] + "." + puzzle[place + 1 :] for place in clues]
        assert sudoku.check(fewer) == ["several"] * len(clues)
    assert len({sudoku.minimize(SOLVED, seed=seed) for seed in range(10)}) == 10
    assert sudoku.minimize(array(SOLVED), seed=3).tolist() == array(minimal[0]).tolist()
    # A clue stays if it is not known whether it is redundant.
    blank, most = (sum(sudoku.minimize(SOLVED, seed=seed, nodes=n).count(".") for seed in range(5)) for n in (0, None))
    assert blank < most
    for puzzle, found in [(TEN, "several"), ("11" + "." * 79, "no solution")]:
        with pytest.raises(ValueError, match=f"puzzle 1: expected one solution, found {found}"):
            sudoku.minimize([CLASSIC, puzzle])
    # A puzzle of candidates: all nine in each cell, but two in the first.
    with pytest.raises(ValueError, match="puzzle 0: expected givens only, found a puzzle that restricts candidates"):
        sudoku.minimize("12......." + 80 * "123456789")
    with pytest.raises(TimeoutError):
        sudoku.minimize([SOLVED] * 100_000, timeout=0)


def test_solutions_are_drawn_uniformly():
    all_solutions = list(sudoku.solutions("12.............."))
    drawn = sudoku.sample("12..............", 240 * len(all_solutions), seed=7)
    assert drawn[:5] == sudoku.sample("12..............", 5, seed=7)
    numbers = [drawn.count(solution) for solution in all_solutions]
    assert sum(numbers) == len(drawn)
    # Of 24 numbers with a standard deviation of 15, one in 10,000 times is one so far away.
    assert all(abs(number - 240) < 75 for number in numbers)
    assert sudoku.sample("11..............", 5) == []
    with pytest.raises(MemoryError):
        sudoku.sample("." * 81, memory=100_000)
    with pytest.raises(TimeoutError):
        sudoku.sample("." * 81, timeout=0.01)


def test_puzzles_are_rated_and_explained():
    rating = sudoku.rate(CLASSIC)
    assert rating.solved and rating.level.lower() == "easy"
    steps = sudoku.explain(CLASSIC)
    assert len(steps) == rating.steps
    assert steps[0].text == "Naked Single: r5c5=5"
    grid = [int(cell) for cell in CLASSIC.replace(".", "0")]
    for step in steps:
        for row, column, digit in step.placements:
            grid[(row - 1) * 9 + column - 1] = digit
    assert "".join(map(str, grid)) == SOLVED
    with pytest.raises(ValueError, match="puzzle 0"):
        sudoku.rate("11" + "." * 79)


def test_steps_say_why_they_are_true():
    reason = "5 is the only candidate left in r5c5, so r5c5 is 5."
    assert sudoku.explain(CLASSIC)[0].reason == reason
    assert reason in [step.reason for step in sudoku.steps(CLASSIC)]


# A skyscraper in a state with placed digits and removed candidates, as a line of HoDoKu's library.
SKYSCRAPER = (
    ":0400::4+8.7+9...6..7+68...+4.365+2+4...+6+9+4+1+78+23+5+8+7..+3+5+64...3.+468.72+18+46+9..3+3+49+8+571+6+27+6+5+3124..:"
    "118 527 528 928 938 939:::"
)


def test_steps_are_those_of_the_state_and_of_the_techniques():
    for techniques in ("skyscraper", ["Skyscraper"], ["0400", "x-wing"]):
        found = sudoku.steps(SKYSCRAPER, techniques)
        assert [step.text for step in found if step.technique == "Skyscraper"] == [
            "Skyscraper: 1 in r1c3,r3c9 (connected by r5c39) => r3c1<>1"
        ]
    assert found[0].eliminations == [(3, 1, 1)]
    assert len(sudoku.steps(SKYSCRAPER)) > len(found)
    assert sudoku.steps(CLASSIC, techniques=[]) == []
    with pytest.raises(ValueError, match="unknown technique `x-wign`; did you mean `x-wing`"):
        sudoku.steps(CLASSIC, techniques="x-wign")
    with pytest.raises(ValueError, match="puzzle 0: .*another"):
        sudoku.steps(CLASSIC + "\n" + CLASSIC)


def disguised(puzzle, height, width, draw):
    """Return an equivalent puzzle: digits, bands, rows, stacks and columns permuted, and transposed half of the time if
    boxes are square."""

    def lines(groups, size):
        order = draw.sample(range(groups), groups)
        return [group * size + line for group in order for line in draw.sample(range(size), size)]

    side = height * width
    digits = dict(zip("123456789", draw.sample("123456789"[:side], side)))
    rows, columns = lines(side // height, height), lines(side // width, width)
    places = [(row, column) for row in rows for column in columns]
    if height == width and draw.random() < 0.5:
        places = [(column, row) for row, column in places]
    return "".join(digits.get(puzzle[row * side + column], ".") for row, column in places)


@pytest.mark.parametrize("height, width", [(3, 3), (2, 3), (2, 2)])
def test_equivalent_puzzles_share_their_canonical_form(height, width):
    draw = random.Random(26)
    puzzles = sudoku.generate(20, seed=26, side=height * width, kind="several")
    puzzles += [sudoku.solve(puzzle) for puzzle in puzzles]
    forms = sudoku.canon(puzzles)
    others = [disguised(puzzle, height, width, draw) for puzzle in puzzles]
    assert others != puzzles
    assert sudoku.canon(others) == sudoku.canon(others, threads=3, box=(height, width)) == forms
    # The form is its own form, and comes before the equivalent puzzles. It has as many solutions and blank cells.
    assert sudoku.canon(forms) == forms == [min(triple) for triple in zip(forms, puzzles, others)]
    assert sudoku.count(forms, limit=1000) == sudoku.count(puzzles, limit=1000)
    assert [form.count(".") for form in forms] == [puzzle.count(".") for puzzle in puzzles]
    # Equivalent puzzles have the same number of automorphisms.
    counts = [[found.order for found in sudoku.automorphisms(some, threads=2)] for some in (puzzles, others)]
    assert counts[0] == counts[1]


def grids_of_side_4():
    """Return all full grids of side 4, by trying all orders of the digits of each row."""
    houses = [range(line * 4, line * 4 + 4) for line in range(4)]
    houses += [range(line, 16, 4) for line in range(4)]
    houses += [[box, box + 1, box + 4, box + 5] for box in (0, 2, 8, 10)]
    rows = ["".join(row) for row in itertools.permutations("1234")]
    for chosen in itertools.product(rows, repeat=4):
        grid = "".join(chosen)
        if all(len({grid[cell] for cell in house}) == 4 for house in houses):
            yield grid


def test_all_grids_of_side_4_have_two_canonical_forms():
    grids = list(grids_of_side_4())
    assert len(grids) == 288
    forms = set(sudoku.canon(grids))
    assert len(forms) == 2
    # A class has 2 * (2 * 2 * 2)**2 * 4! = 3072 grids, divided by the number of automorphisms of one of them.
    sizes = sorted(3072 // sudoku.automorphisms(form).order for form in forms)
    assert sizes == [96, 192] and sum(sizes) == 288


def applied(automorphism, puzzle):
    """Return the image of a puzzle of side 9."""
    image = ["."] * 81
    for digit, (row, column) in zip(puzzle, automorphism.cells):
        if digit != ".":
            image[row * 9 + column - 10] = str(automorphism.digits[int(digit) - 1])
    return "".join(image)


def test_automorphisms_turn_a_puzzle_into_itself():
    half_turn = "...........1..6..4.7....15.5.2.3...6...8.2...4...7.8.5.59....3.6..4..9..........."
    found = sudoku.automorphisms(half_turn)
    assert found.order == 2 and len(found.maps) == 1
    automorphism = found.maps[0]
    assert automorphism.text == "half turn, digits (1 9)(2 8)(3 7)(4 6)"
    assert automorphism.order == 2 and automorphism.cells[0] == (9, 9)
    assert sudoku.automorphisms(CLASSIC) == (1, [])
    # The most automorphisms of a full grid: E. Russell and F. Jarvis, 2006.
    most = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
    found = sudoku.automorphisms(most)
    assert found.order == 648
    images = {tuple(automorphism.cells) for automorphism in found.maps}
    assert len(images) == 647
    for puzzle, maps in [(half_turn, [automorphism]), (most, found.maps)]:
        assert all(applied(automorphism, puzzle) == puzzle for automorphism in maps)
    # Of a blank grid, all permutations of rows and columns.
    assert sudoku.automorphisms("." * 81) == (2 * 6**8, None)


def test_puzzles_without_a_canonical_form_are_refused():
    with pytest.raises(ValueError, match="puzzle 1: .*expected a puzzle"):
        sudoku.canon([CLASSIC, "x"])
    with pytest.raises(ValueError, match="puzzle 1: expected at most 100000 arrangements"):
        sudoku.automorphisms([CLASSIC, BLANK_25])
    with pytest.raises(TimeoutError, match="0 puzzles are done"):
        sudoku.canon([CLASSIC] * 100_000, timeout=0)


def test_a_timeout_ends_an_array():
    blank = numpy.zeros((4000, 625), dtype=numpy.uint8)
    with pytest.raises(TimeoutError):
        sudoku.solve(blank, threads=2, timeout=0.5)


BLANK_25 = ",".join(["0"] * 625)

#: Much more than the 0.1 seconds within which runs should stop, because the machine may be busy.
SOON = 10


@pytest.mark.parametrize("verb", [sudoku.rate, sudoku.explain, sudoku.steps])
def test_a_timeout_ends_the_search_for_a_step(verb):
    begun = time.monotonic()
    with pytest.raises(TimeoutError):
        verb(BLANK_25, timeout=0.2)
    assert time.monotonic() - begun < SOON


@pytest.mark.parametrize("verb", [sudoku.solve, sudoku.count, sudoku.check, sudoku.rate])
def test_a_timeout_ends_the_building_of_a_board(verb):
    rules = []
    for line in range(3):
        cells = [((line + at // 13) % 25 + 1, (3 * line + at % 13) % 25 + 1) for at in range(14)]
        rules.append("equality " + " ".join(f"r{row}c{column}" for row, column in cells))
    begun = time.monotonic()
    with pytest.raises(TimeoutError):
        verb(BLANK_25, rules=rules, timeout=0)
    assert time.monotonic() - begun < SOON


def test_no_memory_is_reserved_for_the_number_of_puzzles_that_are_asked_for():
    begun = time.monotonic()
    with pytest.raises(TimeoutError, match="puzzles are done"):
        sudoku.generate(10**12, side=4, timeout=0.2)
    with pytest.raises(MemoryError, match="puzzles are done"):
        sudoku.generate(10**12, side=4, memory=10_000)
    assert time.monotonic() - begun < SOON


def test_an_array_ends_at_its_timeout_whatever_the_number_of_threads():
    blanks = numpy.zeros((3000, 625), dtype=numpy.uint8)
    for threads in (1, 2, 10**9):
        begun = time.monotonic()
        with pytest.raises(TimeoutError):
            sudoku.answer(blanks, threads=threads, timeout=0.2)
        assert time.monotonic() - begun < SOON


def test_ctrl_c_ends_the_search_for_a_step():
    # If a shell has started these tests in the background, Python ignores the signal.
    listen = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    program = listen + "from excover import sudoku\nprint('ready', flush=True)\nsudoku.explain(','.join(['0'] * 625))"
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors, errors
