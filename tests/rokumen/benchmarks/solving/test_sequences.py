"""The benchmark of pure sequences checks its solutions and prints a table."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from rokumen.benchmarks.solving import sequences
from rokumen.benchmarks.solving.lbl import LblResult
from rokumen.benchmarks.solving.sequences import EFFORTS, run, table
from solver.engines.sequences.beam_search import default_table


@pytest.fixture
def results(monkeypatch: pytest.MonkeyPatch) -> list[LblResult]:
    # Wada's own table takes seconds to build, so it is measured but not tested.
    monkeypatch.setattr(sequences, "four_sequences_table", default_table)
    monkeypatch.setattr(sequences, "EFFORTS", (1, 3))
    return run(3)


def test_all_solve_the_same_cubes(results: list[LblResult]) -> None:
    assert [len(result.samples) for result in results] == [3, 3, 3]
    assert results[1].mean >= results[2].mean
    assert len(EFFORTS) == 3


def test_the_table_has_means_and_deviations(results: list[LblResult]) -> None:
    console = Console(record=True, width=140, file=StringIO())
    console.print(table(results))
    shown = console.export_text()
    assert "3 random cubes" in shown
    for result in results:
        assert f"{result.mean:.2f}" in shown
        assert f"{result.sigma:.2f}" in shown
        assert f"{min(result.lengths)}, {max(result.lengths)}" in shown
