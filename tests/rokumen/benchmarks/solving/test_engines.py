"""The benchmark of the engines checks solutions and prints a table."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from rokumen.benchmarks.solving import engine_costs
from rokumen.benchmarks.solving.engines import (
    Contestant,
    UnavailablePackage,
    UnsolvedError,
    run,
    table,
)
from rokumen.benchmarks.solving.other_solvers import PEERS, ExternalSolver
from solver.core.random_cube import random_cube
from solver.engines.registry import solve
from solver.search.phase_tables import tables as two_phase_tables


def test_all_solve_the_same_cubes() -> None:
    rows = run([Contestant(name, lambda cube: solve(cube).moves) for name in ("one", "two")], 5)
    assert rows[0].lengths == rows[1].lengths
    assert len(rows[0].lengths) == 5
    console = Console(record=True, width=100, file=StringIO())
    console.print(table(rows))
    shown = console.export_text()
    assert "5 random cubes" in shown
    assert f"{sum(rows[0].lengths) / 5:.2f}" in shown


def test_a_wrong_solution_ends_the_run() -> None:
    with pytest.raises(UnsolvedError, match="idle did not solve"):
        run([Contestant("idle", lambda cube: ())], 1)


def test_an_unavailable_package_is_listed_with_its_published_figure() -> None:
    peer = ExternalSolver("juggler", "no_such_juggler", lambda cube: (), ("99.9", "1"))
    assert peer.unavailable_reason(with_slow=True) == "is not installed"
    slow = ExternalSolver("sloth", "json", lambda cube: (), ("1", ""), Path("no/such/folder"))
    assert "17 minutes" in str(slow.unavailable_reason(with_slow=False))
    assert slow.unavailable_reason(with_slow=True) is None
    console = Console(record=True, width=120, file=StringIO())
    console.print(table((), [UnavailablePackage("juggler", "is not installed", ("99.9", "1"))]))
    shown = console.export_text()
    assert "juggler, published" in shown
    assert "99.9" in shown


@pytest.mark.filterwarnings("ignore")  # theirs
@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.package)
def test_every_available_package_solves(peer: ExternalSolver) -> None:
    reason = peer.unavailable_reason(with_slow=False)
    if reason is not None:
        pytest.skip(f"{peer.package} {reason}")
    cube = random_cube(Random(5))
    assert cube.apply(peer.answer(cube)).is_solved


def test_costs_are_measured_and_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_costs, "build", two_phase_tables)
    measured = dict(engine_costs.costs(20))
    assert "cubes/s, mean" in measured["lbl at effort 1, 1 process"]
    assert float(measured["later rokumen solve"].removesuffix(" s")) < 10
    assert "MB on disk" in measured["two-phase tables, htm"]
