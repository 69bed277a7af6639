"""Measures the cost of a run on Dask: the overhead per task, and the efficiency relative to threads.

    pip install './apps/python[dask]'
    python apps/python/benchmarks/dask_figures.py --dlx target/release/dlx [--workers N] [FILE]

The overhead per task is the time of a run of tasks with hardly any work, minus the time of running them in a loop, for
tasks sent one by one and in batches. The CPU time of client and scheduler is shown as well. The efficiency is the time
of `dlx count --engine search`, or of `dlx solve`, on as many threads as the cluster has workers, divided by the time
of the cluster from its first to its last task. The two run in turns; the start of the cluster is measured separately.
FILE should take about a minute; without it only the overhead is measured.
"""

import argparse
import subprocess
import tempfile
import time
from pathlib import Path

from distributed import Client

import excover
from excover import _excover
from excover.dask import local_cluster, run
from excover.dask._folder import RunFolder

TESTDATA = Path(__file__).resolve().parents[2] / "testdata" / "exact-cover"


def overhead(client, tasks, batch):
    problem = excover.Problem.from_text((TESTDATA / "queens12.dlx").read_text())
    core = problem._core
    with tempfile.TemporaryDirectory() as folder:
        run_folder = RunFolder(Path(folder), "count")
        run_folder.begin(core)
        begun = time.perf_counter()
        lines = _excover.split_problem(core, tasks, 32, 0, None)
        split = time.perf_counter() - begun
        run_folder.keep(lines)
        # The scheduler and the client are both in this process.
        begun, server = time.perf_counter(), time.process_time()
        outcome = run(problem, Path(folder), client, batch=batch)
        whole, server = time.perf_counter() - begun, time.process_time() - server
        assert outcome.total == 14200
        with tempfile.TemporaryDirectory() as alone:
            begun = time.perf_counter()
            for line in lines:
                _excover.run_task(core, line, alone, "count", None)
            loop = time.perf_counter() - begun
    return len(lines), split, loop, whole, server


def efficiency(client, threads, binary, file, want, times):
    problem = excover.Problem.from_text(file.read_text())
    command = [binary, "count", "--engine", "search"] if want == "count" else [binary, "solve", "--format", "ids"]
    best = {"threads": float("inf"), "cluster": float("inf")}
    for _ in range(times):
        begun = time.perf_counter()
        subprocess.run([*command, "-j", str(threads), str(file)], check=True, stdout=subprocess.DEVNULL)
        best["threads"] = min(best["threads"], time.perf_counter() - begun)
        with tempfile.TemporaryDirectory() as folder:
            begun = time.perf_counter()
            outcome = run(problem, Path(folder), client, want=want, limit=None)
            best["cluster"] = min(best["cluster"], time.perf_counter() - begun)
            assert outcome.total is not None
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--dlx", default="dlx", help="path of the program dlx")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--want", choices=["count", "covers"], default="count")
    parser.add_argument("--tasks", type=int, default=1000, help="number of tasks for the overhead")
    parser.add_argument("--times", type=int, default=3)
    chosen = parser.parse_args()
    begun = time.perf_counter()
    with local_cluster(chosen.workers) as cluster, Client(cluster) as client:
        client.wait_for_workers(chosen.workers)
        print(f"start of {chosen.workers} workers: {time.perf_counter() - begun:.2f} s")
        overhead(client, 100, 10)
        for batch in (1, 10, 100):
            tasks, split, loop, whole, server = overhead(client, chosen.tasks, batch)
            extra = whole - loop / chosen.workers
            print(
                f"{tasks} tasks, split in {split:.2f} s, in batches of {batch}: {whole:.2f} s; in a loop {loop:.2f} s; "
                f"overhead {1e3 * extra / tasks:.2f} ms per task; "
                f"client and scheduler {1e3 * server / tasks:.2f} ms per task"
            )
        if chosen.file is not None:
            best = efficiency(client, chosen.workers, chosen.dlx, chosen.file, chosen.want, chosen.times)
            ratio = best["threads"] / best["cluster"]
            print(
                f"{chosen.file.name}: threads {best['threads']:.2f} s, cluster {best['cluster']:.2f} s, "
                f"efficiency {ratio:.3f}"
            )


if __name__ == "__main__":
    main()
