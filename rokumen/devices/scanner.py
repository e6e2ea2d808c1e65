"""What a job asks of the cameras of a robot, and the pictures that they take for a scan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from robot.link.arrival import Observer
from robot.planning.robot_state import RobotState, ScanView
from robot.planning.visits import Motion
from vision.capture.frame import Frame
from vision.detect.photograph import ImageFaces
from vision.reading_result import Reading


@dataclass(frozen=True, slots=True)
class Sighting:
    """When cameras last saw a cube, and whether their newest picture showed none.

    `at`: the time of day, None where they have seen none yet.
    """

    at: datetime | None = None
    is_missed: bool = False

    @classmethod
    def now(cls) -> Sighting:
        """Return that a cube is seen now."""
        return cls(datetime.now())

    def missed(self) -> Sighting:
        """Return the same after a picture without a cube."""
        return replace(self, is_missed=True)

    @property
    def words(self) -> str:
        """Return what was seen, and nothing that was only commanded."""
        if self.at is None:
            return f"The camera has {'seen no' if self.is_missed else 'not looked for the'} cube."
        last = f"last saw the cube at {self.at:%H:%M:%S}"
        if not self.is_missed:
            return f"The camera {last}."
        return f"The camera saw no cube in its last picture: it {last}. Look whether it has fallen."


@dataclass(frozen=True, slots=True)
class ScanPicture:
    """A picture of a scan, and the faces in it.

    `camera`: its index; `holding`: how the cube was held; `hidden`: for each
    position at which a camera could see a face, its stickers that the robot hid.
    """

    camera: int
    holding: RobotState
    hidden: Mapping[str, Set[int]]
    frame: Frame
    faces: ImageFaces


class LearningObserver(Observer, Protocol):
    """An observer who learns how a robot looks, and can begin anew."""

    @property
    def never_alone(self) -> frozenset[Motion]:
        """Return the motions of grippers that it has not seen while everything else stood."""
        ...

    def has_seen(self, axis: str, degrees: float) -> bool:
        """Return whether it would know if this axis, no gripper, were not at a place."""
        ...

    def forget_pictures(self) -> None:
        """Learn anew, after a command that failed: a picture may have shown it elsewhere."""
        ...


class Scanner(Protocol):
    """The interface of a job to the cameras."""

    @property
    def name(self) -> str:
        """Return the name of the camera as the user gave it."""
        ...

    @property
    def places(self) -> tuple[str, ...]:
        """Return the positions that each camera sees, "" where that is not known."""
        ...

    @property
    def robot(self) -> str:
        """Return the name of the robot with which the places are kept, "" for none."""
        ...

    @property
    def observer(self) -> LearningObserver | None:
        """Return who looks after each command where the actuators are; None for nobody."""
        ...

    @property
    def sighting(self) -> Sighting:
        """Return when the cameras last saw a cube."""
        ...

    def doubt_places(self) -> bool:
        """After a failed scan, drop cameras' places that were learnt in an earlier run.

        Returns whether there were any.
        """
        ...

    def capture(self, holding: RobotState, views: Sequence[ScanView]) -> tuple[ScanPicture, ...]:
        """Take a picture with each camera that sees one of the views, or may do so.

        Raises CameraError if none comes, and NoFaceError if a face that must be seen is not.
        """
        ...

    def has_picture(self, position: str) -> bool:
        """Return whether `see` looks at a position in a picture that the observer has taken."""
        ...

    def see(self, stop: ScanView, expected: str) -> str | None:
        """Return the nine letters of the face that a camera sees now, `?` for what is in doubt.

        `expected`: the letters that it should have. None where all are in doubt, or where no face
        can be seen between scans. Raises CameraError.
        """
        ...

    def read_early(self, pictures: Sequence[ScanPicture]) -> Reading | None:
        """Return the reading of a scan that is not complete, if it is certain already."""
        ...

    def read(self, pictures: Sequence[ScanPicture]) -> Reading:
        """Return the cube of a scan, its faces named by their positions at the start.

        Raises VisionError if the pictures do not show the six faces.
        """
        ...
