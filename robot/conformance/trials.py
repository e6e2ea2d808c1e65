"""Motions to try on any rig, and what is expected of poses and times then."""

from __future__ import annotations

from robot.conformance.probe import NotApplicableError, ProtocolViolationError, RawClient
from robot.errors import FrameError
from robot.link.protocol import BUSY_PERIOD_SECONDS, MAX_MOTION_SECONDS, Message, number
from robot.rigs.command import ANGLE_TOLERANCE_DEGREES, Command, Move, Pose
from robot.rigs.rig import Step

# Slow enough that a check can act during the motion: a tenth of full
# speed, and less where a motion would end sooner than this, in seconds.
SLOW_PERCENT = 10
SLOW_MIN_SECONDS = 10.0


def steps_from_home(probe: RawClient) -> tuple[Step, ...]:
    """Return every step that the rig allows from home."""
    return probe.rig.steps(probe.rig.home)


def step_from_home(probe: RawClient, command: Command) -> Step:
    """Return the step of a command from home. Raises ForbiddenCommandError if it is forbidden."""
    return probe.rig.step(probe.rig.home, command)


def any_move(probe: RawClient) -> Move:
    """Return a motion of axes that is allowed from home."""
    for step in steps_from_home(probe):
        if isinstance(step.command, Move):
            return step.command
    raise NotApplicableError(f"the {probe.rig.name} rig turns nothing from home")


def slow_move(probe: RawClient, *, slowest: bool = False) -> Move:
    """Return the longest motion of axes that is allowed from home, slowed down."""
    moves = [(s.seconds, s.command) for s in steps_from_home(probe) if isinstance(s.command, Move)]
    if not moves:
        raise NotApplicableError(f"the {probe.rig.name} rig turns nothing from home")
    seconds, command = max(moves, key=lambda move: move[0])
    speed = 1 if slowest else max(1, min(SLOW_PERCENT, int(100 * seconds / SLOW_MIN_SECONDS)))
    return Move(command.targets, speed)


# How much later than specified a message may come (clock error and line delay), in seconds.
TIME_TOLERANCE_SECONDS = 0.5
# After so long a `busy` must have come.
LATEST_BUSY_SECONDS = BUSY_PERIOD_SECONDS + TIME_TOLERANCE_SECONDS


def skip_if_too_fast(seconds: float, needed: float, what: str) -> None:
    """Raise NotApplicableError if the slowest motion ends before the rule can be checked."""
    if seconds < needed:
        raise NotApplicableError(
            f"the robot's slowest motion ends after {seconds:.2f} s, before {what}"
        )


def seconds_in(message: Message, key: str) -> float:
    """Return a field in seconds. Raises ProtocolViolationError if it is not a number."""
    try:
        return number(message.get(key), 0.0, MAX_MOTION_SECONDS)
    except FrameError:
        raise ProtocolViolationError(
            f"the robot's {message.verb} has no {key}= in seconds"
        ) from None


def expect_at(pose: Pose, probe: RawClient, command: Move) -> None:
    """Raise ProtocolViolationError if an axis is not at its commanded angle."""
    for axis, degrees in command.targets:
        angle = pose.angles[probe.rig.axes.index(axis)]
        if abs(angle - degrees) > ANGLE_TOLERANCE_DEGREES:
            raise ProtocolViolationError(
                f"axis {axis} is at {angle:+g}°; it was commanded to {degrees:+d}°"
            )


def expect_no_motion(probe: RawClient, before: Pose) -> None:
    """Raise ProtocolViolationError if the pose is not the same as before."""
    after = probe.pose()
    moved = any(
        abs(a - b) > ANGLE_TOLERANCE_DEGREES
        for a, b in zip(before.angles, after.angles, strict=True)
    )
    if moved or after.grips != before.grips:
        raise ProtocolViolationError(f"the robot moved from {before} to {after}")
