"""`rokumen scan` and `rokumen read` of videos of cubes of other sizes than 3x3x3."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import rokumen as api
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
