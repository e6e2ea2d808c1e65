"""Robot end of the link: sequence numbers, cached replies to repeated lines, events repeated until
acknowledged.

See "Numbers, repetition, and what keeps turns from doubling" in docs/protocol.md.
"""

from __future__ import annotations

from robot.clock import Clock
from robot.errors import FrameError
from robot.link.protocol import (
    EVENT_REPEAT_PERIOD_SECONDS,
    Event,
    Fields,
    LineSplitter,
    Message,
    decode,
    encode,
    next_seq,
)


class LinkLayer:
    """What was said since the robot booted. `last_seq` is the last accepted number, 0 for none.

    `last_heard` is when the host last made itself heard, by `clock`.
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
        """Take a byte; returns the new command that it completes. Answers all that is none."""
        for line in self._splitter.feed(bytes([byte])):
            return self._new_command(line)
        return None

    def reply(self, seq: int, verb: str, fields: Fields = ()) -> None:
        """Reply to command `seq`; the newest reply to the last one is kept."""
        line = encode(Message(seq, verb, fields))
        if seq == self.last_seq:
            self._cached_reply = line
        self._out.append(line)

    def send_event(self, verb: str, fields: Fields) -> None:
        """Send an event, again and again until the host acknowledges it."""
        self._event_count += 1
        event = Event(self._event_count, verb, fields)
        self._events[event.number] = (event, self._clock.now() + EVENT_REPEAT_PERIOD_SECONDS)
        self._out.append(encode(event))

    def drop_events(self, verb: str) -> None:
        """Take events of one kind for acknowledged."""
        self._events = {n: told for n, told in self._events.items() if told[0].verb != verb}

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
            said = decode(line)
        except FrameError:
            self._send_nak(0)
            return None
        self.last_heard = self._clock.now()
        if isinstance(said, Event):
            self._handle_acknowledgement(said)
            return None
        check_sum = line[-4:]
        if self._cached_reply and (said.seq, check_sum) == (self.last_seq, self._last_check_sum):
            self._out.append(self._cached_reply)
            return None
        in_order = said.verb == "HELLO" or said.seq == next_seq(self.last_seq)
        if said.seq == 0 or not in_order:
            self._send_nak(said.seq)
            return None
        self.last_seq, self._last_check_sum, self._cached_reply = said.seq, check_sum, b""
        return said

    def _handle_acknowledgement(self, said: Event) -> None:
        if said.verb == "ok":
            self._events.pop(said.number, None)
        else:
            self._send_nak(0)

    def _send_nak(self, seq: int) -> None:
        expected = (("expected", str(next_seq(self.last_seq))),)
        self._out.append(encode(Message(seq, "nak", expected)))
