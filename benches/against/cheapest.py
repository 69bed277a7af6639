"""Compare `dlx best` with HiGHS: python3 cheapest.py DLX FILE...

Needs the package highspy. Each problem is written as a linear program by `dlx convert --to lp`, without a time for
reading it. Both programs have one thread, and the times are CPU seconds: of the whole process for dlx, and of the
call alone for HiGHS. Both must find the same cost.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

import highspy

LIMIT = 300


def of_dlx(dlx, path):
    before = os.times()
    run = subprocess.run(
        [dlx, "best", "--format", "json", "--timeout", f"{LIMIT}s", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    after = os.times()
    costs = [json.loads(line).get("cost") for line in run.stdout.splitlines()]
    seconds = after.children_user + after.children_system - before.children_user - before.children_system
    return costs[0], run.returncode == 0, seconds


def of_highs(dlx, path):
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "problem.lp")
        subprocess.run([dlx, "convert", "--to", "lp", path, "-o", program], check=True)
        highs = highspy.Highs()
        for name, value in [("output_flag", False), ("threads", 1), ("time_limit", float(LIMIT)), ("mip_rel_gap", 0.0)]:
            highs.setOptionValue(name, value)
        highs.readModel(program)
        before = time.process_time()
        highs.run()
        seconds = time.process_time() - before
    is_proved = highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return round(highs.getInfo().objective_function_value), is_proved, seconds


def main():
    dlx, *paths = sys.argv[1:]
    print("| problem | cost | dlx | HiGHS |\n|---|---:|---:|---:|")
    for path in paths:
        ours, theirs = of_dlx(dlx, path), of_highs(dlx, path)
        if ours[1] and theirs[1] and ours[0] != theirs[0]:
            sys.exit(f"{path}: dlx found {ours[0]}, HiGHS {theirs[0]}")
        cell = [f"{seconds:.3f}" if proved else f"{cost}, not proved" for cost, proved, seconds in (ours, theirs)]
        print(f"| {os.path.basename(path)} | {ours[0]} | {cell[0]} | {cell[1]} |", flush=True)


if __name__ == "__main__":
    main()
