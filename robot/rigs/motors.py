"""The motors at the faces of a cube: their laws, and when the next layer may begin to turn.

It is the table [motors] of a rig file. While a layer ends its turn, a neighbour may begin where the
table says so (corner cutting); how far a given cube allows that, its owner measures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from files.bounds import entry
from robot.errors import RigError
from robot.rigs.motor_law import (
    FixedTimes,
    LayerLoad,
    MotorLaw,
    StatedProfile,
    TorqueCurve,
    TorqueLaw,
    TurnCourse,
    torque_excess,
)
from robot.rigs.motor_presets import STEPS_A_TURN, motor_preset, torque_curve
from solver.core.geometry import FACES

# A layer of 57 mm and 30 g, with what couples it to the motor; the friction of a speed cube.
LAYER_INERTIA, LAYER_FRICTION = 1.6e-5, 0.05
# No cube cuts corners by more.
MOST_CUTTING = 45.0
QUARTER, HALF = 90.0, 180.0


@dataclass(frozen=True, slots=True)
class CurveTable:
    """The table [motors.curve]: torque (N m) at speeds in rpm, and the rotor's inertia (kg m2)."""

    rpm: tuple[float, ...] = entry(minimum=0, maximum=100_000)
    torque: tuple[float, ...] = entry(minimum=0, maximum=100)
    rotor_inertia: float = entry(0.0, minimum=0, maximum=0.01)


@dataclass(frozen=True, slots=True)
class ProfileTable:
    """The table [motors.profile]: degrees a second, and degrees a second squared."""

    speed: float = entry(above=0, maximum=200_000)
    acceleration: float = entry(above=0, maximum=1e8)
    start_speed: float = entry(0.0, minimum=0, maximum=200_000)


@dataclass(frozen=True, slots=True)
class CuttingTable:
    """The table [motors.cutting]: how far a layer may be while its neighbour ends its turn.

    Rows are degrees that the neighbour has left, and degrees by which the layer may have turned
    until the next row holds, or until the neighbour has arrived: the first ones fall, the second
    ones rise. `same`: of two clockwise or two counter-clockwise turns, each seen from outside;
    `opposite`: of one and the other. Without rows a layer waits for its neighbour.
    """

    same: tuple[tuple[float, float], ...] = entry((), minimum=0, maximum=MOST_CUTTING)
    opposite: tuple[tuple[float, float], ...] = entry((), minimum=0, maximum=MOST_CUTTING)

    def check(self) -> None:
        """Raise ValueError for rows that do not fall and rise."""
        for name, rows in (("same", self.same), ("opposite", self.opposite)):
            falls = all(before[0] > after[0] for before, after in pairwise(rows))
            rises = all(before[1] < after[1] for before, after in pairwise(rows))
            if not falls or not rises or any(left <= 0 for left, _ in rows):
                raise ValueError(
                    f"[motors.cutting] {name} = {[list(row) for row in rows]} must be monotonic: "
                    "from row to row the degrees that are left fall, above 0, and those of the "
                    "next layer rise"
                )

    def rows(self, is_same: bool) -> tuple[tuple[float, float], ...]:
        """Return the rows for two turns of the same or of opposite directions."""
        return self.same if is_same else self.opposite


@dataclass(frozen=True, slots=True)
class Motors:
    """The table [motors]: which faces have a motor, and what each is.

    Without `motor`, `curve` and `profile` only the durations of turns are known. `torque_share` is
    what part of a curve is used; `pause` are seconds of rest between two turns of neighbours or of
    one motor; `steps` are those of the driver in a whole turn.
    """

    faces: str = entry(FACES, choices=(FACES, FACES[1:]))
    motor: str | tuple[str, ...] | None = None
    volts: float = entry(24.0, minimum=5, maximum=100)
    curve: CurveTable | None = None
    profile: ProfileTable | None = None
    layer_inertia: float = entry(LAYER_INERTIA, minimum=1e-7, maximum=0.01)
    friction: float = entry(LAYER_FRICTION, minimum=0, maximum=10)
    torque_share: float = entry(0.8, minimum=0.05, maximum=1)
    torque_rise: float = entry(0.001, minimum=1e-5, maximum=0.1)
    pause: float = entry(0.0, minimum=0, maximum=1)
    steps: int = entry(4 * STEPS_A_TURN, minimum=STEPS_A_TURN, maximum=51_200)
    cutting: CuttingTable | None = None

    @property
    def has_laws(self) -> bool:
        """Return True if they say how fast a motor turns a layer."""
        return self.motor is not None or self.curve is not None or self.profile is not None

    def check(self) -> None:
        """Raise ValueError for what contradicts itself."""
        if self.cutting is not None:
            self.cutting.check()
        if self.motor is not None and self.curve is not None:
            raise ValueError(f"[motors] motor = {self.motor!r} must be left out beside a curve")
        if isinstance(self.motor, tuple) and len(self.motor) != len(self.faces):
            raise ValueError(
                f"[motors] motor = {list(self.motor)} must be one name, or one for each of "
                f"{self.faces}"
            )
        if self.steps % 4:
            raise ValueError(f"[motors] steps = {self.steps} must be a multiple of 4")
        for law, known in zip(self.laws(), self._curves(), strict=False):
            for degrees in (QUARTER, HALF):
                excess = torque_excess(law, *known, degrees)
                if excess:
                    acceleration = self.profile.acceleration if self.profile else 0.0
                    raise ValueError(f"[motors.profile] acceleration = {acceleration:g}: {excess}")

    def cutting_rows(self, is_same: bool) -> tuple[tuple[float, float], ...]:
        """Return the rows of the table of corner cutting, () where a layer waits."""
        return self.cutting.rows(is_same) if self.cutting is not None else ()

    def laws(self) -> tuple[MotorLaw, ...]:
        """Return the law of each motor, () where only durations are known. Raises RigError."""
        if self.profile is not None:
            profile = self.profile
            law = StatedProfile(profile.start_speed, profile.speed, profile.acceleration)
            return (law,) * len(self.faces)
        return tuple(TorqueLaw(curve, load, self.torque_rise) for curve, load in self._curves())

    def check_durations(self, quarter: float, half: float) -> None:
        """Raise ValueError where a motor has not the torque for turns in these seconds."""
        for curve, load in self._curves():
            for name, seconds, degrees in (("quarter", quarter, QUARTER), ("half", half, HALF)):
                excess = torque_excess(FixedTimes(quarter, half), curve, load, degrees)
                if excess:
                    raise ValueError(f"[durations] {name} = {seconds:g}: {excess}")

    def _curves(self) -> tuple[tuple[TorqueCurve, LayerLoad], ...]:
        """Return the torque that is used of each motor, and its load; () where it is not known."""
        if self.curve is not None:
            try:
                curve = TorqueCurve(self.curve.rpm, self.curve.torque)
            except RigError as error:
                raise RigError(f"[motors.curve] {error.message}") from error
            return (self._loaded(curve, self.curve.rotor_inertia),) * len(self.faces)
        if self.motor is None:
            return ()
        names = (self.motor,) * len(self.faces) if isinstance(self.motor, str) else self.motor
        presets = [motor_preset(name) for name in names]
        return tuple(
            self._loaded(torque_curve(each, self.volts), each.rotor_inertia.value)
            for each in presets
        )

    def _loaded(self, curve: TorqueCurve, rotor_inertia: float) -> tuple[TorqueCurve, LayerLoad]:
        load = LayerLoad(self.layer_inertia + rotor_inertia, self.friction)
        return curve.scaled(self.torque_share), load


@lru_cache(maxsize=64)
def laws_of(motors: Motors) -> tuple[MotorLaw, ...]:
    """Return `motors.laws()`, which computes curves, once."""
    return motors.laws()


def least_delay(
    before: TurnCourse, after: TurnCourse, rows: Sequence[tuple[float, float]], pause: float
) -> float:
    """Return how long after the begin of a turn that of a neighbour may begin, in seconds.

    `rows` are those of a `CuttingTable` for their directions.
    """
    if not rows:
        return before.seconds + pause
    way = before.angles[-1]
    lefts = [left for left, _ in rows]
    found = before.time_of(way - lefts[0])
    for (_, into), left in zip(rows, [*lefts[1:], 0.0], strict=True):
        if into < after.angles[-1]:
            found = max(found, before.time_of(way - left) - after.time_of(into))
    return found + pause
