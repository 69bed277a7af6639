"""Progress on standard error, in the forms of `dlx --progress`."""

from __future__ import annotations

import json
import sys
import time
from typing import Callable

from ._run import Progress

#: The forms by name; `auto` is a line in place on a terminal and nothing elsewhere.
FORMS = ("auto", "always", "never", "json")


def shower(form: str) -> Callable[[Progress], None]:
    """Return a function that shows progress: in place on a terminal, otherwise a line every ten seconds, or with
    `json` an object a line each second."""
    is_terminal = sys.stderr.isatty()
    if form == "never" or (form == "auto" and not is_terminal):
        return lambda progress: None
    is_json = form == "json"
    every = 1.0 if is_json else 0.25 if is_terminal else 10.0
    shown = time.monotonic()

    def show(progress: Progress) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - shown < every:
            return
        shown = now
        if is_json:
            print(_object(progress), file=sys.stderr, flush=True)
        elif is_terminal:
            # Erases what a longer line before it left.
            print(f"\r{_words(progress)}\x1b[K", end="", file=sys.stderr, flush=True)
        else:
            print(_words(progress), file=sys.stderr, flush=True)

    return show


def _object(progress: Progress) -> str:
    fields = {
        "schema": 1,
        "event": "progress",
        "seconds": progress.elapsed,
        "fraction": progress.fraction,
        "seconds_left": progress.remaining,
        "solutions": progress.covers,
        "tasks": progress.done,
        "tasks_left": progress.left,
    }
    return json.dumps(fields, separators=(",", ":"))


def _words(progress: Progress) -> str:
    left = "" if progress.remaining is None else f", about {_duration(progress.remaining)} left"
    return (
        f"progress: {progress.fraction:.2%} {progress.covers:,} found, "
        f"{progress.done:,} of {progress.done + progress.left:,} tasks{left}"
    ).replace("%", " %")


def _duration(seconds: float) -> str:
    for unit, name in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * unit:
            return f"{seconds / unit:.0f} {name}"
    return f"{seconds:.0f} seconds"
