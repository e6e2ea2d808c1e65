"""The ladder that is climbed when a turn catches (the wish of seed 002: turn back, do it again).

0  the line is sent again; a stop that only the line has caused is lifted   (link, and below)
1  back to the last detent, confirm the angle, reseat the grip, turn again
2  the same, slower and with all the torque there is
3  the same, slower still and after a small wiggle
4  give this plan up: the caller holds, scans again and plans anew
5  the caller stops safely
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from robot.command import CLOSED, OPEN, WIGGLE_DEGREES, Command, Grip, Home, Move, Pose
from robot.errors import (
    GaveUpError,
    JamError,
    MotionError,
    RefusedError,
    SlipError,
    StoppedError,
)
from robot.link import Arrival, Link
from robot.rig import Rig

# The first try leaves torque in reserve; an actuator that always strains wears out.
EVERYDAY_TORQUE = 70
BACK_OFF_SPEED = 50
# How far a wrist may stand from its detent and still count as there, in degrees.
DETENT_TOLERANCE = 5.0
# So many stops without anybody's wish on one command, and it is more than a bad line.
MOST_LIFTED_STOPS = 5


@dataclass(frozen=True, slots=True)
class Rung:
    """A try at a turn that caught: what is done differently, in words and in numbers."""

    words: str
    speed: int
    torque: int
    wiggle: bool = False


# Not a rung of the ladder: nothing caught.
AGAIN = Rung("the line must have done that; going on", speed=100, torque=EVERYDAY_TORQUE)
LADDER = (
    Rung("backing off, gripping anew, turning again", speed=100, torque=EVERYDAY_TORQUE),
    Rung("backing off, gripping anew, turning slower and harder", speed=50, torque=100),
    Rung("wiggling, then turning slower still", speed=25, torque=100, wiggle=True),
)

# Told of each failure, and of the rung that is tried next (None at the ladder's end).
OnFailure = Callable[[MotionError, Rung | None], None]


def perform_with_retries(
    link: Link, command: Command, before: Pose, on_failure: OnFailure
) -> Arrival:
    """Have a command done from `before`, climbing the ladder where it catches or slips.

    Raises GaveUpError at the ladder's end, StoppedError where somebody wants the robot to stand
    still, and at once any other MotionError or LinkError that trying again cannot mend.
    """
    rungs: Iterator[Rung] = iter(LADDER)
    lifted = 0
    attempt = AGAIN
    is_ready = True
    while True:
        try:
            if not is_ready:
                back_off(link, command, before)
                if attempt.wiggle:
                    _wiggle(link, command, before)
            return link.perform(_with_force(command, attempt.speed, attempt.torque))
        except StoppedError as error:
            lifted += 1
            if link.stopped_on_purpose or lifted > MOST_LIFTED_STOPS:
                raise
            on_failure(error, AGAIN)
            # Motors that were stopped just before the end coast into it.
            is_ready = _is_where_told(link.clear(), command, link.rig)
        except (JamError, SlipError) as error:
            rung = next(rungs, None)
            on_failure(error, rung)
            if rung is None:
                raise _gave_up(command, error) from error
            attempt = rung
            is_ready = False


def settle(link: Link) -> Pose:
    """Bring the robot home from wherever a failure left it, never letting the cube go.

    Raises what `perform_with_retries` does.
    """
    pose = link.clear()
    return perform_with_retries(link, Home(), pose, lambda error, rung: None).pose


def back_off(link: Link, command: Command, before: Pose) -> None:
    """Go back to where a command began, and let the hand go and take hold again.

    Raises MotionError where that fails, and LinkError.
    """
    pose = link.clear()
    if not isinstance(command, Move):
        return
    detents = {axis: before.angles[link.rig.axes.index(axis)] for axis, _ in command.targets}
    if any(pose.angles[link.rig.axes.index(axis)] != at for axis, at in detents.items()):
        link.perform(
            Move(tuple((axis, round(at)) for axis, at in detents.items()), BACK_OFF_SPEED, 100)
        )
        pose = link.pose()
    # A hand that was to take hold anew may have been interrupted with nothing in it.
    for position in (CLOSED, OPEN):
        grips = zip(link.rig.grippers, pose.grips, before.grips, strict=True)
        amiss = [name for name, now, then in grips if now != then == position]
        for name in amiss:
            pose = link.perform(Grip(((name, position),))).pose
    for axis, detent in detents.items():
        stands = pose.angles[link.rig.axes.index(axis)]
        if abs(stands - detent) > DETENT_TOLERANCE:
            raise JamError(f"{axis} did not go back to {detent:+g}°", axis, stands)
        for reseat in link.rig.reseat(pose, axis):
            link.perform(reseat)


def stands_at(pose: Pose, wanted: Pose) -> bool:
    """Tell whether a robot stands as wanted, as well as its feedback can tell."""
    angles = zip(pose.angles, wanted.angles, strict=True)
    near = all(abs(now - then) <= DETENT_TOLERANCE for now, then in angles)
    return near and pose.grips == wanted.grips


def _is_where_told(pose: Pose, command: Command, rig: Rig) -> bool:
    """Tell whether a turn was made to its very end, so that to say it again moves nothing."""
    if not isinstance(command, Move):
        return False
    return all(pose.angles[rig.axes.index(axis)] == target for axis, target in command.targets)


def _gave_up(command: Command, error: MotionError) -> GaveUpError:
    tries = len(LADDER) + 1
    return GaveUpError(
        f"{command} failed {tries} times; the last time {error}", error.axis, error.at
    )


def _wiggle(link: Link, command: Command, before: Pose) -> None:
    """Go a few degrees of the way and back; a robot that cannot do so is left alone."""
    if not isinstance(command, Move):
        return
    starts = {axis: round(before.angles[link.rig.axes.index(axis)]) for axis, _ in command.targets}
    part = tuple(
        (axis, starts[axis] + (WIGGLE_DEGREES if to > starts[axis] else -WIGGLE_DEGREES))
        for axis, to in command.targets
        if to != starts[axis]
    )
    with suppress(RefusedError):
        link.perform(Move(part, BACK_OFF_SPEED, 100))
        link.perform(Move(tuple((axis, starts[axis]) for axis, _ in part), BACK_OFF_SPEED, 100))


def _with_force(command: Command, speed: int, torque: int) -> Command:
    match command:
        case Move():
            return replace(command, speed=speed, torque=torque)
        case Grip() | Home():
            return command
