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
    EndlessError,
    FrameError,
    LinkError,
    PortError,
    RebootedError,
    RobotError,
    SilentError,
    StoppedError,
)
from robot.port import POLL_SECONDS, CheckedPort, TimedPort, clock_of, open_port
from robot.protocol import (
    BUSY_SECONDS,
    EVENT_REPEAT_SECONDS,
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
from robot.replies import verdict, version_error
from robot.rig import Rig, load_rig

FIRST_WAIT_SECONDS = 0.1
TRIES = 5
# A robot that is heard, but does not answer the command, is given this many rounds of tries.
ROUNDS = 10
# A motion that is still going on after this time never ends.
LONGEST_MOTION_SECONDS = 30.0
# A stop is asked for again this often until it is known to have come through.
STOP_REPEAT_SECONDS = 0.01
# How long to wait for the robot to say why it has stopped.
REASON_SECONDS = 10 * EVENT_REPEAT_SECONDS
# A motion is given up for lost after three of the periods in which the robot must say busy.
QUIET_SECONDS = 3 * BUSY_SECONDS


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

    def __init__(
        self,
        url: str,
        on_event: Callable[[Event], None] = lambda event: None,
        opened_by: Callable[[str], TimedPort] | None = None,
    ) -> None:
        """Open the port, `opened_by` something else than pySerial if need be; greet the robot.

        Raises PortError, SilentError (nobody answers), VersionError, or RigError (unknown rig).
        """
        self.url = url
        self.traffic = Traffic()
        self._on_event = on_event
        self._open = opened_by or open_port
        port = self._open(url)
        self._port = CheckedPort(url, port)
        self._clock = clock_of(port)
        self._splitter = LineSplitter()
        self._inbox: deque[Message] = deque()
        self._seq = 0
        self._last_event = 0
        self._epoch = ""
        self._stop_asked = False
        self._bytes_heard = 0
        self._heartbeat = QUIET_SECONDS
        self._why_stopped = ""
        self._volts = ""
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
        self._keep_still_if_stopped()
        try:
            reply = self._ask(*command_to_fields(command))
        except StoppedError:
            self._learn_why_stopped()
            raise
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
        """Leave a fault, or a stop that nobody asked for; moves nothing. Gives the pose.

        Raises StoppedError once `stop` has been called.
        """
        self._keep_still_if_stopped()
        self._why_stopped = ""
        return self._pose(self._ask("CLEAR"))

    @property
    def stopped_on_purpose(self) -> bool:
        """Tell whether somebody wants the robot to stand still.

        So it is once `stop` has been called or the robot's own button pressed. What else stops it
        is the line: a silence, or an `8` that was damaged into the byte that stops.
        """
        return self._stop_asked or self._why_stopped not in ("host", "silence")

    def stop(self) -> None:
        """Stop every motion at once, for good. May be called from any thread or signal handler.

        The link keeps saying so until the robot has heard it.
        """
        self._stop_asked = True
        # Who waits for the robot is told of a port that has gone away.
        with suppress(PortError):
            # Some, because a byte may be lost.
            self._port.write(5 * STOP)

    def hold(self) -> None:
        """Stop, and see to it that the robot stands still, as far as it can be reached."""
        self.stop()
        with suppress(RobotError):
            self._wait_until_still()

    def _keep_still_if_stopped(self) -> None:
        if self._stop_asked:
            self._port.write(STOP)
            raise StoppedError("the robot has been stopped, and is to stay so")

    def _learn_why_stopped(self) -> None:
        """Wait for the event that tells why; it is repeated until it is answered."""
        deadline = self._clock.now() + REASON_SECONDS
        while not self._why_stopped and not self._stop_asked and self._clock.now() < deadline:
            self._hear(deadline)

    def _pose(self, reply: Message) -> Pose:
        try:
            return text_to_pose(reply.get("pose"), self.rig.axes, self.rig.grippers)
        except FrameError as error:
            raise LinkError(f"the robot's {reply.verb} carries no pose: {error}") from error

    def _hello(self) -> Greeting:
        reply = self._ask("HELLO", (("proto", str(VERSION)),))
        greeting = read_greeting(reply)
        self._heartbeat = greeting.heartbeat
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

        To say it again under a new number is safe: targets are absolute. Raises PortError where
        the port goes away once more.
        """
        try:
            return self._insist(verb, fields)
        except OSError:
            self._reopen()
        return self._insist(verb, fields)

    def _reopen(self) -> None:
        self._port.close()
        self._port = CheckedPort(self.url, self._open(self.url))
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
                    return verdict(reply, self._volts)
            if not self._is_alive():
                break
        raise SilentError(
            f"the robot on {self.url} does not answer {verb}. Is it switched on, and is the port "
            "the right one?"
        )

    def _follow(self, wait: float) -> Message | None:
        """Wait for the end of the command just sent; None where the line should be sent again."""
        began = self._clock.now()
        deadline = began + wait
        moving = False
        while True:
            message = self._receive(min(deadline, self._clock.now() + self._pulse(moving)))
            now = self._clock.now()
            if self._stop_asked:
                self._port.write(STOP)
            if moving and now > began + LONGEST_MOTION_SECONDS:
                self._give_up_waiting()
            if message is None:
                if now >= deadline:
                    return None
                self._port.write(STATUS)
            elif message.verb == "status":
                self._meet(message.get("epoch"))
                if message.get("state") == "moving":
                    moving = True
                    deadline = now + QUIET_SECONDS
                elif moving:
                    return None
            elif message.verb == "nak":
                self._port.write(STATUS)
                return None
            elif message.seq == self._seq:
                if message.verb not in ("ack", "busy"):
                    return message
                moving = True
                deadline = now + QUIET_SECONDS

    def _give_up_waiting(self) -> None:
        self.stop()
        raise EndlessError(
            f"the robot on {self.url} says that it is busy, and has not ended a motion in "
            f"{LONGEST_MOTION_SECONDS:.0f} s; it has been told to stop. Switch it off and on again"
        )

    def _pulse(self, moving: bool) -> float:
        """Say how long to be silent at most: during a motion the robot listens for its host."""
        if self._stop_asked:
            return STOP_REPEAT_SECONDS
        return self._heartbeat / 4 if moving else QUIET_SECONDS

    def _is_alive(self) -> bool:
        """Ask with the raw byte, which is heard even where lines are not, as often as a line."""
        heard = self._bytes_heard
        return any(
            self._status(FIRST_WAIT_SECONDS * 2**attempt) is not None or self._bytes_heard > heard
            for attempt in range(TRIES)
        )

    def _status(self, patience: float = QUIET_SECONDS) -> Message | None:
        """Ask for the status."""
        self._port.write(STATUS)
        deadline = self._clock.now() + patience
        while (message := self._receive(deadline)) is not None:
            if message.verb == "status":
                self._meet(message.get("epoch"))
                return message
        return None

    def _wait_until_still(self) -> None:
        deadline = self._clock.now() + LONGEST_MOTION_SECONDS
        while (status := self._status()) is not None and status.get("state") == "moving":
            if self._stop_asked:
                self._port.write(STOP)
            elif self._clock.now() > deadline:
                self._give_up_waiting()
            else:
                self._clock.sleep(BUSY_SECONDS)

    def _receive(self, deadline: float) -> Message | None:
        """Give the next message, or None at `deadline`. Answers events on the way."""
        while not self._inbox:
            if self._clock.now() >= deadline:
                return None
            self._hear(deadline)
        return self._inbox.popleft()

    def _hear(self, deadline: float) -> None:
        """Take in what comes, waiting for it until `deadline` at most."""
        waiting = self._port.in_waiting
        if not waiting:
            self._port.timeout = self._patience(deadline - self._clock.now())
        data = self._port.read(waiting or 1)
        self._bytes_heard += len(data)
        for line in self._splitter.feed(data):
            self._take(line)

    def _patience(self, left: float) -> float:
        """Choose a time-out; one of few, because to change a port's settings takes time."""
        most = STOP_REPEAT_SECONDS if self._stop_asked else BUSY_SECONDS
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
            self._meet(line.get("epoch"))
        if line.number > self._last_event:
            self._last_event = line.number
            self._why_stopped = line.get("why") if line.verb == "ESTOP" else self._why_stopped
            self._volts = line.get("volts") if line.verb == "BROWNOUT" else self._volts
            self._on_event(line)


def read_greeting(reply: Message) -> Greeting:
    """Read the answer to HELLO. Raises VersionError, or LinkError for one that is none."""
    if reply.get("proto") != str(VERSION):
        raise version_error(reply)
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
