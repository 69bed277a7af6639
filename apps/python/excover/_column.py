"""One puzzle, many, or a column of them: how functions take puzzles, and return answers in the same form."""

from __future__ import annotations

import importlib
import re
import sys
import time
from functools import wraps
from typing import TYPE_CHECKING, Any, Callable, List, Optional, Sequence, Tuple, Type, TypeVar

from ._answers import left

if TYPE_CHECKING:
    import numpy
    import numpy.typing


class Column:
    """The puzzles of a call.

    There is a subclass for each form. pandas, polars and pyarrow are looked up among the modules that the program has
    imported, since only such a program can have a column of theirs; they are never imported here.
    """

    #: True if the call is about one puzzle, so that it has one answer.
    is_one = False

    #: The side of all puzzles, if it is known.
    side: Optional[int] = None

    def __init__(self, puzzles: Any) -> None:
        self.puzzles = puzzles

    def texts(self) -> List[str]:
        """Return the text of each puzzle."""
        return list(self.puzzles)

    def joined(self) -> Tuple[str, int, Optional[int]]:
        """Return the puzzles with a NUL between them, their number, and their side if it is known."""
        joined = self.joined_at_once()
        if joined is not None:
            self._check(joined, len(self.puzzles))
            return joined, len(self.puzzles), None
        texts = self.texts()
        try:
            text = "\0".join(texts)
        except TypeError:
            place, found = next((place, text) for place, text in enumerate(texts) if not isinstance(text, str))
            raise ValueError(f"puzzle {place}: expected a str, found {found!r}") from None
        self._check(text, len(texts))
        return text, len(texts), None

    def joined_at_once(self) -> Optional[str]:
        """Return the puzzles with a NUL between them if this takes no string of Python for each, otherwise None."""
        return None

    def _check(self, text: str, count: int) -> None:
        """Raise an exception if joined puzzles have characters that no puzzle has."""
        if text.count("\0") <= max(count - 1, 0) and (text.isascii() or _is_utf8(text)):
            return
        for place, puzzle in enumerate(self.texts()):
            if "\0" in puzzle or not _is_utf8(puzzle):
                raise ValueError(f"puzzle {place}: expected text without NUL and lone surrogates, found some")

    def grids(self, text: str, blank: int) -> Any:
        """Return answers that are grids, each with a NUL after it. An empty one is None.

        In an array, `blank` is a blank cell.
        """
        lines = text.split("\0")
        lines.pop()
        return self.answers([line or None for line in lines] if "" in lines else lines)

    def answers(self, answers: List[Any]) -> Any:
        """Return answers of any type."""
        return answers

    def table(self, answers: List[Any], fields: Sequence[str]) -> Any:
        """Return answers that are named tuples with these fields: the rows of a data frame."""
        return self.answers(answers)


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


class _One(Column):
    is_one = True

    def texts(self) -> List[str]:
        return [self.puzzles]

    def answers(self, answers: List[Any]) -> Any:
        return answers[0]


class _Digits(Column):
    """A numpy array with the digits of a puzzle in each row; or of one row.

    Also a grid of rows and columns, or an array of grids. A blank cell is -1, and also 0 on boards without a digit 0.
    """

    def __init__(self, puzzles: Any, box: Any) -> None:
        super().__init__(puzzles)
        self.is_one, self.number, self.cells = self._shape(box)
        self.rows = self.digits()
        cells = self.rows.shape[1]
        self.side = next((side for side in range(1, 26) if side * side == cells), None)

    def _shape(self, box: Any) -> Tuple[bool, int, int]:
        """Return whether the array is one puzzle, and the numbers of puzzles and of cells of each."""
        shape = self.puzzles.shape
        if len(shape) == 1 and shape[0]:
            return True, 1, shape[0]
        if len(shape) == 3 and shape[1] == shape[2] and shape[1]:
            return False, shape[0], shape[1] * shape[2]
        if len(shape) == 2 and shape[1]:
            rows, cells = shape
            is_list = any(side * side == cells for side in range(1, 26))
            is_grid = rows == cells and rows <= 25
            if is_grid and is_list and box is not None:
                # As many puzzles as a puzzle has cells, or the rows of one.
                is_grid = box[0] * box[1] == rows
            elif is_grid and is_list and rows not in (1, 9):
                side = next(side for side in range(1, 26) if side * side == cells)
                expected = f"box= for a grid of side {rows} or {rows} puzzles of side {side}"
                raise ValueError(f"expected {expected}, found an array of shape ({rows}, {cells}) alone")
            return (True, 1, rows * cells) if is_grid and cells > 1 else (False, rows, cells)
        found = " x ".join(map(str, shape)) or "no dimensions"
        raise ValueError(f"expected an array of shape (n, cells), (cells,), (side, side) or (n, side, side), found {found}")

    def digits(self) -> numpy.typing.NDArray[numpy.int8]:
        """Return the digits as the native module reads them: of bytes, row after row."""
        import numpy

        digits = self.puzzles
        if digits.dtype != numpy.int8:
            # The native module names the cell of a number that is only too large for the board.
            if digits.size and not -1 <= int(digits.min()) <= int(digits.max()) <= 127:
                raise ValueError(f"expected digits, and -1 or 0 if blank, found {digits.min()} to {digits.max()}")
            digits = digits.astype(numpy.int8)
        return numpy.ascontiguousarray(digits).reshape(self.number, self.cells)

    def joined(self) -> Tuple[str, int, Optional[int]]:
        import numpy

        rows, cells = self.rows.shape
        if cells > 81 or self.rows.size and int(self.rows.max()) > 9:
            words = [["." if number < 0 else str(number) for number in row] for row in self.rows.tolist()]
            return "\0".join(map(",".join, words)), rows, self.side
        symbols = numpy.zeros((rows, cells + 1), dtype=numpy.uint8)
        symbols[:, :cells] = numpy.where(self.rows < 0, ord("."), self.rows + ord("0"))
        return symbols.tobytes().decode()[:-1], rows, self.side

    def grids(self, text: str, blank: int) -> Any:
        import numpy

        found = numpy.full(self.rows.shape, blank, dtype=numpy.int8 if blank < 0 else numpy.uint8)
        for row, line in enumerate(text.split("\0")[:-1]):
            if line:
                cells = line.split(",") if "," in line else list(line)
                found[row] = [blank if cell == "." else int(cell) for cell in cells]
        return found.reshape(self.puzzles.shape)

    def answers(self, answers: List[Any]) -> Any:
        return answers[0] if self.is_one else _array(answers)


class _Texts(Column):
    """A numpy array of strings."""

    def texts(self) -> List[str]:
        return list(self.puzzles.ravel().tolist())

    def answers(self, answers: List[Any]) -> Any:
        return _array(answers).reshape(self.puzzles.shape)


def _array(answers: List[Any]) -> Any:
    """Return an array with an element for each answer: of numbers or words if all are, otherwise of objects."""
    import numpy

    if answers and (_are(answers, str) or _are(answers, int) and not any(map(_is_long, answers))):
        return numpy.array(answers)
    objects = numpy.empty(len(answers), dtype=object)
    for place, answer in enumerate(answers):
        objects[place] = answer
    return objects


def _are(answers: List[Any], kind: type) -> bool:
    return all(isinstance(answer, kind) for answer in answers)


def _is_arrow_text(puzzles: Any) -> bool:
    """Return whether an Arrow array is one of strings."""
    pyarrow = sys.modules["pyarrow"]
    return puzzles.type in (pyarrow.string(), pyarrow.large_string())


def _join_arrow(puzzles: Any) -> Optional[str]:
    """Return the strings of an Arrow array with a NUL between them, or None if there is none or not all are strings."""
    pyarrow, compute = sys.modules["pyarrow"], importlib.import_module("pyarrow.compute")
    if not _is_arrow_text(puzzles) or puzzles.null_count or not len(puzzles):
        return None
    # Offsets of 64 bits, as all strings become one.
    strings = puzzles.cast(pyarrow.large_string())
    if isinstance(strings, pyarrow.ChunkedArray):
        strings = strings.combine_chunks()
    one = pyarrow.ListArray.from_arrays(pyarrow.array([0, len(strings)], pyarrow.int32()), strings)
    return str(compute.binary_join(one, pyarrow.scalar("\0", pyarrow.large_string()))[0].as_py())


def _split_arrow(text: str) -> Any:
    """Return an Arrow array of the lines of a text, each with a NUL after it. An empty one is null."""
    pyarrow, compute = sys.modules["pyarrow"], importlib.import_module("pyarrow.compute")
    lines = compute.split_pattern(pyarrow.array([text], pyarrow.large_string()), "\0").flatten()[:-1]
    is_empty = compute.equal(lines, "")
    return compute.if_else(is_empty, None, lines) if compute.any(is_empty).as_py() else lines


class _Pandas(Column):
    def texts(self) -> List[str]:
        return list(self.puzzles.tolist())

    def _is_arrow(self) -> bool:
        return getattr(self.puzzles.dtype, "storage", None) == "pyarrow"

    def joined_at_once(self) -> Optional[str]:
        return _join_arrow(sys.modules["pyarrow"].array(self.puzzles.array)) if self._is_arrow() else None

    def _series(self, answers: Any, dtype: Any = None) -> Any:
        pandas = sys.modules["pandas"]
        if dtype is None and any(isinstance(answer, (list, tuple)) for answer in answers):
            dtype = object
        return pandas.Series(answers, index=self.puzzles.index, name=self.puzzles.name, dtype=dtype)

    def grids(self, text: str, blank: int) -> Any:
        pandas = sys.modules["pandas"]
        if self._is_arrow():
            return self._series(self.puzzles.dtype.__from_arrow__(_split_arrow(text)), self.puzzles.dtype)
        lines: List[Optional[str]] = list(text.split("\0"))
        lines.pop()
        if "" in lines:
            lines = [line or None for line in lines]
        dtype = self.puzzles.dtype
        is_text = dtype == object or isinstance(dtype, pandas.StringDtype)
        return self._series(lines, dtype if is_text else object)

    def answers(self, answers: List[Any]) -> Any:
        return self._series(answers, None if answers else object)

    def table(self, answers: List[Any], fields: Sequence[str]) -> Any:
        rows = _rows(answers, fields)
        return sys.modules["pandas"].DataFrame(rows, index=self.puzzles.index, columns=list(fields))


class _Polars(Column):
    def texts(self) -> List[str]:
        return list(self.puzzles.to_list())

    def joined_at_once(self) -> Optional[str]:
        series, polars = self.puzzles, sys.modules["polars"]
        if series.dtype != polars.String or series.null_count() or not len(series):
            return None
        return str(series.str.join("\0").item())

    def grids(self, text: str, blank: int) -> Any:
        polars = sys.modules["polars"]
        lines = polars.Series(self.puzzles.name, [text]).str.split("\0").explode()[:-1]
        return lines.replace("", None) if (lines == "").any() else lines

    def answers(self, answers: List[Any]) -> Any:
        polars = sys.modules["polars"]
        is_plain = _are(answers, str) or _are(answers, int) and not any(map(_is_long, answers))
        return polars.Series(self.puzzles.name, answers, dtype=None if is_plain else polars.Object)

    def table(self, answers: List[Any], fields: Sequence[str]) -> Any:
        return sys.modules["polars"].DataFrame(_rows(answers, fields), schema=list(fields), orient="row")


def _rows(answers: List[Any], fields: Sequence[str]) -> List[Any]:
    """Return rows of a table; None is a row without values."""
    return [(None,) * len(fields) if answer is None else answer for answer in answers]


def _is_long(answer: Any) -> bool:
    return isinstance(answer, int) and answer >= 2**63


class _Arrow(Column):
    def texts(self) -> List[str]:
        return list(self.puzzles.to_pylist())

    def joined_at_once(self) -> Optional[str]:
        return _join_arrow(self.puzzles)

    def grids(self, text: str, blank: int) -> Any:
        lines = _split_arrow(text)
        return lines.cast(self.puzzles.type if _is_arrow_text(self.puzzles) else sys.modules["pyarrow"].string())

    def answers(self, answers: List[Any]) -> Any:
        return sys.modules["pyarrow"].array(answers)


def _is(puzzles: Any, module: str, *names: str) -> bool:
    """Return whether this is an object of one of these classes of a module that the program has imported."""
    found = sys.modules.get(module)
    return any(isinstance(puzzles, getattr(found, name, ())) for name in names)


def column(puzzles: Any, box: Any = None) -> Column:
    """Return the puzzles of a call in the form in which they were passed. The size of a box tells grids from lists."""
    if isinstance(puzzles, str):
        return _One(puzzles)
    if isinstance(puzzles, (list, tuple)):
        return Column(puzzles)
    forms: List[Tuple[Type[Column], bool]] = [
        (_Pandas, _is(puzzles, "pandas", "Series")),
        (_Polars, _is(puzzles, "polars", "Series")),
        (_Arrow, _is(puzzles, "pyarrow", "Array", "ChunkedArray")),
    ]
    for form, fits in forms:
        if fits:
            return form(puzzles)
    if _is(puzzles, "numpy", "ndarray"):
        if puzzles.dtype.kind in "iu":
            return _Digits(puzzles, box)
        if puzzles.dtype.kind in "UOT":
            return _Texts(puzzles)
        raise ValueError(f"expected an array of whole numbers or of strings, found one of {puzzles.dtype}")
    if _is(puzzles, "pandas", "DataFrame") or _is(puzzles, "polars", "DataFrame", "LazyFrame", "Expr"):
        raise TypeError(f"expected a column of puzzles, found a {type(puzzles).__name__}")
    try:
        return Column(list(puzzles))
    except TypeError:
        raise TypeError(f"expected a puzzle, or a column or list of them, found {puzzles!r}") from None


Answers = TypeVar("Answers")

#: The number of puzzles of a call if some of them may have no answer: what one without an answer costs is at most that of
#: the puzzles before it, once more.
_AT_ONCE = 1000

#: How an error names the puzzle that has no answer.
_PUZZLE = re.compile(r"puzzle (\d+): ")


def nullable(form: str) -> Callable[[Callable[..., Answers]], Callable[..., Answers]]:
    """Give a function of puzzles the argument `errors`. Its answers are ``grids``, ``answers`` or rows of a ``table``."""

    def decorate(function: Callable[..., Answers]) -> Callable[..., Answers]:
        @wraps(function)
        def ask(puzzles: Any, *arguments: Any, errors: str = "raise", **settings: Any) -> Any:
            if errors == "raise":
                return function(puzzles, *arguments, **settings)
            if errors != "null":
                raise ValueError(f"errors: expected 'raise' or 'null', found {errors!r}")
            asked = column(puzzles, settings.get("box"))
            if isinstance(asked, _Digits):
                raise ValueError("errors: expected puzzles as text with 'null', found numbers, which have no null")

            def answers(texts: List[str], timeout: Optional[float]) -> List[Any]:
                # Limits of the whole call hold for its parts.
                own = settings if timeout is None else {**settings, "timeout": timeout}
                found: Any = function(texts, *arguments, **own)
                return list(zip(*found)) if form == "answer" else list(found)

            found = _nulled(asked.texts(), answers, settings.get("timeout"))
            if form == "answer":
                solutions, numbers = zip(*(one or (None, None) for one in found)) if found else ((), ())
                kind: Any = type(function([]))
                return kind(asked.answers(list(solutions)), asked.answers(list(numbers)))
            fields = next((getattr(answer, "_fields", None) for answer in found if answer is not None), None)
            if form == "table" and fields is not None:
                return asked.table(found, fields)
            is_text = all(answer is None or type(answer) is str for answer in found)
            if form == "grids" and is_text and not asked.is_one:
                return asked.grids("".join(f"{answer or ''}\0" for answer in found), 0)
            return asked.answers(found)

        return ask

    return decorate


def _nulled(
    texts: List[Any], answers: Callable[[List[str], Optional[float]], List[Any]], timeout: Optional[float]
) -> List[Any]:
    """Return the answers for texts, None for those that are null or cannot be answered."""
    found: List[Any] = [None] * len(texts)
    present = [place for place, text in enumerate(texts) if not _is_null(text)]
    begun = time.monotonic()
    while present:
        part = present[:_AT_ONCE]
        try:
            values = answers([texts[place] for place in part], left(timeout, begun))
        except ValueError as error:
            named = _PUZZLE.match(str(error))
            if named is None:
                raise
            part, rest = part[: int(named[1])], present[int(named[1]) + 1 :]
            values = answers([texts[place] for place in part], left(timeout, begun)) if part else []
        else:
            rest = present[len(part) :]
        for place, value in zip(part, values):
            found[place] = value
        present = rest
    return found


def _is_null(text: Any) -> bool:
    """Return whether this is a missing value: None, the number that is not a number, or one of pandas."""
    return text is None or isinstance(text, float) and text != text or type(text).__name__ in ("NAType", "NaTType")


__all__ = ["Column", "column", "nullable"]
