"""Shared by the tests: the project's problems with their answers, and a brute-force reference."""

from itertools import combinations
from pathlib import Path

import pytest

TESTDATA = Path(__file__).resolve().parents[3] / "testdata"


@pytest.fixture(scope="session")
def testdata():
    return TESTDATA


def text_of(name):
    return (TESTDATA / "exact-cover" / f"{name}.dlx").read_text()


def naive_covers(items, options):
    """Return all sets of options that cover each item exactly once, by trying all sets."""
    covers = []
    for size in range(len(options) + 1):
        for chosen in combinations(range(len(options)), size):
            covered = sorted(item for option in chosen for item in options[option])
            if covered == sorted(items) and all(options[option] for option in chosen):
                covers.append(list(chosen))
    return sorted(covers)
