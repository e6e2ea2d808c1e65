"""Sends and receives framed messages over a port: drops corrupt lines, acknowledges events, checks
the boot epoch.

See "Lines" and "Events" in docs/protocol.md.
"""

from __future__ import annotations

import logging
from collections import deque
from contextlib import suppress

from robot.errors import FrameError, PortError, RebootedError, StoppedError
from robot.link.connection import LinkStatistics
from robot.link.port import POLL_SECONDS, PortOpener, clock_of
from robot.link.protocol import (
    BUSY_PERIOD_SECONDS,
    EVENT_REPEAT_PERIOD_SECONDS,
    Event,
    LineSplitter,
    Message,
    StopLevel,
    decode,
    encode,
)

_log = logging.getLogger(__name__)

# How many stop bytes are sent at once: some may be lost, but of these one arrives on any line.
STOP_BYTES = 20
# How often a stop is repeated until it is acknowledged, in seconds.
STOP_REPEAT_SECONDS = 0.01
# How long to wait for the event with the reason of a stop, in seconds.
STOP_REASON_TIMEOUT_SECONDS = 10 * EVENT_REPEAT_PERIOD_SECONDS


class Transport:
    """A robot's port, and the events that the robot sent. `epoch` identifies the robot's boot, ""
    at first. `stop_requested` is the highest level with which `stop` has been called, None at
    first; `stop_reason` is the reason in the robot's stop event, `brownout_volts` the voltage in
    its last undervoltage event, both "" without one; `bytes_received` counts all bytes, damaged or
    not.
    """

    def __init__(self, url: str, port_factory: PortOpener) -> None:
        """Open the port at `url` with `port_factory`. Raises PortError."""
        self.url = url
        self.traffic = LinkStatistics()
        self.epoch = ""
        self.stop_requested: StopLevel | None = None
        self.stop_reason = ""
        self.brownout_volts = ""
        self.bytes_received = 0
        self._open = port_factory
        self._port = port_factory(url)
        self.clock = clock_of(self._port)
        self._splitter = LineSplitter()
        self._inbox: deque[Message] = deque()
        self._last_event = 0

    def close(self) -> None:
        """Close the port."""
        self._port.close()

    def reopen(self) -> None:
        """Reopen the port; unread bytes are discarded. Raises PortError."""
        _log.info("opening %s again", self.url)
        self._port.close()
        self._port = self._open(self.url)
        self._splitter = LineSplitter()
        self._inbox.clear()

    def write(self, data: bytes) -> None:
        """Send bytes. Raises PortError."""
        self._port.write(data)

    def stop(self, level: StopLevel = StopLevel.HOLD) -> None:
        """Stop every motion at once, for good. May be called from any thread or signal handler.

        The thread that waits for the robot repeats the stop until it is acknowledged.
        """
        before = self.stop_requested
        if before is None or level.rank > before.rank:
            self.stop_requested = level
        # The thread that waits for the robot reports a disconnected port.
        with suppress(PortError):
            self._port.write(STOP_BYTES * level.raw)

    def repeat_stop(self) -> None:
        """Send the stop again that was requested, if any. Raises PortError."""
        if self.stop_requested is not None:
            self._port.write(self.stop_requested.raw)

    def raise_if_stopped(self) -> None:
        """Raise StoppedError and repeat the stop to the robot, if `stop` was called."""
        if self.stop_requested is not None:
            self.repeat_stop()
            raise StoppedError("the robot was stopped; connect to it again to move it")

    def forget_why_stopped(self) -> None:
        """Discard the reason of an earlier stop."""
        self.stop_reason = ""

    def wait_for_stop_reason(self) -> None:
        """Wait for the event with the stop's reason; the robot repeats it until acknowledged."""
        deadline = self.clock.now() + STOP_REASON_TIMEOUT_SECONDS
        while not self.stop_reason and self.stop_requested is None and self.clock.now() < deadline:
            self._read_available(deadline)

    def check_epoch(self, epoch: str) -> None:
        """Store the robot's boot epoch. Raises RebootedError if it differs from the one before."""
        if self.epoch and epoch != self.epoch:
            raise RebootedError(
                f"the robot on {self.url} has rebooted (epoch {self.epoch} -> "
                f"{epoch}); its pose is unknown"
            )
        self.epoch = epoch

    def receive(self, deadline: float) -> Message | None:
        """Return the next message, or None at `deadline`; acknowledge events meanwhile."""
        while not self._inbox:
            if self.clock.now() >= deadline:
                return None
            self._read_available(deadline)
        return self._inbox.popleft()

    def _read_available(self, deadline: float) -> None:
        """Read and process received bytes, waiting until `deadline` at most."""
        waiting = self._port.in_waiting
        if not waiting:
            self._port.timeout = self._read_timeout(deadline - self.clock.now())
        data = self._port.read(waiting or 1)
        self.bytes_received += len(data)
        for line in self._splitter.feed(data):
            self._handle_line(line)

    def _read_timeout(self, left: float) -> float:
        """Return a read time-out; one of a few, because changing a port's settings takes time."""
        most = STOP_REPEAT_SECONDS if self.stop_requested is not None else BUSY_PERIOD_SECONDS
        steps = (most, POLL_SECONDS)
        return next((step for step in steps if step <= min(left, most)), max(left, 0.001))

    def _handle_line(self, raw: bytes) -> None:
        try:
            line = decode(raw)
        except FrameError as error:
            _log.debug("a damaged line from the robot: %s", error)
            self.traffic.count_damaged()
            return
        if isinstance(line, Message):
            # A bad cable can echo the host's own lines; their verbs are in upper case.
            if line.verb.islower():
                self._inbox.append(line)
            return
        if line.verb == "ok":
            return
        self._port.write(encode(Event(line.number, "ok")))
        if line.verb == "BOOT":
            self.check_epoch(line.get("epoch"))
        if line.number > self._last_event:
            _log.info("event from the robot: %s %s", line.verb, dict(line.fields))
            self._last_event = line.number
            self.stop_reason = line.get("why") if line.verb == "ESTOP" else self.stop_reason
            self.brownout_volts = (
                line.get("volts") if line.verb == "BROWNOUT" else self.brownout_volts
            )
