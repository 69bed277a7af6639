"""The journal of a run: the file that the client appends tasks and results to, and from which the run is resumed.

A line has a CRC-32 of the rest of it in hexadecimal, a letter, and fields, with tabs between them:

    9f3c2a1b  H  HEAD                             what the run is, as JSON: the first line
    ........  T  NODES LINE                       a task: its estimated number of nodes and its line
    ........  S  NUMBER                           the end of the split into this number of tasks
    ........  R  TASK REST COUNT SECONDS TEXT     a result: the number of its task, from 0, in the order of the
                                                  lines T; how many of the lines T before it are its rest; the
                                                  number of covers; and its text, compressed and in base 64

A line S or R is complete if the lines that it needs are. Whatever follows the last complete one, as after the client was
killed, is cut off when the run is resumed. Lines after a damaged one are cut off with a warning, and their tasks run
again. The texts of tasks and results have checksums of their own, which are examined when they are run and merged.
"""

from __future__ import annotations

import base64
import json
import os
import tempfile
import time
import warnings
import zlib
from array import array
from pathlib import Path
from typing import Any, BinaryIO, Dict, List, Optional, Tuple, Union

#: The time between two writes to the disk, or to the place of a URL, in seconds.
_BETWEEN_SYNCS = 5.0
_BETWEEN_UPLOADS = 30.0

#: Compressing a count, which is one line, costs more than it saves.
_PLAIN = b"{"


class Journal:
    """The tasks and results of a run. Texts stay in the file; of each task there are a few numbers in memory."""

    def __init__(self, folder: Union[str, os.PathLike[str]], head: Dict[str, Any]) -> None:
        self.folder = Folder(folder)
        self.nodes = array("d")
        #: Where the line of each task and the result of it begin, and 0 if there is no result.
        self._tasks = array("Q")
        self._results = array("Q")
        #: The number of covers, that of tasks with a result, and that of tasks whose rest was split.
        self.covers = self.done = self.resplit = 0
        self.is_split = False
        self._file, self._end = self.folder.open_journal(), 0
        try:
            self._begin(head)
        except BaseException:
            self._file.close()
            raise

    def _begin(self, head: Dict[str, Any]) -> None:
        """Read the journal, or begin it."""
        self._file.seek(0)
        first = self._file.readline()
        fields = _fields(first)
        if fields is None or fields[0] != b"H":
            if first.endswith(b"\n"):
                warnings.warn(f"{self.folder}: expected a journal, found other text; the run begins again", stacklevel=4)
            self._file.truncate(0)
            self._end = 0
            self._append([b"H", json.dumps(head).encode()])
            self.sync()
            return
        found = json.loads(fields[1])
        for key, expected in head.items():
            if found.get(key) != expected:
                raise ValueError(f"{self.folder}: expected a run with the {key} {expected}, found {found.get(key)}")
        self._end = self._file.tell()
        self._read()
        self._file.truncate(self._end)
        # At once, so that what was cut off is not taken for what follows.
        self.sync()

    def _read(self) -> None:
        here, tasks = self._end, []
        for number, line in enumerate(self._file, 2):
            fields = _fields(line)
            try:
                if fields is None:
                    raise ValueError("the line was cut off or altered")
                if fields[0] == b"T":
                    tasks.append((here, float(fields[1])))
                elif fields[0] == b"S" and len(tasks) == int(fields[1]) and not self.is_split:
                    self._note_tasks(tasks)
                    self.is_split, self._end, tasks = True, here + len(line), []
                elif fields[0] == b"R" and len(tasks) == int(fields[2]) and self._results[int(fields[1])] == 0:
                    self._note_result(int(fields[1]), here, int(fields[3]), tasks)
                    self._end, tasks = here + len(line), []
                else:
                    raise ValueError("the line does not follow from those before it")
            except (ValueError, IndexError) as error:
                if line.endswith(b"\n"):
                    warnings.warn(
                        f"{self.folder}: journal, line {number}: {error}; the results from it on are computed again",
                        stacklevel=5,
                    )
                return
            here += len(line)

    def _note_tasks(self, tasks: List[Tuple[int, float]]) -> None:
        for at, nodes in tasks:
            self._tasks.append(at)
            self._results.append(0)
            self.nodes.append(nodes)

    def _note_result(self, task: int, at: int, covers: int, rest: List[Tuple[int, float]]) -> None:
        self._results[task] = at
        self.done += 1
        self.covers += covers
        self.resplit += bool(rest)
        self._note_tasks(rest)

    def _append(self, *lines: List[bytes]) -> List[int]:
        """Append lines at once, and return where they begin."""
        data, places = [], []
        at = self._end
        for fields in lines:
            body = b"\t".join(fields)
            line = b"%08x\t%s\n" % (zlib.crc32(body), body)
            places.append(at)
            data.append(line)
            at += len(line)
        self._file.seek(self._end)
        self._file.write(b"".join(data))
        self._file.flush()
        self._end = at
        return places

    def add_tasks(self, tasks: List[Tuple[float, str]]) -> None:
        """Record tasks that the problem was split into."""
        places = self._append(*([b"T", repr(nodes).encode(), line.encode()] for nodes, line in tasks))
        self._note_tasks([(at, nodes) for at, (nodes, _) in zip(places, tasks)])

    def end_split(self) -> None:
        """Record that all tasks of the split are there."""
        self._append([b"S", b"%d" % len(self)])
        self.is_split = True
        self.sync()

    def add_result(self, task: int, text: bytes, covers: int, rest: List[Tuple[float, str]], seconds: float) -> range:
        """Record the result of a task, and return the numbers of the tasks of its rest."""
        first = len(self._tasks)
        packed = text.rstrip(b"\n") if text.count(b"\n") == 1 else base64.b64encode(zlib.compress(text, 6))
        lines = [[b"T", repr(nodes).encode(), line.encode()] for nodes, line in rest]
        fields = [b"R", b"%d" % task, b"%d" % len(rest), str(covers).encode(), b"%.3f" % seconds, packed]
        places = self._append(*lines, fields)
        self._note_result(task, places[-1], covers, [(at, nodes) for at, (nodes, _) in zip(places, rest)])
        self.folder.sync(self._file)
        return range(first, len(self._tasks))

    def line(self, task: int) -> str:
        """Return the line of a task."""
        return self._line_at(self._tasks[task])[2].decode()

    def text(self, task: int) -> bytes:
        """Return the text of the result of a task."""
        text = self._line_at(self._results[task])[5]
        return text + b"\n" if text.startswith(_PLAIN) else zlib.decompress(base64.b64decode(text))

    def _line_at(self, at: int) -> List[bytes]:
        self._file.seek(at)
        fields = _fields(self._file.readline())
        if fields is None:
            raise ValueError(f"{self.folder}: journal, byte {at}: the line was altered")
        return fields

    def is_done(self, task: int) -> bool:
        """Return whether a task has a result."""
        return self._results[task] != 0

    def left(self) -> List[int]:
        """Return the numbers of the tasks without a result."""
        return [task for task, at in enumerate(self._results) if at == 0]

    def __len__(self) -> int:
        """Return the number of tasks."""
        return len(self._tasks)

    def sync(self) -> None:
        """Write the journal to the disk, or to the place of its URL."""
        self.folder.sync(self._file, is_due=True)

    def close(self) -> None:
        self.sync()
        self._file.close()


def _fields(line: bytes) -> Optional[List[bytes]]:
    """Return the fields of a line, or None if it was cut off or altered."""
    sum_, found, body = line.partition(b"\t")
    if not found or not body.endswith(b"\n"):
        return None
    body = body[:-1]
    try:
        is_whole = int(sum_, 16) == zlib.crc32(body)
    except ValueError:
        return None
    return body.split(b"\t") if is_whole else None


class Folder:
    """The folder of a run: a path, or a URL of fsspec."""

    def __init__(self, folder: Union[str, os.PathLike[str]]) -> None:
        self.name = os.fspath(folder)
        self._synced = time.monotonic()
        #: The number of bytes of the journal that are at the URL, and of the objects that they are in.
        self._sent = self._objects = 0
        self._system: Any = None
        if "://" in self.name:
            try:
                import fsspec
            except ImportError as error:
                raise ValueError(f"{self.name}: expected the package fsspec for a URL, found none") from error
            self._system, self._root = fsspec.core.url_to_fs(self.name)
        else:
            Path(self.name).mkdir(parents=True, exist_ok=True)

    def __str__(self) -> str:
        return self.name

    def open_journal(self) -> BinaryIO:
        """Open the journal for reading and writing. That of a URL is a temporary file, which `sync` copies there."""
        if self._system is None:
            path = Path(self.name) / "journal"
            path.touch()
            file: BinaryIO = open(path, "r+b", buffering=1 << 13)
            _lock(file, path)
            return file
        spool: BinaryIO = tempfile.TemporaryFile()  # noqa: SIM115
        self._system.makedirs(self._root, exist_ok=True)
        for path in sorted(self._system.glob(f"{self._root}/journal-*")):
            spool.write(self._system.cat_file(path))
            self._objects += 1
        self._sent = spool.tell()
        return spool

    def sync(self, file: BinaryIO, is_due: bool = False) -> None:
        """Write the journal to the disk, or what is new in it to a new object of the URL, if it is due."""
        between = _BETWEEN_SYNCS if self._system is None else _BETWEEN_UPLOADS
        if not is_due and time.monotonic() - self._synced < between:
            return
        self._synced = time.monotonic()
        if self._system is None:
            os.fsync(file.fileno())
            return
        end = file.seek(0, os.SEEK_END)
        if end < self._sent:
            # Lines were cut off: the objects are written again as one.
            for path in self._system.glob(f"{self._root}/journal-*"):
                self._system.rm_file(path)
            self._sent = self._objects = 0
        if end > self._sent:
            file.seek(self._sent)
            self._system.pipe_file(f"{self._root}/journal-{self._objects:06}", file.read())
            self._sent, self._objects = end, self._objects + 1

    def open(self, name: str) -> Any:
        """Open a file of the folder for writing."""
        if self._system is not None:
            return self._system.open(f"{self._root}/{name}", "wb")
        path = Path(self.name) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return open(path, "wb")

    def remove(self, pattern: str) -> None:
        """Remove the files of the folder with such names."""
        if self._system is not None:
            for path in self._system.glob(f"{self._root}/{pattern}"):
                self._system.rm_file(path)
        else:
            for file in Path(self.name).glob(pattern):
                file.unlink()


def _lock(file: BinaryIO, path: Path) -> None:
    """Lock a journal for this process, where the system can."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise ValueError(f"{path}: expected a run that no other process has open, found one") from None


__all__ = ["Folder", "Journal"]
