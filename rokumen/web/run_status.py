"""The state of a robot as the page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from rokumen.web.broadcaster import Message


class RunState(Enum):
    """State of the robot; the values are sent to the page.

    Between runs it is ready, connected, armed (its grippers are home) or moving by hand.
    """

    READY = "ready"
    CONNECTED = "connected"
    ARMED = "armed"
    MOVING = "moving"
    STARTING = "starting"
    RUNNING = "running"
    PAUSED = "paused"
    STOPPING = "stopping"
    STOPPED = "stopped"
    SOLVED = "solved"


ACTIVE_STATES = frozenset(
    {RunState.STARTING, RunState.MOVING, RunState.RUNNING, RunState.PAUSED, RunState.STOPPING}
)
# A robot is connected, and stands still until a button is pressed.
HAND_STATES = frozenset({RunState.CONNECTED, RunState.ARMED})


@dataclass(frozen=True, slots=True)
class RunStatus:
    """State with a text for the user, and whether `resume` can continue the run.

    `pose` is that in which a run ended, as the page lists it; empty while none was read.
    """

    state: RunState
    words: str
    resumable: bool = False
    pose: Sequence[Message] = ()

    def as_message(self) -> Message:
        """Return the status as a message to the page; a pose is in it only if one was read."""
        message: Message = {
            "what": "state",
            "state": self.state.value,
            "words": self.words,
            "resumable": self.resumable,
        }
        return {**message, "pose": list(self.pose)} if self.pose else message
