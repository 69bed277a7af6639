"""The run folder: the complete state of a run, from which it can be resumed at any time.

    run.json          the digest of the problem, and the kind of result
    problem.dlx       the problem
    tasks.jsonl       the tasks of the split
    resplit/17.jsonl  the parts of task 17, which took too long; they replace it
    results/          the results, each complete or absent

Every file is replaced atomically by `_excover.write_file`. A file that was damaged since counts as absent, with a warning
that names it: its task runs again, or is split again. If a task was split, a result of the task itself is
ignored: of two workers with the same task, one may have finished it after the other had split it.
"""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Optional

from .. import _excover


class Task(NamedTuple):
    """A task as it is sent to workers: its id, its estimated number of nodes, and its line."""

    id: str
    nodes: float
    line: str


def read_tasks(text: str) -> List[Task]:
    """Return the tasks of a file, one per line.

    Raises
    ------
    ValueError
        If a line is not a task. The message has the number of the line.
    """
    return [Task(name, max(nodes, 1.0), line) for name, nodes, line in _excover.read_tasks(text)]


def _tasks_of_file(path: Path) -> Optional[List[Task]]:
    """Return the tasks of a file, or None if there is none or it is damaged, with a warning."""
    try:
        return read_tasks(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except ValueError as error:
        warnings.warn(f"{path}: {error}; the tasks are split again", stacklevel=2)
        return None


def _object_of_file(path: Path) -> Optional[Dict[str, Any]]:
    """Return the JSON object in a file, or None if there is none or it is damaged, with a warning."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(found, dict):
            return found
    except FileNotFoundError:
        return None
    except ValueError:
        pass
    warnings.warn(f"{path}: expected a JSON object, found other text; the file is written again", stacklevel=2)
    return None


class RunFolder:
    """The folder of one run."""

    def __init__(self, path: Path, want: str) -> None:
        self.path = path.absolute()
        self.want = want
        self.results = self.path / "results"

    def begin(self, core: _excover.ProblemCore) -> Optional[List[Task]]:
        """Return the tasks of the run in the folder. If there is none, start one and return None.

        Raises
        ------
        ValueError
            If the folder belongs to another run.
        """
        head = {"schema": 1, "digest": core.digest(), "want": self.want}
        file = self.path / "run.json"
        found = _object_of_file(file)
        if found is not None:
            for key, expected in head.items():
                if found.get(key) != expected:
                    raise ValueError(
                        f"{self.path}: expected a run with the {key} {expected}, found {found.get(key)}"
                    )
        else:
            _excover.write_file(self.path / "problem.dlx", core.to_text())
            _excover.write_file(file, json.dumps(head) + "\n")
        self.results.mkdir(exist_ok=True)
        return _tasks_of_file(self.path / "tasks.jsonl")

    def keep(self, lines: List[str]) -> List[Task]:
        """Write the tasks of the split, and return them."""
        text = "".join(line + "\n" for line in lines)
        _excover.write_file(self.path / "tasks.jsonl", text)
        return read_tasks(text)

    def parts_file(self, task: str) -> Path:
        """Return the path of the parts of a task, which exists if it was split."""
        return self.path / "resplit" / f"{task}.jsonl"

    def parts(self, task: str) -> Optional[List[Task]]:
        """Return the parts of a task, or None if it was not split. If the file is damaged, the task counts as not
        split, and the results of its parts are removed."""
        file = self.parts_file(task)
        parts = _tasks_of_file(file)
        if parts is None and file.exists():
            file.unlink()
            for path in self.results.glob(f"{task}.*.{self.want}"):
                path.unlink(missing_ok=True)
        return parts

    def result(self, task: str) -> Path:
        """Return the path of the result of a task, which exists if it is done."""
        return self.results / f"{task}.{self.want}"

    def count(self, core: _excover.ProblemCore, task: Task) -> Optional[int]:
        """Return the number of covers of a task, or None if it is not done. A result that is damaged, or of another
        split, is removed with a warning, so that the task runs again."""
        count, wrong = _excover.task_result(core, task.line, self.results, self.want)
        if wrong is not None:
            warnings.warn(f"{wrong}; task {task.id} runs again", stacklevel=2)
            self.result(task.id).unlink(missing_ok=True)
        return count

    def standing(self, core: _excover.ProblemCore, tasks: List[Task]) -> Standing:
        """Return the tasks that are done and those that are left, with split tasks replaced by their parts."""
        standing = Standing([], {}, [])
        waiting = list(reversed(tasks))
        while waiting:
            task = waiting.pop()
            parts = self.parts(task.id)
            if parts is not None:
                self.result(task.id).unlink(missing_ok=True)
                waiting.extend(reversed(parts))
                continue
            count = self.count(core, task)
            if count is None:
                standing.left.append(task)
            else:
                standing.counts[task.id] = count
                standing.done.append(task)
        return standing


class Standing(NamedTuple):
    """The state of a run."""

    left: List[Task]
    counts: Dict[str, int]
    done: List[Task]


__all__ = ["RunFolder", "Standing", "Task", "read_tasks"]
