"""The run folder: all that there is of a run, so that it can be gone on with after any end.

    run.json          what is run: the digest of the problem and what is wanted
    problem.dlx       the problem
    tasks.jsonl       the tasks of the split
    resplit/17.jsonl  the parts of task 17, which took too long; they take its place
    results/          the results, each whole or not there

Every file is replaced as a whole by `_dlx.write_file`. Where there are parts of a task, a result of the whole does not
count: of two workers that had the same task, one may have finished it while the other gave up.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional

from .. import _dlx


class Task(NamedTuple):
    """A task as it is sent: its id, the guess how many nodes it has, and its line."""

    id: str
    nodes: float
    line: str


def read_tasks(text: str) -> List[Task]:
    """The tasks of a file, one a line."""
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

    def begin(self, core: _dlx.ProblemCore) -> Optional[List[Task]]:
        """The tasks of the run that is there, or None if there is none. The problem is written.

        Raises
        ------
        ValueError
            If the folder is that of another run.
        """
        head = {"schema": 1, "digest": core.digest(), "want": self.want}
        file = self.path / "run.json"
        if file.exists():
            found = json.loads(file.read_text(encoding="utf-8"))
            for key, expected in head.items():
                if found.get(key) != expected:
                    raise ValueError(
                        f"{self.path}: the run there has the {key} {found.get(key)}, expected {expected}"
                    )
        else:
            _dlx.write_file(self.path / "problem.dlx", core.to_text())
            _dlx.write_file(file, json.dumps(head) + "\n")
        self.results.mkdir(exist_ok=True)
        tasks = self.path / "tasks.jsonl"
        return read_tasks(tasks.read_text(encoding="utf-8")) if tasks.exists() else None

    def keep(self, lines: List[str]) -> List[Task]:
        """Writes the tasks of the split."""
        text = "".join(line + "\n" for line in lines)
        _dlx.write_file(self.path / "tasks.jsonl", text)
        return read_tasks(text)

    def parts_file(self, task: str) -> Path:
        """Where the parts of a task are, if it was split."""
        return self.path / "resplit" / f"{task}.jsonl"

    def parts(self, task: str) -> Optional[List[Task]]:
        """The parts of a task, or None if it was not split."""
        try:
            return read_tasks(self.parts_file(task).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None

    def result(self, task: str) -> Path:
        """Where the result of a task is, if it is done."""
        return self.results / f"{task}.{self.want}"

    def count(self, task: str) -> Optional[int]:
        """How many covers a task has, or None if it is not done."""
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
        """What is done and what is left, with the parts of tasks that were split."""
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
    """How far a run is."""

    left: List[Task]
    counts: Dict[str, int]
    done: List[Task]


__all__ = ["RunFolder", "Standing", "Task", "read_tasks"]
