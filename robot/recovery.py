"""The ladder that is climbed when a turn catches (the wish of seed 002: turn back, do it again).

0  the line is sent again                                (robot.link does this by itself)
1  back to the last detent, confirm the angle, reseat the grip, turn again
2  the same, slower and with all the torque there is
3  give this plan up: the caller scans again and plans anew, or stops safely
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from robot.command import Command, Grip, Home, Move, Pose
from robot.errors import GaveUpError, JamError, MotionError, SlipError
from robot.link import Arrival, Link

# The first try leaves torque in reserve; an actuator that always strains wears out.
EVERYDAY_TORQUE = 70
BACK_OFF_SPEED = 50
# How far a wrist may stand from its detent and still count as there, in degrees.
DETENT_TOLERANCE = 5.0


@dataclass(frozen=True, slots=True)
class Rung:
    """A try at a turn that caught: what is done differently, in words and in numbers."""

    words: str
    speed: int
    torque: int


LADDER = (
    Rung("backing off, gripping anew, turning again", speed=100, torque=EVERYDAY_TORQUE),
    Rung("backing off, gripping anew, turning slower and harder", speed=50, torque=100),
)

# Told of each failure, and of the rung that is tried next (None at the ladder's end).
OnFailure = Callable[[MotionError, Rung | None], None]


def perform_with_retries(
    link: Link, command: Command, before: Pose, on_failure: OnFailure
) -> Arrival:
    """Have a command done from `before`, climbing the ladder where it catches or slips.

    Raises GaveUpError at the ladder's
    end, and at once any MotionError or LinkError that trying again cannot mend.
    """
    try:
        return link.perform(_with_force(command, 100, EVERYDAY_TORQUE))
    except (JamError, SlipError) as error:
        trouble: MotionError = error
    for rung in LADDER:
        on_failure(trouble, rung)
        try:
            _back_off(link, command, before)
            return link.perform(_with_force(command, rung.speed, rung.torque))
        except (JamError, SlipError) as error:
            trouble = error
    on_failure(trouble, None)
    raise GaveUpError(
        f"{command} failed {len(LADDER) + 1} times; the last time {trouble}",
        trouble.axis,
        trouble.at,
    ) from trouble


def settle(link: Link) -> Pose:
    """Bring the robot home from wherever a failure left it, never letting the cube go."""
    link.clear()
    return link.perform(Home()).pose


def _back_off(link: Link, command: Command, before: Pose) -> None:
    pose = link.clear()
    if not isinstance(command, Move):
        return
    detents = {axis: before.angles[link.rig.axes.index(axis)] for axis, _ in command.targets}
    link.perform(
        Move(tuple((axis, round(at)) for axis, at in detents.items()), BACK_OFF_SPEED, 100)
    )
    pose = link.pose()
    for axis, detent in detents.items():
        stands = pose.angles[link.rig.axes.index(axis)]
        if abs(stands - detent) > DETENT_TOLERANCE:
            raise JamError(f"{axis} did not go back to {detent:+g}°", axis, stands)
        for reseat in link.rig.reseat(pose, axis):
            link.perform(reseat)


def _with_force(command: Command, speed: int, torque: int) -> Command:
    match command:
        case Move():
            return replace(command, speed=speed, torque=torque)
        case Grip() | Home():
            return command
