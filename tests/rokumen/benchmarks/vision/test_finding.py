"""The detection benchmark counts front faces in scenes of every condition and size."""

import pytest

from rokumen.benchmarks.vision.finding import (
    CONDITIONS,
    DetectionReport,
    find_in_scenes,
    scene_rows,
)
from vision.detect.lattice_finder import SIZES


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


def test_the_rows_name_every_condition_and_have_a_number_for_each_size(
    finding: DetectionReport,
) -> None:
    rows = {row.what: row.measured for row in scene_rows(finding)}
    for name in CONDITIONS:
        assert rows[f"drawn scenes, faces of 2x2 to 7x7 found: {name}"].endswith(" of 1")
    assert len(rows["drawn scenes, milliseconds for 2x2 to 7x7: no cube"].split(", ")) == len(SIZES)
