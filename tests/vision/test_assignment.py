"""The assignment problem: the best of all permutations."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.arrays import FloatArray
from vision.assignment import best_assignment, cheapest_assignment


@st.composite
def tables(draw: st.DrawFn) -> FloatArray:
    """Return costs of at most 5 x 6, where columns may be repeated, and all may be forbidden."""
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 3))
    costs = st.integers(-9, 9) | st.sampled_from([1e6, -1e6, 0.1])
    table = [[draw(costs) for _ in range(columns)] for _ in range(rows)]
    repeated = np.repeat(np.array(table, float), draw(st.integers(1, 2)), axis=1)
    return repeated.T if draw(st.booleans()) else repeated


def sums(table: FloatArray) -> list[float]:
    """Return the sum of each way to give every row, or every column, one of its own."""
    long = table if len(table) <= table.shape[1] else table.T
    return [
        float(sum(long[row, column] for row, column in enumerate(order)))
        for order in permutations(range(long.shape[1]), len(long))
    ]


@given(tables())
def test_no_choice_has_a_less_or_a_greater_sum(table: FloatArray) -> None:
    for rows, columns, sought in (
        (*cheapest_assignment(table), min(sums(table))),
        (*best_assignment(table), max(sums(table))),
    ):
        assert len(rows) == min(table.shape)
        assert rows.tolist() == sorted(set(rows.tolist()))
        assert len(set(columns.tolist())) == len(rows)
        assert table[rows, columns].sum() == pytest.approx(sought)


@pytest.mark.parametrize("seed", range(3))
def test_as_many_stickers_of_each_colour_are_chosen_as_scipy_chooses(seed: int) -> None:
    from scipy.optimize import linear_sum_assignment

    fit = np.random.default_rng(seed).normal(size=(54, 6)) * 10
    table = np.repeat(fit, 9, axis=1)
    chosen, expected = best_assignment(table), linear_sum_assignment(table, maximize=True)
    assert (chosen[1] // 9).tolist() == (expected[1] // 9).tolist()


@pytest.mark.parametrize("cost", [np.nan, np.inf, -np.inf])
def test_a_cost_that_is_no_number_is_refused(cost: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        cheapest_assignment(np.array([[0, cost], [1, 2]]))
