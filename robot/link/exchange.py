"""Sends a command and retransmits it until the robot replies (stop-and-wait ARQ).

docs/protocol.md gives the rules for numbers, repetition and time-outs.
"""

from __future__ import annotations

import logging
from collections.abc import Container

from files.wording import reason
from robot.errors import (
    CommandRejectedError,
    FrameError,
    JamError,
    LinkError,
    MotionError,
    ServoOfflineError,
    SilentError,
    SlipError,
    StoppedError,
)
from robot.link.arrival import motion_error, undervoltage_error
from robot.link.connection import MOTION_TIMEOUT_SECONDS, RobotInfo, endless_motion
from robot.link.handshake import parse_hello_reply, version_error
from robot.link.protocol import (
    BUSY_PERIOD_SECONDS,
    MAX_DEGREES,
    STATUS,
    VERSION,
    Message,
    StopLevel,
    encode,
    next_seq,
    number,
)
from robot.link.transport import STOP_REPEAT_SECONDS, Transport
from robot.rigs.command import Fields
from robot.rules import rule_named

_log = logging.getLogger(__name__)

INITIAL_TIMEOUT_SECONDS = 0.1
TRIES_PER_ROUND = 5
# How many rounds of retries a robot gets that sends bytes but does not answer the command.
MAX_ROUNDS = 10
# How long a stop of a higher level is repeated, in seconds.
STOP_LEVEL_TIMEOUT_SECONDS = 5.0
# A motion counts as lost after three periods without a `busy` from the robot.
BUSY_TIMEOUT_SECONDS = 3 * BUSY_PERIOD_SECONDS


class ReliableChannel:
    """Reliable requests to one robot over `wire`, until the robot's boot epoch changes.

    `grippers` are those of the robot, for the words of its errors.
    """

    def __init__(self, wire: Transport) -> None:
        self.grippers: Container[str] = ()
        self._wire = wire
        self._clock = wire.clock
        self._seq = 0
        self._heartbeat = BUSY_TIMEOUT_SECONDS

    def open_session(self) -> RobotInfo:
        """Exchange HELLO. Raises SilentError (no reply), VersionError, or LinkError (malformed
        reply)."""
        reply = self.request("HELLO", (("proto", str(VERSION)),))
        greeting = parse_hello_reply(reply)
        self._heartbeat = greeting.heartbeat
        self._wire.check_epoch(greeting.epoch)
        _log.info("%s: %s", self._wire.url, greeting)
        return greeting

    def request(self, verb: str, fields: Fields = ()) -> Message:
        """Send a command until it is answered, and reopen the port once if no reply comes.

        Sending it again with a new sequence number is safe: targets are absolute. Raises PortError
        if the port disconnects again, SilentError, RebootedError, the MotionError that a reply
        means, or StoppedError for a motion after a stop.
        """
        try:
            return self._send_until_answered(verb, fields)
        except OSError as error:
            _log.info("%s failed: %s", verb, reason(error))
            self._reopen()
        return self._send_until_answered(verb, fields)

    def request_once(self, verb: str, fields: Fields) -> Message:
        """Send a command that must not be carried out twice, as `request` does.

        The number guards it against its own repetitions. A port that was lost is opened again, and
        LinkError raised: what the robot has done of the command is unknown.
        """
        try:
            return self._send_until_answered(verb, fields)
        except OSError as error:
            _log.info("%s failed: %s", verb, reason(error))
            self._reopen()
            raise LinkError(
                f"the port {self._wire.url} was lost during {verb}, and is open again: how far the "
                "robot has moved is unknown"
            ) from error

    def wait_until_stopped(self) -> None:
        """Wait until the robot reports that it is not moving, or until it is silent.

        Raises LinkError if the motion takes too long.
        """
        deadline = self._clock.now() + MOTION_TIMEOUT_SECONDS
        while (status := self._status()) is not None and status.get("state") == "moving":
            if self._wire.stop_requested is not None:
                self._wire.repeat_stop()
                # A simulated robot answers at once, and moves only while time passes.
                self._clock.sleep(STOP_REPEAT_SECONDS)
            elif self._clock.now() > deadline:
                self._stop_endless_motion()
            else:
                self._clock.sleep(BUSY_PERIOD_SECONDS)

    def reach_stop_level(self) -> StopLevel:
        """Repeat the requested stop until the robot reports its level; return that in force.

        That is HOLD where the robot says so, its jaws knowing no place to relax to, and where it
        does not report the level within STOP_LEVEL_TIMEOUT_SECONDS.
        """
        wanted = self._wire.stop_requested or StopLevel.HOLD
        deadline = self._clock.now() + STOP_LEVEL_TIMEOUT_SECONDS
        while wanted is not StopLevel.HOLD and self._clock.now() < deadline:
            self._wire.repeat_stop()
            status = self._status()
            if status is None:
                break
            if status.get("level") == wanted.word:
                return wanted
            if wanted is StopLevel.RELAX and status.get("level") == StopLevel.HOLD.word:
                break
        return StopLevel.HOLD

    def _reopen(self) -> None:
        self._wire.reopen()
        if self._wire.epoch:
            self._wire.check_epoch(
                self._send_until_answered("HELLO", (("proto", str(VERSION)),)).get("epoch")
            )
            self.wait_until_stopped()

    def _send_until_answered(self, verb: str, fields: Fields) -> Message:
        """Send a line until it is answered, waiting twice as long each time."""
        self._seq = next_seq(self._seq)
        command = Message(self._seq, verb, fields)
        line = encode(command)
        for _ in range(MAX_ROUNDS):
            for attempt in range(TRIES_PER_ROUND):
                if attempt:
                    _log.debug("no reply; sending %r again", line)
                    self._wire.traffic.count_repeated()
                if command.is_motion:
                    # A stop may have come while an answer was waited for.
                    self._wire.raise_if_stopped()
                self._wire.write(line)
                reply = self._await_reply(INITIAL_TIMEOUT_SECONDS * 2**attempt)
                if reply is not None:
                    return raise_for_error(reply, self._wire.brownout_volts, self.grippers)
            if not self._is_alive():
                break
        raise SilentError(
            f"no reply to {verb} from the robot on {self._wire.url}: check its power, the cable "
            "and the port name"
        )

    def _await_reply(self, wait: float) -> Message | None:
        """Wait for the final reply to the command just sent; None if it should be sent again."""
        began = said = self._clock.now()
        deadline = began + wait
        moving = False
        while True:
            message = self._wire.receive(min(deadline, said + self._max_silence(moving)))
            now = self._clock.now()
            self._wire.repeat_stop()
            if moving and now > began + MOTION_TIMEOUT_SECONDS:
                self._stop_endless_motion()
            if message is None and now >= deadline:
                return None
            # A robot that says busy all the time still waits for a word of its host.
            if now >= said + self._max_silence(moving):
                self._wire.write(STATUS)
                said = now
            if message is None:
                continue
            if message.verb == "status":
                self._wire.check_epoch(message.get("epoch"))
                if message.get("state") == "moving":
                    moving = True
                    deadline = now + BUSY_TIMEOUT_SECONDS
                elif moving:
                    return None
            elif message.verb == "nak":
                self._wire.write(STATUS)
                return None
            elif message.seq == self._seq:
                if message.verb not in ("ack", "busy"):
                    return message
                moving = True
                deadline = now + BUSY_TIMEOUT_SECONDS

    def _stop_endless_motion(self) -> None:
        self._wire.stop()
        raise endless_motion(self._wire.url)

    def _max_silence(self, moving: bool) -> float:
        """Return the longest idle time: during a motion the robot expects bytes from its host."""
        if self._wire.stop_requested is not None:
            return STOP_REPEAT_SECONDS
        return self._heartbeat / 4 if moving and self._heartbeat else BUSY_TIMEOUT_SECONDS

    def _is_alive(self) -> bool:
        """Return the reply to the raw byte `?`, which gets through when lines do not."""
        received = self._wire.bytes_received
        return any(
            self._status(INITIAL_TIMEOUT_SECONDS * 2**attempt) is not None
            or self._wire.bytes_received > received
            for attempt in range(TRIES_PER_ROUND)
        )

    def _status(self, timeout: float = BUSY_TIMEOUT_SECONDS) -> Message | None:
        """Return the robot's status, or None without a reply."""
        self._wire.write(STATUS)
        deadline = self._clock.now() + timeout
        while (message := self._wire.receive(deadline)) is not None:
            if message.verb == "status":
                self._wire.check_epoch(message.get("epoch"))
                return message
        return None


_ERRORS: dict[str, type[MotionError]] = {
    "JAM": JamError,
    "SLIP": SlipError,
    "OFFLINE": ServoOfflineError,
    "STOPPED": StoppedError,
}


def raise_for_error(reply: Message, volts: str, grippers: Container[str]) -> Message:
    """Return a `done` reply; raise the error of any other one.

    `volts` is the voltage in the last undervoltage event, "" without one; `grippers` are those of
    the robot. Raises VersionError and MotionError.
    """
    if reply.verb == "done":
        return reply
    code, axis = reply.get("code"), reply.get("axis")
    if code == "PROTO":
        raise version_error(reply)
    at = _degrees(reply.get("at"))
    if reply.get("why") == "brownout":
        raise undervoltage_error(volts, axis, at, grippers)
    if code in _ERRORS:
        raise motion_error(_ERRORS[code], axis, at, grippers)
    said = " ".join(f"{key}={value}" for key, value in reply.fields)
    rule = rule_named(reply.get("why"))
    words = f" ({rule.words})" if rule else ""
    raise CommandRejectedError(
        f"the robot rejected the command: {reply.verb} {said}{words}", axis, at
    )


def _degrees(text: str) -> float | None:
    try:
        return number(text, -MAX_DEGREES, MAX_DEGREES)
    except FrameError:
        return None
