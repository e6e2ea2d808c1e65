"""The benchmark of the engines checks solutions and counts turns."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from benchmarks.solving import engines
from benchmarks.solving.engines import (
    Contestant,
    MissingPackage,
    SolverFigures,
    compare,
    start_up,
    table_costs,
    throughput,
    unavailable,
)
from benchmarks.solving.other_solvers import PEERS, ExternalSolver
from solver.core.errors import UnsolvedError
from solver.cube import Cube
from solver.engines.registry import solve
from solver.search.phase_tables import tables as two_phase_tables


def test_all_solve_the_same_cubes() -> None:
    one, two = compare([Contestant(name, lambda cube: solve(cube).turns) for name in "ab"], 5)
    assert (one.mean, one.most) == (two.mean, two.most)
    rng = Random(0)
    _, *cubes = [Cube.random(rng) for _ in range(6)]
    assert one.mean == sum(solve(cube).htm for cube in cubes) / 5


def test_a_wrong_solution_ends_the_run() -> None:
    with pytest.raises(UnsolvedError, match="idle did not solve"):
        list(compare([Contestant("idle", lambda cube: ())], 1))


def test_an_unavailable_package_is_listed_with_its_published_figure() -> None:
    peer = ExternalSolver("juggler", "no_such_juggler", lambda cube: (), 99.9, 1)
    slow = ExternalSolver("sloth", "json", lambda cube: (), 1, None, Path("no/such/folder"))
    assert list(unavailable([peer, slow], with_slow=True)) == [
        SolverFigures("juggler, published", "htm", 99.9, slowest_milliseconds=1),
        MissingPackage("juggler", "is not installed"),
    ]
    assert "17 minutes" in str(slow.unavailable_reason(with_slow=False))


@pytest.mark.filterwarnings("ignore")  # theirs
@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.package)
def test_every_available_package_solves(peer: ExternalSolver) -> None:
    reason = peer.unavailable_reason(with_slow=False)
    if reason is not None:
        pytest.skip(f"{peer.package} {reason}")
    cube = Cube.random(5)
    assert cube.apply(peer.answer(cube)).is_solved()


@pytest.mark.thorough
def test_costs_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "build", two_phase_tables)
    assert all(each.cubes_a_second > 1 for each in throughput(20))
    first, later = start_up()
    assert (first.which, later.which) == ("first", "later")
    assert later.seconds < 10
    assert table_costs("htm").disk_megabytes > 0.1
