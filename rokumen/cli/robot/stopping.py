"""What Ctrl-C does to a robot: the first press stops it, a later one relaxes its jaws."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType

from rokumen import Robot
from rokumen.cli.termination import TERMINATING, Handler, handled

# A second press within this time, in seconds, is taken for the first one.
LEAST_SECONDS = 2.0
# What is typed, with Enter, to take the power from the servos.
OFF = "off"

HELD = (
    "The jaws stay as they are. Press Ctrl-C again, 2 s from now at the earliest, to let closed "
    "ones press the cube less: it may fall then, so put a hand under it. Type off and Enter to "
    "take the power from all servos, or Enter to leave them."
)
HELD_BRIEFLY = "The jaws stay as they are. To take the power from all servos: rokumen robot off"
_CANNOT = (
    "The jaws stay as they are. This robot's firmware knows no levels of a stop, so they cannot be "
    "relaxed: update it, or switch the servos' supply off. Press Enter."
)
_RESULTS = {
    "hold": (
        "The jaws stay as they are: where they meet the cube is not known, see rokumen setup."
    ),
    "relax": "Closed jaws were told to press the cube less.",
    "off": "The servos have no power. Their pose is not known: hold the cube, and home the robot.",
}


class StopPresses:
    """Presses of Ctrl-C around one robot: the first interrupts, the next ones never too soon.

    Once the process was told to end, nobody is asked anything.
    """

    def __init__(self, robot: Robot, say: Callable[[str], None]) -> None:
        self._robot = robot
        self._say = say
        self._first: float | None = None
        self._is_waiting = False
        self._is_terminated = False

    def on_signal(self, number: int, frame: FrameType | None) -> None:
        """Interrupt what runs at the first press, and the waiting at one that is late enough."""
        now = time.monotonic()
        if self._first is None:
            self._first = now
            raise KeyboardInterrupt
        if self._is_waiting and now - self._first >= LEAST_SECONDS:
            raise KeyboardInterrupt
        if not self._is_terminated:
            self._say(HELD)

    def on_termination(self, end: Handler, number: int, frame: FrameType | None) -> None:
        """Interrupt what runs, as `end` does, unless the robot is being stopped already."""
        is_stopping = self._first is not None and not self._is_waiting
        self._is_terminated = True
        self._first = self._first or time.monotonic()
        try:
            end(number, frame)
        except KeyboardInterrupt:
            if not is_stopping:
                raise

    def relax_or_leave(self) -> str:
        """Say that the jaws stay as they are, and wait for a further press, off, or Enter.

        Returns the level of the stop that is in force then: "hold", "relax" or "off". Where nobody
        can press Enter, or the process was told to end, it returns at once.
        """
        if self._is_terminated or not sys.stdin.isatty():
            self._say(HELD_BRIEFLY)
            return "hold"
        can_relax = "relax" in self._robot.info.can
        self._say(HELD if can_relax else _CANNOT)
        self._first = time.monotonic()
        self._is_waiting = True
        level = self._wanted() if can_relax else self._enter()
        self._is_waiting = False
        if level == "hold":
            return level
        level = self._robot.stop_and_wait(level)
        self._say(_RESULTS[level])
        return level

    def _wanted(self) -> str:
        """Return the level that the person asks for."""
        try:
            typed = sys.stdin.readline()
        except KeyboardInterrupt:
            return "hold" if self._is_terminated else "relax"
        return OFF if typed.strip().lower() == OFF else "hold"

    def _enter(self) -> str:
        try:
            sys.stdin.readline()
        except KeyboardInterrupt:
            if not self._is_terminated:
                self._say(_CANNOT)
        return "hold"


@contextmanager
def stop_presses(robot: Robot, say: Callable[[str], None]) -> Iterator[StopPresses]:
    """Let Ctrl-C and the signals to end be handled by the presses that are given, in the block."""
    presses = StopPresses(robot, say)
    handlers: dict[int, Handler] = {signal.SIGINT: presses.on_signal}
    for number in TERMINATING:
        # One that would end the process at once, or is ignored, is left as it is.
        if callable(end := signal.getsignal(number)):
            handlers[number] = partial(presses.on_termination, end)
    with handled(handlers):
        yield presses
