"""Tests that problems speak in the user's objects: items and labels of any type, in answers, messages and pictures."""

import pickle
import random
from decimal import Decimal

import numpy
import pytest

import excover
from conftest import TESTDATA, naive_covers

DAYS = ["monday", "tuesday"]
#: Items that are tuples, one with a blank, and labels that are tuples.
CELLS = [("cell", 0, 0), ("cell", 0, 1), ("cell", 1, 0), ("two words", 1)]


def tuples():
    """Return a problem whose items and labels are tuples."""
    options = {
        ("across", 0): [CELLS[0], CELLS[1]],
        ("down", 0): [CELLS[0], CELLS[2]],
        ("one", 1): [CELLS[1]],
        ("rest", "x"): [CELLS[2], CELLS[3]],
        ("last", None): [CELLS[3]],
    }
    return excover.Problem(options=options, costs={("down", 0): 2.5})


def test_options_of_a_mapping_have_their_keys_as_labels():
    problem = excover.Problem(options={"ann": ["mon", "tue"], "ben": ["tue"], "eve": ["mon"]})
    assert problem.primary == ["mon", "tue"]
    assert list(problem.solutions()) == [["ann"], ["eve", "ben"]] or list(problem.solutions()) == [["ann"], ["ben", "eve"]]
    assert problem.first() == ["ann"] and problem.labels == ["ann", "ben", "eve"]
    assert problem.first(as_="numbers") == [0] and problem.first(as_="options") == [["mon", "tue"]]
    assert problem.option("ben") == ["tue"] == problem.option(1)
    with pytest.raises(ValueError, match="as_: expected 'labels', "):
        problem.first(as_="names")


def test_options_are_the_third_argument():
    assert excover.Problem("ab", "c", ["ac", "b"]).count() == 1
    with pytest.raises(TypeError, match="positional"):
        excover.Problem("ab", "c", ["ac", "b"], ["x", "y"])  # type: ignore[misc]


def test_labels_can_be_given_beside_the_options():
    for labels in (["x", "y"], (name for name in "xy"), numpy.array(["x", "y"])):
        assert excover.Problem(options=["a", "b"], labels=labels).first() == ["x", "y"]
    for labels, error, words in [
        (["x"], ValueError, "labels: expected 2, one for each option, found 1"),
        (["x", "x"], ValueError, "label 'x': expected one option with it, found options 0 and 1"),
        ([["x"], "y"], TypeError, "label of option 0: expected a hashable object"),
        ({"x", "y"}, TypeError, "labels: expected a sequence"),
        (5, TypeError, "labels: expected a sequence"),
    ]:
        with pytest.raises(error, match=words):
            excover.Problem(options=["a", "b"], labels=labels)


def test_options_have_labels_costs_and_payloads_of_their_own():
    problem = excover.Problem(
        options=[
            excover.Option(["a", "b"], label="both", cost=5, payload=["anything"]),
            ["a"],
            excover.Option("b", cost=Decimal("0.5")),
        ]
    )
    assert problem.labels == ["both", 1, 2] and problem.costs == [5, 0, Decimal("0.5")]
    assert problem.best(2) == [(Decimal("0.5"), [1, 2]), (5, ["both"])]
    assert problem.payload("both") == ["anything"] and problem.payload(1) is None
    assert problem.first(as_="payloads") == [["anything"]]
    again = pickle.loads(pickle.dumps(problem))
    assert again == problem and again.payload("both") == ["anything"] and again.labels == problem.labels
    with pytest.raises(ValueError, match="costs: expected none, as options have costs of their own"):
        excover.Problem(options=[excover.Option("a", cost=1)], costs=[1])


def test_labels_that_are_numbers_are_not_taken_for_numbers_of_options():
    problem = excover.Problem(options={10: "ab", 0: "a", 1: "b"})
    assert list(problem.solutions(force=[0])) == [[0, 1]]
    assert problem.first(as_="numbers", force=[0]) == [1, 2]
    with pytest.raises(ValueError, match="force, number 0: there is no such option, 2"):
        problem.count(force=[2])


def test_numbers_stand_for_options_whose_labels_are_words():
    problem = excover.Problem(options={"x": "ab", "y": "a", "z": "b"})
    problem.check([1, 2])
    problem.check(["z", "y"])
    assert problem.count(force=[0]) == problem.count(force=["x"]) == 1
    for force, words in [(["zz"], r"number 0: there is no such option, 'zz'; did you mean 'z'\?"), ([3], "no such option, 3")]:
        with pytest.raises(ValueError, match=words):
            problem.count(force=force)
    for force in ("x y", 5, None):
        with pytest.raises(TypeError, match="force: expected an iterable of options"):
            problem.count(force=force)


def test_every_answer_has_the_labels():
    problem = tuples()
    covers = [[("across", 0), ("rest", "x")], [("down", 0), ("one", 1), ("last", None)]]
    assert list(problem.solutions()) == covers == list(problem)
    assert problem.first() == covers[0]
    assert problem.count(force=[("down", 0)]) == 1 == problem.count(forbid=[("rest", "x")])
    assert problem.best(2) == [(0, covers[0]), (Decimal("2.5"), covers[1])]
    told = []
    problem.best(maximize=True, progress=told.append)
    assert told[-1].cover == covers[1]
    diagram = problem.compile()
    assert sorted(map(len, diagram)) == [2, 3] and all(cover in covers for cover in diagram)
    assert covers[1] in diagram and [("down", 0)] not in diagram and [0, 3] in diagram
    assert diagram.nth(0) in covers and diagram.best(1)[0].cover == covers[0]
    assert all(cover in covers for cover in problem.sample(5, seed=None))
    assert pickle.loads(pickle.dumps(diagram)).nth(0) == diagram.nth(0)
    why = problem.why(forbid=[("across", 0), ("down", 0)])
    assert why.items == [CELLS[0]] and why.options == []
    orbits = excover.Problem(options={"n": "ab", "e": "bc", "s": "cd", "w": "da"}).symmetries()
    assert [set(one) for one in orbits.option_orbits()] == [set("nesw")]
    assert next(orbits.representatives()).cover == ["n", "s"] and orbits.best()[0].cover == ["n", "s"]
    again = excover.Problem(options={"n": "ab", "e": "bc", "s": "cd", "w": "da"})
    assert again.symmetries(generators=orbits.generators()).order == orbits.order


def test_messages_have_items_and_labels_of_the_user():
    problem = tuples()
    for call, words in [
        (lambda: problem.check([("across", 0)]), "item `('cell', 1, 0)` is not covered"),
        (lambda: problem.check([("across", 0), ("down", 0), ("last", None)]), "('cell', 0, 0)"),
        (lambda: problem.count(force=[("acros", 0)]), "force, number 0: there is no such option, ('acros', 0); did you mean ('across', 0)?"),
        (lambda: problem.option(("acros", 0)), "did you mean ('across', 0)?"),
        (lambda: excover.Problem(options={("p", 1): [("a", 1), ("a", 1)]}), "item `('a', 1)` twice"),
        (lambda: excover.Problem(CELLS, options={"x": [("cell", 0, 2)]}), "option 'x': unknown item ('cell', 0, 2); did you mean ('cell', 0, 1)?"),
    ]:
        with pytest.raises((ValueError, KeyError)) as caught:
            call()
        assert words in str(caught.value), str(caught.value)
    reason = excover.Problem(
        [("ada", 1), ("ben", 2)], [("day", "monday")], options={("x", 1): [("ada", 1), ("day", "monday")], "y": [("ben", 2), ("day", "monday")]}
    ).why()
    assert reason.items == [("ada", 1), ("ben", 2)] and reason.options == [("x", 1), "y"]
    assert "\n  ('x', 1): ('ada', 1) ('day', 'monday')\n  'y': " in reason.text
    assert "('ada', 1)" in reason.text and "('day', 'monday')" in reason.text
    assert "(&#x27;day&#x27;, &#x27;monday&#x27;)" in reason._repr_html_()


def test_views_and_texts_have_the_objects():
    problem = tuples()
    view = problem._repr_html_()
    assert "(&#x27;cell&#x27;, 0, 0)" in view and "(&#x27;down&#x27;, 0)" in view and "2.5" in view and "cost" in view
    text = problem.to_text()
    assert "('cell',0,0)" in text and "('two_words',1)" in text and "i0" not in text
    assert excover.Problem.from_text(text).count() == 2
    bounded = excover.Problem("pq", "x", options=["p", "q", "px"], bounds={"p": (0, None), "q": 1})
    view = bounded._repr_html_()
    assert "covered" in view and "0+" in view
    for shown in (problem.compile(), problem.symmetries(), excover.Problem("a", options=["a"]).symmetries()):
        assert shown._repr_html_().startswith("<table>")


def test_items_are_drawn_where_a_function_says():
    problem = tuples()
    place = lambda item: item[1:] if item[0] == "cell" else None
    picture = problem.draw([("across", 0), ("rest", "x")], place=place, title="Tuples")
    assert picture.startswith("<svg ") and "Tuples" in picture
    sheet = problem.draw(list(problem), place=place, columns=2)
    assert sheet != picture and sheet == problem.draw(problem.solutions(as_="numbers"), place=place, columns=2)
    latin = excover.Problem(
        options={
            (row, column, symbol): [("cell", row, column), ("row", row, symbol), ("column", column, symbol)]
            for row in range(3) for column in range(3) for symbol in "ABC"
        }
    )
    cell = lambda item: item[1:] if item[0] == "cell" else None
    symbol = lambda item: item[2] if item[0] == "row" else None
    table = latin.draw(latin.first(), place=cell, symbol=symbol)
    assert table.count(">A<") == table.count(">B<") == table.count(">C<") == 3
    for call, error, words in [
        (lambda: problem.draw([0], place=lambda item: "ab"), ValueError, r"place of \('cell', 0, 0\): expected a row and a column"),
        (lambda: problem.draw([0], place=lambda item: None), ValueError, "place: expected a place for at least one item"),
        (lambda: problem.draw([0], place=5), TypeError, "place: expected a function"),
        (lambda: problem.draw([0], symbol=str), ValueError, "symbol: expected place with it"),
        (lambda: problem.draw([0]), ValueError, "geometry: expected the places of the items"),
    ]:
        with pytest.raises(error, match=words):
            call()


def test_options_are_added_one_by_one():
    draw = random.Random(3)
    for _ in range(50):
        items = [("item", number) for number in range(draw.randint(1, 6))]
        options = [draw.sample(items, draw.randint(1, len(items))) for _ in range(draw.randint(1, 9))]
        mentioned = sorted({item for option in options for item in option})
        problem = excover.Problem()
        for option in options[:-1]:
            problem.add_option(option)
        problem.count()
        assert problem.add_option(options[-1]) == len(options) - 1
        assert sorted(problem.solutions()) == naive_covers(mentioned, options)
        assert problem == excover.Problem(options=options)


def test_added_options_have_labels_costs_and_the_items_of_the_problem():
    problem = excover.Problem(DAYS, options={"x": ["monday"]}, bounds={"tuesday": (0, 2)})
    assert problem.add_option(["tuesday"], label="y", cost=2, payload=7) == "y"
    assert problem.add_option(iter(["monday", ("tuesday", 2)]), cost=0.5) == 2
    assert problem.labels == ["x", "y", 2] and problem.costs == [0, 2, Decimal("0.5")] and problem.payload("y") == 7
    assert problem.best(3) == [(0, ["x"]), (Decimal("0.5"), [2]), (2, ["x", "y"])]
    for call, error, words in [
        (lambda: problem.add_option(["mondya"]), KeyError, r"option 3: unknown item 'mondya'; did you mean 'monday'\?"),
        (lambda: problem.add_option([]), ValueError, "option 3: expected at least one item"),
        (lambda: problem.add_option(["monday", "monday"], label="z"), ValueError, "option 'z': item 'monday' twice"),
        (lambda: problem.add_option(["monday"], label="x"), ValueError, "label 'x': expected one option with it"),
        (lambda: problem.add_option(5), TypeError, "option 3: expected an iterable of items, found 5"),
        (lambda: problem.add_option("monday"), KeyError, "option 3: unknown item 'm'; .*the items of an option that is a str are its letters"),
        (lambda: problem.add_option(["monday"], cost="1"), TypeError, "cost of option 3"),
    ]:
        with pytest.raises(error, match=words):
            call()
        assert len(problem) == 3 and problem.labels == ["x", "y", 2]
    assert {problem: 1}[problem] == 1
    with pytest.raises(TypeError, match="expected a problem that is no key"):
        problem.add_option(["monday"])


def test_items_are_inferred():
    assert excover.Problem(options=["ab", "c"]).primary == ["a", "b", "c"]
    colored = excover.Problem(secondary=["x"], options=[["p", ("x", "red")], ["q", ("x", "red")], ["q", ("x", 1)]])
    assert colored.primary == ["p", "q"] and list(colored.solutions()) == [[0, 1]]
    pairs = excover.Problem(options=[[(0, 0), (0, 1)], [(0, 0)], [(0, 1)]])
    assert pairs.primary == [(0, 0), (0, 1)] and pairs.count() == 2
    dice = [[die, ("sum", number)] for die in ("red", "blue") for number in range(1, 7)]
    assert excover.Problem(options=dice, bounds={"sum": 9}).count() == 4


class Reversed(list):
    """A list that is iterated from its end."""

    def __iter__(self):
        return reversed(list(self[:]))


def test_options_of_all_types_are_read_alike():
    for declared in (None, ["a", "b"]):
        entries = [["a", "b"], ("a", "b"), "ab", iter("ab"), Reversed("ba"), numpy.array(["a", "b"]), {"a": 0, "b": 1}.keys()]
        problem = excover.Problem(declared, options=entries)
        assert [problem.option(number) for number in range(len(problem))] == [["a", "b"]] * len(entries)
        assert problem.primary == ["a", "b"]


def test_equal_objects_are_the_same_item():
    words = ["".join(["mon", "day"]) for _ in range(3)]
    problem = excover.Problem(options=[words[:1], [words[1], 1], [words[2], True], ["monday", 1.0]])
    assert problem.primary == ["monday", 1]
    assert problem.count() == 3


def test_options_with_colors_stand_among_others():
    options = [["p", "x"], ("p", ("x", "red")), "px", ["q", ("x", "red")], ["q"]]
    problem = excover.Problem(["p", "q"], ["x"], options=options)
    assert [problem.option(number) for number in range(5)] == [list(option) for option in options]
    assert sorted(problem.solutions()) == [[0, 4], [1, 3], [1, 4], [2, 4]]


def test_an_exception_of_an_item_is_raised():
    class Broken:
        def __hash__(self):
            raise KeyboardInterrupt

    for declared in (None, "a"):
        with pytest.raises(KeyboardInterrupt):
            excover.Problem(declared, options=["a", [Broken()]])


def test_a_bound_that_is_a_number_is_exact():
    problem = excover.Problem("a", options=["a", "a", "a"], bounds={"a": 2})
    assert problem.count() == 3 and problem.bounds == {"a": (2, 2)}
    for bounds, error in [({"a": "2"}, TypeError), ({"a": (1, 2, 3)}, TypeError), ({"a": None}, TypeError), ({"a": -1}, ValueError), (5, TypeError), ([("a", 2)], TypeError)]:
        with pytest.raises(error, match="bounds"):
            excover.Problem("a", options=["a"], bounds=bounds)


def test_no_error_of_python_comes_from_inside():
    P = excover.Problem
    good = P(DAYS, options={"x": ["monday"], "y": ["tuesday"]})
    for call, words in [
        (lambda: P(5), "primary: expected an iterable of items, found 5"),
        (lambda: P([["a"]]), "primary: expected a hashable object, found \\['a'\\]"),
        (lambda: P({"a": 2}), "primary: expected an iterable of items, found a dict"),
        (lambda: P("a", 5, options=[]), "secondary: expected an iterable"),
        (lambda: P(options=5), "options: expected an iterable of options, or a mapping"),
        (lambda: P(options=[5]), "option 0: expected an iterable of items, found 5"),
        (lambda: P(options=["a", None]), "option 1: expected an iterable of items, found None"),
        (lambda: P(options=[[["a"]]]), "option 0: expected a hashable item, found \\['a'\\]"),
        (lambda: P("a", options=[[["a"]]]), "option 0: expected a hashable item, found \\['a'\\]"),
        (lambda: P(options=[{"a": "red"}]), "option 0: expected an iterable of items, and of pairs"),
        (lambda: P("a", "x", options=[["a", ("x", ["red"])]]), "option 0: color of 'x': expected a hashable object"),
        (lambda: P("a", options=["a"], costs=5), "costs: expected a sequence"),
        (lambda: P("a", options=["a"], costs={"a": 1}), "costs: expected a whole number, the number of an option"),
        (lambda: P("a", options=["a"], geometry=5), "geometry: expected a str"),
        (lambda: good.check(5), "cover: expected an iterable of options"),
        (lambda: good.check([["x"]]), "cover, number 0"),
        (lambda: good.option([]), "option: there is no such option"),
        (lambda: good.solutions(rule=5), "rule: expected a str"),
        (lambda: good.solutions(engine=5), "engine: expected a str"),
        (lambda: good.solutions(engine="fast"), "engine: expected links, bitset or bitslice, found `fast`"),
        (lambda: good.count(engine="fast"), "engine: expected"),
        (lambda: good.solutions(resume="fast"), "resume: "),
        (lambda: good.solutions(resume=5), "resume: expected a str"),
        (lambda: good.solutions(limit=-1), "limit: expected 0 or more"),
        (lambda: good.draw(5, geometry="1 packing cell=<row><column>"), "cover: expected an iterable of options"),
        (lambda: good.draw([0], geometry=5), "geometry: expected a str"),
        (lambda: good.draw([0], geometry="x"), "expected"),
        (lambda: good.symmetries(generators=5), "generators: expected"),
        (lambda: good.symmetries(generators=[5]), "generator 0: expected a str"),
        (lambda: good.symmetries(generators={"x": "monday"}), "generator 0"),
        (lambda: good.sample("5"), "n: expected a whole number"),
        (lambda: good.sample(1, seed="a"), "seed: expected a whole number"),
        (lambda: P.from_text(5), "text: expected a str, found a int"),
        (lambda: P.from_text("a\n", "xml"), "format: expected knuth, json"),
        (lambda: P.from_text("{", "json"), "line 1"),
        (lambda: P.from_text("a\ud800\n"), "UTF-8|utf-8|expected"),
        (lambda: good.to_text("xml"), "format: expected knuth, json"),
        (lambda: P.from_matrix([[1, 0], [1]]), "rows of different lengths"),
        (lambda: P.from_matrix(5), "expected an array of 2 dimensions"),
        (lambda: P.from_matrix([[1, 0]], primary=3), "primary: expected at most 2"),
        (lambda: P.from_matrix([[1, 0]], labels=["x", "y"]), "labels: expected 1"),
        (lambda: excover.Diagram.from_bytes("abc"), "data: expected bytes"),
        (lambda: good.compile().nth("a"), "place: expected a whole number"),
    ]:
        with pytest.raises((TypeError, ValueError), match=words):
            call()
            print(words)


def test_searches_are_continued_from_a_checkpoint():
    problem = excover.instances.langford(8)
    listed = list(problem.solutions())
    for taken in (0, 1, 150, 300):
        covers = problem.solutions()
        first = [next(covers) for _ in range(taken)]
        rest = problem.solutions(resume=covers.checkpoint())
        assert first + list(rest) == listed
    assert list(problem.solutions(limit=7)) == listed[:7] and list(problem.solutions(limit=0)) == []
    assert list(problem.solutions(limit=7, threads=2)) == listed[:7]
    for engine in ("links", "bitset"):
        assert list(problem.solutions(engine=engine)) == listed
    with pytest.raises(ValueError, match="one thread"):
        problem.solutions(threads=2).checkpoint()
    with pytest.raises(ValueError, match="resume: "):
        excover.instances.langford(7).solutions(resume=problem.solutions().checkpoint())


def test_counts_agree_with_a_second_algorithm_and_engines():
    for problem in (excover.instances.langford(7), excover.instances.dominoes((4, 5)), tuples()):
        number = sum(1 for _ in problem.solutions())
        assert problem.recount() == number == problem.count()
        for engine in ("search", "frontier", "memo"):
            assert problem.count(engine=engine) == number
    estimate = excover.instances.langford(8).estimate(3000, seed=1)
    assert estimate.probes == 3000 and abs(estimate.covers.value - 300) < 6 * estimate.covers.error
    assert excover.Problem("ab", options=["a"]).estimate(10).covers is None


def test_a_diagram_is_a_set():
    problem = excover.instances.dominoes((4, 4))
    covers = list(problem.solutions())
    diagram = problem.compile()
    assert len(diagram) == 36 and diagram and sorted(diagram) == sorted(covers)
    one, other = diagram.given(force=[0]), diagram.given(forbid=[1])
    assert sorted(one) == sorted(cover for cover in covers if 0 in cover)
    assert sorted(one | other) == sorted(cover for cover in covers if 0 in cover or 1 not in cover)
    assert sorted(one & other) == sorted(cover for cover in covers if 0 in cover and 1 not in cover)
    assert sorted(one - other) == sorted(cover for cover in covers if 0 in cover and 1 in cover)
    assert not (one - one) and list(one - one) == [] and [1, 2, 3] not in one and None not in one
    assert diagram.to_dot().startswith("digraph")
    with pytest.raises(ValueError, match="different problems"):
        diagram | excover.instances.dominoes((2, 2)).compile()
    with pytest.raises(TypeError):
        diagram | {1}
    coins = excover.Problem(options=[[coin] for coin in range(100) for _ in range(2)]).compile()
    with pytest.raises(OverflowError, match="use count"):
        len(coins)
    assert coins.count() == 2**100 and coins


def test_a_diagram_goes_to_other_libraries():
    problem = excover.Problem(options={"x": "ab", "y": "c", "z": "a", "w": "bc"})
    empty = excover.Problem("ab", options=["a"]).compile()
    oxidd = pytest.importorskip("oxidd.zbdd")
    large = excover.instances.dominoes((4, 4)).compile()
    variables = large._core.problem()[1]
    for diagram, number, options in ((problem.compile(), 2, 4), (large, 36, variables), (empty, 0, 1)):
        assert diagram.to_oxidd().sat_count(options) == number
    graphillion = pytest.importorskip("graphillion")
    sets = problem.compile().to_graphillion()
    assert {frozenset(one) for one in sets} == {frozenset("xy"), frozenset("zw")}
    assert len(large.to_graphillion()) == 36 and len(empty.to_graphillion()) == 0
    assert isinstance(sets, graphillion.setset)


def test_matrices_have_the_names_of_their_columns_and_rows():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": [1, 0, 1], ("b", 1): [1, 0, 0], "c": [0, 1, 1]}, index=["x", "y", "z"])
    problem = excover.Problem.from_matrix(frame)
    assert problem.primary == ["a", ("b", 1), "c"] and problem.first() == ["x", "y"]
    assert excover.Problem.from_matrix(frame.reset_index(drop=True)).first() == [0, 1]
    assert excover.Problem.from_matrix(frame.astype(bool), costs={"x": 3}).best() == [(3, ["x", "y"])]
    polars = pytest.importorskip("polars")
    assert excover.Problem.from_matrix(polars.DataFrame({"a": [True, False], "b": [False, True]})).primary == ["a", "b"]


def test_sparse_matrices_are_read():
    sparse = pytest.importorskip("scipy.sparse")
    matrix = numpy.array([[1, 1, 0], [0, 0, 1], [1, 0, 0], [0, 1, 1]])
    for kind in (sparse.csr_matrix, sparse.coo_matrix, sparse.csc_array, sparse.lil_matrix):
        for entries in (matrix, matrix.astype(bool), matrix.astype(float)):
            problem = excover.Problem.from_matrix(kind(entries))
            assert list(problem.solutions()) == [[0, 1], [2, 3]] and problem.primary == [0, 1, 2]
    assert excover.Problem.from_matrix(sparse.csr_matrix(matrix), primary=2).count() == 2
    with pytest.raises(ValueError, match="row 3, column 1: expected 0, 1, False or True, found 2"):
        excover.Problem.from_matrix(sparse.csr_matrix(numpy.array([[1, 1, 0], [0, 0, 1], [1, 0, 0], [0, 2, 1]])))


@pytest.mark.parametrize("format", ["knuth", "json", "lp", "mps", "opb", "cnf", "dense", "sparse0", "sparse1"])
def test_problems_go_through_other_formats(format, tmp_path):
    problem = excover.Problem(options=["ab", "c", "a", "bc", "abc"])
    text = problem.to_text(format)
    again = excover.Problem.from_text(text, format)
    assert again.count() == 3
    file = tmp_path / f"problem.{format}"
    file.write_text(text)
    assert excover.Problem.from_file(file, format if format in ("dense", "sparse0", "sparse1") else None).count() == 3


def test_a_problem_of_a_file_of_burrtools_is_chosen():
    file = TESTDATA / "burrtools" / "hexiamonds.xmpuzzle"
    # 156 packings up to the four symmetries of the rhombus.
    first = excover.Problem.from_file(file)
    assert first.count() == 4 * 156
    second = excover.Problem.from_file(file, problem=2)
    assert second.digest == excover.Problem.from_text(file.read_text(), "xmpuzzle", problem="parallelogram").digest
    assert second.digest != first.digest
    with pytest.raises(ValueError, match="expected the name of a problem or a number from 1 to 2, found `3`"):
        excover.Problem.from_file(file, problem=3)
    with pytest.raises(ValueError, match="problem: expected none with the format knuth"):
        excover.Problem.from_text("a\na\n", problem=1)
    picture = first.draw(first.first(), format="text")
    assert picture.count("\n") > 6 and not picture.startswith("<")
    with pytest.raises(ValueError, match="format: expected svg or text"):
        first.draw(first.first(), format="png")


def test_formats_say_what_they_cannot_hold():
    with pytest.raises(ValueError, match="cnf"):
        excover.Problem(options=["a"], costs=[1]).to_text("cnf")
    with pytest.raises(ValueError, match="colors"):
        excover.Problem("a", "x", options=[["a", ("x", 1)]]).to_text("dense")
    with pytest.raises(ValueError, match=r"test_objects.py: line 1, column 1: expected"):
        excover.Problem.from_file(__file__, "lp")


def test_an_objective_of_a_file_is_kept():
    text = "Maximize\n obj: 3 x + 2 y + 2.5 z + 10\nSubject To\n x + y = 1\n x + z = 1\nBinaries\n x y z\nEnd\n"
    problem = excover.Problem.from_text(text, "lp")
    assert problem.objective == (True, 10)
    assert problem.best()[0].cost == Decimal("4.5") and problem.best(maximize=False)[0].cost == 3
    assert pickle.loads(pickle.dumps(problem)).objective == problem.objective


def test_fresh_seeds_differ():
    diagram = excover.instances.dominoes((8, 8)).compile()
    assert diagram.sample(3, seed=1) == diagram.sample(3, seed=1)
    assert diagram.sample(3, seed=None) != diagram.sample(3, seed=None)
