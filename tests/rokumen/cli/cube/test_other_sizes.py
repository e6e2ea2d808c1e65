"""`rokumen read` and `rokumen scan` of cubes of other sizes than 3x3x3."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

import rokumen as api
from drawing.palette import WESTERN
from rokumen import read
from rokumen.errors import InputError
from rokumen.storage.scan_progress import load_scan, save_scan
from solver.puzzles.registry import load_puzzle
from tests.support.benchmarks import SizedCube, drawn_cube, turned_alike
from tests.support.command_line import Rokumen
from tests.support.videos import handheld_frames, write_video
from vision.detect.face import FaceView
from vision.detect.photograph import ImageFaces
from vision.live.captured_cube import CapturedFace


@cache
def cube() -> SizedCube:
    return drawn_cube(4, 1)


def video(path: Path, faces: str) -> str:
    """Write a video of faces of a 4x4x4."""
    pictures = [cube().frames["URFDLB".index(face)].image for face in faces]
    write_video(path, list(handheld_frames(pictures)))
    return str(path)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> str:
    return video(tmp_path_factory.mktemp("video") / "cube.avi", "FLBRUD")


@pytest.mark.thorough
def test_a_scan_prints_the_facelets_that_solve_reads(rokumen: Rokumen, whole: str) -> None:
    result = rokumen("scan", "--camera", whole)
    assert result.status == 0, result.err
    assert turned_alike(result.out.strip()) == turned_alike(cube().facelets)
    load_puzzle("4x4x4").parse(result.out.strip())
    assert "a 4x4x4" in result.err
    assert "6 of 6 faces captured" in result.err


@pytest.mark.thorough
def test_a_video_is_read_as_by_a_scan(rokumen: Rokumen, whole: str) -> None:
    reading = rokumen("read", "--json", whole).json()
    assert (reading["size"], reading["certain"]) == (4, True)
    assert turned_alike(reading["facelets"]) == turned_alike(cube().facelets)


@pytest.mark.thorough
def test_a_scan_is_continued_with_its_size(rokumen: Rokumen, tmp_path: Path) -> None:
    first = rokumen("scan", "--size", "4", "--camera", video(tmp_path / "first.avi", "FLB"))
    assert first.status == 3
    assert "3 of 6 faces are saved" in first.err
    rest = video(tmp_path / "rest.avi", "RUD")
    wrong = rokumen("scan", "--continue", "--size", "5", "--camera", rest)
    assert wrong.status == 2
    assert "--size 5: the saved faces are those of a 4x4x4" in wrong.err
    second = rokumen("scan", "--continue", "--json", "--camera", rest)
    assert second.status == 0, second.err
    assert turned_alike(second.json()["facelets"]) == turned_alike(cube().facelets)


def test_wrong_sizes_are_quoted(rokumen: Rokumen, whole: str) -> None:
    result = rokumen("scan", "--size", "8", "--camera", whole)
    assert result.status == 2
    assert "is not from 2 to 7" in result.err
    with pytest.raises(ValueError, match="size 8 is not a number from 2 to 7"):
        api.scan(whole, size=8)


def test_a_video_has_no_order(rokumen: Rokumen, whole: str) -> None:
    result = rokumen("read", "--in-order", whole)
    assert result.status == 2
    assert f"'{whole}' is a video, whose faces may come in any order: omit --in-order" in result.err


def test_saved_faces_of_two_sizes_are_refused(tmp_path: Path) -> None:
    views = [
        FaceView(n, np.eye(3), np.zeros((n, n, 3)), np.ones((n, n)), 1.0, np.zeros(3))
        for n in (2, 4)
    ]
    faces = [
        CapturedFace(name, ImageFaces(name, (view,)))
        for name, view in zip(("face 1", "face 2"), views, strict=True)
    ]
    path = tmp_path / "scan.json"
    save_scan(path, "0", faces[1:])
    assert load_scan(path).size == 4
    save_scan(path, "0", faces)
    with pytest.raises(InputError, match="the faces are not all of one size"):
        load_scan(path)


@pytest.fixture
def photographs(tmp_path: Path) -> list[str]:
    """Six pictures of a 4x4x4, named by their faces."""
    paths = [str(tmp_path / f"{face}.png") for face in "URFDLB"]
    for path, frame in zip(paths, cube().frames, strict=True):
        cv2.imwrite(path, frame.image)
    return paths


def test_the_facelets_are_printed_as_solve_reads_them(
    rokumen: Rokumen, photographs: list[str]
) -> None:
    result = rokumen("read", *photographs)
    assert result.status == 0, result.err
    assert result.out.strip() == cube().facelets
    load_puzzle("4x4x4").parse(result.out.strip())
    assert "a 4x4x4" in result.err
    assert "held as in the photographs" in result.err


def test_a_picture_without_a_cube_is_left_out(
    rokumen: Rokumen, photographs: list[str], tmp_path: Path
) -> None:
    table = str(tmp_path / "table.png")
    cv2.imwrite(table, np.full((480, 640, 3), 110, np.uint8))
    result = rokumen("read", *photographs, table)
    assert result.out.strip() == cube().facelets
    assert "table.png' is left out: no face of a cube is found in it" in result.err
    left_out = rokumen("read", "--json", table, *photographs).json()["left_out"]
    assert [each["image"] for each in left_out] == [table]


def test_json_has_the_size_and_explain_draws(
    rokumen: Rokumen, photographs: list[str], tmp_path: Path
) -> None:
    drawing = tmp_path / "seen.png"
    result = rokumen(
        "read", "--size", "4", "--in-order", "--json", "--draw", str(drawing), *photographs
    )
    reading = result.json()
    assert (reading["size"], reading["facelets"]) == (4, cube().facelets)
    assert (reading["certain"], reading["as_given"]) == (True, True)
    assert len(reading["confidence"]) == 96
    assert [face["image"] for face in reading["faces"]] == photographs
    assert cv2.imread(str(drawing)) is not None


def test_a_doubtful_sticker_is_named_and_can_be_corrected(
    rokumen: Rokumen, photographs: list[str]
) -> None:
    # Most of the first sticker of F is painted over, in a colour that no sticker has.
    image = cv2.imread(photographs[2])
    assert image is not None
    (left, top), _, (right, bottom), _ = read(photographs).faces[2].corners
    spot = round((7 * left + right) / 8), round((7 * top + bottom) / 8)
    cv2.circle(image, spot, round(abs(right - left) / 7), (20, 200, 250), cv2.FILLED)
    cv2.imwrite(photographs[2], image)
    result = rokumen("read", *photographs)
    assert result.status == 3
    assert "doubtful: F1;" in result.err
    assert result.err.count("?") == 1
    result = rokumen("read", "--fix", f"F1={WESTERN[cube().facelets[32]]}", *photographs)
    assert (result.status, result.out.strip()) == (0, cube().facelets)


def test_an_even_cube_with_an_order_of_its_own_needs_its_scheme(
    rokumen: Rokumen, photographs: list[str], tmp_path: Path
) -> None:
    flipped = [str(tmp_path / f"{number}.png") for number in range(6)]
    for path, photograph in zip(flipped, photographs, strict=True):
        image = cv2.imread(photograph)
        assert image is not None
        cv2.imwrite(path, image[:, ::-1])
    assert rokumen("read", "--not-mirrored", *flipped).status == 3
    result = rokumen("read", "--scheme", "WOGYRB", *flipped)
    assert result.status == 0, result.err
    load_puzzle("4x4x4").parse(result.out.strip())


def test_a_size_that_no_cube_has_is_quoted(rokumen: Rokumen, photographs: list[str]) -> None:
    result = rokumen("read", "--size", "9", *photographs)
    assert result.status == 2
    assert "9" in result.err
    assert "is not from 2 to 7" in result.err


@pytest.mark.thorough
def test_a_wrong_size_is_not_certain(rokumen: Rokumen, photographs: list[str]) -> None:
    assert rokumen("read", "--size", "5", *photographs).status == 3
