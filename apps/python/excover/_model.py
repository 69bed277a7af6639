"""Problems before they are built: options with labels, costs and payloads, from iterables and from matrices."""

from __future__ import annotations

from collections.abc import Set
from itertools import chain
from typing import Any, Dict, Hashable, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from ._arguments import Number, decimal, plain_number, whole
from ._excover import ProblemCore, Uses
from ._objects import Names, Objects, unknown_item

#: How often a primary item is covered: a number, or the smallest and the largest one, None for no limit.
Bound = Union[int, Tuple[Optional[int], Optional[int]]]

#: A number of an item, the name of its color, and its weight.
_Use = Tuple[int, Optional[str], int]


class Option(NamedTuple):
    """An option with a label, a cost and a payload.

    >>> from excover import Problem
    >>> Problem(options=[Option("ab", label="both"), Option("a", label="one"), Option("b", label="two")]).first()
    ['both']
    """

    #: What it covers, as in `Problem`.
    items: Iterable[Any]
    #: A hashable object that names the option in covers and messages; None for its number.
    label: Optional[Hashable] = None
    cost: Number = 0
    #: Any object, which `Problem.payload` returns.
    payload: Any = None


class Draft:
    """The contents of a problem as they were given. `build` makes the problem."""

    def __init__(
        self, primary: Optional[Iterable[Hashable]], secondary: Iterable[Hashable], bounds: Optional[Mapping[Any, Bound]]
    ) -> None:
        #: None if the primary items are those that the options mention.
        self.primary = None if primary is None else items_of(primary, "primary")
        self.secondary = items_of(secondary, "secondary")
        if bounds is not None and not isinstance(bounds, Mapping):
            raise TypeError(f"bounds: expected a mapping of items to bounds, found {bounds!r}")
        self.bounds = {item: bound_of(item, bound) for item, bound in (bounds or {}).items()}
        self.contents: List[Sequence[Any]] = []
        #: A label, a cost or a payload for each option, or an empty list if no option has one.
        self.labels: List[Hashable] = []
        self.costs: List[Union[int, str]] = []
        self.payloads: List[Any] = []
        #: The same labels.
        self._known: Dict[Hashable, int] = {}

    def extend(self, options: Any) -> None:
        """Add options: an iterable of their contents, or a mapping of labels to contents."""
        if isinstance(options, Mapping):
            for label, option in options.items():
                if isinstance(option, Option):
                    if option.label is not None:
                        raise ValueError(f"option {label!r}: expected one label, found {option.label!r} too")
                    self.add(option.items, label, option.cost, option.payload)
                else:
                    self.add(option, label)
            return
        contents = self.contents
        if type(options) is list and _USUAL.issuperset(map(type, options)):
            contents.extend(options)
            options = ()
        for option in iterable(options, "options", "an iterable of options, or a mapping of labels to options"):
            if type(option) in _USUAL:
                contents.append(option)
            elif isinstance(option, Option):
                self.add(option.items, option.label, option.cost, option.payload)
            else:
                contents.append(contents_of(option, f"option {len(contents)}"))
        for values, blank in ((self.costs, 0), (self.payloads, None)):
            if values:
                pad(values, len(contents), blank)
        if self.labels:
            self._number_to(len(contents))

    def add(self, items: Iterable[Any], label: Optional[Hashable] = None, cost: Number = 0, payload: Any = None) -> int:
        """Add an option and return its number."""
        number = len(self.contents)
        place = f"option {number if label is None else repr(label)}"
        contents = contents_of(items, place)
        price = decimal(cost, f"cost of {place}")
        if label is not None:
            self._number_to(number)
            self._name(number, label)
        elif self.labels:
            self._number_to(number + 1)
        # A list of the caller may change.
        self.contents.append(contents if isinstance(contents, str) else tuple(contents))
        if price or self.costs:
            pad(self.costs, number, 0)
            self.costs.append(price)
        if payload is not None or self.payloads:
            pad(self.payloads, number, None)
            self.payloads.append(payload)
        return number

    def name_all(self, labels: Any) -> None:
        """Give all options labels."""
        if self.labels:
            raise ValueError("labels: expected none, as options have labels of their own, found some")
        if isinstance(labels, (Mapping, Set, str)):
            raise TypeError(f"labels: expected a sequence, one for each option, found a {type(labels).__name__}")
        found = list(iterable(labels, "labels", "a sequence, one for each option"))
        if len(found) != len(self.contents):
            raise ValueError(f"labels: expected {len(self.contents)}, one for each option, found {len(found)}")
        for number, label in enumerate(found):
            self._name(number, label)

    def price_all(self, costs: Any) -> None:
        """Give all options costs."""
        if self.costs:
            raise ValueError("costs: expected none, as options have costs of their own, found some")
        options = len(self.contents)
        if isinstance(costs, Set):
            raise TypeError(f"costs: expected a sequence or a mapping, found {type(costs).__name__}, which has no order")
        if isinstance(costs, Mapping):
            objects = Objects((), labels=self.labels or None)
            prices: List[Union[int, str]] = [0] * options
            for option, cost in costs.items():
                number = objects.option_number(option, "costs")
                if number >= options:
                    raise ValueError(f"costs: expected options from 0 to {options - 1}, found {option!r}")
                prices[number] = decimal(cost, f"cost of {objects.place(number)}")
            self.costs = prices
            return
        found = iterable(costs, "costs", "a sequence, one for each option, or a mapping")
        prices = [decimal(cost, f"cost of option {number}") for number, cost in enumerate(found)]
        if len(prices) != options:
            raise ValueError(f"expected {options} costs, one for each option, found {len(prices)}")
        self.costs = prices

    def _number_to(self, end: int) -> None:
        """Give the options before this number that have no label their numbers as labels."""
        for number in range(len(self.labels), end):
            self._name(number, number)

    def _name(self, number: int, label: Hashable) -> None:
        if hashed(label, f"label of option {number}") in self._known:
            raise ValueError(f"label {label!r}: expected one option with it, found options {self._known[label]} and {number}")
        self._known[label] = number
        self.labels.append(label)

    def place(self, number: int) -> str:
        """Return an option in words."""
        return f"option {self.labels[number]!r}" if self.labels else f"option {number}"

    def declared(self) -> List[Hashable]:
        """Return the primary items: those that were declared, or else all that the options mention."""
        if self.primary is not None:
            return self.primary
        known = dict.fromkeys(self.secondary)
        found = {item: None for item in self.bounds if item not in known}
        for entry in self._entries():
            # A pair of such an item and its color or its weight is none.
            is_use = isinstance(entry, tuple) and len(entry) == 2 and (entry[0] in known or entry[0] in self.bounds)
            if entry not in known and not is_use:
                found[entry] = None
        return list(found)

    def _entries(self) -> Iterable[Hashable]:
        """Return the hashable members of options, each once."""
        found: Dict[Hashable, None] = {}
        try:
            # In parts, between which Ctrl-C is noticed.
            for first in range(0, len(self.contents), _AT_ONCE):
                found.update(dict.fromkeys(chain.from_iterable(self.contents[first : first + _AT_ONCE])))
            return found
        except TypeError:
            pass
        for number, option in enumerate(self.contents):
            for entry in option:
                try:
                    found[entry] = None
                except TypeError:
                    # A pair may have a color that is not hashable, which is an error where it is read.
                    if not isinstance(entry, tuple) or len(entry) != 2 or not _is_hashable(entry[0]):
                        raise TypeError(f"{self.place(number)}: expected a hashable item, found {entry!r}") from None
        return found

    def index(self, first: List[Hashable]) -> Dict[Hashable, int]:
        """Return the numbers of the items, of which these are the primary ones."""
        items = first + self.secondary
        index = {item: number for number, item in enumerate(items)}
        if len(index) < len(items):
            twice = next(item for number, item in enumerate(items) if index[item] != number)
            raise ValueError(f"item {twice!r} is declared twice")
        return index

    def build(self) -> Tuple[ProblemCore, Objects]:
        """Return the problem, and the objects of its items, colors and labels."""
        first = self.declared()
        index = self.index(first)
        ranges: List[Optional[Tuple[int, Optional[int]]]] = [None] * len(first)
        for item, bound in self.bounds.items():
            number = index.get(item)
            if number is None:
                raise unknown_item("bounds", item, index)
            if number >= len(first):
                hint = "a primary item with bounds such as (0, 3) may be covered several times and need not be"
                raise ValueError(f"item {item!r}: bounds on a secondary item; {hint}")
            ranges[number] = bound
        names = Names()
        item_names = [names.of(item) for item in index]
        colors = Names(names)
        contents, primary = self.contents, len(first)
        uses = Uses(
            contents, index, lambda number: [self._use(entry, index, primary, colors, number) for entry in contents[number]]
        )
        objects = Objects(
            list(index),
            index=index,
            colors=colors.things,
            invented={**names.invented, **colors.invented},
            labels=self.labels or None,
            payloads=self.payloads or None,
        )
        with objects.in_errors():
            return ProblemCore(item_names, primary, ranges, uses, self.costs), objects

    def _use(
        self, entry: Any, index: Mapping[Hashable, int], primary: int, colors: Optional[Names], option: int
    ) -> _Use:
        """Return the number of an item, the name of its color, and its weight. A pair that is itself an item has neither."""
        number = _get(index, entry)
        if number is not None:
            return number, None, 1
        place = self.place(option)
        if isinstance(entry, tuple) and len(entry) == 2:
            number = _get(index, entry[0])
            if number is not None:
                if number < primary and plain_number(entry[1]) is not None:
                    weight = whole(entry[1], f"{place}: weight of {entry[0]!r}", least=1, most=2**32 - 1)
                    return number, None, weight
                color = hashed(entry[1], f"{place}: color of {entry[0]!r}")
                return number, "" if colors is None else colors.of(color), 1
            # Where items are pairs, this is one of them with an error.
            if not any(isinstance(item, tuple) for item in index):
                entry = entry[0]
        hint = _OF_LETTERS if isinstance(self.contents[option], str) else ""
        if not _is_hashable(entry):
            raise TypeError(f"{place}: expected a hashable item, found {entry!r}")
        raise unknown_item(place, entry, index, hint)

    def check_last(self) -> None:
        """Check that the last option has items that the problem has, each once."""
        number = len(self.contents) - 1
        first = self.declared()
        index = self.index(first)
        uses = [self._use(entry, index, len(first), None, number) for entry in self.contents[number]]
        if not uses:
            raise ValueError(f"{self.place(number)}: expected at least one item, found none")
        seen = set()
        for (item, _, _), entry in zip(uses, self.contents[number]):
            if item in seen:
                raise ValueError(f"{self.place(number)}: item {list(index)[item]!r} twice")
            seen.add(item)

    def remove_last(self) -> None:
        """Remove the last option."""
        self.contents.pop()
        for values in (self.labels, self.costs, self.payloads):
            if len(values) > len(self.contents):
                last = values.pop()
                if values is self.labels:
                    del self._known[last]


#: The types of most options, which need no further check.
_USUAL = frozenset((list, tuple, str))

#: Number of options whose members are collected at once.
_AT_ONCE = 1 << 14

#: A hint where an option is a string.
_OF_LETTERS = "; the items of an option that is a str are its letters"


def _get(index: Mapping[Hashable, int], item: Any) -> Optional[int]:
    """Return the number of an item, None if it is not one."""
    try:
        return index.get(item)
    except TypeError:
        return None


def _is_hashable(thing: Any) -> bool:
    try:
        hash(thing)
    except TypeError:
        return False
    return True


def hashed(thing: Any, place: str) -> Hashable:
    """Return an object that is hashable."""
    if not _is_hashable(thing):
        raise TypeError(f"{place}: expected a hashable object, found {thing!r}")
    found: Hashable = thing
    return found


def pad(values: List[Any], length: int, blank: Any) -> None:
    """Extend a list to a length."""
    values.extend([blank] * (length - len(values)))


def iterable(things: Any, name: str, expected: str) -> Iterable[Any]:
    """Return an iterable, or raise an exception that says what it should be."""
    try:
        found: Iterable[Any] = iter(things)
        return found
    except TypeError:
        raise TypeError(f"{name}: expected {expected}, found {things!r}") from None


def items_of(items: Any, name: str) -> List[Hashable]:
    """Return declared items."""
    if isinstance(items, Mapping):
        hint = "a mapping of labels to options is the argument options=, one of items to bounds is bounds="
        raise TypeError(f"{name}: expected an iterable of items, found a {type(items).__name__}; {hint}")
    found = list(iterable(items, name, "an iterable of items"))
    for item in found:
        hashed(item, name)
    return found


def contents_of(option: Any, place: str) -> Sequence[Any]:
    """Return the contents of an option."""
    if isinstance(option, (str, tuple, list)):
        return option
    if isinstance(option, Mapping):
        expected = "an iterable of items, and of pairs of an item and its color or weight"
        raise TypeError(f"{place}: expected {expected}, found a {type(option).__name__}")
    return list(iterable(option, place, "an iterable of items"))


def bound_of(item: Any, bound: Any) -> Tuple[int, Optional[int]]:
    """Return the smallest and the largest number of times that an item is covered."""
    place, most = f"bounds of {item!r}", 2**32 - 1
    if plain_number(bound) is not None:
        number = whole(bound, place, most=most)
        return number, number
    if not isinstance(bound, (tuple, list)) or len(bound) != 2:
        raise TypeError(f"{place}: expected a number, or the smallest and the largest one, found {bound!r}")
    low, high = bound
    return 0 if low is None else whole(low, place, most=most), None if high is None else whole(high, place, most=most)


class Matrix(NamedTuple):
    """A matrix of which each entry is true or false."""

    #: A numpy array of bool, or the numbers of the columns of each row.
    entries: Any
    columns: int
    #: The names of the columns and the labels of the rows, if the matrix has any.
    items: Optional[List[Hashable]]
    labels: Optional[List[Hashable]]


def matrix_of(matrix: Any) -> Matrix:
    """Return a matrix with the names that it has.

    Raises
    ------
    ValueError
        If it does not have two dimensions, an entry is none of 0, 1, False and True, or two names are the same.
    """
    items = list(matrix.columns) if hasattr(matrix, "columns") else None
    rows = getattr(matrix, "index", None)
    labels: Optional[List[Hashable]] = None
    # The index of a data frame of pandas; one that only counts the rows is not a name.
    if items is not None and rows is not None and hasattr(rows, "tolist") and type(rows).__name__ != "RangeIndex":
        labels = list(rows.tolist())
    for names, name in ((items, "columns"), (labels, "index")):
        for place, one in enumerate(names or ()):
            hashed(one, f"{name}, number {place}")
        if names is not None and len(set(names)) < len(names):
            raise ValueError(f"{name}: expected names that differ, found one twice")
    if hasattr(matrix, "tocsr") and hasattr(matrix, "nnz"):
        return Matrix(_sparse_rows(matrix), matrix.shape[1], None, None)
    array = covered(matrix, items)
    return Matrix(array, array.shape[1], items, labels)


def _sparse_rows(matrix: Any) -> List[List[int]]:
    """Return the numbers of the columns of each row of a sparse matrix of scipy."""
    if len(matrix.shape) != 2:
        raise ValueError(f"expected an array of 2 dimensions, options and items, found {len(matrix.shape)}")
    compressed = matrix.tocsr(copy=True)
    compressed.sum_duplicates()
    compressed.eliminate_zeros()
    wrong = (compressed.data != 1).nonzero()[0]
    if len(wrong):
        place = int(wrong[0])
        row = int((compressed.indptr <= place).sum()) - 1
        column, entry = int(compressed.indices[place]), compressed.data[place].item()
        raise ValueError(f"row {row}, column {column}: expected 0, 1, False or True, found {entry!r}")
    columns, ends = compressed.indices.tolist(), compressed.indptr.tolist()
    return [columns[start:end] for start, end in zip(ends, ends[1:])]


def covered(matrix: Any, names: Optional[Sequence[Hashable]] = None) -> Any:
    """Return a matrix of bool, of which each entry is 0, 1, False or True. The names of its columns are for errors.

    Raises
    ------
    ValueError
        If it does not have two dimensions, or has another entry.
    """
    import numpy

    try:
        array = numpy.asarray(matrix)
        if array.dtype.kind in "SU" and not isinstance(matrix, numpy.ndarray):
            # Numbers beside text, which numpy would turn into text.
            array = numpy.asarray(matrix, dtype=object)
    except (TypeError, ValueError):
        raise ValueError("expected an array of 2 dimensions, options and items, found rows of different lengths") from None
    if array.ndim != 2:
        raise ValueError(f"expected an array of 2 dimensions, options and items, found {array.ndim}")
    if array.dtype == numpy.bool_:
        return array
    if array.dtype.kind in "iuf":
        is_covered = array == 1
        is_known = is_covered | (array == 0)
    else:
        is_covered = numpy.frompyfunc(lambda entry: _is(entry, 1), 1, 1)(array).astype(numpy.bool_)
        is_known = is_covered | numpy.frompyfunc(lambda entry: _is(entry, 0), 1, 1)(array).astype(numpy.bool_)
    if not is_known.all():
        row, column = (int(place) for place in numpy.argwhere(~is_known)[0])
        entry = array[row, column]
        entry = entry.item() if isinstance(entry, numpy.generic) else entry
        name = column if names is None else repr(names[column])
        raise ValueError(f"row {row}, column {name}: expected 0, 1, False or True, found {entry!r}")
    return is_covered


def _is(entry: Any, number: int) -> bool:
    """Return whether an entry is this number. Missing values are not comparable."""
    try:
        return bool(entry == number)
    except (TypeError, ValueError):
        return False


__all__ = ["Bound", "Draft", "Matrix", "Option", "contents_of", "covered", "matrix_of"]
