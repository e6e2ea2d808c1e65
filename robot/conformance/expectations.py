"""What checks expect of times and poses, and the breach where it is not so."""

from __future__ import annotations

from robot.command import Move, Pose
from robot.conformance.probe import BreachError, InapplicableError, Probe
from robot.protocol import Message

# What a robot's clock and a line's delay may add to a period, in seconds.
SLACK = 0.5
# How far an angle may be off, in degrees.
TOLERANCE = 5.0


def expect_time(seconds: float, needed: float, what: str) -> None:
    """Excuse a robot whose slowest motion is over before what is to be shown can happen."""
    if seconds < needed:
        raise InapplicableError(f"its slowest motion is over after {seconds:.2f} s, before {what}")


def seconds_in(message: Message, key: str) -> float:
    """Read a field that says seconds; a breach if it does not."""
    try:
        return float(message.get(key))
    except ValueError:
        raise BreachError(f"its {message.verb} does not say {key} in seconds") from None


def expect_at(pose: Pose, probe: Probe, command: Move) -> None:
    """Call it a breach where an axis did not come to the angle that it was told."""
    for axis, degrees in command.targets:
        angle = pose.angles[probe.rig.axes.index(axis)]
        if abs(angle - degrees) > TOLERANCE:
            raise BreachError(f"{axis} stands at {angle:+g}° and was told to go to {degrees:+d}°")


def expect_still(probe: Probe, before: Pose) -> None:
    """Call it a breach where anything stands elsewhere than before."""
    after = probe.pose()
    moved = any(abs(a - b) > TOLERANCE for a, b in zip(before.angles, after.angles, strict=True))
    if moved or after.grips != before.grips:
        raise BreachError(f"it moved, from {before} to {after}")
