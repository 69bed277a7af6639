"""A cluster of processes on this machine."""

from __future__ import annotations

from typing import Optional

import dask
from distributed import LocalCluster

#: Tasks are long and there is no dashboard, so samples of what Python does a hundred times a second, and of the state of
#: the machine, serve nobody: they took a tenth of the time of two workers on two cores.
SETTINGS = {
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.monitor-interval": "1s",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.admin.tick.interval": "1s",
    # A worker that dies with a batch is replaced, and the batch is tried again so often before it is suspected.
    "distributed.scheduler.allowed-failures": 2,
}


def local_cluster(workers: Optional[int]) -> LocalCluster:
    """So many processes with a thread each, by default one for each core."""
    dask.config.set(SETTINGS)
    return LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None)
