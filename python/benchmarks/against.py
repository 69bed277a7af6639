"""Compares counting with the PyPI packages exact-cover and xcover, including call overhead.

    pip install ./python exact-cover xcover
    python python/benchmarks/against.py [--times N] [NAME ...]

Each package gets the input that its users would pass, and the packages run in turns in one process. The time is the
shortest of several, from the matrix or the options to the number. The program fails unless excover is at least ten times
as fast on pent8x8hole, queens12 and langford11.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy

import excover
from excover import compat

TESTDATA = Path(__file__).resolve().parents[2] / "testdata" / "exact-cover"
COUNTS = {"pent8x8hole": 520, "queens12": 14200, "langford11": 35584}
AT_LEAST = 10


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
    problem = excover.Problem.from_text((TESTDATA / f"{name}.dlx").read_text())
    options = [problem.option(number) for number in range(len(problem))]
    matrix = slack(problem)
    primary, secondary = problem.primary, problem.secondary
    yield "excover, matrix", lambda: compat.get_solution_count(matrix)
    yield "excover, options", lambda: excover.Problem(primary, secondary, options).count()
    try:
        import exact_cover
    except ImportError:
        print("exact-cover is not installed", file=sys.stderr)
    else:
        yield "exact-cover, matrix", lambda: exact_cover.get_solution_count(matrix)
    try:
        import xcover
    except ImportError:
        print("xcover is not installed", file=sys.stderr)
    else:
        yield "xcover, options", lambda: sum(
            1 for _ in xcover.covers(options, primary=primary, secondary=secondary)
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=list(COUNTS), metavar="NAME")
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
                if found != COUNTS[name]:
                    sys.exit(f"{way}: {name}: expected {COUNTS[name]}, found {found}")
        for way, time_taken in seconds.items():
            ours = seconds["excover, matrix" if way.endswith("matrix") else "excover, options"]
            ratio = time_taken / ours
            print(f"{name:<14}{way:<22}{time_taken:>12.6f}{ratio:>10.1f}")
            if not way.startswith("excover") and ratio < AT_LEAST:
                exit_code = 1
    return exit_code


if __name__ == "__main__":
    sys.exit(main())
