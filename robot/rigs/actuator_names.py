"""What a person calls the actuators of a robot: "left wrist", "right gripper", "base"."""

from __future__ import annotations

from collections.abc import Container

from robot.rigs.command import Command, Grip, Load, Move
from solver.core.geometry import SIDES


def axis_name(axis: str, grippers: Container[str]) -> str:
    """Return what a person calls an axis: a wrist if it turns one of the `grippers`."""
    if axis in grippers:
        return wrist_name(axis)
    return f"{SIDES[axis]} axis" if axis in SIDES else axis


def wrist_name(wrist: str) -> str:
    """Return what a person calls a wrist, the axis that turns a gripper."""
    return f"{SIDES[wrist]} wrist" if wrist in SIDES else wrist


def gripper_name(gripper: str) -> str:
    """Return what a person calls a gripper."""
    return f"{SIDES[gripper]} gripper" if gripper in SIDES else gripper


def actuator_name(actuator: str, grippers: Container[str]) -> str:
    """Return what a person calls `axis:NAME` or `gripper:NAME`, of a robot with `grippers`."""
    kind, _, name = actuator.partition(":")
    return axis_name(name, grippers) if kind == "axis" else gripper_name(name)


def wrist_words(place: str) -> str:
    """Return what a person calls a place of a wrist: "left wrist +90°" for `L +90`."""
    wrist, degrees = place.split()
    return f"{wrist_name(wrist)} {degrees}°"


def angle(degrees: float) -> str:
    """Return an angle for a person: "+90°", "0°"."""
    return f"{round(degrees):+d}°" if round(degrees) else "0°"


def command_words(command: Command | Load, grippers: Container[str]) -> str:
    """Return a command for a person: "left wrist to +90°", "left gripper open", "home"."""
    match command:
        case Move(targets=turned):
            return ", ".join(f"{axis_name(axis, grippers)} to {angle(to)}" for axis, to in turned)
        case Grip(targets=gripped):
            return ", ".join(f"{gripper_name(name)} {position}" for name, position in gripped)
    return str(command)
