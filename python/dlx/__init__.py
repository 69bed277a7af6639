"""Exact cover and Sudoku: solve, count, sample, optimize, explain.

>>> import dlx
>>> problem = dlx.Problem("abc", options=["ab", "c", "a", "bc"])
>>> problem.count()
2
>>> list(problem.solutions())
[[0, 1], [2, 3]]

`Problem` is an exact cover problem, `Diagram` represents all covers of a problem at once, and `dlx.sudoku` solves
Sudoku. `get_exact_cover`, `get_all_solutions` and `get_solution_count` have the interface of the PyPI package
`exact-cover`. `python -m dlx.dask` counts or lists covers on the workers of a Dask cluster.
"""

from . import sudoku
from ._problem import Diagram, Problem, Symmetries, Symmetry
from .exact_cover import NoSolution, get_all_solutions, get_exact_cover, get_solution_count

__all__ = [
    "Diagram",
    "NoSolution",
    "Problem",
    "Symmetries",
    "Symmetry",
    "get_all_solutions",
    "get_exact_cover",
    "get_solution_count",
    "sudoku",
]
