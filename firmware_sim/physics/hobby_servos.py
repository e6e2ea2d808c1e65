"""Hobby servos without feedback that follow their pulse widths and move the cube.

Nothing comes back from such a servo, so that whoever drives it cannot know what became of the cube.
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

# A servo that is sent so near to a detent stands in it: its dead band and the jaws' play are wider.
DETENT_DEGREES = 0.5
# A grip within this part of its way from an end has reached it.
_END_TOLERANCE = 0.005
# Between jaws that are just narrower than a face's diagonal a layer turns so far.
_CORNER_DEGREES = 45.0
# A layer that is misaligned by no more than this is pressed straight by jaws that close on it.
_MAX_ALIGNED_DEGREES = 8.0
# Jaws that are sent so far beyond where they touch the cube crush it.
_CRUSH_OVERTRAVEL = 0.5


@dataclass(frozen=True, slots=True)
class PulseMap:
    """Which pulses (microseconds) bring a servo to two places of its way."""

    from_pulse: float
    from_place: float
    to_pulse: float
    to_place: float

    def position(self, pulse: float) -> float:
        """Return where the servo stands with this pulse."""
        part = (pulse - self.from_pulse) / (self.to_pulse - self.from_pulse)
        return self.from_place + part * (self.to_place - self.from_place)


# The servos of the simulated rig: -90 to +90 degrees, and closed to open.
WRIST = PulseMap(500, -90, 2500, 90)
GRIP = PulseMap(1000, GRIP_OPENINGS[CLOSED], 2000, GRIP_OPENINGS[OPEN])


@dataclass(frozen=True, slots=True)
class JawContact:
    """How wide the grippers stand around the cube, in parts of a gripper's travel (see OPENINGS).

    They hold up to an opening of `contact_opening`, where they touch the cube and go no farther;
    what is asked of them beyond that squeezes it. Wider by less than `drag_range` they take a layer
    along once they have turned far enough to touch it, the later the wider they are: it lags
    behind.
    """

    contact_opening: float = GRIP_OPENINGS[CLOSED]
    drag_range: float = 0.0

    def opening(self, place: float) -> float:
        """Return where jaws stand that are sent to a place."""
        return GRIP_OPENINGS[CLOSED] if place <= self.contact_opening + _END_TOLERANCE else place

    def lag_degrees(self, opening: float) -> float:
        """Return how many degrees a layer lags behind jaws with this opening; 90: it stays."""
        if opening - self.contact_opening >= self.drag_range:
            return 90.0
        return _CORNER_DEGREES * max(opening - self.contact_opening, 0.0) / self.drag_range


# Jaws that touch the cube where a gripper's way ends.
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
        """Return the physical state, or None while a servo is on its way."""
        now = self._now
        still = all(angle % 90 == 0 for angle in now.angles)
        ended = all(
            opening in (GRIP_OPENINGS[CLOSED], GRIP_OPENINGS[OPEN]) for opening in now.openings
        )
        return now if still and ended else None

    def apply_pulses(self, pulses: Sequence[float | None]) -> None:
        """Bring every servo to where its pulse (microseconds) tells it; one without stays."""
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
            self._record_accident(
                COLLISION, f"gripper {name} closed on a cube that does not lie along it"
            )
            return state
        if not state.dropped and CLOSED not in after.pose.grips:
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
                            COLLISION, "a face was turned while another was out of line"
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
        """Note an accident, once for as long as it goes on."""
        if not self.accidents or self.accidents[-1].description != what:
            self.accidents.append(Accident(self._clock.now(), kind, what))


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
