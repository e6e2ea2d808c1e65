"""The host's end of the wire: commands go out until they are answered, and nothing moves twice.

docs/protocol.md gives the rules for numbers, repetition and time-outs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from robot.command import Command, Pose
from robot.errors import (
    FrameError,
    JamError,
    LinkError,
    MotionError,
    OfflineError,
    RebootedError,
    RefusedError,
    SilentError,
    SlipError,
    StoppedError,
    VersionError,
)
from robot.port import Port, clock_of, open_port
from robot.protocol import (
    BUSY_SECONDS,
    STATUS,
    STOP,
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

FIRST_WAIT_SECONDS = 0.1
TRIES = 5
# A robot that answers `?` but not the command is given this many rounds of tries.
ROUNDS = 3
# A motion is given up for lost after three of the periods in which the robot must say busy.
QUIET_SECONDS = 3 * BUSY_SECONDS

_ERRORS: dict[str, type[MotionError]] = {
    "JAM": JamError,
    "SLIP": SlipError,
    "OFFLINE": OfflineError,
    "STOPPED": StoppedError,
}
_WORDS = {
    "JAM": "the turn caught",
    "SLIP": "a grip lost its hold",
    "OFFLINE": "a servo does not answer",
    "STOPPED": "the robot has been stopped",
}


@dataclass(frozen=True, slots=True)
class Greeting:
    """What a robot says of itself; `heartbeat` in seconds, `epoch` new at each of its boots."""

    firmware: str
    rig: str
    epoch: str
    feedback: tuple[str, ...]
    heartbeat: float


@dataclass(frozen=True, slots=True)
class Arrival:
    """A motion that ended as told: the pose, and the seconds it took by the robot's own clock."""

    pose: Pose
    seconds: float


@dataclass(slots=True)
class Traffic:
    """What passed so far: lines sent again, lines that came damaged, seconds of motion."""

    repeated: int = 0
    damaged: int = 0
    motion_seconds: float = 0.0


class Link:
    """A session with one robot. It speaks for as long as the robot's epoch stays the same."""

    def __init__(self, url: str, on_event: Callable[[Event], None] = lambda event: None) -> None:
        """Open the port and greet the robot.

        Raises PortError, SilentError (nobody answers), VersionError, or RigError (unknown rig).
        """
        self.url = url
        self.traffic = Traffic()
        self._on_event = on_event
        self._port: Port = open_port(url)
        self._clock = clock_of(self._port)
        self._splitter = LineSplitter()
        self._inbox: deque[Message] = deque()
        self._seq = 0
        self._last_event = 0
        self._epoch = ""
        try:
            self.greeting = self._hello()
            self.rig: Rig = load_rig(self.greeting.rig)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Link:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the port go. The robot holds what it holds."""
        self._port.close()

    def perform(self, command: Command) -> Arrival:
        """Have a motion done and wait for its end.

        Raises a MotionError where it did not end as told, and a LinkError where the robot fell
        silent or rebooted.
        """
        reply = self._ask(*command_to_fields(command))
        try:
            arrival = Arrival(self._pose(reply), float(reply.get("took")))
        except ValueError as error:
            raise LinkError(
                f"the robot ended {command} with {reply}, which says no time"
            ) from error
        self.traffic.motion_seconds += arrival.seconds
        return arrival

    def pose(self) -> Pose:
        """Ask where every actuator stands."""
        return self._pose(self._ask("POSE"))

    def clear(self) -> Pose:
        """Leave a fault or a stop; moves nothing. Gives the pose."""
        return self._pose(self._ask("CLEAR"))

    def stop(self) -> None:
        """Stop every motion at once. May be called from any thread or signal handler."""
        self._port.write(STOP)

    def _pose(self, reply: Message) -> Pose:
        try:
            return text_to_pose(reply.get("pose"), self.rig.axes, self.rig.grippers)
        except FrameError as error:
            raise LinkError(f"the robot's {reply.verb} carries no pose: {error}") from error

    def _hello(self) -> Greeting:
        reply = self._ask("HELLO", (("proto", str(VERSION)),))
        greeting = read_greeting(reply)
        self._meet(greeting.epoch)
        return greeting

    def _meet(self, epoch: str) -> None:
        if self._epoch and epoch != self._epoch:
            raise RebootedError(
                f"the robot on {self.url} has rebooted (its epoch was {self._epoch} and is "
                f"{epoch}), so that its pose is unknown"
            )
        self._epoch = epoch

    def _ask(self, verb: str, fields: Fields = ()) -> Message:
        """Have a command answered for good, opening the port anew once if nothing helps.

        To say it again under a new number is safe: targets are absolute.
        """
        try:
            return self._insist(verb, fields)
        except OSError:
            self._reopen()
        return self._insist(verb, fields)

    def _reopen(self) -> None:
        with suppress(OSError):
            self._port.close()
        self._port = open_port(self.url)
        self._splitter = LineSplitter()
        self._inbox.clear()
        if self._epoch:
            self._meet(self._insist("HELLO", (("proto", str(VERSION)),)).get("epoch"))
            self._wait_until_still()

    def _insist(self, verb: str, fields: Fields) -> Message:
        """Send a line until it is answered, waiting twice as long each time."""
        self._seq = next_seq(self._seq)
        line = encode(Message(self._seq, verb, fields))
        for _ in range(ROUNDS):
            for attempt in range(TRIES):
                self.traffic.repeated += 1 if attempt else 0
                self._port.write(line)
                reply = self._follow(FIRST_WAIT_SECONDS * 2**attempt)
                if reply is not None:
                    return _verdict(reply)
            if self._status() is None:
                break
        raise SilentError(
            f"the robot on {self.url} does not answer {verb}. Is it switched on, and is the port "
            "the right one?"
        )

    def _follow(self, wait: float) -> Message | None:
        """Wait for the end of the command just sent; None where the line should be sent again."""
        deadline = self._clock.now() + wait
        moving = False
        while True:
            message = self._receive(min(deadline, self._clock.now() + self._pulse(moving)))
            if message is None:
                if self._clock.now() >= deadline:
                    return None
                self._port.write(STATUS)
            elif message.verb == "status":
                self._meet(message.get("epoch"))
                if message.get("state") == "moving":
                    deadline = self._clock.now() + QUIET_SECONDS
                elif moving:
                    return None
            elif message.verb == "nak":
                self._port.write(STATUS)
                return None
            elif message.seq == self._seq:
                if message.verb not in ("ack", "busy"):
                    return message
                moving = True
                deadline = self._clock.now() + QUIET_SECONDS

    def _pulse(self, moving: bool) -> float:
        """Say how long to be silent at most: during a motion the robot listens for its host."""
        return self.greeting.heartbeat / 4 if moving else QUIET_SECONDS

    def _status(self) -> Message | None:
        """Ask with the raw byte, which is heard even where lines are not."""
        self._port.write(STATUS)
        deadline = self._clock.now() + QUIET_SECONDS
        while (message := self._receive(deadline)) is not None:
            if message.verb == "status":
                self._meet(message.get("epoch"))
                return message
        return None

    def _wait_until_still(self) -> None:
        while (status := self._status()) is not None and status.get("state") == "moving":
            self._clock.sleep(BUSY_SECONDS)

    def _receive(self, deadline: float) -> Message | None:
        """Give the next message, or None at `deadline`. Answers events on the way."""
        while not self._inbox:
            if self._clock.now() >= deadline:
                return None
            data = self._port.read(self._port.in_waiting or 1)
            for line in self._splitter.feed(data):
                self._take(line)
        return self._inbox.popleft()

    def _take(self, raw: bytes) -> None:
        try:
            line = decode(raw)
        except FrameError:
            self.traffic.damaged += 1
            return
        if isinstance(line, Message):
            self._inbox.append(line)
            return
        self._port.write(encode(Event(line.number, "ok")))
        if line.verb == "BOOT":
            self._meet(line.get("epoch"))
        if line.number > self._last_event:
            self._last_event = line.number
            self._on_event(line)


def _verdict(reply: Message) -> Message:
    """Give a reply that says done; raise what any other one means."""
    if reply.verb == "done":
        return reply
    code, axis = reply.get("code"), reply.get("axis")
    if code == "PROTO":
        raise _version_error(reply)
    at = _degrees(reply.get("at"))
    where = f" at {at:+g}°" if at is not None else ""
    if code in _ERRORS:
        raise _ERRORS[code](f"{_WORDS[code]} (axis {axis or 'unknown'}{where})", axis, at)
    said = " ".join(f"{key}={value}" for key, value in reply.fields)
    raise RefusedError(f"the robot refused a command: {reply.verb} {said}", axis, at)


def _degrees(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def read_greeting(reply: Message) -> Greeting:
    """Read the answer to HELLO. Raises VersionError, or LinkError for one that is none."""
    if reply.get("proto") != str(VERSION):
        raise _version_error(reply)
    try:
        return Greeting(
            firmware=reply.get("firmware"),
            rig=reply.get("rig"),
            epoch=reply.get("epoch"),
            feedback=tuple(reply.get("feedback").split(",")),
            heartbeat=float(reply.get("heartbeat")),
        )
    except ValueError as error:
        raise LinkError(f"the robot's greeting {reply} says no heartbeat") from error


def _version_error(reply: Message) -> VersionError:
    return VersionError(
        f"the robot speaks protocol {reply.get('proto', 'of no version')!r} and this is version "
        f"{VERSION}; update the older of the two"
    )
