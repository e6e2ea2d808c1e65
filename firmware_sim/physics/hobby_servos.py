"""Hobby servos without feedback that follow their pulse widths and move the cube.

Such a servo reports nothing, so that its controller does not know the state of the cube.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from firmware_sim.physics.mechanism import COLLISION, DROPPED, Accident
from firmware_sim.physics.state import GRIP_OPENINGS, PhysicalState
from robot.clock import Clock
from robot.errors import ForbiddenCommandError
from robot.rigs.command import CLOSED, OPEN, Move
from robot.rigs.rig import Effect, FaceTurn, Rig
from solver.core.geometry import OPPOSITE

# A servo this close to a detent (degrees) is at it: its dead band and the jaws' play are wider.
DETENT_DEGREES = 0.5
# A gripper within this fraction of its travel from an end has reached the end.
_END_TOLERANCE = 0.005
# Largest angle of a layer between jaws that are just narrower than the face's diagonal.
_CORNER_DEGREES = 45.0
# Closing jaws align a layer that is misaligned by at most this (degrees).
_MAX_ALIGNED_DEGREES = 8.0
# Jaws commanded this far beyond the contact with the cube (in parts of the travel) crush it.
_CRUSH_OVERTRAVEL = 0.5


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


# The servos of the simulated rig: -90 to +90 degrees, and closed to open.
WRIST = PulseMap(500, -90, 2500, 90)
GRIP = PulseMap(1000, GRIP_OPENINGS[CLOSED], 2000, GRIP_OPENINGS[OPEN])


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
        return GRIP_OPENINGS[CLOSED] if place <= self.contact_opening + _END_TOLERANCE else place

    def lag_degrees(self, opening: float) -> float:
        """Return by how many degrees a layer lags behind jaws with this opening; 90: it stays."""
        if opening - self.contact_opening >= self.drag_range:
            return 90.0
        return _CORNER_DEGREES * max(opening - self.contact_opening, 0.0) / self.drag_range


# Jaws that touch the cube at the end of the gripper's travel.
IDEAL_CONTACT = JawContact()


class HobbyServos:
    """A servo for each axis of `rig`, then one for each gripper, and the cube that they hold.

    `state` may be called from any thread, nothing else may.
    """

    def __init__(
        self, rig: Rig, clock: Clock, state: PhysicalState, jaws: JawContact = IDEAL_CONTACT
    ) -> None:
        self.accidents: list[Accident] = []
        self._jaws = jaws
        self._rig = rig
        self._clock = clock
        self._now = state

    def state(self) -> PhysicalState:
        """Return the physical state now."""
        return self._now

    def state_at_rest(self) -> PhysicalState | None:
        """Return the physical state, or None while a servo is moving."""
        now = self._now
        still = all(angle % 90 == 0 for angle in now.angles)
        ended = all(
            opening in (GRIP_OPENINGS[CLOSED], GRIP_OPENINGS[OPEN]) for opening in now.openings
        )
        return now if still and ended else None

    def apply_pulses(self, pulses: Sequence[float | None]) -> None:
        """Move every servo to its pulse (microseconds); one without a pulse stays."""
        state = self._now
        axes = len(self._rig.axes)
        for gripper, pulse in enumerate(pulses[axes:]):
            if pulse is not None:
                place = GRIP.position(pulse)
                if place < self._jaws.contact_opening - _CRUSH_OVERTRAVEL:
                    name = self._rig.grippers[gripper]
                    self._record_accident(COLLISION, f"gripper {name} crushed the cube")
                state = self._move_gripper(state, gripper, _snap_to_end(self._jaws.opening(place)))
        for axis, pulse in enumerate(pulses[:axes]):
            if pulse is not None:
                state = self._move_wrist(state, axis, _into_detent(WRIST.position(pulse)))
        self._now = state

    def _move_gripper(self, state: PhysicalState, gripper: int, opening: float) -> PhysicalState:
        if state.openings[gripper] == opening:
            return state
        after = replace(state, openings=_with(state.openings, gripper, opening))
        name = self._rig.grippers[gripper]
        askew = bool(state.layers or state.tilt or state.angles[gripper] % 90)
        if opening == GRIP_OPENINGS[CLOSED] and askew and not state.angles[gripper] % 90:
            after = after.with_layers_aligned(_MAX_ALIGNED_DEGREES)
            askew = bool(after.layers or after.tilt)
        if opening == GRIP_OPENINGS[CLOSED] and askew:
            self._record_accident(COLLISION, f"gripper {name} closed on a misaligned cube")
            return state
        if not state.dropped and CLOSED not in after.pose.grips and not _is_in_hand(state, gripper):
            self._record_accident(DROPPED, f"gripper {name} opened, and no other one held the cube")
            return replace(after, dropped=True)
        return after

    def _move_wrist(self, state: PhysicalState, axis: int, target: float) -> PhysicalState:
        while (here := state.angles[axis]) != target:
            detent = 90 * (math.floor(here / 90) + 1 if target > here else math.ceil(here / 90) - 1)
            to = min(target, detent) if target > here else max(target, detent)
            try:
                step = self._rig.step(state.pose, Move(((self._rig.axes[axis], detent),)))
                effects = step.effects or self._drag_effects(state, axis, detent)
            except ForbiddenCommandError as error:
                self._record_accident(COLLISION, str(error))
                return state
            if not state.dropped:
                for effect in effects:
                    if _is_blocked(state, effect):
                        self._record_accident(
                            COLLISION, "a face was turned while another layer was misaligned"
                        )
                        return state
                    state = state.with_effect(effect, (to - here) / (detent - here))
            state = replace(state, angles=_with(state.angles, axis, float(to)))
        return state

    def _drag_effects(self, state: PhysicalState, axis: int, detent: float) -> tuple[Effect, ...]:
        """Return the effect on a layer of a gripper that is neither closed nor open."""
        lag = self._jaws.lag_degrees(state.openings[axis])
        if lag == 90:
            return ()
        pose = replace(state, openings=_with(state.openings, axis, GRIP_OPENINGS[CLOSED])).pose
        step = self._rig.step(pose, Move(((self._rig.axes[axis], round(detent)),)))
        kept = (90 - lag) / 90
        return tuple(replace(effect, degrees=effect.degrees * kept) for effect in step.effects)

    def _record_accident(self, kind: str, what: str) -> None:
        """Record an accident, once while it lasts."""
        if not self.accidents or self.accidents[-1].description != what:
            self.accidents.append(Accident(self._clock.now(), kind, what))


def _is_in_hand(state: PhysicalState, opening: int) -> bool:
    """Return True if a person takes the cube from the last gripper, which is just opening.

    That is where a robot lets a cube be taken out: all wrists at 0 and the other grippers open.
    """
    others = (*state.openings[:opening], *state.openings[opening + 1 :])
    is_free = all(other >= GRIP_OPENINGS[OPEN] for other in others)
    return is_free and not any(state.angles) and not state.layers and not state.tilt


def _is_blocked(state: PhysicalState, effect: Effect) -> bool:
    if not isinstance(effect, FaceTurn):
        return False
    face = state.orientation.face_at(effect.position)
    return any(layer.face not in (face, OPPOSITE[face]) for layer in state.layers)


def _into_detent(angle: float) -> float:
    detent = 90.0 * round(angle / 90)
    return detent if abs(angle - detent) < DETENT_DEGREES else angle


def _snap_to_end(opening: float) -> float:
    end = float(round(opening))
    return end if abs(opening - end) < _END_TOLERANCE else opening


def _with(values: tuple[float, ...], index: int, value: float) -> tuple[float, ...]:
    return (*values[:index], value, *values[index + 1 :])
