"""Enumerations larger than one machine: runs the tasks of one search on the workers of a Dask cluster.

    python -m excover.dask FILE --want count --run FOLDER
    python -m excover.dask FILE --want covers --scheduler tcp://host:8786 --run /shared/FOLDER

Workers write results to the run folder; only counts and paths pass through the scheduler. A run that was stopped for
any reason is resumed from its folder, which must be shared by the client and all workers. See `apps/python/SCALE-OUT.md`.
"""

from ._local import local_cluster
from ._run import Failed, Outcome, Progress, run

__all__ = ["Failed", "Outcome", "Progress", "local_cluster", "run"]
