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
from rokumen.devices.face_sight import FaceSight
from vision.capture.files import ImageSequence, VideoFile
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

    def see(self, stop: ScanView, expected: str) -> str | None:
        """Return the nine letters of the face that a camera sees now, `?` for what is in doubt.

        `expected`: the letters that it should have. None where all are in doubt, or where no face
        can be seen between scans. Raises CameraError.
        """
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
        self._sight: FaceSight | None = None

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
        camera = self._camera_at(position)
        frame = camera.read_after(time.monotonic())
        if isinstance(camera, LiveCamera | UndistortedCamera):
            frame = settled_frame(camera, frame)
        _log.debug("%s at %s: %s", frame.name, position, frame.image.shape)
        return frame

    def see(self, stop: ScanView, expected: str) -> str | None:
        """Return the nine letters of the face that a camera sees now, `?` for what is in doubt.

        None before the first certain scan, with pictures of files, and with cameras that see three
        faces. A face that does not look as `expected` is searched for in a second picture. Raises
        CameraError.
        """
        camera = self._camera_at(stop.position)
        if self._sight is None or isinstance(camera, ImageSequence | VideoFile):
            return None
        if self._sight.fits(self.capture_at(stop.position), stop, expected):
            return expected
        return self._sight.letters(self.capture_at(stop.position), stop, expected)

    def read(self, shots: Sequence[ScanFrame], holding: RobotState) -> tuple[Reading, RobotState]:
        """Read a cube from a scan that ended in `holding`, and say how that cube is held.

        Where a picture shows one face, the facelets are in the letters of the stops. Cameras at
        corners see three faces each: their colours identify these, and their positions determine
        the orientation of the cube. Raises VisionError if a picture does not show what it should.
        """
        if all(len(seen) == 1 for seen, _ in self._cameras):
            places = [Placement(shot.stop.face, shot.stop.quarter_turns) for shot in shots]
            reading = read_with_placements([shot.frame for shot in shots], places)
            if reading.certain:
                self._sight = FaceSight.of_scan([(s.stop, s.frame) for s in shots], reading)
            return reading, holding
        last = [
            next(shot.frame for shot in reversed(shots) if shot.stop.position in seen)
            for seen, _ in self._cameras
        ]
        reading = read_cube(last)
        seen_by = [seen for seen, _ in self._cameras]
        return reading, RobotState(orientation_seen(reading.faces, seen_by), holding.pose)

    def _camera_at(self, position: str) -> Camera:
        return next(camera for seen, camera in self._cameras if position in seen)


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
