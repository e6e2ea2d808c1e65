"""The benchmark of finding counts the labelled faces that are found, and those elsewhere."""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from rokumen.benchmarks.faces.found import FoundFaces, search, table
from rokumen.benchmarks.faces.pictures import (
    PictureOfFaces,
    PictureOfStickers,
    labelled_pictures,
)
from rokumen.benchmarks.support.photographs import LabelledFace, LabelledPhoto
from tests.support.benchmarks import draw_scene
from tests.support.command_line import CommandResult

EVERY = 6  # one in so many pictures, to keep the test short


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


def test_the_table_has_shares_and_times() -> None:
    found = [("robots", FoundFaces(2, 2, 0, 0.01)), ("robots", FoundFaces(1, 2, 1, 0.03))]
    assert [next(iter(column.cells)) for column in table(found).columns] == [
        "robots, 2 labelled", "3 of 4 (75.0%)", "1", "20, 20, 30",
    ]  # fmt: skip


def test_only_finding_draws_no_diagram(rokumen: object, tmp_path: Path) -> None:
    assert callable(rokumen)
    result: CommandResult = rokumen(
        "bench", "faces", "--data", str(tmp_path), "--draw", "a.svg", "--only-find"
    )
    assert result.status == 2
    assert "--only-find" in result.err


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
