"""Count or list all covers of a problem on the workers of a Dask cluster."""

from __future__ import annotations

import argparse
import sys
import warnings
from contextlib import ExitStack
from pathlib import Path
from typing import List, Optional

from distributed import Client

from .. import Problem
from ._local import local_cluster
from ._progress import FORMS, shower
from ._run import run

EPILOG = """\
A run that was stopped is resumed when it is started again with the same run folder.

exit codes:
  0    success
  2    wrong usage
  3    invalid input, or failed tasks: the results of the others are kept, and the next start retries the failed ones
  130  interrupted
"""


def main(arguments: Optional[List[str]] = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m excover.dask",
        description=__doc__,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=Path, help="a problem in Knuth's format")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a scheduler [default: a cluster on this machine]")
    parser.add_argument("--workers", type=int, metavar="N", help="processes of the local cluster [default: cores]")
    parser.add_argument("--want", choices=["count", "covers"], default="count")
    parser.add_argument("--run", type=Path, metavar="FOLDER", help="the run folder [default: FILE.run]")
    parser.add_argument("--output", type=Path, metavar="FILE", help="output of covers [default: FOLDER/covers.txt]")
    parser.add_argument("--tasks", type=int, metavar="N", help="minimum number of tasks [default: 64 per thread]")
    parser.add_argument("--batch", type=int, metavar="N", help="number of tasks sent together")
    parser.add_argument(
        "--limit", type=float, default=60.0, metavar="SECONDS", help="split tasks that take longer [default: 60]"
    )
    parser.add_argument(
        "--progress",
        choices=FORMS,
        default="auto",
        help="show progress on standard error: on a terminal, always, never, or as a JSON object a line [default: auto]",
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="print errors only")
    chosen = parser.parse_args(arguments)
    warnings.showwarning = lambda message, *_: print(f"excover.dask: warning: {message}", file=sys.stderr)
    try:
        problem = Problem.from_text(chosen.file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        print(f"excover.dask: {chosen.file}: {error}", file=sys.stderr)
        return 3
    folder = chosen.run or chosen.file.with_name(chosen.file.name + ".run")
    try:
        with ExitStack() as stack:
            client = _client(chosen.scheduler, chosen.workers, stack)
            outcome = run(
                problem,
                folder,
                client,
                want=chosen.want,
                output=chosen.output,
                tasks=chosen.tasks,
                batch=chosen.batch,
                limit=chosen.limit,
                show=shower("never" if chosen.quiet else chosen.progress),
            )
    except (OSError, ValueError) as error:
        print(f"excover.dask: {error}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        print(f"excover.dask: interrupted; start again with the same run folder to resume: {folder}", file=sys.stderr)
        return 130
    for failed in outcome.failed:
        print(f"excover.dask: task {failed.id} failed: {failed.why}", file=sys.stderr)
    if outcome.total is None:
        done = outcome.tasks - len(outcome.failed)
        print(
            f"excover.dask: {len(outcome.failed)} of {outcome.tasks} tasks failed; the results of {done}, with "
            f"{outcome.covers} covers, are kept in {folder}",
            file=sys.stderr,
        )
        return 3
    print(outcome.total)
    return 0


def _client(scheduler: Optional[str], workers: Optional[int], stack: ExitStack) -> Client:
    if scheduler is not None:
        return stack.enter_context(Client(scheduler))
    cluster = stack.enter_context(local_cluster(workers))
    return stack.enter_context(Client(cluster, set_as_default=False))


if __name__ == "__main__":
    sys.exit(main())
