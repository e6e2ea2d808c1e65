"""How a motor at a face turns a layer: its angle over time, from what its torque allows.

The torque of a motor falls with its speed. What friction leaves of it accelerates rotor, coupling
and layer, and rises within a time, since the current in a winding does. The fastest course of a
turn follows from that: a quarter turn and a half turn have times of their own. Angles are in
degrees, speeds in degrees a second.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from robot.errors import RigError

# Pieces of the rise of a turn's speed, and halvings of the interval in which its peak is found.
_PIECES = 64
_HALVINGS = 40
# A motor that loses its torque comes to no more than this share of the speed at which it has none.
_HIGHEST_SHARE = 0.999
_QUARTER = 90.0


@dataclass(frozen=True, slots=True)
class TurnCourse:
    """The angle of a layer over the time of its turn: evenly from each of `times` to the next.

    Times (s) and angles (degrees) rise from 0; `peak_speed` and `peak_torque` (N m, 0 where no
    load is known) are the highest on the way.
    """

    times: tuple[float, ...]
    angles: tuple[float, ...]
    peak_speed: float
    peak_torque: float = 0.0

    @property
    def seconds(self) -> float:
        """Return the duration."""
        return self.times[-1]

    def angle_at(self, elapsed: float) -> float:
        """Return how far the layer has turned after some seconds."""
        return _interpolated(elapsed, self.times, self.angles)

    def time_of(self, degrees: float) -> float:
        """Return after how many seconds the layer has turned so far."""
        return _interpolated(degrees, self.angles, self.times)


def _interpolated(at: float, places: Sequence[float], values: Sequence[float]) -> float:
    after = bisect_right(places, at)
    if after == 0:
        return values[0]
    if after == len(places):
        return values[-1]
    share = (at - places[after - 1]) / (places[after] - places[after - 1])
    return values[after - 1] + share * (values[after] - values[after - 1])


class MotorLaw(ABC):
    """How a motor turns a layer; a subclass is a frozen data class, so that courses are kept."""

    @abstractmethod
    def course(self, degrees: float) -> TurnCourse:
        """Return the course of a turn over so many degrees, more than 0."""

    def seconds(self, degrees: float) -> float:
        """Return the duration of a turn over so many degrees, more than 0."""
        return self.course(degrees).seconds


@dataclass(frozen=True, slots=True)
class TorqueCurve:
    """The torque (N m) of a motor at speeds in rpm, which rise; in between it falls evenly.

    Raises RigError for other speeds, and for a torque that rises with the speed or is negative.
    """

    rpm: tuple[float, ...]
    torque: tuple[float, ...]

    def __post_init__(self) -> None:
        values = (*self.rpm, *self.torque)
        if len(self.rpm) != len(self.torque) or len(self.rpm) < 2 or min(values) < 0:
            raise RigError("a torque curve needs as many speeds as torques, two at least")
        if any(after <= before for before, after in pairwise(self.rpm)) or self.rpm[0]:
            raise RigError(f"rpm = {list(self.rpm)} must begin at 0 and rise")
        if any(after > before for before, after in pairwise(self.torque)):
            raise RigError(f"torque = {list(self.torque)} must not rise with the speed")

    def at(self, speed: float) -> float:
        """Return the torque at a speed in degrees a second; 0 beyond the last one."""
        rpm = speed / 6
        return _interpolated(rpm, self.rpm, self.torque) if rpm <= self.rpm[-1] else 0.0

    def scaled(self, share: float) -> TorqueCurve:
        """Return the curve of a share of the torque."""
        return TorqueCurve(self.rpm, tuple(share * each for each in self.torque))

    def speed_of(self, torque: float) -> float:
        """Return the speed (degrees a second) up to which there is more than this torque."""
        low, high = 0.0, 6 * self.rpm[-1]
        if self.at(high) > torque:
            return high
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if self.at(middle) > torque else (low, middle)
        return low


@dataclass(frozen=True, slots=True)
class LayerLoad:
    """What a motor turns: `inertia` (kg m2) of rotor, coupling and layer, `friction` (N m)."""

    inertia: float
    friction: float

    def torque_for(self, acceleration: float) -> float:
        """Return the torque (N m) for an acceleration in degrees a second squared."""
        return self.inertia * math.radians(acceleration) + self.friction


@dataclass(frozen=True, slots=True)
class TorqueLaw(MotorLaw):
    """A motor that makes each turn as fast as `curve` allows with a load.

    The whole torque of the curve comes within `torque_rise` seconds, and goes as slowly, which
    bounds the jerk. The speed falls as it rose, though friction would let it fall faster. A speed
    beyond `highest_speed` (degrees a second) is never wanted. Raises RigError for a motor that
    cannot turn its load.
    """

    curve: TorqueCurve
    load: LayerLoad
    torque_rise: float
    highest_speed: float = field(default=math.inf)

    def __post_init__(self) -> None:
        if self.curve.at(0.0) <= self.load.friction:
            raise RigError(
                f"a torque of {self.curve.at(0.0):.3g} N m does not turn a layer whose friction is "
                f"{self.load.friction:.3g} N m"
            )

    def course(self, degrees: float) -> TurnCourse:
        """See `MotorLaw`."""
        return _fastest_course(self, degrees)

    def acceleration_at(self, speed: float) -> float:
        """Return the highest acceleration at a speed, in degrees a second squared; 0 for none."""
        left = max(self.curve.at(speed) - self.load.friction, 0.0)
        return math.degrees(left / self.load.inertia)

    @property
    def jerk(self) -> float:
        """Return the highest jerk, in degrees a second cubed."""
        return math.degrees(self.curve.at(0.0) / self.load.inertia) / self.torque_rise


@lru_cache(maxsize=256)
def _fastest_course(law: TorqueLaw, degrees: float) -> TurnCourse:
    """Return the fastest course that ends as it began: half of the way is the rise of the speed."""
    highest = min(_HIGHEST_SHARE * law.curve.speed_of(law.load.friction), law.highest_speed)
    low, high = 0.0, highest
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        way = _rise(law, middle)[1][-1]
        low, high = (middle, high) if 2 * way < degrees else (low, middle)
    times, angles, torque = _rise(law, high)
    even = max(degrees - 2 * angles[-1], 0.0)
    rest = times[-1] + even / high
    total = rest + times[-1]
    fall = [(total - time, degrees - angle) for time, angle in zip(times, angles, strict=True)]
    knots = [*zip(times, angles, strict=True), *reversed(fall)]
    kept = [knots[0]]
    for knot in knots[1:]:
        if knot[0] > kept[-1][0] and knot[1] > kept[-1][1]:
            kept.append(knot)
    seconds, ways = zip(*kept, strict=True)
    return TurnCourse(seconds, ways, high, torque)


def _rise(law: TorqueLaw, peak: float) -> tuple[list[float], list[float], float]:
    """Return times and angles of the fastest rise to a peak speed, and its highest torque.

    Half the square of the acceleration, as a function of the speed, rises and falls with the jerk
    as its slope at most, and stays beneath what the torque allows: it is the greatest function that
    does. In each piece the jerk is constant.
    """
    step = peak / _PIECES
    # At each speed the torque of the next one, which is no higher: pieces stay beneath the curve.
    limits = [law.acceleration_at(step * (number + 1)) for number in range(_PIECES + 1)]
    energy = [limit * limit / 2 for limit in limits]
    energy[0] = energy[-1] = 0.0
    for number in range(1, _PIECES + 1):
        energy[number] = min(energy[number], energy[number - 1] + law.jerk * step)
    for number in reversed(range(_PIECES)):
        energy[number] = min(energy[number], energy[number + 1] + law.jerk * step)
    accelerations = [math.sqrt(2 * each) for each in energy]
    times, angles = [0.0], [0.0]
    for number, (before, after) in enumerate(pairwise(accelerations)):
        seconds = 2 * step / (before + after)
        speed = step * number
        times.append(times[-1] + seconds)
        angles.append(angles[-1] + seconds * (speed + seconds * (2 * before + after) / 6))
    return times, angles, law.load.torque_for(max(accelerations))


@dataclass(frozen=True, slots=True)
class StatedProfile(MotorLaw):
    """A motor that jumps to `start_speed`, accelerates evenly to `speed`, and stops likewise."""

    start_speed: float
    speed: float
    acceleration: float

    def course(self, degrees: float) -> TurnCourse:
        """See `MotorLaw`."""
        return _stated_course(self, degrees)


@lru_cache(maxsize=256)
def _stated_course(law: StatedProfile, degrees: float) -> TurnCourse:
    begin, acceleration = law.start_speed, law.acceleration
    peak = min(law.speed, math.sqrt(begin * begin + acceleration * degrees))
    rise = max(peak - begin, 0.0) / acceleration
    way = rise * (begin + peak) / 2
    shares = [number / _PIECES for number in range(_PIECES + 1)]
    rising = [
        (share * rise, share * rise * (begin + share * rise * acceleration / 2)) for share in shares
    ]
    total = 2 * rise + (degrees - 2 * way) / max(peak, begin)
    falling = [(total - time, degrees - angle) for time, angle in reversed(rising)]
    knots = dict([*rising, *falling]) if rise else {0.0: 0.0, total: degrees}
    return TurnCourse(tuple(knots), tuple(knots.values()), max(peak, begin))


@dataclass(frozen=True, slots=True)
class FixedTimes(MotorLaw):
    """A motor of which only the seconds of a quarter and of a half turn are known.

    It is taken to accelerate evenly for half of them, and to slow down for the other half.
    """

    quarter: float
    half: float

    def course(self, degrees: float) -> TurnCourse:
        """See `MotorLaw`."""
        acceleration = _even_acceleration(degrees, self.seconds(degrees))
        return _stated_course(StatedProfile(0.0, math.inf, acceleration), degrees)

    def seconds(self, degrees: float) -> float:
        """See `MotorLaw`."""
        quarters = degrees / _QUARTER
        return self.quarter if quarters <= 1 else self.half * quarters / 2


def _even_acceleration(degrees: float, seconds: float) -> float:
    """Return the acceleration by which half of a way takes half of its time."""
    return 4 * degrees / seconds**2


def torque_excess(law: MotorLaw, curve: TorqueCurve, load: LayerLoad, degrees: float) -> str:
    """Return in words where a turn needs more torque than a curve has, "" where it does not.

    The steepest part of a course is taken to come at its highest speed, where the curve is lowest.
    """
    if isinstance(law, TorqueLaw):
        return ""
    course = law.course(degrees)
    if isinstance(law, StatedProfile):
        acceleration = law.acceleration
    else:
        acceleration = _even_acceleration(degrees, course.seconds)
    needed, there = load.torque_for(acceleration), curve.at(course.peak_speed)
    if needed <= there:
        return ""
    return (
        f"a turn by {degrees:g} degrees needs {needed:.3g} N m at {course.peak_speed / 6:.0f} rpm, "
        f"where the motor has {there:.3g}"
    )
