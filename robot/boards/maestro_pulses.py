"""What the pulses of a Maestro's servos mean: poses, and what a command asks of each servo.

Pulses are in the Maestro's units here, by channel.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from robot.boards.maestro_protocol import UNITS_PER_MICROSECOND
from robot.boards.maestro_settings import AxisServo, GripperServo, MaestroSettings
from robot.errors import ForbiddenCommandError
from robot.rigs.actuators import resting_pulse
from robot.rigs.command import CLOSED, CONTACT, LOADING, OPEN, RELEASE, Grip, Move, Pose, Regrip
from robot.rigs.motion_profile import MotionProfile
from robot.rigs.rig import Step, motion_seconds

# The places in which a gripper holds the cube.
_HOLDING = (CLOSED, RELEASE, CONTACT)


class MaestroPulses:
    """The pulses of the robot that `settings` describe."""

    def __init__(self, settings: MaestroSettings) -> None:
        self._settings = settings

    def pose(self, now: Mapping[int, int]) -> Pose:
        """Return the pose in which each channel has its pulse of `now`; 0 is none."""
        settings = self._settings
        homes = zip(settings.axes.values(), settings.rig.home.angles, strict=True)
        angles = [_angle(servo, now[servo.channel], home) for servo, home in homes]
        grips = [grip_at(servo, now[servo.channel]) for servo in settings.grippers.values()]
        return Pose(tuple(angles), tuple(grips))

    def course(self, command: Move | Grip, now: Mapping[int, int]) -> MotionProfile:
        """Return the course of a command, in the rig's time or that of the settings' pace."""
        rig, speed = self._settings.rig, self._settings.pace
        seconds = motion_seconds(rig, self.pose(now), self._as_planned(command))
        if isinstance(command, Move):
            speed *= command.speed / 100
        return MotionProfile(seconds / speed, rig.acceleration / speed)

    def parts(
        self, command: Regrip, now: Mapping[int, int]
    ) -> tuple[tuple[float, Move | Grip], ...]:
        """Return the motions that a command consists of, each with the seconds before it begins."""
        parts = self._settings.rig.parts(self.pose(now), command)
        return tuple((part.start / self._settings.pace, part.command) for part in parts)

    def targets(self, command: Move | Grip, now: Mapping[int, int]) -> Iterator[tuple[int, int]]:
        """Yield the channel and the pulse of each target, and of grippers that move along."""
        for name, target in command.targets:
            yield self._target(command, name, target)
        step, named = self._step(command, now), dict(command.targets)
        rig = self._settings.rig
        for name, before, after in zip(
            rig.grippers, self.pose(now).grips, step.after.grips if step else (), strict=False
        ):
            if name not in named and after != before:
                yield self._target(Grip(((name, after),)), name, after)

    def cut_off(self, channel: int, start: int, end: int) -> int:
        """Return where a servo is to be enabled if the power fails on its way.

        A gripper that closed or opened is closed on the cube, an axis is half-way at most.
        """
        for gripper in self._settings.grippers.values():
            if gripper.channel == channel:
                return min((start, end), key=lambda pulse: grip_at(gripper, pulse) != CLOSED)
        return (start + end) // 2

    def home(self) -> dict[int, int]:
        """Return the pulse of each channel at home, in the Maestro's units."""
        settings = self._settings
        home = settings.rig.home
        angles = zip(settings.axes.values(), home.angles, strict=True)
        grips = zip(settings.grippers.values(), home.grips, strict=True)
        pulses = {servo.channel: to_units(servo.pulse(angle)) for servo, angle in angles}
        pulses |= {servo.channel: to_units(dict(servo.pulses)[grip]) for servo, grip in grips}
        return pulses

    def _step(self, command: Move | Grip, now: Mapping[int, int]) -> Step | None:
        """Return what the rig says of a command, None if it says nothing from this pose."""
        try:
            return self._settings.rig.step(self.pose(now), self._as_planned(command))
        except ForbiddenCommandError:
            return None

    def _as_planned(self, command: Move | Grip) -> Move | Grip:
        """Return a command without the overshoot of its motion."""
        if isinstance(command, Move):
            return command.without_overshoot(self._settings.rig.servo_travel.overshoot_at)
        return command

    def _target(self, command: Move | Grip, name: str, target: int | str) -> tuple[int, int]:
        """Return the channel and the pulse of a target."""
        if isinstance(command, Move):
            axis = self._settings.axes[name]
            return axis.channel, to_units(axis.pulse(float(target)))
        gripper = self._settings.grippers[name]
        pulses = dict(gripper.pulses)
        if target == LOADING and LOADING not in pulses:
            target = OPEN
        return gripper.channel, to_units(pulses[str(target)])


def _angle(servo: AxisServo, units: int, home: float) -> float:
    if units == 0:
        return home
    return round(servo.degrees(units / UNITS_PER_MICROSECOND), 1) + 0.0


def grip_at(servo: GripperServo, units: int) -> str:
    """Return the position of a gripper at a pulse, 0 for none.

    It is closed from where it presses the cube most to where it meets it. One without pulses, or
    one that moves elsewhere, does not hold.
    """
    holding = [to_units(pulse) for name, pulse in servo.pulses if name in _HOLDING]
    if min(holding) <= units <= max(holding):
        return CLOSED
    away = {name: abs(to_units(pulse) - units) for name, pulse in servo.pulses}
    return min(away.keys() - set(_HOLDING), key=away.__getitem__)


def resting_at(servo: GripperServo, units: int) -> int:
    """Return the pulse to which a gripper at a pulse relaxes: the same for one that does not."""
    pulses = dict(servo.pulses)
    if CONTACT not in pulses or grip_at(servo, units) != CLOSED:
        return units
    return to_units(resting_pulse(pulses[CLOSED], pulses[CONTACT]))


def can_relax(servo: GripperServo) -> bool:
    """Return True if a gripper has another place to rest than where it presses most."""
    closed = to_units(dict(servo.pulses)[CLOSED])
    return RELEASE in dict(servo.pulses) or resting_at(servo, closed) != closed


def pressing_at(servo: GripperServo, units: int) -> int:
    """Return the pulse to which a gripper at a pulse closes again, the same if it need not."""
    pulses = dict(servo.pulses)
    is_relaxed = CONTACT in pulses and grip_at(servo, units) == CLOSED
    return to_units(pulses[CLOSED]) if is_relaxed else units


def to_units(pulse: float) -> int:
    """Return a pulse (microseconds) in the Maestro's units."""
    return round(pulse * UNITS_PER_MICROSECOND)
