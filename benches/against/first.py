"""Measure how long `dlx solve --limit 1` takes: python3 first.py [--limit SECONDS] [-j THREADS] DLX [GROUP...]

The groups are `packings`, boards that cannot be filled, each by an argument that counts cells of several colors or modulo a
number; `quasigroups`, Latin squares of orders 33 and 40 with 42 % of the cells empty, drawn by the method of M. T. Jacobson
and P. Matthews (*Generating uniformly distributed random Latin squares*, 1996); and `partridge`. The answer is
compared with the one that is known, and the times are CPU seconds of the whole process.
"""

import argparse
import os
import random
import resource
import shlex
import subprocess
import sys
import tempfile

# Boards without a tiling. Dominoes: more cells of one color than of the other. L and T tetrominoes: an odd number of them.
# I polyominoes: the cells of each color in diagonal stripes, of as many colors as the piece has cells. Others: the size.
PACKINGS = [
    *(f"dominoes {side}x{side} --holes 0,0 {side - 1},{side - 1}" for side in (8, 12, 16, 20, 30, 40)),
    *(f"dominoes {side}x{side + 3} --holes 2,2 4,6" for side in (9, 15, 21)),
    "dominoes 13x13",
    *(f"polyominoes --region {board} --pieces 'L4=*'" for board in ("6x6", "10x10", "10x14", "14x18", "22x22")),
    *(f"polyominoes --region {board} --pieces 'T4=*'" for board in ("6x6", "10x10", "14x10", "18x18")),
    *(f"polyominoes --region {board} --pieces 'I4=*'" for board in ("6x6", "10x10", "14x18", "22x22")),
    *(f"polyominoes --region {side}x{side} --holes 0,1 --pieces 'I3=*'" for side in (8, 11, 17, 23)),
    *(f"polyominoes --region {board} --pieces 'V3=*'" for board in ("10x10", "20x20")),
    "polyominoes --region 16x16 --pieces 'P=*'",
    "polyominoes --region 19x18 --pieces 'Y=*'",
]


def latin_square(side, rng):
    """Return a random Latin square: moves between squares, also over those where three symbols share a cell."""
    incidence = {(row, column, (row + column) % side): 1 for row in range(side) for column in range(side)}
    steps, proper = 0, True
    bad = None

    def get(cell):
        return incidence.get(cell, 0)

    def change(cell, by):
        value = get(cell) + by
        if value:
            incidence[cell] = value
        else:
            del incidence[cell]

    # By pair of coordinates: the third ones with a 1, which are one or, at a bad cell, two.
    lines = [{}, {}, {}]
    for row, column, symbol in incidence:
        lines[0].setdefault((column, symbol), set()).add(row)
        lines[1].setdefault((row, symbol), set()).add(column)
        lines[2].setdefault((row, column), set()).add(symbol)

    def move(cell, by):
        row, column, symbol = cell
        change(cell, by)
        for line, key, third in ((0, (column, symbol), row), (1, (row, symbol), column), (2, (row, column), symbol)):
            members = lines[line].setdefault(key, set())
            members.add(third) if get(cell) == 1 else members.discard(third)

    while steps < side**3 or not proper:
        steps += 1
        if proper:
            cell = tuple(rng.randrange(side) for _ in range(3))
            if get(cell):
                continue
        else:
            cell = bad
        row, column, symbol = cell
        other_row = rng.choice(sorted(lines[0][column, symbol]))
        other_column = rng.choice(sorted(lines[1][row, symbol]))
        other_symbol = rng.choice(sorted(lines[2][row, column]))
        for rows in (row, other_row):
            for columns in (column, other_column):
                for symbols in (symbol, other_symbol):
                    others = (rows != row) + (columns != column) + (symbols != symbol)
                    move((rows, columns, symbols), 1 if others % 2 == 0 else -1)
        bad = (other_row, other_column, other_symbol)
        proper = get(bad) >= 0
    return {(row, column): symbol for row, column, symbol in incidence}


def quasigroup(side, seed):
    """Return the problem of a Latin square with 42 % of its cells empty."""
    rng = random.Random(seed)
    square = latin_square(side, rng)
    cells = sorted(square)
    empty = set(rng.sample(cells, round(0.42 * side * side)))
    in_row = {row: {square[row, column] for column in range(side) if (row, column) not in empty} for row in range(side)}
    in_column = {at: {square[row, at] for row in range(side) if (row, at) not in empty} for at in range(side)}
    options = [
        (f"p{row}.{column}", f"r{row}.{symbol}", f"c{column}.{symbol}")
        for row, column in sorted(empty)
        for symbol in range(side)
        if symbol not in in_row[row] and symbol not in in_column[column]
    ]
    items = sorted({item for option in options for item in option})
    return "\n".join([" ".join(items), *map(" ".join, options)]) + "\n"


def of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(name, path, has_cover, asked):
    words = [asked.dlx, "solve", "-j", str(asked.threads), "--limit", "1", "--stats", "--format", "ids"]
    before = of_children()
    run = subprocess.run([*words, "--timeout", f"{asked.limit}s", path], capture_output=True, text=True)
    seconds = of_children() - before
    found = run.stdout.strip() != ""
    if run.returncode not in (0, 1, 5) or run.returncode == (1 if has_cover else 0) or found > has_cover:
        sys.exit(f"{name}: unexpected answer, exit code {run.returncode}\n{run.stdout}{run.stderr}")
    engine = next((line.split()[-1] for line in run.stderr.splitlines() if "engine" in line), "")
    answer = "! limit" if run.returncode == 5 and not found else f"{seconds:.2f}"
    print(f"| {name} | {engine} | {answer} |", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("-j", "--threads", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=10, help="number of quasigroups of each order")
    parser.add_argument("dlx")
    parser.add_argument("groups", nargs="*", default=["packings", "quasigroups", "partridge"])
    asked = parser.parse_args()
    print("| problem | engine | seconds |\n|---|---|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for number, problem in enumerate(PACKINGS if "packings" in asked.groups else ()):
            path = os.path.join(folder, f"{number}.dlx")
            subprocess.run([asked.dlx, "generate", *shlex.split(problem), "-o", path], check=True)
            measure(f"`{problem}`", path, False, asked)
        for side in (33, 40) if "quasigroups" in asked.groups else []:
            for seed in range(1, asked.seeds + 1):
                path = os.path.join(folder, "quasigroup.dlx")
                with open(path, "w") as file:
                    file.write(quasigroup(side, seed))
                measure(f"quasigroup of order {side}, seed {seed}", path, True, asked)
        if "partridge" in asked.groups:
            path = os.path.join(folder, "partridge.dlx")
            subprocess.run([asked.dlx, "generate", "partridge", "8", "-o", path], check=True)
            measure("`partridge 8`", path, True, asked)


if __name__ == "__main__":
    main()
