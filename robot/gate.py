"""A gate between two commands: closed, the robot rests where it is, and goes on when it opens."""

from __future__ import annotations

from threading import Event

from robot.link import Link

# A robot that waits is asked for its pose this often, so that one that has gone is noticed.
ASK_SECONDS = 1.0


class Gate:
    """Open at first. May be opened and closed from any thread; one thread passes through it."""

    def __init__(self) -> None:
        self._opened = Event()
        self._opened.set()

    def close(self) -> None:
        """Let no further command begin; the one that is under way ends."""
        self._opened.clear()

    def open(self) -> None:
        """Let commands go on."""
        self._opened.set()

    def pass_through(self, link: Link) -> None:
        """Wait until the gate is open, keeping the link alive. Raises LinkError where it dies."""
        while not self._opened.wait(ASK_SECONDS):
            link.pose()
