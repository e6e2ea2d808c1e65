"""The benchmarks `pyraminx` and `pocket` yield measured and published figures."""

from __future__ import annotations

import pytest

from benchmarks.puzzles.pyraminx import (
    METHODS,
    AllPositions,
    MethodLengths,
    PocketDistance,
    PyraminxDistance,
    count_turns,
    method_lengths,
    pocket,
    pyraminx,
    random_positions,
    solve_checked,
)


@pytest.mark.thorough
def test_the_papers_method_needs_about_as_many_turns_as_in_the_paper() -> None:
    states = random_positions(40, seed=1)
    solutions = [[solve_checked(state, solve) for state in states] for solve in METHODS.values()]
    method, order, best, fewest = ([count_turns(each) for each in of] for of in solutions)
    # Section 14.4.6: 33 turns in the mean, standard deviation 7.8.
    record = method_lengths("its method", solutions[0])
    assert abs(record.mean - 33) < 7.8 / 2
    assert record.ratio == record.mean / 33
    assert list(record.stages) == ["Tips", "Centres", "Edge 1", "Edge 2", "Edge 3", "Flip", "Cycle"]
    assert abs(sum(record.stages.values()) - record.mean) < 1e-9
    assert sum(order) < sum(method)
    for a, b, c in zip(fewest, best, order, strict=True):
        assert a <= b <= c


def test_all_positions_of_the_pyraminx_are_counted() -> None:
    *records, everything = pyraminx(positions=3)
    assert [each.method for each in records if isinstance(each, MethodLengths)] == [*METHODS]
    counts = [each.positions for each in records if isinstance(each, PyraminxDistance)]
    assert isinstance(everything, AllPositions)
    assert everything.positions == sum(counts) == 933_120
    assert 480_467 in counts


def test_the_2x2x2_is_counted_in_both_metrics() -> None:
    *distances, htm, _ = pocket()
    last = distances[-1]
    assert isinstance(last, PocketDistance)
    assert (last.turns, last.htm, last.qtm) == (14, None, 276)
    assert isinstance(htm, AllPositions)
    assert htm.positions == 3_674_160
    assert 2_644 in [each.htm for each in distances if isinstance(each, PocketDistance)]
