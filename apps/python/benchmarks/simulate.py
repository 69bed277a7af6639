"""Simulates a run on Dask with many workers as one queue.

    python apps/python/benchmarks/simulate.py [FILE] [--batch-cost MS] [--task-cost MS] [--each N]

The sizes of tasks are drawn from the estimates of a real split of FILE. A worker runs its tasks one after the other.
The scheduler and the client are one server that needs a fixed time for each batch and for each task in it, one after
the other; dask_figures.py measures these times. A worker has one batch running and one queued, as in `excover.dask`, and
batches get smaller towards the end. Tasks that take too long are split. The simulation does not include workers that
die, the network, and the shared disk.
"""

import argparse
import heapq
import random
from pathlib import Path

import excover
from excover import _excover
from excover.dask._folder import read_tasks
from excover.dask._run import BATCHES_AT_HAND

#: A task that takes four times as long as the mean is split into this many parts, and the work done on it is lost.
PARTS = 8

TESTDATA = Path(__file__).resolve().parents[2] / "testdata" / "exact-cover"


def simulate(sizes, workers, batch, batch_cost, task_cost, limit):
    """Return the total time, and the fraction of it in which the server was busy."""
    waiting = list(sizes)
    free = [0.0] * workers
    server = busy = end = 0.0
    at_hand = BATCHES_AT_HAND * workers
    # Completed batches: the time, the worker, and the parts of tasks that took too long.
    events = [(0.0, worker, ()) for worker in range(workers) for _ in range(BATCHES_AT_HAND)]
    idle = []
    while events:
        when, worker, parts = heapq.heappop(events)
        waiting.extend(parts)
        idle.append(worker)
        while idle and waiting:
            worker = idle.pop()
            now = max(1, min(batch, len(waiting) // at_hand))
            tasks = [waiting.pop() for _ in range(now)]
            cost = batch_cost + task_cost * now
            server = max(server, when) + cost
            busy += cost
            free[worker] = max(free[worker], server) + sum(min(size, limit) for size in tasks)
            end = max(end, free[worker])
            pieces = [size / PARTS for size in tasks if size > limit for _ in range(PARTS)]
            heapq.heappush(events, (free[worker], worker, tuple(pieces)))
    return end, busy / end


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=TESTDATA / "pent6x10.dlx")
    parser.add_argument("--split", type=int, default=5000, help="number of tasks of the real split")
    parser.add_argument("--batch-cost", type=float, default=2.0, metavar="MS")
    parser.add_argument("--task-cost", type=float, default=0.1, metavar="MS")
    parser.add_argument("--each", type=int, default=32, help="tasks per worker")
    chosen = parser.parse_args()
    core = excover.Problem.from_text(chosen.file.read_text())._core
    lines = _excover.split_problem(core, chosen.split, 32, 0, None)
    probed = [task.nodes for task in read_tasks("\n".join(lines))]
    mean = sum(probed) / len(probed)
    print(f"{chosen.file.name}: {len(probed)} tasks, the largest {max(probed) / mean:.1f} times the mean")
    print(f"{'workers':>8}{'tasks':>9}{'mean task':>11}{'batch':>7}{'efficiency':>12}{'server busy':>13}")
    draw = random.Random(1)
    for workers in (10, 1000, 10000):
        for seconds in (1.0, 10.0, 60.0):
            sizes = [size / mean * seconds for size in draw.choices(probed, k=workers * chosen.each)]
            ideal = sum(sizes) / workers
            for batch in (1, 4, 16):
                costs = (chosen.batch_cost / 1e3, chosen.task_cost / 1e3)
                end, busy = simulate(sizes, workers, batch, *costs, 4 * seconds)
                print(
                    f"{workers:>8}{len(sizes):>9}{seconds:>9.1f} s{batch:>7}{ideal / end:>12.3f}{busy:>13.3f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
