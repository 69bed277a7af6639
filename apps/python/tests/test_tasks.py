"""Tests of tasks as values: splits, results, merges, and the systems that run them."""

import concurrent.futures
import functools
import multiprocessing
import pickle
import random
import subprocess
import sys

import pytest

import excover
from conftest import TESTDATA, text_of
from excover import Task, TaskResult, instances, merge


def problem_of(name):
    return excover.Problem.from_text(text_of(name))


def finished(tasks, **limits):
    """Run tasks and all that is left of them."""
    results, waiting = [], list(tasks)
    while waiting:
        result = waiting.pop().run(**limits)
        results.append(result)
        waiting.extend(result.rest)
    return results


def test_results_in_any_order_are_those_of_one_search():
    problem = problem_of("langford8")
    counts = [task.run() for task in problem.split(30)]
    listed = [task.run() for task in problem.split(30, want="covers")]
    random.Random(3).shuffle(counts)
    random.Random(4).shuffle(listed)
    assert merge(counts).count == merge(listed).count == 300
    assert list(merge(listed, problem).covers()) == list(problem.solutions())
    assert all(result.rest == [] and result.stopped is None for result in counts)


def test_the_checksum_does_not_depend_on_the_split():
    problem = problem_of("langford8")
    for want in ("count", "covers"):
        sums = {merge(map(Task.run, problem.split(number, want=want))).checksum for number in (1, 7, 40)}
        assert len(sums) == 1
    assert merge(map(Task.run, problem.split(3))).digest == problem.digest
    others = [[task.run(nodes=50, parts=3) for task in problem.split(3, want=want)] for want in ("count", "covers")]
    assert all(result.checksum for results in others for result in results)


def test_covers_have_the_labels_of_the_user():
    labels = {("ann", day): [day, "ann"] if day != "wed" else [day] for day in ("mon", "tue", "wed")}
    problem = excover.Problem(["mon", "tue", "wed"], ["ann"], options={**labels, "x": ["mon"], "y": ["tue"]})
    results = [pickle.loads(pickle.dumps(task.run())) for task in problem.split(4, want="covers")]
    assert list(merge(results, problem).covers()) == list(problem.solutions())
    assert {label for result in results for cover in result.covers() for label in cover} == set(problem.labels)


@pytest.mark.parametrize("want", ["count", "covers"])
@pytest.mark.parametrize("limit", [{"nodes": 40}, {"nodes": 100}, {"timeout": 0.001}])
def test_a_task_at_its_limit_returns_the_rest_as_new_tasks(want, limit):
    problem = problem_of("langford8")
    results = finished(problem.split(2, want=want), parts=3, **limit)
    assert "timeout" in limit or any(result.stopped for result in results) and len(results) > 2
    assert merge(results).count == 300
    if want == "covers":
        assert list(merge(results, problem).covers()) == list(problem.solutions())


def test_covers_that_need_too_much_memory_are_left_to_new_tasks():
    problem = problem_of("langford8")
    results = finished(problem.split(1, want="covers"), memory=2000)
    assert {result.stopped for result in results} == {None, "memory"}
    assert list(merge(results, problem).covers()) == list(problem.solutions())


@pytest.mark.parametrize("limit", [{}, {"nodes": 30}])
def test_tasks_up_to_symmetry_give_one_cover_of_each_orbit(limit):
    problem = instances.queens(8)
    counts = finished(problem.split(9, up_to_symmetry=True), **limit)
    listed = finished(problem.split(9, up_to_symmetry=True, want="covers"), **limit)
    assert merge(counts).count == merge(listed).count == 12
    found = list(merge(pickle.loads(pickle.dumps(listed)), problem).representatives())
    assert found == list(problem.symmetries().representatives())
    assert sum(orbit for _, orbit in found) == 92
    turn = problem.symmetries().generators()[:1]
    assert merge(finished(problem.split(4, up_to_symmetry=True, generators=turn))).count == problem.count(
        up_to_symmetry=True, generators=turn
    )


def test_forced_and_forbidden_options_hold_in_all_tasks():
    problem = instances.queens(8)
    first, other = problem.labels[0], problem.labels[10]
    tasks = problem.split(6, force=[first], forbid=[other], want="covers")
    assert list(merge(map(Task.run, tasks)).covers()) == list(problem.solutions(force=[first], forbid=[other]))
    with pytest.raises(ValueError, match="conflict"):
        problem.split(6, force=problem.labels[:2])
    with pytest.raises(ValueError, match="up_to_symmetry"):
        problem.split(6, force=[first], up_to_symmetry=True)


def test_bounds_and_colors_are_split_too():
    throws = [[die, ("sum", number)] for die in ("red", "blue", "green") for number in range(1, 7)]
    problem = excover.Problem(options=throws, bounds={"sum": (9, 12)})
    results = finished(problem.split(5, want="covers"), nodes=5)
    assert sorted(map(sorted, merge(results).covers())) == sorted(map(sorted, problem.solutions()))


def test_wrong_sets_of_results_are_refused_with_names():
    problem = problem_of("queens8")
    results = [task.run() for task in problem.split(6)]
    number = len(results)
    with pytest.raises(ValueError, match="1 task without a result: 2"):
        merge(results[:2] + results[3:])
    with pytest.raises(ValueError, match=f"task 4 has two results: result 4 and result {number}"):
        merge([*results, results[4]])
    with pytest.raises(ValueError, match="expected the problem"):
        merge([*results[:-1], problem_of("langford8").split(1)[0].run()])
    with pytest.raises(ValueError, match="expected the results of all tasks, found none"):
        merge([])
    with pytest.raises(ValueError, match="expected the split"):
        merge([*results[:-1], problem.split(9)[-1].run()])
    with pytest.raises(ValueError, match="expected a count, found covers"):
        merge([*results[:-1], problem.split(6, want="covers")[-1].run()])
    with pytest.raises(ValueError, match="expected results of the problem"):
        merge(results, problem_of("langford8"))
    with pytest.raises(TypeError, match="result 0: expected a TaskResult"):
        merge([5])
    stopped = problem.split(1)[0].run(nodes=20)
    with pytest.raises(ValueError, match="without a result: 0.1"):
        merge([stopped])


def test_altered_results_are_refused():
    problem = problem_of("queens8")
    for want, find, put in (("count", b'"count":"', b'"count":"1'), ("covers", b"\n0 ", b"\n1 ")):
        results = [task.run() for task in problem.split(3, want=want)]
        state = list(results[0].__reduce__()[1])
        state[4] = results[0].text.replace(find, put, 1)
        assert state[4] != results[0].text
        altered = TaskResult._over(*state)
        with pytest.raises(ValueError, match="altered"):
            merge([altered, *results[1:]])


def test_tasks_are_values():
    problem = problem_of("queens8")
    tasks = problem.split(5)
    again = pickle.loads(pickle.dumps(tasks))
    assert again == tasks and hash(again[0]) == hash(tasks[0]) and tasks[0] != tasks[1]
    assert again[0]._of is pickle.loads(pickle.dumps(tasks[3]))._of
    assert tasks[2].id == "2" and tasks[2].want == "count" and tasks[2].digest == problem.digest
    assert tasks == problem.split(5)
    assert repr(tasks[0]).startswith("<Task 0: about ")
    result = tasks[0].run()
    assert pickle.loads(pickle.dumps(result)) == result == again[0].run()
    with pytest.raises(TypeError, match="made by Problem.split"):
        Task()
    with pytest.raises(TypeError, match="made by Task.run"):
        TaskResult()
    parts = tasks[1].split(3)
    results = [task.run() for task in tasks[:1] + parts + tasks[2:]]
    assert merge(results).count == 92 and parts[0].id == "1.0"
    with pytest.raises(ValueError, match="found a count"):
        list(result.covers())


def test_arguments_are_checked():
    problem = problem_of("queens8")
    for wrong, error in (
        ({"tasks": 0}, "tasks: expected"),
        ({"want": "all"}, "want: expected"),
        ({"probes": -1}, "probes: expected"),
        ({"seed": -1}, "seed: expected"),
        ({"generators": []}, "up_to_symmetry"),
    ):
        with pytest.raises(ValueError, match=error):
            problem.split(**wrong)
    with pytest.raises(ValueError, match="parts: expected"):
        problem.split(1)[0].run(parts=0)
    with pytest.raises(TimeoutError):
        instances.queens(30).split(10_000, timeout=0.01)


def test_the_command_line_runs_the_same_tasks(tmp_path):
    import os

    binary = os.environ.get("DLX")
    if binary is None:
        pytest.skip("DLX does not name the command line")
    file = TESTDATA / "exact-cover" / "langford8.dlx"
    tasks = excover.Problem.from_file(file).split(4, want="covers")
    lines = "".join(task.line + "\n" for task in tasks)
    command = [binary, "task", "run", str(file), "-", "--want", "covers", "--results", str(tmp_path)]
    subprocess.run(command, input=lines, text=True, check=True, capture_output=True)
    for task in tasks:
        assert (tmp_path / f"{task.id}.covers").read_bytes() == task.run().text


# The systems: each is three lines of the guide.

TASKS = dict(tasks=20, want="covers")


def checked(results):
    """Check the merged results of all tasks of Langford pairs of 8."""
    total = merge(results)
    assert total.count == 300
    assert list(total.covers()) == list(problem_of("langford8").solutions())


def test_multiprocessing_runs_tasks():
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        checked(pool.imap_unordered(Task.run, problem_of("langford8").split(**TASKS)))


def test_concurrent_futures_run_tasks():
    tasks = problem_of("langford8").split(**TASKS)
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        checked(pool.map(functools.partial(Task.run, timeout=60), tasks, chunksize=5))


def test_joblib_runs_tasks():
    joblib = pytest.importorskip("joblib", reason="joblib is not installed")
    tasks = problem_of("langford8").split(**TASKS)
    checked(joblib.Parallel(n_jobs=2)(joblib.delayed(Task.run)(task) for task in tasks))


def test_dask_runs_tasks():
    distributed = pytest.importorskip("distributed", reason="dask is not installed")
    bag = pytest.importorskip("dask.bag", reason="dask is not installed")
    tasks = problem_of("langford8").split(**TASKS)
    checked(bag.from_sequence(tasks, npartitions=4).map(Task.run).compute(scheduler="threads"))
    with distributed.Client(n_workers=2, threads_per_worker=1, dashboard_address=":0", set_as_default=False) as client:
        checked(client.gather(client.map(Task.run, tasks)))


def test_ray_runs_tasks():
    ray = pytest.importorskip("ray", reason="ray is not installed")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)
    try:
        run = ray.remote(Task.run)
        checked(ray.get([run.remote(task) for task in problem_of("langford8").split(**TASKS)]))
    finally:
        ray.shutdown()


def test_spark_runs_tasks(monkeypatch):
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    pyspark = pytest.importorskip("pyspark", reason="pyspark is not installed")
    try:
        context = pyspark.SparkContext("local[2]", "excover")
    except Exception as error:
        pytest.skip(f"Spark does not start: {type(error).__name__}")
    try:
        tasks = problem_of("langford8").split(**TASKS)
        checked(context.parallelize(tasks, 4).map(Task.run).collect())
    finally:
        context.stop()


MPI = """
from mpi4py.futures import MPIPoolExecutor
import excover, pathlib, sys
if __name__ == "__main__":
    tasks = excover.Problem.from_file(sys.argv[1]).split(20)
    with MPIPoolExecutor() as pool:
        print(excover.merge(pool.map(excover.Task.run, tasks)).count)
"""


def test_mpi_runs_tasks(tmp_path):
    import os
    import shutil
    from pathlib import Path

    pytest.importorskip("mpi4py", reason="mpi4py is not installed")
    # The MPI of a package of pip is beside the interpreter.
    command = shutil.which("mpiexec", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if command is None:
        pytest.skip("there is no mpiexec")
    script = tmp_path / "run.py"
    script.write_text(MPI)
    file = TESTDATA / "exact-cover" / "langford8.dlx"
    # One client and two workers.
    ran = subprocess.run(
        [command, "-n", "3", sys.executable, "-m", "mpi4py.futures", str(script), str(file)],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split() == ["300"]
