"""Exceptions for the error replies of the robot; every reply to a command goes through here."""

from __future__ import annotations

from collections.abc import Container

from robot.errors import (
    CommandRejectedError,
    FrameError,
    JamError,
    MotionError,
    ServoOfflineError,
    SlipError,
    StoppedError,
    VersionError,
)
from robot.link.protocol import MAX_DEGREES, VERSION, Message, number
from robot.rigs.command import axis_name, gripper_name
from robot.rules import rule_named

_ERRORS: dict[str, type[MotionError]] = {
    "JAM": JamError,
    "SLIP": SlipError,
    "OFFLINE": ServoOfflineError,
    "STOPPED": StoppedError,
}

_DESCRIPTIONS = {
    "JAM": "the turn jammed",
    "SLIP": "a gripper lost the cube or closed on nothing",
    "OFFLINE": "a servo does not respond",
    "STOPPED": "the robot was stopped",
}


def raise_for_error(reply: Message, volts: str, grippers: Container[str]) -> Message:
    """Return a `done` reply; raise the error of any other one.

    `volts` is the voltage in the last undervoltage event, "" without one; `grippers` are those of
    the robot. Raises VersionError and MotionError.
    """
    if reply.verb == "done":
        return reply
    code, axis = reply.get("code"), reply.get("axis")
    if code == "PROTO":
        raise version_error(reply)
    at = _degrees(reply.get("at"))
    where = _where(code, axis, at, grippers)
    if reply.get("why") == "brownout":
        fell_to = f" to {volts} V" if volts else ""
        raise ServoOfflineError(
            f"undervoltage: the servo supply dropped{fell_to} ({where})",
            axis,
            at,
        )
    if code in _ERRORS:
        words = f"{_DESCRIPTIONS[code]} ({where})"
        raise _ERRORS[code](words, axis, at)
    said = " ".join(f"{key}={value}" for key, value in reply.fields)
    rule = rule_named(reply.get("why"))
    words = f" ({rule.words})" if rule else ""
    raise CommandRejectedError(
        f"the robot rejected the command: {reply.verb} {said}{words}", axis, at
    )


def _where(code: str, name: str, at: float | None, grippers: Container[str]) -> str:
    """Return what a person calls the actuator of a reply, and where it stands if it is an axis."""
    if not name:
        return "the robot does not say where"
    if code == "SLIP":
        return gripper_name(name)
    # A wrist and its gripper may have one name.
    if at is None:
        return gripper_name(name) if name in grippers else axis_name(name, grippers)
    return f"{axis_name(name, grippers)} at {at:+g}°"


def _degrees(text: str) -> float | None:
    try:
        return number(text, -MAX_DEGREES, MAX_DEGREES)
    except FrameError:
        return None


def version_error(reply: Message) -> VersionError:
    """Return the error for a robot of another protocol version."""
    return VersionError(
        f"protocol version mismatch: robot {reply.get('proto', 'unknown')}, this program "
        f"{VERSION}; update the older one"
    )
