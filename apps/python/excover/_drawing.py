"""Pictures of problems whose items have their places from functions."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from ._arguments import whole
from ._excover import ProblemCore
from ._objects import Names, Objects

#: Where an item is in a picture: its row and column, or its layer, row and column, from 0; None for no place.
Place = Optional[Sequence[int]]

#: Letters before the names of items with a place and of items with a symbol. Other names begin with another one.
_PLACED, _SYMBOL, _OTHER = "@", "$", "="


def drawn_problem(
    core: ProblemCore,
    objects: Objects,
    place: Callable[[Any], Place],
    symbol: Optional[Callable[[Any], Any]],
) -> Tuple[ProblemCore, str]:
    """Return the problem with names that say where its items are, and the geometry that reads them."""
    names = Names()
    places: List[Tuple[int, ...]] = []
    renamed: List[str] = []
    #: The items that have a place or a symbol already.
    met: Dict[Tuple[Any, ...], int] = {}
    for number, item in enumerate(objects.items):
        where = _called(place, item, "place")
        if where is not None:
            cell = _cell(where, item)
            places.append(cell)
            twice = met[cell] = met.get(cell, -1) + 1
            renamed.append(f"{_PLACED}{','.join(map(str, cell))},{twice}")
            continue
        text = None if symbol is None else _called(symbol, item, "symbol")
        if text is None:
            renamed.append(names.of(_name(item)))
        else:
            shown = _name(str(text))
            twice = met[(shown,)] = met.get((shown,), -1) + 1
            renamed.append(f"{_SYMBOL}{twice},{shown}")
    if not places:
        raise ValueError("place: expected a place for at least one item, found none")
    layers, rows, columns = (max(cell[axis] for cell in places) + 1 for axis in range(3))
    size = f"{rows}x{columns}" if layers == 1 else f"{layers}x{rows}x{columns}"
    picture = "packing" if symbol is None else "table"
    symbols = "" if symbol is None else f" symbol={_SYMBOL}<any>,<symbol>"
    geometry = f"1 {picture} {size} cell={_PLACED}<layer>,<row>,<column>,<any>{symbols}"
    return core.renamed(renamed), geometry


def _called(function: Callable[[Any], Any], item: Any, name: str) -> Any:
    if not callable(function):
        raise TypeError(f"{name}: expected a function of an item, found {function!r}")
    return function(item)


def _cell(where: Any, item: Any) -> Tuple[int, ...]:
    """Return the layer, the row and the column of a place."""
    if isinstance(where, str) or not hasattr(where, "__len__") or len(where) not in (2, 3):
        expected = "a row and a column, a layer, a row and a column, or None"
        raise ValueError(f"place of {item!r}: expected {expected}, found {where!r}")
    cell = tuple(whole(axis, f"place of {item!r}", most=10_000) for axis in where)
    return cell if len(cell) == 3 else (0, *cell)


def _name(item: Any) -> str:
    """Return text for an item that is no name of one with a place or a symbol."""
    text = str(item)
    return f"{_OTHER}{text}" if text[:1] in (_PLACED, _SYMBOL) else text


__all__ = ["Place", "drawn_problem"]
