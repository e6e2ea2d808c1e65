"""Opens a camera with its stored lens and exposure settings, and waits until nothing moves."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Sequence
from typing import NamedTuple, Protocol, Self

from calibration.camera_lens import CameraProfile, load_camera_profile
from rokumen.storage.settings import camera_file
from vision.capture.frame import Camera, Frame, UndistortedCamera, frames_agree
from vision.capture.open import open_camera
from vision.capture.stream import LiveCamera

_log = logging.getLogger(__name__)

# Servos may still move, and the cube sway, when the robot reports the end of a motion: a picture is
# taken once two frames agree, or after these seconds.
MAX_SETTLING_SECONDS = 1.0


class StillFrame(NamedTuple):
    """A picture in which nothing moves, and for how many seconds something moved before it."""

    frame: Frame
    late: float


class RobotCamera(Camera, Protocol):
    """A camera that sees a robot, and waits for its pictures by the clock of this robot."""

    def read_at_once(self) -> Frame:
        """Return the picture that is taken next, whatever moves in it, once it has come."""

    def read_still(self) -> StillFrame:
        """Return the first picture in which nothing moves.

        After MAX_SETTLING_SECONDS it is taken in any case. Raises CameraError.
        """


class LiveRobotCamera:
    """A device or a stream as the camera of a robot."""

    def __init__(self, camera: Camera) -> None:
        """Take the pictures of `camera`, which is closed with this one."""
        self.name = camera.name
        self._camera = camera
        self.read, self.read_after, self.close = camera.read, camera.read_after, camera.close
        # The shortest time between two frames so far.
        self._frame_seconds = math.inf

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def read_at_once(self) -> Frame:
        """See `RobotCamera`."""
        return self.read_after(time.monotonic())

    def read_still(self) -> StillFrame:
        """See `RobotCamera`."""
        first = self.read_after(time.monotonic())
        frame = settled_frame(self._camera, first)
        return StillFrame(frame, self._late(frame.time - first.time))

    def _late(self, seconds: float) -> float:
        """Return for how long something moved where two frames agreed after some seconds.

        The first two do where nothing did.
        """
        if seconds > 0:
            self._frame_seconds = min(self._frame_seconds, seconds)
        moved = max(seconds - self._frame_seconds, 0.0)
        return moved if moved > self._frame_seconds / 2 else 0.0


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
