"""Tests of symmetries, against igraph, which contains BLISS, and against numbers of the literature."""

import random

import igraph
import pytest

import dlx
from conftest import text_of


def order_by_bliss(problem):
    """Return the number of automorphisms of the graph of a problem: of permutations of its options, items and colors."""
    items = problem.primary + problem.secondary
    classes = [0] * len(problem) + [1] * len(problem.primary) + [2] * len(problem.secondary)
    vertices = {item: len(problem) + place for place, item in enumerate(items)}
    edges, pairs = [], {}
    for number in range(len(problem)):
        for entry in problem.option(number):
            item, color = entry if isinstance(entry, tuple) else (entry, None)
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
    problem = dlx.Problem.from_text(text_of(name))
    symmetries = problem.symmetries()
    assert symmetries.order == order
    assert symmetries.order * symmetries.kernel_order == order_by_bliss(problem)
    assert problem.count(up_to_symmetry=True) == covers
    listed = list(symmetries.representatives())
    for cover, _ in listed:
        problem.check(cover)
    assert len(listed) == covers and sum(orbit for _, orbit in listed) == problem.count()


def test_random_problems_have_as_many_symmetries_as_bliss_finds():
    draw = random.Random(24)
    several = 0
    for _ in range(2000):
        primary = [f"p{number}" for number in range(draw.randint(1, 5))]
        secondary = [f"s{number}" for number in range(draw.randint(0, 3))]
        options = []
        for _ in range(draw.randint(1, 10)):
            option = [item for item in primary if draw.random() < 0.4] or [primary[0]]
            for item in secondary:
                if draw.random() < 0.5:
                    option.append((item, draw.choice("ab")) if draw.random() < 0.7 else item)
            options.append(option)
        problem = dlx.Problem(primary, secondary=secondary, options=options)
        symmetries = problem.symmetries()
        assert symmetries.order * symmetries.kernel_order == order_by_bliss(problem)
        several += symmetries.order > 1
    assert several > 300


def test_generators_map_options_to_options():
    problem = dlx.Problem.from_text(text_of("queens8"))
    symmetries = problem.symmetries()
    assert len(symmetries.option_orbits()) == 10
    assert sorted(item for orbit in symmetries.item_orbits() for item in orbit) == sorted(problem.primary + problem.secondary)
    for symmetry in symmetries.generators():
        for option, image in symmetry.options.items():
            items = {symmetry.items.get(item, item) for item in problem.option(option)}
            assert items == set(problem.option(image))


def test_what_cannot_be_counted_up_to_symmetry_is_refused():
    problem = dlx.Problem("ab", options=["a", "b", "ab"])
    with pytest.raises(ValueError, match="up_to_symmetry"):
        problem.count(up_to_symmetry=True, force=[0])
    with pytest.raises(TimeoutError):
        dlx.Problem.from_text(text_of("pent6x10")).count(up_to_symmetry=True, timeout=0)
