"""Tests that the types are those that checkers see."""

import subprocess
import sys

import pytest

pytest.importorskip("mypy")

PROGRAM = '''
from decimal import Decimal
from typing import Any, Iterator, List, Optional, Union
from typing_extensions import assert_type
import excover
from excover import Count, sudoku

problem = excover.Problem("ab", options=["a", "b"])
assert_type(problem.count(), int)
assert_type(problem.count(partial=True), Count)
assert_type(problem.count(up_to_symmetry=True, threads=2, timeout=1.5), int)
assert_type(problem.solutions(rule="first"), excover.Covers[List[Any]])
assert_type(problem.solutions(as_="numbers"), excover.Covers[List[int]])
flag: bool = len(problem) > 1
assert_type(problem.count(partial=flag), Union[int, Count])
assert_type(problem.best()[0].cost, Union[int, Decimal])
problem.best(progress=lambda known: assert_type(known, excover.BestProgress))
problem.compile(progress=lambda known: assert_type(known, excover.Progress))
assert_type(problem.why(), Optional[excover.Reason])
assert_type(problem.draw([0]), excover.Svg)
assert_type(problem.draw([0], format="text"), str)
assert_type(problem.symmetries().count(partial=True), Count)
assert_type(sudoku.solve("."), Optional[sudoku.Grid])
assert_type(sudoku.solve(["."], threads=2), List[Optional[str]])
assert_type(sudoku.count("."), int)
assert_type(sudoku.count(["."], limit=3, partial=True), List[Count])
verdict: sudoku.Verdict = sudoku.check(".", rules=["x"])
assert_type(sudoku.rate(["."])[0].se, Optional[float])
assert_type(sudoku.explain(".", order="se")[0].placements[0].row, int)
assert_type(sudoku.why_not(".", (1, 2), 3), Optional[sudoku.WhyNot])
assert_type(sudoku.generate(level="hard"), List[sudoku.Grid])
sudoku.check(".", rule="x")
sudoku.explain(".", order="mine")
'''


def mypy(*arguments):
    done = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True)
    return done.stdout + done.stderr


def test_calls_have_the_types_that_are_declared(tmp_path):
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    found = mypy("mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(file))
    wrong = {int(line.split(":")[1]) for line in found.splitlines() if ": error:" in line}
    lines = PROGRAM.splitlines()
    assert [lines[number - 1] for number in sorted(wrong)] == lines[-2:], found


def test_the_stub_is_that_of_the_native_module(tmp_path):
    # The list of all names, which Rust adds.
    (tmp_path / "allowed").write_text("excover._excover.__all__\n")
    found = mypy("mypy.stubtest", "excover._excover", "--allowlist", str(tmp_path / "allowed"))
    assert "Success" in found, found
