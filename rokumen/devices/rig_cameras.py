"""Takes the pictures of a scan with the rig's cameras and reads the cube from them."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from robot.planning.motion_plan import RobotState
from robot.planning.scan_planner import ScanView
from robot.rigs.rig import Rig
from rokumen.devices.corner_cameras import orientation_seen
from vision.capture.frame import Camera, Frame
from vision.capture.lens import UndistortedCamera
from vision.capture.stillness import frames_agree
from vision.capture.stream import LiveCamera
from vision.reading import read_cube, read_with_placements
from vision.reading_result import Placement, Reading

_log = logging.getLogger(__name__)

# Servos may still move, and the cube sway, when the robot reports the end of a motion: a picture is
# taken once two frames agree, or after so many seconds.
MAX_SETTLING_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class ScanFrame:
    """A picture of one face of a scan."""

    stop: ScanView
    frame: Frame


class Scanner(Protocol):
    """The interface of a job to the cameras."""

    @property
    def name(self) -> str:
        """Return the name of the camera as the user gave it."""
        ...

    def capture(self, stop: ScanView) -> ScanFrame:
        """Take a picture now. Raises CameraError if none comes."""
        ...

    def read(self, shots: Sequence[ScanFrame], holding: RobotState) -> tuple[Reading, RobotState]:
        """Read a cube from a scan that ended in `holding`, and say how that cube is held.

        Raises VisionError if a picture does not show the expected face.
        """
        ...


class CameraScanner:
    """The cameras of a rig, in the order of the rig's `cameras`."""

    def __init__(self, cameras: Sequence[Camera], rig: Rig) -> None:
        self._cameras = tuple(zip(rig.cameras, cameras, strict=True))

    @property
    def name(self) -> str:
        """Return the names of the cameras as the user gave them."""
        return ", ".join(camera.name for _, camera in self._cameras)

    def latest_frames(self) -> tuple[Frame, ...]:
        """Return each live camera's newest picture; may be called from any thread.

        Pictures of files are left to the job. Raises CameraError where none has come.
        """
        return tuple(
            camera.read_after(-math.inf)
            for _, camera in self._cameras
            if isinstance(camera, LiveCamera | UndistortedCamera)
        )

    def capture(self, stop: ScanView) -> ScanFrame:
        """Take a picture now. Raises CameraError if none comes."""
        return ScanFrame(stop, self.capture_at(stop.position))

    def capture_at(self, position: str) -> Frame:
        """Take a picture of the face at a position, once nothing moves.

        Pictures of files are taken as they come. Raises CameraError if none comes.
        """
        camera = next(camera for seen, camera in self._cameras if position in seen)
        frame = camera.read_after(time.monotonic())
        if isinstance(camera, LiveCamera | UndistortedCamera):
            frame = settled_frame(camera, frame)
        _log.debug("%s at %s: %s", frame.name, position, frame.image.shape)
        return frame

    def read(self, shots: Sequence[ScanFrame], holding: RobotState) -> tuple[Reading, RobotState]:
        """Read a cube from a scan that ended in `holding`, and say how that cube is held.

        Where a picture shows one face, the facelets are in the letters of the stops. Cameras at
        corners see three faces each: their colours identify these, and their positions determine
        the orientation of the cube. Raises VisionError if a picture does not show what it should.
        """
        if all(len(seen) == 1 for seen, _ in self._cameras):
            places = [Placement(shot.stop.face, shot.stop.quarter_turns) for shot in shots]
            return read_with_placements([shot.frame for shot in shots], places), holding
        last = [
            next(shot.frame for shot in reversed(shots) if shot.stop.position in seen)
            for seen, _ in self._cameras
        ]
        reading = read_cube(last)
        seen_by = [seen for seen, _ in self._cameras]
        return reading, RobotState(orientation_seen(reading.faces, seen_by), holding.pose)


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
