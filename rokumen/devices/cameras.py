"""Opens a camera with its stored lens and exposure settings, and waits until nothing moves."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from calibration.camera_lens import CameraProfile, load_camera_profile
from rokumen.storage.settings import camera_file
from vision.capture.frame import Camera, Frame, UndistortedCamera, frames_agree
from vision.capture.open import open_camera
from vision.capture.stream import LiveCamera

_log = logging.getLogger(__name__)

# Servos may still move, and the cube sway, when the robot reports the end of a motion: a picture is
# taken once two frames agree, or after these seconds.
MAX_SETTLING_SECONDS = 1.0


@runtime_checkable
class DelayedCamera(Protocol):
    """A camera in virtual time, whose pictures come late as a webcam's do."""

    def read_delayed(self) -> Frame:
        """Return the picture that is taken next, whatever moves in it, once it has come."""
        ...


def open_calibrated(source: str) -> tuple[Camera, Sequence[str]]:
    """Open a camera with its calibration; also return the controls that its driver cannot fix.

    Raises CameraError, and CalibrationFileError for a file that cannot be read.
    """
    path = camera_file(source)
    known = load_camera_profile(path) if path.exists() else CameraProfile(source, None, {})
    camera = open_camera(source)
    unsupported_controls: Sequence[str] = ()
    if known.controls and isinstance(camera, LiveCamera):
        unsupported_controls = camera.lock_controls(known.controls).refused
    return (UndistortedCamera(camera, known.lens) if known.lens else camera), unsupported_controls


def settled_frame(camera: Camera, frame: Frame) -> Frame:
    """Return the first frame that agrees with the one before it, `frame` being the first.

    Where none does within MAX_SETTLING_SECONDS, the last one. Raises CameraError.
    """
    deadline = frame.time + MAX_SETTLING_SECONDS
    while frame.time < deadline:
        later = camera.read()
        if frames_agree(frame.image, later.image):
            return later
        frame = later
    _log.warning("%s: something still moves in the picture; it is taken as it is", frame.name)
    return frame
