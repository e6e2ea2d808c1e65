"""The benchmark of the exhaustive searches: measurements beside Shintani's."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console
from rich.table import Table

from rokumen.benchmarks.solving import exhaustive
from rokumen.benchmarks.solving.exhaustive import SearchTiming, count, count_table, find, find_table
from rokumen.errors import ApplicationError


def cells(table: Table, name: str) -> list[str]:
    """Return the cells of the line with this name."""
    console = Console(width=150, file=StringIO(), record=True)
    console.print(table)
    (line,) = [line for line in console.export_text().splitlines() if f"│ {name} " in line]
    return [cell.strip() for cell in line.strip("│").split("│")]


def test_the_ratio_is_to_the_cubes_a_second_of_shintani() -> None:
    # 903,553,330 cubes in 22:38 minutes are 665,356 a second.
    shown = count_table([SearchTiming("ten times", 6_653_560, 1, 1.0, 2.0, 1.5, 100.0)])
    assert cells(shown, "ten times")[-2:] == ["6,653,560", "10.0"]
    assert cells(shown, "Shintani (2018)")[-2:] == ["665,356", "1"]


def test_the_time_is_compared_with_shintanis_22_minutes() -> None:
    shown = find_table([SearchTiming("in two seconds", 1, 1, 2.0, 3.0, 2.5, None)])
    assert cells(shown, "in two seconds")[-1] == "679"
    assert cells(shown, "Shintani (2018)")[1] == "1,358"


@pytest.mark.slow
def test_each_search_runs_as_a_separate_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exhaustive, "WAYS", (("depth first", ("--way", "depth", "--depth", "8")),))
    monkeypatch.setattr(exhaustive, "DEPTHS", (3,))
    names: list[str] = []
    compiled, found = find(names.append)
    (counted,) = count(names.append)
    assert names == [compiled.name, found.name, counted.name]
    assert names == ["first time, with compiling", "depth first", "to 3 turns"]
    assert counted.cubes == 1 + 18 + 243 + 3240
    assert counted.kept == 1 + 2 + 9 + 75
    assert found.cubes > 18**6
    for row in (compiled, found, counted):
        assert row.command_seconds > row.seconds > 0
        assert row.cpu_seconds > 0


def test_a_command_that_fails_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exhaustive, "_SEED_002_TEXT", "Q")
    with pytest.raises(ApplicationError, match="'Q' is not a move"):
        list(find())
