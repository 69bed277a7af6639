"""Tests that functions take one puzzle, lists and columns, and return answers in the same form."""

import subprocess
import sys

import numpy
import pytest

from excover import sudoku

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TEN = "502600300000008010000200068240000009007000130600000800056010000900000601070009042"
NONE = "11" + "." * 79


@pytest.fixture(scope="module")
def pandas():
    return pytest.importorskip("pandas")


@pytest.fixture(scope="module")
def polars():
    return pytest.importorskip("polars")


@pytest.mark.parametrize("kind", ["object", "str", "string"])
def test_a_pandas_column_keeps_its_index_and_name(pandas, kind):
    puzzles = pandas.Series([CLASSIC, TEN, NONE], index=[7, 3, 5], name="puzzle", dtype=kind)
    solved = sudoku.solve(puzzles)
    assert solved.index.tolist() == [7, 3, 5] and solved.name == "puzzle" and solved.dtype == puzzles.dtype
    assert solved[7] == SOLVED and pandas.isna(solved[5])
    verdicts = sudoku.check(puzzles, threads=2)
    assert verdicts.to_dict() == {7: "unique", 3: "several", 5: "invalid"}
    assert sudoku.count(puzzles).to_dict() == {7: 1, 3: 10, 5: 0}
    found, numbers = sudoku.answer(puzzles)
    assert found.equals(solved) and numbers.tolist() == [1, 2, 0]
    ratings = sudoku.rate(puzzles[:2])
    assert ratings.index.tolist() == [7, 3] and ratings.columns.tolist() == list(sudoku.Rating._fields)
    assert ratings.loc[7, "level"] == "easy" and not ratings.loc[3, "solved"]
    assert [len(steps) for steps in sudoku.explain(puzzles[:1])] == [len(sudoku.explain(CLASSIC))]


def test_a_polars_column_keeps_its_name(polars):
    puzzles = polars.Series("puzzle", [CLASSIC, TEN, NONE])
    solved = sudoku.solve(puzzles)
    assert solved.name == "puzzle" and solved.dtype == polars.String
    assert solved[0] == SOLVED and solved[2] is None
    assert sudoku.check(puzzles).to_list() == ["unique", "several", "invalid"]
    assert sudoku.count(puzzles, partial=True).rows() == [(1, True), (10, True), (0, True)]
    assert sudoku.rate(puzzles[:2]).columns == list(sudoku.Rating._fields)
    assert sudoku.solve(puzzles[:0]).to_list() == []
    frame = puzzles.to_frame()
    column = polars.col("puzzle").map_batches(sudoku.solve, return_dtype=polars.String)
    assert frame.with_columns(column)["puzzle"][0] == SOLVED
    # Grids of several lines are puzzles of a column as well.
    lines = "\n".join(CLASSIC[row : row + 9] for row in range(0, 81, 9))
    assert sudoku.solve(polars.Series([lines])).to_list() == [SOLVED]


def test_an_arrow_column_is_taken():
    arrow = pytest.importorskip("pyarrow")
    assert sudoku.solve(arrow.array([CLASSIC, NONE])).to_pylist() == [SOLVED, None]
    assert sudoku.check(arrow.chunked_array([[CLASSIC], [TEN]])).to_pylist() == ["unique", "several"]
    for kind in (arrow.string(), arrow.large_string()):
        for puzzles in (arrow.array([CLASSIC, NONE], kind), arrow.chunked_array([[CLASSIC], [NONE]], kind)):
            solved = sudoku.solve(puzzles)
            assert solved.type == kind and solved.to_pylist() == [SOLVED, None]
        assert sudoku.solve(arrow.array([], kind)).to_pylist() == []
    words = arrow.array([CLASSIC, NONE]).dictionary_encode()
    assert sudoku.solve(words).to_pylist() == [SOLVED, None]
    with pytest.raises(ValueError, match="puzzle 1: expected a str, found None"):
        sudoku.solve(arrow.array([CLASSIC, None]))


@pytest.mark.parametrize("dtype", ["str", "string", "string[python]", "string[pyarrow]", object])
def test_a_pandas_column_keeps_its_type(pandas, dtype):
    column = pandas.Series([CLASSIC, NONE], index=["a", "b"], name="puzzle", dtype=dtype)
    solved = sudoku.solve(column)
    assert solved.dtype == column.dtype and solved.name == "puzzle" and list(solved.index) == ["a", "b"]
    assert solved["a"] == SOLVED and pandas.isna(solved["b"])
    assert len(sudoku.solve(column[:0])) == 0


def test_numpy_arrays_are_taken_by_all_functions():
    digits = numpy.array([[int(cell) for cell in puzzle.replace(".", "0")] for puzzle in (CLASSIC, TEN, NONE)])
    assert sudoku.check(digits).tolist() == ["unique", "several", "invalid"]
    assert sudoku.check(digits[0]) == "unique"
    assert sudoku.count(digits, limit=5).tolist() == [1, 5, 0]
    assert sudoku.count("." * 81, limit=3) == 3
    assert sudoku.canon(digits[:1]).shape == (1, 81)
    assert [rating.solved for rating in sudoku.rate(digits[:2])] == [True, False]
    # With a limit of nodes, arrays take the way of strings.
    assert (sudoku.solve(digits, nodes=10**6) == sudoku.solve(digits)).all()
    wide = numpy.zeros((1, 256), dtype=int)
    wide[0, :16] = numpy.arange(1, 17)
    assert sudoku.check(wide).tolist() == ["several"]
    assert (sudoku.solve(wide, nodes=10**9) == sudoku.solve(wide)).all()
    words = numpy.array([CLASSIC, NONE])
    assert sudoku.solve(words).tolist() == [SOLVED, None] and sudoku.check(words).tolist() == ["unique", "invalid"]


def test_other_arguments_are_refused_with_their_place(pandas, polars):
    for bad, error, words in [
        ([CLASSIC, 5], ValueError, "puzzle 1: expected a str, found 5"),
        ([CLASSIC, None], ValueError, "puzzle 1: expected a str, found None"),
        ([CLASSIC, CLASSIC + "\0"], ValueError, "puzzle 1: .*NUL"),
        (CLASSIC + "\0", ValueError, "puzzle 0: .*NUL"),
        ([CLASSIC, "\ud800"], ValueError, "puzzle 1: .*surrogates"),
        (pandas.Series([CLASSIC, None]), ValueError, "puzzle 1: expected a str, found"),
        (polars.Series([CLASSIC, None]), ValueError, "puzzle 1: expected a str, found None"),
        (polars.Series([CLASSIC, "1\0"]), ValueError, "puzzle 1: .*NUL"),
        (pandas.DataFrame({"puzzle": [CLASSIC]}), TypeError, "column of puzzles, found a DataFrame"),
        (polars.DataFrame({"puzzle": [CLASSIC]}), TypeError, "column of puzzles, found a DataFrame"),
        (7, TypeError, "expected a puzzle"),
        (numpy.zeros((2, 3, 2), dtype=int), ValueError, "shape"),
        (numpy.zeros(81), ValueError, "whole numbers"),
    ]:
        for ask in (sudoku.solve, sudoku.check, sudoku.count, sudoku.rate):
            with pytest.raises(error, match=words):
                ask(bad)


def test_neither_pandas_nor_polars_nor_numpy_is_imported():
    program = (
        "import sys, excover\n"
        f"assert excover.sudoku.solve([{CLASSIC!r}] * 2) == [{SOLVED!r}] * 2\n"
        f"assert excover.sudoku.solve({CLASSIC!r}).svg()\n"
        "assert excover.Problem('ab', options=['ab']).count() == 1\n"
        "print(sorted({'numpy', 'pandas', 'polars', 'pyarrow', 'dask'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_columns_of_all_forms_have_the_same_answers(pandas, polars):
    puzzles = sudoku.generate(300, seed=5)
    solved = sudoku.solve(puzzles)
    assert sudoku.solve(puzzles, threads=3) == solved == [sudoku.solve(puzzle) for puzzle in puzzles]
    assert sudoku.solve(pandas.Series(puzzles), threads=2).tolist() == solved
    assert sudoku.solve(polars.Series(puzzles), threads=2).to_list() == solved
    assert sudoku.solve(iter(puzzles)) == solved == sudoku.solve(tuple(puzzles))


def test_grids_of_rows_and_columns_are_taken():
    grid = numpy.array([[int(cell) for cell in CLASSIC.replace(".", "0")]]).reshape(9, 9)
    solved = numpy.array([int(cell) for cell in SOLVED]).reshape(9, 9)
    assert (sudoku.solve(grid) == solved).all() and sudoku.check(grid) == "unique"
    assert (sudoku.solve(numpy.array([grid, grid])) == solved).all()
    assert sudoku.check(numpy.array([grid, grid])).tolist() == ["unique"] * 2
    assert sudoku.solve(numpy.zeros((0, 9, 9), dtype=int)).shape == (0, 9, 9)
    small = numpy.zeros((4, 4), dtype=int)
    assert sudoku.count(small, box=(2, 2)) == 288
    with pytest.raises(ValueError, match="box= for a grid of side 4 or 4 puzzles of side 2"):
        sudoku.count(small)
    assert sudoku.count(numpy.zeros((6, 6), dtype=int), limit=5) == 5


def test_missing_puzzles_and_those_without_an_answer_are_null(pandas, polars):
    puzzles = [CLASSIC, None, "x", NONE, TEN, float("nan")]
    expected = ["unique", None, None, "invalid", "several", None]
    assert sudoku.check(puzzles, errors="null") == expected
    assert sudoku.solve(puzzles, errors="null")[:4] == [SOLVED, None, None, None]
    column = pandas.Series(puzzles, index=list("abcdef"))
    checked = sudoku.check(column, errors="null")
    assert [None if pandas.isna(verdict) else verdict for verdict in checked] == expected
    assert sudoku.solve(column, errors="null").to_dict()["a"] == SOLVED
    series = polars.Series("puzzle", puzzles[:5])
    assert sudoku.check(series, errors="null").to_list() == expected[:5]
    assert sudoku.count(series, limit=2, errors="null").to_list() == [1, None, None, 0, 2]
    ratings = sudoku.rate(column, errors="null")
    assert ratings["level"]["a"] == "easy" and pandas.isna(ratings["level"]["b"]) and pandas.isna(ratings["score"]["d"])
    answer = sudoku.answer(puzzles, errors="null")
    assert answer.number == [1, None, None, 0, 2, None] and answer.solution[0] == SOLVED
    many = [CLASSIC, None] * 1500 + ["x", TEN]
    assert sudoku.check(many, errors="null", threads=2) == ["unique", None] * 1500 + [None, "several"]
    assert sudoku.check("x", errors="null") is None and sudoku.check(CLASSIC, errors="null") == "unique"
    with pytest.raises(ValueError, match="puzzle 1: expected a str"):
        sudoku.check(puzzles)
    with pytest.raises(ValueError, match="errors: expected 'raise' or 'null', found 'skip'"):
        sudoku.check(puzzles, errors="skip")
    with pytest.raises(TimeoutError):
        sudoku.check([",".join(["0"] * 625)] * 50, errors="null", timeout=0.1)
