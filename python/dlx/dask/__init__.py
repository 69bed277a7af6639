"""Enumerations larger than one machine: tasks of one search on the workers of a Dask cluster.

    python -m dlx.dask FILE --want count --run FOLDER
    python -m dlx.dask FILE --want covers --scheduler tcp://host:8786 --run /shared/FOLDER

Workers write results to the run folder themselves, and only counts and paths pass the scheduler. A run that was
stopped in any way goes on from its folder. The folder must be the same for the client and all workers. See
`python/SCALE-OUT.md`.
"""

from ._run import Failed, Outcome, Progress, run

__all__ = ["Failed", "Outcome", "Progress", "run"]
