"""The assignment problem, solved by SciPy without the import of all that SciPy has beside it.

`import scipy.optimize` takes 0.4 s of the processor, more than all else that a command imports; the
one extension module that is needed takes a millisecond.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from pathlib import Path

from vision.arrays import IntArray

Solver = Callable[..., tuple[IntArray, IntArray]]
_EXTENSION = "_lsap"


def _load_solver() -> Solver:
    """Return scipy.optimize.linear_sum_assignment, from its own file where SciPy has it there."""
    scipy = find_spec("scipy")
    folders = (scipy.submodule_search_locations if scipy else None) or ()
    spec = PathFinder.find_spec(_EXTENSION, [str(Path(each) / "optimize") for each in folders])
    if spec is None or spec.loader is None:
        from scipy.optimize import linear_sum_assignment

        whole: Solver = linear_sum_assignment
        return whole
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    solver: Solver = module.linear_sum_assignment
    return solver


# Of costs (rows x columns): the rows and their columns, each in one pair, of the least sum. Raises
# ValueError for costs that are no numbers or allow no assignment.
cheapest_assignment = _load_solver()
# The same of the greatest sum of scores (rows x columns).
best_assignment = partial(cheapest_assignment, maximize=True)
