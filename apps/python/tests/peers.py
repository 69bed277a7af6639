"""Runs the published tests of the PyPI packages exact-cover and xcover with the functions of `excover.compat`.

    pip install ./apps/python exact-cover xcover pytest hypothesis zdd_algorithms
    python apps/python/tests/peers.py FOLDER [ARGUMENT ...]

FOLDER is the source of one of the packages with its tests: https://github.com/jwg4/exact_cover or
https://github.com/johnrudge/xcover, which are not part of their distributions. What the packages compute with is
replaced; their helper functions, which the tests call too, are theirs. The arguments are those of pytest.
"""

import importlib
import os
import sys
from pathlib import Path

import pytest

from excover import compat


def replace_exact_cover():
    error = importlib.import_module("exact_cover.error")
    error.NoSolution = compat.NoSolution
    names = ["get_exact_cover", "get_all_solutions", "get_solution_count"]
    replace("exact_cover", ["exact_cover", "exact_cover.wrapper"], names)


def replace_xcover():
    names = ["covers", "covers_bool", "covers_zdd", "covers_bool_zdd"]
    replace("xcover", ["xcover", "xcover.solvers"], names)


def replace(package, modules, names):
    for module in map(importlib.import_module, modules):
        for name in names:
            assert hasattr(module, name), f"{package} has no {name}"
            setattr(module, name, getattr(compat, name))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    if (folder / "exact_cover").is_dir():
        replace_exact_cover()
        tests = folder / "tests"
    elif (folder / "src" / "xcover").is_dir():
        replace_xcover()
        tests = folder / "src" / "test"
    else:
        sys.exit(f"{folder}: expected the source of exact-cover or of xcover")
    # Tests open files by paths relative to it. Its package is not imported from there: it is not compiled.
    os.chdir(folder)
    return pytest.main(["-p", "no:cacheprovider", "--import-mode=importlib", str(tests.relative_to(folder)), *sys.argv[2:]])


if __name__ == "__main__":
    sys.exit(main())
