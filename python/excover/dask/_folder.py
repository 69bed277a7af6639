"""The run folder: the complete state of a run, from which it can be resumed at any time.

    run.json          the digest of the problem, and the kind of result
    problem.dlx       the problem
    tasks.jsonl       the tasks of the split
    resplit/17.jsonl  the parts of task 17, which took too long; they replace it
    results/          the results, each complete or absent

Every file is replaced atomically by `_excover.write_file`. If a task was split, a result of the task itself is
ignored: of two workers with the same task, one may have finished it after the other had split it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional

from .. import _excover


class Task(NamedTuple):
    """A task as it is sent to workers: its id, its estimated number of nodes, and its line."""

    id: str
    nodes: float
    line: str


def read_tasks(text: str) -> List[Task]:
    """Return the tasks of a file, one per line."""
    tasks = []
    for line in text.splitlines():
        known = json.loads(line)
        tasks.append(Task(known["id"], max(float(known["nodes"]), 1.0), line))
    return tasks


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
        if file.exists():
            found = json.loads(file.read_text(encoding="utf-8"))
            for key, expected in head.items():
                if found.get(key) != expected:
                    raise ValueError(
                        f"{self.path}: expected a run with the {key} {expected}, found {found.get(key)}"
                    )
        else:
            _excover.write_file(self.path / "problem.dlx", core.to_text())
            _excover.write_file(file, json.dumps(head) + "\n")
        self.results.mkdir(exist_ok=True)
        tasks = self.path / "tasks.jsonl"
        return read_tasks(tasks.read_text(encoding="utf-8")) if tasks.exists() else None

    def keep(self, lines: List[str]) -> List[Task]:
        """Write the tasks of the split, and return them."""
        text = "".join(line + "\n" for line in lines)
        _excover.write_file(self.path / "tasks.jsonl", text)
        return read_tasks(text)

    def parts_file(self, task: str) -> Path:
        """Return the path of the parts of a task, which exists if it was split."""
        return self.path / "resplit" / f"{task}.jsonl"

    def parts(self, task: str) -> Optional[List[Task]]:
        """Return the parts of a task, or None if it was not split."""
        try:
            return read_tasks(self.parts_file(task).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None

    def result(self, task: str) -> Path:
        """Return the path of the result of a task, which exists if it is done."""
        return self.results / f"{task}.{self.want}"

    def count(self, task: str) -> Optional[int]:
        """Return the number of covers of a task, or None if it is not done."""
        try:
            with open(self.result(task), "rb") as file:
                if self.want == "count":
                    return int(json.loads(file.readline())["count"])
                # The last line of a list of covers is short.
                file.seek(0, os.SEEK_END)
                file.seek(max(0, file.tell() - 4096))
                return int(json.loads(file.read().splitlines()[-1])["covers"])
        except FileNotFoundError:
            return None

    def standing(self, tasks: List[Task]) -> Standing:
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
            count = self.count(task.id)
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
