"""Moves the cube as the places of hobby servos without feedback say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from firmware_sim.physics.hobby_axes import DETENT_DEGREES, STIFF, Give, HobbyAxes, into_detent
from firmware_sim.physics.jaws import (
    IDEAL_CONTACT,
    WRIST,
    JawContact,
    grip_places,
    lifting_effects,
    pulse_maps,
    snap_to_position,
)
from firmware_sim.physics.state import (
    COLLISION,
    DROPPED,
    Accident,
    PhysicalState,
    with_one,
)
from robot.clock import Clock
from robot.errors import ForbiddenCommandError
from robot.rigs.command import CLOSED, GRIP_OPENINGS, LOW, OPEN, UP, Grip
from robot.rigs.rig import Effect, FaceTurn, Rig

# Closing jaws align a layer that is misaligned by at most this (degrees).
_MAX_ALIGNED_DEGREES = 8.0
# So far open a misaligned cube keeps jaws that feel it.
_KEPT_OPEN = 0.5
# Jaws commanded this far beyond the contact with the cube (in parts of the travel) crush it.
_CRUSH_OVERTRAVEL = 0.5


class HobbyServos:
    """A servo for each axis of `rig`, then one for each gripper, and the cube that they hold.

    `slipped` and `give`: see `HobbyAxes`. `state` may be called from any thread, nothing else may.
    """

    def __init__(
        self,
        rig: Rig,
        clock: Clock,
        state: PhysicalState,
        jaws: JawContact = IDEAL_CONTACT,
        slipped: Callable[[FaceTurn, float], Sequence[Effect]] = lambda turned, here: (turned,),
        give: Give = STIFF,
    ) -> None:
        self.accidents: list[Accident] = []
        self._jaws = jaws
        self._rig = rig
        self._clock = clock
        self._now = state
        self._lifts = tuple(lifting_effects(rig, each) for each in range(len(rig.grippers)))
        self._maps = pulse_maps(rig)
        self._places = tuple(grip_places(rig, each) for each in range(len(rig.grippers)))
        self._axes = HobbyAxes(rig, jaws, self.record_accident, slipped, give)
        self._is_blind = not give.is_felt
        self._most_aligned = max(give.degrees, _MAX_ALIGNED_DEGREES)

    def state(self) -> PhysicalState:
        """Return the physical state now."""
        return self._now

    def replace_state(self, state: PhysicalState) -> None:
        """Set the physical state, as a person changes it by hand."""
        self._now = state

    def state_at_rest(self) -> PhysicalState | None:
        """Return the physical state, or None while a servo is moving."""
        now = self._now
        still = all(angle % 90 == 0 for angle in now.angles)
        ended = all(
            opening in (0.0, *places.values())
            for opening, places in zip(now.openings, self._places, strict=True)
        )
        return now if still and ended else None

    def apply_pulses(self, pulses: Sequence[float | None]) -> None:
        """Move every servo to its pulse (microseconds); one without a pulse stays."""
        state = self._now
        axes = len(self._rig.axes)
        for gripper, pulse in enumerate(pulses[axes:]):
            if pulse is not None:
                place = self._maps[axes + gripper].position(pulse)
                if self._jaws.squeeze(place) > _CRUSH_OVERTRAVEL:
                    name = self._rig.grippers[gripper]
                    self.record_accident(COLLISION, f"gripper {name} crushed the cube")
                opening = snap_to_position(self._jaws.opening(place), self._places[gripper])
                state = self._move_gripper(state, gripper, opening)
        targets = {
            axis: into_detent(WRIST.position(pulse))
            for axis, pulse in enumerate(pulses[:axes])
            if pulse is not None
        }
        moved = self._axes.move(state, targets)
        # A cover tips the cube over, and nothing holds it straight meanwhile.
        self._now = moved if any(self._lifts) else _seated(moved)

    def is_in_hand(self) -> bool:
        """Return True if a person can take the cube from the gripper that holds it alone.

        That is where a robot lets a cube be taken out: all wrists at 0, and the grippers at right
        angles open.
        """
        closed = [each for each, at in enumerate(self._now.openings) if at == GRIP_OPENINGS[CLOSED]]
        return bool(closed) and all(_is_in_hand(self._now, gripper) for gripper in closed)

    def drop(self, why: str) -> None:
        """Let the cube fall."""
        self.record_accident(DROPPED, why)
        self._now = replace(self._now, dropped=True)

    def record_accident(self, kind: str, what: str) -> None:
        """Record an accident, unless it is the same as the last one."""
        if not self.accidents or self.accidents[-1].description != what:
            self.accidents.append(Accident(self._clock.now(), kind, what))

    def _move_gripper(self, state: PhysicalState, gripper: int, opening: float) -> PhysicalState:
        before = state.openings[gripper]
        if before == opening:
            return state
        after = replace(state, openings=with_one(state.openings, gripper, opening))
        self._axes.centre_in_play()
        name = self._rig.grippers[gripper]
        if opening == GRIP_OPENINGS[CLOSED]:
            return self._close(state, after, gripper)
        if before == GRIP_OPENINGS[CLOSED] and not state.dropped:
            try:
                self._rig.step(state.pose, Grip(((name, OPEN),)))
            except ForbiddenCommandError:
                if not _is_in_hand(state, gripper):
                    what = f"gripper {name} opened, and no other one held the cube"
                    self.record_accident(DROPPED, what)
                    return replace(after, dropped=True)
        return self._lifted(after, gripper, before)

    def _close(self, state: PhysicalState, after: PhysicalState, gripper: int) -> PhysicalState:
        """Return the state after a gripper has closed, or is kept from it."""
        name, own_angle = self._rig.grippers[gripper], state.angles[gripper]
        try:
            self._rig.step(state.pose, Grip(((name, CLOSED),)))
        except ForbiddenCommandError as error:
            self.record_accident(COLLISION, str(error))
            return state
        askew = bool(state.layers or state.tilt or own_angle % 90)
        if askew and not own_angle % 90:
            after = after.with_layers_aligned(self._most_aligned)
            askew = bool(after.layers or after.tilt)
        if askew and not self._are_parallel(after, gripper):
            self.record_accident(COLLISION, f"gripper {name} closed on a misaligned cube")
            return state if self._is_blind else _kept_open(state, gripper)
        return after

    def _are_parallel(self, state: PhysicalState, gripper: int) -> bool:
        """Return True if a gripper's jaws are parallel to the layers that they close on."""
        if state.tilt or not state.layers or self._rig.grippers[gripper] not in self._rig.axes:
            return False
        angle = state.angles[gripper]
        return all(abs((angle - layer.degrees + 45) % 90 - 45) < 1 for layer in state.layers)

    def _lifted(self, state: PhysicalState, gripper: int, before: float) -> PhysicalState:
        """Return the state with a cube that a rising gripper tips over, or lets sink back."""
        touches = before <= GRIP_OPENINGS[LOW] or state.tilt is not None
        if not self._lifts[gripper] or not touches or state.dropped:
            return state
        part = _lifted_part(state.openings[gripper]) - _lifted_part(before)
        for effect in self._lifts[gripper] if part else ():
            state = state.with_effect(effect, part)
        return state


def _kept_open(state: PhysicalState, gripper: int) -> PhysicalState:
    """Return the state with jaws that a misaligned cube keeps open."""
    return replace(state, openings=with_one(state.openings, gripper, _KEPT_OPEN))


def _seated(state: PhysicalState) -> PhysicalState:
    """Return the state with a cube that jaws at detents hold straight, within their play."""
    if state.tilt is None:
        return state
    holding = zip(state.angles, state.openings, strict=True)
    straight = all(angle % 90 == 0 for angle, opening in holding if opening == 0)
    return state.with_tilt_aligned(2 * DETENT_DEGREES) if straight else state


def _is_in_hand(state: PhysicalState, opening: int) -> bool:
    """Return True if a person takes the cube from the last gripper, whose opening has an index."""
    across = state.openings[1 - opening % 2 :: 2]
    is_free = all(other >= GRIP_OPENINGS[OPEN] for other in across)
    return is_free and not any(state.angles) and not state.layers and not state.tilt


def _lifted_part(opening: float) -> float:
    """Return how far a cover has tipped the cube over, 0 to 1."""
    low, up = GRIP_OPENINGS[LOW], GRIP_OPENINGS[UP]
    return min(max((opening - low) / (up - low), 0.0), 1.0)
