"""Compares excover with other Python packages in one run: xcover, exact-cover, OR-tools CP-SAT, python-constraint2 and
py-sudoku. A package that is not installed is left out, which is said.

    pip install ./apps/python exact-cover xcover ortools python-constraint2 py-sudoku
    python apps/python/benchmarks/against.py [--times N] [NAME ...]

Each package gets the input that its users would write, and the packages run in turns in one process. The time is the
shortest of several, from the user's objects to the answer. All answers are compared. The program fails if excover takes more time
than a limit that stands beside each question: a tenth of that of exact-cover and xcover for counts, as much as others
elsewhere, and seconds for three of them: see MOST_SECONDS.
"""

import argparse
import importlib
import sys
import time
from pathlib import Path

import numpy

import excover
from excover import compat, instances, sudoku

TESTDATA = Path(__file__).resolve().parents[3] / "testdata"
#: The most seconds of a question: a problem of 300,000 options, 100 packings of pentominoes, and a single call of sudoku.solve.
MOST_SECONDS = {"build": 0.3, "first 100 times": 100 / 1500, "sudoku": 20e-6}


def package(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"{name} is not installed", file=sys.stderr)
        return None


exact_cover, xcover, cp_sat = package("exact_cover"), package("xcover"), package("ortools.sat.python.cp_model")
constraint, py_sudoku = package("constraint"), package("sudoku")


def slack(problem):
    """Return a matrix with primary items only: each secondary item gets an option of its own, which keeps the count."""
    items = problem.primary + problem.secondary
    place = {item: number for number, item in enumerate(items)}
    rows = numpy.zeros((len(problem) + len(problem.secondary), len(items)), dtype=bool)
    for row in range(len(problem)):
        rows[row, [place[item] for item in problem.option(row)]] = True
    for number, item in enumerate(problem.secondary):
        rows[len(problem) + number, place[item]] = True
    return rows


def cp_model(primary, secondary, options, costs=None):
    """Return the model of a problem for CP-SAT, and its variables: one for each option."""
    model = cp_sat.CpModel()
    chosen = [model.new_bool_var("") for _ in options]
    uses = {item: [] for item in [*primary, *secondary]}
    for variable, option in zip(chosen, options):
        for item in option:
            uses[item].append(variable)
    for item in primary:
        model.add_exactly_one(uses[item])
    for item in secondary:
        model.add_at_most_one(uses[item])
    if costs is not None:
        model.minimize(sum(cost * variable for cost, variable in zip(costs, chosen)))
    return model, chosen


def cp_answer(model, chosen, is_all=False):
    """Return the number of solutions that CP-SAT finds on one thread, or the objective of the best one."""
    solver = cp_sat.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = is_all

    class Counter(cp_sat.CpSolverSolutionCallback):
        number = 0

        def on_solution_callback(self):
            self.number += 1

    counter = Counter()
    solver.solve(model, counter)
    return counter.number if is_all else solver.objective_value


def count_ways(name):
    problem = excover.Problem.from_file(TESTDATA / "exact-cover" / f"{name}.dlx")
    options = [problem.option(number) for number in range(len(problem))]
    matrix = slack(problem)
    primary, secondary = problem.primary, problem.secondary
    yield "excover, matrix", lambda: compat.get_solution_count(matrix)
    yield "excover, options", lambda: excover.Problem(primary, secondary, options=options).count()
    if exact_cover:
        yield "exact-cover", lambda: exact_cover.get_solution_count(matrix)
    if xcover:
        yield "xcover", lambda: sum(1 for _ in xcover.covers(options, primary=primary, secondary=secondary))


def small_ways():
    """Yield ways to count the covers of many small problems, half of them with a cover, one by one."""
    random = numpy.random.default_rng(1)
    matrices = []
    for number in range(10_000):
        matrix = random.random((10, 8)) < 0.3
        if number % 2:
            # Rows 0 to 2 become a cover.
            matrix[:3] = random.integers(0, 3, 8) == numpy.arange(3)[:, None]
        matrices.append(matrix)
    options = [[numpy.flatnonzero(row).tolist() for row in matrix if row.any()] for matrix in matrices]
    items = range(8)
    yield "excover, matrix", lambda: sum(map(compat.get_solution_count, matrices))
    yield "excover, options", lambda: sum(sum(1 for _ in compat.covers(option, items)) for option in options)
    if exact_cover:
        yield "exact-cover", lambda: sum(map(exact_cover.get_solution_count, matrices))
    if xcover:
        yield "xcover", lambda: sum(sum(1 for _ in xcover.covers(option, items, [])) for option in options)


def objects_of(problem):
    return problem.primary, problem.secondary, [problem.option(number) for number in range(len(problem))]


def first_ways():
    """A packing of the twelve pentominoes into 6 by 10 cells: is there one?"""
    primary, secondary, options = objects_of(instances.pentominoes((6, 10)))
    matrix = slack(instances.pentominoes((6, 10)))
    yield "excover", lambda: excover.Problem(primary, secondary, options=options).first() is not None
    if exact_cover:
        yield "exact-cover", lambda: len(exact_cover.get_exact_cover(matrix)) > 0
    if xcover:
        yield "xcover", lambda: next(xcover.covers(options, primary=primary, secondary=secondary)) is not None
    if cp_sat:
        yield "CP-SAT", lambda: cp_answer(*cp_model(primary, secondary, options)) is not None


def repeated_ways():
    """The same packing 100 times, each with the problem built."""
    primary, secondary, options = objects_of(instances.pentominoes((6, 10)))
    yield "excover", lambda: all(excover.Problem(primary, secondary, options=options).first() for _ in range(100))


def build_ways():
    """A problem of 300,000 options with four items each, from lists of texts, of tuples and of whole numbers."""
    numbers = [[(7 * n + kind * 31 + n // 1000 * kind) % 600 for kind in range(4)] for n in range(300_000)]
    tuples = [list(enumerate(option)) for option in numbers]
    texts = [[f"{kind}-{number}" for kind, number in option] for option in tuples]
    whole = [[1000 * kind + number for kind, number in option] for option in tuples]
    for name, options in ("texts", texts), ("tuples", tuples), ("numbers", whole):
        yield f"excover, {name}", lambda options=options: len(excover.Problem(options=options))


def all_ways():
    """All placements of 8 queens, listed."""
    side = range(8)
    squares = [(row, column) for row in side for column in side]
    options = [[("row", r), ("column", c), ("up", r + c), ("down", r - c)] for r, c in squares]
    primary = [(kind, number) for kind in ("row", "column") for number in side]
    secondary = sorted({item for option in options for item in option} - set(primary))
    matrix = slack(excover.Problem(primary, secondary, options=options))
    yield "excover", lambda: sum(1 for _ in excover.Problem(primary, secondary, options=options).solutions())
    if exact_cover:
        yield "exact-cover", lambda: len(exact_cover.get_all_solutions(matrix))
    if xcover:
        yield "xcover", lambda: sum(1 for _ in xcover.covers(options, primary=primary, secondary=secondary))
    if cp_sat:
        yield "CP-SAT", lambda: cp_answer(*cp_model(primary, secondary, options), is_all=True)
    if constraint:

        def queens():
            problem = constraint.Problem()
            problem.addVariables(side, side)
            problem.addConstraint(constraint.AllDifferentConstraint())
            for one in side:
                for other in range(one):
                    apart = one - other
                    problem.addConstraint(lambda a, b, apart=apart: abs(a - b) != apart, (other, one))
            return len(problem.getSolutions())

        yield "python-constraint2", queens


def best_ways():
    """The cheapest Latin square of side 7 with a cost of each symbol in each cell."""
    random, side = numpy.random.default_rng(1), range(7)
    cells = [(row, column, symbol) for row in side for column in side for symbol in side]
    options = [[("p", row, column), ("r", row, symbol), ("c", column, symbol)] for row, column, symbol in cells]
    primary = sorted({item for option in options for item in option})
    costs = random.integers(0, 1000, len(options)).tolist()
    yield "excover", lambda: excover.Problem(primary, options=options, costs=costs).best()[0].cost
    if cp_sat:
        yield "CP-SAT", lambda: int(cp_answer(*cp_model(primary, [], options, costs)))


def sudoku_ways():
    """100 puzzles of Sudoku, each in a call of its own."""
    puzzles = [str(puzzle) for puzzle in sudoku.generate(100, seed=1)]
    solved = sudoku.solve(puzzles)
    boards = [[[int(cell) if cell != "." else 0 for cell in puzzle[row : row + 9]] for row in range(0, 81, 9)] for puzzle in puzzles]
    yield "excover", lambda: [sudoku.solve(puzzle) for puzzle in puzzles] == solved
    if py_sudoku and hasattr(py_sudoku, "Sudoku"):

        def with_py_sudoku():
            found = [py_sudoku.Sudoku(3, 3, board=board).solve().board for board in boards[:10]]
            return ["".join(str(cell) for row in board for cell in row) for board in found] == solved[:10]

        yield "py-sudoku, 10 of them", with_py_sudoku
    if cp_sat:
        cells = [(row, column, digit) for row in range(9) for column in range(9) for digit in range(1, 10)]

        def with_cp_sat():
            for board in boards[:10]:
                open_cells = [(r, c, d) for r, c, d in cells if board[r][c] in (0, d)]
                options = [[("p", r, c), ("r", r, d), ("c", c, d), ("b", r // 3, c // 3, d)] for r, c, d in open_cells]
                items = {item for option in options for item in option}
                model, chosen = cp_model(items, [], options)
                solver = cp_sat.CpSolver()
                solver.parameters.num_workers = 1
                solver.solve(model)
            return True

        yield "CP-SAT, 10 of them", with_cp_sat
    if constraint:

        def with_constraint():
            for board in boards[:1]:
                problem = constraint.Problem()
                for row in range(9):
                    for column in range(9):
                        value = board[row][column]
                        problem.addVariable((row, column), [value] if value else range(1, 10))
                for number in range(9):
                    for house in (
                        [(number, column) for column in range(9)],
                        [(row, number) for row in range(9)],
                        [(3 * (number // 3) + cell // 3, 3 * (number % 3) + cell % 3) for cell in range(9)],
                    ):
                        problem.addConstraint(constraint.AllDifferentConstraint(), house)
                if problem.getSolution() is None:
                    return False
            return True

        yield "python-constraint2, 1 of them", with_constraint


#: The questions: their ways, the answer if it is known, and how many times as fast as the others excover must be.
QUESTIONS = {
    "count pent8x8hole": (lambda: count_ways("pent8x8hole"), 520, 10.0),
    "count queens12": (lambda: count_ways("queens12"), 14200, 10.0),
    "count langford11": (lambda: count_ways("langford11"), 35584, 10.0),
    "count small": (small_ways, None, 1.0),
    "build": (build_ways, 300_000, 1.0),
    "first": (first_ways, True, 1.0),
    "first 100 times": (repeated_ways, True, 1.0),
    "all": (all_ways, 92, 1.0),
    "best": (best_ways, None, 1.0),
    "sudoku": (sudoku_ways, True, 1.0),
}


def parts_of(way):
    """Return how many of the 100 puzzles a way solves."""
    words = way.rsplit(", ", 1)
    return int(words[1].split()[0]) if words[-1].endswith("of them") else 100


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=list(QUESTIONS), metavar="NAME")
    parser.add_argument("--times", type=int, default=3)
    chosen = parser.parse_args()
    exit_code = 0
    print(f"{'question':<20}{'way':<32}{'seconds':>12}{'to ours':>10}")
    for name in chosen.names:
        make, expected, at_least = QUESTIONS[name]
        ways = list(make())
        # xcover compiles its code at the first call.
        seconds = {way: float("inf") for way, _ in ways}
        for _ in range(chosen.times):
            for way, answer in ways:
                begun = time.perf_counter()
                found = answer()
                seconds[way] = min(seconds[way], time.perf_counter() - begun)
                expected = found if expected is None else expected
                if found != expected:
                    sys.exit(f"{way}: {name}: expected {expected}, found {found}")
        if name == "sudoku":
            seconds = {way: time_taken / parts_of(way) for way, time_taken in seconds.items()}
        for way, time_taken in seconds.items():
            if way.startswith("excover") and time_taken > MOST_SECONDS.get(name, time_taken):
                exit_code = 1
            own = "excover, matrix" if way == "exact-cover" else "excover, options"
            ratio = time_taken / seconds.get(own, seconds[ways[0][0]])
            print(f"{name:<20}{way:<32}{time_taken:>12.6f}{ratio:>10.1f}")
            if not way.startswith("excover") and ratio < at_least:
                exit_code = 1
    return exit_code


if __name__ == "__main__":
    sys.exit(main())
