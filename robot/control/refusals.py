"""What a controller of motions refuses: commands of other robots, and rules that they break."""

from __future__ import annotations

from collections.abc import Container

from robot.errors import CommandRejectedError, StoppedError
from robot.link.protocol import StopLevel
from robot.rigs.command import (
    CLOSED,
    Command,
    Enable,
    Grip,
    Jog,
    Load,
    MotionCommand,
    Move,
    Pose,
    PulseQuestion,
    Regrip,
)
from robot.rigs.rig import Rig
from robot.rules import Rule
from robot.servos.motion_rules import is_for, servo_fault


class StopRequest:
    """The highest stop that a host has asked for over a connection, after which nothing moves."""

    def __init__(self) -> None:
        self.level: StopLevel | None = None

    def raise_to(self, level: StopLevel) -> None:
        """Take note of a stop; a higher one stays."""
        if self.level is None or level.rank > self.level.rank:
            self.level = level

    def refuse_motion(self) -> None:
        """Raise StoppedError after a stop."""
        if self.level is not None:
            raise StoppedError("the robot was stopped; connect to it again to move it")


def check_command(rig: Rig, can: Container[str], command: Command | Load) -> None:
    """Raise CommandRejectedError for what is no command of a robot that `can` do so much."""
    if isinstance(command, Load) and "load" not in can:
        raise CommandRejectedError("the robot rejected the command: its rig cannot load")
    if isinstance(command, Regrip) and "overlap" not in can:
        raise CommandRejectedError("the robot rejected the command: its motions cannot overlap")
    if isinstance(command, MotionCommand) and not _actuators_exist(rig, command):
        raise rejected(Rule.UNKNOWN_ACTUATOR)
    if isinstance(command, Move | Regrip):
        for share in (command.speed, command.torque):
            if not 1 <= share <= 100:
                raise CommandRejectedError(
                    f"the robot rejected the command: {share} percent is not from 1 to 100"
                )


def check_servo(rig: Rig, command: Jog | PulseQuestion | Enable) -> None:
    """Raise CommandRejectedError for a servo that a robot does not have, and too long a step."""
    if not is_for(rig, command):
        raise CommandRejectedError(
            f"the robot rejected the command: {command}: no such actuator, or too long a step"
        )


def check_servo_motion(
    pose: Pose | None, command: Jog | Enable, pulse: int, limits: tuple[int, int]
) -> None:
    """Raise CommandRejectedError for a servo that may not be moved alone from a known pose.

    `pulse`: what it gets, 0 for none; `limits`: the lowest and the highest that it may get.
    """
    if pose is not None and CLOSED in pose.grips:
        raise rejected(Rule.CUBE_HELD)
    if fault := servo_fault(command, pulse, limits):
        raise rejected(fault[1])


def rejected(rule: Rule) -> CommandRejectedError:
    """Return the error of a command that breaks a rule."""
    return CommandRejectedError(f"the robot rejected the command: {rule.words}")


def _actuators_exist(rig: Rig, command: MotionCommand) -> bool:
    known = rig.grippers if isinstance(command, Grip) else rig.axes
    regripped = command.grippers if isinstance(command, Regrip) else ()
    are_grippers = all(name in rig.grippers for name in regripped)
    names = [name for name, _ in command.targets]
    return are_grippers and bool(names) and all(name in known for name in names)
