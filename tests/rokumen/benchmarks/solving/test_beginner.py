"""The benchmark of the beginner's course beside published figures."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from rokumen.benchmarks.solving.beginner import run, steps_table, table


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
    # As is usual for such methods, and far more than the 52 of LBL with its 352 cases.
    assert 120 < result.mean < 175
    assert abs(sum(result.stage_means.values()) - result.mean) < 1e-9
    assert "Turn the corners" in shown
