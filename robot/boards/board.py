"""The interface of a robot's electronics that do not speak the wire protocol themselves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from robot.clock import Clock
from robot.rigs.actuators import REST_SECONDS, ServoDriver
from robot.rigs.command import USUAL_PULSES, Arrival, Enable, Jog, Pose
from robot.rigs.rig import Rig


@dataclass(frozen=True, slots=True)
class BoardInfo:
    """What a board reports about itself: its rig, its name with a version, what it measures.

    `feedback` lists what its motors measure, separated by commas: `angle`, `load`, or `none`.
    `rest`: the seconds after a motion at which closed jaws relax, if the board can do that, 0 for
    never.
    """

    rig: Rig
    name: str
    feedback: str = "none"
    rest: float = REST_SECONDS


class Board(ABC):
    """A robot's electronics. rokumen runs the robot's firmware (docs/protocol.md) on top of it.

    The firmware checks every command against the rules of the rig first, sends one motion at a
    time, and stops the board when its host is silent. `pose` and `stop` may be called from another
    thread while `move` or `grip` runs; nothing else is called at the same time.

    A method raises an OSError if the board does not answer; the connection to the robot is then
    lost.
    """

    @classmethod
    @abstractmethod
    def open(cls, url: str) -> Self:
        """Return the board at `scheme://...`. Raises OSError or ValueError if that fails."""

    @abstractmethod
    def info(self) -> BoardInfo:
        """Return the description of the board."""

    @abstractmethod
    def move(self, targets: Mapping[str, int], speed: int) -> Arrival:
        """Move axes to angles in degrees, all together, at `speed` percent; return at the end.

        Raises JamError, SlipError or ServoOfflineError with the axis, and StoppedError once `stop`
        was called.
        """

    @abstractmethod
    def grip(self, targets: Mapping[str, str]) -> Arrival:
        """Bring grippers to `open` or `closed` (or another position of the rig), as `move` does."""

    @abstractmethod
    def pose(self) -> Pose:
        """Return the position of every actuator, as well as the board knows it."""

    @abstractmethod
    def stop(self) -> None:
        """Stop all motors at once, until `clear`; closed grippers stay closed.

        A motion that is being executed ends with StoppedError.
        """

    @abstractmethod
    def clear(self) -> None:
        """Clear a fault or a stop, without moving: motions are executed again."""

    @abstractmethod
    def close(self) -> None:
        """Release the board; its motors keep their positions."""

    @property
    def can(self) -> tuple[str, ...]:
        """Return which of `load`, `off`, `jog`, `enable` and `relax` the board can do.

        None by default.

        With `load`, `grip` takes the position `loading` too, for all grippers in turn: as far open
        as they go. The others are the methods of this name; with `jog`, `pulse` too.
        """
        return ()

    def off(self) -> None:
        """Take the power from all motors; the next motion gives it back to them."""
        raise NotImplementedError

    def relax(self) -> None:
        """Let closed jaws go to where they rest (`resting_pulse`), slowly; return at once.

        The pose stays closed; the next `move` or `grip` presses the cube again before it begins.
        """
        raise NotImplementedError

    def pulse(self, kind: str, name: str) -> int:
        """Return the pulse that a servo gets now, in microseconds, 0 for none; move nothing.

        `kind` is "axis" or "gripper".
        """
        raise NotImplementedError

    @property
    def pulse_limits(self) -> tuple[int, int]:
        """Return the lowest and the highest pulse of a jog, in microseconds: the usual ones."""
        return USUAL_PULSES

    def jog(self, jog: Jog) -> Arrival:
        """Move one servo by a step of its pulse, at 500 microseconds a second, as `move` does.

        Only a servo that gets a pulse is jogged, and to pulses within `pulse_limits`.
        """
        raise NotImplementedError

    def enable(self, enable: Enable) -> Arrival:
        """Give a servo that gets no pulse its first one, as `move` does, and wait for a second.

        It may jump to this pulse at full speed.
        """
        raise NotImplementedError

    def servo_driver(self, clock: Clock) -> ServoDriver | None:
        """Return the servo driver of a board that can start a motion and be polled for its end.

        None by default: `move` and `grip` are then called in a thread.
        """
        return None
