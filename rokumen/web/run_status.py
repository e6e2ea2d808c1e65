"""The state of a robot as the page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

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
    PAUSING = "pausing"
    PAUSED = "paused"
    STOPPING = "stopping"
    STOPPED = "stopped"
    SOLVED = "solved"


ACTIVE_STATES = frozenset(
    {
        RunState.STARTING,
        RunState.MOVING,
        RunState.RUNNING,
        RunState.PAUSING,
        RunState.PAUSED,
        RunState.STOPPING,
    }
)
PAUSE_STATES = frozenset({RunState.PAUSING, RunState.PAUSED})
# A robot is connected, and stands still until a button is pressed.
HAND_STATES = frozenset({RunState.CONNECTED, RunState.ARMED, RunState.SOLVED})


class Button(NamedTuple):
    """A button of the page: `/robot/NAME` is where it is sent."""

    name: str
    label: str


START = Button("start", "Start")
PAUSE = Button("pause", "Pause after this turn")
GO_ON = Button("go-on", "Go on")
RESUME = Button("resume", "Go on")
LOOK_AGAIN = Button("resume", "Look again")
HOME = Button("home", "Move the grippers home")
LET_GO = Button("load", "Let the cube go")


@dataclass(frozen=True, slots=True)
class RunStatus:
    """State with a text for the user, and whether `resume` can continue the run.

    `pose` is that in which a run ended, as the page lists it; empty while none was read.
    `is_unsure`: it stopped since it could not read the cube; `can_let_go`: its grippers can open.
    """

    state: RunState
    words: str
    resumable: bool = False
    pose: Sequence[Message] = ()
    is_unsure: bool = False
    can_let_go: bool = False

    @property
    def next_button(self) -> Button | None:
        """Return the one button that comes next, None while there is none."""
        match self.state:
            case RunState.STARTING | RunState.MOVING | RunState.STOPPING:
                return None
            case RunState.RUNNING:
                return PAUSE
            case RunState.PAUSING | RunState.PAUSED:
                return GO_ON
            case RunState.CONNECTED:
                return HOME
            case RunState.SOLVED if self.can_let_go:
                return LET_GO
        if self.resumable:
            return LOOK_AGAIN if self.is_unsure else RESUME
        return START

    def as_message(self) -> Message:
        """Return the status as a message to the page; a pose is in it only if one was read."""
        message: Message = {
            "what": "state",
            "state": self.state.value,
            "words": self.words,
            "resumable": self.resumable,
            "next": self.next_button._asdict() if self.next_button else None,
        }
        return {**message, "pose": list(self.pose)} if self.pose else message
