"""The bench of the searches: what it lays out is what the command told, beside the seed's rate."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from rokumen.bench import search
from rokumen.bench.search import Row, run, table
from rokumen.errors import ApplicationError


def test_the_ratio_is_to_the_cubes_a_second_of_the_seed() -> None:
    # 903,553,330 cubes in 22:38 minutes are 665,356 a second.
    console = Console(width=150, file=StringIO(), record=True)
    console.print(table([Row("ten times", 6_653_560, 1, 1, 1.0, 2.0, 100.0)]))
    shown = console.export_text()
    (line,) = [line for line in shown.splitlines() if "ten times" in line]
    assert line.split("│")[-2].strip() == "10.0"
    assert "665,356" in shown


def test_each_search_is_a_command_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "SEARCHES", (("two turns", ("E1 U1",)),))
    monkeypatch.setattr(search, "COUNTED", (3,))
    told: list[str] = []
    compiled, two, counted = run(told.append)
    assert (
        told
        == [compiled.name, two.name, counted.name]
        == [
            "the first time, compiling",
            "two turns",
            "all cubes to 3 turns",
        ]
    )
    assert counted.cubes == 1 + 18 + 243 + 3240
    assert counted.kept == 1 + 2 + 9 + 75
    assert compiled.seconds > 0 < two.seconds
    assert two.command_seconds > two.seconds


def test_a_command_that_fails_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "_PAPERS", "Q")
    with pytest.raises(ApplicationError, match="'Q' is no move"):
        list(run())
