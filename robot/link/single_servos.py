"""Single servos and constants of a robot, which a person sets by hand."""

from __future__ import annotations

from collections.abc import Mapping

from robot.link.session import Link
from robot.rigs.command import JOG_PULSES, MAX_JOG_MICROSECONDS, Jog
from robot.rigs.rig import Rig
from robot.rigs.servo_constants import NAMES, find_fault


def find_servo(rig: Rig, actuator: str) -> tuple[str, str]:
    """Return kind and name of the servo "axis:L", or "L" where only one has that name.

    Raises ValueError for one that does not exist.
    """
    kinds = (("axis", rig.axes), ("gripper", rig.grippers))
    servos = [(kind, name) for kind, names in kinds for name in names]
    found = [servo for servo in servos if actuator in (servo[1], ":".join(servo))]
    if len(found) != 1:
        known = ", ".join(":".join(servo) for servo in servos)
        raise ValueError(f"actuator={actuator!r} is not one servo of the robot: {known}")
    return found[0]


def check_pulse(pulse: int | None) -> None:
    """Raise ValueError for a pulse (microseconds) that no servo has; None is no pulse."""
    low, high = JOG_PULSES
    if pulse is not None and not low <= pulse <= high:
        raise ValueError(f"pulse={pulse!r} is not from {low} to {high} microseconds")


def jog_servo(link: Link, servo: tuple[str, str], pulse: int | None, step: int) -> int:
    """Change the pulse of a servo by `step`, or until it is `pulse`; return the pulse then.

    A way that is longer than a jog may be is made in parts. Raises UnsupportedError and
    CommandRejectedError.
    """
    kind, name = servo
    now = link.jog(Jog(kind, name, 0))
    target = now + step if pulse is None else pulse
    while abs(target - now) > 1:
        part = max(-MAX_JOG_MICROSECONDS, min(target - now, MAX_JOG_MICROSECONDS))
        now = link.jog(Jog(kind, name, part))
    return now


def check_constants(known: Mapping[str, int], changes: Mapping[str, int]) -> None:
    """Raise ValueError for changes of an unknown constant, or to values that cannot be."""
    changed = {**known, **changes}
    if unknown := changed.keys() - set(NAMES):
        raise ValueError(f"{', '.join(sorted(unknown))} is no constant; known: {', '.join(NAMES)}")
    if fault := find_fault([changed[name] for name in NAMES]):
        raise ValueError(f"{changed[NAMES[fault.number]]} cannot be: {fault}")
