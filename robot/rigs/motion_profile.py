"""The course of a motion: speed rises by a smoothstep, is constant, and falls again as it rose.

With u the share of the acceleration time that has passed, the speed is 3u^2 - 2u^3 of its highest,
so that speed and acceleration are continuous and the jerk is bounded: what is thrown out of a robot
by a motion that begins at full speed stays in.
"""

from __future__ import annotations

from dataclasses import dataclass

# The acceleration time of motions whose servos are not known, in seconds.
USUAL_ACCELERATION_SECONDS = 0.1
# What a servo keeps of its speed without load when it turns a layer, turns the whole cube, and
# moves nothing but a gripper: estimates for 1 N m, of which a stiff layer takes a quarter.
TURNING_LAYER, TURNING_CUBE, MOVING_NOTHING = 0.75, 0.85, 0.9


@dataclass(frozen=True, slots=True)
class MotionProfile:
    """A motion of `seconds`, of which `acceleration` at both ends: half of all where it is less."""

    seconds: float
    acceleration: float = USUAL_ACCELERATION_SECONDS

    @property
    def rise(self) -> float:
        """Return the seconds in which the speed rises, and in which it falls."""
        return min(self.acceleration, self.seconds / 2)

    @property
    def peak_speed(self) -> float:
        """Return the highest speed, in ways a second."""
        return 1 / (self.seconds - self.rise) if self.seconds else 0.0

    def part(self, elapsed: float) -> float:
        """Return how much of the way is done after `elapsed` seconds, 0 to 1."""
        if elapsed >= self.seconds:
            return 1.0
        if elapsed <= 0:
            return 0.0
        left = self.seconds - elapsed
        if elapsed < self.rise:
            return self.peak_speed * self._way_up(elapsed)
        if left < self.rise:
            return 1 - self.peak_speed * self._way_up(left)
        return self.peak_speed * (elapsed - self.rise / 2)

    def _way_up(self, elapsed: float) -> float:
        """Return the way after `elapsed` seconds of the rise, in seconds of the highest speed."""
        share = elapsed / self.rise
        return self.rise * share**3 * (1 - share / 2)

    def speed(self, elapsed: float) -> float:
        """Return the speed after `elapsed` seconds, in ways a second."""
        into = min(elapsed, self.seconds - elapsed)
        if into <= 0:
            return 0.0
        share = min(into / self.rise, 1.0)
        return self.peak_speed * share**2 * (3 - 2 * share)


@dataclass(frozen=True, slots=True)
class ServoSpeed:
    """How fast a servo is: degrees a second, and the seconds in which it comes to that speed."""

    degrees_per_second: float
    acceleration: float = USUAL_ACCELERATION_SECONDS

    def seconds(self, degrees: float) -> float:
        """Return the duration of a motion over so many degrees, 0 for none.

        It is distance / speed + acceleration time, for every distance: a motion too short to come
        to full speed stays below that speed and its acceleration.
        """
        return abs(degrees) / self.degrees_per_second + self.acceleration if degrees else 0.0

    def under(self, load: float) -> ServoSpeed:
        """Return the speed under a load that leaves it this share of its speed."""
        return ServoSpeed(self.degrees_per_second * load, self.acceleration)


@dataclass(frozen=True, slots=True)
class Travel:
    """How far the servo of an axis or of a gripper (`kind`) turns in a motion, way after way.

    `ways`: degrees; `load`: what is left of its speed, such as TURNING_LAYER.
    """

    kind: str
    ways: tuple[float, ...]
    load: float

    def seconds(self, servo: ServoSpeed) -> float:
        """Return the duration with this servo."""
        return sum(servo.under(self.load).seconds(way) for way in self.ways)


def seconds_of_way(degrees: float, quarter: float, half: float, acceleration: float) -> float:
    """Return how long a way takes of which a quarter and a half turn take these seconds.

    It grows with the distance, from the acceleration time on, as `ServoSpeed.seconds` does; beyond
    a half turn as from a quarter to it. Returns 0 for no way.
    """
    quarters = abs(degrees) / 90
    if quarters >= 1:
        return quarter + (half - quarter) * (quarters - 1)
    rise = min(acceleration, quarter)
    return rise + (quarter - rise) * quarters if quarters else 0.0
