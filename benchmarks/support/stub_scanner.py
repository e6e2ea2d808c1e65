"""Scanner that reads the simulator's true stickers without rendering, for fast jobs.

It gets the simulator's state, with injected camera faults, and reports what a camera could: nine
stickers a frame, and never an impossible cube as certain.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

import numpy as np

from firmware_sim.physics.state import PhysicalState
from robot.link.arrival import Agrees, NotSeen, Observation, Stuck
from robot.planning.robot_state import RobotState, ScanView, face_rotation
from robot.planning.visits import Motion
from robot.rigs.command import Command, Load, Pose
from robot.rigs.rig import Rig
from rokumen.devices.scanner import LearningObserver, ScanPicture, Sighting
from rokumen.jobs.missing_turns import DOUBTFUL
from solver.core.errors import CubeError
from solver.core.facelets import normalise
from solver.core.geometry import FACES
from solver.cube import Cube
from vision.capture.frame import Frame
from vision.detect.photograph import ImageFaces
from vision.errors import CameraError, NoFaceError
from vision.reading_result import Reading

SCHEME = MappingProxyType(
    dict(zip(FACES, ("white", "red", "green", "yellow", "orange", "blue"), strict=True))
)
# Largest misalignment of a layer with which the face's nine stickers can still be read.
_CROOKED_DEGREES = 30.0
_CENTRE = 4
# How far a wrist may be off its place: a camera that knows both places sees 5 degrees.
_OVERLOOKED_DEGREES = 5.0


class TruthSource(Protocol):
    """Source of a cube's true state, such as a simulated robot."""

    def camera_state(self) -> PhysicalState | None:
        """Return the state that a picture taken now shows, or None if there is no picture."""
        ...


class OracleScanner:
    """Scanner of a simulated robot without pictures."""

    name = "simulator state"
    places: tuple[str, ...] = ("U",)
    robot = ""

    def __init__(self, robot: TruthSource, wait: Callable[[], object] = lambda: None) -> None:
        """See `robot`; `wait` lets the time of a picture pass before each."""
        self._robot = robot
        self._wait = wait
        self.sighting = Sighting()
        # The cube's own letter of each face -> the letter that a scan gave the face.
        self._given: Mapping[str, str] = {}

    @property
    def observer(self) -> LearningObserver | None:
        """Return None: nobody looks."""
        return None

    def capture(self, holding: RobotState, views: Sequence[ScanView]) -> tuple[ScanPicture, ...]:
        """Return nine stickers as a frame. Raises CameraError, and NoFaceError without a cube."""
        faces = ImageFaces(self.name, ())
        return tuple(
            ScanPicture(0, holding, {"U": set()}, self._frame(view), faces) for view in views
        )

    def _frame(self, stop: ScanView) -> Frame:
        self._wait()
        truth = self._robot.camera_state()
        if truth is None:
            raise CameraError("the camera delivers no pictures")
        off = [abs(layer.degrees - 90 * round(layer.degrees / 90)) for layer in truth.layers]
        if truth.dropped or truth.tilt or max(off, default=0) > _CROOKED_DEGREES:
            self.sighting = self.sighting.missed()
            raise NoFaceError(self.name, f"the picture of the {stop.face} face shows no face")
        self.sighting = Sighting.now()
        seen = truth.with_layers_aligned()
        face = seen.orientation.face_at(stop.position)
        start = 9 * FACES.index(face)
        stickers = np.array(list(seen.facelets[start : start + 9])).reshape(3, 3)
        shown = np.rot90(stickers, -face_rotation(seen.orientation, stop.position))
        image = np.array([[ord(letter) for letter in row] for row in shown], np.uint8)
        return Frame(image, time.monotonic(), self.name)

    def doubt_places(self) -> bool:
        """Return False: its place is known."""
        return False

    def see(self, stop: ScanView, expected: str) -> str | None:
        """Return the nine letters of a face, None where it cannot be read. Raises CameraError."""
        try:
            own = _rotated_letters(self._frame(stop), stop.holding)
        except NoFaceError:
            return None
        return "".join(self._given.get(letter, DOUBTFUL) for letter in own)

    def read_early(self, pictures: Sequence[ScanPicture]) -> Reading | None:
        """Return None: each picture shows one face."""
        return None

    def read(self, pictures: Sequence[ScanPicture]) -> Reading:
        """Return the cube of six frames."""
        seen = {
            picture.holding.orientation.face_at("U"): _rotated_letters(
                picture.frame, picture.holding
            )
            for picture in pictures
        }
        self._given = {letters[_CENTRE]: face for face, letters in seen.items()}
        return self._read(seen)

    def _read(self, seen: Mapping[str, str]) -> Reading:
        stickers = "".join(seen[face] for face in FACES)
        try:
            facelets = normalise(stickers)
            Cube.from_facelets(facelets)
        except CubeError as error:
            return _reading(stickers, str(error), certain=False)
        return _reading(facelets, "", certain=True)


class WatchingOracle(OracleScanner):
    """The same, which also looks after each command where the wrists are, as a camera does."""

    def __init__(self, robot: TruthSource, wait: Callable[[], object], rig: Rig) -> None:
        super().__init__(robot, wait)
        self._rig = rig

    @property
    def observer(self) -> WatchingOracle:
        """Return itself."""
        return self

    def observe(self, command: Command | Load, pose: Pose) -> Observation:
        """Return whether a wrist stands elsewhere by more than a camera overlooks."""
        self._wait()
        seen = self._robot.camera_state()
        if seen is None:
            return NotSeen("there is no picture")
        if any(angle % 90 for angle in pose.angles):
            return NotSeen("a wiggle leads nowhere")
        for axis, due, at in zip(self._rig.axes, pose.angles, seen.angles, strict=True):
            if abs(due - at) > _OVERLOOKED_DEGREES:
                return Stuck("axis", axis, float(round(at)))
        return Agrees()

    @property
    def never_alone(self) -> frozenset[Motion]:
        """Return none: true places are those of each gripper by itself."""
        return frozenset()

    def has_seen(self, axis: str, degrees: float) -> bool:
        """Return True: the true angle is known everywhere."""
        return True

    def forget_pictures(self) -> None:
        """Do nothing: there are none."""


def _rotated_letters(frame: Frame, holding: RobotState) -> str:
    letters = np.rot90(frame.image, face_rotation(holding.orientation, "U"))
    return "".join(chr(letter) for letter in letters.ravel())


def _reading(stickers: str, advice: str, *, certain: bool) -> Reading:
    return Reading(
        facelets=stickers,
        certain=certain,
        confidence=(float(certain),) * 54,
        ambiguous=(),
        scheme=SCHEME,
        places=(),
        advice=advice,
        unconstrained_facelets=stickers,
    )
