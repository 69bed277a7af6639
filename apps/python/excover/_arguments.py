"""Checks of arguments, with errors that name the argument, and the limits of a call as the native module takes them."""

from __future__ import annotations

import operator
from decimal import Decimal
from math import isfinite
from numbers import Rational, Real
from typing import Any, Callable, Optional, Tuple, Union

#: The time in seconds, the memory in bytes, the nodes of each search, the number of threads, and a function that is told
#: how far the call is.
Limits = Tuple[Optional[float], Optional[int], Optional[int], int, Optional[Callable[..., object]]]

#: The largest number that the native module takes. Larger limits are the same as none.
LARGEST = 2**63 - 1


def whole(value: Any, name: str, least: int = 0, most: Optional[int] = LARGEST) -> int:
    """Return a whole number from `least` to `most`; None is no upper bound.

    Raises
    ------
    ValueError
        If it is not in this range.
    TypeError
        If it is not a whole number.
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: expected a whole number, found {value!r}") from None
    if number < least or most is not None and number > most:
        is_small = number < least and most in (None, LARGEST)
        numbers = f"{least} or more" if is_small else f"a number from {least} to {most}"
        raise ValueError(f"{name}: expected {numbers}, found {value!r}")
    return number


def plain_number(value: Any) -> Optional[int]:
    """Return a whole number, or None if it is something else."""
    try:
        return operator.index(value)
    except TypeError:
        return None


def fresh(seed: Optional[int]) -> int:
    """Return a seed, for None one that no call had before."""
    if seed is None:
        from secrets import randbits

        return randbits(64)
    return whole(seed, "seed", most=2**64 - 1)


#: A number that stands for a decimal number.
Number = Union[int, float, Decimal]


def decimal(value: Any, name: str) -> Union[int, str]:
    """Return a number as a whole number, or as the text of a decimal number.

    Raises
    ------
    ValueError
        If it is too large or not finite.
    TypeError
        If it is not a whole number, a `Decimal` or a number in floating point.
    """
    try:
        number = operator.index(value)
    except TypeError:
        if isinstance(value, Rational) or not isinstance(value, (Real, Decimal)):
            raise TypeError(f"{name}: expected an int, a float or a Decimal, found {value!r}") from None
        if not isfinite(value):
            raise ValueError(f"{name}: expected a finite number, found {value!r}") from None
        return str(value)
    if abs(number) >= 2**64:
        raise ValueError(f"{name}: expected a number that fits in 64 bits, found {value!r}")
    return number


def limits(
    timeout: Optional[float] = None,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    threads: int = 1,
    tell: Optional[Callable[..., object]] = None,
) -> Limits:
    """Return the limits of a call, and the function of `teller`."""
    if timeout is not None:
        try:
            timeout = float(timeout)
        except (TypeError, ValueError):
            raise TypeError(f"timeout: expected a number of seconds, found {timeout!r}") from None
        if not timeout >= 0:
            raise ValueError(f"timeout: expected seconds, 0 or more, found {timeout!r}")
        # More than that is the same as none.
        timeout = None if timeout > 1e9 else timeout

    threads = whole(threads, "threads", least=1)
    return timeout, bound(memory, "memory"), bound(nodes, "nodes"), threads, tell


def bound(value: Optional[int], name: str) -> Optional[int]:
    """Return a limit, which may exceed all numbers that the native module takes."""
    return None if value is None else min(whole(value, name, most=None), LARGEST)


__all__ = ["Limits", "Number", "bound", "decimal", "fresh", "limits", "plain_number", "whole"]
