"""Retries of a command that jams or slips, and the way back to a known state after the last one.

Back off, re-grip, slower, with more torque:

0  a line without a reply is sent again; a stop that only line noise caused is cleared; a turn that
   is seen just short of its target ends in place
1  back off to the last detent, check the angle, re-grip, repeat
2  the same, slower and with full torque
3  the same, slower still and after a small wiggle
4  the plan is abandoned: the caller scans again and plans again
5  the caller stops safely

Step 1 is that of Shintani (2018), section 6: turn back and do it again.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from robot.errors import (
    JamError,
    MotionError,
    RetriesExhaustedError,
    SlipError,
    StoppedError,
)
from robot.execution.retry_steps import (
    BACK_OFF_SPEED_PERCENT,
    PLAIN_ATTEMPT,
    RETRY_STEPS,
    RetryStep,
    align_layer,
    turn_on,
    wiggle,
    with_effort,
)
from robot.link.session import Interrupted, Link
from robot.planning.robot_state import PlannedCommand, RobotState, home_state
from robot.rigs.command import (
    ANGLE_TOLERANCE_DEGREES,
    CLOSED,
    OPEN,
    Arrival,
    Command,
    Grip,
    Home,
    MotionCommand,
    Move,
    Pose,
    Regrip,
    axis_name,
    command_words,
    moved_by,
)
from robot.rigs.rig import Rig

_log = logging.getLogger(__name__)

# More spurious stops of one command than these are not line noise.
MAX_SPURIOUS_STOPS = 5


@dataclass(frozen=True, slots=True)
class FailedAttempt:
    """An attempt at a command that failed, and the step that is tried next; None: none is left."""

    error: MotionError
    next_step: RetryStep | None


@dataclass(frozen=True, slots=True)
class Attempted:
    """A command of a plan, and the state of the robot before it."""

    before: RobotState
    command: PlannedCommand


def attempts(
    link: Link,
    command: Command,
    before: Pose,
    then: MotionCommand | None = None,
    first: RetryStep = PLAIN_ATTEMPT,
) -> Iterator[FailedAttempt | Arrival]:
    """Execute a command from the pose `before`; yield the result of each attempt.

    `then`: the command that the robot begins by itself where the first attempt succeeds, see
    `Link.execute`; `first`: how it is executed at first.

    The last result is an Arrival, or a failed attempt without a next step. The next attempt begins
    when the next result is asked for. Raises StoppedError for an intentional stop, and at once any
    other MotionError or LinkError that a retry cannot solve.
    """
    steps = iter(RETRY_STEPS)
    step = first
    spurious_stops = 0
    must_back_off = False
    while True:
        try:
            if step.beyond:
                turn_on(link, command, before, step.beyond)
            elif step.aligns:
                align_layer(link, command)
            elif must_back_off:
                back_off(link, command, before)
                if step.wiggle:
                    wiggle(link, command, before)
            arrival = link.execute(with_effort(command, step), then)
        except StoppedError as error:
            then = None
            _log.info("%s: %s", command, error)
            spurious_stops += 1
            if link.is_intentional_stop or spurious_stops > MAX_SPURIOUS_STOPS:
                raise
            yield FailedAttempt(error, PLAIN_ATTEMPT)
            # Motors that were stopped just before the target may still reach it while braking.
            must_back_off = not _is_at_target(link.clear(), command, link.rig)
        except (JamError, SlipError) as error:
            then = None
            if (stopped := link.interrupted) is not None:
                _undo(link, stopped)
                if not link.sees_stuck(command, stopped.arrival.pose):
                    # What began to move after it was taken for something askew.
                    yield stopped.arrival
                    return
            again = not is_of_another_motion(error, command)
            suiting = (each for each in steps if each.suits(link, command, before, error))
            next_step = next(suiting, None) if again else None
            _log.info("%s: %s; next: %s", command, error, next_step)
            yield FailedAttempt(error, next_step)
            if next_step is None:
                return
            step, must_back_off = next_step, True
        else:
            yield arrival
            return


def execute_with_retries(link: Link, command: Command, before: Pose) -> Arrival:
    """Return the arrival of a command, retried where it jams or slips.

    Raises RetriesExhaustedError after the last retry step, and what `attempts` raises.
    """
    errors: list[MotionError] = []
    for attempt in attempts(link, command, before):
        if isinstance(attempt, Arrival):
            return attempt
        errors.append(attempt.error)
    raise retries_exhausted(command, errors, link.rig)


def is_of_another_motion(error: MotionError, command: Command) -> bool:
    """Return whether what is jammed is nothing that the command moves.

    A camera may see only after the next motion that one stopped short: to repeat that next motion
    would press on a layer that is askew.
    """
    if not error.axis or isinstance(command, Home):
        return False
    return error.axis not in moved_by(command)


def retries_exhausted(
    command: Command, errors: Sequence[MotionError], rig: Rig
) -> RetriesExhaustedError:
    """Return the error of a command whose attempts failed; the last of these errors is its cause.

    There are fewer than `RETRY_STEPS` has where a motion before the command has failed.
    """
    last, words = errors[-1], command_words(command, rig.grippers)
    if is_of_another_motion(last, command):
        why = f"{words} cannot be done: {last}, which an earlier motion should have moved"
    else:
        why = f"{words} failed in {len(errors)} attempts; last error: {last}"
    error = RetriesExhaustedError(why, last.axis, last.at)
    error.__cause__ = last
    return error


def _undo(link: Link, stopped: Interrupted) -> None:
    """Bring back what a command had begun to move. Raises MotionError where that fails."""
    command, before = stopped.command, stopped.arrival.pose
    angles = dict(zip(link.rig.axes, map(round, before.angles), strict=True))
    grips = dict(zip(link.rig.grippers, before.grips, strict=True))
    with link.observed_by(None):
        if not isinstance(command, Grip):
            pose = link.pose()
            if pose.angles != before.angles:
                if isinstance(command, Regrip):
                    _open_completely(link, command, pose, before)
                back = tuple((axis, angles[axis]) for axis, _ in command.targets)
                link.execute(Move(back, BACK_OFF_SPEED_PERCENT, 100))
        if not isinstance(command, Move):
            moved = command.targets if isinstance(command, Grip) else command.closing.targets
            link.execute(Grip(tuple((name, grips[name]) for name, _ in moved)))


def back_off(link: Link, command: Command, before: Pose) -> None:
    """Move back to where a command began, and open and close the gripper.

    Grippers that the robot thinks at their targets go back to where they were. Raises MotionError
    where that fails, and LinkError.
    """
    pose = link.clear()
    if isinstance(command, Grip):
        _move_grips_back(link, command, pose, before)
    if not isinstance(command, Move | Regrip):
        return
    if isinstance(command, Regrip):
        # Who looks on would see the wrist that is jammed, which goes back only then.
        with link.observed_by(None):
            _open_completely(link, command, pose, before)
    detents = {axis: before.angles[link.rig.axes.index(axis)] for axis, _ in command.targets}
    if any(pose.angles[link.rig.axes.index(axis)] != at for axis, at in detents.items()):
        link.execute(
            Move(
                tuple((axis, round(at)) for axis, at in detents.items()),
                BACK_OFF_SPEED_PERCENT,
                100,
            )
        )
        pose = link.pose()
    # A gripper may have been interrupted while open; close it before the wrist moves.
    for position in (CLOSED, OPEN):
        grips = zip(link.rig.grippers, pose.grips, before.grips, strict=True)
        to_restore = [name for name, now, then in grips if now != then == position]
        for name in to_restore:
            pose = link.execute(Grip(((name, position),))).pose
    for axis, detent in detents.items():
        angle = pose.angles[link.rig.axes.index(axis)]
        if abs(angle - detent) > ANGLE_TOLERANCE_DEGREES:
            name = axis_name(axis, link.rig.grippers)
            raise JamError(
                f"the {name} could not back off to {detent:+g}°; it is at {angle:+g}°", axis, angle
            )
        for reseat in link.rig.regrip_commands(pose, axis):
            link.execute(reseat)


def _open_completely(link: Link, command: Regrip, pose: Pose, before: Pose) -> None:
    """Open the grippers that a regrip has let go with, on its way or after it, before a move."""
    if pose != before:
        link.execute(Grip(tuple((name, OPEN) for name in command.grippers)))


def _move_grips_back(link: Link, command: Grip, pose: Pose, before: Pose) -> None:
    """Undo a motion of grippers; those that do not stand at their targets need not go back."""
    places = dict(zip(link.rig.grippers, zip(pose.grips, before.grips, strict=True), strict=True))
    back = tuple(
        (name, places[name][1])
        for name, target in command.targets
        if places[name][0] == target != places[name][1]
    )
    if back:
        link.execute(Grip(back))


def clear_and_home(link: Link) -> Pose:
    """Move the robot home from any pose without releasing the cube; return its pose.

    Raises what `execute_with_retries` raises.
    """
    pose = link.clear()
    _log.info("homing from %s", pose)
    return execute_with_retries(link, Home(), pose).pose


def return_to_last_state(link: Link, last: RobotState, failed: Sequence[Attempted]) -> RobotState:
    """Move the robot to a known state after a plan was abandoned; return that state.

    It is `last`, the state before the commands that failed, or home where that cannot be reached;
    where none failed the robot is there already. Raises StoppedError for an intentional stop, and
    what `clear_and_home` raises.
    """
    if not failed:
        return last
    try:
        for each in reversed(failed):
            back_off(link, each.command.command, each.before.pose)
        is_back = _poses_match(link.pose(), last.pose)
    except (JamError, SlipError, StoppedError):
        if link.is_intentional_stop:
            raise
        is_back = False
    if is_back:
        return last
    clear_and_home(link)
    return home_state(link.rig)


def _poses_match(pose: Pose, wanted: Pose) -> bool:
    """Return True if the poses are equal within what the robot's feedback can measure."""
    angles = zip(pose.angles, wanted.angles, strict=True)
    near = all(abs(now - then) <= ANGLE_TOLERANCE_DEGREES for now, then in angles)
    return near and pose.grips == wanted.grips


def _is_at_target(pose: Pose, command: Command, rig: Rig) -> bool:
    """Return True if every axis is exactly at its target, so that a repeat turns nothing."""
    if not isinstance(command, Move | Regrip):
        return False
    if isinstance(command, Regrip) and set(pose.grips) != {CLOSED}:
        return False
    return all(pose.angles[rig.axes.index(axis)] == target for axis, target in command.targets)
