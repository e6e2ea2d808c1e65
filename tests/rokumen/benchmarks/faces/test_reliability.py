"""The benchmark of confidence counts and bins as it says."""

from pathlib import Path

import numpy as np
import pytest

from rokumen.api.seeing import Face
from rokumen.benchmarks.faces.pictures import PictureOfFaces, PictureOfStickers
from rokumen.benchmarks.faces.reliability import (
    ReadFace,
    bins,
    draw,
    expected_calibration_error,
    table,
)
from rokumen.benchmarks.support.photographs import LabelledFace, LabelledPhoto
from tests.support.command_line import CommandResult

CORNERS = ((0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0))
SQUARE = np.array(CORNERS)


def face(confidence: float, certain: bool = False) -> Face:
    return Face("a.jpg", CORNERS, 9 * ("white",), 9 * (confidence,), certain)


def test_the_error_is_the_mean_distance_by_bin() -> None:
    # 0.92 said and 6 of 9 right; 0.52 said and all right
    read = [ReadFace(face(0.92), "WWWWWWRRR"), ReadFace(face(0.52), 9 * "W")]
    found = bins(read)
    assert [each.count for each in found] == [9, 9]
    assert expected_calibration_error(found) == pytest.approx((0.92 - 6 / 9 + 0.48) / 2)


def test_certain_faces_with_a_wrong_sticker_are_counted() -> None:
    read = [ReadFace(face(1.0, True), 9 * "W"), ReadFace(face(1.0, True), 8 * "W" + "?")]
    shown = table({"one": read})
    assert [next(iter(column.cells)) for column in shown.columns] == [
        "one", "17 of 18 (94.4%)", "2 of 2", "1", "0.0556",
    ]  # fmt: skip


def test_the_labels_are_those_of_the_face_at_this_place() -> None:
    labelled = LabelledFace(np.roll(SQUARE, -1, 0), ("RGB", "WWW", "OOO"))
    photo = LabelledPhoto(Path("a.jpg"), (labelled,))
    # The labelled face starts at the top right: its first row runs down the right side.
    assert PictureOfFaces(photo, True).labels(face(1)) == "OWROWGOWB"
    away = LabelledPhoto(Path("a.jpg"), (LabelledFace(SQUARE + 50, ("RGB", "WWW", "OOO")),))
    assert PictureOfFaces(away, True).labels(face(1)) == 9 * "?"
    assert PictureOfFaces(away, False).labels(face(1)) is None


def test_the_labels_of_stickers_are_those_around_the_middles_of_the_cells() -> None:
    boxes = np.array([[15 + 30 * x, 15 + 30 * y, 20, 20] for y in range(3) for x in range(3)])
    picture = PictureOfStickers(Path("a.jpg"), boxes[:8].astype(float), "RGBWWWOO")
    assert picture.labels(face(1)) == "RGBWWWOO?"


def test_the_diagram_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    draw(bins([ReadFace(face(0.9), 9 * "W")]), tmp_path / "reliability.svg")
    assert (
        "confidence" in (tmp_path / "reliability.svg").read_text()
        or (tmp_path / "reliability.svg").stat().st_size > 1000
    )


def test_an_error_quotes_a_bad_name_of_the_diagram(rokumen: object, tmp_path: Path) -> None:
    assert callable(rokumen)
    result: CommandResult = rokumen("bench", "faces", "--data", str(tmp_path), "--draw", "a.doc")
    assert result.status == 2
    assert "a.doc" in result.err
