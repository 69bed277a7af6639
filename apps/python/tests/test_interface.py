"""Tests of what the whole package keeps to: documentation, types, limits and pictures."""

import doctest
import importlib
import inspect
import pickle
import re
import subprocess
import sys
import time
from random import Random

import pytest

import excover
from conftest import text_of
from excover import cluster, compat, sudoku

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TEN = "502600300000008010000200068240000009007000130600000800056010000900000601070009042"
BLANK_25 = ",".join(["0"] * 625)
PLAIN = {"__init__", "__new__", "__repr__", "__str__"}


@pytest.mark.parametrize("name", ["", "._arguments", "._column", "._problem", "._results", "._tasks", ".compat", ".sudoku"])
def test_examples_of_the_documentation_hold(name):
    found = doctest.testmod(importlib.import_module(f"excover{name}"))
    assert found.failed == 0


def public():
    """Return all public functions and methods with their names."""
    for module in (excover, cluster, sudoku, compat):
        for name in getattr(module, "__all__", [name for name in vars(module) if not name.startswith("_")]):
            thing = getattr(module, name)
            if inspect.isfunction(thing) and thing.__module__.startswith("excover"):
                yield name, thing
            elif inspect.isclass(thing) and thing.__module__.startswith("excover"):
                for member, value in vars(thing).items():
                    value = getattr(value, "__func__", value)
                    if inspect.isfunction(value) and not member.startswith("_"):
                        yield f"{name}.{member}", value


@pytest.mark.parametrize("name, function", list(public()))
def test_functions_are_documented(name, function):
    text = inspect.getdoc(function)
    assert text and re.match(r"[A-Z].*\.", text), name
    parameters = [parameter for parameter in inspect.signature(function).parameters if parameter not in ("self", "cls")]
    if not parameters:
        return
    head, _, rest = text.partition("Parameters\n----------\n")
    assert rest, name
    listed = rest.split("\n\n")[0]
    for parameter in parameters:
        assert re.search(rf"^[\w, ]*\b{parameter}\b", listed, re.MULTILINE) or rest.count(parameter), (name, parameter)
    returned = inspect.signature(function).return_annotation
    assert returned in (None, "None") or "Returns\n-------" in text or "Return" in head, name


def test_native_objects_are_in_no_public_signature():
    for name, function in public():
        assert "Core" not in str(inspect.signature(function)), name
    for made in (excover.Diagram, excover.Symmetries):
        with pytest.raises(TypeError, match="are made by"):
            made()


def test_results_have_names_and_can_be_pickled():
    problem = excover.Problem("ab", "x", options=["a", "b", "ab", ["a", ("x", 1)]], costs=[1, 1, 3, 1])
    best = problem.best(2)
    assert best[0].cost == 2 and best[0].cover == [0, 1] and best[0] == (2, [0, 1])
    first = next(problem.symmetries().representatives())
    assert first.cover and first.orbit >= 1
    results = [best, first, sudoku.rate(CLASSIC), sudoku.explain(CLASSIC), sudoku.why(TEN)]
    results += [sudoku.automorphisms("." * 16), sudoku.why_not(CLASSIC, "r1c3", 9), sudoku.solve(CLASSIC)]
    for result in results:
        assert pickle.loads(pickle.dumps(result)) == result
    assert repr(sudoku.explain(CLASSIC)[0]) == "<Step: Naked Single: r5c5=5>"
    assert str(sudoku.explain(CLASSIC)[0].placements[0]) == "r5c5=5"


def test_counts_can_be_partial():
    problem = excover.Problem.from_text(text_of("queens8"))
    assert problem.count(partial=True) == (92, True)
    assert problem.count(limit=92, partial=True) == (92, True)
    assert problem.count(limit=91, partial=True) == (91, False) and problem.count(limit=91) == 91
    large = excover.Problem.from_text(text_of("pent6x10"))
    for limit in ({"nodes": 50}, {"timeout": 0}):
        found = large.count(partial=True, **limit)
        assert not found.exact and found.value < 9356
    with pytest.raises(excover.NodeLimitError, match="at least"):
        large.count(nodes=50)
    with pytest.raises(excover.NodeLimitError, match="at least"):
        list(large.solutions(nodes=50))
    assert problem.symmetries().count(limit=5, partial=True) == (5, False)
    assert problem.count(up_to_symmetry=True, partial=True) == (12, True)
    assert sudoku.count([TEN, CLASSIC], limit=10, partial=True) == [(10, True), (1, True)]
    assert sudoku.count(TEN, limit=9, partial=True) == (9, False)
    found = sudoku.count([CLASSIC] + [BLANK_25] * 3, partial=True, timeout=0.5)
    assert found[0] == (1, True) and [number.exact for number in found[1:]] == [False] * 3
    assert isinstance(found[3], excover.Count)


def test_limits_hold_for_each_puzzle():
    with pytest.raises(excover.NodeLimitError, match="1 puzzles are done"):
        sudoku.check([CLASSIC, BLANK_25], nodes=3)
    assert issubclass(excover.NodeLimitError, RuntimeError)
    begun = time.monotonic()
    for ask in (sudoku.check, sudoku.answer, sudoku.rate, sudoku.why, sudoku.count):
        with pytest.raises(TimeoutError):
            ask([BLANK_25] * 50, timeout=0.1, threads=2)
    assert time.monotonic() - begun < 50


@pytest.mark.parametrize("ask", [sudoku.check, sudoku.rate, sudoku.explain, sudoku.steps, sudoku.why])
def test_answers_are_the_same_for_any_number_of_threads(ask):
    puzzles = sudoku.generate(5, seed=8)
    assert ask(puzzles, threads=3) == ask(puzzles)
    with pytest.raises(ValueError, match="puzzle 4:"):
        ask(puzzles[:4] + ["x"] + puzzles, threads=3)


def test_covers_are_the_same_for_any_number_of_threads():
    problem = excover.Problem.from_text(text_of("langford8"))
    listed = list(problem.solutions())
    for threads in (2, 3):
        assert list(problem.solutions(threads=threads)) == listed
    assert next(problem.solutions(threads=2)) == listed[0]


def test_the_cheapest_cover_is_the_same_for_any_number_of_threads():
    # A Latin square with costs, which takes about a second: long enough for several parts.
    side, drawn = range(10), Random(1)
    cells = [(row, column, symbol) for row in side for column in side for symbol in side]
    options = [[("p", row, column), ("r", row, symbol), ("c", column, symbol)] for row, column, symbol in cells]
    items = sorted({item for option in options for item in option})
    problem = excover.Problem(items, options=options, costs=[drawn.randrange(1000) for _ in cells])
    best = problem.best()
    assert problem.best(threads=2) == best and problem.best(threads=3) == best
    with pytest.raises(ValueError, match="threads"):
        problem.best(threads=0)


def test_a_reason_says_why_there_is_no_cover():
    problem = excover.Problem(["ada", "ben", "eve"], ["monday"], options=[["ada", "monday"], ["ben", "monday"], ["eve"]])
    reason = problem.why()
    assert reason.items == ["ada", "ben"] and reason.conflicts == ["monday"]
    assert reason.options == [0, 1] and reason.given == [] and reason.minimal and "monday" in reason.text
    assert excover.Problem("a", options=["a"]).why() is None
    assert problem.why(forbid=[1]).items == ["ben"]
    with pytest.raises(excover.NodeLimitError):
        excover.Problem.from_text(text_of("pent6x10")).why(nodes=1)


def test_pictures_are_those_of_the_command_line():
    text = "| geometry 1 packing 6x10 cell=<row><column>\n" + text_of("pent6x10")
    problem = excover.Problem.from_text(text)
    assert problem.geometry.startswith("1 packing")
    assert excover.Problem.from_text(problem.to_text()).geometry == problem.geometry
    assert pickle.loads(pickle.dumps(problem)).geometry == problem.geometry
    cover = problem.first()
    picture = problem.draw(cover, title="One cover")
    assert isinstance(picture, str) and picture.startswith("<svg ") and "One cover" in picture
    # Of two pictures on one page, none has the names or the styles of the other.
    shown = picture._repr_svg_()
    own = re.match(r'<svg id="(\w+)"', shown)[1]
    assert set(re.findall(r'\bid="([^"]+)"', shown)) > {own, f"{own}-title"} and "url(#pattern" not in shown
    assert all(rule.startswith((f"#{own} ", "@", "}")) for rule in re.findall(r"[^{}]+(?=\{)", shown.split("style>")[1]))
    sheet = problem.draw([cover, cover], columns=2)
    assert sheet.count("<svg") >= 1 and sheet != picture
    with pytest.raises(ValueError, match="no such option"):
        problem.draw([10**6])
    with pytest.raises(TypeError, match="cover 0"):
        problem.draw([1, 2], columns=2)
    table = excover.Problem(["a<b", "c"], options=[["a<b"], ["c"]])._repr_html_()
    assert "a&lt;b" in table and "2 options" in table
    assert len(problem._repr_html_()) < 40_000


def test_grids_are_drawn():
    solution = sudoku.solve(CLASSIC)
    assert solution.startswith("5346") and isinstance(solution, sudoku.Grid)
    assert solution._repr_svg_() == sudoku.draw(CLASSIC, solution=True)._repr_svg_()
    assert "killer" not in solution.svg()
    puzzle = sudoku.generate(1, seed=1)[0]
    assert puzzle._repr_svg_() == sudoku.draw(puzzle)._repr_svg_()
    gallery = sudoku.generate(3, seed=1)._repr_html_()
    assert gallery.count("<svg ") == 3 and len(set(re.findall(r'<svg id="(\w+)"', gallery))) == 3
    assert "Naked Single" in sudoku.explain(CLASSIC)._repr_html_()
    assert "10" in sudoku.why(TEN)._repr_html_()
    hint = sudoku.draw(CLASSIC, step=1, theme="dark", labels=True)
    assert "Naked Single" in hint
    assert sudoku.draw(CLASSIC, candidates=True) != sudoku.draw(CLASSIC)
    assert "My title" in sudoku.draw(CLASSIC, title="My title")
    for arguments, words in [
        ({"step": 99}, "step: expected a number from 1 to 51, found 99"),
        ({"step": 0}, "step: expected 1 or more"),
        ({"theme": "blue"}, "theme: expected auto, light or dark, found `blue`"),
        ({"order": "mine", "step": 1}, "order: expected"),
    ]:
        with pytest.raises(ValueError, match=words):
            sudoku.draw(CLASSIC, **arguments)


def test_mistakes_of_the_library_are_no_panic_of_python():
    program = (
        "from excover import sudoku\n"
        "try:\n"
        "    sudoku.canon(['1...............'] * 10, timeout=0)\n"
        "except Exception as error:\n"
        "    print(type(error).__name__)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "TimeoutError\n"
