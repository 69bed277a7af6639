"""Measures the cost of a run of `excover.cluster`: time and memory of the client, and the efficiency relative to threads.

    python apps/python/benchmarks/cluster_figures.py [--tasks N] [--workers N] [--dask] [--batch N]
    python apps/python/benchmarks/cluster_figures.py --dlx target/release/dlx [--workers N] FILE

Without FILE: a run of tasks with hardly any work, those of the count of 14 queens. The time from the start to the first
results is mostly that of the split. The overhead is the time of the rest minus that of the tasks in a loop, divided by the
number of workers. The memory is the greatest resident size of the client, with the split.

With FILE, which should take about a minute: the time of `dlx count --engine search` on as many threads as there are workers,
divided by the time of the run. The two run in turns.
"""

import argparse
import resource
import subprocess
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import excover
from excover import cluster
from excover.cluster import _run


def executor_of(chosen, stack):
    if not chosen.dask:
        return cluster.processes(chosen.workers)
    from distributed import Client, LocalCluster

    local = stack.enter_context(LocalCluster(n_workers=chosen.workers, threads_per_worker=1, dashboard_address=":0"))
    return stack.enter_context(Client(local, set_as_default=False)).get_executor()


def overhead(chosen, executor):
    problem = excover.instances.queens(14)
    _run.MOST_TASKS = chosen.batch
    heard = []
    with tempfile.TemporaryDirectory() as folder:
        begun, used = time.perf_counter(), time.process_time()
        outcome = cluster.run(
            problem, folder, executor, tasks=chosen.tasks, show=lambda _: heard.append(time.perf_counter())
        )
        whole, used = time.perf_counter() - begun, time.process_time() - used
        size = (Path(folder) / "journal").stat().st_size
    assert outcome.total == 365_596 and not outcome.failed
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    first = heard[0] - begun
    print(
        f"{outcome.tasks} tasks, {chosen.workers} workers: {whole:.1f} s, of which {first:.1f} s to the first result; "
        f"{len(heard)} batches; client {used:.1f} s of CPU, {memory:.0f} MiB at most; journal {size / 2**20:.0f} MiB",
        flush=True,
    )
    # Now, as the tasks as values take memory.
    tasks = problem.split(chosen.tasks)
    begun = time.perf_counter()
    for task in tasks:
        task.run()
    loop = time.perf_counter() - begun
    extra = whole - first - loop / chosen.workers
    print(f"in a loop {loop:.1f} s; overhead {1e3 * extra / outcome.tasks:.3f} ms per task")


def efficiency(chosen, executor):
    problem = excover.Problem.from_file(chosen.file)
    command = [chosen.dlx, "count", "--engine", "search", "-j", str(chosen.workers), str(chosen.file)]
    best = {"threads": float("inf"), "cluster": float("inf")}
    for _ in range(chosen.times):
        begun = time.perf_counter()
        count = int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        best["threads"] = min(best["threads"], time.perf_counter() - begun)
        with tempfile.TemporaryDirectory() as folder:
            begun = time.perf_counter()
            assert cluster.run(problem, folder, executor).total == count
            best["cluster"] = min(best["cluster"], time.perf_counter() - begun)
    ratio = best["threads"] / best["cluster"]
    print(
        f"{chosen.file.name}: threads {best['threads']:.2f} s, cluster with its start {best['cluster']:.2f} s, "
        f"efficiency {ratio:.3f}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--dlx", default="dlx", help="path of the program dlx")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--tasks", type=int, default=100_000)
    parser.add_argument("--dask", action="store_true", help="a local Dask cluster in place of processes")
    parser.add_argument("--batch", type=int, default=_run.MOST_TASKS, help="maximum number of tasks of a batch")
    parser.add_argument("--times", type=int, default=3)
    chosen = parser.parse_args()
    with ExitStack() as stack:
        executor = executor_of(chosen, stack)
        (overhead if chosen.file is None else efficiency)(chosen, executor)


if __name__ == "__main__":
    main()
