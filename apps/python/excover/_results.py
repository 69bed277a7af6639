"""Types of results that problems and puzzles share."""

from __future__ import annotations

import re
from typing import List, NamedTuple, TypeVar

from ._excover import NodeLimitError


class Count(NamedTuple):
    """A count that a limit may have stopped: what a function returns with ``partial=True``."""

    #: The number found.
    value: int
    #: True if it is the exact number, false if there may be more.
    exact: bool


class Svg(str):
    """A picture: the text of an SVG file, which notebooks show.

    >>> Svg('<svg><title id="title">A</title></svg>')._repr_svg_()
    '<svg id="s5f4a96e9"><title id="s5f4a96e9-title">A</title></svg>'
    """

    def _repr_svg_(self) -> str:
        """Return the picture for a page that has others, with names and styles of its own."""
        return _apart(self)


def _apart(svg: str) -> str:
    """Return a picture of which no name and no style holds for another one on the same page."""
    # Here, because importing it takes time that a program without pictures does not need.
    from hashlib import sha256

    own = f"s{sha256(svg.encode()).hexdigest()[:8]}"
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{own}-\1"', svg)
    svg = re.sub(r"url\(#", f"url(#{own}-", svg)
    svg = re.sub(r'href="#', f'href="#{own}-', svg)
    svg = re.sub(
        r'aria-labelledby="([^"]+)"',
        lambda found: f'aria-labelledby="{" ".join(f"{own}-{name}" for name in found[1].split())}"',
        svg,
    )
    svg = re.sub(r"<style>(.*?)</style>", lambda found: f"<style>{_scoped(found[1], own)}</style>", svg, flags=re.DOTALL)
    return svg.replace("<svg", f'<svg id="{own}"', 1)


def _scoped(style: str, own: str) -> str:
    """Return rules that hold only below the element with this name."""

    def prefixed(found: re.Match[str]) -> str:
        if found[1].lstrip().startswith("@"):
            return found[0]
        selectors = [selector.strip() for selector in found[1].split(",")]
        roots = ("svg", ":root")
        return ",".join(f"#{own}" if one in roots else f"#{own} {one}" for one in selectors) + "{"

    return re.sub(r"([^{}]+)\{", prefixed, style)


T = TypeVar("T")


class Gallery(List[T]):
    """A list of pictures, which notebooks show side by side."""

    def _repr_html_(self) -> str:
        """Return the first pictures of the list."""
        shown = [picture._repr_svg_() for picture in self[:_PICTURES] if hasattr(picture, "_repr_svg_")]
        more = f"<p>… ({len(self)})</p>" if len(self) > _PICTURES else ""
        boxes = "".join(f'<div style="width: 240px">{_fitted(svg)}</div>' for svg in shown)
        return f'<div style="display: flex; flex-wrap: wrap; gap: 12px">{boxes}</div>{more}'


#: The number of pictures that a notebook shows of a list.
_PICTURES = 24


def _fitted(svg: str) -> str:
    """Return a picture that is as wide as its place."""
    head, end, rest = svg.partition(">")
    return re.sub(r' (width|height)="[^"]*"', "", head) + ' width="100%"' + end + rest


__all__ = ["Count", "Gallery", "NodeLimitError", "Svg"]
