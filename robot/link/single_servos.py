"""Single servos of a robot, which a person moves by hand."""

from __future__ import annotations

from robot.link.session import Link
from robot.rigs.command import MAX_JOG_MICROSECONDS, WIDEST_PULSES, Jog


def check_pulse(pulse: int | None) -> None:
    """Raise ValueError for a pulse (microseconds) that no servo may have; None is no pulse."""
    low, high = WIDEST_PULSES
    if pulse is not None and not low <= pulse <= high:
        raise ValueError(f"pulse={pulse!r} is not from {low} to {high} microseconds")


def jog_servo(link: Link, servo: tuple[str, str], pulse: int | None, step: int) -> int:
    """Move a servo by `step`, or until its pulse is `pulse`; return the pulse then.

    Raises ValueError where not one of the two is given, and what `Link.jog` raises.
    """
    kind, name = servo
    if (pulse is None) == (not step):
        raise ValueError(f"pulse={pulse!r} and step={step!r}: give one of the two")
    if abs(step) > MAX_JOG_MICROSECONDS:
        raise ValueError(f"step={step!r} is longer than {MAX_JOG_MICROSECONDS} microseconds")
    if pulse is not None:
        # Where there is no pulse now, the robot refuses any step, and says why.
        step = pulse - (link.pulse(kind, name) or pulse)
    return link.jog(Jog(kind, name, step))
