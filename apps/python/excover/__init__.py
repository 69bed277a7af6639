"""Exact cover and Sudoku: solve, count, sample, optimize, explain.

>>> import excover
>>> problem = excover.Problem("abc", options=["ab", "c", "a", "bc"])
>>> problem.count()
2
>>> list(problem.solutions())
[[0, 1], [2, 3]]

`Problem` is an exact cover problem, `Diagram` represents all covers of a problem at once, `excover.instances` makes
well-known problems, and `excover.sudoku` solves Sudoku. `excover.compat` has the functions of the PyPI packages
`exact-cover` and `xcover`. `Problem.split` splits an enumeration into tasks for other processes, and
`python -m excover.cluster` runs them on the workers of any executor.
"""

from . import instances, sudoku
from ._answers import (
    BestProgress,
    Covers,
    Estimate,
    Finding,
    Mean,
    Objective,
    Priced,
    PricedOrbit,
    Progress,
    Reason,
    Representative,
)
from ._diagram import Branch, Diagram
from ._excover import VERSION as __version__
from ._model import Option
from ._objects import UnknownItemError
from ._problem import Problem
from ._results import Count, NodeLimitError, Svg
from ._symmetries import Symmetries, Symmetry
from ._tasks import Task, TaskResult, Total, merge

__all__ = [
    "BestProgress",
    "Branch",
    "Count",
    "Covers",
    "Diagram",
    "Estimate",
    "Finding",
    "Mean",
    "NodeLimitError",
    "Objective",
    "Option",
    "Priced",
    "PricedOrbit",
    "Problem",
    "Progress",
    "Reason",
    "Representative",
    "Svg",
    "Symmetries",
    "Symmetry",
    "Task",
    "TaskResult",
    "Total",
    "UnknownItemError",
    "__version__",
    "instances",
    "merge",
    "sudoku",
]
