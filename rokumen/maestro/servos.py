"""A rig's servos on a Maestro, as its firmware drives them."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_sim.servos import Arrived, Outcome, Sensed
from robot.clock import Clock
from robot.command import CLOSED, Grip, Move, Pose
from robot.errors import RuleError
from rokumen.maestro.errors import MaestroError
from rokumen.maestro.settings import AxisServo, GripperServo, MaestroSettings
from rokumen.maestro.wire import TICKS_PER_SECOND, UNITS_PER_MICROSECOND, Maestro

# So often a motion is followed, in seconds.
PERIOD = 0.01
# What a servo without pulses is given time for to come to its first ones, in seconds.
WAKING_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class _Way:
    """A motion that is going on: (channel, from, to), in the Maestro's units."""

    channels: tuple[tuple[int, int, int], ...]
    began: float
    at_least: float


class MaestroServos:
    """Drives the servos of `settings`; see `firmware_sim.servos.Servos`.

    Servos that get no pulses are limp: a gripper holds nothing, an axis is taken to stand at home.
    The first motion wakes them all. Everything raises MaestroError where the board does not answer
    or reports an error.
    """

    def __init__(self, maestro: Maestro, settings: MaestroSettings, clock: Clock) -> None:
        self._maestro = maestro
        self._settings = settings
        self._clock = clock
        self._way: _Way | None = None
        maestro.errors()  # what went wrong before is of no concern
        for servo in settings.servos:
            maestro.set_acceleration(servo.channel, servo.acceleration)

    def drive(self, command: Move | Grip) -> None:
        """Set servos going, so that they come to their targets together in the rig's time."""
        now = self._positions()
        woken = self._wake(now)
        seconds = self._seconds(command, now)
        ways = []
        for name, target in command.targets:
            channel, pulse = self._target(command, name, target)
            ways.append((channel, now[channel], pulse))
            speed = round(abs(pulse - now[channel]) / max(seconds, PERIOD) / TICKS_PER_SECOND)
            self._maestro.set_speed(channel, max(1, min(speed, 0x3FFF)))
            self._maestro.set_target(channel, pulse)
        at_least = WAKING_SECONDS if woken else 0.0
        self._way = _Way(tuple(ways), self._clock.now(), at_least)

    def find_home(self) -> None:
        """There are no marks to look for."""

    def halt(self) -> None:
        """Send every servo to where its pulses are now."""
        channels = [channel for channel, _, _ in self._way.channels] if self._way else []
        for channel, now in self._maestro.positions(channels).items():
            self._maestro.set_target(channel, now)
        self._way = None

    def stands_still(self) -> bool:
        """Say that nothing moves once `halt` has been called: the pulses do not."""
        return self._way is None

    def sense(self) -> Sensed:
        """Say where the pulses are; where the servos stand nobody can know."""
        now = self._positions()
        return Sensed(self._pose(now), self._progress(now))

    def poll(self) -> Outcome | None:
        """Say, once, that the last motion ended; a Maestro cannot know how."""
        way = self._way
        if way is None:
            return None
        elapsed = self._clock.now() - way.began
        if elapsed < way.at_least or self._maestro.is_moving():
            return None
        if errors := self._maestro.errors():
            raise MaestroError(f"the Maestro reports a {', a '.join(errors)}; look at its cable")
        self._way = None
        return Arrived(elapsed)

    def next_wake(self) -> float | None:
        """Say when, by the clock, to look again."""
        return self._clock.now() + PERIOD if self._way else None

    def _positions(self) -> dict[int, int]:
        return self._maestro.positions([servo.channel for servo in self._settings.servos])

    def _seconds(self, command: Move | Grip, now: dict[int, int]) -> float:
        """Give the time that the rig takes for a command, or the settings make of it."""
        try:
            full = self._settings.rig.step(self._pose(now), command).seconds
        except RuleError:
            # On the way home from between detents the rig may have no time for it.
            full = max(step.seconds for step in self._settings.rig.steps(self._settings.rig.home))
        speed = command.speed / 100 if isinstance(command, Move) else 1.0
        return full / speed / self._settings.pace

    def _target(self, command: Move | Grip, name: str, target: int | str) -> tuple[int, int]:
        """Give the channel and the pulse of a target."""
        if isinstance(command, Move):
            axis = self._settings.axes[name]
            return axis.channel, _units(axis.pulse(float(target)))
        gripper = self._settings.grippers[name]
        return gripper.channel, _units(dict(gripper.pulses)[str(target)])

    def _wake(self, now: dict[int, int]) -> bool:
        """Send every servo without pulses home, into `now` too; tell whether there was one."""
        settings = self._settings
        home = settings.rig.home
        angles = zip(settings.axes.values(), home.angles, strict=True)
        grips = zip(settings.grippers.values(), home.grips, strict=True)
        pulses = {servo.channel: _units(servo.pulse(angle)) for servo, angle in angles}
        pulses |= {servo.channel: _units(dict(servo.pulses)[grip]) for servo, grip in grips}
        limp = [channel for channel, position in now.items() if position == 0]
        for channel in limp:
            self._maestro.set_target(channel, pulses[channel])
            now[channel] = pulses[channel]
        return bool(limp)

    def _pose(self, now: dict[int, int]) -> Pose:
        settings = self._settings
        homes = zip(settings.axes.values(), settings.rig.home.angles, strict=True)
        angles = [_angle(servo, now[servo.channel], home) for servo, home in homes]
        grips = [_grip(servo, now[servo.channel]) for servo in settings.grippers.values()]
        return Pose(tuple(angles), tuple(grips))

    def _progress(self, now: dict[int, int]) -> float:
        if self._way is None or all(start == end for _, start, end in self._way.channels):
            return 1.0
        channel, start, end = max(self._way.channels, key=lambda way: abs(way[2] - way[1]))
        return (now[channel] - start) / (end - start)


def _angle(servo: AxisServo, units: int, home: float) -> float:
    if units == 0:
        return home
    return round(servo.degrees(units / UNITS_PER_MICROSECOND), 1) + 0.0


def _grip(servo: GripperServo, units: int) -> str:
    # Limp or on its way, a gripper does not hold.
    away = {name: abs(_units(pulse) - units) for name, pulse in servo.pulses}
    return min(away, key=lambda name: (name == CLOSED and away[name] > 0, away[name]))


def _units(pulse: float) -> int:
    return round(pulse * UNITS_PER_MICROSECOND)
