"""What the robot's final replies mean: done, or an error with its words."""

from __future__ import annotations

from robot.errors import (
    JamError,
    MotionError,
    OfflineError,
    RefusedError,
    SlipError,
    StoppedError,
    VersionError,
)
from robot.protocol import VERSION, Message

_ERRORS: dict[str, type[MotionError]] = {
    "JAM": JamError,
    "SLIP": SlipError,
    "OFFLINE": OfflineError,
    "STOPPED": StoppedError,
}
_WORDS = {
    "JAM": "the turn caught",
    "SLIP": "a grip lost its hold",
    "OFFLINE": "a servo does not answer",
    "STOPPED": "the robot has been stopped",
}


def verdict(reply: Message, volts: str) -> Message:
    """Give a reply that says done; raise what any other one means.

    `volts` are what the supply last fell to, if it did. Raises VersionError and MotionError.
    """
    if reply.verb == "done":
        return reply
    code, axis = reply.get("code"), reply.get("axis")
    if code == "PROTO":
        raise version_error(reply)
    at = _degrees(reply.get("at"))
    where = f" at {at:+g}°" if at is not None else ""
    if reply.get("why") == "brownout":
        fell_to = f" to {volts} V" if volts else ""
        raise OfflineError(
            f"the supply fell{fell_to}, which is too little for the servos (axis {axis}{where})",
            axis,
            at,
        )
    if code in _ERRORS:
        words = f"{_WORDS[code]} (axis {axis or 'unknown'}{where})"
        raise _ERRORS[code](words, axis, at)
    said = " ".join(f"{key}={value}" for key, value in reply.fields)
    raise RefusedError(f"the robot refused a command: {reply.verb} {said}", axis, at)


def _degrees(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def version_error(reply: Message) -> VersionError:
    """Say which version the robot speaks."""
    return VersionError(
        f"the robot speaks protocol {reply.get('proto', 'of no version')!r} and this is version "
        f"{VERSION}; update the older of the two"
    )
