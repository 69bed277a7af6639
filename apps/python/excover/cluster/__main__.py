"""Count or list all covers of a problem on the workers of this machine or of a Dask cluster.

Try `dlx count`, `dlx compile` and `dlx count --up-to-symmetry` first, which may be faster on one machine than a search on
many.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from contextlib import ExitStack
from pathlib import Path
from typing import List, Optional

from .. import Problem
from ._executors import Executors, processes, scheduler
from ._progress import FORMS, shower
from ._run import RunError, run

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
        prog="python -m excover.cluster",
        description=__doc__,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=Path, help="a problem in Knuth's format")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler [default: processes of this machine]")
    where.add_argument("--workers", type=_number, metavar="N", help="processes of this machine [default: cores]")
    parser.add_argument("--want", choices=["count", "covers"], default="count")
    parser.add_argument("--up-to-symmetry", action="store_true", help="one cover of each orbit")
    parser.add_argument("--run", metavar="FOLDER", help="the run folder, or a URL of fsspec [default: FILE.run]")
    parser.add_argument("--output", type=Path, metavar="FILE", help="also write covers as text")
    parser.add_argument("--tasks", type=_number, metavar="N", help="minimum number of tasks [default: 64 per worker]")
    parser.add_argument(
        "--limit", type=float, default=60.0, metavar="SECONDS", help="split the rest of longer tasks [default: 60]"
    )
    parser.add_argument(
        "--progress",
        choices=FORMS,
        default="auto",
        help="show progress on standard error: on a terminal, always, never, or as a JSON object a line [default: auto]",
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="print errors only")
    chosen = parser.parse_args(arguments)
    warnings.showwarning = lambda message, *_: print(f"excover.cluster: warning: {message}", file=sys.stderr)
    try:
        problem = Problem.from_file(chosen.file)
    except (OSError, ValueError) as error:
        print(f"excover.cluster: {error}", file=sys.stderr)
        return 3
    folder = chosen.run or chosen.file.with_name(chosen.file.name + ".run")
    try:
        with ExitStack() as stack:
            executor: Executors = processes(chosen.workers)
            if chosen.scheduler is not None:
                executor = stack.enter_context(scheduler(chosen.scheduler))
            outcome = run(
                problem,
                folder,
                executor,
                want=chosen.want,
                up_to_symmetry=chosen.up_to_symmetry,
                output=chosen.output,
                tasks=chosen.tasks,
                limit=chosen.limit,
                show=shower("never" if chosen.quiet else chosen.progress),
            )
    except (OSError, ValueError, RunError) as error:
        print(f"excover.cluster: {error}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        print(
            f"excover.cluster: interrupted; start again with the same run folder to resume: {folder}", file=sys.stderr
        )
        return 130
    for failed in outcome.failed:
        print(f"excover.cluster: task {failed.id} failed: {failed.why}", file=sys.stderr)
    if outcome.total is None:
        done = outcome.tasks - len(outcome.failed)
        print(
            f"excover.cluster: {len(outcome.failed)} of {outcome.tasks} tasks failed; the results of {done}, with "
            f"{outcome.covers} covers, are kept in {folder}",
            file=sys.stderr,
        )
        return 3
    print(outcome.total)
    return 0


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected 1 or more, found {number}")
    return number


if __name__ == "__main__":
    sys.exit(main())
