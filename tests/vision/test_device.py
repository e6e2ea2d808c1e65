import os
from pathlib import Path

import numpy as np
import pytest

from vision.camera import Frame
from vision.device import device_numbers, why_not
from vision.errors import (
    CameraBusyError,
    CameraError,
    CameraPermissionError,
    FrozenCameraError,
    NoCameraError,
)
from vision.frozen import FreezeWatch


@pytest.fixture
def devices(tmp_path: Path) -> Path:
    folder = tmp_path / "dev"
    folder.mkdir()
    for number in (0, 2, 10):
        (folder / f"video{number}").touch()
    return folder


def test_cameras_are_counted_by_their_numbers(devices: Path) -> None:
    assert device_numbers(devices) == (0, 2, 10)


def test_a_camera_that_is_not_there(devices: Path, tmp_path: Path) -> None:
    error = why_not(7, devices, platform="linux")
    assert isinstance(error, NoCameraError)
    assert "no camera 7: there is 0, 2, 10" in str(error)
    assert "no camera is connected" in str(why_not(0, tmp_path / "none", platform="linux"))


def test_a_camera_that_is_not_allowed(devices: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    error = why_not(2, devices, platform="linux")
    assert isinstance(error, CameraPermissionError)
    assert "permission to use camera 2" in str(error)
    assert "usermod -aG" in str(error)


def test_a_camera_that_is_busy_names_who_has_it(devices: Path, tmp_path: Path) -> None:
    process = tmp_path / "proc" / "4711"
    (process / "fd").mkdir(parents=True)
    (process / "comm").write_text("cheese\n")
    (process / "fd" / "5").symlink_to(devices / "video0")
    error = why_not(0, devices, tmp_path / "proc", "linux")
    assert isinstance(error, CameraBusyError)
    assert "cheese (process 4711) is using it" in str(error)
    assert "another program may" in str(why_not(2, devices, tmp_path / "proc", "linux"))


def test_elsewhere_the_words_are_the_systems_own(devices: Path) -> None:
    assert "System Settings" in str(why_not(0, devices, platform="darwin"))
    assert isinstance(why_not(0, devices, platform="win32"), CameraError)


def test_a_picture_that_never_changes_is_frozen() -> None:
    still = np.full((4, 4, 3), 7, np.uint8)
    watch = FreezeWatch(patience=2.0)
    for second in range(3):
        watch.watch(Frame(still, float(second), "camera 0"))
    with pytest.raises(FrozenCameraError, match="camera 0: the picture has not changed"):
        watch.watch(Frame(still, 2.5, "camera 0"))


def test_the_least_noise_is_no_freeze() -> None:
    watch = FreezeWatch(patience=2.0)
    for second in range(9):
        picture = np.full((4, 4, 3), 7, np.uint8)
        picture[0, 0, 0] = second
        watch.watch(Frame(picture, float(second), "camera 0"))
