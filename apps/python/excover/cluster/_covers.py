"""The covers that a run has found, as Parquet files and as text."""

from __future__ import annotations

import os
import tempfile
from os import PathLike
from pathlib import Path
from typing import Any, Callable, Iterable, Iterator, List, Optional, Tuple, Union

from .. import Problem, _excover
from .._tasks import Enumeration, cover_lines
from ._journal import Folder

#: The number of covers in a Parquet file, about: a file ends with a task.
COVERS_OF_FILE = 1_000_000


def write(
    problem: Problem,
    of: Enumeration,
    texts: Iterable[bytes],
    folder: Folder,
    output: Union[None, str, PathLike[str]],
    read: Callable[[bytes], object],
) -> None:
    """Check the covers of results, which are in the order of the search, and write them."""
    shards = _Shards.of(problem, of, folder)
    text = None if output is None else _TextFile(Path(output))
    try:
        for number, result in enumerate(texts):
            _excover.check_covers(of.core, result, f"result {number}")
            lines = cover_lines(result)
            read(lines)
            if shards is not None:
                shards.add(lines)
            if text is not None:
                text.file.write(lines)
        if shards is not None:
            shards.end()
        if text is not None:
            text.end()
    finally:
        if text is not None:
            text.close()


class _TextFile:
    """A file that gets its name when it is complete."""

    def __init__(self, path: Path) -> None:
        self.path = path
        handle, self.draft = tempfile.mkstemp(prefix=".dlx-", dir=path.parent)
        self.file = os.fdopen(handle, "wb")

    def end(self) -> None:
        self.file.flush()
        os.fsync(self.file.fileno())
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(self.draft, 0o666 & ~umask)
        os.replace(self.draft, self.path)

    def close(self) -> None:
        self.file.close()
        if os.path.exists(self.draft):
            os.unlink(self.draft)


class _Shards:
    """Parquet files with a row for each cover: a column ``cover`` with a list of options, by their labels if these are
    strings or whole numbers and by their numbers otherwise, and up to symmetry a column ``orbit``."""

    def __init__(self, arrow: Any, parquet: Any, labels: Optional[Any], of: Enumeration, folder: Folder) -> None:
        self.arrow, self.parquet, self.labels, self.folder = arrow, parquet, labels, folder
        self.is_sized = of.up_to_symmetry
        self.lines: List[bytes] = []
        self.number = self.covers = 0
        folder.remove("covers/part-*.parquet")

    @classmethod
    def of(cls, problem: Problem, of: Enumeration, folder: Folder) -> Optional[_Shards]:
        """Return the files in a folder, or None if pyarrow is not installed."""
        try:
            import pyarrow
            from pyarrow import parquet
        except ImportError:
            return None
        labels = problem._objects.labels
        if labels is not None:
            kinds = {type(label) for label in labels}
            labels = pyarrow.array(labels) if kinds in ({str}, {int}) else None
        return cls(pyarrow, parquet, labels, of, folder)

    def add(self, lines: bytes) -> None:
        if lines:
            self.lines.append(lines)
            self.covers += lines.count(b"\n")
        if self.covers >= COVERS_OF_FILE:
            self._write()

    def end(self) -> None:
        if self.lines or self.number == 0:
            self._write()

    def _write(self) -> None:
        import numpy

        arrow = self.arrow
        numbers, lengths, orbits = _columns(b"".join(self.lines), self.is_sized)
        starts = numpy.zeros(len(lengths) + 1, dtype=numpy.int64)
        numpy.cumsum(lengths, out=starts[1:])
        options = arrow.array(numbers)
        if self.labels is not None:
            options = self.labels.take(options)
        columns = {"cover": arrow.LargeListArray.from_arrays(arrow.array(starts), options)}
        if self.is_sized:
            columns["orbit"] = arrow.array(orbits)
        with self.folder.open(f"covers/part-{self.number:05}.parquet") as file:
            self.parquet.write_table(arrow.table(columns), file)
        self.number, self.covers, self.lines = self.number + 1, 0, []


def _columns(lines: bytes, is_sized: bool) -> Tuple[Any, Any, List[int]]:
    """Return the numbers of the options of all covers one after the other, how many each has, and sizes of orbits."""
    # Here, because workers import the package, and not numpy.
    import numpy

    orbits: List[int] = []
    rows = lines.decode().split("\n")[:-1]
    if is_sized:
        pairs = [row.partition(":") for row in rows]
        orbits, rows = [int(orbit) for orbit, _, _ in pairs], [row.strip() for _, _, row in pairs]
    lengths = numpy.fromiter((row.count(" ") + 1 if row else 0 for row in rows), dtype=numpy.int64, count=len(rows))
    numbers = numpy.array(" ".join(rows).split(), dtype=numpy.int32)
    return numbers, lengths, orbits


__all__ = ["write"]
