"""The cameras as the job uses them: pictures taken now, and those of a scan read as a cube."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from robot.motion import Holding
from robot.rig import Rig
from robot.scan import ScanStop
from rokumen.corners import orientation_seen
from vision.camera import Camera, Frame, LiveCamera
from vision.lens import StraightCamera
from vision.reading import Placement, Reading, read_cube, read_known


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture of one face of a scan."""

    stop: ScanStop
    frame: Frame


class Looking(Protocol):
    """What a job needs to see."""

    @property
    def name(self) -> str:
        """Name the camera as the user did."""
        ...

    def look(self, stop: ScanStop) -> Shot:
        """Take a picture of what is there now. Raises CameraError where none comes."""
        ...

    def read(self, shots: Sequence[Shot], holding: Holding) -> tuple[Reading, Holding]:
        """Read a cube from a scan that ended in `holding`, and say how that cube is held.

        Raises VisionError where a picture does not show what is due.
        """
        ...


class Eyes:
    """The cameras that look at what the robot shows them, in the order of the rig's `cameras`."""

    def __init__(self, cameras: Sequence[Camera], rig: Rig) -> None:
        self._cameras = tuple(zip(rig.cameras, cameras, strict=True))

    @property
    def name(self) -> str:
        """Name the cameras as the user did."""
        return ", ".join(camera.name for _, camera in self._cameras)

    def watch(self) -> tuple[Frame, ...]:
        """Give each live camera's newest picture; may be called from any thread.

        Pictures of files are left to the job. Raises CameraError where none has come.
        """
        return tuple(
            camera.fresh(-math.inf)
            for _, camera in self._cameras
            if isinstance(camera, LiveCamera | StraightCamera)
        )

    def look(self, stop: ScanStop) -> Shot:
        """Take a picture of what is there now. Raises CameraError where none comes."""
        return Shot(stop, self.see(stop.position))

    def see(self, position: str) -> Frame:
        """Take a picture of what is at a position now. Raises CameraError where none comes."""
        camera = next(camera for seen, camera in self._cameras if position in seen)
        return camera.fresh(time.monotonic())

    def read(self, shots: Sequence[Shot], holding: Holding) -> tuple[Reading, Holding]:
        """Read a cube from a scan that ended in `holding`, and say how that cube is held.

        Where a picture shows one face, the facelets are in the letters of the stops. Cameras at
        corners see three faces each: the colours name these, and where they are seen tells how the
        cube is held. Raises VisionError where a picture does not show what is due.
        """
        if all(len(seen) == 1 for seen, _ in self._cameras):
            places = [Placement(shot.stop.face, shot.stop.quarter_turns) for shot in shots]
            return read_known([shot.frame for shot in shots], places), holding
        last = [
            next(shot.frame for shot in reversed(shots) if shot.stop.position in seen)
            for seen, _ in self._cameras
        ]
        reading = read_cube(last)
        seen_by = [seen for seen, _ in self._cameras]
        return reading, Holding(orientation_seen(reading.faces, seen_by), holding.pose)
