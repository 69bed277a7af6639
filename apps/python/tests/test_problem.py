"""Tests of problems: their construction, and the questions about them."""

import multiprocessing
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from decimal import Decimal
from fractions import Fraction

import numpy
import pytest

import excover
import excover.compat
from conftest import naive_covers, text_of

# Counts from the literature; testdata/README.md names the sources.
KNOWN = [("queens8", 92), ("langford8", 300), ("pent8x8hole", 520), ("langford11", 35584), ("domino8x8", 12988816)]


@pytest.mark.parametrize("name, count", KNOWN)
def test_counts_are_those_of_the_literature(name, count):
    assert excover.Problem.from_text(text_of(name)).count() == count


def test_random_problems_have_the_covers_of_the_naive_oracle():
    draw = random.Random(7)
    for _ in range(200):
        items = list(range(draw.randint(1, 6)))
        options = [draw.sample(items, draw.randint(1, len(items))) for _ in range(draw.randint(1, 9))]
        expected = naive_covers(items, options)
        problem = excover.Problem(items, options=options)
        assert sorted(problem.solutions()) == expected
        assert problem.count() == len(expected)
        assert problem.compile().count() == len(expected)
        for cover in expected:
            problem.check(cover)


def test_items_are_any_hashable_objects():
    items = [("r", 1), 2, frozenset("x"), "a b", None]
    problem = excover.Problem(items, options=[[("r", 1), 2], [frozenset("x"), "a b", None], [2]])
    assert problem.first() == [0, 1]
    assert problem.option(0) == [("r", 1), 2]
    assert problem.primary == items


def test_colors_agree_or_exclude_one_another():
    options = [["p", ("x", 1)], ["q", ("x", "1")], ["q", ("x", 1)]]
    problem = excover.Problem("pq", "x", options=options)
    assert list(problem.solutions()) == [[0, 2]]
    assert problem.option(2) == ["q", ("x", 1)]


def test_bounds_and_costs_are_kept_to():
    options = [["p", "x"], ["p", "x"], ["p"], ["p"]]
    problem = excover.Problem("p", "x", options=options, bounds={"p": (2, 3)}, costs=[1, 2, 4, 8])
    assert problem.count() == 7
    assert problem.best(3) == [(5, [0, 2]), (6, [1, 2]), (9, [0, 3])]
    assert problem.compile().best(1) == [(5, [0, 2])]
    assert pickle.loads(pickle.dumps(problem)).best() == [(5, [0, 2])]


def test_weights_and_open_bounds_are_kept_to():
    options = [[cell, ("sum", digit)] for cell in "ab" for digit in range(1, 10)]
    for bounds, count in [((5, 5), 4), ((16, None), 6), ((None, 4), 6), ((None, None), 81)]:
        problem = excover.Problem(["a", "b", "sum"], options=options, bounds={"sum": bounds})
        again = pickle.loads(pickle.dumps(problem))
        assert problem.count() == again.count() == len(list(problem.solutions())) == count
        assert again.to_text() == problem.to_text() and again == problem
    assert problem.option(1) == ["a", ("sum", 2)]
    assert problem.option(0) == ["a", "sum"]
    assert ">9<" in problem._repr_html_()


def test_a_matrix_is_read_in_any_memory_order():
    matrix = numpy.array([[1, 1, 0], [0, 0, 1], [1, 0, 0], [0, 1, 1]], dtype=bool)
    wide = numpy.zeros((8, 6), dtype=bool)
    wide[::2, ::2] = matrix
    for array in (matrix, numpy.asfortranarray(matrix), wide[::2, ::2], matrix.astype(int), matrix.tolist()):
        assert list(excover.Problem.from_matrix(array).solutions()) == [[0, 1], [2, 3]]
    assert excover.Problem.from_matrix(matrix, primary=2).count() == 2
    with pytest.raises(ValueError, match="dimensions"):
        excover.Problem.from_matrix(matrix[0])


def test_text_goes_in_and_comes_out():
    text = text_of("langford8")
    problem = excover.Problem.from_text(text)
    again = excover.Problem.from_text(problem.to_text())
    assert again == problem and again.digest == problem.digest
    with pytest.raises(ValueError, match="line 2"):
        excover.Problem.from_text("a b\nc\n")


def test_counts_exceed_64_bits():
    coins = [f"coin{number}" for number in range(100)]
    problem = excover.Problem(coins, options=[[coin] for coin in coins for _ in range(2)])
    assert problem.count() == 2**100
    assert problem.compile().count() == 2**100


def test_a_diagram_is_the_same_for_any_number_of_threads():
    problem = excover.Problem.from_text(text_of("queens8"))
    assert problem.compile(threads=2).to_bytes() == problem.compile().to_bytes()
    with pytest.raises(ValueError, match="threads: expected 1 or more, found 0"):
        problem.compile(threads=0)


def test_samples_are_covers_and_follow_from_the_seed():
    problem = excover.Problem.from_text(text_of("queens8"))
    diagram = problem.compile()
    drawn = diagram.sample(2000, seed=3)
    assert drawn == problem.sample(2000, seed=3) != problem.sample(2000, seed=4)
    for cover in drawn:
        problem.check(cover)
        assert cover in diagram
    # Each of the 92 is missing with a probability of (91/92)^2000 < 1e-9.
    assert len(set(map(tuple, drawn))) == 92
    assert sum(diagram.marginals()) == 92 * len(drawn[0])
    assert pickle.loads(pickle.dumps(diagram)).nth(5) == diagram.nth(5)
    with pytest.raises(IndexError):
        diagram.nth(92)


def test_given_options_are_kept_to():
    problem = excover.Problem.from_text(text_of("queens8"))
    for option in (0, 9):
        having = problem.count(force=[option])
        assert having + problem.count(forbid=[option]) == 92
        assert len(list(problem.solutions(force=[option]))) == having
    with pytest.raises(ValueError, match="no such option"):
        problem.count(force=[10**6])


def test_options_forced_in_conflict_mean_no_cover():
    problem = excover.Problem(["a", "b"], options=[["a"], ["b"], ["a", "b"]])
    both = {"force": [0, 2]}
    assert problem.count(**both) == 0
    assert list(problem.solutions(**both)) == []
    assert problem.best(1, **both) == []
    assert problem.compile(**both).count() == 0


def test_errors_say_what_was_found():
    for make, error, words in [
        (lambda: excover.Problem("aa"), ValueError, "declared twice"),
        (lambda: excover.Problem("a", options=["b"]), KeyError, "b"),
        (lambda: excover.Problem("a", options=[[]]), ValueError, "empty"),
        (lambda: excover.Problem("a", options=["aa"]), ValueError, "twice"),
        (lambda: excover.Problem("a", options=[[("a", "red")]]), ValueError, "primary"),
        (lambda: excover.Problem("a", options=[[("a", 2)]]), ValueError, "primary items with bounds"),
        (lambda: excover.Problem("a", options=[[("a", 0)]]), ValueError, "option 0: weight of 'a': expected"),
        (lambda: excover.Problem("a", options=["a"], costs=[]), ValueError, "costs"),
        (lambda: excover.Problem("a", options=["a"], costs=[2**64]), ValueError, "cost of option 0"),
        (lambda: excover.Problem("a", options=["a"], costs=[float("nan")]), ValueError, "cost of option 0"),
        (lambda: excover.Problem("a", options=["a"], costs=[Fraction(1, 2)]), TypeError, "cost of option 0"),
        (lambda: excover.Problem("a", options=["a"], costs=["1"]), TypeError, "cost of option 0"),
        (lambda: excover.Problem("a", options=["a"]).best(2, gap=1), ValueError, "gap"),
        (lambda: excover.Problem("a", options=["a"]).best(gap="1"), ValueError, "gap"),
        (lambda: excover.Problem("a", options=["a"]).best(gap=-1), ValueError, "gap"),
        (lambda: excover.Problem("a", options=["a"]).best(maximize=True, max_cost=1), ValueError, "max_cost"),
        (lambda: excover.Problem("a", options=["a"], bounds={"a": (3, 2)}), ValueError, "bounds"),
        (lambda: excover.Problem("a", options=["a"]).check([0, 0]), ValueError, None),
        (lambda: excover.Problem("a", options=["a"]).count(force=[-1]), ValueError, "force, number 0"),
        (lambda: excover.Problem("a", options=["a"]).count(nodes=-1), ValueError, "nodes: expected 0 or more, found -1"),
        (lambda: excover.Problem("a", options=["a"]).count(generators="(a)"), ValueError, "up_to_symmetry"),
        (lambda: excover.Problem("a", options=["a"]).best(1.5), TypeError, "k: expected a whole number, found 1.5"),
        (lambda: excover.Problem("a", options=["a"]).draw([0]), ValueError, "geometry: expected"),
        (lambda: excover.Problem("a", options=["a"], geometry="2"), ValueError, "expected `1`"),
        (lambda: excover.Problem("a", options=["a"]).check([7]), ValueError, "no such option"),
        (lambda: excover.Problem("a", options=["a"]).option(1), IndexError, None),
        (lambda: excover.Problem("a", options=["a"]).solutions(rule="best"), ValueError, "fewest"),
        (lambda: excover.Problem("a", options=["a"]).count(threads=0), ValueError, "threads"),
        (lambda: excover.Problem("a", options=["a"]).count(timeout=-1), ValueError, "timeout"),
        (lambda: excover.Diagram.from_bytes(b"nonsense"), ValueError, None),
    ]:
        with pytest.raises(error, match=words):
            make()


@pytest.mark.parametrize("entry", ["0", "1", float("nan"), 0.5, 2, -1, None, 1 + 1j])
def test_entries_of_a_matrix_that_are_neither_0_nor_1_are_refused(entry):
    for matrix in ([[1, 0], [0, entry]], numpy.array([[1, 0], [0, entry]], dtype=object)):
        with pytest.raises(ValueError, match="row .*, column .*: expected 0, 1, False or True, found"):
            excover.Problem.from_matrix(matrix)
        with pytest.raises(ValueError, match="expected 0, 1, False or True, found"):
            excover.compat.get_solution_count(matrix)
    with pytest.raises(ValueError, match="row 1, column 1: "):
        excover.Problem.from_matrix(numpy.array([[1, 0], [0, entry]], dtype=object))


def test_matrices_of_exact_numbers_are_taken():
    for kind in (bool, int, numpy.uint8, float, numpy.float32, object):
        assert excover.Problem.from_matrix(numpy.array([[1, 0], [0, 1]], dtype=kind)).count() == 1
    assert excover.Problem.from_matrix([[True, 0.0], [False, 1]]).count() == 1


def test_a_data_frame_keeps_its_column_names():
    frame = Frame([[1, 1, 0], [0, 0, 1]], ["ada", "ben", ("eve", 2)])
    problem = excover.Problem.from_matrix(frame, primary=2)
    assert problem.primary == ["ada", "ben"] and problem.secondary == [("eve", 2)]
    assert problem.option(1) == [("eve", 2)]
    assert pickle.loads(pickle.dumps(problem)) == problem
    with pytest.raises(ValueError, match=r"row 0, column \('eve', 2\): expected 0"):
        excover.Problem.from_matrix(Frame([[1, 1, 3]], ["ada", "ben", ("eve", 2)]))
    with pytest.raises(ValueError, match="twice"):
        excover.Problem.from_matrix(Frame([[1, 1]], ["ada", "ada"]))


class Frame:
    """What a DataFrame of pandas and polars has in common."""

    def __init__(self, rows, columns):
        self.rows, self.columns = rows, columns

    def __array__(self, dtype=None, copy=None):
        return numpy.array(self.rows, dtype=dtype)


def test_the_cheapest_covers_can_be_all_of_them_below_a_cost_and_by_the_number_of_options():
    problem = excover.Problem("pq", options=["pq", "p", "q", "q", "q"], costs=[9, 1, 2, 2, 3])
    assert problem.best(all_optimal=True) == [(3, [1, 2]), (3, [1, 3])]
    assert problem.best(9, max_cost=4) == [(3, [1, 2]), (3, [1, 3]), (4, [1, 4])]
    assert problem.best(9, max_cost=2) == []
    assert problem.best(unit_costs=True) == [(1, [0])]


def test_costs_can_be_negative_and_have_decimals():
    costs = [0.1, Decimal("0.2"), -3, 0.25]
    problem = excover.Problem("pq", options=["p", "q", "pq", "q"], costs=costs)
    assert problem.best(3) == [(-3, [2]), (Decimal("0.3"), [0, 1]), (Decimal("0.35"), [0, 3])]
    assert [type(priced.cost) for priced in problem.best()] == [Decimal]
    assert problem.best(maximize=True) == [(Decimal("0.35"), [0, 3])]
    assert problem.best(9, max_cost=0.3) == problem.best(2)
    assert problem.compile().best(3) == problem.best(3)
    again = pickle.loads(pickle.dumps(problem))
    assert again == problem and again.best(3) == problem.best(3)
    with pytest.raises(excover.NodeLimitError) as caught:
        problem.best(2, nodes=0, maximize=True)
    assert caught.value.upper_bound >= Decimal("0.35")


def test_a_gap_is_a_cost_or_a_share_of_it():
    problem = excover.Problem("pq", options=["pq", "p", "q"], costs=[7, 2, 4])
    for gap in [0, 1, 0.5, "0%", "10%"]:
        assert problem.best(gap=gap)[0].cost <= 7
    assert problem.best(gap=0) == problem.best(gap="0.5%") == [(6, [1, 2])]


def latin(side, seed):
    """A Latin square with a cost of each symbol in each cell, each item a tuple."""
    drawn = random.Random(seed)
    cells = [(row, column, symbol) for row in range(side) for column in range(side) for symbol in range(side)]
    options = [[("p", row, column), ("r", row, symbol), ("c", column, symbol)] for row, column, symbol in cells]
    items = sorted({item for option in options for item in option})
    costs = [drawn.randrange(1000) for _ in cells]
    return excover.Problem(items, options=options, costs=costs), costs


def test_progress_tells_each_better_cover_and_a_bound():
    problem, costs = latin(8, 1)
    for maximize in [False, True]:
        told = []
        best = problem.best(maximize=maximize, progress=told.append)[0]
        for known in told:
            problem.check(known.cover)
            assert known.cost == sum(costs[option] for option in known.cover)
            assert known.gap is None or known.gap >= 0
            assert known.bound is None or (known.bound >= best.cost if maximize else known.bound <= best.cost)
        found = [known.cost for known in told]
        assert found == sorted(found, reverse=not maximize) and told[-1][:2] == best
        assert [known.elapsed for known in told] == sorted(known.elapsed for known in told)


def test_progress_is_told_without_a_better_cover():
    problem, told = latin(14, 1)[0], []
    with pytest.raises(TimeoutError) as caught:
        problem.best(timeout=2, progress=told.append)
    assert sum(known[:2] == before[:2] for before, known in zip(told, told[1:])) >= 3
    last = told[-1]
    assert last.nodes > 0 and last.bound <= caught.value.lower_bound <= caught.value.covers[0].cost <= last.cost
    assert last.gap == pytest.approx((last.cost - last.bound) / last.cost)


def test_an_exception_of_progress_ends_the_search():
    def refuse(known):
        raise LookupError(f"a cover of cost {known.cost}")

    start = time.monotonic()
    with pytest.raises(LookupError, match="a cover of cost"):
        latin(14, 1)[0].best(progress=refuse)
    assert time.monotonic() - start < 5
    # Also where the search ends before anything asks whether it should.
    with pytest.raises(LookupError, match="a cover of cost 0"):
        excover.Problem("a", options=["a"]).best(progress=refuse)
    with pytest.raises(LookupError, match="a cover of cost 0"):
        excover.Problem("a", options=["a"]).symmetries().best(progress=refuse)
    with pytest.raises(TypeError, match="progress: expected a function"):
        excover.Problem("a", options=["a"]).best(progress=True)


#: By name a call about a problem that takes long, with these limits.
LONG = {
    "count": lambda problem, **limits: problem.count(engine="search", **limits),
    "recount": lambda problem, **limits: problem.recount(**limits),
    "compile": lambda problem, **limits: problem.compile(**limits),
    "sample": lambda problem, **limits: problem.sample(**limits),
    "symmetric count": lambda problem, **limits: problem.count(up_to_symmetry=True, **limits),
    "count of symmetries": lambda problem, **limits: problem.symmetries().count(**limits),
}


@pytest.mark.parametrize("call", LONG.values(), ids=LONG)
def test_calls_that_take_long_tell_their_progress(call):
    problem, told = excover.instances.queens(20), []
    with pytest.raises(TimeoutError):
        call(problem, timeout=1, progress=told.append)
    assert len(told) >= 3 and all(isinstance(known, excover.Progress) for known in told)
    for before, known in zip(told, told[1:]):
        assert before.elapsed < known.elapsed and 0 <= known.fraction <= 1

    def refuse(known):
        raise LookupError("enough")

    start = time.monotonic()
    with pytest.raises(LookupError, match="enough"):
        call(problem, progress=refuse)
    assert time.monotonic() - start < 5
    with pytest.raises(TypeError, match="progress: expected a function, found 3"):
        call(problem, progress=3)


def test_a_reason_that_takes_long_tells_its_progress():
    # A chessboard without two opposite corners has no cover by dominoes.
    corners, told = {(0, 0), (11, 11)}, []
    squares = [(row, column) for row in range(12) for column in range(12) if (row, column) not in corners]
    beside = [[(row, column), (row + down, column + 1 - down)] for row, column in squares for down in (0, 1)]
    problem = excover.Problem(squares, options=[pair for pair in beside if pair[1] in squares])
    assert not problem.why(timeout=1, progress=told.append).minimal
    assert len(told) >= 3 and told[-1].nodes > 0


def test_progress_of_a_search_counts_nodes_and_covers():
    told = []
    with pytest.raises(TimeoutError):
        excover.instances.queens(20).count(engine="search", timeout=1, progress=told.append)
    for before, known in zip(told, told[1:]):
        assert before.nodes < known.nodes and before.found < known.found and before.fraction <= known.fraction
    with pytest.raises(ValueError, match="progress: expected no rule"):
        excover.Problem("a", options=["a"]).first(rule="first", progress=told.append)


def test_the_best_cover_and_a_bound_are_known_at_a_limit():
    problem = excover.Problem("pq", options=["pq", "p", "q"], costs=[7, 2, 2])
    with pytest.raises(excover.NodeLimitError) as caught:
        problem.best(2, nodes=0)
    assert caught.value.covers == []
    assert caught.value.lower_bound <= 4
    with pytest.raises(excover.NodeLimitError) as caught:
        problem.best(2, nodes=2)
    assert caught.value.covers[0] == (4, [1, 2])
    assert caught.value.covers[0].cost == 4


def test_a_mapping_of_costs_has_options_as_keys():
    problem = excover.Problem("p", options=["p", "p", "p"], costs={0: 5, 2: 3})
    assert problem.best(3) == [(0, [1]), (3, [2]), (5, [0])]
    for costs, error in [({3: 1}, ValueError), ({-1: 1}, ValueError), ({"a": 1}, TypeError), ({1, 2, 3}, TypeError)]:
        with pytest.raises(error, match="costs"):
            excover.Problem("p", options=["p", "p", "p"], costs=costs)


def test_options_in_the_place_of_secondary_items_are_refused():
    with pytest.raises(TypeError, match=r"options: expected Problem\(primary, options=...\)"):
        excover.Problem("abc", ["ab", "bc"])
    assert excover.Problem("abc", "x", options=[]).count() == 0


def test_an_unknown_item_is_named_with_its_option_and_a_suggestion():
    days = ["monday", "tuesday"]
    for make, words in [
        (lambda: excover.Problem(days, options=[["monday"], ["mondya"]]), "option 1: unknown item 'mondya'; did you mean 'monday'?"),
        (lambda: excover.Problem(days, options=[[("mondya", 1)]]), "option 0: unknown item 'mondya'; did you mean 'monday'?"),
        (lambda: excover.Problem(days, options=[[7]]), "option 0: unknown item 7"),
        (lambda: excover.Problem(days, options=[["monday"]], bounds={"x": (0, 1)}), "bounds: unknown item 'x'"),
        (lambda: excover.Problem([("r", 1)], options=[[("r", 2)]]), "option 0: unknown item ('r', 2); did you mean ('r', 1)?"),
        (lambda: list(excover.compat.covers([["monday"], ["mondya"]], days, [])), "option 1: unknown item 'mondya'; did you mean 'monday'?"),
    ]:
        with pytest.raises(KeyError) as caught:
            make()
        assert str(caught.value) == words and isinstance(caught.value, excover.UnknownItemError)


def test_messages_have_the_items_of_the_user():
    items = [("a", 1), "two words", ("b", 2)]
    problem = excover.Problem(items, ["x y"], options=[[("a", 1), ("x y", "dark red")], ["two words", ("x y", (0, 1))], [("b", 2)]])
    reason = problem.why()
    assert "('a', 1), once" in reason.text and "'two words', once" in reason.text
    assert "('a', 1) 'x y':'dark red'" in reason.text and "'x y':(0, 1)" in reason.text
    for call, words in [
        (lambda: problem.check([0]), "'two words'"),
        (lambda: problem.check([0, 1, 2]), "item `'x y'` has two colors: `'dark red'` in option 0, `(0, 1)` in option 1"),
        (lambda: excover.Problem([("a", 1)], options=[[("a", 1), ("a", 1)]]), "item `('a', 1)` twice"),
    ]:
        with pytest.raises(ValueError) as caught:
            call()
        assert words in str(caught.value)
    # Options in conflict are in no cover together.
    assert problem.count(force=[0, 1]) == 0 and problem.first(force=[0, 1]) is None
    assert problem.first(force=[0, 1], rule="fewest") is None
    # A name of the user that looks like another item's number is a name.
    with pytest.raises(ValueError, match="item `i0` is not covered"):
        excover.Problem([("a", 1), "i0"], options=[[("a", 1)], ["i0"]]).check([0])


def test_mistakes_in_a_problem_are_found_without_a_search():
    kinds = lambda problem: [(finding.kind, finding.is_proof) for finding in problem.lint()]
    assert kinds(excover.Problem("abc", options=["ab", "c"])) == []
    problem = excover.Problem([(1, 1), (1, 2)], ["x y"], options=[[(1, 1)], [(1, 1)]])
    assert kinds(problem) == [("no_options", True), ("unused_secondary", False), ("repeated", False)]
    first, second, third = problem.lint()
    assert first.items == [(1, 2)] and "`(1, 2)`" in first.text
    assert second.items == ["x y"] and third.options == [1]
    large = excover.Problem(range(100_001), options=[[item, item + 1] for item in range(100_000)])
    with pytest.raises(TimeoutError, match="stopped at the time limit"):
        large.lint(timeout=0)


def hard():
    """Return the problem of queens on a board that is too large for counting."""
    side = 20
    primary = [f"{kind}{number}" for kind in "rc" for number in range(side)]
    secondary = [f"{kind}{number}" for kind in "ab" for number in range(2 * side)]
    squares = [(row, column) for row in range(side) for column in range(side)]
    options = [[f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c + side}"] for r, c in squares]
    return excover.Problem(primary, secondary, options=options)


def test_a_timeout_ends_every_search():
    problem = hard()
    begun = time.monotonic()
    for ask in (problem.count, problem.compile, lambda timeout: list(problem.solutions(timeout=timeout))):
        with pytest.raises(TimeoutError, match="at least"):
            ask(timeout=0.2)
    assert time.monotonic() - begun < 30


def test_the_memory_limit_ends_a_compilation():
    with pytest.raises(MemoryError):
        hard().compile(memory=1 << 20, timeout=60)


def test_the_memory_limit_ends_a_sample_of_any_size():
    diagram = excover.Problem.from_text(text_of("langford8")).compile()
    with pytest.raises(MemoryError, match="covers"):
        diagram.sample(10**12, memory=1 << 16)
    with pytest.raises(TimeoutError, match="covers"):
        excover.Problem.from_text(text_of("langford8")).sample(10**12, timeout=0.2)


def test_ctrl_c_ends_a_search():
    # If a shell has started these tests in the background, Python ignores the signal.
    listen = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    program = listen + "import excover, test_problem as t\nprint('ready', flush=True)\nt.hard().count()"
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=__file__.rsplit("/", 1)[0],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors, errors


def test_other_threads_go_on_during_a_search():
    problem, ticks = hard(), []
    over = threading.Event()

    def tick():
        while not over.wait(0.01):
            ticks.append(1)

    thread = threading.Thread(target=tick)
    thread.start()
    with pytest.raises(TimeoutError):
        problem.count(timeout=1.0)
    over.set()
    thread.join()
    assert len(ticks) > 5


def test_threads_share_a_problem_and_an_iterator():
    problem = excover.Problem.from_text(text_of("langford8"))
    covers, found, lock = problem.solutions(), [], threading.Lock()

    def take():
        for cover in covers:
            with lock:
                found.append(tuple(cover))

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == sorted(map(tuple, problem.solutions()))


def count_of(problem):
    return problem.count()


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_problems_go_to_other_processes(method):
    problem = excover.Problem.from_text(text_of("queens8"))
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(count_of, [problem] * 4) == [92] * 4
