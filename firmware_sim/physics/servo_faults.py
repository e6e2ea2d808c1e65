"""Injects mechanical faults between the pulses of servos without feedback and what they move.

Nothing reports them: only the pulses are known, and a turn of a face begins when those of a wrist
whose gripper holds the cube leave the detent where they rested.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

from firmware_sim.faults import FaultSchedule
from firmware_sim.physics.fault_effects import (
    JAM_DEGREES,
    angle_error,
    cube_faults,
    dragging,
)
from firmware_sim.physics.hobby_axes import KEPT_STEPS
from firmware_sim.physics.jaws import pulse_maps
from firmware_sim.physics.state import COLLISION, PhysicalState, with_one
from robot.errors import ForbiddenCommandError
from robot.rigs.command import Move, Pose
from robot.rigs.rig import Effect, FaceTurn, Rig

# A wrist's pulses have left their detent by more than this (degrees).
_LEFT_DEGREES = 3.0
# Pulses that have been the same for this long (seconds) rest: hobby servos get one each 0.02 s.
_REST_SECONDS = 0.03
# Pulses that rest so near a detent (degrees) are meant for it, also where a horn is not straight.
_MEANT_DEGREES = 20.0
# A gripper closes when its pulses pass this part of its travel; one that misses stays there.
_CLOSING = 0.5
# The share of a turn after which a servo loses its force.
_LOSS = (0.1, 0.9)

# What becomes of the turn of a face at an axis that stands at an angle (degrees).
Slip = Callable[[FaceTurn, float], Sequence[Effect]]
Change = Callable[[PhysicalState], PhysicalState]


@dataclass(slots=True)
class _Turn:
    """The turn of a face that the pulses of an axis make, from the detent `start` (degrees).

    The grippers have the `openings` meanwhile. The wrist stays between `low` and `high`, and backs
    off once `backoffs` more have failed; beyond `limp_at` the servos `limp` have no force. `slip`
    is what becomes of the layer, `changes` what happens to the cube at the end.
    """

    effect: FaceTurn
    start: float
    direction: int
    openings: tuple[float, ...]
    low: float = -math.inf
    high: float = math.inf
    backoffs: int = 0
    limp_at: float | None = None
    limp: tuple[int, ...] = ()
    slip: Slip | None = None
    changes: tuple[Change, ...] = ()

    @property
    def is_held(self) -> bool:
        """Return True if something keeps the wrist from going on."""
        return not (math.isinf(self.low) and math.isinf(self.high))


@dataclass(slots=True)
class _Pulses:
    """The pulses of one servo: where they rested last, where they are, and since when (seconds).

    The same of the part that it moves: `stands`, `stands_since`.
    """

    rested: float
    at: float
    since: float
    stands: float
    stands_since: float
    turn: _Turn | None = field(default=None)


class ServoFaults:
    """Injects the faults of `faults` into what pulses do with a `rig`.

    `record_accident` takes the kind of an accident, and what to say of it.
    """

    def __init__(
        self, rig: Rig, faults: FaultSchedule, record_accident: Callable[[str, str], None]
    ) -> None:
        self.turns_begun = 0
        self.turns_made = 0
        self._rig = rig
        self._faults = faults
        self._record_accident = record_accident
        # The same motions are made again and again.
        self._step = lru_cache(maxsize=KEPT_STEPS)(rig.step)
        self._maps = pulse_maps(rig)
        self._pulses: dict[int, _Pulses] = {}
        self._limp: set[int] = set()
        self._now = 0.0
        self._closings = 0
        # Grippers that have missed the cube.
        self._missed: set[int] = set()

    def repair(self) -> None:
        """Let nothing hold or weaken a servo any more."""
        self._limp.clear()
        self._missed.clear()
        for pulses in self._pulses.values():
            pulses.turn = None

    def with_force(
        self, pulses: Sequence[float | None], state: PhysicalState, now: float
    ) -> tuple[float | None, ...]:
        """Return pulses (microseconds), None for each servo that a fault has taken its force.

        They have been the same since the last call; what begins or ends now is taken note of.
        """
        self._now = now
        for number, pulse in enumerate(pulses):
            if pulse is not None:
                self._watch(number, self._maps[number].position(pulse), state, now)
        if not self._limp:
            return tuple(pulses)
        return tuple(None if number in self._limp else pulse for number, pulse in enumerate(pulses))

    def held(self, horns: Sequence[float | None]) -> tuple[float | None, ...]:
        """Return how far (as pulses) horns get, where something may hold them."""
        return tuple(
            None if horn is None else self._held(number, horn) for number, horn in enumerate(horns)
        )

    def limits(self, axis: int) -> tuple[float, float]:
        """Return between which angles (degrees) a fault keeps an axis."""
        pulses = self._pulses.get(axis)
        turn = pulses.turn if pulses else None
        return (turn.low, turn.high) if turn else (-math.inf, math.inf)

    def effects(self, turned: FaceTurn, here: float) -> Sequence[Effect]:
        """Return what a turn by an axis at `here` (degrees) does in fact."""
        turn = self._turn_of(turned.axis)
        return (turned,) if turn is None or turn.slip is None else turn.slip(turned, here)

    def ended(self, state: PhysicalState) -> PhysicalState:
        """Return the state with what the turns that have just ended did to the cube."""
        for axis in range(len(self._rig.axes)):
            pulses = self._pulses.get(axis)
            if pulses and pulses.turn and self._has_ended(axis, pulses, pulses.turn, state):
                state = self._finished(pulses, pulses.turn, state)
        return state

    def _finished(self, pulses: _Pulses, turn: _Turn, state: PhysicalState) -> PhysicalState:
        """End a turn; return what it did to the cube, unless it ended where it began."""
        pulses.turn = None
        if turn.is_held or abs(pulses.at - turn.start) <= _MEANT_DEGREES:
            return state
        self.turns_made += 1
        for change in turn.changes:
            state = change(state)
        return state

    def _watch(self, number: int, at: float, state: PhysicalState, now: float) -> None:
        """Take note of where the pulses of a servo are, in degrees or parts of the travel."""
        pulses = self._pulses.get(number)
        if pulses is None:
            pulses = self._pulses[number] = _Pulses(at, at, now, at, now)
        before = pulses.at
        if abs(at - before) > 1e-6:
            pulses.at, pulses.since = at, now
        if number >= len(self._rig.axes):
            self._watch_gripper(number, before, at)
            return
        turn = pulses.turn
        if abs(state.angles[number] - pulses.stands) > 1e-6:
            pulses.stands, pulses.stands_since = state.angles[number], now
        if turn is None and abs(at - pulses.rested) > _LEFT_DEGREES:
            self._begin(number, pulses, state)
        if now - pulses.since >= _REST_SECONDS and at != pulses.rested:
            pulses.rested = at
            if turn is not None and turn.is_held and abs(at - turn.start) <= _MEANT_DEGREES:
                self._back_off(turn)

    def _watch_gripper(self, number: int, before: float, at: float) -> None:
        if at > _CLOSING:
            self._missed.discard(number)
        elif before > _CLOSING:
            self._closings += 1
            if self._faults.triggers("grip_miss", self._closings):
                self._missed.add(number)

    def _begin(self, axis: int, pulses: _Pulses, state: PhysicalState) -> None:
        """Let a turn begin, if the wrist turns a face."""
        start = 90.0 * round(pulses.rested / 90)
        if abs(pulses.rested - start) > _MEANT_DEGREES:
            return
        direction = 1 if pulses.at > pulses.rested else -1
        turned = self._turned(state, axis, start, direction)
        if turned is None:
            return
        self.turns_begun += 1
        pulses.turn = self._with_faults(_Turn(turned, start, direction, state.openings), state)

    def _turned(
        self, state: PhysicalState, axis: int, start: float, direction: int
    ) -> FaceTurn | None:
        """Return the turn of a face that an axis makes from a detent on; None if it makes none."""
        if state.dropped:
            return None
        pose = Pose(with_one(state.angles, axis, start), state.pose.grips)
        name = self._rig.axes[axis]
        try:
            effects = self._step(pose, Move(((name, round(start) + 90 * direction),))).effects
        except ForbiddenCommandError:
            return None
        turns = (each for each in effects if isinstance(each, FaceTurn) and each.axis == name)
        return next(turns, None)

    def _with_faults(self, turn: _Turn, state: PhysicalState) -> _Turn:
        """Return a turn that has just begun with the faults that trigger now."""
        faults, number, axis = self._faults, self.turns_begun, turn.effect.axis
        face = state.orientation.face_at(turn.effect.position)
        backoffs = faults.trigger_count("jam_on_backoff", number)
        if faults.is_latched("collision", axis):
            return replace(turn, low=turn.start, high=turn.start)
        if faults.jams(number, axis, face) or backoffs:
            return self._jammed(replace(turn, backoffs=backoffs), "jam")
        if faults.triggers_or_latched("collision", number, axis):
            self._record_accident(COLLISION, f"gripper {axis} collided with an obstacle")
            return self._jammed(turn, "collision")
        if faults.triggers_or_latched("servo_offline", number, axis):
            return self._weakened(turn, "servo_offline", (self._rig.axes.index(axis),))
        if faults.triggers_or_latched("brownout", number):
            return self._weakened(turn, "brownout", tuple(range(len(self._maps))))
        changes = cube_faults(faults, number)
        return replace(turn, slip=self._slip(turn, number), changes=changes)

    def _jammed(self, turn: _Turn, kind: str) -> _Turn:
        at = turn.start + turn.direction * self._faults.rng(kind).uniform(*JAM_DEGREES)
        turn = replace(turn, high=at) if turn.direction > 0 else replace(turn, low=at)
        # What jams on its way back, too, does not move at all.
        return replace(turn, low=at, high=at) if turn.backoffs else turn

    def _weakened(self, turn: _Turn, kind: str, limp: tuple[int, ...]) -> _Turn:
        part = self._faults.rng(kind).uniform(*_LOSS)
        return replace(turn, limp_at=turn.start + 90 * turn.direction * part, limp=limp)

    def _slip(self, turn: _Turn, number: int) -> Slip | None:
        """Return what becomes of the layer; None if it goes along."""
        faults = self._faults
        slip: Slip | None = None
        if faults.triggers("jam_silent", number):
            slip = _slipping(0.0)
        for kind, sign in (("under_turn", -1), ("over_turn", 1)):
            if faults.triggers(kind, number):
                share = 1 + sign * angle_error(faults, kind) / 90
                slip = _in_first_quarter(turn.start, share)
        if faults.triggers("grip_slip", number):
            slip = _slipping(faults.rng("grip_slip").uniform(0.1, 0.9))
        if faults.triggers("drag_neighbour", number):
            slip = _dragging
        return slip

    def _back_off(self, turn: _Turn) -> None:
        """Take note of pulses back at the detent that a held wrist came from."""
        if turn.backoffs:
            turn.backoffs -= 1
        else:
            turn.low, turn.high = -math.inf, math.inf

    def _held(self, number: int, horn: float) -> float:
        to = self._maps[number]
        if number >= len(self._rig.axes):
            if number not in self._missed:
                return horn
            return to.pulse(max(to.position(horn), _CLOSING))
        pulses = self._pulses.get(number)
        turn = pulses.turn if pulses else None
        if turn is None:
            return horn
        angle = min(max(to.position(horn), turn.low), turn.high)
        if turn.limp_at is not None and (angle - turn.limp_at) * turn.direction >= 0:
            angle = turn.limp_at
            self._limp.update(turn.limp)
        return horn if angle == to.position(horn) else to.pulse(angle)

    def _has_ended(self, axis: int, pulses: _Pulses, turn: _Turn, state: PhysicalState) -> bool:
        """Return True if a wrist has come to rest at a detent, or its gripper has let go."""
        if turn.openings != state.openings:
            turn.openings = state.openings
            if self._turned(state, axis, turn.start, turn.direction) is None:
                return True
        near = abs(pulses.rested - 90 * round(pulses.rested / 90)) <= _MEANT_DEGREES
        rests = pulses.at == pulses.rested and self._now - pulses.stands_since >= _REST_SECONDS
        return near and rests and not turn.is_held

    def _turn_of(self, axis: str) -> _Turn | None:
        pulses = self._pulses.get(self._rig.axes.index(axis))
        return pulses.turn if pulses else None


def _slipping(share: float) -> Slip:
    """Return a slip after which a layer has turned by a share of its way."""
    return partial(_scaled, share)


def _scaled(share: float, turned: FaceTurn, here: float) -> Sequence[Effect]:
    return (replace(turned, degrees=share * turned.degrees),) if share else ()


def _in_first_quarter(start: float, share: float) -> Slip:
    """Return a slip that ends a quarter turn after a detent."""

    def slip(turned: FaceTurn, here: float) -> Sequence[Effect]:
        return _scaled(share if abs(here - start) < 90 else 1.0, turned, here)

    return slip


def _dragging(turned: FaceTurn, here: float) -> Sequence[Effect]:
    return dragging(turned)
