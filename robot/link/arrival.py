"""Whether a motion has ended where it was commanded to: as the robot says, and as somebody sees."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from robot.errors import (
    OTHER_POSE,
    JamError,
    MotionError,
    ServoOfflineError,
    SlipError,
    StoppedError,
)
from robot.rigs.command import (
    ANGLE_TOLERANCE_DEGREES,
    Command,
    Grip,
    Home,
    Load,
    MotionCommand,
    Move,
    Pose,
    Regrip,
    angle,
    axis_name,
    command_words,
    gripper_name,
)
from robot.rigs.rig import Rig


@dataclass(frozen=True, slots=True)
class Agrees:
    """Every actuator that the command moves is seen where it should be."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """An actuator is not where it should be: an axis stands `at` about this angle, in degrees.

    `kind` is "axis" or "gripper"; `at` is None for a gripper, and where the angle is not seen.
    """

    kind: str
    name: str
    at: float | None = None


@dataclass(frozen=True, slots=True)
class NotSeen:
    """Nothing was seen that speaks for or against the arrival; `why` is for the log."""

    why: str


Observation = Agrees | Stuck | NotSeen


class Observer(Protocol):
    """Somebody who looks at a robot after each of its commands."""

    def observe(self, command: Command | Load, pose: Pose) -> Observation:
        """Return what is seen after a command, which should have led to `pose`."""
        ...


@runtime_checkable
class QuickObserver(Observer, Protocol):
    """An observer whose picture is taken as the next motion begins, and looked at meanwhile."""

    def watch_start(self, command: MotionCommand) -> None:
        """Find out whether a picture that is asked for as a command begins shows its motion."""
        ...

    def can_look_during(self, pose: Pose, then: MotionCommand) -> bool:
        """Return whether one picture will tell whether all is where it is in a pose.

        It is asked for as the command `then` begins, and shows nothing of this.
        """
        ...

    def observe_during(
        self, command: MotionCommand, pose: Pose, then: MotionCommand
    ) -> Observation:
        """Return what is seen after a command that should have led to `pose`, as `then` begins."""
        ...


def check_arrival(rig: Rig, command: Command | Load, pose: Pose) -> None:
    """Raise MotionError if an actuator is not where it was commanded to, by the robot's words."""
    angles, grips = _targets(command, rig)
    for axis, degrees in angles:
        at = pose.angles[rig.axes.index(axis)]
        if abs(at - degrees) > ANGLE_TOLERANCE_DEGREES:
            found = f"the {axis_name(axis, rig.grippers)} stands at {at:+g}°"
            raise _pose_error(rig, command, found, axis, at)
    for gripper, position in grips:
        grip = pose.grips[rig.grippers.index(gripper)]
        if grip != position:
            found = f"the {gripper_name(gripper)} is {grip}"
            raise _pose_error(rig, command, found, gripper, None)


def jam_error(rig: Rig, stuck: Stuck, pose: Pose) -> JamError:
    """Return the error of an actuator that is seen elsewhere than in `pose`."""
    if stuck.kind == "gripper":
        grip = pose.grips[rig.grippers.index(stuck.name)]
        words = f"the camera sees that the {gripper_name(stuck.name)} is not {grip}"
        return JamError(words, stuck.name, is_seen=True)
    name = axis_name(stuck.name, rig.grippers)
    due = angle(pose.angles[rig.axes.index(stuck.name)])
    if stuck.at is None:
        words = f"the camera sees that the {name} is not at {due}"
        return JamError(words, stuck.name, is_seen=True)
    words = f"the camera sees the {name} at about {angle(stuck.at)}, and not at {due}"
    return JamError(words, stuck.name, stuck.at, is_seen=True)


_DESCRIPTIONS: dict[type[MotionError], str] = {
    JamError: "the turn jammed",
    SlipError: "a gripper lost the cube or closed on nothing",
    ServoOfflineError: "a servo does not respond",
    StoppedError: "the robot was stopped",
}


def motion_error(
    kind: type[MotionError], name: str, at: float | None, grippers: Container[str]
) -> MotionError:
    """Return the error of a motion that ended at the actuator `name`, "" where none is known.

    `at`: the angle of an axis in degrees; `grippers`: those of the robot.
    """
    where = _where(kind, name, at, grippers)
    return kind(f"{_DESCRIPTIONS[kind]} ({where})", name, at)


def offline_error(why: str, name: str, at: float | None, grippers: Container[str]) -> MotionError:
    """Return the error of a servo that does not respond, or reports `why` it will not."""
    if not why:
        return motion_error(ServoOfflineError, name, at, grippers)
    where = _where(ServoOfflineError, name, at, grippers)
    return ServoOfflineError(f"a servo reports {why} ({where})", name, at)


def undervoltage_error(
    volts: str, name: str, at: float | None, grippers: Container[str]
) -> ServoOfflineError:
    """Return the error of a supply that fell to some volts, "" where these are not known."""
    fell_to = f" to {volts} V" if volts else ""
    where = _where(ServoOfflineError, name, at, grippers)
    return ServoOfflineError(f"undervoltage: the servo supply dropped{fell_to} ({where})", name, at)


def _where(kind: type[MotionError], name: str, at: float | None, grippers: Container[str]) -> str:
    """Return what a person calls the actuator of an error, and where it stands if it is an axis."""
    if not name:
        return "the robot does not say where"
    if kind is SlipError:
        return gripper_name(name)
    # A wrist and its gripper may have one name.
    if at is None:
        return gripper_name(name) if name in grippers else axis_name(name, grippers)
    return f"{axis_name(name, grippers)} at {at:+g}°"


def _pose_error(
    rig: Rig, command: Command | Load, found: str, axis: str, at: float | None
) -> MotionError:
    return MotionError(
        f"after {command_words(command, rig.grippers)} the robot says that {found}: a "
        "limit of its board or a wrong calibration keeps it from there",
        axis,
        at,
        code=OTHER_POSE,
    )


def _targets(
    command: Command | Load, rig: Rig
) -> tuple[Iterable[tuple[str, float]], Iterable[tuple[str, str]]]:
    """Return the angles of axes and the positions of grippers that a command ends with."""
    match command:
        case Move():
            return command.targets, ()
        case Grip():
            return (), command.targets
        case Regrip():
            return command.targets, command.closing.targets
        case Home():
            return zip(rig.axes, rig.home.angles, strict=True), zip(
                rig.grippers, rig.home.grips, strict=True
            )
        case Load():
            return zip(rig.axes, rig.home.angles, strict=True), ()
