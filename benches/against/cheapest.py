"""Compare `dlx best` with HiGHS and CP-SAT: python3 cheapest.py [--limit SECONDS] DLX PROBLEM...

Needs the packages highspy and ortools. A problem is a file, or the arguments of `dlx generate` as one word, such as
"roster 16 21 --seed 1"; `rosters` and `timetables` are 20 of each kind. Each is written as a linear program by `dlx
convert --to lp`, without a time for reading it. All programs have one thread, and the times are CPU seconds: of the whole
process for dlx, and of the call alone for the others. The first number is the time until a first cover, the second one that until the proof. Where several programs
prove that their cover is the cheapest, they must find the same cost.
"""

import argparse
import json
import os
import resource
import shlex
import subprocess
import sys
import tempfile
import time

import highspy
from ortools.sat.python import cp_model

GROUPS = {
    "rosters": [f"roster {6 + 24 * at // 19} {7 + 21 * at // 19} --seed {at + 1}" for at in range(20)],
    "timetables": [
        f"timetable {size} --seed {seed}"
        for size in ("5 6 15", "6 8 20", "7 9 25", "8 8 20", "8 10 20")
        for seed in range(1, 5)
    ],
}


class Result:
    """The cost of the best cover, whether it is proved, and the times."""

    def __init__(self):
        self.cost = self.first = None
        self.is_proved = False
        self.seconds = 0.0

    def found(self, cost, seconds):
        self.cost = cost
        if self.first is None:
            self.first = seconds

    def cell(self):
        if self.first is None:
            return "none" if self.is_proved else "-"
        end = f"{self.seconds:.2f}" if self.is_proved else f"! {self.cost}"
        return f"{self.first:.2f}, {end}"


def cpu_seconds(pid):
    """Return the seconds that a process has run, with those of threads that have ended."""
    # The clock of a process on Linux, as clock_getcpuclockid(3) returns it.
    return time.clock_gettime(~pid << 3 | 2)


def of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def of_dlx(dlx, path, limit):
    result = Result()
    before = of_children()
    words = [dlx, "best", "-j", "1", "--format", "json", "--progress", "json", "--timeout", f"{limit}s", path]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        for line in run.stderr:
            if line.startswith("{") and (event := json.loads(line)).get("event") == "cheaper":
                result.found(event["cost"], cpu_seconds(run.pid))
        run.stdout.read()
    result.is_proved = run.returncode in (0, 1)
    result.seconds = of_children() - before
    return result


def of_highs(program, limit):
    result = Result()
    highs = highspy.Highs()
    for name, value in [("output_flag", False), ("threads", 1), ("time_limit", float(limit)), ("mip_rel_gap", 0.0)]:
        highs.setOptionValue(name, value)
    highs.readModel(program)
    before = time.process_time()

    def improved(event):
        result.found(event.data_out.objective_function_value, time.process_time() - before)

    highs.cbMipImprovingSolution.subscribe(improved)
    highs.run()
    result.seconds = time.process_time() - before
    status = highs.getModelStatus()
    result.is_proved = status in (highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kInfeasible)
    if status == highspy.HighsModelStatus.kOptimal:
        result.found(highs.getInfo().objective_function_value, result.seconds)
    if result.cost is not None:
        result.cost = round(result.cost, 6)
    return result


class Improved(cp_model.CpSolverSolutionCallback):
    def __init__(self, result, before):
        super().__init__()
        self.result, self.before = result, before

    def on_solution_callback(self):
        self.result.found(self.objective_value, time.process_time() - self.before)


def of_cp_sat(program, limit):
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.readModel(program)
    lp = highs.getLp()
    model = cp_model.CpModel()
    variables = [model.new_bool_var("") for _ in range(lp.num_col_)]
    matrix, rows = lp.a_matrix_, [[] for _ in range(lp.num_row_)]
    for column in range(lp.num_col_):
        for at in range(matrix.start_[column], matrix.start_[column + 1]):
            rows[matrix.index_[at]].append((column, round(matrix.value_[at])))
    for terms, low, high in zip(rows, lp.row_lower_, lp.row_upper_):
        whole = [-(10**12) if low < -1e20 else round(low), 10**12 if high > 1e20 else round(high)]
        model.add_linear_constraint(sum(variables[column] * value for column, value in terms), *whole)
    model.minimize(sum(variable * round(cost) for variable, cost in zip(variables, lp.col_cost_)))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = float(limit)
    result = Result()
    before = time.process_time()
    status = solver.solve(model, Improved(result, before))
    result.seconds = time.process_time() - before
    result.is_proved = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=int, default=300)
    parser.add_argument("dlx")
    parser.add_argument("problems", nargs="+")
    asked = parser.parse_args()
    problems = [problem for word in asked.problems for problem in GROUPS.get(word, [word])]
    print("| problem | cost | dlx | HiGHS | CP-SAT |\n|---|---:|---:|---:|---:|")
    for problem in problems:
        with tempfile.TemporaryDirectory() as folder:
            path, program = problem, os.path.join(folder, "problem.lp")
            if not os.path.exists(problem):
                path = os.path.join(folder, "problem.dlx")
                subprocess.run([asked.dlx, "generate", *shlex.split(problem), "-o", path], check=True)
            convert = [asked.dlx, "convert", path, "--to", "lp", "-o", program]
            subprocess.run(convert, check=True)
            results = [of_dlx(asked.dlx, path, asked.limit)]
            results += [of_highs(program, asked.limit), of_cp_sat(program, asked.limit)]
        costs = {round(result.cost) for result in results if result.is_proved and result.cost is not None}
        if len(costs) > 1:
            sys.exit(f"{problem}: the costs differ: {costs}")
        cost = next(iter(costs), "")
        print(f"| {os.path.basename(problem)} | {cost} | {' | '.join(result.cell() for result in results)} |", flush=True)


if __name__ == "__main__":
    main()
