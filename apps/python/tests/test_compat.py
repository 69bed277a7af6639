"""Tests of the functions of the PyPI package exact-cover: the same names and results, without its bugs."""

import numpy
import pytest

from conftest import naive_covers
from excover import compat

# D. E. Knuth, Dancing Links, 2000.
KNUTH = numpy.array(
    [
        [0, 0, 1, 0, 1, 1, 0],
        [1, 0, 0, 1, 0, 0, 1],
        [0, 1, 1, 0, 0, 1, 0],
        [1, 0, 0, 1, 0, 0, 0],
        [0, 1, 0, 0, 0, 0, 1],
        [0, 0, 0, 1, 1, 0, 1],
    ],
    dtype=bool,
)


def test_the_first_cover_is_an_array_of_row_numbers():
    rows = compat.get_exact_cover(KNUTH)
    assert rows.dtype == numpy.int32 and rows.tolist() == [0, 3, 4]
    assert (KNUTH[rows].sum(axis=0) == 1).all()


def test_all_covers_are_a_set_of_tuples():
    assert compat.get_all_solutions(KNUTH) == {(0, 3, 4)}
    two = [[1, 1, 0], [0, 0, 1], [1, 0, 0], [0, 1, 1]]
    assert compat.get_all_solutions(two) == {(0, 1), (2, 3)}
    assert len(compat.get_all_solutions(two, max_count=1)) == 1
    assert len(compat.get_all_solutions(two, max_count=5)) == 2
    assert compat.get_solution_count(two) == 2


@pytest.mark.parametrize("matrix", [[[1, 0], [1, 0]], numpy.zeros((0, 3)), numpy.zeros((2, 2))])
def test_no_cover_is_an_exception_and_a_count_of_zero(matrix):
    with pytest.raises(compat.NoSolution):
        compat.get_exact_cover(matrix)
    with pytest.raises(compat.NoSolution):
        compat.get_all_solutions(matrix)
    assert compat.get_solution_count(matrix) == 0


# The problems of the published tests of exact-cover (jwg4/exact_cover, tests/, MIT) with all their covers. A row is the
# bits of a number. The first rows are those of test_exact_cover.py, the others those of problems.py.
PUBLISHED = [
    (3, "4 2 3 1", "013 02"),
    (8, "9a 8d 8e ac 8b b8 87 5a 4d 4e 6c 4b 78 47", "5d 6c"),
    (7, "49 48 0d 16 33 21", "135"),
    (8, "92 49 24 10 a9 46", "012 345"),
    (8, "92 49 24 10 a9 46 92 49 24", "012 018 027 078 126 168 267 345 678"),
    (
        8,
        "92 49 24 10 a9 46 92 49 24 10 a9 46",
        "012 018 027 078 126 168 267 345 34b 35a 3ab 459 49b 59a 678 9ab",
    ),
    (3, "6 5 5 6 6 0 0 1 6 5 2 4", "9a 47 2a 7ab 37 07 1a 78"),
]


@pytest.mark.parametrize("columns, rows, covers", PUBLISHED)
def test_published_problems_have_the_published_covers(columns, rows, covers):
    matrix = [[int(bit) for bit in f"{int(row, 16):0{columns}b}"] for row in rows.split()]
    expected = {tuple(int(row, 16) for row in cover) for cover in covers.split()}
    assert compat.get_all_solutions(matrix) == expected
    assert compat.get_solution_count(matrix) == len(expected)


@pytest.mark.parametrize("dtype", [numpy.int32, numpy.int8, numpy.bool_, None])
def test_the_first_cover_is_the_one_that_the_package_finds(dtype):
    matrix = numpy.array([[1, 0, 0], [0, 1, 0], [0, 1, 1], [0, 0, 1]], dtype=dtype)
    assert compat.get_exact_cover(matrix).tolist() == [0, 1, 3]
    assert compat.get_all_solutions(matrix, 1) == {(0, 1, 3)}


def test_the_sample_problems_of_the_package_have_the_published_covers():
    samples = pytest.importorskip("exact_cover_samples")
    for name, sample in samples.problems.items():
        problem = sample()
        expected = samples.canonical(problem["solutions"])
        try:
            found = compat.get_all_solutions(problem["data"])
        except compat.NoSolution:
            found = set()
        assert samples.canonical(found) == expected, name
        assert compat.get_solution_count(problem["data"]) == len(expected), name


def test_what_is_no_matrix_is_refused():
    with pytest.raises(ValueError, match="2 dimensions"):
        compat.get_exact_cover([1, 0])


def test_row_zero_empty_rows_and_memory_order_change_nothing():
    # Bugs that exact-cover had: jwg4/exact_cover, issue 87 and pull request 65.
    for matrix in (KNUTH, numpy.asfortranarray(KNUTH), numpy.vstack([KNUTH, numpy.zeros((1, 7))])):
        assert compat.get_all_solutions(matrix) == {(0, 3, 4)}
    below = numpy.vstack([numpy.zeros((2, 7), dtype=bool), KNUTH])
    assert compat.get_exact_cover(below).tolist() == [2, 5, 6]


def matrices():
    draw = numpy.random.default_rng(11)
    return [draw.random((draw.integers(1, 9), draw.integers(1, 6))) < 0.4 for _ in range(200)]


def test_random_matrices_have_the_covers_of_the_naive_oracle():
    for matrix in matrices():
        options = [list(numpy.flatnonzero(row)) for row in matrix]
        expected = {tuple(cover) for cover in naive_covers(range(matrix.shape[1]), options)}
        assert compat.get_solution_count(matrix) == len(expected)
        if expected:
            assert compat.get_all_solutions(matrix) == expected


def test_the_package_itself_agrees():
    theirs = pytest.importorskip("exact_cover")
    for matrix in matrices():
        count = theirs.get_solution_count(matrix)
        assert compat.get_solution_count(matrix) == count
        if count:
            rows = theirs.get_exact_cover(matrix)
            assert tuple(sorted(rows.tolist())) in compat.get_all_solutions(matrix)
            solutions = {tuple(sorted(map(int, rows))) for rows in theirs.get_all_solutions(matrix)}
            # A bug of version 1.5: solutions as long as the longest one are returned empty.
            solutions.discard(())
            assert solutions <= compat.get_all_solutions(matrix)
