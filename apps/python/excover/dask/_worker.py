"""The code that workers run: a batch of tasks, whose results the worker writes itself."""

from __future__ import annotations

from pathlib import Path
from typing import Dict, List, Optional, Tuple

from .. import _excover
from ._folder import RunFolder, Task

#: The problems read so far, so that each process reads a problem only once.
_problems: Dict[Tuple[str, str], _excover.ProblemCore] = {}

#: The result of a task: its id, and its number of covers, or None if it was split.
Answer = Tuple[str, Optional[int]]


def run_batch(
    folder: str, digest: str, want: str, batch: List[Task], limit: Optional[float], parts: int
) -> List[Answer]:
    """Run tasks one after the other. A task that takes longer than the limit, in seconds, is split into parts."""
    core = _problem(folder, digest)
    run = RunFolder(Path(folder), want)
    return [_run_one(core, run, task, limit, parts) for task in batch]


def _run_one(
    core: _excover.ProblemCore, run: RunFolder, task: Task, limit: Optional[float], parts: int
) -> Answer:
    if run.parts_file(task.id).exists():
        return task.id, None
    try:
        return task.id, _excover.run_task(core, task.line, run.results, run.want, limit)[0]
    except TimeoutError:
        pass
    lines = _excover.resplit_task(core, task.line, parts, 32, 0)
    if len(lines) < 2:
        # The task cannot be split.
        return task.id, _excover.run_task(core, task.line, run.results, run.want, None)[0]
    _excover.write_file(run.parts_file(task.id), "".join(line + "\n" for line in lines))
    return task.id, None


def _problem(folder: str, digest: str) -> _excover.ProblemCore:
    core = _problems.get((folder, digest))
    if core is None:
        path = Path(folder) / "problem.dlx"
        core = _excover.ProblemCore.from_text(path.read_text(encoding="utf-8"))
        if core.digest() != digest:
            raise ValueError(f"{path}: expected the problem {digest}, found {core.digest()}")
        _problems[folder, digest] = core
    return core
