"""Compares columns of puzzles with the command line, on the same list.

    pip install ./apps/python pandas polars
    python apps/python/benchmarks/columns.py --dlx target/release/dlx [--times N] [--puzzles N]

Python and the command line run in turns; the times are the shortest, elapsed and of the processors. Python gets the
columns and returns columns of solutions, and the command line reads and writes files. The program fails if Python has
less than 0.8 of the speed.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy
import pandas
import polars

from excover import sudoku

#: Different puzzles; longer lists repeat them.
DIFFERENT = 50_000
AT_LEAST = 0.8


def columns(puzzles):
    yield "list", puzzles
    yield "pandas", pandas.Series(puzzles)
    yield "polars", polars.Series(puzzles)
    digits = numpy.frombuffer("".join(puzzles).replace(".", "0").encode(), dtype=numpy.uint8)
    yield "numpy", digits.reshape(-1, 81) - ord("0")


def seconds(call):
    """Return the elapsed time, and the time of the processors."""
    begun, used = time.perf_counter(), sum(os.times()[:4])
    call()
    return time.perf_counter() - begun, sum(os.times()[:4]) - used


def shortest(one, other):
    return tuple(map(min, one, other))


def main():
    parser = argparse.ArgumentParser(description="Compare columns of puzzles with the command line.")
    parser.add_argument("--dlx", default="dlx", help="path of the program dlx")
    parser.add_argument("--times", type=int, default=5, help="number of measurements of each")
    parser.add_argument("--puzzles", type=int, default=1_000_000, help="number of puzzles")
    chosen = parser.parse_args()
    some = sudoku.generate(min(DIFFERENT, chosen.puzzles), seed=1, threads=2)
    puzzles = [str(puzzle) for puzzle in (some * (chosen.puzzles // len(some) + 1))[: chosen.puzzles]]
    is_slow = False
    with tempfile.TemporaryDirectory() as folder:
        file, output = Path(folder) / "puzzles.txt", Path(folder) / "solutions.txt"
        file.write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
        for threads in (1, 2):
            command = [chosen.dlx, "sudoku", "solve", "-j", str(threads), str(file), "-o", str(output)]
            calls = {"dlx sudoku solve": lambda: subprocess.run(command, check=True)}
            calls["dlx sudoku solve --first"] = lambda: subprocess.run([*command, "--first"], check=True)
            for name, column in columns(puzzles):
                calls[name] = lambda column=column: sudoku.solve(column, threads=threads)
            best = {name: seconds(call) for name, call in calls.items()}
            for _ in range(chosen.times - 1):
                for name, call in calls.items():
                    best[name] = shortest(best[name], seconds(call))
            reference, _ = best["dlx sudoku solve"]
            for name, (elapsed, used) in best.items():
                speed = reference / elapsed
                is_slow |= not name.startswith("dlx") and speed < AT_LEAST
                print(f"{threads} threads, {name}: {elapsed:.2f} s ({used:.2f} s), {speed:.2f} of the speed", flush=True)
    sys.exit(is_slow)


if __name__ == "__main__":
    main()
