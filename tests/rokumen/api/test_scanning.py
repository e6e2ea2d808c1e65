"""`rokumen.scan` with a video instead of a camera."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

import rokumen
from tests.support.photographs import PHOTOS, load_photographed_cubes
from tests.support.videos import handheld_frames, write_video


@pytest.mark.thorough
def test_a_mirrored_camera_is_scanned_and_each_face_is_reported(tmp_path: Path) -> None:
    cube = next(cube for cube in load_photographed_cubes(PHOTOS) if cube.name == "cube20")
    path = tmp_path / "mirror.avi"
    mirrored = [np.asarray(cv2.flip(frame.image, 1), np.uint8) for frame in cube.frames]
    write_video(path, list(handheld_frames(mirrored)))
    updates: list[rokumen.ScanUpdate] = []
    reading = rokumen.scan(str(path), mirrored=True, on_update=updates.append)
    assert reading.certain
    assert reading.facelets == cube.facelets
    assert [update.faces for update in updates if update.taken] == [1, 2, 3, 4, 5, 6]
