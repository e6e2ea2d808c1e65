"""The benchmark of the engines checks what it is given and lays it out."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from rokumen.bench.engines import Entrant, WrongSolutionError, run, table
from solver.engine import solve


def test_all_solve_the_same_cubes() -> None:
    rows = run([Entrant(name, lambda cube: solve(cube).moves) for name in ("one", "two")], 5)
    assert rows[0].lengths == rows[1].lengths
    assert len(rows[0].lengths) == 5
    console = Console(record=True, width=100, file=StringIO())
    console.print(table(rows))
    shown = console.export_text()
    assert "5 random cubes" in shown
    assert f"{sum(rows[0].lengths) / 5:.2f}" in shown


def test_a_wrong_solution_ends_the_run() -> None:
    with pytest.raises(WrongSolutionError, match="idle did not solve"):
        run([Entrant("idle", lambda cube: ())], 1)
