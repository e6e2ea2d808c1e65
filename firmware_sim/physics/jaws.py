"""The places that pulses command, and where the jaws of grippers touch the cube."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from robot.errors import ForbiddenCommandError
from robot.rigs.actuators import USUAL_SQUEEZE_DEGREES
from robot.rigs.command import (
    CLOSED,
    GRIP_OPENINGS,
    LOADING,
    OPEN,
    RELEASE,
    UP,
    USUAL_PULSE_PER_DEGREE,
    Grip,
    Pose,
)
from robot.rigs.rig import Effect, Rig
from robot.servos.servo_settings import interpolate

# A gripper within this fraction of its travel from one of its positions has reached it.
END_TOLERANCE = 0.02
# Jaws this near to the cube, in parts of their travel, hold it.
_TOUCH_TOLERANCE = 0.005
# Largest angle of a layer between jaws that are just narrower than the face's diagonal.
_CORNER_DEGREES = 45.0


@dataclass(frozen=True, slots=True)
class PulseMap:
    """A servo's place at pulses: two or more points (microseconds, place), both increasing.

    Between two points, and beyond the outer ones, is a straight line.
    """

    points: tuple[tuple[float, float], ...]

    def position(self, pulse: float) -> float:
        """Return the servo's position at this pulse."""
        return interpolate(pulse, self.points)

    def pulse(self, place: float) -> float:
        """Return the pulse (microseconds) of a position."""
        return interpolate(place, tuple((to, pulse) for pulse, to in self.points))


# The servos of the simulated rigs: -90 to +90 degrees; closed grippers have CLOSED_PULSE.
WRIST = PulseMap(((500, -90), (2500, 90)))
CLOSED_PULSE = 1000.0
# From the middle of a gripper's servo to where its jaw is pushed: a usual horn.
JAW_ARM_METRES = 0.03
# Printed jaws, horn and cube together: 5 to 20 N/mm, an estimate. What does not give way has 100.
JAW_NEWTONS_PER_MM = 10.0
RIGID_NEWTONS_PER_MM = 100.0


@dataclass(frozen=True, slots=True)
class JawContact:
    """Contact of the grippers with the cube, in parts of a gripper's travel (GRIP_OPENINGS).

    They hold the cube up to an opening of `contact_opening`, where they touch it and stop; a
    tighter command squeezes it. With an opening wider by less than `drag_range` they drag a layer
    once they have turned far enough to touch it; it lags behind, more the wider they are.
    Jaws, horn and cube together give way by a millimetre at `newtons_per_mm`.
    """

    contact_opening: float = GRIP_OPENINGS[CLOSED]
    drag_range: float = 0.0
    newtons_per_mm: float = JAW_NEWTONS_PER_MM

    @property
    def spring(self) -> float:
        """Return the torque (N m) by which jaws push their servo back for each degree."""
        millimetres_per_degree = math.radians(1) * JAW_ARM_METRES * 1000
        return self.newtons_per_mm * millimetres_per_degree * JAW_ARM_METRES

    def opening(self, place: float) -> float:
        """Return the actual opening of jaws at a commanded one."""
        return GRIP_OPENINGS[CLOSED] if place <= self.contact_opening + _TOUCH_TOLERANCE else place

    def squeeze(self, place: float) -> float:
        """Return how far a commanded opening is beyond the contact, in parts of the travel."""
        return max(self.contact_opening - place, 0.0)

    def lag_degrees(self, opening: float) -> float:
        """Return the degrees by which a layer lags behind jaws with this opening; 90: it stays."""
        if opening - self.contact_opening >= self.drag_range:
            return 90.0
        return _CORNER_DEGREES * max(opening - self.contact_opening, 0.0) / self.drag_range

    def holds_with(self, opening: float) -> bool:
        """Return True if the jaws touch the cube."""
        return opening - self.contact_opening < self.drag_range


@dataclass(frozen=True, slots=True)
class JawPulses:
    """What a robot without feedback is told of its jaws: pulses (microseconds), as a person finds.

    Jaws whose `contact` is 0, not known, never relax.
    """

    closed: float = CLOSED_PULSE
    contact: float = 0.0


# What a robot knows of jaws that nobody has set up.
UNTOLD_JAWS = JawPulses()

# Jaws that touch the cube at the end of the gripper's travel.
IDEAL_CONTACT = JawContact()
# Jaws as the setup leaves them if a person stops where they meet the cube: the stiffest servos give
# half of their drive then, the softest ones still hold the cube alone. They must open by a fifth of
# their travel to be free of it.
_USUAL_SQUEEZE = round(USUAL_SQUEEZE_DEGREES * USUAL_PULSE_PER_DEGREE)
USUAL_CONTACT = JawContact(contact_opening=_USUAL_SQUEEZE / 1000, drag_range=0.165)
USUAL_JAWS = JawPulses(contact=CLOSED_PULSE + _USUAL_SQUEEZE)


@lru_cache(maxsize=64)
def lifting_effects(rig: Rig, gripper: int) -> tuple[Effect, ...]:
    """Return what a gripper does to the cube when it goes up; nothing for most grippers."""
    grips = list(rig.home.grips)
    grips[gripper] = OPEN
    try:
        command = Grip(((rig.grippers[gripper], UP),))
        return rig.step(Pose(rig.home.angles, tuple(grips)), command).effects
    except ForbiddenCommandError:
        return ()


@lru_cache(maxsize=64)
def grip_places(rig: Rig, gripper: int) -> Mapping[str, float]:
    """Return the opening that a gripper's servo commands for each position, as in GRIP_OPENINGS.

    A cover that goes back once it has closed is commanded a little beyond closed before.
    """
    angles = rig.servo_travel.angles(rig.grippers[gripper])
    places = dict(GRIP_OPENINGS)
    if LOADING in angles:
        places[LOADING] = angles[LOADING] / angles[OPEN]
    if RELEASE in angles:
        places |= {RELEASE: 0.0, CLOSED: -angles[RELEASE] / angles[OPEN]}
    return places


@lru_cache(maxsize=64)
def pulse_maps(rig: Rig) -> tuple[PulseMap, ...]:
    """Return the places that the pulses of each servo of a rig command: axes, then grippers."""
    grippers = (_grip_map(rig, gripper) for gripper in range(len(rig.grippers)))
    return (*[WRIST] * len(rig.axes), *grippers)


def _grip_map(rig: Rig, gripper: int) -> PulseMap:
    angles = rig.servo_travel.angles(rig.grippers[gripper])
    if lifting_effects(rig, gripper) and UP not in angles:
        angles = {CLOSED: 0.0, OPEN: 45.0, UP: 90.0}
    places = grip_places(rig, gripper)
    points = {
        CLOSED_PULSE + angle * USUAL_PULSE_PER_DEGREE: places[at] for at, angle in angles.items()
    }
    return PulseMap(tuple(sorted(points.items())))


def snap_to_position(opening: float, places: Mapping[str, float] = GRIP_OPENINGS) -> float:
    """Return the named position that is as near as END_TOLERANCE, else the opening."""
    near = [place for place in places.values() if abs(place - opening) < END_TOLERANCE]
    return min(near, key=lambda place: abs(place - opening)) if near else opening
