"""A chip under test by its own lines: short motions of its first two channels."""

from __future__ import annotations

from collections.abc import Callable

from robot.conformance.probe import LineClient, ProtocolViolationError
from robot.drives.drive import ChannelKind
from robot.link.port import SerialPort
from robot.link.protocol import Message, StopLevel, encode, next_seq

MICROSECONDS = 1_000_000
NUMBERS = 1 << 16
WRAP = 1 << 32
# How long a motion of the tests takes, and a long one, in seconds; by how much it goes.
SECONDS, LONG_SECONDS = 0.2, 5.0
WAY = 50
_WATCHDOG_MS = 2000


class ChipProbe(LineClient):
    """A chip at a port, whose first two channels are in the middle of their range."""

    def __init__(self, port: SerialPort, reopen: Callable[[], SerialPort]) -> None:
        super().__init__(port, reopen)
        self.middle = 0 if self.greeting.get("kind") == ChannelKind.STEPPER else 1500

    def whole(self, message: Message, key: str) -> int:
        """Return a whole number of a message. Raises ProtocolViolationError."""
        try:
            return int(message.get(key))
        except ValueError:
            raise ProtocolViolationError(
                f"{message.verb} has {key}={message.get(key)!r}, which is no whole number"
            ) from None

    @property
    def period(self) -> float:
        """Return how often the outputs change, in seconds."""
        return self.whole(self.greeting, "period") / MICROSECONDS

    def reset(self) -> None:
        """End what the rule before has left, and bring two channels to their middle."""
        self.send_raw(StopLevel.OFF.raw + b"\n")
        self.drain_input()
        self.hello()
        self.order("CLEAR")
        self.order("WATCHDOG", time=_WATCHDOG_MS, silence="relax")
        for channel in (0, 1):
            self.order("ENABLE", channel=channel, target=self.middle)

    def say(self, verb: str, **fields: int | str) -> Message:
        """Return the answer to a line."""
        self.send(verb, tuple((key, str(value)) for key, value in fields.items()))
        return self.expect_reply("done", "err")

    def order(self, verb: str, **fields: int | str) -> Message:
        """Return the answer `done`. Raises ProtocolViolationError for an error."""
        self.send(verb, tuple((key, str(value)) for key, value in fields.items()))
        return self.expect_reply("done")

    def expect_refused(self, code: str, verb: str, **fields: int | str) -> Message:
        """Return the error with which a line is refused."""
        self.send(verb, tuple((key, str(value)) for key, value in fields.items()))
        return self.expect_error(code)

    def start_fields(
        self, target: int, seconds: float = SECONDS, ahead: float = 0.05
    ) -> dict[str, int | str]:
        """Return the fields of a START of the first channel."""
        state = self.order("BEAT")
        begin = (self.whole(state, "clock") + round(ahead * MICROSECONDS)) % WRAP
        segment = f"0,0,{target},{round(seconds * MICROSECONDS)}"
        return {"n": self.whole(state, "taken"), "t": begin, "s": segment}

    def next_line(self, verb: str, **fields: int | str) -> bytes:
        """Return the bytes of the line that is expected next; it is not sent."""
        texts = tuple((key, str(value)) for key, value in fields.items())
        return encode(Message(next_seq(self.seq), verb, texts))

    def places(self) -> list[str]:
        """Return where the chip says that its channels are."""
        return self.order("READ").get("at").split(",")

    def taken(self) -> int:
        """Return the number of the next segment."""
        return self.whole(self.order("BEAT"), "taken")

    def stop(self, data: bytes = StopLevel.HOLD.raw) -> Message:
        """Send a stop, and return the status after it; bytes of no stop may be refused."""
        self.send_raw(data + b"\n")
        self.read_line(2 * self.period)
        return self.status()

    def wait(self, seconds: float) -> None:
        """Let time pass with beats; no line is lost by it."""
        end = self.now() + seconds
        while (left := end - self.now()) > 0:
            self.order("BEAT")
            self.read_line(min(left, 0.1))

    def require_at(self, target: int, what: str) -> None:
        """Raise ProtocolViolationError unless the first channel is at a target."""
        if (now := self.places()[0]) != str(target):
            raise ProtocolViolationError(f"after {what} channel 0 is at {now}, not at {target}")

    def require_still(self, what: str, seconds: float = SECONDS) -> None:
        """Raise ProtocolViolationError if a channel moves."""
        before = self.places()
        self.wait(seconds + 2 * self.period)
        if (after := self.places()) != before:
            raise ProtocolViolationError(f"after {what} the channels went from {before} to {after}")

    def require_middle(self, what: str) -> None:
        """Raise ProtocolViolationError if the first channel has moved, or moves."""
        self.require_still(what)
        self.require_at(self.middle, what)

    def require_stop(self, status: Message, level: str, why: str = "host") -> None:
        """Raise ProtocolViolationError unless a status says this stop."""
        said = (status.get("stop"), status.get("why"))
        if said != (level, why if level != "none" else ""):
            raise ProtocolViolationError(f"the chip says stop={said[0]} why={said[1]}, not {level}")
