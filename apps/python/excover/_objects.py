"""The user's objects of a problem, and the names and numbers that stand for them in the native module.

Items, colors and labels of options are any hashable objects. They are converted here, in both directions, but for the
items of options, which the native module looks up in the index (`Uses`).
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from itertools import islice
from typing import Any, Dict, Hashable, Iterable, Iterator, List, Mapping, Optional, Sequence

from ._arguments import plain_number

#: Number of items or labels that are compared with an unknown one.
_COMPARED = 10_000


class UnknownItemError(KeyError):
    """An option or a bound contains an item that the problem does not have."""

    def __str__(self) -> str:
        # A KeyError shows the repr of its message.
        return str(self.args[0])


def unknown_item(place: str, item: Any, items: Iterable[Hashable], hint: str = "") -> UnknownItemError:
    """Return the error for an item that is not one of these."""
    return UnknownItemError(f"{place}: unknown item {item!r}{suggestion(item, items)}{hint}")


def suggestion(thing: Any, others: Iterable[Any]) -> str:
    """Return a question for the object that is meant, or an empty string if none is similar."""
    # Imported here, as few programs ask for a name that is none.
    from difflib import get_close_matches

    near = get_close_matches(repr(thing), [repr(other) for other in islice(others, _COMPARED)], 1)
    return f"; did you mean {near[0]}?" if near else ""


class Names:
    """Unique names that are valid in Knuth's format."""

    __slots__ = ("names", "things", "invented", "_others")

    def __init__(self, others: Optional[Names] = None) -> None:
        self.names: Dict[Hashable, str] = {}
        self.things: Dict[str, Hashable] = {}
        #: The names that differ from the text of their thing, which is not valid.
        self.invented: Dict[str, Hashable] = {}
        self._others: Mapping[str, Hashable] = {} if others is None else others.things

    def of(self, thing: Hashable) -> str:
        """Return the name of an object: its text if that is a name, and otherwise one that is close to its `repr`."""
        name = self.names.get(thing)
        if name is None:
            name = str(thing)
            if not name.isprintable() or name in self.things or not name or not _FORBIDDEN.isdisjoint(name):
                name = self._invent(thing)
                self.invented[name] = thing
            self.names[thing] = name
            self.things[name] = thing
        return name

    def _invent(self, thing: Hashable) -> str:
        text = thing if isinstance(thing, str) else repr(thing).replace(", ", ",")
        base = "".join(_CLOSE.get(char, char if char.isprintable() else "?") for char in text) or "_"
        name, number = base, 1
        while name in self.things or name in self._others:
            number += 1
            name = f"{base}_{number}"
        return name


#: Characters that names in Knuth's format do not have, and what takes their place.
_CLOSE = {" ": "_", ":": ";", "|": "/"}
_FORBIDDEN = frozenset(_CLOSE)

#: Words of a message: names have no blanks and no colons. The library writes names between backticks.
_WORD = re.compile(r"[^\s:`]+")
#: An option in a message, and at the beginning of a line that lists what it covers.
_OPTION = re.compile(r"\b(option )(\d+)\b")
_LISTED = re.compile(r"^( +)(\d+)(?=: )", re.MULTILINE)


class Objects:
    """The items, colors and labels of a problem."""

    __slots__ = ("items", "index", "colors", "invented", "labels", "numbers", "payloads", "_is_numbered")

    def __init__(
        self,
        items: Sequence[Hashable],
        *,
        index: Optional[Mapping[Hashable, int]] = None,
        colors: Mapping[str, Hashable] = {},
        invented: Mapping[str, Hashable] = {},
        labels: Optional[Sequence[Hashable]] = None,
        payloads: Optional[Sequence[Any]] = None,
    ) -> None:
        self.items = items
        self.index: Mapping[Hashable, int] = (
            {item: number for number, item in enumerate(items)} if index is None else index
        )
        #: The colors by their names.
        self.colors = colors
        #: The objects of names that are not their text.
        self.invented = invented
        #: The label of each option, or None if the labels are the numbers.
        self.labels = labels
        #: The numbers of the options by their labels.
        self.numbers: Mapping[Hashable, int] = (
            {} if labels is None else {label: number for number, label in enumerate(labels)}
        )
        self.payloads = payloads
        # Where labels are numbers themselves, a number that is not one of them is a mistake.
        self._is_numbered = labels is not None and any(plain_number(label) is not None for label in labels)

    def label(self, number: int) -> Any:
        """Return the label of an option."""
        return number if self.labels is None else self.labels[number]

    def cover(self, numbers: List[int]) -> List[Any]:
        """Return options as their labels."""
        labels = self.labels
        return numbers if labels is None else [labels[number] for number in numbers]

    def option_numbers(self, options: Iterable[Any], name: str) -> List[int]:
        """Return the numbers of options, each given by its label or its number.

        Raises
        ------
        ValueError
            If there is no option with a label.
        TypeError
            If it is neither a label nor a number.
        """
        if isinstance(options, str) and options not in self.numbers or not isinstance(options, Iterable):
            raise TypeError(f"{name}: expected an iterable of options, found {options!r}")
        return [self.option_number(option, f"{name}, number {place}") for place, option in enumerate(options)]

    def option_number(self, option: Any, place: str) -> int:
        """Return the number of an option that is given by its label or its number."""
        if self.labels is not None:
            try:
                number = self.numbers.get(option)
            except TypeError:
                number = None
            if number is not None:
                return number
        number = plain_number(option)
        if self.labels is None:
            if number is None:
                raise TypeError(f"{place}: expected a whole number, the number of an option, found {option!r}")
            if number < 0:
                raise ValueError(f"{place}: expected 0 or more, found {option!r}")
            return number
        if number is None or not 0 <= number < len(self.labels) or self._is_numbered:
            raise ValueError(f"{place}: there is no such option, {option!r}{suggestion(option, self.labels)}")
        return number

    def place(self, number: int) -> str:
        """Return an option in words."""
        return f"option {self.label(number)!r}"

    def own(self, text: str) -> str:
        """Return a message with the `repr` of objects in the place of names and numbers that stand for them."""
        if self.invented:
            text = _WORD.sub(lambda word: self._own_word(word[0]), text)
        labels = self.labels
        if labels is not None:
            known = labels
            for pattern in (_OPTION, _LISTED):
                text = pattern.sub(
                    lambda found: f"{found[1]}{known[int(found[2])]!r}" if int(found[2]) < len(known) else found[0], text
                )
        return text

    def _own_word(self, word: str) -> str:
        for end in (len(word), len(word) - 1):
            if word[:end] in self.invented and (end == len(word) or word[end] in ",.;)"):
                return f"{self.invented[word[:end]]!r}{word[end:]}"
        return word

    @contextmanager
    def in_errors(self) -> Iterator[None]:
        """Give the messages of errors the user's objects."""
        try:
            yield
        except (ValueError, MemoryError) as error:
            error.args = tuple(self.own(text) if isinstance(text, str) else text for text in error.args)
            raise


__all__ = ["Names", "Objects", "UnknownItemError", "suggestion", "unknown_item"]
