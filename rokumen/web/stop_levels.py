"""The stop of a robot that is in force once its port is closed, and its higher levels."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock

from robot.errors import RobotError
from robot.link.protocol import StopLevel
from robot.link.session import Link

# How long after the stop, in seconds, jaws may be relaxed.
LEAST_SECONDS = 2.0

HELD = (
    "The jaws stay as they are. Relax the jaws, 2 s from now at the earliest, lets closed ones "
    "press the cube less: it may fall then, so put a hand under it. Servos off takes the power "
    "from all."
)
_RESULTS = {
    StopLevel.HOLD: "The jaws stay as they are: the robot does not know where they touch a cube.",
    StopLevel.RELAX: (
        "Closed jaws were told to press the cube less; the next motion closes them again first."
    ),
    StopLevel.OFF: "The servos have no power. Moving the grippers home turns them on.",
}


class StopInForce:
    """The stop that a person has sent last, if it is still in force. Thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._since = 0.0
        self._level: StopLevel | None = None

    @property
    def level(self) -> str:
        """Return its level, "" without a stop, or of a robot that knows no levels."""
        level = self._level
        return level.word if level else ""

    def begin(self) -> None:
        """Let a stop be in force, of a robot that knows the levels."""
        self._since, self._level = self._clock(), StopLevel.HOLD

    def end(self) -> None:
        """Let no stop be in force: the robot is connected anew."""
        self._level = None

    def raise_to(self, level: StopLevel, open_link: Callable[[], Link]) -> str:
        """Bring the stop to a level, through the robot's port; return what to say of it.

        Too soon after the stop nothing is done: the same words are said again.
        """
        with self._lock:
            if self._clock() - self._since < LEAST_SECONDS:
                return HELD
            try:
                with open_link() as link:
                    self._level = link.stop_and_wait(level)
            except RobotError as error:
                return f"{error}. {HELD}"
            return _RESULTS[self._level]
