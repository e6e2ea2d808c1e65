"""A robot that speaks version 1 of the wire protocol, at the other end of a line."""

from __future__ import annotations

from contextlib import suppress

from robot.clock import Clock
from robot.errors import FrameError, LinkError, RobotError, StoppedError
from robot.link.connection import LinkStatistics, RobotInfo
from robot.link.exchange import ReliableChannel
from robot.link.port import PortOpener
from robot.link.protocol import MAX_MOTION_SECONDS, Message, StopLevel, number, text_to_pose
from robot.link.transport import Transport
from robot.rigs.command import (
    WIDEST_PULSES,
    Arrival,
    Command,
    Enable,
    Jog,
    Load,
    Pose,
    PulseQuestion,
)
from robot.rigs.rig import Rig


class LineConnection:
    """See `robot.link.connection.RobotConnection`.

    It ends with RebootedError when the robot's boot epoch changes.
    """

    def __init__(self, url: str, opened_by: PortOpener) -> None:
        """Open the port with `opened_by` and exchange HELLO."""
        self._axes: tuple[str, ...] = ()
        self._grippers: tuple[str, ...] = ()
        self._wire = Transport(url, opened_by)
        self._exchange = ReliableChannel(self._wire)
        try:
            self._info = self._exchange.open_session()
        except BaseException:
            self.close()
            raise

    @property
    def info(self) -> RobotInfo:
        """See `RobotConnection`."""
        return self._info

    @property
    def statistics(self) -> LinkStatistics:
        """See `RobotConnection`."""
        return self._wire.traffic

    @property
    def clock(self) -> Clock:
        """See `RobotConnection`."""
        return self._wire.clock

    @property
    def is_intentional_stop(self) -> bool:
        """See `RobotConnection`.

        That is, once `stop` has been called or the robot's own button pressed. Other stops come
        from the line: a heartbeat time-out, or noise that changed an `8` into the stop byte.
        """
        asked = self._wire.stop_requested is not None
        return asked or self._wire.stop_reason not in ("host", "silence")

    def use_rig(self, rig: Rig) -> None:
        """See `RobotConnection`."""
        self._axes, self._grippers = rig.axes, rig.grippers
        self._exchange.grippers = rig.grippers

    def execute(self, command: Command | Load) -> Arrival:
        """See `RobotConnection`."""
        try:
            reply = self._exchange.request(command.verb, command.fields)
        except StoppedError:
            self._wire.wait_for_stop_reason()
            raise
        try:
            seconds = number(reply.get("took"), 0.0, MAX_MOTION_SECONDS)
        except FrameError as error:
            raise LinkError(
                f"the robot's reply to {command} has no valid took= (seconds): {error}"
            ) from error
        return Arrival(self._pose(reply), seconds)

    def move_servo(self, command: Jog | Enable) -> int:
        """See `RobotConnection`."""
        try:
            reply = self._exchange.request_once(command.verb, command.fields)
        except StoppedError:
            self._wire.wait_for_stop_reason()
            raise
        return self._microseconds(reply)

    def pulse(self, kind: str, name: str) -> int:
        """See `RobotConnection`."""
        question = PulseQuestion(kind, name)
        return self._microseconds(self._exchange.request(question.verb, question.fields))

    def _microseconds(self, reply: Message) -> int:
        if reply.get("us") == "0":
            return 0
        try:
            return round(number(reply.get("us"), *WIDEST_PULSES))
        except FrameError as error:
            raise LinkError(
                f"the robot's reply has no valid us= (a pulse in microseconds): {error}"
            ) from error

    def off(self) -> Pose:
        """See `RobotConnection`."""
        return self._pose(self._exchange.request("OFF"))

    def pose(self) -> Pose:
        """See `RobotConnection`."""
        return self._pose(self._exchange.request("POSE"))

    def clear(self) -> Pose:
        """See `RobotConnection`."""
        self._wire.raise_if_stopped()
        self._wire.forget_why_stopped()
        return self._pose(self._exchange.request("CLEAR"))

    def stop(self, level: StopLevel) -> None:
        """See `RobotConnection`. The stop is repeated until the robot has acknowledged it."""
        self._wire.stop(level)

    def wait_until_stopped(self) -> StopLevel:
        """See `RobotConnection`.

        That is HOLD where it does not answer, or its jaws know no place to relax to.
        """
        with suppress(RobotError):
            self._exchange.wait_until_stopped()
            return self._exchange.reach_stop_level()
        return StopLevel.HOLD

    def close(self) -> None:
        """See `RobotConnection`."""
        self._wire.close()

    def _pose(self, reply: Message) -> Pose:
        try:
            return text_to_pose(reply.get("pose"), self._axes, self._grippers)
        except FrameError as error:
            raise LinkError(f"the robot's {reply.verb} has no valid pose=: {error}") from error
