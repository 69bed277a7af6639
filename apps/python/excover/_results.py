"""Types of results that problems and puzzles share."""

from __future__ import annotations

from typing import NamedTuple

from ._excover import NodeLimitError


class Count(NamedTuple):
    """A count that a limit may have stopped: what a function returns with ``partial=True``."""

    #: The number found.
    value: int
    #: True if it is the exact number, false if there may be more.
    exact: bool


class Svg(str):
    """A picture: the text of an SVG file, which notebooks show.

    >>> picture = Svg("<svg/>")
    >>> picture._repr_svg_()
    '<svg/>'
    """

    def _repr_svg_(self) -> str:
        return str(self)


__all__ = ["Count", "NodeLimitError", "Svg"]
