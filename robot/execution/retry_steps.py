"""The ways in which a command that failed is tried again, in their order.

First those that end a turn in place, where an axis is seen just short of its target: it is turned
on by a few degrees and back; at its last detent another gripper is closed again, which aligns the
layer. Then those after which the turn is made again, from the detent before.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

from robot.errors import CommandRejectedError, ForbiddenCommandError, JamError, MotionError
from robot.link.session import Link
from robot.rigs.command import (
    WIGGLE_DEGREES,
    Command,
    Grip,
    Home,
    Move,
    Pose,
    Regrip,
    moved_by,
)
from robot.rigs.rig import Rig

# The first attempt leaves torque in reserve; full torque would wear the actuator out.
NORMAL_TORQUE_PERCENT = 70
BACK_OFF_SPEED_PERCENT = 50

# An axis that is seen no further from its target has turned its layer but for the last degrees: a
# camera tells the angle to some ten.
_NEARLY_THERE_DEGREES = 25
# Jaws that close align what stands askew by some degrees, and collide with what does by more.
_NEARLY_ALIGNED_DEGREES = 14


@dataclass(frozen=True, slots=True)
class RetryStep:
    """How a failed command is retried: a description, and speed and torque in percent.

    `beyond`: degrees by which the axis is turned on from where it stopped, and back. A servo is
    short of its target by the error that gives it the torque of the layer. `aligns`: another
    gripper opens and closes, which aligns the layer.
    """

    description: str
    speed: int
    torque: int
    wiggle: bool = False
    beyond: int = 0
    aligns: bool = False

    @property
    def is_in_place(self) -> bool:
        """Return whether nothing is taken back: the turn was made but for its last degrees."""
        return bool(self.beyond) or self.aligns

    def suits(self, link: Link, command: Command, before: Pose, error: MotionError) -> bool:
        """Return whether this may help a command that has failed by an error.

        Turns end in place only where a camera has seen the axis near its target: one that the
        robot itself has felt is stopped there by what jams.
        """
        if not self.is_in_place:
            return True
        if not isinstance(command, Move) or len(command.targets) > 1:
            return False
        if not isinstance(error, JamError) or not error.is_seen or error.at is None:
            return False
        near = _NEARLY_ALIGNED_DEGREES if self.aligns else _NEARLY_THERE_DEGREES
        is_near = abs(error.at - command.targets[0][1]) <= near
        return is_near and self.aligns != can_turn_on(link.rig, command, before)


# The first attempt, also repeated after a spurious stop.
PLAIN_ATTEMPT = RetryStep(
    "spurious stop, from noise on the line; repeating the command",
    speed=100,
    torque=NORMAL_TORQUE_PERCENT,
)
RETRY_STEPS = (
    *(
        RetryStep(f"turning on by {degrees}° and back", speed=100, torque=100, beyond=degrees)
        for degrees in (4, 6, WIGGLE_DEGREES)
    ),
    RetryStep("closing another gripper again", speed=100, torque=100, aligns=True),
    RetryStep("backing off, re-gripping, turning again", speed=100, torque=NORMAL_TORQUE_PERCENT),
    RetryStep("backing off, re-gripping, turning slower with full torque", speed=50, torque=100),
    RetryStep("wiggling, then turning slower still", speed=25, torque=100, wiggle=True),
)


def can_turn_on(rig: Rig, command: Command, before: Pose) -> bool:
    """Return whether a move of one axis from `before` may lead beyond its target."""
    if not isinstance(command, Move) or len(command.targets) > 1:
        return False
    ((axis, target),) = command.targets
    index = rig.axes.index(axis)
    way = target - before.angles[index]
    angles = (*before.angles[:index], target, *before.angles[index + 1 :])
    try:
        rig.step(replace(before, angles=angles), Move(((axis, target + (90 if way > 0 else -90)),)))
    except ForbiddenCommandError:
        return False
    return True


def turn_on(link: Link, command: Command, before: Pose, degrees: int) -> None:
    """Move an axis to its target and some degrees beyond; nobody looks there."""
    assert isinstance(command, Move)
    ((axis, target),) = command.targets
    is_forward = target > before.angles[link.rig.axes.index(axis)]
    link.clear()
    with link.observed_by(None):
        link.execute(with_effort(command))
        beyond = target + (degrees if is_forward else -degrees)
        link.execute(Move(((axis, beyond),), torque=100))


def align_layer(link: Link, command: Command) -> None:
    """Open and close a gripper on an axis that a move does not turn."""
    assert isinstance(command, Move)
    pose, moved = link.clear(), moved_by(command)
    for axis in link.rig.axes:
        if axis not in moved and (reseat := link.rig.regrip_commands(pose, axis)):
            for each in reseat:
                link.execute(each)
            return


def wiggle(link: Link, command: Command, before: Pose) -> None:
    """Move a few degrees towards the target and back; errors are ignored."""
    if not isinstance(command, Move):
        return
    starts = {axis: round(before.angles[link.rig.axes.index(axis)]) for axis, _ in command.targets}
    part = tuple(
        (axis, starts[axis] + (WIGGLE_DEGREES if to > starts[axis] else -WIGGLE_DEGREES))
        for axis, to in command.targets
        if to != starts[axis]
    )
    with suppress(CommandRejectedError):
        link.execute(Move(part, BACK_OFF_SPEED_PERCENT, 100))
        link.execute(
            Move(tuple((axis, starts[axis]) for axis, _ in part), BACK_OFF_SPEED_PERCENT, 100)
        )


def with_effort(command: Command, step: RetryStep = PLAIN_ATTEMPT) -> Command:
    """Return a command with the speed and the torque of a step, by default the first attempt's."""
    match command:
        case Move() | Regrip():
            return replace(command, speed=step.speed, torque=step.torque)
        case Grip() | Home():
            return command
