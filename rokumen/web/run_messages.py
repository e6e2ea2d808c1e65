"""What the pages are told of a robot: its state, and the events of a job with a replay log."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from enum import Enum
from threading import Lock
from typing import Any, NamedTuple

Message = dict[str, Any]

# A browser this many messages behind is disconnected; it reconnects and starts from the log.
MAX_QUEUED = 2000
# Length limit of the replay log for browsers that connect later.
MAX_LOG_LENGTH = 500
# Events that are removed from the log by a new plan.
_TRANSIENT_EVENTS = frozenset({"began", "ended", "looked"})


class RunState(Enum):
    """State of the robot; the values are sent to the page.

    Between runs it is ready, connected, armed (its grippers are home) or moving by hand; absent
    where its port or a camera is not there; none where no robot is attached.
    """

    NONE = "none"
    ABSENT = "absent"
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
START_NEW = Button("start", "Start a new run")
TRY = Button("start", "Try the simulator")
CHECK = Button("check", "Look again")
PAUSE = Button("pause", "Pause after this turn")
GO_ON = Button("go-on", "Resume")
RESUME = Button("resume", "Resume")
LOOK_AGAIN = Button("resume", "Look again")
HOME = Button("home", "Move the grippers home")
CLEAR = Button("clear", "All stand clear: move")
RELAX = Button("relax", "Relax the jaws")
OFF = Button("power-off", "Servos off")
LET_GO = Button("load", "Let the cube go")


@dataclass(frozen=True, slots=True)
class RunStatus:
    """State with a text for the user, and whether `resume` can continue the run.

    `pose` is that in which a run ended, as the page lists it; empty while none was read.
    `is_unsure`: it stopped since it could not read the cube; `can_let_go`: its grippers can open;
    `asks_first`: it waits until people stand clear; `stop_level`: of the stop that is in force, ""
    for none, or a robot that cannot relax; `simulator`: what the page's fields show of it, None for
    a real robot.
    """

    state: RunState
    words: str
    resumable: bool = False
    pose: Sequence[Message] = ()
    is_unsure: bool = False
    can_let_go: bool = False
    asks_first: bool = False
    stop_level: str = ""
    simulator: Message | None = None

    @property
    def next_button(self) -> Button | None:
        """Return the one button that comes next, None while there is none."""
        if self.asks_first:
            return CLEAR
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
            case RunState.ABSENT:
                return CHECK
            case RunState.NONE:
                return TRY
        if self.resumable:
            return LOOK_AGAIN if self.is_unsure else RESUME
        return START

    @property
    def other_start(self) -> Button | None:
        """Return the button of a run where another one comes next, None while none can be started.

        A run that can be resumed still can be after another one.
        """
        cannot = self.state in ACTIVE_STATES or self.state is RunState.ABSENT or self.asks_first
        if cannot or self.next_button in (START, TRY):
            return None
        return START_NEW if self.resumable else START

    @property
    def further_stops(self) -> tuple[Button, ...]:
        """Return the buttons that bring the stop in force to a higher level."""
        return {"hold": (RELAX, OFF), "relax": (OFF,)}.get(self.stop_level, ())

    def as_message(self) -> Message:
        """Return the status as a message to the page; a pose is in it only if one was read."""
        message: Message = {
            "what": "state",
            "state": self.state.value,
            "words": self.words,
            "next": self.next_button._asdict() if self.next_button else None,
            "start": self.other_start.label if self.other_start else "",
            "stop_level": self.stop_level,
            "simulator": self.simulator,
        }
        return {**message, "pose": list(self.pose)} if self.pose else message


@dataclass(frozen=True, slots=True, eq=False)
class Subscriber:
    """Message queue of one browser; None at its end disconnects the browser."""

    loop: asyncio.AbstractEventLoop
    queue: asyncio.Queue[Message | None]

    def put(self, message: Message) -> None:
        """Append a message; must be called in the event loop's thread."""
        if self.queue.qsize() < MAX_QUEUED:
            self.queue.put_nowait(message)
        elif self.queue.qsize() == MAX_QUEUED:
            self.queue.put_nowait(None)


@dataclass(frozen=True, slots=True)
class RunCounts:
    """What there was of a run so far; `began`: the time of its first command, 0 before it."""

    began: float = 0.0
    jams: int = 0
    retries: int = 0
    plans: int = 0

    def after(self, message: Message) -> RunCounts:
        """Return what there was after a message of the run."""
        what = message["what"]
        return RunCounts(
            self.began or (message["time"] if what == "began" else 0.0),
            self.jams + (what == "failed"),
            self.retries + (what == "failed" and bool(message.get("again"))),
            self.plans + (what == "planned"),
        )


class Broadcaster:
    """Subscribers to the messages of a job, and the replay log for later ones."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._subscribers: set[Subscriber] = set()
        self._log: list[Message] = []
        self._counts = RunCounts()

    def publish(self, message: Message) -> None:
        """Send a message to all subscribers; from any thread, without waiting.

        With its time, and with `RunCounts`: the log is shortened, so that a page that is opened
        late could not count itself.
        """
        message = {"time": round(time.time(), 1), **message}
        with self._lock:
            self._counts = self._counts.after(message)
            message |= {"counts": asdict(self._counts)}
            self._append_to_log(message)
            for subscriber in self._subscribers:
                # The subscriber's event loop may just have closed.
                with suppress(RuntimeError):
                    subscriber.loop.call_soon_threadsafe(subscriber.put, message)

    def clear_log(self) -> None:
        """Clear the log at the start of a run."""
        with self._lock:
            self._log.clear()
            self._counts = RunCounts()

    @contextmanager
    def subscribe(self) -> Iterator[tuple[list[Message], asyncio.Queue[Message | None]]]:
        """Yield the log so far and a queue of all later messages; call it in the event loop."""
        subscriber = Subscriber(asyncio.get_running_loop(), asyncio.Queue())
        with self._lock:
            self._subscribers.add(subscriber)
            log = list(self._log)
        try:
            yield log, subscriber.queue
        finally:
            with self._lock:
                self._subscribers.discard(subscriber)

    def _append_to_log(self, message: Message) -> None:
        what = message["what"]
        if what == "planned":
            self._log = [
                earlier
                for earlier in self._log
                if earlier["what"] not in {"planned", *_TRANSIENT_EVENTS}
            ]
        elif what in ("read", "state"):
            self._log = [earlier for earlier in self._log if earlier["what"] != what]
        self._log.append(message)
        if len(self._log) > MAX_LOG_LENGTH and what == "failed":
            self._log.remove(next(earlier for earlier in self._log if earlier["what"] == "failed"))
