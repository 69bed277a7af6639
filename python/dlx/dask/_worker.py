"""What a worker does: a batch of tasks, each result written by the worker itself."""

from __future__ import annotations

from pathlib import Path
from typing import Dict, List, Optional, Tuple

from .. import _dlx
from ._folder import RunFolder, Task

#: A problem is read once by each process.
_problems: Dict[Tuple[str, str], _dlx.ProblemCore] = {}

#: What became of a task: its id, and how many covers it has, or None if it was split.
Answer = Tuple[str, Optional[int]]


def run_batch(
    folder: str, digest: str, want: str, batch: List[Task], limit: Optional[float], parts: int
) -> List[Answer]:
    """Does tasks one after the other. One that takes longer than the limit, in seconds, is split into parts."""
    core = _problem(folder, digest)
    run = RunFolder(Path(folder), want)
    return [_run_one(core, run, task, limit, parts) for task in batch]


def _run_one(
    core: _dlx.ProblemCore, run: RunFolder, task: Task, limit: Optional[float], parts: int
) -> Answer:
    if run.parts_file(task.id).exists():
        return task.id, None
    try:
        return task.id, _dlx.run_task(core, task.line, run.results, run.want, limit)[0]
    except TimeoutError:
        pass
    lines = _dlx.resplit_task(core, task.line, parts, 32, 0)
    if len(lines) < 2:
        # There is nothing to split it at.
        return task.id, _dlx.run_task(core, task.line, run.results, run.want, None)[0]
    _dlx.write_file(run.parts_file(task.id), "".join(line + "\n" for line in lines))
    return task.id, None


def _problem(folder: str, digest: str) -> _dlx.ProblemCore:
    core = _problems.get((folder, digest))
    if core is None:
        path = Path(folder) / "problem.dlx"
        core = _dlx.ProblemCore.from_text(path.read_text(encoding="utf-8"))
        if core.digest() != digest:
            raise ValueError(f"{path}: expected the problem {digest}, found {core.digest()}")
        _problems[folder, digest] = core
    return core
