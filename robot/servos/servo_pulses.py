"""What the pulses of a drive's servos mean: poses, and what a command asks of each servo.

Pulses are in steps of the drive here, by channel.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from robot.errors import ForbiddenCommandError
from robot.rigs.actuators import resting_pulse
from robot.rigs.command import CLOSED, CONTACT, LOADING, OPEN, RELEASE, Grip, Move, Pose, Regrip
from robot.rigs.motion_profile import MotionProfile
from robot.rigs.rig import Step, motion_seconds
from robot.servos.servo_settings import (
    AxisServo,
    GripperServo,
    ServoSettings,
    with_positions_of,
)

# The places in which a gripper holds the cube.
_HOLDING = (CLOSED, RELEASE, CONTACT)


class ServoPulses:
    """The pulses of the robot that `settings` describe; a `step` is in microseconds."""

    def __init__(self, settings: ServoSettings, step: float) -> None:
        self._settings = replace(
            settings,
            grippers={
                name: with_positions_of(settings.rig, name, servo)
                for name, servo in settings.grippers.items()
            },
        )
        self._unit = step

    @property
    def grippers(self) -> tuple[GripperServo, ...]:
        """Return the servos of the grippers, with pulses for all positions of the rig."""
        return tuple(self._settings.grippers.values())

    def to_steps(self, pulse: float) -> int:
        """Return a pulse (microseconds) in steps."""
        return round(pulse / self._unit)

    def pose(self, now: Mapping[int, int]) -> Pose:
        """Return the pose in which each channel has its pulse of `now`; 0 is none."""
        settings = self._settings
        homes = zip(settings.axes.values(), settings.rig.home.angles, strict=True)
        angles = [self._angle(servo, now[servo.channel], home) for servo, home in homes]
        grips = [self.grip_at(servo, now[servo.channel]) for servo in settings.grippers.values()]
        return Pose(tuple(angles), tuple(grips))

    def course(self, command: Move | Grip, now: Mapping[int, int]) -> MotionProfile:
        """Return the course of a command, in the rig's time or that of the settings' pace."""
        rig, speed = self._settings.rig, self._settings.pace
        seconds = motion_seconds(rig, self.pose(now), self._without_overshoot(command))
        if not seconds and any(now[channel] != end for channel, end in self.targets(command, now)):
            # Servos were stopped on their way to where they go now.
            seconds = max(step.seconds for step in rig.steps(rig.home))
        if isinstance(command, Move):
            speed *= command.speed / 100
            seconds *= self._way_there(command, now)
        return MotionProfile(seconds / speed, rig.acceleration / speed)

    def _way_there(self, command: Move, now: Mapping[int, int]) -> float:
        """Return the share of a turn's duration before it comes back from beyond its target."""
        rig = self._settings.rig
        begin = dict(zip(rig.axes, self.pose(now).angles, strict=True))
        at_rest = command.without_overshoot(rig.servo_travel.overshoot_at)
        ways = zip(command.targets, at_rest.targets, strict=True)
        parts = (
            (beyond - begin[axis]) / (target - begin[axis])
            for (axis, beyond), (_, target) in ways
            if beyond != target != begin[axis]
        )
        part = max(parts, default=1.0)
        return part / (2 * part - 1) if part > 1 else 1.0

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
                return min((start, end), key=lambda pulse: self.grip_at(gripper, pulse) != CLOSED)
        return (start + end) // 2

    def home(self) -> dict[int, int]:
        """Return the pulse of each channel at home."""
        settings = self._settings
        home = settings.rig.home
        angles = zip(settings.axes.values(), home.angles, strict=True)
        grips = zip(settings.grippers.values(), home.grips, strict=True)
        pulses = {servo.channel: self.to_steps(servo.pulse(angle)) for servo, angle in angles}
        pulses |= {servo.channel: self.to_steps(dict(servo.pulses)[grip]) for servo, grip in grips}
        return pulses

    def _step(self, command: Move | Grip, now: Mapping[int, int]) -> Step | None:
        """Return what the rig says of a command, None if it says nothing from this pose."""
        try:
            return self._settings.rig.step(self.pose(now), self._without_overshoot(command))
        except ForbiddenCommandError:
            return None

    def _without_overshoot(self, command: Move | Grip) -> Move | Grip:
        """Return a command by its place of rest, beyond which a move may go before."""
        if isinstance(command, Grip):
            return command
        return command.without_overshoot(self._settings.rig.servo_travel.overshoot_at)

    def _target(self, command: Move | Grip, name: str, target: int | str) -> tuple[int, int]:
        """Return the channel and the pulse of a target."""
        if isinstance(command, Move):
            axis = self._settings.axes[name]
            return axis.channel, self.to_steps(axis.pulse(float(target)))
        gripper = self._settings.grippers[name]
        pulses = dict(gripper.pulses)
        if target == LOADING and LOADING not in pulses:
            target = OPEN
        return gripper.channel, self.to_steps(pulses[str(target)])

    def _angle(self, servo: AxisServo, steps: int, home: float) -> float:
        if steps == 0:
            return home
        degrees = servo.degrees(steps * self._unit)
        whole = round(degrees)
        # A step of a drive may be half a degree: what is told a whole one stands at it.
        is_whole = self.to_steps(servo.pulse(whole)) == steps
        return float(whole) if is_whole else round(degrees, 1) + 0.0

    def grip_at(self, servo: GripperServo, steps: int) -> str:
        """Return the position of a gripper at a pulse, 0 for none.

        It is closed from where it presses the cube most to where it meets it. One without pulses,
        or one that moves elsewhere, does not hold.
        """
        holding = [self.to_steps(pulse) for name, pulse in servo.pulses if name in _HOLDING]
        if min(holding) <= steps <= max(holding):
            return CLOSED
        away = {name: abs(self.to_steps(pulse) - steps) for name, pulse in servo.pulses}
        return min(away.keys() - set(_HOLDING), key=away.__getitem__)

    def resting_at(self, servo: GripperServo, steps: int) -> int:
        """Return the pulse to which a gripper at a pulse relaxes, the same if it does not."""
        pulses = dict(servo.pulses)
        if CONTACT not in pulses or self.grip_at(servo, steps) != CLOSED:
            return steps
        return self.to_steps(resting_pulse(pulses[CLOSED], pulses[CONTACT]))

    def can_relax(self, servo: GripperServo) -> bool:
        """Return True if a gripper has another place to rest than where it presses most."""
        closed = self.to_steps(dict(servo.pulses)[CLOSED])
        return RELEASE in dict(servo.pulses) or self.resting_at(servo, closed) != closed

    def pressing_at(self, servo: GripperServo, steps: int) -> int:
        """Return the pulse to which a gripper at a pulse closes again, the same if it need not."""
        pulses = dict(servo.pulses)
        is_relaxed = CONTACT in pulses and self.grip_at(servo, steps) == CLOSED
        return self.to_steps(pulses[CLOSED]) if is_relaxed else steps
