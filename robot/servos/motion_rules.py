"""Checks a command against the mechanical rules of the rig, from the pose that is known."""

from __future__ import annotations

import math
from collections import deque

from robot.errors import ForbiddenCommandError
from robot.rigs.actuators import (
    Completed,
    MotionOutcome,
    Stalled,
)
from robot.rigs.command import (
    LOADING,
    MAX_JOG_MICROSECONDS,
    RELEASE,
    Command,
    Enable,
    Grip,
    Jog,
    MotionCommand,
    Move,
    Pose,
    PulseQuestion,
    Regrip,
)
from robot.rigs.rig import Rig
from robot.rules import Rule
from robot.servos.drive_servos import DriveServos

# How often homing is tried.
HOMING_TRIES = 3


def broken_rule(rig: Rig, known_pose: Pose | None, command: MotionCommand) -> Rule | None:
    """Return the rule that a command breaks, None if it is allowed.

    `known_pose` is None until the robot has homed; before that every motion is forbidden.
    """
    if known_pose is None:
        return Rule.UNHOMED
    if isinstance(command, Grip) and not {LOADING, RELEASE}.isdisjoint(
        dict(command.targets).values()
    ):
        # Only LOAD goes to the one, and a cover that has closed goes to the other by itself.
        return Rule.UNKNOWN_POSITION
    try:
        rig.step(known_pose, _to_detents(rig, known_pose, command))
        rig.servo_travel.motions(known_pose, (command,))
    except ForbiddenCommandError as error:
        return error.rule
    return None


def motions_only(commands: tuple[Command, ...]) -> tuple[MotionCommand, ...]:
    """Return those of some commands that move something."""
    return tuple(command for command in commands if isinstance(command, MotionCommand))


def is_for(rig: Rig, command: Jog | PulseQuestion | Enable) -> bool:
    """Return True if a rig has the actuator, and a step is not too long."""
    names = rig.axes if command.kind == "axis" else rig.grippers
    is_long = isinstance(command, Jog) and abs(command.step) > MAX_JOG_MICROSECONDS
    return command.name in names and not is_long


def servo_fault(
    command: Jog | Enable, pulse: int, limits: tuple[int, int]
) -> tuple[str, Rule] | None:
    """Return code and rule of why a servo that gets `pulse` (0: none) is not moved; else None.

    `limits`: the lowest and the highest pulse that it may get.
    """
    if isinstance(command, Jog) and not pulse:
        return "POSE", Rule.SERVO_OFF
    low, high = limits
    target = pulse + command.step if isinstance(command, Jog) else command.pulse
    return None if low <= target <= high else ("ARGUMENT", Rule.PULSE_BEYOND_LIMITS)


def _to_detents(rig: Rig, belief: Pose, command: MotionCommand) -> MotionCommand:
    """Return the command that the rules check: for a partial move, the move to the detent."""
    if not isinstance(command, Move):
        return command
    return command.extend_to_detents(dict(zip(rig.axes, belief.angles, strict=True)))


ServoMotion = MotionCommand | Jog | Enable


class MotionSequence:
    """The servo commands that make up one motion; `current` is being executed.

    A turn that jams is retried `retries` times in all.
    """

    def __init__(
        self, servos: DriveServos, first: ServoMotion, *rest: MotionCommand, retries: int
    ) -> None:
        """Start the servos."""
        self._rest = deque(rest)
        self._count = 1 + len(rest)
        self._retries = retries
        self._elapsed = 0.0
        self._servos = servos
        self._start(first)

    @property
    def actuator(self) -> str:
        """Return the name of an actuator that is being moved."""
        match self.current:
            case Move() | Grip() | Regrip():
                return self.current.targets[0][0]
        return self.current.name

    def percent(self) -> float:
        """Return how much of the motion is done."""
        done = self._count - len(self._rest) - 1 + self._servos.read().progress
        return 100 * done / self._count

    @property
    def is_at_last_command(self) -> bool:
        """Return True if nothing follows the command that is being executed."""
        return not self._rest

    def completed_by(self, last: Completed) -> Completed:
        """Return the outcome of the whole motion with that of its last command."""
        return Completed(self._elapsed + last.seconds)

    def poll(self) -> MotionOutcome | None:
        """Return, once, the outcome of the whole motion, with its duration; None before that.

        The servos have done what is due by now.
        """
        while True:
            match self._servos.outcome():
                case Stalled() as stalled if self._retries and isinstance(self.current, Move):
                    self._back_off(self.current, stalled)
                case Completed() as arrived:
                    if self.is_at_last_command:
                        return self.completed_by(arrived)
                    self._elapsed += arrived.seconds
                    self._start(self._rest.popleft())
                case outcome:
                    return outcome

    def _back_off(self, jammed: Move, stalled: Stalled) -> None:
        """Back off to the detent behind, then repeat: before homing the host cannot do that."""
        self._retries -= 1
        target = dict(jammed.targets)[stalled.axis]
        rounded = math.ceil if stalled.at > target else math.floor
        self._rest.appendleft(jammed)
        self._count += 2
        self._start(Move(((stalled.axis, 90 * rounded(stalled.at / 90)),)))

    def _start(self, command: ServoMotion) -> None:
        self.current = command
        match command:
            case Move() | Grip() | Regrip():
                self._servos.start(command)
            case Jog():
                self._servos.jog(command)
            case Enable():
                self._servos.enable(command)
