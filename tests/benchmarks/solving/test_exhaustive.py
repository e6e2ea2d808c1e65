"""The benchmark of the exhaustive searches: measurements beside Shintani's."""

from __future__ import annotations

import os

import pytest

from benchmarks.harness.progress import QUIET
from benchmarks.solving import exhaustive
from benchmarks.solving.exhaustive import (
    CountedCubes,
    FoundSequences,
    figures,
    measured,
    search,
)
from rokumen.errors import ApplicationError


def said(cubes: int, seconds: float) -> dict[str, float]:
    return {"cubes": cubes, "kept": 1, "seconds": seconds, "peak_megabytes": 100.0}


def test_the_ratio_is_to_the_cubes_a_second_of_shintani() -> None:
    # 903,553,330 cubes in 22:38 minutes are 665,356 a second.
    counted = figures(CountedCubes, "ten times", 2.0, 1.5, said(6_653_560, 1.0))
    assert counted.ratio == pytest.approx(10, abs=0.01)


def test_the_time_is_compared_with_shintanis_22_minutes() -> None:
    found = figures(FoundSequences, "in two seconds", 3.0, 2.5, said(1, 2.0))
    assert found.ratio == 679


@pytest.mark.slow
def test_each_search_runs_as_a_separate_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exhaustive, "WAYS", (("depth first", ("--way", "depth", "--depth", "8")),))
    monkeypatch.setattr(exhaustive, "DEPTHS", (3,))
    compiled, found, counted = records = list(search(QUIET))
    names = ["first time, with compiling", "depth first", "to 3 turns"]
    assert [each.name for each in records] == names
    assert counted.cubes == 1 + 18 + 243 + 3240
    assert counted.kept == 1 + 2 + 9 + 75
    assert found.cubes > 18**6
    for row in (compiled, found, counted):
        assert row.command_seconds > row.seconds > 0
        assert row.cpu_seconds > 0


def test_a_command_that_fails_ends_it() -> None:
    with pytest.raises(ApplicationError, match="'Q' is not a move"):
        measured(FoundSequences, "wrong", ("Q",), os.environ)
