"""Enumerations larger than one machine: runs the tasks of one search on the workers of any executor.

    python -m excover.cluster FILE
    python -m excover.cluster FILE --want covers --scheduler tcp://host:8786 --run FOLDER

An executor is one of `concurrent.futures`: processes of this machine, loky, Dask, mpi4py and others have one. Workers
return their results to the client, which appends them to a journal; a run that was stopped for any reason is resumed from
it. Where a system has no executor, the tasks of `Problem.split` can be run by it. See `apps/python/SCALE-OUT.md`.
"""

from ._executors import processes
from ._run import Failed, Outcome, Progress, RunError, covers, representatives, run

__all__ = ["Failed", "Outcome", "Progress", "RunError", "covers", "processes", "representatives", "run"]
