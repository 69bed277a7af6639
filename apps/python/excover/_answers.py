"""What the questions about problems answer."""

from __future__ import annotations

import math
import time
from contextlib import contextmanager
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Callable, Hashable, Iterator, List, NamedTuple, Optional, Tuple, TypeVar, Union

from ._html import table, texts
from ._objects import Objects
from ._results import Count, NodeLimitError

if TYPE_CHECKING:
    from ._excover import Listing

#: A cover: the labels of its options, in the order of the options. An option without a label has its number, from 0, as
#: its label.
Cover = List[Any]


class Priced(NamedTuple):
    """A cover with its cost."""

    #: An `int` if all costs of the problem are whole numbers, and a `Decimal` otherwise.
    cost: Union[int, Decimal]
    cover: Cover


class Progress(NamedTuple):
    """How far a call is."""

    #: The share of the work that is done, from 0 to 1, as far as it is known: an estimate, which is 0 while nothing is known.
    fraction: float
    #: Nodes of the search.
    nodes: int
    #: Covers that the search has found; 0 where they are counted without being listed.
    found: int
    #: Seconds since the call.
    elapsed: float


class BestProgress(NamedTuple):
    """What a search for the cheapest covers knows at a moment."""

    #: The cost of the best cover found so far, `None` if none is found: an `int` or a `Decimal`, as in `Priced`.
    cost: Union[None, int, Decimal]
    #: The best cover found so far.
    cover: Optional[Cover]
    #: A cost below which there is no cover, and with ``maximize`` above which there is none; `None` if none is known.
    bound: Union[None, int, Decimal]
    #: Nodes of the search.
    nodes: int
    #: Seconds since the call.
    elapsed: float

    @property
    def gap(self) -> Optional[float]:
        """The difference of cost and bound as a share of the cost, `None` if one of them is not known."""
        if self.cost is None or self.bound is None:
            return None
        cost, limit = Decimal(self.cost), Decimal(self.bound)
        return float(abs(cost - limit) / abs(cost)) if cost else (math.inf if limit else 0.0)


class Representative(NamedTuple):
    """A cover that stands for its orbit: for all covers that symmetries map it to."""

    cover: Cover
    #: The number of covers of the orbit.
    orbit: int


class PricedOrbit(NamedTuple):
    """A cover that stands for its orbit, with its cost."""

    #: An `int` if all costs of the problem are whole numbers, and a `Decimal` otherwise.
    cost: Union[int, Decimal]
    cover: Cover
    #: The number of covers of the orbit.
    orbit: int


class Mean(NamedTuple):
    """An estimated number."""

    value: float
    #: The standard error of the estimate; infinite after fewer than two probes.
    error: float


class Estimate(NamedTuple):
    """The estimated size of a search."""

    #: The number of nodes of the search.
    nodes: Mean
    #: The number of covers. None if no probe reached one: then nothing is known about their number.
    covers: Optional[Mean]
    #: The number of random probes.
    probes: int


class Objective(NamedTuple):
    """What the format of a problem says about costs, beyond the cost of each option."""

    #: True if the cost is to be maximized.
    maximize: bool = False
    #: A number that the format adds to the cost of each cover.
    constant: Union[int, Decimal] = 0


T = TypeVar("T")


class Covers(Iterator[T]):
    """An iterator over covers, which a checkpoint can continue later. Made by `Problem.solutions`."""

    __slots__ = ("_listing", "_form")
    _listing: Listing
    _form: Optional[Callable[[List[int]], T]]

    def __init__(self) -> None:
        raise TypeError("iterators over covers are made by Problem.solutions")

    @classmethod
    def _over(cls, listing: Listing, form: Optional[Callable[[List[int]], T]]) -> Covers[T]:
        covers = cls.__new__(cls)
        covers._listing, covers._form = listing, form
        return covers

    def __iter__(self) -> Covers[T]:
        return self

    def __next__(self) -> T:
        cover: Any = next(self._listing)
        found: T = cover if self._form is None else self._form(cover)
        return found

    def checkpoint(self) -> str:
        """Return the position of the search as text, for the argument `resume` of `Problem.solutions`.

        A search that is continued from it finds the covers that this iterator has not returned, also in another process
        and with the command line. Only a search on one thread has a position.

        Examples
        --------
        >>> from excover import Problem
        >>> problem = Problem("a", options=["a", "a", "a"])
        >>> covers = problem.solutions()
        >>> next(covers)
        [0]
        >>> list(problem.solutions(resume=covers.checkpoint()))
        [[1], [2]]
        """
        return self._listing.checkpoint()


def teller(
    progress: Optional[Callable[[T], object]], known: Callable[..., T]
) -> Optional[Callable[..., object]]:
    """Return the function that the core calls, with the fields one by one of which `known` makes what is told."""
    if progress is None:
        return None
    if not callable(progress):
        raise TypeError(f"progress: expected a function, found {progress!r}")
    return lambda *fields: progress(known(*fields))


def best_teller(
    progress: Optional[Callable[[BestProgress], object]], objects: Objects
) -> Optional[Callable[..., object]]:
    """Return the function that a search for the cheapest covers calls."""

    def known(cost: Any, cover: Optional[List[int]], *fields: Any) -> BestProgress:
        return BestProgress(cost, None if cover is None else objects.cover(cover), *fields)

    return teller(progress, known)


@contextmanager
def covers_in_limits(answers: Callable[[List[Any]], List[Any]]) -> Iterator[None]:
    """Give the covers of an exception for a limit the form in which they would be returned."""
    try:
        yield
    except (TimeoutError, MemoryError, NodeLimitError) as error:
        if "covers" in vars(error):
            vars(error)["covers"] = answers(vars(error)["covers"])
        raise


class Reason(NamedTuple):
    """A reason why a problem has no cover: no choice of the options covers all of the items without a conflict."""

    #: Primary items that cannot be covered together.
    items: List[Hashable]
    #: The labels of the options that cover one of these items.
    options: List[Any]
    #: The labels of the forced options that cover one of these items or of the conflicts.
    given: List[Any]
    #: The other items that the options would cover too often.
    conflicts: List[Hashable]
    #: True if no item can be left out.
    minimal: bool
    #: The reason in words.
    text: str

    def __repr__(self) -> str:
        return f"<Reason: items {self.items!r}, conflicts {self.conflicts!r}>"

    def _repr_html_(self) -> str:
        """Return the reason as a table for notebooks."""
        rows = [
            ("items that cannot be covered together", texts(self.items)),
            ("options that cover them", texts(self.options)),
            ("forced options", texts(self.given)),
            ("conflicts", texts(self.conflicts)),
        ]
        return table("No cover" if self.minimal else "No cover (items may be left out)", (), [row for row in rows if row[1]])


class Finding(NamedTuple):
    """Something about a problem that is probably a mistake."""

    #: What was found, such as ``no_options``, ``totals``, ``repeated`` or ``misspelt``.
    kind: str
    #: The finding in words.
    text: str
    #: The items that it is about.
    items: List[Hashable]
    #: The labels of the options that it is about.
    options: List[Any]
    #: True if it proves that the problem has no cover.
    is_proof: bool


def left(timeout: Optional[float], begun: float) -> Optional[float]:
    """Return what is left of a time limit that began at this value of the monotonic clock."""
    return None if timeout is None else max(0.0, timeout - (time.monotonic() - begun))


def count_of(found: Tuple[int, bool], partial: bool) -> Union[int, Count]:
    """Return a count in the form that was asked for."""
    return Count(*found) if partial else found[0]


