"""A cluster of processes on this machine."""

from __future__ import annotations

from typing import Optional

import dask
from distributed import LocalCluster

#: There is no dashboard, so profiles of the workers a hundred times a second, and samples of the state of the machine,
#: have no use. They took a tenth of the time of two workers on two cores.
SETTINGS = {
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.monitor-interval": "1s",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.admin.tick.interval": "1s",
    # A worker that dies is replaced, and its batch is tried again this many times before its tasks are tried alone.
    "distributed.scheduler.allowed-failures": 2,
}


def local_cluster(workers: Optional[int]) -> LocalCluster:
    """Start this number of processes with one thread each, by default one per core."""
    # The cluster and its workers keep the settings that hold while they start; others of this process are not changed.
    with dask.config.set(SETTINGS):
        return LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=":0")
