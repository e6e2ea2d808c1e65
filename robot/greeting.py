"""What a robot says of itself when it is greeted."""

from __future__ import annotations

from dataclasses import dataclass

from robot.errors import LinkError
from robot.protocol import VERSION, Message
from robot.replies import version_error


@dataclass(frozen=True, slots=True)
class Greeting:
    """What a robot says of itself; `heartbeat` in seconds, `epoch` new at each of its boots."""

    firmware: str
    rig: str
    epoch: str
    feedback: tuple[str, ...]
    heartbeat: float


def read_greeting(reply: Message) -> Greeting:
    """Read the answer to HELLO. Raises VersionError, or LinkError for one that is none."""
    if reply.get("proto") != str(VERSION):
        raise version_error(reply)
    try:
        return Greeting(
            firmware=reply.get("firmware"),
            rig=reply.get("rig"),
            epoch=reply.get("epoch"),
            feedback=tuple(reply.get("feedback").split(",")),
            heartbeat=float(reply.get("heartbeat")),
        )
    except ValueError as error:
        raise LinkError(f"the robot's greeting {reply} says no heartbeat") from error
