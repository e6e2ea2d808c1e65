"""Injects mechanical faults between the pulses of servos and what they move.

Only the pulses are known: a turn of a face begins when those of a wrist whose gripper holds the
cube leave the detent where they rested.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from firmware_sim.faults import FaultSchedule
from firmware_sim.physics.fault_effects import (
    JAM_DEGREES,
    Slip,
    angle_error,
    cube_faults,
    dragging,
    slipping,
    slipping_in_first_quarter,
)
from firmware_sim.physics.hobby_axes import KEPT_STEPS
from firmware_sim.physics.jaws import pulse_maps
from firmware_sim.physics.state import COLLISION, PhysicalState, with_one
from robot.errors import ForbiddenCommandError
from robot.rigs.command import OPEN, Move, Pose
from robot.rigs.rig import Effect, FaceTurn, Rig
from robot.servos.jam_detection import NO_REPLY, UNDERVOLTAGE

# A wrist's pulses have left their detent by more than this (degrees).
_LEFT_DEGREES = 3.0
# Pulses that are so near to what holds a wrist (degrees) have come there.
_REACHED_DEGREES = 1.0
# Pulses that have been the same for this long (seconds) rest: hobby servos get one each 0.02 s.
_REST_SECONDS = 0.03
# Pulses that rest so near a detent (degrees) are meant for it, also where a horn is not straight;
# those of a servo that measures may rest where it was held fast.
_MEANT_DEGREES, _MEASURED_DEGREES = 20.0, 3.0
# Where a motion hangs that never ends, as a share of a quarter turn.
_HANGS = 0.4
# A gripper closes when its pulses pass this part of its travel; one that misses stays there.
_CLOSING = 0.5
# The share of a turn after which a servo loses its force.
_LOSS = (0.1, 0.9)

Change = Callable[[PhysicalState], PhysicalState]


@dataclass(slots=True)
class _Turn:
    """The turn of a face that the pulses of an axis make, from the detent `start` (degrees).

    The grippers have the `openings` meanwhile. The wrist stays between `low` and `high`, and backs
    off once `backoffs` more have failed. It is to turn by `quarters`, as far as is known. Beyond
    `limp_at` the servos `limp` have no force, and its own reports an `error`. `slip` becomes of
    the layer, `changes` are what happens to the cube at the end; then the servo feels a jam that
    there is not, if it `seems_jammed`. A turn that `hangs` never ends.
    """

    effect: FaceTurn
    start: float
    direction: int
    openings: tuple[float, ...]
    quarters: int = 1
    low: float = -math.inf
    high: float = math.inf
    backoffs: int = 0
    limp_at: float | None = None
    limp: tuple[int, ...] = ()
    slip: Slip | None = None
    error: str = ""
    changes: tuple[Change, ...] = ()
    seems_jammed: bool = False
    hangs: bool = False
    # Whether its pulses have gone beyond what holds the wrist, and back from there.
    was_held: bool = False
    goes_back: bool = False

    @property
    def is_held(self) -> bool:
        """Return True if something keeps the wrist from going on."""
        return not (math.isinf(self.low) and math.isinf(self.high))


@dataclass(slots=True)
class _Pulses:
    """The pulses of one servo: where they rested last, where they are, and since when (seconds).

    The same of the part that it moves: `stands`, `stands_since`; `rests` is False while they may
    still change.
    """

    rested: float
    at: float
    since: float
    stands: float
    stands_since: float
    rests: bool = True
    turn: _Turn | None = field(default=None)


class ServoFaults:
    """Injects the faults of `faults` into what pulses do with a `rig`.

    `record_accident` takes the kind of an accident, and what to say of it. Servos may `measure`
    where they stand.
    """

    def __init__(
        self,
        rig: Rig,
        faults: FaultSchedule,
        record_accident: Callable[[str, str], None],
        *,
        measures: bool = False,
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
        self._measures = measures
        self._meant = _MEASURED_DEGREES if measures else _MEANT_DEGREES
        self._limp: set[int] = set()
        self._errors: dict[int, str] = {}
        # Axes that feel a jam that there is not.
        self._seem_jammed: set[int] = set()
        self._now = 0.0
        self._closings = self._homings = 0
        # Grippers that have missed the cube.
        self._missed: set[int] = set()

    def repair(self) -> None:
        """Let nothing hold or weaken a servo any more."""
        self._limp.clear()
        self._errors.clear()
        self._seem_jammed.clear()
        self._missed.clear()
        for pulses in self._pulses.values():
            pulses.turn = None

    def errors(self, number: int) -> tuple[str, ...]:
        """Return what a servo reports to be wrong."""
        return (self._errors[number],) if number in self._errors else ()

    def feels_false_load(self, number: int) -> bool:
        """Return True if a servo feels a load that there is not."""
        return number in self._seem_jammed

    @property
    def are_felt(self) -> bool:
        """Return True if a servo that measures feels or reports something now, or soon will."""
        turns = [pulses.turn for pulses in self._pulses.values() if pulses.turn]
        is_odd = any(turn.is_held or turn.limp or turn.seems_jammed for turn in turns)
        return is_odd or bool(self._errors or self._seem_jammed or self._missed)

    @property
    def hang(self) -> bool:
        """Return True if a motion hangs, and never ends."""
        return any(pulses.turn and pulses.turn.hangs for pulses in self._pulses.values())

    def end_hanging(self) -> None:
        """Let motions that hang go on, as after a stop."""
        for pulses in self._pulses.values():
            if pulses.turn and pulses.turn.hangs:
                pulses.turn = replace(pulses.turn, hangs=False, low=-math.inf, high=math.inf)

    def fails_to_home(self) -> bool:
        """Return True if the first axis does not find its home, as it searches now."""
        self._homings += 1
        return self._faults.triggers_or_latched("home_fail", self._homings)

    def with_force(
        self,
        pulses: Sequence[float | None],
        state: PhysicalState,
        now: float,
        moving: Mapping[int, float | None] | None = None,
    ) -> tuple[float | None, ...]:
        """Return pulses (microseconds), None for each servo that a fault has taken its force.

        They have been the same since the last call; what begins or ends now is taken note of.
        `moving`: the last pulses of servos that go on, None where only their pulses show that.
        """
        self._now = now
        for number, pulse in enumerate(pulses):
            if pulse is not None:
                at = self._maps[number].position(pulse)
                self._watch(number, at, state, now, moving)
        if not self._limp:
            return tuple(pulses)
        return tuple(None if number in self._limp else pulse for number, pulse in enumerate(pulses))

    def _way_to(
        self, number: int, at: float, moving: Mapping[int, float | None] | None
    ) -> float | None:
        """Return where a servo goes that stands at a place, None if nothing tells."""
        if moving is None:
            return None
        pulse = moving.get(number)
        return at if pulse is None else self._maps[number].position(pulse)

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
        if turn.is_held or abs(pulses.at - turn.start) <= self._meant:
            return state
        self.turns_made += 1
        if turn.seems_jammed:
            self._seem_jammed.add(self._rig.axes.index(turn.effect.axis))
        for change in turn.changes:
            state = change(state)
        return state

    def _watch(
        self,
        number: int,
        at: float,
        state: PhysicalState,
        now: float,
        moving: Mapping[int, float | None] | None,
    ) -> None:
        """Take note of where the pulses of a servo are, in degrees or parts of the travel."""
        to = self._way_to(number, at, moving)
        pulses = self._pulses.get(number)
        if pulses is None:
            pulses = self._pulses[number] = _Pulses(at, at, now, at, now)
        before = pulses.at
        if abs(at - before) > 1e-6:
            pulses.at, pulses.since, pulses.rests = at, now, False
            self._seem_jammed.discard(number)
        if number >= len(self._rig.axes):
            self._watch_gripper(number, before, at)
            return
        turn = pulses.turn
        if abs(state.angles[number] - pulses.stands) > 1e-6:
            pulses.stands, pulses.stands_since = state.angles[number], now
        least, aim = (_LEFT_DEGREES, at) if to is None else (_MEANT_DEGREES, to)
        if turn is None and abs(aim - pulses.rested) > least:
            self._begin(number, pulses, state, aim, moving or ())
        elif turn is not None and turn.is_held:
            _note_way_back(turn, at)
        if to is not None and to != at:
            pulses.rests = False
        has_come = now - pulses.since >= _REST_SECONDS if to is None else to == at
        if has_come and not pulses.rests:
            pulses.rested, pulses.rests = at, True
            if turn is not None and turn.is_held:
                self._back_off(turn, at)

    def _watch_gripper(self, number: int, before: float, at: float) -> None:
        if at >= _CLOSING:
            self._missed.discard(number)
        elif before >= _CLOSING:
            self._closings += 1
            if self._faults.triggers("grip_miss", self._closings):
                self._missed.add(number)

    def _begin(
        self,
        axis: int,
        pulses: _Pulses,
        state: PhysicalState,
        to: float,
        moving: Container[int],
    ) -> None:
        """Let a turn begin, if the wrist turns a face on its way; jaws that move hold nothing."""
        start = 90.0 * round(pulses.rested / 90)
        if abs(pulses.rested - start) > self._meant:
            return
        direction = 1 if to > pulses.rested else -1
        jaws = enumerate(state.pose.grips, len(self._rig.axes))
        grips = tuple(OPEN if number in moving else grip for number, grip in jaws)
        turned = self._turned(state, grips, axis, start, direction)
        if turned is None:
            return
        self.turns_begun += 1
        quarters = max(round(abs(to - start) / 90), 1)
        turn = _Turn(turned, start, direction, state.openings, quarters)
        pulses.turn = self._with_faults(turn, state)

    def _turned(
        self,
        state: PhysicalState,
        grips: tuple[str, ...],
        axis: int,
        start: float,
        direction: int,
    ) -> FaceTurn | None:
        """Return the turn of a face that an axis makes from a detent on; None if it makes none."""
        if state.dropped:
            return None
        pose = Pose(with_one(state.angles, axis, start), grips)
        name = self._rig.axes[axis]
        try:
            effects = self._step(pose, Move(((name, round(start) + 90 * direction),))).effects
        except ForbiddenCommandError:
            return None
        turns = (each for each in effects if isinstance(each, FaceTurn) and each.axis == name)
        return next(turns, None)

    def _with_faults(self, turn: _Turn, state: PhysicalState) -> _Turn:
        """Return a turn that has just begun with the faults that trigger now."""
        faults, axis = self._faults, turn.effect.axis
        others = [pulses.turn for pulses in self._pulses.values() if pulses.turn is not None]
        number = self.turns_made + len(others) + 1
        if faults.is_latched("collision", axis):
            return replace(turn, low=turn.start, high=turn.start)
        if self._measures and any(other.is_held for other in others):
            # The motion ends with the other one.
            return turn
        face = state.orientation.face_at(turn.effect.position)
        backoffs = faults.trigger_count("jam_on_backoff", number)
        if faults.jams(number, axis, face) or backoffs:
            return self._jammed(replace(turn, backoffs=backoffs), "jam")
        if faults.triggers_or_latched("collision", number, axis):
            self._record_accident(COLLISION, f"gripper {axis} collided with an obstacle")
            return self._jammed(turn, "collision")
        if faults.triggers_or_latched("servo_offline", number, axis):
            turn = replace(turn, error=NO_REPLY)
            return self._weakened(turn, "servo_offline", (self._rig.axes.index(axis),))
        if faults.triggers_or_latched("brownout", number):
            turn = replace(turn, error=UNDERVOLTAGE)
            return self._weakened(turn, "brownout", tuple(range(len(self._maps))))
        if faults.triggers("busy_forever", number):
            return replace(_held_at(turn, turn.start + 90 * turn.direction * _HANGS), hangs=True)
        return replace(
            turn,
            slip=self._slip(turn, number),
            seems_jammed=faults.triggers("false_jam", number),
            changes=cube_faults(faults, number),
        )

    def _jammed(self, turn: _Turn, kind: str) -> _Turn:
        rng = self._faults.rng(kind)
        degrees = 90 * rng.randrange(turn.quarters) + rng.uniform(*JAM_DEGREES)
        return _held_at(turn, turn.start + turn.direction * degrees)

    def _weakened(self, turn: _Turn, kind: str, limp: tuple[int, ...]) -> _Turn:
        part = self._faults.rng(kind).uniform(*_LOSS)
        return replace(turn, limp_at=turn.start + 90 * turn.direction * part, limp=limp)

    def _slip(self, turn: _Turn, number: int) -> Slip | None:
        """Return what becomes of the layer; None if it goes along."""
        faults = self._faults
        slip: Slip | None = None
        if faults.triggers("jam_silent", number):
            slip = slipping(0.0)
        for kind, sign in (("under_turn", -1), ("over_turn", 1)):
            if faults.triggers(kind, number):
                share = 1 + sign * angle_error(faults, kind) / 90
                slip = slipping_in_first_quarter(turn.start, share)
        if faults.triggers("grip_slip", number):
            slip = slipping(faults.rng("grip_slip").uniform(0.1, 0.9))
        if faults.triggers("drag_neighbour", number):
            slip = dragging
        return slip

    def _back_off(self, turn: _Turn, at: float) -> None:
        """Take note of pulses that have come to rest while something holds their wrist."""
        if turn.backoffs:
            turn.backoffs -= turn.goes_back
            turn.was_held = turn.was_held and not turn.goes_back
        elif abs(at - turn.start) <= self._meant or self._is_back(turn, at):
            turn.low, turn.high = -math.inf, math.inf
        turn.goes_back = False

    def _is_back(self, turn: _Turn, at: float) -> bool:
        """Return True if a servo that measures is back at a detent, of a turn of several."""
        is_near = abs(at - 90 * round(at / 90)) <= self._meant
        return self._measures and is_near and turn.goes_back

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
            self._errors[number] = turn.error
        return horn if angle == to.position(horn) else to.pulse(angle)

    def _has_ended(self, axis: int, pulses: _Pulses, turn: _Turn, state: PhysicalState) -> bool:
        """Return True if a wrist has come to rest at a detent, or its gripper has let go."""
        if turn.openings != state.openings:
            turn.openings = state.openings
            if self._turned(state, state.pose.grips, axis, turn.start, turn.direction) is None:
                return True
        if turn.is_held or not pulses.rests:
            return False
        if abs(pulses.rested - 90 * round(pulses.rested / 90)) > self._meant:
            return False
        is_there = self._measures and state.angles[axis] == round(pulses.rested)
        return is_there or self._now - pulses.stands_since >= _REST_SECONDS

    def _turn_of(self, axis: str) -> _Turn | None:
        pulses = self._pulses.get(self._rig.axes.index(axis))
        return pulses.turn if pulses else None


def _held_at(turn: _Turn, at: float) -> _Turn:
    """Return a turn that gets no further than to an angle (degrees)."""
    return replace(turn, high=at) if turn.direction > 0 else replace(turn, low=at)


def _note_way_back(turn: _Turn, at: float) -> None:
    """Take note of pulses that go beyond what holds a wrist, or back from there.

    Where backing off fails, the wrist does not move at all.
    """
    held = turn.high if turn.direction > 0 else turn.low
    beyond = (at - held) * turn.direction
    if beyond >= -_REACHED_DEGREES:
        turn.was_held = True
        if turn.backoffs:
            turn.low = turn.high = held
    elif turn.was_held and beyond < -_LEFT_DEGREES:
        turn.goes_back = True
        if not turn.backoffs and turn.direction > 0:
            turn.low = -math.inf
        elif not turn.backoffs:
            turn.high = math.inf
