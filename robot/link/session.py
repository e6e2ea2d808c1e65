"""A session with one robot: executes motion commands, reads the pose, stops.

`robot.link.exchange` sees to it that every command is answered, whatever the line does.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress

from robot.errors import FrameError, LinkError, RigError, RobotError, StoppedError
from robot.link.exchange import ReliableChannel
from robot.link.port import PortOpener, open_port
from robot.link.protocol import Event, Message, command_to_fields, text_to_pose
from robot.link.transport import Transport
from robot.rigs.command import Arrival, Command, Pose
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig

_log = logging.getLogger(__name__)


class Link:
    """A session with one robot. It speaks for as long as the robot's epoch stays the same."""

    def __init__(
        self,
        url: str,
        on_event: Callable[[Event], None] = lambda event: None,
        opened_by: PortOpener | None = None,
    ) -> None:
        """Open the port, `opened_by` something else than pySerial if need be; greet the robot.

        Raises PortError, SilentError (nobody answers), VersionError, or RigError (unknown rig).
        """
        self.url = url
        self._wire = Transport(url, on_event, opened_by or open_port)
        self._exchange = ReliableChannel(self._wire)
        self.statistics = self._wire.traffic
        try:
            self.info = self._exchange.open_session()
            self._rig: Rig = load_rig(self.info.rig)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Link:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the port. The robot holds what it holds."""
        self._wire.close()

    @property
    def rig(self) -> Rig:
        """The description of the robot's rig."""
        return self._rig

    def use_rig(self, rig: Rig) -> None:
        """Use another description of this rig, such as one with measured durations.

        Raises RigError for a description of another rig.
        """
        if rig.name != self.info.rig:
            raise RigError(f"the robot on {self.url} is a {self.info.rig} rig, not {rig.name}")
        self._rig = rig

    def execute(self, command: Command) -> Arrival:
        """Execute a motion and wait for its end.

        Raises a MotionError where it did not end as commanded, and a LinkError where the robot fell
        silent or rebooted.
        """
        self._wire.raise_if_stopped()
        try:
            reply = self._exchange.request(*command_to_fields(command))
        except StoppedError:
            self._wire.wait_for_stop_reason()
            raise
        try:
            arrival = Arrival(self._pose(reply), float(reply.get("took")))
        except ValueError as error:
            raise LinkError(
                f"the robot's reply to {command} has no valid took= (seconds): {reply}"
            ) from error
        _log.debug("%s took %.3f s", command, arrival.seconds)
        self.statistics.add_motion(arrival.seconds)
        return arrival

    def pose(self) -> Pose:
        """Ask where every actuator stands."""
        return self._pose(self._exchange.request("POSE"))

    def clear(self) -> Pose:
        """Leave a fault, or a stop that nobody requested; moves nothing. Returns the pose.

        Raises StoppedError once `stop` has been called.
        """
        self._wire.raise_if_stopped()
        self._wire.forget_why_stopped()
        return self._pose(self._exchange.request("CLEAR"))

    @property
    def is_intentional_stop(self) -> bool:
        """Return True if the stop was requested by a person or by this program.

        So it is once `stop` has been called or the robot's own button pressed. What else stops it
        is the line: a silence, or an `8` that was damaged into the byte that stops.
        """
        return self._wire.stop_requested or self._wire.stop_reason not in ("host", "silence")

    def stop(self) -> None:
        """Stop every motion at once, for good. May be called from any thread or signal handler.

        The link keeps saying so until the robot has heard it.
        """
        self._wire.stop()

    def stop_and_wait(self) -> None:
        """Stop, and see to it that the robot stands still, as far as it can be reached."""
        self.stop()
        with suppress(RobotError):
            self._exchange.wait_until_stopped()

    def _pose(self, reply: Message) -> Pose:
        try:
            return text_to_pose(reply.get("pose"), self.rig.axes, self.rig.grippers)
        except FrameError as error:
            raise LinkError(f"the robot's {reply.verb} has no valid pose=: {error}") from error
