"""The benchmarks of single faces and of drawn scenes count those that are found."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from benchmarks.harness.tables import draw_plot
from benchmarks.reading.drawn_scenes import (
    CONDITIONS,
    DrawnFaces,
    DrawnTimes,
    find_in_scenes,
)
from benchmarks.reading.faces import (
    Bin,
    ReadFace,
    bins,
    expected_calibration_error,
    score,
)
from benchmarks.reading.found_faces import found_faces, search
from benchmarks.reading.labelled_pictures import (
    PictureOfFaces,
    PictureOfStickers,
    labelled_pictures,
)
from benchmarks.support.photographs import LabelledFace, LabelledPhoto
from tests.support.benchmarks import draw_scene
from tests.support.command_line import Rokumen
from vision.detect.lattice_finder import SIZES
from vision.reading_result import Face

EVERY = 6  # one picture in six, to keep the test short


def test_a_face_found_in_its_place_counts_and_one_elsewhere_does_not(tmp_path: Path) -> None:
    scene = draw_scene(3, 1, tilt=0)
    path = tmp_path / "scene.png"
    cv2.imwrite(str(path), scene.image)
    here = LabelledPhoto(path, (LabelledFace(scene.corners[0]),))
    away = LabelledPhoto(path, (LabelledFace(scene.corners[0] + 200),))
    assert search(PictureOfFaces(here, True))[:3] == (1, 1, 0)
    assert search(PictureOfFaces(away, True))[:3] == (0, 1, 1)
    assert search(PictureOfFaces(away, False))[:3] == (0, 1, 0)


def test_a_face_is_at_its_place_if_each_of_its_stickers_is_in_a_cell() -> None:
    # Two faces of 3 x 3 stickers of 20 pixels, the second one 100 pixels further right.
    boxes = [
        [15 + 30 * x + 100 * face, 15 + 30 * y, 20, 20]
        for face in (1, 0)
        for y in range(3)
        for x in range(3)
    ]
    picture = PictureOfStickers(Path("a.jpg"), np.array(boxes, float), 18 * "W")
    outline = np.array([[0, 0], [90, 0], [90, 90], [0, 90]], float)
    assert picture.face_count == 2
    assert picture.place(outline) == 0
    assert picture.place(np.add(outline, (100, 0))) == 1
    assert picture.place(np.add(outline, (30, 0))) is None


def test_found_faces_are_counted_by_the_number_of_labelled_ones(tmp_path: Path) -> None:
    scene = draw_scene(3, 1, tilt=0)
    path = tmp_path / "scene.png"
    cv2.imwrite(str(path), scene.image)
    here, away = LabelledFace(scene.corners[0]), LabelledFace(scene.corners[0] + 200)
    pictures = [
        PictureOfFaces(LabelledPhoto(path, labelled), all_labelled=True)
        for labelled in ((here,), (away,), (here, away))
    ]
    one, two = found_faces("drawn", map(search, pictures))
    assert (one.pictures, one.found, one.labelled, one.elsewhere) == ("drawn, 1 labelled", 1, 2, 1)
    assert (two.pictures, two.found, two.share) == ("drawn, 2 labelled", 1, 0.5)
    assert 0 < one.milliseconds <= one.slowest_milliseconds


def test_only_finding_draws_no_diagram(bench: Rokumen, tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    result = bench("faces", *data, "--draw", "a.svg", "--only-find")
    assert result.status == 2
    assert "--only-find" in result.err


@pytest.mark.thorough
def test_nearly_all_faces_in_pictures_by_robots_are_found() -> None:
    data = os.environ.get("ROKUMEN_DATA")
    if not data or not (Path(data) / "robot-photos").is_dir():
        pytest.skip("set ROKUMEN_DATA to the folder that holds the pictures by robots' cameras")
    pictures = labelled_pictures(Path(data))["robot-photos"][::EVERY]
    results = [search(picture) for picture in pictures]
    found, labelled = sum(each.found for each in results), sum(each.labelled for each in results)
    assert labelled >= 50
    assert found >= 0.95 * labelled
    assert sum(each.elsewhere for each in results) <= 1


CORNERS = ((0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0))
SQUARE = np.array(CORNERS)
STICKERS = np.array([[15.0 + 30 * x, 15 + 30 * y, 20, 20] for y in range(3) for x in range(3)])


def face(confidence: float, certain: bool = False) -> Face:
    return Face("a.jpg", CORNERS, 9 * ("white",), 9 * (confidence,), certain)


def read_face(found: Face, labels: str, picture: str = "a.jpg") -> ReadFace:
    """Return a face that was read in a picture with these labels."""
    return ReadFace(found, PictureOfStickers(Path(picture), STICKERS, labels), SQUARE)


def test_the_error_is_the_mean_distance_by_bin() -> None:
    # 0.92 said and 6 of 9 right; 0.52 said and all right
    read = [read_face(face(0.92), "WWWWWWRRR"), read_face(face(0.52), 9 * "W")]
    found = bins(read)
    assert [each.count for each in found] == [9, 9]
    assert expected_calibration_error(found) == pytest.approx((0.92 - 6 / 9 + 0.48) / 2)


def test_certain_faces_with_a_wrong_sticker_are_counted() -> None:
    read = [read_face(face(1.0, True), 9 * "W"), read_face(face(1.0, True), 8 * "W" + "?")]
    (record,) = score("one", read)
    assert (record.right, record.stickers, record.certain, record.faces) == (17, 18, 2, 2)
    assert record.wrong == 1
    assert round(record.calibration_error, 4) == 0.0556
    assert list(score("none", [])) == []


def test_a_picture_is_certain_if_all_its_faces_are() -> None:
    read = [
        read_face(face(1.0, True), 9 * "W", "both.jpg"),
        read_face(face(1.0, True), 9 * "W", "both.jpg"),
        read_face(face(1.0, True), 9 * "W", "one.jpg"),
        read_face(face(0.9), 9 * "W", "one.jpg"),
    ]
    (record,) = score("two", read)
    assert (record.certain, record.faces) == (3, 4)
    assert (record.certain_pictures, record.read_pictures) == (1, 2)


def test_labels_are_put_right_where_the_picture_contradicts_them() -> None:
    # The last sticker that is labelled in 2308.jpg is orange.
    as_labelled = read_face(face(1.0, True), 9 * "W", "2308.jpg")
    assert all(as_labelled.right)
    assert as_labelled.put_right().right == (*8 * (True,), False)


def test_the_labels_are_those_of_the_face_at_this_place() -> None:
    labelled = LabelledFace(np.roll(SQUARE, -1, 0), ("RGB", "WWW", "OOO"))
    photo = LabelledPhoto(Path("a.jpg"), (labelled,))
    # The labelled face starts at the top right: its first row runs down the right side.
    assert PictureOfFaces(photo, True).labels(SQUARE) == "OWROWGOWB"
    away = LabelledPhoto(Path("a.jpg"), (LabelledFace(SQUARE + 50, ("RGB", "WWW", "OOO")),))
    assert PictureOfFaces(away, True).labels(SQUARE) == 9 * "?"
    assert PictureOfFaces(away, False).labels(SQUARE) is None


def test_the_labels_of_stickers_are_those_around_the_middles_of_the_cells() -> None:
    picture = PictureOfStickers(Path("a.jpg"), STICKERS[:8], "RGBWWWOO")
    assert picture.labels(SQUARE) == "RGBWWWOO?"


def test_the_diagram_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "reliability.png"
    draw_plot(Bin, bins([read_face(face(0.9), 9 * "W")]), file)
    assert file.stat().st_size > 1000


Records = list[DrawnFaces | DrawnTimes]


@pytest.fixture(scope="module")
def records() -> Records:
    return list(find_in_scenes(scenes=1, seed=9))


def found(records: Records, what: str) -> list[int]:
    (record,) = (each for each in records if isinstance(each, DrawnFaces) and each.what == what)
    return list(record.found.values())


@pytest.mark.thorough
def test_nearly_all_fronts_are_found(records: Records) -> None:
    larger = [sum(found(records, name)[1:]) for name in CONDITIONS]
    assert sum(larger) >= 0.9 * 5 * len(CONDITIONS)
    assert sum(found(records, "all of these")[1:]) == sum(larger)


@pytest.mark.thorough
def test_the_size_may_be_unknown(records: Records) -> None:
    assert sum(found(records, "size unknown")) >= len(SIZES) - 1


@pytest.mark.thorough
def test_no_face_is_found_on_an_empty_table(records: Records) -> None:
    assert found(records, "no cube, 40 squares") == [0] * len(SIZES)


@pytest.mark.thorough
def test_each_size_has_a_time(records: Records) -> None:
    times = [each for each in records if isinstance(each, DrawnTimes)]
    assert [each.what for each in times] == ["size known", "size unknown", "no cube"]
    for each in times:
        assert list(each.milliseconds) == ["2x2", "3x3", "4x4", "5x5", "6x6", "7x7"]
        assert min(each.milliseconds.values()) > 0
