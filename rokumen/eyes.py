"""The camera as the job uses it: pictures taken now, and six of them read as a cube."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from robot.scan import ScanStop
from vision.camera import Camera, Frame
from vision.reading import Placement, Reading, read_known


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

    def read(self, shots: Sequence[Shot]) -> Reading:
        """Read a cube from the six faces of a scan. Raises VisionError where one shows no face."""
        ...


class Eyes:
    """A camera that looks at what the robot shows it."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera

    @property
    def name(self) -> str:
        """Name the camera as the user did."""
        return self._camera.name

    def look(self, stop: ScanStop) -> Shot:
        """Take a picture of what is there now. Raises CameraError where none comes."""
        return Shot(stop, self._camera.fresh(time.monotonic()))

    def read(self, shots: Sequence[Shot]) -> Reading:
        """Read a cube from the six faces of a scan, its facelets in the letters of the stops.

        Raises VisionError where a picture shows no face.
        """
        placements = [Placement(shot.stop.face, shot.stop.quarter_turns) for shot in shots]
        return read_known([shot.frame for shot in shots], placements)
