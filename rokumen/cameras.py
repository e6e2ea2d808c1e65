"""Cameras with what is known of them: their lens, and what they are to hold still."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

from calibration.camera import CameraProfile, load_camera
from rokumen.settings import config_file
from vision.camera import Camera, LiveCamera, open_camera
from vision.lens import StraightCamera


def camera_file(source: str) -> Path:
    """Give the file that keeps what is known of a camera, in the user's config folder."""
    words = re.sub(r"[^A-Za-z0-9]+", "-", source).strip("-")[-40:]
    short = hashlib.sha256(source.encode()).hexdigest()[:6]
    return config_file().parent / "cameras" / f"{words}-{short}.toml"


def open_known(source: str) -> tuple[Camera, Sequence[str]]:
    """Open a camera as it was calibrated; also says what its driver refused to hold still.

    Raises CameraError, and ProfileError for a file that cannot be read.
    """
    path = camera_file(source)
    known = load_camera(path) if path.exists() else CameraProfile(source, None, {})
    camera = open_camera(source)
    refused: Sequence[str] = ()
    if known.held and isinstance(camera, LiveCamera):
        refused = camera.hold(known.held).refused
    return (StraightCamera(camera, known.lens) if known.lens else camera), refused
