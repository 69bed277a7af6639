"""Simulates a run of `excover.cluster` with many workers as one queue.

    python apps/python/benchmarks/simulate.py [FILE] [--tasks N ...] [--workers N ...] [--seconds S ...]
        [--batch-cost MS] [--task-cost MS] [--error E]

The estimated sizes of tasks are drawn from the estimates of a real split of FILE. The real size is the estimate times a random
factor with the mean 1, whose logarithm is normal with the standard deviation E. A worker runs its tasks one after the
other. The client is one server that needs a fixed time for each batch and for each task in it; cluster_figures.py measures
them. It fills batches as the client does: the largest tasks first, up to 10 s or a quarter of what is left for each worker.
A task at its limit returns the rest. The simulation does not include workers that die, and the network.
"""

import argparse
import heapq
import math
import random
from pathlib import Path

import excover
from excover.cluster._run import (
    BATCHES_AT_HAND,
    BRIEFEST,
    HASTY,
    LONGEST,
    MOST_PARTS,
    MOST_TASKS,
    PART,
    SENDING,
    SHARE,
)

TESTDATA = Path(__file__).resolve().parents[3] / "testdata" / "exact-cover"


def simulate(tasks, workers, batch_cost, task_cost, limit):
    """Return the total time, the fraction of it in which the client was busy, and the numbers of batches and of tasks.

    A task is a pair of its estimated and its real time."""
    waiting = [(-estimate, number) for number, (estimate, _) in enumerate(tasks)]
    heapq.heapify(waiting)
    real = [size for _, size in tasks]
    free = [0.0] * workers
    at_hand = BATCHES_AT_HAND * workers
    server = busy = end = 0.0
    batches = ended = 0
    left = sum(estimate for estimate, _ in tasks)
    # The ends of batches: the time, the worker, and the rests of tasks that reached a limit.
    events = [(0.0, worker, ()) for worker in range(workers) for _ in range(BATCHES_AT_HAND)]
    heapq.heapify(events)
    idle = []
    while events:
        when, worker, rests = heapq.heappop(events)
        for rest, parts in rests:
            left += rest
            for _ in range(parts):
                heapq.heappush(waiting, (-rest / parts, len(real)))
                real.append(rest / parts)
        idle.append(worker)
        while idle and waiting:
            worker = idle.pop()
            most = min(max(SHARE * left / workers, BRIEFEST, SENDING * workers), LONGEST)
            here = limit * (HASTY if len(waiting) < at_hand else 1)
            batch, seconds = [], 0.0
            while waiting and len(batch) < MOST_TASKS:
                seconds -= waiting[0][0]
                if batch and seconds > most:
                    break
                batch.append(heapq.heappop(waiting))
            cost = batch_cost + task_cost * len(batch)
            server = max(server, when) + cost
            busy += cost
            batches += 1
            done = max(free[worker], server)
            rests = []
            for estimate, number in batch:
                left += estimate
                done += min(real[number], here)
                ended += 1
                rest = real[number] - here
                if rest > 0:
                    rests.append((rest, int(min(max((-estimate - here) / (PART * limit), 2), MOST_PARTS))))
            free[worker] = done
            end = max(end, done)
            heapq.heappush(events, (done, worker, tuple(rests)))
    return end, busy / end, batches, ended


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=TESTDATA / "pent6x10.dlx")
    parser.add_argument("--split", type=int, default=2000, help="number of tasks of the real split")
    parser.add_argument("--tasks", type=int, nargs="+", default=[64_000, 1_000_000])
    parser.add_argument("--workers", type=int, nargs="+", default=[10, 1000])
    parser.add_argument("--seconds", type=float, nargs="+", default=[0.1, 1.0, 10.0, 60.0], help="mean size of a task")
    parser.add_argument("--batch-cost", type=float, default=2.0, metavar="MS")
    parser.add_argument("--task-cost", type=float, default=0.1, metavar="MS")
    parser.add_argument("--limit", type=float, default=60.0, metavar="SECONDS")
    parser.add_argument("--error", type=float, default=0.5)
    chosen = parser.parse_args()
    split = excover.Problem.from_file(chosen.file).split(chosen.split)
    probed = [max(task.nodes, 1.0) for task in split]
    mean = sum(probed) / len(probed)
    print(f"{chosen.file.name}: {len(probed)} tasks, the largest {max(probed) / mean:.1f} times the mean")
    print(
        f"{'workers':>8}{'tasks':>9}{'mean task':>11}{'time':>12}{'efficiency':>12}{'client busy':>13}{'batches':>10}"
        f"{'tasks run':>11}"
    )
    costs = (chosen.batch_cost / 1e3, chosen.task_cost / 1e3)
    for workers in chosen.workers:
        for number in chosen.tasks:
            for seconds in chosen.seconds:
                draw = random.Random(1)
                tasks = []
                for nodes in draw.choices(probed, k=number):
                    estimate = nodes / mean * seconds
                    factor = math.exp(draw.gauss(-chosen.error**2 / 2, chosen.error))
                    tasks.append((estimate, estimate * factor))
                ideal = sum(size for _, size in tasks) / workers
                end, busy, batches, ended = simulate(tasks, workers, *costs, chosen.limit)
                print(
                    f"{workers:>8}{number:>9}{seconds:>9.1f} s{end:>10.0f} s{ideal / end:>12.3f}{busy:>13.4f}{batches:>10}"
                    f"{ended:>11}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
