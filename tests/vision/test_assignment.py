"""The assignment problem: the best of all permutations, without all of SciPy being imported."""

from __future__ import annotations

import subprocess
import sys
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision import assignment
from vision.arrays import FloatArray

tables = st.lists(st.lists(st.integers(-9, 9), min_size=4, max_size=4), min_size=4, max_size=4).map(
    lambda rows: np.array(rows, float)
)


def sums(table: FloatArray) -> list[float]:
    """Return the sum of each way to give every row a column of its own."""
    return [
        float(sum(table[row, column] for row, column in enumerate(order)))
        for order in permutations(range(4))
    ]


@given(tables)
def test_no_permutation_has_a_less_or_a_greater_sum(table: FloatArray) -> None:
    for rows, columns, sought in (
        (*assignment.cheapest_assignment(table), min(sums(table))),
        (*assignment.best_assignment(table), max(sums(table))),
    ):
        assert sorted(rows) == sorted(columns) == [0, 1, 2, 3]
        assert table[rows, columns].sum() == sought


def test_a_scipy_without_the_extension_is_used_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assignment, "_EXTENSION", "no_such_extension")
    from scipy.optimize import linear_sum_assignment

    assert assignment._load_solver() is linear_sum_assignment


def test_reading_a_cube_imports_no_optimizers() -> None:
    check = "import sys, vision.reading; print('scipy.optimize' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
