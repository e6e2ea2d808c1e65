"""docs/measurements.md is what its stored measurements and its hand-written part make.

The benchmarks that pages name exist.
"""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from benchmarks import measurements
from benchmarks.command import BENCHES, PAGE
from tests.support.command_line import Rokumen
from tests.support.documents import PAGES


def test_the_page_is_made_from_the_stored_measurements() -> None:
    assert measurements.PAGE.read_text(encoding="utf-8") == measurements.page()


def test_stored_measurements_are_of_the_commands_that_renew_them() -> None:
    stored = {name: measurement.command for name, measurement in measurements.stored()}
    assert stored == measurements.MEASURED
    assert {shlex.split(line)[0] for line in stored.values()} <= set(BENCHES)
    files = {file.stem for file in measurements.FOLDER.iterdir()}
    assert files == set(measurements.MEASURED)


def test_an_unknown_measurement_is_an_error_that_names_the_others(bench: Rokumen) -> None:
    result = bench("measurements", "length")
    assert result.status == 2
    assert "there is no measurement 'length'; name some of lengths," in " ".join(result.err.split())


def test_a_measurement_is_stored_and_the_recorded_part_stays(
    bench: Rokumen, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = tmp_path / "measurements.md"
    page.write_text("# Old\n\n## Recorded campaigns\n\nBy hand.\n", encoding="utf-8")
    monkeypatch.setattr(measurements, "PAGE", page)
    monkeypatch.setattr(measurements, "FOLDER", tmp_path)
    monkeypatch.setattr(measurements, "MEASURED", {"pocket": "lengths 2x2x2 --states 2"})
    assert bench("measurements").status == 0
    text = page.read_text(encoding="utf-8")
    assert text.endswith("\n## Recorded campaigns\n\nBy hand.\n")
    assert "`python -m benchmarks lengths 2x2x2 --states 2`" in text
    (row,) = [line for line in text.splitlines() if line.startswith("| 2x2x2 |")]
    assert row.split(" | ")[2] == mean_of(tmp_path / "pocket.json")


def test_what_is_stored_names_no_folder_of_the_computer_that_measured() -> None:
    for file in measurements.FOLDER.glob("*.json"):
        assert "data" not in json.loads(file.read_text(encoding="utf-8"))["result"], file


def mean_of(file: Path) -> str:
    """Return the mean that a stored measurement of one puzzle has, as a table shows it."""
    (length,) = json.loads(file.read_text(encoding="utf-8"))["result"]["lengths"]
    return f"{length['mean']:.2f}"


def test_benchmarks_named_exist_with_their_options() -> None:
    known = {name: each.load() for name, each in (BENCHES | PAGE).items()}
    shown = re.compile(r"python -m benchmarks ([^`#\n]+)")
    named = [
        (page.name, words.split())
        for page in PAGES
        for words in shown.findall(page.read_text(encoding="utf-8"))
    ]
    assert len(named) > 50
    for page, (name, *words) in named:
        assert name == "NAME" or name in known, f"{page} names the benchmark {name}"
        options = {word.partition("=")[0] for word in words if word.startswith("--")}
        if name in known:
            parameters = known[name].params
            have = {option for each in parameters for option in (*each.opts, *each.secondary_opts)}
            assert options <= have, f"{page}: {name} has no {options - have}"
