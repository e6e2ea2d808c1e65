"""A bare conversation with a robot: every byte as the check wants it, nothing put right."""

from __future__ import annotations

from collections import deque
from contextlib import suppress

from robot.command import Command, Pose
from robot.errors import FrameError, RobotError
from robot.port import Port, clock_of
from robot.protocol import (
    STATUS,
    VERSION,
    Event,
    Fields,
    LineSplitter,
    Message,
    command_to_fields,
    decode,
    encode,
    next_seq,
    text_to_pose,
)
from robot.rig import Rig, load_rig

# An immediate answer may take this long, in seconds; a whole motion that long.
PROMPT = 0.5
PATIENCE = 30.0
# So often a robot is greeted at first.
STARTING_TRIES = 3


class BreachError(RobotError):
    """The robot did not do what the protocol says."""


class InapplicableError(RobotError):
    """The rule cannot be shown on this robot; the message says why."""


class Probe:
    """Sends what it is told to, and hands over every line that comes."""

    def __init__(self, port: Port) -> None:
        self.seq = 0
        self._port = port
        self._clock = clock_of(port)
        self._splitter = LineSplitter()
        self._came: deque[Message | Event] = deque()
        self.greeting = self._first_hello()
        self.rig: Rig = load_rig(self.greeting.get("rig"))

    def now(self) -> float:
        """Give the time in seconds, by the port's own clock."""
        return self._clock.now()

    def send_raw(self, data: bytes) -> None:
        """Send bytes as they are."""
        self._port.write(data)

    def send(self, verb: str, fields: Fields = ()) -> bytes:
        """Send a command under the next number, and give its bytes."""
        self.seq = next_seq(self.seq)
        line = encode(Message(self.seq, verb, fields))
        self.send_raw(line)
        return line

    def hear(self, patience: float = PROMPT) -> Message | Event | None:
        """Give the next line, or None after `patience` seconds. A line out of form is a breach."""
        deadline = self.now() + patience
        while not self._came and self.now() < deadline:
            for raw in self._splitter.feed(self._port.read(self._port.in_waiting or 1)):
                try:
                    self._came.append(decode(raw))
                except FrameError as error:
                    raise BreachError(f"it sent a line that is none: {error}") from error
        return self._came.popleft() if self._came else None

    def reply(self, *verbs: str, patience: float = PROMPT) -> Message:
        """Give the answer to the last command, passing over events and `busy`.

        A breach if there is none, or if its verb is none of `verbs`.
        """
        return self.message(self.seq, *verbs, patience=patience)

    def message(self, seq: int, *verbs: str, patience: float = PROMPT) -> Message:
        """Give the next message with this number, passing over events and `busy`."""
        deadline = self.now() + patience
        while (line := self.hear(deadline - self.now())) is not None:
            if isinstance(line, Event) or line.seq != seq:
                continue
            if line.verb == "busy" and "busy" not in verbs:
                continue
            if line.verb not in verbs:
                raise BreachError(f"it answered {line.verb} {_text(line)} and not {verbs[0]}")
            return line
        raise BreachError(f"it did not answer {' or '.join(verbs)} within {patience:g} s")

    def event(self, verb: str, patience: float = PROMPT) -> Event:
        """Give the next event of this kind; a breach if there is none."""
        deadline = self.now() + patience
        while (line := self.hear(deadline - self.now())) is not None:
            if isinstance(line, Event) and line.verb == verb:
                return line
        raise BreachError(f"it did not tell the event {verb} within {patience:g} s")

    def accept(self, event: Event) -> None:
        """Answer an event, so that it is not repeated."""
        self.send_raw(encode(Event(event.number, "ok")))

    def error(self, code: str) -> Message:
        """Give the refusal of the last command; a breach if its code is another one."""
        reply = self.reply("err")
        if reply.get("code") != code:
            raise BreachError(f"it refused with {_text(reply)} and not with code={code}")
        return reply

    def hello(self) -> Message:
        """Open a session."""
        self.send("HELLO", (("proto", str(VERSION)),))
        return self.reply("done", patience=2.0)

    def _first_hello(self) -> Message:
        """Greet a board that may be starting just now, since its port has been opened."""
        for _ in range(STARTING_TRIES - 1):
            with suppress(BreachError):
                return self.hello()
        return self.hello()

    def status(self) -> Message:
        """Ask with the raw byte."""
        self.send_raw(STATUS)
        return self.message(0, "status")

    def pose(self) -> Pose:
        """Ask where everything stands."""
        self.send("POSE")
        return self.pose_in(self.reply("done"))

    def pose_in(self, message: Message) -> Pose:
        """Read the pose that a message carries; a breach if it carries none."""
        try:
            return text_to_pose(message.get("pose"), self.rig.axes, self.rig.grippers)
        except FrameError as error:
            raise BreachError(str(error)) from error

    def begin(self, command: Command) -> bytes:
        """Have a motion begun, and give its bytes."""
        line = self.send(*command_to_fields(command))
        self.reply("ack")
        return line

    def perform(self, command: Command) -> Message:
        """Have a motion done, making itself heard at each `busy`."""
        self.begin(command)
        deadline = self.now() + PATIENCE
        while self.now() < deadline:
            reply = self.reply("done", "busy", patience=deadline - self.now())
            if reply.verb == "done":
                return reply
            self.send_raw(STATUS)
        raise BreachError(f"{command} did not end within {PATIENCE:g} s")

    def forget(self) -> None:
        """Pass over what has come so far and whatever is still on its way."""
        deadline = self.now() + PROMPT
        while self.now() < deadline and self.hear(0.1) is not None:
            pass


def _text(message: Message) -> str:
    return " ".join(f"{key}={value}" for key, value in message.fields)
