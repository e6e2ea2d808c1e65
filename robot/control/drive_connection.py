"""The way of a link to a robot whose electronics are a drive: its controller in this process."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from datetime import datetime

from files.locks import SharedLock
from files.wording import reason
from robot.clock import Clock
from robot.control.control_loop import ControlLoop, ControlSteps, ControlThread
from robot.control.controller import (
    LOST_POWER,
    EndedMotion,
    MotionController,
    NotBegun,
    Stopped,
)
from robot.control.refusals import StopRequest
from robot.errors import (
    DriveError,
    JamError,
    LinkError,
    MotionError,
    PortError,
    RebootedError,
    RobotError,
    SlipError,
    StoppedError,
)
from robot.link.arrival import motion_error, offline_error, undervoltage_error
from robot.link.connection import LinkStatistics, RobotInfo
from robot.link.port import LineTrace, open_alone
from robot.link.protocol import StopLevel
from robot.rigs.actuators import Completed, Offline, Slipped, Stalled, Undervoltage
from robot.rigs.command import (
    Arrival,
    Command,
    Enable,
    Fields,
    Jog,
    Load,
    MotionCommand,
    Pose,
    axis_name,
    gripper_name,
)
from robot.rigs.rig import Rig
from robot.servos.drive_servos import DriveServos
from robot.servos.drive_url import open_servos

_log = logging.getLogger(__name__)


class DriveConnection:
    """See `robot.link.connection.RobotConnection`.

    It ends with the first error of the drive, or with RebootedError where servos have lost their
    power: each later call raises it again. What passes is written to `trace`.
    """

    def __init__(
        self,
        url: str,
        servos: DriveServos,
        trace: LineTrace | None = None,
        lock: SharedLock | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Control servos until `close`, which releases them and the lock of their device.

        `clock`: that of a simulated robot, by default the drive's.
        """
        clock = clock or servos.clock
        self._url = url
        self._rig = servos.settings.rig
        self._trace = trace
        self._lock = lock
        self._controller = MotionController(servos, clock)
        self._stop = StopRequest()
        # The ends of the motions that were begun and not waited for, in their order.
        self._begun: deque[Future[EndedMotion]] = deque()
        self.statistics = LinkStatistics()
        self.info = RobotInfo(
            firmware=servos.name,
            rig=self._rig.name,
            feedback=servos.feedback,
            can=self._controller.can,
            rests=servos.rests,
        )
        loop: type[ControlLoop] = ControlSteps if clock.is_virtual else ControlThread
        self._loop = loop(url, self._controller, self._explained)
        self._opened_at = self.clock.now()
        _log.info("%s: %s", url, self.info)

    @property
    def clock(self) -> Clock:
        """See `RobotConnection`."""
        return self._loop.clock

    @property
    def is_intentional_stop(self) -> bool:
        """See `RobotConnection`: every stop but that of a drive to which nobody sent it."""
        asked = self._stop.level is not None
        return asked or not self._controller.has_stopped_unasked

    def use_rig(self, rig: Rig) -> None:
        """See `RobotConnection`."""
        self._rig = rig

    def execute(self, command: Command | Load) -> Arrival:
        """See `RobotConnection`."""
        self.begin(command)
        return self.end()

    def begin(self, command: Command | Load, settling: float = 0.0) -> None:
        """See `QueueingConnection`."""
        self._stop.refuse_motion()
        self._note(">", command.verb, command.fields)
        self._begun.append(self._loop.begin(lambda: self._controller.start(command, settling)))

    def follow(self, command: MotionCommand, settling: float = 0.0) -> None:
        """See `QueueingConnection`."""
        self._stop.refuse_motion()
        self._note(">", f"then {command.verb}", command.fields)
        self._begun.append(self._loop.begin(lambda: self._controller.follow(command, settling)))

    def end(self, *, is_looked_at: bool = False) -> Arrival:
        """See `QueueingConnection`."""
        if is_looked_at:
            self._loop.ask(self._controller.end_unsettled)
        ended = self._ended(self._loop.wait_for(self._begun.popleft()))
        assert isinstance(ended.how, Completed)
        return Arrival(ended.pose, ended.how.seconds, ended.unsettled)

    def take_back(self) -> None:
        """See `QueueingConnection`."""
        self._note(">", "HALT")
        self._loop.ask(lambda: self._controller.stop(StopLevel.HOLD))
        while self._begun:
            how = self._loop.wait_for(self._begun.popleft()).how
            self._note("<", "done" if isinstance(how, Completed) else "halted")

    def move_servo(self, command: Jog | Enable) -> int:
        """See `RobotConnection`."""
        self._stop.refuse_motion()
        self._note(">", command.verb, command.fields)
        self._ended(self._loop.move(lambda: self._controller.start_servo(command)))
        return self.pulse(command.kind, command.name)

    def pulse(self, kind: str, name: str) -> int:
        """See `RobotConnection`."""
        return self._loop.ask(lambda: self._controller.pulse(kind, name))

    def pose(self) -> Pose:
        """See `RobotConnection`."""
        return self._loop.ask(self._controller.pose)

    def clear(self) -> Pose:
        """See `RobotConnection`."""
        self._stop.refuse_motion()
        self._note(">", "CLEAR")
        return self._loop.ask(self._controller.clear)

    def off(self) -> Pose:
        """See `RobotConnection`."""
        self._note(">", "OFF")
        return self._loop.ask(self._controller.off)

    def stop(self, level: StopLevel) -> None:
        """See `RobotConnection`."""
        self._stop.raise_to(level)
        self._loop.stop(level)
        self._note(">", "STOP", (("level", level.word),))

    def wait_until_stopped(self) -> StopLevel:
        """See `RobotConnection`. That is HOLD where the drive does not answer."""
        with suppress(RobotError):
            return self._loop.ask(lambda: self._controller.level)
        return StopLevel.HOLD

    def close(self) -> None:
        """See `RobotConnection`. Jaws that are to rest do so before."""
        try:
            self._loop.close()
        finally:
            if self._lock is not None:
                self._lock.close()
        if self._trace is not None:
            self._trace.write(f"# {self._seconds()} closed")

    def _ended(self, ended: EndedMotion) -> EndedMotion:
        """Return how a motion has ended. Raises MotionError if not as it should."""
        error = self._motion_error(ended)
        if error is not None:
            self._note("<", str(error))
            raise error
        pose = ended.pose
        angles = zip(self._rig.axes, (f"{angle:+g}" for angle in pose.angles), strict=True)
        grips = zip(self._rig.grippers, pose.grips, strict=True)
        self._note("<", "done", (*angles, *grips))
        return ended

    def _motion_error(self, ended: EndedMotion) -> MotionError | None:
        def error(kind: type[MotionError], name: str) -> MotionError:
            return motion_error(kind, name, self._at(name, ended.pose), self._rig.grippers)

        match ended.how:
            case Stalled(axis=name):
                return error(JamError, name)
            case Slipped(gripper=name):
                return error(SlipError, name)
            case Offline(axis=name, why=why, kind=kind):
                at = self._at(name, ended.pose) if kind == "axis" else None
                return offline_error(why, name, at, self._rig.grippers)
            case Stopped(name=name):
                return error(StoppedError, name)
            case NotBegun():
                return StoppedError("the robot was stopped before the motion began", "")
            case Undervoltage(axis=name, volts=volts):
                at = self._at(name, ended.pose)
                return undervoltage_error(f"{volts:.1f}", name, at, self._rig.grippers)
        return None

    def _at(self, name: str, pose: Pose) -> float | None:
        """Return the angle of an axis in a pose, to a tenth of a degree; None of a gripper."""
        axes = self._rig.axes
        return round(pose.angles[axes.index(name)], 1) if name in axes else None

    def _explained(self, error: Exception) -> RobotError:
        """Return the error that users see of one that ends the use of the drive."""
        match error:
            case DriveError() if self._controller.has_restarted():
                return RebootedError(f"{LOST_POWER} ({error.message})")
            case DriveError() if actuator := self._actuator(error.channel):
                words = f"{error.message} ({actuator})"
                return DriveError(words, error.channel, error.value, code=error.code)
            case RobotError():
                return error
            case OSError():
                return PortError(
                    f"port {self._url!r} disconnected: {reason(error)}; "
                    "check the cable and the robot's power"
                )
        name = self._url.partition("://")[0]
        return LinkError(f"the drive {name!r} failed: {type(error).__name__}: {error}")

    def _actuator(self, channel: int | None) -> str:
        """Return what a person calls the actuator of a channel, "" for none."""
        settings = self._controller.servos.settings
        for axis, servo in settings.axes.items():
            if servo.channel == channel:
                return axis_name(axis, self._rig.grippers)
        for gripper, jaws in settings.grippers.items():
            if jaws.channel == channel:
                return gripper_name(gripper)
        return ""

    def _note(self, direction: str, said: str, fields: Fields = ()) -> None:
        if self._trace is not None:
            words = " ".join((said, *(f"{key}={value}" for key, value in fields)))
            self._trace.write(f"{self._seconds()} {direction} {words}")

    def _seconds(self) -> str:
        return f"{self.clock.now() - self._opened_at:.6f}"


def connect_drive(url: str, trace: LineTrace | None = None) -> DriveConnection:
    """Connect to the robot of a drive at `SCHEME://DEVICE?settings=FILE`.

    Raises PortError, which quotes the URL.
    """
    return connect_servos(url, _opened, trace)


def connect_servos(
    url: str,
    opener: Callable[[str], DriveServos],
    trace: LineTrace | None = None,
    clock: Clock | None = None,
) -> DriveConnection:
    """Connect to the robot whose servos an opener returns, which is this process's alone.

    `clock`: that of a simulated robot. Raises PortError, which quotes the URL.
    """
    now = datetime.now().astimezone().isoformat(timespec="milliseconds")
    try:
        servos, lock = open_alone(url, opener)
    except PortError as error:
        if trace is not None:
            trace.write(f"# {now} {url} not opened: {reason(error)}")
        raise
    if trace is not None:
        trace.write(f"# {now} {url} opened: {servos.name}, a {servos.settings.rig.name} rig")
    return DriveConnection(url, servos, trace, lock, clock)


def _opened(url: str) -> DriveServos:
    try:
        return open_servos(url)
    except (OSError, ValueError):
        raise
    except Exception as error:
        name = url.partition("://")[0]
        raise PortError(f"the drive {name!r} failed: {type(error).__name__}: {error}") from error
