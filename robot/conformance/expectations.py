"""Assertions about poses and times that raise a protocol violation."""

from __future__ import annotations

from robot.conformance.probe import NotApplicableError, ProtocolViolationError, RawClient
from robot.link.protocol import Message
from robot.rigs.command import Move, Pose

# What a robot's clock and a line's delay may add to a period, in seconds.
TIME_TOLERANCE_SECONDS = 0.5
# How far an angle may be off, in degrees.
ANGLE_TOLERANCE_DEGREES = 5.0


def skip_if_too_fast(seconds: float, needed: float, what: str) -> None:
    """Excuse a robot whose slowest motion is over before what is to be shown can happen."""
    if seconds < needed:
        raise NotApplicableError(f"its slowest motion is over after {seconds:.2f} s, before {what}")


def seconds_in(message: Message, key: str) -> float:
    """Read a field that says seconds; a violation if it does not."""
    try:
        return float(message.get(key))
    except ValueError:
        raise ProtocolViolationError(f"its {message.verb} does not say {key} in seconds") from None


def expect_at(pose: Pose, probe: RawClient, command: Move) -> None:
    """Call it a violation where an axis did not come to the angle that it was told."""
    for axis, degrees in command.targets:
        angle = pose.angles[probe.rig.axes.index(axis)]
        if abs(angle - degrees) > ANGLE_TOLERANCE_DEGREES:
            raise ProtocolViolationError(
                f"{axis} stands at {angle:+g}° and was told to go to {degrees:+d}°"
            )


def expect_no_motion(probe: RawClient, before: Pose) -> None:
    """Call it a violation where anything stands elsewhere than before."""
    after = probe.pose()
    moved = any(
        abs(a - b) > ANGLE_TOLERANCE_DEGREES
        for a, b in zip(before.angles, after.angles, strict=True)
    )
    if moved or after.grips != before.grips:
        raise ProtocolViolationError(f"it moved, from {before} to {after}")
