"""The detection benchmark counts front faces in scenes of every condition and size."""

from io import StringIO

import pytest
from rich.console import Console

from rokumen.benchmarks.vision.finding import CONDITIONS, DetectionReport, find_in_scenes, table
from vision.detect.face_finder import SIZES


@pytest.fixture(scope="module")
def finding() -> DetectionReport:
    return find_in_scenes(scenes=1, seed=9, on_progress=lambda _: None)


def test_nearly_all_fronts_are_found(finding: DetectionReport) -> None:
    found = [finding.conditions[name][n].count for name in CONDITIONS for n in SIZES if n > 2]
    assert len(found) == 5 * len(CONDITIONS)
    assert sum(found) >= 0.9 * len(found)


def test_the_size_may_be_unknown(finding: DetectionReport) -> None:
    assert sum(found.count for found in finding.size_unknown.values()) >= len(SIZES) - 1


def test_no_face_is_found_on_an_empty_table(finding: DetectionReport) -> None:
    assert [found.count for found in finding.false_positives.values()] == [0] * len(SIZES)


def test_the_table_names_every_condition_and_size(finding: DetectionReport) -> None:
    output = StringIO()
    Console(file=output, width=160).print(table(finding))
    for name in CONDITIONS:
        assert name in output.getvalue()
    for n in SIZES:
        assert f"{n} x {n}" in output.getvalue()
    assert "ms a frame" in output.getvalue()
