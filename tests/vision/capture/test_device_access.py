"""Camera devices: listing them, and errors for missing, forbidden and busy ones."""

import os
from pathlib import Path

import pytest

from vision.capture.open import camera_indices, camera_open_error
from vision.errors import (
    CameraBusyError,
    CameraError,
    CameraPermissionError,
    NoCameraError,
)


@pytest.fixture
def devices(tmp_path: Path) -> Path:
    folder = tmp_path / "dev"
    folder.mkdir()
    for number in (0, 2, 10):
        (folder / f"video{number}").touch()
    return folder


def test_cameras_are_listed_by_their_numbers(devices: Path) -> None:
    assert camera_indices(devices) == (0, 2, 10)


def test_a_missing_camera(devices: Path, tmp_path: Path) -> None:
    error = camera_open_error(7, devices, platform="linux")
    assert isinstance(error, NoCameraError)
    assert "no camera 7: available are 0, 2, 10" in str(error)
    assert "no camera is connected" in str(
        camera_open_error(0, tmp_path / "none", platform="linux")
    )


def test_a_camera_without_permission(devices: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    error = camera_open_error(2, devices, platform="linux")
    assert isinstance(error, CameraPermissionError)
    assert "no permission to use camera 2" in str(error)
    assert "usermod -aG" in str(error)


def test_a_busy_camera_is_reported_with_the_process_that_uses_it(
    devices: Path, tmp_path: Path
) -> None:
    process = tmp_path / "proc" / "4711"
    (process / "fd").mkdir(parents=True)
    (process / "comm").write_text("cheese\n")
    (process / "fd" / "5").symlink_to(devices / "video0")
    error = camera_open_error(0, devices, tmp_path / "proc", "linux")
    assert isinstance(error, CameraBusyError)
    assert "cheese (process 4711) is using it" in str(error)
    assert "another program may" in str(camera_open_error(2, devices, tmp_path / "proc", "linux"))


def test_on_other_systems_the_error_is_that_of_the_system(devices: Path) -> None:
    assert "System Settings" in str(camera_open_error(0, devices, platform="darwin"))
    assert isinstance(camera_open_error(0, devices, platform="win32"), CameraError)
