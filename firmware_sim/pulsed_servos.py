"""Hobby servos: they stand where their pulses tell them to, and the cube goes with them.

Nothing comes back from such a servo, so that whoever drives it cannot know what became of the cube.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from firmware_sim.mechanics import COLLISION, DROPPED, Accident
from firmware_sim.truth import OPENINGS, Truth
from robot.clock import Clock
from robot.command import CLOSED, OPEN, Move
from robot.errors import RuleError
from robot.rig import Effect, Rig, Turned
from solver.geometry import OPPOSITE

# A servo that is sent so near to a detent stands in it: its dead band and the jaws' play are wider.
DETENT_DEGREES = 0.5
# A grip within this part of its way from an end has reached it.
_END = 0.005
# Between jaws that are just narrower than a face's diagonal a layer turns so far.
_CORNER_DEGREES = 45.0
# A layer that is out of line by no more than this is pressed straight by jaws that close on it.
_PRESSED_DEGREES = 8.0
# Jaws that are sent so far beyond where they touch the cube crush it.
_CRUSHING = 0.5


@dataclass(frozen=True, slots=True)
class Travel:
    """Which pulses (microseconds) bring a servo to two places of its way."""

    from_pulse: float
    from_place: float
    to_pulse: float
    to_place: float

    def place(self, pulse: float) -> float:
        """Say where the servo stands with this pulse."""
        part = (pulse - self.from_pulse) / (self.to_pulse - self.from_pulse)
        return self.from_place + part * (self.to_place - self.from_place)


# The servos of the simulated rig: -90 to +90 degrees, and closed to open.
WRIST = Travel(500, -90, 2500, 90)
GRIP = Travel(1000, OPENINGS[CLOSED], 2000, OPENINGS[OPEN])


@dataclass(frozen=True, slots=True)
class Jaws:
    """How wide the hands stand around the cube, in parts of a gripper's way (see OPENINGS).

    They hold up to an opening of `hold`, where they touch the cube and go no farther; what is asked
    of them beyond that squeezes it. Wider by less than `drag` they take a layer along once they
    have turned far enough to touch it, the later the wider they are: it lags behind.
    """

    hold: float = OPENINGS[CLOSED]
    drag: float = 0.0

    def opening(self, place: float) -> float:
        """Say where jaws stand that are sent to a place."""
        return OPENINGS[CLOSED] if place <= self.hold + _END else place

    def lag(self, opening: float) -> float:
        """Say by how many degrees a layer stays behind jaws with this opening; 90: altogether."""
        if opening - self.hold >= self.drag:
            return 90.0
        return _CORNER_DEGREES * max(opening - self.hold, 0.0) / self.drag


# Jaws that touch the cube where a gripper's way ends.
EXACT = Jaws()


class PulsedServos:
    """A servo for each axis of `rig`, then one for each gripper, and the cube that they hold.

    `look` may be called from any thread, nothing else may.
    """

    def __init__(self, rig: Rig, clock: Clock, truth: Truth, jaws: Jaws = EXACT) -> None:
        self.accidents: list[Accident] = []
        self._jaws = jaws
        self._rig = rig
        self._clock = clock
        self._now = truth

    def look(self) -> Truth:
        """Give what is physically so now."""
        return self._now

    def resting(self) -> Truth | None:
        """Give what is physically so, or None while a servo is on its way."""
        now = self._now
        still = all(angle % 90 == 0 for angle in now.angles)
        ended = all(opening in (OPENINGS[CLOSED], OPENINGS[OPEN]) for opening in now.openings)
        return now if still and ended else None

    def follow(self, pulses: Sequence[float | None]) -> None:
        """Bring every servo to where its pulse (microseconds) tells it; one without stays."""
        truth = self._now
        axes = len(self._rig.axes)
        for gripper, pulse in enumerate(pulses[axes:]):
            if pulse is not None:
                place = GRIP.place(pulse)
                if place < self._jaws.hold - _CRUSHING:
                    name = self._rig.grippers[gripper]
                    self._happen(COLLISION, f"hand {name} crushed the cube")
                truth = self._gripped(truth, gripper, _ended(self._jaws.opening(place)))
        for axis, pulse in enumerate(pulses[:axes]):
            if pulse is not None:
                truth = self._turned(truth, axis, _into_detent(WRIST.place(pulse)))
        self._now = truth

    def _gripped(self, truth: Truth, gripper: int, opening: float) -> Truth:
        if truth.openings[gripper] == opening:
            return truth
        after = replace(truth, openings=_with(truth.openings, gripper, opening))
        name = self._rig.grippers[gripper]
        askew = bool(truth.layers or truth.tilt or truth.angles[gripper] % 90)
        if opening == OPENINGS[CLOSED] and askew and not truth.angles[gripper] % 90:
            after = after.straightened(_PRESSED_DEGREES)
            askew = bool(after.layers or after.tilt)
        if opening == OPENINGS[CLOSED] and askew:
            self._happen(COLLISION, f"hand {name} closed on a cube that does not lie along it")
            return truth
        if not truth.dropped and CLOSED not in after.pose.grips:
            self._happen(DROPPED, f"hand {name} opened, and no other one held the cube")
            return replace(after, dropped=True)
        return after

    def _turned(self, truth: Truth, axis: int, target: float) -> Truth:
        while (here := truth.angles[axis]) != target:
            detent = 90 * (math.floor(here / 90) + 1 if target > here else math.ceil(here / 90) - 1)
            to = min(target, detent) if target > here else max(target, detent)
            try:
                step = self._rig.step(truth.pose, Move(((self._rig.axes[axis], detent),)))
                effects = step.effects or self._dragged(truth, axis, detent)
            except RuleError as error:
                self._happen(COLLISION, str(error))
                return truth
            if not truth.dropped:
                for effect in effects:
                    if _is_barred(truth, effect):
                        self._happen(COLLISION, "a face was turned while another was out of line")
                        return truth
                    truth = truth.carried(effect, (to - here) / (detent - here))
            truth = replace(truth, angles=_with(truth.angles, axis, float(to)))
        return truth

    def _dragged(self, truth: Truth, axis: int, detent: float) -> tuple[Effect, ...]:
        """Say what becomes of the layer that a hand turns which is neither closed nor open."""
        lag = self._jaws.lag(truth.openings[axis])
        if lag == 90:
            return ()
        pose = replace(truth, openings=_with(truth.openings, axis, OPENINGS[CLOSED])).pose
        step = self._rig.step(pose, Move(((self._rig.axes[axis], round(detent)),)))
        kept = (90 - lag) / 90
        return tuple(replace(effect, degrees=effect.degrees * kept) for effect in step.effects)

    def _happen(self, kind: str, what: str) -> None:
        """Note an accident, once for as long as it goes on."""
        if not self.accidents or self.accidents[-1].what != what:
            self.accidents.append(Accident(self._clock.now(), kind, what))


def _is_barred(truth: Truth, effect: Effect) -> bool:
    if not isinstance(effect, Turned):
        return False
    face = truth.orientation.face_at(effect.position)
    return any(layer.face not in (face, OPPOSITE[face]) for layer in truth.layers)


def _into_detent(angle: float) -> float:
    detent = 90.0 * round(angle / 90)
    return detent if abs(angle - detent) < DETENT_DEGREES else angle


def _ended(opening: float) -> float:
    end = float(round(opening))
    return end if abs(opening - end) < _END else opening


def _with(values: tuple[float, ...], index: int, value: float) -> tuple[float, ...]:
    return (*values[:index], value, *values[index + 1 :])
