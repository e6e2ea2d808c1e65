"""A session with one robot: executes motion commands, reads the pose, stops.

`robot.link.connection` is what it needs of the way to the robot.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace

from robot.clock import Clock
from robot.errors import CommandRejectedError, RobotError, UnsupportedError
from robot.link.arrival import Observer, QuickObserver, Stuck, check_arrival, jam_error
from robot.link.connection import ConnectionOpener, QueueingConnection, TurningConnection
from robot.link.protocol import StopLevel
from robot.link.registry import open_connection
from robot.planning.turn_schedule import Schedule, seconds_of
from robot.rigs.command import (
    Arrival,
    Command,
    Enable,
    Jog,
    Load,
    MotionCommand,
    Move,
    Pose,
    Regrip,
)
from robot.rigs.durations import NO_SETTLING, SettlingTimes
from robot.rigs.registry import check_same_mechanism, load_rig
from robot.rigs.rig import Rig, with_overlap

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Interrupted:
    """A command that was stopped on its way: the observer saw that the one before had failed.

    `arrival`: that of the command before, as the robot says.
    """

    command: MotionCommand
    arrival: Arrival


class Link:
    """A session with one robot. It ends with RebootedError when the robot has restarted."""

    def __init__(
        self,
        url: str,
        opened_by: ConnectionOpener = open_connection,
        rig: Rig | None = None,
    ) -> None:
        """Connect to a robot by `opened_by`, and ask what it is.

        `rig` describes the mechanism, by default the one that the robot names. Raises PortError,
        SilentError (no reply), VersionError, or RigError (unknown rig, or one that does not fit).
        """
        self.url = url
        self._settling = NO_SETTLING
        # The settling time within the seconds of the last arrival.
        self.settled_for = 0.0
        self._overlaps = False
        self._speed = 100
        # Where the axes are, by their names; None where that is not known.
        self._angles: dict[str, float] | None = None
        self._observer: Observer | None = None
        # What the robot has besides the motion that is waited for.
        self._following: MotionCommand | None = None
        self._interrupted: Interrupted | None = None
        self._connection = opened_by(url)
        self.statistics = self._connection.statistics
        self.info = self._connection.info
        try:
            self._rig: Rig = load_rig(self.info.rig) if rig is None else rig
            self.use_rig(self._rig)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Link:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the port. The robot keeps its pose and its hold on the cube."""
        self._connection.close()

    @property
    def rig(self) -> Rig:
        """The description of the robot's rig."""
        return self._rig

    @property
    def planning_rig(self) -> Rig:
        """The same to plan motions for: they overlap after `use_overlap`."""
        return with_overlap(self._rig) if self._overlaps else self._rig

    @property
    def can_overlap(self) -> bool:
        """Return whether the robot and its mechanism can make motions that overlap."""
        return "overlap" in self.info.can and self._rig.can_overlap

    def use_speed(self, percent: int) -> None:
        """Let axes turn with a part of their speed from now on, but for homing."""
        self._speed = percent

    @property
    def speed(self) -> int:
        """The percentage of their speed with which axes turn."""
        return self._speed

    def use_overlap(self) -> None:
        """Plan motions that overlap from now on.

        Raises UnsupportedError where the robot cannot, and RigError where its mechanism cannot.
        """
        self.require("overlap")
        with_overlap(self._rig)
        self._overlaps = True

    def use_rig(self, rig: Rig) -> None:
        """Use another description of this rig, such as one with measured durations.

        Where it says that motions overlap, they do if the robot announces that it can. Raises
        RigError for a description of another mechanism.
        """
        check_same_mechanism(rig, self.info.rig)
        self._overlaps |= rig.overlap and "overlap" in self.info.can
        self._rig = replace(rig, overlap=False)
        self._connection.use_rig(rig)

    @property
    def clock(self) -> Clock:
        """The robot's clock: the computer's, or that of a simulated robot."""
        return self._connection.clock

    def use_settling_times(self, settling: SettlingTimes) -> None:
        """Wait after each motion from now on until the servos have arrived."""
        self._settling = settling

    @property
    def settling(self) -> SettlingTimes:
        """The seconds that are waited after motions."""
        return self._settling

    @contextmanager
    def observed_by(self, observer: Observer | None) -> Iterator[None]:
        """Let somebody look at the robot after each motion within the block, None for nobody."""
        before, self._observer = self._observer, observer
        try:
            yield
        finally:
            self._observer = before

    @property
    def following(self) -> MotionCommand | None:
        """Return what the robot has begun, or will, after the command that ended last."""
        return self._following

    @property
    def interrupted(self) -> Interrupted | None:
        """Return what the last error has stopped on its way, None if nothing."""
        return self._interrupted

    def sees_stuck(self, command: Command, pose: Pose) -> bool:
        """Return whether the observer sees again that a command has not led to a pose."""
        return self._look_if_stuck(command, pose) is not None

    @property
    def is_observed(self) -> bool:
        """Return whether somebody looks at the robot after each motion."""
        return self._observer is not None

    def may_follow(self, command: Command, pose: Pose, then: Command) -> bool:
        """Return whether the robot can be given a command while one that leads to `pose` lasts.

        Who looks on must be able to see the end of the one as the other begins.
        """
        if not (
            isinstance(self._connection, QueueingConnection)
            and isinstance(command, MotionCommand)
            and isinstance(then, MotionCommand)
        ):
            return False
        if self._observer is None:
            return True
        observer = self._observer
        return isinstance(observer, QuickObserver) and observer.can_look_during(pose, then)

    def execute(self, command: Command | Load, then: MotionCommand | None = None) -> Arrival:
        """Execute a motion and wait for its end, and then for the settling time.

        `then`: the command that is executed next, which the robot begins by itself once this one
        has ended as commanded (`may_follow`), and its servos have settled as far as the next
        touches what they moved; it has not begun where this one fails. Raises a MotionError if it
        did not end as commanded (of the code OTHER_POSE if only the pose in the reply says so,
        JamError if the observer has seen an actuator elsewhere), and a LinkError if the robot does
        not reply or rebooted.
        """
        if isinstance(command, Load):
            self.require("load")
        if isinstance(command, MotionCommand):
            command = self._at_speed(command)
        then = None if then is None else self._at_speed(then)
        before, self._angles = self._angles, None
        self._interrupted = None
        arrived = self._arrived(command, then, before)
        pose, seconds = arrived.pose, arrived.seconds
        check_arrival(self._rig, command, pose)
        # Where nothing moved, nothing settles; before what follows the robot waits for it.
        waits = seconds and not self._following
        settling = self._settling.after(command, before) if waits else 0.0
        self.settled_for = settling
        settling += arrived.unsettled if waits else 0.0
        self._angles = dict(zip(self._rig.axes, pose.angles, strict=True))
        ended = self.clock.now()
        stuck = self._look_if_stuck(command, pose)
        # Who waits for a picture waits for the servos meanwhile.
        self.clock.sleep(max(ended + settling - self.clock.now(), 0.0))
        arrival = Arrival(pose, seconds + settling)
        _log.debug("%s took %.3f s", command, arrival.seconds)
        self.statistics.add_motion(arrival.seconds)
        if stuck is not None:
            if self._following is not None:
                self._interrupted = Interrupted(self._following, arrival)
                self._take_back()
            raise jam_error(self._rig, stuck, pose)
        return arrival

    @property
    def takes_schedules(self) -> bool:
        """Return whether the robot takes turns by `turn`."""
        return isinstance(self._connection, TurningConnection)

    def turn(self, schedule: Schedule, is_halted: Callable[[], bool]) -> int:
        """Make turns of a robot that takes schedules; return how many were made.

        Once `is_halted` or after `stop` those that have begun end, and no other begins. Raises
        StoppedError for a stop before, and LinkError.
        """
        assert isinstance(self._connection, TurningConnection)
        self._angles = None
        made = self._connection.turn(schedule, self._speed, is_halted)
        self.statistics.add_motion(seconds_of(schedule[:made]) * 100 / self._speed)
        return made

    def _at_speed(self, command: MotionCommand) -> MotionCommand:
        """Return a command with its part of the speed that axes turn with."""
        if not isinstance(command, Move | Regrip) or self._speed == 100:
            return command
        return replace(command, speed=max(command.speed * self._speed // 100, 1))

    def _arrived(
        self,
        command: Command | Load,
        then: MotionCommand | None,
        angles: dict[str, float] | None,
    ) -> Arrival:
        """Return the arrival of a command, after the robot was given the next one."""
        queue, has_begun = self._connection, command == self._following
        if not has_begun:
            self._take_back()
        if not isinstance(queue, QueueingConnection):
            return queue.execute(command)
        self._following = None
        if not has_begun:
            queue.begin(command, self._settling.after(command, angles) if then else 0.0)
        if then is not None:
            turned = dict(command.targets) if isinstance(command, Move | Regrip) else {}
            reached = None if angles is None else {**angles, **turned}
            # What is refused now is so again when it is its turn.
            with suppress(CommandRejectedError):
                queue.follow(then, self._settling.after(then, reached))
                self._following = then
        observer = self._observer if isinstance(command, MotionCommand) else None
        if isinstance(observer, QuickObserver) and not has_begun:
            assert isinstance(command, MotionCommand)
            observer.watch_start(command)
        try:
            is_looked_at = self._observer is not None and self._following is None
            return queue.end(is_looked_at=is_looked_at)
        except RobotError:
            if self._following is not None:
                self._following = None
                with suppress(RobotError):
                    queue.end()
            raise

    def _take_back(self) -> None:
        """Stop what the robot has begun by itself, which is not executed next."""
        if self._following is not None and isinstance(self._connection, QueueingConnection):
            self._following = None
            self._connection.take_back()
            self._connection.clear()

    def _look_if_stuck(self, command: Command | Load, pose: Pose) -> Stuck | None:
        """Let the observer look; return what it sees elsewhere than the robot thinks, if so."""
        if self._observer is None:
            return None
        if isinstance(self._observer, QuickObserver) and self._following is not None:
            assert isinstance(command, MotionCommand)
            seen = self._observer.observe_during(command, pose, self._following)
        else:
            seen = self._observer.observe(command, pose)
        _log.debug("%s: %s", command, seen)
        return seen if isinstance(seen, Stuck) else None

    def require(self, command: str) -> None:
        """Raise UnsupportedError if the robot does not know an optional command (`load`)."""
        if command not in self.info.can:
            raise UnsupportedError(
                f"the robot on {self.url} cannot {command}: its firmware ({self.info.firmware}, a "
                f"{self.info.rig} rig) does not announce it. Update the firmware, if the mechanism "
                "can do this"
            )

    def off(self) -> Pose:
        """Take the power from all servos; a cube may fall. HOME is needed before the next motion.

        Raises UnsupportedError, and CommandRejectedError during a motion.
        """
        self.require("off")
        return self._connection.off()

    def pulse(self, kind: str, name: str) -> int:
        """Return the pulse that a servo gets now, in microseconds, 0 for none. Moves nothing.

        `kind` is "axis" or "gripper". Raises UnsupportedError.
        """
        self.require("jog")
        return self._connection.pulse(kind, name)

    def jog(self, jog: Jog) -> int:
        """Move one servo by a step of its pulse, and wait for the end; return the pulse then.

        In microseconds. The pose is unknown until HOME. Raises UnsupportedError, a MotionError if
        it did not end as commanded, CommandRejectedError while the robot holds a cube, for a servo
        without a pulse and a step that leads too far, and LinkError if the port was lost meanwhile.
        """
        self.require("jog")
        return self._move_servo(jog)

    def enable(self, kind: str, name: str, pulse: int) -> int:
        """Give a servo that gets no pulse its first one, to which it may jump; wait for the end.

        Returns the pulse that it gets then, in microseconds: that of before where it had one.
        Raises what `jog` raises.
        """
        self.require("enable")
        return self._move_servo(Enable(kind, name, pulse))

    def _move_servo(self, command: Jog | Enable) -> int:
        self._take_back()
        self._angles = None
        return self._connection.move_servo(command)

    def pose(self) -> Pose:
        """Return the robot's pose, read from the robot."""
        return self._connection.pose()

    def clear(self) -> Pose:
        """Clear a fault or an unintentional stop; moves nothing. Returns the pose.

        Raises StoppedError once `stop` has been called.
        """
        self._take_back()
        return self._connection.clear()

    @property
    def is_intentional_stop(self) -> bool:
        """Return True if the stop was requested by a person or by this program.

        That is, once `stop` has been called or the robot's own button pressed, and not for what
        comes from the line.
        """
        return self._connection.is_intentional_stop

    def stop(self, level: StopLevel = StopLevel.HOLD) -> None:
        """Stop every motion at once, for good. May be called from any thread or signal handler.

        A robot that knows no levels holds at each.
        """
        self._connection.stop(level if self.knows_levels else StopLevel.HOLD)

    @property
    def knows_levels(self) -> bool:
        """Return True if a stop can relax jaws, and take the power."""
        return "relax" in self.info.can

    def stop_and_wait(self, level: StopLevel = StopLevel.HOLD) -> StopLevel:
        """Stop, and wait until the robot reports that it stands still, or does not answer.

        Returns the level that is in force then: HOLD where it does not answer, or its jaws know no
        place to relax to.
        """
        self.stop(level)
        return self._connection.wait_until_stopped()
