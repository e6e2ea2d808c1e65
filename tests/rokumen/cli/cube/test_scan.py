"""`rokumen scan`, with videos instead of a camera."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

from rokumen.storage.scan_progress import load_scan, save_scan
from tests.support.command_line import Rokumen
from tests.support.photographs import PHOTOS, PhotographedCube, load_photographed_cubes
from tests.support.videos import handheld_frames, write_video
from vision.capture.files import VideoFile
from vision.capture.frame import Frame
from vision.errors import CameraError
from vision.live.scanner import FaceScanner
from vision.live.scanner import scan_frames as sights_of

ORDER = "UFRDBL"


@pytest.fixture(scope="module")
def cube() -> PhotographedCube:
    return next(cube for cube in load_photographed_cubes(PHOTOS) if cube.name == "cube20")


def video(path: Path, cube: PhotographedCube, faces: str = ORDER) -> str:
    pictures = [cube.frames["URFDLB".index(face)].image for face in faces]
    write_video(path, list(handheld_frames(pictures)))
    return str(path)


@pytest.mark.thorough
def test_a_video_is_scanned_without_any_key(
    rokumen: Rokumen, cube: PhotographedCube, tmp_path: Path
) -> None:
    result = rokumen("scan", "--json", "--camera", video(tmp_path / "cube.avi", cube))
    assert result.status == 0, result.err
    found = result.json()
    assert found["facelets"] == cube.facelets
    assert found["certain"] is True
    assert len(found["faces"]) == 6
    assert "6 of 6 faces captured" in result.err
    assert "turn the whole cube a quarter turn to the right" in result.err
    assert rokumen("scan", "--continue").status == 2  # it is complete, so nothing is saved


@pytest.mark.thorough
def test_a_scan_is_continued_where_it_ended(
    rokumen: Rokumen, cube: PhotographedCube, tmp_path: Path
) -> None:
    first = rokumen("scan", "--camera", video(tmp_path / "first.avi", cube, ORDER[:3]))
    assert first.status == 3
    assert "3 of 6 faces are saved" in first.err
    assert "rokumen scan --continue" in first.err
    rest = video(tmp_path / "rest.avi", cube, ORDER[3:])
    second = rokumen("scan", "--continue", "--camera", rest)
    assert second.status == 0, second.err
    assert second.out.strip() == cube.facelets


def test_ctrl_c_saves_the_captured_faces(
    rokumen: Rokumen, cube: PhotographedCube, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = video(tmp_path / "cube.avi", cube, "UF")
    read, count = VideoFile.read, iter(range(99))

    def interrupted(self: VideoFile) -> Frame:
        if next(count) == 19:
            raise KeyboardInterrupt
        return read(self)

    monkeypatch.setattr(VideoFile, "read", interrupted)
    result = rokumen("scan", "--camera", path)
    assert result.status == 130
    assert "interrupted" in result.err
    saved = load_scan(tmp_path / "state" / "scan.json")
    assert saved.camera == path
    assert len(saved.takes) == 2


def test_a_saved_scan_is_loaded_unchanged(cube: PhotographedCube, tmp_path: Path) -> None:
    scan = FaceScanner()
    for frame in handheld_frames([cube.frames[0].image, cube.frames[1].image]):
        scan.process_frame(frame)
    assert len(scan.captured_faces) == 2
    save_scan(tmp_path / "scan.json", "0", scan.captured_faces)
    for saved, captured in zip(
        load_scan(tmp_path / "scan.json").takes, scan.captured_faces, strict=True
    ):
        assert saved.name == captured.name
        assert (saved.view.colours == captured.view.colours).all()
        assert (saved.view.corners == captured.view.corners).all()
        assert len(saved.extra_views) == len(captured.extra_views)


def test_a_folder_of_frames_is_a_camera(
    rokumen: Rokumen, cube: PhotographedCube, tmp_path: Path
) -> None:
    for number, frame in enumerate(handheld_frames([cube.frames[0].image])):
        cv2.imwrite(str(tmp_path / f"{number:03}.png"), frame.image)
    result = rokumen("scan", "--camera", str(tmp_path))
    assert result.status == 3
    assert "1 of 6 faces are saved" in result.err


@pytest.mark.thorough
def test_a_mirrored_picture_is_unmirrored(
    rokumen: Rokumen, cube: PhotographedCube, tmp_path: Path
) -> None:
    pictures = [cv2.flip(frame.image, 1) for frame in cube.frames]
    path = tmp_path / "mirror.avi"
    write_video(path, list(handheld_frames([p.astype("uint8") for p in pictures])))
    as_it_is = rokumen("scan", "--camera", str(path))
    assert as_it_is.status == 3
    assert "--mirrored" in as_it_is.err
    undone = rokumen("scan", "--mirrored", "--camera", str(path))
    assert undone.out.strip() == cube.facelets


def test_photographs_are_distinguished_from_a_video(rokumen: Rokumen) -> None:
    result = rokumen("scan", "--camera", str(PHOTOS / "cube08"))
    assert result.status == 3
    assert "`rokumen read` reads photographs" in result.err


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("97", "there is no camera 97"),
        ("nowhere.mp4", "'nowhere.mp4' is not a camera number, a URL or an existing file"),
        ("http://127.0.0.1:9/stream", "does not answer"),
    ],
)
def test_an_error_quotes_a_missing_camera(rokumen: Rokumen, source: str, words: str) -> None:
    result = rokumen("scan", "--camera", source)
    assert result.status == 1
    assert words in result.err


@pytest.mark.parametrize("text", ["", "{}", '{"camera": "0", "takes": [{"name": "a"}]}'])
def test_an_error_names_a_file_without_a_scan(rokumen: Rokumen, tmp_path: Path, text: str) -> None:
    path = tmp_path / "state" / "scan.json"
    path.parent.mkdir()
    path.write_text(text)
    result = rokumen("scan", "--continue")
    assert result.status == 2
    assert "cannot continue the scan" in result.err
    assert str(path) in result.err


def test_nan_and_infinity_are_rejected(tmp_path: Path, cube: PhotographedCube) -> None:
    scan = FaceScanner()
    for frame in handheld_frames([cube.frames[0].image]):
        scan.process_frame(frame)
    save_scan(tmp_path / "scan.json", "0", scan.captured_faces)
    text = (tmp_path / "scan.json").read_text()
    document = json.loads(text)
    document["takes"][0]["views"][0]["colours"] = [[float("nan")] * 3] * 3
    (tmp_path / "scan.json").write_text(json.dumps(document))
    with pytest.raises(Exception, match="cannot continue"):
        load_scan(tmp_path / "scan.json")


class Frozen:
    """A live camera that always sends the same picture."""

    name = "camera 0"

    def __init__(self, frame: Frame) -> None:
        self._frames: Iterator[Frame] = (
            Frame(frame.image, float(second), self.name) for second in range(20)
        )

    def read(self) -> Frame:
        return next(self._frames)


def test_a_frozen_camera_is_detected(
    cube: PhotographedCube, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.capture.stream.LiveCamera", Frozen)
    with pytest.raises(CameraError, match="has not changed"):
        list(sights_of(Frozen(cube.frames[0]), FaceScanner()))  # type: ignore[arg-type]
