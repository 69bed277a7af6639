"""Tests of symmetries, against igraph, which contains BLISS, and against numbers of the literature."""

import itertools
import os
import random
import signal
import subprocess
import sys
import time

import igraph
import pytest

import excover
from conftest import text_of

#: Much more than the 0.1 seconds within which runs should stop, because the machine may be busy.
SOON = 10


def order_by_bliss(problem):
    """Return the number of automorphisms of the graph of a problem: of permutations of its options, items and colors."""
    items = problem.primary + problem.secondary
    classes = [0] * len(problem) + [1] * len(problem.primary) + [2] * len(problem.secondary)
    vertices = {item: len(problem) + place for place, item in enumerate(items)}
    edges, pairs = [], {}
    for number in range(len(problem)):
        for entry in problem.option(number):
            # An item may be a pair itself.
            item, color = (entry, None) if entry in vertices else entry
            if color is None:
                edges.append((number, vertices[item]))
                continue
            if (item, color) not in pairs:
                pairs[item, color] = len(classes)
                edges.append((len(classes), vertices[item]))
                classes.append(3)
            edges.append((number, pairs[item, color]))
    graph = igraph.Graph(len(classes), edges)
    return graph.count_automorphisms(color=classes)


# Orders from the literature or by hand: the board, the box, exchanges of the names of rows, columns and symbols.
@pytest.mark.parametrize(
    "name, order, covers",
    [
        ("queens8", 8, 12),
        ("queens12", 8, 1787),
        ("pent3x20", 4, 2),
        ("pent8x8hole", 8, 65),
        ("soma", 48, 240),
        ("langford8", 2, 150),
        ("domino6x6", 8, 930),
        ("latin4", 82_944, 2),
        ("match12", 479_001_600, 1),
    ],
)
def test_published_numbers(name, order, covers):
    problem = excover.Problem.from_text(text_of(name))
    symmetries = problem.symmetries()
    assert symmetries.order == order
    assert symmetries.order * symmetries.kernel_order == order_by_bliss(problem)
    assert problem.count(up_to_symmetry=True) == covers
    listed = list(symmetries.representatives())
    for cover, _ in listed:
        problem.check(cover)
    assert len(listed) == covers and sum(orbit for _, orbit in listed) == problem.count()


def random_problem(draw):
    """Return a small problem, often with colors, with options that use the same items, and with symmetries."""
    primary = [f"p{number}" for number in range(draw.randint(1, 5))]
    # Pairs, and colors that are no strings or have blanks: in text they have names that are made for them.
    secondary = [("s", number) for number in range(draw.randint(0, 3))]
    options = []
    for _ in range(draw.randint(1, 10)):
        option = [item for item in primary if draw.random() < 0.4] or [primary[0]]
        for item in secondary:
            if draw.random() < 0.5:
                option.append((item, draw.choice([7, "a b"])) if draw.random() < 0.7 else item)
        options.append(option)
    return excover.Problem(primary, secondary=secondary, options=options)


def test_random_problems_have_as_many_symmetries_as_bliss_finds():
    draw = random.Random(24)
    several = 0
    for _ in range(2000):
        problem = random_problem(draw)
        symmetries = problem.symmetries()
        assert symmetries.order * symmetries.kernel_order == order_by_bliss(problem)
        several += symmetries.order > 1
    assert several > 300


def test_generators_map_options_to_options():
    problem = excover.Problem.from_text(text_of("queens8"))
    symmetries = problem.symmetries()
    assert len(symmetries.option_orbits()) == 10
    assert sorted(item for orbit in symmetries.item_orbits() for item in orbit) == sorted(problem.primary + problem.secondary)
    for symmetry in symmetries.generators():
        for option, image in symmetry.options.items():
            items = {symmetry.items.get(item, item) for item in problem.option(option)}
            assert items == set(problem.option(image))


def orbits_by_brute_force(covers, symmetries):
    """Return the sizes of the orbits of covers under the group that some symmetries generate, in ascending order."""
    rest = {tuple(cover) for cover in covers}
    sizes = []
    while rest:
        orbit = pending = {rest.pop()}
        while pending:
            images = {
                tuple(sorted(symmetry.options.get(option, option) for option in cover))
                for cover in pending
                for symmetry in symmetries
            }
            pending = images - orbit
            orbit = orbit | pending
        sizes.append(len(orbit))
        rest -= orbit
    return sorted(sizes)


def test_covers_up_to_some_symmetries_are_those_of_brute_force():
    draw = random.Random(25)
    fewer = 0
    for _ in range(600):
        problem = random_problem(draw)
        everything = problem.symmetries()
        generators = everything.generators()
        again = problem.symmetries(generators=generators)
        assert (again.order, again.kernel_order) == (everything.order, everything.kernel_order)
        some = [generator for generator in generators if draw.random() < 0.5]
        symmetries = problem.symmetries(generators=some)
        sizes = orbits_by_brute_force(problem, some)
        assert sorted(size for _, size in symmetries.representatives()) == sizes
        assert sorted(found.orbit for found in symmetries.best(k=len(sizes) + 1)) == sizes
        assert problem.count(up_to_symmetry=True, generators=some) == symmetries.count() == len(sizes)
        fewer += 1 < symmetries.order < everything.order
    assert fewer > 50


def test_reflections_of_the_soma_cube_are_left_out_by_generators():
    problem = excover.Problem.from_text(text_of("soma"))
    cells = list(itertools.product(range(3), repeat=3))
    turns = [lambda x, y, z: (y, z, x), lambda x, y, z: (y, 2 - x, z)]
    generators = [{"%d%d%d" % cell: "%d%d%d" % turn(*cell) for cell in cells} for turn in turns]
    rotations = problem.symmetries(generators=generators)
    assert rotations.order == 24
    # J. H. Conway and M. J. T. Guy, 1961: 240 solutions up to rotations and reflections, each with a mirror image.
    assert rotations.count() == problem.count(up_to_symmetry=True, generators=generators) == 480


@pytest.mark.parametrize("name, order", [("queens8", 8), ("latin4", 82_944)])
def test_a_file_of_the_command_line_is_read(tmp_path, name, order):
    binary = os.environ.get("DLX")
    if binary is None:
        pytest.skip("DLX does not name the command line")
    (tmp_path / "problem").write_text(text_of(name))
    command = [binary, "symmetries", "--format", "generators", str(tmp_path / "problem")]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    problem = excover.Problem.from_text(text_of(name))
    assert problem.symmetries(generators="| all of them\n\n" + lines).order == order
    assert problem.symmetries(generators=lines.splitlines()).order == order
    assert problem.symmetries(generators="| none\n").order == problem.symmetries(generators=[]).order == 1


@pytest.mark.parametrize(
    "generators, message",
    [
        ("| a comment\n(a b", r"line 2, column 5: expected `\)`"),
        (["", "(a z)"], "generator 1, column 4: expected an item of the problem, found `z`"),
        (["(a b)"], "generator 0: expected an option .* found none that is `a c`"),
        ({"a": "c"}, "generator 0: expected a permutation, found 'c' without an image"),
        ([{}, {"a": "c", "b": "c", "c": "b"}], "generator 1: expected a permutation, found 'c' twice"),
        ({"a": "z", "z": "a"}, "generator 0: expected an item .* found 'z'"),
        ({"a": ["z"]}, r"generator 0: expected an item .* found \['z'\]"),
        ({("x", 1): ("x", 3), ("x", 3): ("x", 1)}, r"generator 0: expected .* found \('x', 3\)"),
        ({"x": "a", "a": "x"}, "generator 0: expected an item of the same kind"),
        (excover.Symmetry({}, {0: 1, 1: 0}, {}), "generator 0: expected an option that is"),
        (excover.Symmetry({}, {0: 9, 9: 0}, {}), "generator 0: expected the number of an option"),
    ],
)
def test_what_is_no_symmetry_is_refused(generators, message):
    problem = excover.Problem("abcd", "x", options=["ab", "bc", "cd", "da", ["a", ("x", 1)], ["a", ("x", 2)]])
    with pytest.raises(ValueError, match=message):
        problem.symmetries(generators=generators)


def test_only_generators_are_taken_and_only_up_to_symmetry():
    problem = excover.Problem("ab", options=["a", "b", "ab"])
    with pytest.raises(TypeError, match="generator 1: expected a str, a mapping or a Symmetry, found int"):
        problem.symmetries(generators=["(a b)", 3])
    with pytest.raises(ValueError, match="up_to_symmetry"):
        problem.count(generators="(a b)")


@pytest.mark.parametrize("name", ["pent6x10", "langford8", "macmahon4x6", "latin5"])
def test_representatives_are_the_same_for_any_number_of_threads(name):
    symmetries = excover.Problem.from_text(text_of(name)).symmetries()
    listed = list(symmetries.representatives())
    assert len(listed) > 1
    for threads in (2, 5):
        assert list(symmetries.representatives(threads=threads)) == listed
    with pytest.raises(ValueError, match="threads: expected 1 or more, found 0"):
        symmetries.representatives(threads=0)


def test_a_listing_on_several_threads_can_be_given_up_and_ends_at_its_timeout():
    symmetries = excover.Problem.from_text(text_of("domino8x8")).symmetries()
    first = list(itertools.islice(symmetries.representatives(), 3000))
    assert list(itertools.islice(symmetries.representatives(threads=2), 3000)) == first
    begun = time.monotonic()
    listed = []
    # There are more than a million representatives, too many for this time.
    with pytest.raises(TimeoutError, match="covers"):
        for representative in symmetries.representatives(threads=2, timeout=0.2):
            listed.append(representative)
    assert time.monotonic() - begun < SOON
    assert listed[:3000] == first[: len(listed)]


#: Dominoes on a board without two opposite corners. There is no cover, and no search proves this in time.
MUTILATED = """
import excover
cells = [(row, column) for row in range(14) for column in range(14)][1:-1]
pairs = [(cell, (cell[0] + down, cell[1] + 1 - down)) for cell in cells for down in (0, 1)]
symmetries = excover.Problem(cells, options=[pair for pair in pairs if pair[1] in cells]).symmetries()
"""


@pytest.mark.parametrize("threads", [1, 2])
def test_a_timeout_ends_the_search_for_the_first_representative(threads):
    names = {}
    exec(MUTILATED, names)
    begun = time.monotonic()
    with pytest.raises(TimeoutError, match="at least 0 covers"):
        next(names["symmetries"].representatives(threads=threads, timeout=0.2))
    assert time.monotonic() - begun < SOON


def test_ctrl_c_ends_the_search_for_the_first_representative_on_several_threads():
    # If a shell has started these tests in the background, Python ignores the signal.
    listen = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    program = listen + MUTILATED + "print('ready', flush=True)\nnext(symmetries.representatives(threads=2))"
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors, errors


def test_what_cannot_be_counted_up_to_symmetry_is_refused():
    problem = excover.Problem("ab", options=["a", "b", "ab"])
    with pytest.raises(ValueError, match="up_to_symmetry"):
        problem.count(up_to_symmetry=True, force=[0])
    with pytest.raises(TimeoutError):
        excover.Problem.from_text(text_of("pent6x10")).count(up_to_symmetry=True, timeout=0)
