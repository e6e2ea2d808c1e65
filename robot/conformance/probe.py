"""Checks of rules and their results; a client without retries or error correction."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from robot.errors import DriveError, FrameError, RobotError
from robot.link.port import SerialPort, clock_of
from robot.link.protocol import (
    CHIP_VERSION,
    STATUS,
    LineSplitter,
    Message,
    decode,
    encode,
    next_seq,
)
from robot.rigs.command import Fields

# Time-out for an immediate answer, in seconds.
REPLY_TIMEOUT_SECONDS = 0.5
# How often HELLO is sent at first.
HELLO_TRIES = 3


class ProtocolViolationError(RobotError):
    """The robot does not follow the protocol."""

    code = "E450"


class NotApplicableError(RobotError):
    """The rule cannot be checked on this robot; the message says why."""

    code = "E451"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Result of a check.

    `violation` describes what was done wrong, "" if nothing; `skip_reason` why the rule cannot be
    checked here, "" if it was.
    """

    rule: str
    violation: str = ""
    skip_reason: str = ""

    @property
    def passed(self) -> bool:
        """Return True if nothing was wrong."""
        return not self.violation


def checked(rule: str, check: Callable[[], None]) -> CheckResult:
    """Return the result of a check."""
    try:
        check()
    except NotApplicableError as error:
        return CheckResult(rule, skip_reason=error.message)
    except (ProtocolViolationError, DriveError) as error:
        return CheckResult(rule, violation=error.message)
    return CheckResult(rule)


class LineClient:
    """A client that sends each line once and returns every line that it receives."""

    def __init__(self, port: SerialPort, reopen: Callable[[], SerialPort]) -> None:
        """Greet the chip at a port; `reopen` closes the port and opens it again."""
        self._reopen = reopen
        self.seq = 0
        self._port = port
        self._clock = clock_of(port)
        self._splitter = LineSplitter()
        self._received: deque[Message] = deque()
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

    def read_line(self, timeout: float = REPLY_TIMEOUT_SECONDS) -> Message | None:
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
        """Return the answer to the last command, skipping all others.

        Raises ProtocolViolationError if there is none, or if its verb is not one of `verbs`.
        """
        return self.expect_message(self.seq, *verbs, timeout=timeout)

    def expect_message(
        self, seq: int, *verbs: str, timeout: float = REPLY_TIMEOUT_SECONDS
    ) -> Message:
        """Return the next message with this number, skipping all others."""
        deadline = self.now() + timeout
        while (line := self.read_line(deadline - self.now())) is not None:
            if line.seq != seq:
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
        self.send("HELLO", (("proto", str(CHIP_VERSION)),))
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


def _text(message: Message) -> str:
    return " ".join(f"{key}={value}" for key, value in message.fields)
