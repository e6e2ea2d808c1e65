"""The way of a link to a robot with a stepper motor at each face: its turns, all given at once."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import RLock
from urllib.parse import parse_qsl, urlencode

from files.locks import SharedLock
from robot.clock import Clock
from robot.control.refusals import StopRequest
from robot.control.turn_queue import TurnQueue
from robot.drives.drive import Drive
from robot.drives.registry import open_drive
from robot.errors import DriveError, RigError, StoppedError, UnsupportedError
from robot.link.connection import LinkStatistics, RobotInfo
from robot.link.port import LineTrace, open_alone
from robot.link.protocol import StopLevel
from robot.planning.turn_schedule import Schedule, ScheduledTurn, seconds_of
from robot.rigs.command import Arrival, Command, Enable, Home, Jog, Load, Move, Pose
from robot.rigs.mechanisms.six_axis import SixAxis
from robot.rigs.registry import load_rig
from robot.rigs.rig import FaceTurn, Rig

_log = logging.getLogger(__name__)
_QUARTER = 90
# The option of a URL that names the rig of the motors at a drive.
RIG_OPTION = "rig"


class MotorConnection:
    """See `robot.link.connection.TurningConnection`.

    Motors get their current at the first homing, with all layers at their detents: there they are
    at home, and stay so at every homing.
    """

    def __init__(
        self,
        drive: Drive,
        rig: SixAxis,
        trace: LineTrace | None = None,
        lock: SharedLock | None = None,
    ) -> None:
        """Turn layers by a drive until `close`, which releases it and the lock of its device.

        Raises RigError for a drive without a stepper for each face, and DriveError.
        """
        self._drive, self._rig = drive, rig
        self._trace, self._lock = trace, lock
        self._queue = TurnQueue(drive, rig)
        # Where the motors are at home, in steps.
        self._home = dict.fromkeys(rig.axes, 0.0)
        self._stop = StopRequest()
        # The drive is used by one thread at a time.
        self._using = RLock()
        self.statistics = LinkStatistics()
        self.info = RobotInfo(
            firmware=drive.info.name,
            rig=rig.name,
            feedback=("none",),
            can=("off", "relax"),
            rests=False,
        )

    @property
    def clock(self) -> Clock:
        """See `RobotConnection`."""
        return self._drive.info.clock

    @property
    def is_intentional_stop(self) -> bool:
        """See `RobotConnection`."""
        return self._stop.level is not None or self._drive.stopped_by == "button"

    def use_rig(self, rig: Rig) -> None:
        """See `RobotConnection`. Raises RigError for one without a motor at each face."""
        self._rig = motors_of(rig)
        self._queue = TurnQueue(self._drive, self._rig)

    def execute(self, command: Command | Load) -> Arrival:
        """See `RobotConnection`. At home the motors are where they have been at the last homing."""
        self._stop.refuse_motion()
        if isinstance(command, Home):
            with self._using:
                self._power()
            return Arrival(self.pose(), 0.0)
        if not isinstance(command, Move):
            raise UnsupportedError(f"motors at the faces of a cube only turn layers: no {command}")
        angles = dict(zip(self._rig.axes, self.pose().angles, strict=True))
        turns = (FaceTurn(axis, axis, to - angles[axis]) for axis, to in command.targets)
        schedule = tuple(
            ScheduledTurn(turn, 0.0, self._rig.turn_seconds(turn)) for turn in turns if turn.degrees
        )
        if self.turn(schedule, command.speed, lambda: False) < len(schedule):
            raise StoppedError("the robot was stopped")
        return Arrival(self.pose(), seconds_of(schedule) * 100 / command.speed)

    def turn(self, schedule: Schedule, speed: int, is_halted: Callable[[], bool]) -> int:
        """See `TurningConnection`."""
        self._stop.refuse_motion()
        self._note(" ".join(f"{each.turn.axis}{each.turn.degrees:+g}" for each in schedule))
        with self._using:
            # A chip that has heard nothing for a while has stopped.
            self._queue.ask(lambda: self._drive.stop(StopLevel.HOLD, {}))
            try:
                self._queue.load(schedule, speed)
                made = self._queue.run(lambda: self._stop.level is not None or is_halted())
            except BaseException:
                with suppress(DriveError):
                    self._queue.abort()
                if self._drive.stopped_by == "button":
                    raise StoppedError("the robot was stopped by its button") from None
                raise
        for late in self._queue.late:
            _log.warning("%s", late)
        self._note(f"made {made} of {len(schedule)}")
        return made

    def move_servo(self, command: Jog | Enable) -> int:
        """Raise UnsupportedError: there are no servos."""
        raise UnsupportedError("a robot with motors at the faces has no servos")

    def pulse(self, kind: str, name: str) -> int:
        """Raise UnsupportedError: there are no servos."""
        raise UnsupportedError("a robot with motors at the faces has no servos")

    def pose(self) -> Pose:
        """See `RobotConnection`. A motor without power counts as being at home."""
        with self._using:
            states = self._queue.ask(self._drive.read)
        quarter = self._rig.motors.steps / 4
        angles = [
            0.0 if state.commanded is None else (state.commanded - self._home[axis]) / quarter
            for axis, state in zip(self._rig.axes, states, strict=False)
        ]
        return Pose(tuple(_QUARTER * each for each in angles), ())

    def clear(self) -> Pose:
        """See `RobotConnection`."""
        self._stop.refuse_motion()
        return self.pose()

    def off(self) -> Pose:
        """See `RobotConnection`."""
        with self._using:
            self._queue.ask(lambda: self._drive.stop(StopLevel.OFF, {}))
        return self.pose()

    def stop(self, level: StopLevel) -> None:
        """See `RobotConnection`: turns that have begun end at their detents."""
        self._stop.raise_to(level)

    def wait_until_stopped(self) -> StopLevel:
        """See `RobotConnection`."""
        level = self._stop.level or StopLevel.HOLD
        with self._using:
            self._queue.ask(lambda: self._drive.stop(level, {}))
        return level

    def close(self) -> None:
        """See `RobotConnection`."""
        try:
            self._drive.close()
        finally:
            if self._lock is not None:
                self._lock.close()

    def _power(self) -> None:
        """Give motors without power their current; all that are at a detent are at home then."""
        for number in range(len(self._rig.axes)):
            self._queue.ask(partial(self._enable, number))
        self._home = {axis: float(at) for axis, at in self._queue.places().items()}

    def _enable(self, number: int) -> None:
        # It may have got its power by a line whose answer was lost.
        if self._drive.read()[number].commanded is None:
            self._drive.enable(number, 0)

    def _note(self, said: str) -> None:
        if self._trace is not None:
            self._trace.write(f"{self.clock.now():.6f} {said}")


def motors_of(rig: Rig) -> SixAxis:
    """Return a rig with a motor at each face. Raises RigError for any other."""
    if not isinstance(rig, SixAxis):
        raise RigError(
            f"{rig.name} has no motor at each face: name six-axis, or a rig file with "
            'mechanism = "six-axis"'
        )
    return rig


def connect_motors(url: str, trace: LineTrace | None = None) -> MotorConnection:
    """Connect to the motors at `SCHEME://DEVICE?rig=FILE`.

    Raises RigError for a rig that has none, DriveError, and PortError, which quotes the URL.
    """
    device, _, query = url.partition("?")
    options = dict(parse_qsl(query))
    rig = motors_of(load_rig(options.pop(RIG_OPTION)))
    drive_url = f"{device}?{urlencode(options, safe=',/')}" if options else device
    drive, lock = open_alone(url, lambda _: open_drive(drive_url))
    try:
        return MotorConnection(drive, rig, trace, lock)
    except BaseException:
        drive.close()
        if lock is not None:
            lock.close()
        raise
