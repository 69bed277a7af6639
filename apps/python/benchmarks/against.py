"""Compares counting with the PyPI packages exact-cover and xcover, including call overhead.

    pip install ./apps/python exact-cover xcover
    python apps/python/benchmarks/against.py [--times N] [NAME ...]

Each package gets the input that its users would pass, and the packages run in turns in one process. The time is the
shortest of several, from the matrix or the options to the number. The program fails unless excover is at least ten times
as fast on pent8x8hole, queens12 and langford11, and at least as fast on `small`: 10,000 random problems of ten options.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy

import excover
from excover import compat

try:
    import exact_cover
except ImportError:
    exact_cover = None
    print("exact-cover is not installed", file=sys.stderr)
try:
    import xcover
except ImportError:
    xcover = None
    print("xcover is not installed", file=sys.stderr)

TESTDATA = Path(__file__).resolve().parents[2] / "testdata" / "exact-cover"
COUNTS = {"pent8x8hole": 520, "queens12": 14200, "langford11": 35584}
#: How many times as fast as the others excover must be.
AT_LEAST = dict.fromkeys(COUNTS, 10.0) | {"small": 1.0}


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


def ways(name):
    return small_ways() if name == "small" else large_ways(name)


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
        yield "exact-cover, matrix", lambda: sum(map(exact_cover.get_solution_count, matrices))
    if xcover:
        yield "xcover, options", lambda: sum(sum(1 for _ in xcover.covers(option, items, [])) for option in options)


def large_ways(name):
    problem = excover.Problem.from_text((TESTDATA / f"{name}.dlx").read_text())
    options = [problem.option(number) for number in range(len(problem))]
    matrix = slack(problem)
    primary, secondary = problem.primary, problem.secondary
    yield "excover, matrix", lambda: compat.get_solution_count(matrix)
    yield "excover, options", lambda: excover.Problem(primary, secondary, options).count()
    if exact_cover:
        yield "exact-cover, matrix", lambda: exact_cover.get_solution_count(matrix)
    if xcover:
        yield "xcover, options", lambda: sum(
            1 for _ in xcover.covers(options, primary=primary, secondary=secondary)
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=list(AT_LEAST), metavar="NAME")
    parser.add_argument("--times", type=int, default=3)
    chosen = parser.parse_args()
    exit_code = 0
    print(f"{'problem':<14}{'way':<22}{'seconds':>12}{'to ours':>10}")
    for name in chosen.names:
        counted = list(ways(name))
        # xcover compiles its code at the first call.
        seconds = {way: float("inf") for way, _ in counted}
        for _ in range(chosen.times):
            for way, count in counted:
                begun = time.perf_counter()
                found = count()
                seconds[way] = min(seconds[way], time.perf_counter() - begun)
                expected = COUNTS.setdefault(name, found)
                if found != expected:
                    sys.exit(f"{way}: {name}: expected {expected}, found {found}")
        for way, time_taken in seconds.items():
            ours = seconds["excover, matrix" if way.endswith("matrix") else "excover, options"]
            ratio = time_taken / ours
            print(f"{name:<14}{way:<22}{time_taken:>12.6f}{ratio:>10.1f}")
            if not way.startswith("excover") and ratio < AT_LEAST[name]:
                exit_code = 1
    return exit_code


if __name__ == "__main__":
    sys.exit(main())
