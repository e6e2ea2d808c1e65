"""The benchmark of layers-1978: the same cubes for all settings, beside LBL."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from rokumen.benchmarks.solving.layers_1978 import METHOD_SETTINGS, run, stages_table, table


def test_every_setting_solves_the_same_cubes() -> None:
    reports: list[tuple[str, int]] = []
    results = list(
        run(3, seed=1, progress=lambda entrant, done: reports.append((str(entrant), done)))
    )
    assert [result.title for result in results] == [str(entrant) for entrant in METHOD_SETTINGS]
    assert reports == [(str(entrant), done) for entrant in METHOD_SETTINGS for done in range(3)]
    for result in results:
        assert sum(result.stage_means.values()) * 3 == sum(result.lengths)
    console = Console(width=150, file=StringIO(), record=True)
    console.print(table(results))
    console.print(stages_table(results))
    shown = console.export_text()
    for result in results:
        (line,) = [line for line in shown.splitlines() if f"│ {result.title} " in line]
        assert f"{result.mean:.1f}" in line
    for stage in results[0].stage_means:
        assert f"│ {stage} " in shown
