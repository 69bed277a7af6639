"""Tables for notebooks."""

from __future__ import annotations

from itertools import islice
from typing import Any, Iterable, List, Sequence

#: The number of entries that a notebook shows of a long list.
SHOWN = 20


def escape(text: str) -> str:
    """Return text as HTML."""
    # Here, because importing it takes time that a program without notebooks does not need.
    from html import escape as escaped

    return escaped(text)


def table(caption: str, head: Sequence[Any], rows: Iterable[Sequence[Any]]) -> str:
    """Return a table. The first entry of a row is its heading; `Raw` entries are HTML themselves."""
    lines = [f"<caption>{escape(caption)}</caption>"]
    if head:
        lines.append(f"<tr>{''.join(map(_heading, head))}</tr>")
    for first, *rest in rows:
        lines.append(f"<tr>{_heading(first)}{''.join(map(_cell, rest))}</tr>")
    return f"<table>{''.join(lines)}</table>"


class Raw(str):
    """Text that is HTML."""


def texts(things: Sequence[Any]) -> str:
    """Return the objects of a list as text, of a long list the first ones."""
    shown: List[str] = [str(thing) for thing in islice(things, SHOWN)]
    more = [f"… ({len(things)})"] if len(things) > SHOWN else []
    return ", ".join(shown + more)


def _heading(entry: Any) -> str:
    return f'<th style="text-align: left">{_content(entry)}</th>'


def _cell(entry: Any) -> str:
    return f'<td style="text-align: left">{_content(entry)}</td>'


def _content(entry: Any) -> str:
    return entry if isinstance(entry, Raw) else escape(str(entry))


__all__ = ["SHOWN", "Raw", "escape", "table", "texts"]
