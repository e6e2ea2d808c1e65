"""Bytes out and messages in: damaged lines are passed over, events answered on the way.

See "Lines" and "Events" in docs/protocol.md.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from robot.errors import FrameError, PortError, RebootedError, StoppedError
from robot.port import POLL_SECONDS, CheckedPort, TimedPort, clock_of
from robot.protocol import (
    BUSY_SECONDS,
    EVENT_REPEAT_SECONDS,
    STOP,
    Event,
    LineSplitter,
    Message,
    decode,
    encode,
)

# A stop is so many bytes at once, as some may be lost: of these, one comes through the worst line.
STOP_BYTES = 20
# It is asked for again this often until it is known to have come through.
STOP_REPEAT_SECONDS = 0.01
# How long to wait for the robot to say why it has stopped.
REASON_SECONDS = 10 * EVENT_REPEAT_SECONDS


@dataclass(slots=True)
class Traffic:
    """What passed so far: lines sent again, lines that came damaged, seconds of motion."""

    repeated: int = 0
    damaged: int = 0
    motion_seconds: float = 0.0


class Wire:
    """A robot's port, and what it told unasked. `epoch` is the boot that is spoken with, "" first.

    `stop_asked` says whether `stop` has been called; `why_stopped` what the robot told of why it
    stopped, `volts` what its supply last fell to, "" where it told nothing; `bytes_heard` counts
    what came, damaged or not.
    """

    def __init__(
        self, url: str, on_event: Callable[[Event], None], opened_by: Callable[[str], TimedPort]
    ) -> None:
        """Open the port at `url` with `opened_by`. Raises PortError."""
        self.url = url
        self.traffic = Traffic()
        self.epoch = ""
        self.stop_asked = False
        self.why_stopped = ""
        self.volts = ""
        self.bytes_heard = 0
        self._on_event = on_event
        self._open = opened_by
        port = opened_by(url)
        self._port = CheckedPort(url, port)
        self.clock = clock_of(port)
        self._splitter = LineSplitter()
        self._inbox: deque[Message] = deque()
        self._last_event = 0

    def close(self) -> None:
        """Let the port go."""
        self._port.close()

    def reopen(self) -> None:
        """Open the port anew; what has not been read is forgotten. Raises PortError."""
        self._port.close()
        self._port = CheckedPort(self.url, self._open(self.url))
        self._splitter = LineSplitter()
        self._inbox.clear()

    def write(self, data: bytes) -> None:
        """Send bytes. Raises PortError."""
        self._port.write(data)

    def stop(self) -> None:
        """Stop every motion at once, for good. May be called from any thread or signal handler.

        Who waits for the robot says so again until it has heard it.
        """
        self.stop_asked = True
        # Who waits for the robot is told of a port that has gone away.
        with suppress(PortError):
            self._port.write(STOP_BYTES * STOP)

    def keep_still_if_stopped(self) -> None:
        """Raise StoppedError, and say so to the robot once more, where it has been told to stop."""
        if self.stop_asked:
            self._port.write(STOP)
            raise StoppedError("the robot has been stopped, and is to stay so")

    def learn_why_stopped(self) -> None:
        """Wait for the event that tells why; it is repeated until it is answered."""
        deadline = self.clock.now() + REASON_SECONDS
        while not self.why_stopped and not self.stop_asked and self.clock.now() < deadline:
            self._hear(deadline)

    def meet(self, epoch: str) -> None:
        """Take it that the robot said this epoch. Raises RebootedError where it was another."""
        if self.epoch and epoch != self.epoch:
            raise RebootedError(
                f"the robot on {self.url} has rebooted (its epoch was {self.epoch} and is "
                f"{epoch}), so that its pose is unknown"
            )
        self.epoch = epoch

    def receive(self, deadline: float) -> Message | None:
        """Give the next message, or None at `deadline`. Answers events on the way."""
        while not self._inbox:
            if self.clock.now() >= deadline:
                return None
            self._hear(deadline)
        return self._inbox.popleft()

    def _hear(self, deadline: float) -> None:
        """Take in what comes, waiting for it until `deadline` at most."""
        waiting = self._port.in_waiting
        if not waiting:
            self._port.timeout = self._patience(deadline - self.clock.now())
        data = self._port.read(waiting or 1)
        self.bytes_heard += len(data)
        for line in self._splitter.feed(data):
            self._take(line)

    def _patience(self, left: float) -> float:
        """Choose a time-out; one of few, because to change a port's settings takes time."""
        most = STOP_REPEAT_SECONDS if self.stop_asked else BUSY_SECONDS
        steps = (most, POLL_SECONDS)
        return next((step for step in steps if step <= min(left, most)), max(left, 0.001))

    def _take(self, raw: bytes) -> None:
        try:
            line = decode(raw)
        except FrameError:
            self.traffic.damaged += 1
            return
        if isinstance(line, Message):
            # What the host itself says, and a bad cable brings back, is in upper case.
            if line.verb.islower():
                self._inbox.append(line)
            return
        if line.verb == "ok":
            return
        self._port.write(encode(Event(line.number, "ok")))
        if line.verb == "BOOT":
            self.meet(line.get("epoch"))
        if line.number > self._last_event:
            self._last_event = line.number
            self.why_stopped = line.get("why") if line.verb == "ESTOP" else self.why_stopped
            self.volts = line.get("volts") if line.verb == "BROWNOUT" else self.volts
            self._on_event(line)
