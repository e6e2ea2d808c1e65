"""Robot end of the link: sequence numbers, cached replies to repeated lines, events repeated until
acknowledged.

See "Sequence numbers and repetition" in docs/protocol.md.
"""

from __future__ import annotations

from robot.clock import Clock
from robot.errors import FrameError
from robot.link.protocol import (
    EVENT_REPEAT_PERIOD_SECONDS,
    Event,
    LineSplitter,
    Message,
    decode,
    encode,
    next_seq,
)
from robot.rigs.command import Fields
from robot.rules import Rule


class LinkLayer:
    """State of the link since the robot booted.

    `last_seq` is the last accepted number, 0 for none. `last_heard` is the time, by `clock`, of the
    last byte from the host.
    """

    def __init__(self, clock: Clock) -> None:
        self.last_seq = 0
        self.last_heard = clock.now()
        self._clock = clock
        self._splitter = LineSplitter()
        self._last_check_sum = b""
        self._cached_reply = b""
        self._out: list[bytes] = []
        self._events: dict[int, tuple[Event, float]] = {}  # and when each is due again
        self._event_count = 0

    def receive_byte(self, byte: int) -> Message | None:
        """Process a byte; return the new command that it completes. Answers all other lines."""
        for line in self._splitter.feed(bytes([byte])):
            return self._new_command(line)
        return None

    def reply(self, seq: int, verb: str, fields: Fields = ()) -> None:
        """Reply to command `seq`; the last reply to the newest command is cached."""
        line = encode(Message(seq, verb, fields))
        if seq == self.last_seq:
            self._cached_reply = line
        self._out.append(line)

    def reply_error(self, seq: int, code: str, *fields: tuple[str, str]) -> None:
        """Reply to command `seq` that it failed, or is refused."""
        self.reply(seq, "err", (("code", code), *fields))

    def reply_refused(self, seq: int, code: str, rule: Rule) -> None:
        """Reply to command `seq` that it is refused, because it breaks a rule."""
        self.reply_error(seq, code, ("why", rule.wire_name))

    def send_event(self, verb: str, fields: Fields) -> None:
        """Send an event, again and again until the host acknowledges it."""
        self._event_count += 1
        event = Event(self._event_count, verb, fields)
        self._events[event.number] = (event, self._clock.now() + EVENT_REPEAT_PERIOD_SECONDS)
        self._out.append(encode(event))

    def drop_events(self, verb: str) -> None:
        """Treat events of one kind as acknowledged."""
        self._events = {n: entry for n, entry in self._events.items() if entry[0].verb != verb}

    def resend_due_events(self) -> None:
        """Send the events that are due again."""
        now = self._clock.now()
        for number, (event, due) in self._events.items():
            if now >= due:
                self._events[number] = (event, now + EVENT_REPEAT_PERIOD_SECONDS)
                self._out.append(encode(event))

    def next_resend_time(self) -> float | None:
        """Return when the next event is due again."""
        return min((due for _, due in self._events.values()), default=None)

    def read_output(self) -> list[bytes]:
        """Return, once, the lines that are to go out, in order."""
        lines, self._out = self._out, []
        return lines

    def _new_command(self, line: bytes) -> Message | None:
        try:
            message = decode(line)
        except FrameError:
            self._send_nak(0)
            return None
        self.last_heard = self._clock.now()
        if isinstance(message, Event):
            self._handle_acknowledgement(message)
            return None
        check_sum = line[-4:]
        if self._cached_reply and (message.seq, check_sum) == (self.last_seq, self._last_check_sum):
            self._out.append(self._cached_reply)
            return None
        in_order = message.verb == "HELLO" or message.seq == next_seq(self.last_seq)
        if message.seq == 0 or not in_order:
            self._send_nak(message.seq)
            return None
        self.last_seq, self._last_check_sum, self._cached_reply = message.seq, check_sum, b""
        return message

    def _handle_acknowledgement(self, message: Event) -> None:
        if message.verb == "ok":
            self._events.pop(message.number, None)
        else:
            self._send_nak(0)

    def _send_nak(self, seq: int) -> None:
        expected = (("expected", str(next_seq(self.last_seq))),)
        self._out.append(encode(Message(seq, "nak", expected)))
