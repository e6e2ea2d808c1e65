"""The places that pulses command, and where the jaws of grippers touch the cube."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_sim.physics.state import GRIP_OPENINGS
from robot.errors import ForbiddenCommandError
from robot.rigs.command import CLOSED, OPEN, UP, Grip, Pose
from robot.rigs.rig import Effect, Rig

# A gripper within this fraction of its travel from one of its positions has reached it.
END_TOLERANCE = 0.02
# Jaws this near to the cube, in parts of their travel, hold it.
_TOUCH_TOLERANCE = 0.005
# Largest angle of a layer between jaws that are just narrower than the face's diagonal.
_CORNER_DEGREES = 45.0


@dataclass(frozen=True, slots=True)
class PulseMap:
    """Pulses (microseconds) of a servo at two positions."""

    from_pulse: float
    from_place: float
    to_pulse: float
    to_place: float

    def position(self, pulse: float) -> float:
        """Return the servo's position at this pulse."""
        part = (pulse - self.from_pulse) / (self.to_pulse - self.from_pulse)
        return self.from_place + part * (self.to_place - self.from_place)

    def pulse(self, place: float) -> float:
        """Return the pulse (microseconds) of a position."""
        part = (place - self.from_place) / (self.to_place - self.from_place)
        return self.from_pulse + part * (self.to_pulse - self.from_pulse)


# The servos of the simulated rigs: -90 to +90 degrees, closed to open, and for a cover closed to
# up, which lifts the cube.
WRIST = PulseMap(500, -90, 2500, 90)
GRIP = PulseMap(1000, GRIP_OPENINGS[CLOSED], 2000, GRIP_OPENINGS[OPEN])
COVER = PulseMap(1000, GRIP_OPENINGS[CLOSED], 2000, GRIP_OPENINGS[UP])


@dataclass(frozen=True, slots=True)
class JawContact:
    """Contact of the grippers with the cube, in parts of a gripper's travel (see OPENINGS).

    They hold the cube up to an opening of `contact_opening`, where they touch it and stop; a
    tighter command squeezes it. With an opening wider by less than `drag_range` they drag a layer
    once they have turned far enough to touch it; it lags behind, more the wider they are.
    """

    contact_opening: float = GRIP_OPENINGS[CLOSED]
    drag_range: float = 0.0

    def opening(self, place: float) -> float:
        """Return the actual opening of jaws at a commanded one."""
        return GRIP_OPENINGS[CLOSED] if place <= self.contact_opening + _TOUCH_TOLERANCE else place

    def squeeze(self, place: float) -> float:
        """Return how far a commanded opening is beyond the contact, in parts of the travel."""
        return max(self.contact_opening - place, 0.0)

    def lag_degrees(self, opening: float) -> float:
        """Return by how many degrees a layer lags behind jaws with this opening; 90: it stays."""
        if opening - self.contact_opening >= self.drag_range:
            return 90.0
        return _CORNER_DEGREES * max(opening - self.contact_opening, 0.0) / self.drag_range

    def holds_with(self, opening: float) -> bool:
        """Return True if the jaws touch the cube."""
        return opening - self.contact_opening < self.drag_range


# Jaws that touch the cube at the end of the gripper's travel.
IDEAL_CONTACT = JawContact()
# Jaws that squeeze the cube, and must open by a fifth of their travel to be free of it.
USUAL_CONTACT = JawContact(contact_opening=0.05, drag_range=0.15)


def lifting_effects(rig: Rig, gripper: int) -> tuple[Effect, ...]:
    """Return what a gripper does to the cube when it goes up; nothing for most grippers."""
    grips = list(rig.home.grips)
    grips[gripper] = OPEN
    try:
        command = Grip(((rig.grippers[gripper], UP),))
        return rig.step(Pose(rig.home.angles, tuple(grips)), command).effects
    except ForbiddenCommandError:
        return ()


def pulse_maps(rig: Rig) -> tuple[PulseMap, ...]:
    """Return the places that the pulses of each servo of a rig command: axes, then grippers."""
    covers = (COVER if lifting_effects(rig, each) else GRIP for each in range(len(rig.grippers)))
    return (*[WRIST] * len(rig.axes), *covers)


def snap_to_position(opening: float) -> float:
    """Return the named position that is as near as END_TOLERANCE, else the opening."""
    near = min(GRIP_OPENINGS.values(), key=lambda place: abs(place - opening))
    return near if abs(near - opening) < END_TOLERANCE else opening
