"""The benchmark of the beginner's course beside published figures."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from rokumen.benchmarks.solving.beginner import run, steps_table, table
from solver.engines.beginner.course import load_course


def test_the_mean_is_shown_beside_published_ones() -> None:
    result = run(20, seed=3)
    console = Console(width=150, file=StringIO(), record=True)
    console.print(table(result))
    console.print(steps_table(result))
    shown = console.export_text()
    assert "20 random cubes" in shown
    assert f" {sum(result.lengths) / 20:.1f} " in shown
    # CubeUnstuck; the descriptions of magiccube and rubik-cube.
    for figure in ("210", "80, 321", "136", "158"):
        assert figure in shown
    # The standard deviation of one is 20 turns.
    assert abs(result.mean - load_course().mean_turns) < 15
    assert abs(sum(result.stage_means.values()) - result.mean) < 1e-9
    assert "Turn the corners" in shown


@pytest.mark.slow
def test_a_thousand_cubes_are_solved_in_the_mean_that_the_page_and_the_documents_state() -> None:
    result = run(1000)
    assert round(result.mean) == load_course().mean_turns
    document = (Path(__file__).parents[4] / "docs" / "beginner.md").read_text(encoding="utf-8")
    assert (
        f"| `beginner`, {len(load_course().sequences)} sequences | {result.mean:.1f} |" in document
    )
