"""Ctrl-C reaches the caller as KeyboardInterrupt from every function that can run long, whenever it comes."""

import gc
import random
import signal
import time

import pytest

import excover
from excover import sudoku
from test_problem import hard

#: How often each call is interrupted, after a random time in seconds.
MOMENTS, LONGEST = 20, 0.03

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TEN = "502600300000008010000200068240000009007000130600000800056010000900000601070009042"
HARD = "000000000000000012003045000000000036000000400570008000000100000000900020706000500"
ONE_CLUE = "1" + "." * 80


def mutilated(side):
    """Return dominoes on a board without two opposite corners, which cannot cover it."""
    cells = [(r, c) for r in range(side) for c in range(side) if (r, c) not in ((0, 0), (side - 1, side - 1))]
    pairs = [[(r, c), (r + 1, c)] for r, c in cells] + [[(r, c), (r, c + 1)] for r, c in cells]
    return excover.Problem(cells, options=[pair for pair in pairs if pair[1] in cells])


def exhausted(iterator):
    for _ in iterator:
        pass


QUEENS, IMPOSSIBLE, LARGE = hard(), mutilated(14), mutilated(60)
DIAGRAM = excover.Problem(["a", "b"], options=[["a"], ["b"], ["a", "b"]]).compile()

#: Calls with a number of threads.
THREADED = {
    "count": lambda threads: QUEENS.count(threads=threads),
    "count partial": lambda threads: QUEENS.count(threads=threads, partial=True),
    "count up to symmetry": lambda threads: QUEENS.count(up_to_symmetry=True, threads=threads),
    "count up to symmetry partial": lambda threads: QUEENS.symmetries().count(threads=threads, partial=True),
    "compile": lambda threads: QUEENS.compile(threads=threads),
    "first": lambda threads: LARGE.first(threads=threads),
    "sample": lambda threads: QUEENS.sample(threads=threads),
    "solutions": lambda threads: exhausted(QUEENS.solutions(threads=threads)),
    "representatives": lambda threads: exhausted(QUEENS.symmetries().representatives(threads=threads)),
    "sudoku.solve": lambda threads: sudoku.solve([HARD] * 2000, threads=threads),
    "sudoku.check": lambda threads: sudoku.check([HARD] * 2000, threads=threads),
    "sudoku.count": lambda threads: sudoku.count(ONE_CLUE, threads=threads),
    "sudoku.count partial": lambda threads: sudoku.count([ONE_CLUE] * 3, threads=threads, partial=True),
    "sudoku.rate": lambda threads: sudoku.rate([HARD] * 50, threads=threads),
    "sudoku.explain": lambda threads: sudoku.explain([HARD] * 50, threads=threads),
    "sudoku.steps": lambda threads: sudoku.steps([HARD] * 50, threads=threads),
    "sudoku.why_not": lambda threads: sudoku.why_not([HARD] * 50, "r1c1", 4, threads=threads),
    "sudoku.minimize": lambda threads: sudoku.minimize([EASY] * 500, threads=threads),
    "sudoku.canon": lambda threads: sudoku.canon([TEN] * 500, threads=threads),
    "sudoku.generate": lambda threads: sudoku.generate(2000, threads=threads),
}
#: Calls that use one thread.
ALONE = {
    "first by rule": lambda: IMPOSSIBLE.first(rule="fewest"),
    "why": IMPOSSIBLE.why,
    "best": lambda: QUEENS.best(100_000),
    "symmetries": QUEENS.symmetries,
    "diagram.sample": lambda: DIAGRAM.sample(10**9),
    "sudoku.solutions": lambda: exhausted(sudoku.solutions(ONE_CLUE)),
    "sudoku.sample": lambda: sudoku.sample(ONE_CLUE),
    "sudoku.why": lambda: sudoku.why([ONE_CLUE] * 100),
}
CALLS = [
    (f"{name}, {threads} threads", lambda call=call, threads=threads: call(threads))
    for name, call in THREADED.items()
    for threads in (1, 2, 4)
]
CALLS += list(ALONE.items())


@pytest.mark.parametrize("call", [call for _, call in CALLS], ids=[name for name, _ in CALLS])
def test_an_interrupt_is_never_lost(call):
    # The timer has the handler of Ctrl-C, which is another signal.
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    draw = random.Random(45)
    # Python drops an interrupt within a callback of its garbage collector.
    gc.collect()
    gc.disable()
    try:
        for _ in range(MOMENTS):
            begun = time.monotonic()
            with pytest.raises(KeyboardInterrupt):
                # The signal may come at once.
                signal.setitimer(signal.ITIMER_REAL, draw.uniform(0.001, LONGEST))
                # Some calls end before the signal comes.
                while time.monotonic() < begun + 10:
                    call()
            assert time.monotonic() < begun + 5
    finally:
        gc.enable()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
