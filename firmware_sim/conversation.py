"""The robot's half of the numbering: what makes a repeated line harmless, and events heard.

See "Numbers, repetition, and what keeps turns from doubling" in docs/protocol.md.
"""

from __future__ import annotations

from robot.clock import Clock
from robot.errors import FrameError
from robot.protocol import (
    EVENT_REPEAT_SECONDS,
    Event,
    Fields,
    LineSplitter,
    Message,
    decode,
    encode,
    next_seq,
)


class Conversation:
    """What was said since the robot booted. `last` is the last accepted number, 0 for none.

    `heard_at` is when the host last made itself heard, by `clock`.
    """

    def __init__(self, clock: Clock) -> None:
        self.last = 0
        self.heard_at = clock.now()
        self._clock = clock
        self._splitter = LineSplitter()
        self._last_check_sum = b""
        self._newest_reply = b""
        self._out: list[bytes] = []
        self._events: dict[int, tuple[Event, float]] = {}  # and when each is due again
        self._events_told = 0

    def read(self, byte: int) -> Message | None:
        """Take a byte; gives the new command that it completes. Answers all that is none."""
        for line in self._splitter.feed(bytes([byte])):
            return self._new_command(line)
        return None

    def answer(self, seq: int, verb: str, fields: Fields = ()) -> None:
        """Reply to command `seq`; the newest reply to the last one is kept."""
        line = encode(Message(seq, verb, fields))
        if seq == self.last:
            self._newest_reply = line
        self._out.append(line)

    def tell(self, verb: str, fields: Fields) -> None:
        """Send an event, again and again until the host acknowledges it."""
        self._events_told += 1
        event = Event(self._events_told, verb, fields)
        self._events[event.number] = (event, self._clock.now() + EVENT_REPEAT_SECONDS)
        self._out.append(encode(event))

    def silence(self, verb: str) -> None:
        """Take events of one kind for acknowledged."""
        self._events = {n: told for n, told in self._events.items() if told[0].verb != verb}

    def repeat_events(self) -> None:
        """Send the events that are due again."""
        now = self._clock.now()
        for number, (event, due) in self._events.items():
            if now >= due:
                self._events[number] = (event, now + EVENT_REPEAT_SECONDS)
                self._out.append(encode(event))

    def next_repeat(self) -> float | None:
        """Say when the next event is due again."""
        return min((due for _, due in self._events.values()), default=None)

    def take(self) -> list[bytes]:
        """Give, once, the lines that are to go out, in order."""
        lines, self._out = self._out, []
        return lines

    def _new_command(self, line: bytes) -> Message | None:
        try:
            said = decode(line)
        except FrameError:
            self._refuse(0)
            return None
        self.heard_at = self._clock.now()
        if isinstance(said, Event):
            self._acknowledged(said)
            return None
        check_sum = line[-4:]
        if self._newest_reply and (said.seq, check_sum) == (self.last, self._last_check_sum):
            self._out.append(self._newest_reply)
            return None
        in_order = said.verb == "HELLO" or said.seq == next_seq(self.last)
        if said.seq == 0 or not in_order:
            self._refuse(said.seq)
            return None
        self.last, self._last_check_sum, self._newest_reply = said.seq, check_sum, b""
        return said

    def _acknowledged(self, said: Event) -> None:
        if said.verb == "ok":
            self._events.pop(said.number, None)
        else:
            self._refuse(0)

    def _refuse(self, seq: int) -> None:
        expected = (("expected", str(next_seq(self.last))),)
        self._out.append(encode(Message(seq, "nak", expected)))
