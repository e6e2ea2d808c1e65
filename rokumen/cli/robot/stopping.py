"""What Ctrl-C does to a robot: the first press holds the cube, a later one relaxes the jaws."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from rokumen import Robot

# A second press within this time, in seconds, is taken for the first one.
LEAST_SECONDS = 2.0
# What is typed, with Enter, to take the power from the servos.
OFF = "off"

HELD = (
    "The jaws hold the cube. Press Ctrl-C again, 2 s from now at the earliest, to let them only "
    "touch it: the cube may fall then, so put a hand under it. Type off and Enter to take the "
    "power from all servos, or Enter to leave it held."
)
_HELD_BRIEFLY = "The jaws hold the cube. To take the power from all servos: rokumen robot off"
_CANNOT = (
    "The jaws hold the cube. This robot's firmware knows no levels of a stop, so they cannot be "
    "relaxed: update it, or switch the servos' supply off. Press Enter."
)
_RESULTS = {
    "hold": "The jaws hold the cube: where they only touch it is not known, see rokumen setup.",
    "relax": "The jaws only touch the cube now.",
    "off": "The servos have no power. Their pose is not known: hold the cube, and home the robot.",
}


class StopPresses:
    """Presses of Ctrl-C around one robot: the first interrupts, the next ones never too soon."""

    def __init__(self, robot: Robot, say: Callable[[str], None]) -> None:
        self._robot = robot
        self._say = say
        self._first: float | None = None
        self._waits = False

    def on_signal(self, number: int, frame: FrameType | None) -> None:
        """Interrupt what runs at the first press, and the waiting at one that is late enough."""
        now = time.monotonic()
        if self._first is None:
            self._first = now
            raise KeyboardInterrupt
        if self._waits and now - self._first >= LEAST_SECONDS:
            raise KeyboardInterrupt
        self._say(HELD)

    def relax_or_leave(self) -> str:
        """Say that the jaws hold the cube, and wait for a further press, off, or Enter.

        Returns the level of the stop that is in force then: "hold", "relax" or "off". Where nobody
        can press Enter it returns at once.
        """
        if not sys.stdin.isatty():
            self._say(_HELD_BRIEFLY)
            return "hold"
        can_relax = "relax" in self._robot.info.can
        self._say(HELD if can_relax else _CANNOT)
        self._first = time.monotonic()
        self._waits = True
        level = self._wanted() if can_relax else self._enter()
        self._waits = False
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
            return "relax"
        return OFF if typed.strip().lower() == OFF else "hold"

    def _enter(self) -> str:
        try:
            sys.stdin.readline()
        except KeyboardInterrupt:
            self._say(_CANNOT)
        return "hold"


@contextmanager
def stop_presses(robot: Robot, say: Callable[[str], None]) -> Iterator[StopPresses]:
    """Let Ctrl-C be handled by the presses that are given, within the block."""
    presses = StopPresses(robot, say)
    if threading.current_thread() is not threading.main_thread():
        yield presses
        return
    before = signal.signal(signal.SIGINT, presses.on_signal)
    try:
        yield presses
    finally:
        signal.signal(signal.SIGINT, before)
