"""Exact cover and Sudoku: solve, count, sample, optimize, explain.

>>> import excover
>>> problem = excover.Problem("abc", options=["ab", "c", "a", "bc"])
>>> problem.count()
2
>>> list(problem.solutions())
[[0, 1], [2, 3]]

`Problem` is an exact cover problem, `Diagram` represents all covers of a problem at once, and `excover.sudoku` solves
Sudoku. `excover.compat` has the functions of the PyPI packages `exact-cover` and `xcover`. `python -m excover.dask` counts or lists
covers on the workers of a Dask cluster.
"""

from . import sudoku
from ._excover import VERSION as __version__
from ._problem import (
    BestProgress,
    Branch,
    Diagram,
    Finding,
    Priced,
    PricedOrbit,
    Problem,
    Reason,
    Representative,
    Symmetries,
    Symmetry,
    UnknownItemError,
)
from ._results import Count, NodeLimitError, Svg

__all__ = [
    "BestProgress",
    "Branch",
    "Count",
    "Diagram",
    "Finding",
    "NodeLimitError",
    "Priced",
    "PricedOrbit",
    "Problem",
    "Reason",
    "Representative",
    "Svg",
    "Symmetries",
    "Symmetry",
    "UnknownItemError",
    "__version__",
    "sudoku",
]
