"""The host's end of the wire: what a robot is asked for and told, and nothing moves twice.

`robot.exchange` sees to it that every command is answered, whatever the line does.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from robot.command import Command, Pose
from robot.errors import FrameError, LinkError, RobotError, StoppedError
from robot.exchange import Exchange
from robot.port import TimedPort, open_port
from robot.protocol import Event, Message, command_to_fields, text_to_pose
from robot.rig import Rig, load_rig
from robot.wire import Wire


@dataclass(frozen=True, slots=True)
class Arrival:
    """A motion that ended as told: the pose, and the seconds it took by the robot's own clock."""

    pose: Pose
    seconds: float


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
        self._wire = Wire(url, on_event, opened_by or open_port)
        self._exchange = Exchange(self._wire)
        self.traffic = self._wire.traffic
        try:
            self.greeting = self._exchange.greet()
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
        self._wire.close()

    def perform(self, command: Command) -> Arrival:
        """Have a motion done and wait for its end.

        Raises a MotionError where it did not end as told, and a LinkError where the robot fell
        silent or rebooted.
        """
        self._wire.keep_still_if_stopped()
        try:
            reply = self._exchange.ask(*command_to_fields(command))
        except StoppedError:
            self._wire.learn_why_stopped()
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
        return self._pose(self._exchange.ask("POSE"))

    def clear(self) -> Pose:
        """Leave a fault, or a stop that nobody asked for; moves nothing. Gives the pose.

        Raises StoppedError once `stop` has been called.
        """
        self._wire.keep_still_if_stopped()
        self._wire.why_stopped = ""
        return self._pose(self._exchange.ask("CLEAR"))

    @property
    def stopped_on_purpose(self) -> bool:
        """Tell whether somebody wants the robot to stand still.

        So it is once `stop` has been called or the robot's own button pressed. What else stops it
        is the line: a silence, or an `8` that was damaged into the byte that stops.
        """
        return self._wire.stop_asked or self._wire.why_stopped not in ("host", "silence")

    def stop(self) -> None:
        """Stop every motion at once, for good. May be called from any thread or signal handler.

        The link keeps saying so until the robot has heard it.
        """
        self._wire.stop()

    def hold(self) -> None:
        """Stop, and see to it that the robot stands still, as far as it can be reached."""
        self.stop()
        with suppress(RobotError):
            self._exchange.wait_until_still()

    def _pose(self, reply: Message) -> Pose:
        try:
            return text_to_pose(reply.get("pose"), self.rig.axes, self.rig.grippers)
        except FrameError as error:
            raise LinkError(f"the robot's {reply.verb} carries no pose: {error}") from error
