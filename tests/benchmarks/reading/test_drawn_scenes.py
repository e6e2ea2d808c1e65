"""The benchmark of drawn scenes counts front faces in every condition and size."""

from __future__ import annotations

import pytest

from benchmarks.reading.drawn_scenes import (
    CONDITIONS,
    DrawnFaces,
    DrawnTimes,
    find_in_scenes,
)
from vision.detect.lattice_finder import SIZES

pytestmark = pytest.mark.thorough

Records = list[DrawnFaces | DrawnTimes]


@pytest.fixture(scope="module")
def records() -> Records:
    return list(find_in_scenes(scenes=1, seed=9))


def found(records: Records, what: str) -> list[int]:
    (record,) = (each for each in records if isinstance(each, DrawnFaces) and each.what == what)
    return list(record.found.values())


def test_nearly_all_fronts_are_found(records: Records) -> None:
    larger = [sum(found(records, name)[1:]) for name in CONDITIONS]
    assert sum(larger) >= 0.9 * 5 * len(CONDITIONS)
    assert sum(found(records, "all of these")[1:]) == sum(larger)


def test_the_size_may_be_unknown(records: Records) -> None:
    assert sum(found(records, "size unknown")) >= len(SIZES) - 1


def test_no_face_is_found_on_an_empty_table(records: Records) -> None:
    assert found(records, "no cube, 40 squares") == [0] * len(SIZES)


def test_each_size_has_a_time(records: Records) -> None:
    times = [each for each in records if isinstance(each, DrawnTimes)]
    assert [each.what for each in times] == ["size known", "size unknown", "no cube"]
    for each in times:
        assert list(each.milliseconds) == ["2x2", "3x3", "4x4", "5x5", "6x6", "7x7"]
        assert min(each.milliseconds.values()) > 0
