"""The assignment problem, solved by SciPy without the import of all that SciPy has beside it.

`import scipy.optimize` takes 0.4 s of the processor, more than all else that a command imports; the
one extension module that is needed takes a millisecond.
"""

from __future__ import annotations

from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from typing import Any

from vision.arrays import FloatArray, IntArray

_EXTENSION = "_lsap"


def _load_solver() -> Any:
    """Return scipy.optimize.linear_sum_assignment, from its own file where SciPy has it there."""
    scipy = find_spec("scipy")
    folders = (scipy.submodule_search_locations if scipy else None) or ()
    spec = PathFinder.find_spec(_EXTENSION, [str(Path(each) / "optimize") for each in folders])
    if spec is None or spec.loader is None:
        from scipy.optimize import linear_sum_assignment

        return linear_sum_assignment
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.linear_sum_assignment


_solve = _load_solver()


def cheapest_assignment(costs: FloatArray) -> tuple[IntArray, IntArray]:
    """Return rows and their columns, each in one pair, of the least sum of costs (rows x columns).

    Raises ValueError for costs that are no numbers or allow no assignment.
    """
    rows, columns = _solve(costs)
    return rows, columns


def best_assignment(scores: FloatArray) -> tuple[IntArray, IntArray]:
    """Return what `cheapest_assignment` does, of the greatest sum of scores (rows x columns)."""
    rows, columns = _solve(scores, maximize=True)
    return rows, columns
