"""What a link needs of the way to its robot, and what robots report about themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from robot.clock import Clock
from robot.errors import ENDLESS_MOTION, LinkError
from robot.link.protocol import StopLevel
from robot.planning.turn_schedule import Schedule
from robot.rigs.command import Arrival, Command, Enable, Jog, Load, MotionCommand, Pose
from robot.rigs.rig import Rig

# A motion that takes longer than this is taken to be stuck.
MOTION_TIMEOUT_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class RobotInfo:
    """What a robot reports about itself.

    `can`: the optional commands that it knows, of LOAD, OFF and JOG, in lower case;
    `rests`: whether closed jaws that press relax after a motion.
    """

    firmware: str
    rig: str
    feedback: tuple[str, ...]
    can: tuple[str, ...] = ()
    rests: bool = True

    def words(self, port: str) -> str:
        """Return which robot is on which port: its firmware and its rig."""
        return f"{self.firmware}, a {self.rig} rig, on {port}"


@dataclass(slots=True)
class LinkStatistics:
    """Totals so far: seconds of motion."""

    motion_seconds: float = 0.0

    def add_motion(self, seconds: float) -> None:
        """Add the duration of a motion."""
        self.motion_seconds += seconds


class RobotConnection(Protocol):
    """The way to one robot. Its methods raise what those of `robot.link.session.Link` raise."""

    @property
    def info(self) -> RobotInfo:
        """Return what the robot reports about itself."""
        ...

    @property
    def statistics(self) -> LinkStatistics:
        """Return the totals so far."""
        ...

    @property
    def clock(self) -> Clock:
        """Return the robot's clock: the computer's, or that of a simulated robot."""
        ...

    @property
    def is_intentional_stop(self) -> bool:
        """Return True if the stop was requested by a person or by this program."""
        ...

    def use_rig(self, rig: Rig) -> None:
        """Let poses and errors name the actuators of a description."""
        ...

    def execute(self, command: Command | Load) -> Arrival:
        """Execute a motion and wait for its end; return pose and duration as the robot says."""
        ...

    def move_servo(self, command: Jog | Enable) -> int:
        """Move one servo, wait for the end, and return its pulse then, in microseconds."""
        ...

    def pulse(self, kind: str, name: str) -> int:
        """Return the pulse that a servo gets now, in microseconds, 0 for none."""
        ...

    def pose(self) -> Pose:
        """Return the robot's pose, read from the robot."""
        ...

    def clear(self) -> Pose:
        """Clear a fault or an unintentional stop, and return the pose."""
        ...

    def off(self) -> Pose:
        """Take the power from all servos, and return the pose."""
        ...

    def stop(self, level: StopLevel) -> None:
        """Stop every motion, for good. May be called from any thread or signal handler."""
        ...

    def wait_until_stopped(self) -> StopLevel:
        """Wait until the robot stands still after `stop`; return the level in force."""
        ...

    def close(self) -> None:
        """Close the port. The robot keeps its pose and its hold on the cube."""
        ...


@runtime_checkable
class QueueingConnection(RobotConnection, Protocol):
    """A way to a robot that has the next command while one is in progress.

    It has one more: it begins without a wait for this program once the first has ended as
    commanded. Where that ends otherwise, or the robot is stopped, both end.
    """

    def begin(self, command: Command | Load, settling: float = 0.0) -> None:
        """Begin a motion, whose `end` is to be called for.

        `settling`: the seconds that servos need after the robot says that they have arrived.
        """
        ...

    def follow(self, command: MotionCommand, settling: float = 0.0) -> None:
        """Let the robot begin a motion once the one that was begun has ended, as `begin` does.

        It has taken it when this returns. Raises CommandRejectedError.
        """
        ...

    def end(self, *, is_looked_at: bool = False) -> Arrival:
        """Wait for the end of the motion that was begun first of those not waited for.

        `is_looked_at`: whether somebody looks then, who waits for the servos to settle meanwhile.
        Returns and raises what `execute` does: StoppedError for one that did not begin.
        """
        ...

    def take_back(self) -> None:
        """Stop what was begun and not waited for; `clear` allows motions again."""
        ...


@runtime_checkable
class TurningConnection(RobotConnection, Protocol):
    """A way to a robot whose motors turn layers that need not wait for one another."""

    def turn(self, schedule: Schedule, speed: int, is_halted: Callable[[], bool]) -> int:
        """Make turns, which the robot has before the first one begins; return how many were made.

        `speed` is a percentage. Once `is_halted` or after `stop` those that have begun end, and no
        other begins: fewer are made then. Raises StoppedError for a stop by the robot's button.
        """
        ...


ConnectionOpener = Callable[[str], RobotConnection]


def endless_motion(url: str) -> LinkError:
    """Return the error of a motion that has not ended within MOTION_TIMEOUT_SECONDS."""
    return LinkError(
        f"motion time-out: the robot on {url} has been busy for "
        f"{MOTION_TIMEOUT_SECONDS:.0f} s; a stop was sent. Switch the robot off and on again",
        code=ENDLESS_MOTION,
    )
