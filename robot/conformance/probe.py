"""Protocol client without retries or error correction, for conformance checks."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress

from robot.errors import FrameError, RobotError
from robot.link.port import SerialPort, clock_of
from robot.link.protocol import (
    STATUS,
    VERSION,
    Event,
    LineSplitter,
    Message,
    decode,
    encode,
    next_seq,
    text_to_pose,
)
from robot.rigs.command import Command, Enable, Fields, Jog, Load, Pose
from robot.rigs.registry import check_same_mechanism, load_rig
from robot.rigs.rig import Rig

# Time-outs for an immediate answer and for a whole motion, in seconds.
REPLY_TIMEOUT_SECONDS = 0.5
MOTION_TIMEOUT_SECONDS = 30.0
# How often HELLO is sent at first.
HELLO_TRIES = 3


class ProtocolViolationError(RobotError):
    """The robot does not follow the protocol."""

    code = "E450"


class NotApplicableError(RobotError):
    """The rule cannot be checked on this robot; the message says why."""

    code = "E451"


class LineClient:
    """A client that sends each line once and returns every line that it receives.

    Its greeting is that of a version of the protocol.
    """

    def __init__(
        self, port: SerialPort, version: int, reopen: Callable[[], SerialPort] | None = None
    ) -> None:
        """Greet what is at a port.

        `reopen` closes the port and opens it again, None where that cannot be.
        """
        self._reopen = reopen
        self._version = version
        self.seq = 0
        self._port = port
        self._clock = clock_of(port)
        self._splitter = LineSplitter()
        self._received: deque[Message | Event] = deque()
        self.greeting = self._first_hello()

    def now(self) -> float:
        """Return the time in seconds, by the port's own clock."""
        return self._clock.now()

    def send_raw(self, data: bytes) -> None:
        """Send bytes as they are."""
        self._port.write(data)

    def send(self, verb: str, fields: Fields = ()) -> bytes:
        """Send a command with the next sequence number; return its bytes."""
        self.seq = next_seq(self.seq)
        line = encode(Message(self.seq, verb, fields))
        self.send_raw(line)
        return line

    def read_line(self, timeout: float = REPLY_TIMEOUT_SECONDS) -> Message | Event | None:
        """Return the next line, or None after `timeout` (s); raise for a malformed one."""
        deadline = self.now() + timeout
        while not self._received and self.now() < deadline:
            for raw in self._splitter.feed(self._port.read(self._port.in_waiting or 1)):
                try:
                    self._received.append(decode(raw))
                except FrameError as error:
                    raise ProtocolViolationError(
                        f"the robot sent a malformed line: {error}"
                    ) from error
        return self._received.popleft() if self._received else None

    def expect_reply(self, *verbs: str, timeout: float = REPLY_TIMEOUT_SECONDS) -> Message:
        """Return the answer to the last command, skipping events and `busy`.

        Raises ProtocolViolationError if there is none, or if its verb is not one of `verbs`.
        """
        return self.expect_message(self.seq, *verbs, timeout=timeout)

    def expect_message(
        self, seq: int, *verbs: str, timeout: float = REPLY_TIMEOUT_SECONDS
    ) -> Message:
        """Return the next message with this number, skipping events and `busy`."""
        deadline = self.now() + timeout
        while (line := self.read_line(deadline - self.now())) is not None:
            if isinstance(line, Event) or line.seq != seq:
                continue
            if line.verb == "busy" and "busy" not in verbs:
                continue
            if line.verb not in verbs:
                raise ProtocolViolationError(
                    f"the robot answered {line.verb} {_text(line)} and not {verbs[0]}"
                )
            return line
        raise ProtocolViolationError(
            f"the robot did not answer {' or '.join(verbs)} within {timeout:g} s"
        )

    def expect_error(self, code: str) -> Message:
        """Return the error reply to the last command; raise if its code is another one."""
        reply = self.expect_reply("err")
        if reply.get("code") != code:
            raise ProtocolViolationError(f"the robot's error is {_text(reply)} and not code={code}")
        return reply

    def hello(self) -> Message:
        """Open a session."""
        self.send("HELLO", (("proto", str(self._version)),))
        return self.expect_reply("done", timeout=2.0)

    def _first_hello(self) -> Message:
        """Repeat HELLO: a board may restart when its port is opened."""
        for _ in range(HELLO_TRIES - 1):
            with suppress(ProtocolViolationError):
                return self.hello()
        return self.hello()

    def status(self) -> Message:
        """Return the reply to the raw byte `?`."""
        self.send_raw(STATUS)
        return self.expect_message(0, "status")

    def restart(self) -> None:
        """Restart the robot by opening its port again.

        Raises NotApplicableError for a robot that goes on instead.
        """
        assert self._reopen is not None
        self._port = self._reopen()
        self._received.clear()
        self._splitter = LineSplitter()
        epoch = self._first_hello().get("epoch")
        if epoch == self.greeting.get("epoch"):
            raise NotApplicableError("the robot does not restart when its port is opened")

    def drain_input(self) -> None:
        """Discard all received lines and those still to come."""
        deadline = self.now() + REPLY_TIMEOUT_SECONDS
        while self.now() < deadline and self.read_line(0.1) is not None:
            pass


class RawClient(LineClient):
    """A client of a robot, by version 1 of the protocol."""

    def __init__(self, port: SerialPort, rig: Rig | None = None) -> None:
        """Take the rig that the robot names, or another description of it. Raises RigError."""
        super().__init__(port, VERSION)
        named = self.greeting.get("rig")
        self.rig: Rig = load_rig(named) if rig is None else rig
        check_same_mechanism(self.rig, named)

    def expect_event(self, verb: str, timeout: float = REPLY_TIMEOUT_SECONDS) -> Event:
        """Return the next event of this kind. Raises ProtocolViolationError if there is none."""
        deadline = self.now() + timeout
        while (line := self.read_line(deadline - self.now())) is not None:
            if isinstance(line, Event) and line.verb == verb:
                return line
        raise ProtocolViolationError(
            f"the robot did not send the event {verb} within {timeout:g} s"
        )

    def acknowledge(self, event: Event) -> None:
        """Acknowledge an event, so that it is not repeated."""
        self.send_raw(encode(Event(event.number, "ok")))

    def wait_for_standstill(self) -> None:
        """Return once no motion is in progress.

        Raises ProtocolViolationError for one that does not end, and discards what is received.
        """
        deadline = self.now() + MOTION_TIMEOUT_SECONDS
        while self.status().get("state") == "moving":
            self.drain_input()
            if self.now() > deadline:
                raise ProtocolViolationError(
                    f"the robot still moves {MOTION_TIMEOUT_SECONDS:g} s after a stop"
                )

    def pose(self) -> Pose:
        """Return the pose that the robot reports."""
        self.send("POSE")
        return self.parse_pose(self.expect_reply("done"))

    def parse_pose(self, message: Message) -> Pose:
        """Return the pose in a message. Raises ProtocolViolationError if it has none."""
        try:
            return text_to_pose(message.get("pose"), self.rig.axes, self.rig.grippers)
        except FrameError as error:
            raise ProtocolViolationError(str(error)) from error

    def start_motion(self, command: Command | Load | Jog | Enable) -> bytes:
        """Start a motion, and return its bytes."""
        line = self.send(command.verb, command.fields)
        self.expect_reply("ack")
        return line

    def execute(self, command: Command | Load | Jog | Enable) -> Message:
        """Execute a motion, sending a byte at each `busy` to keep the heartbeat."""
        self.start_motion(command)
        deadline = self.now() + MOTION_TIMEOUT_SECONDS
        while self.now() < deadline:
            reply = self.expect_reply("done", "busy", timeout=deadline - self.now())
            if reply.verb == "done":
                return reply
            self.send_raw(STATUS)
        raise ProtocolViolationError(f"{command} did not end within {MOTION_TIMEOUT_SECONDS:g} s")


def _text(message: Message) -> str:
    return " ".join(f"{key}={value}" for key, value in message.fields)
