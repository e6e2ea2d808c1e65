"""Checks that a rig description of another distribution is consistent."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import ParamSpec, TypeVar

from robot.errors import RigError
from robot.rigs.camera_places import check_place
from robot.rigs.command import Home, Move, Pose
from robot.rigs.rig import FaceTurn, Rig, Step, reachable_poses
from solver.core.geometry import FACES

_NAME = re.compile(r"[A-Za-z0-9_-]+")

P = ParamSpec("P")
T = TypeVar("T")


def check_rig(rig: Rig) -> None:
    """Raise RigError, which says why, if a rig description is inconsistent.

    Checked are names, durations, and for every pose that the rig reaches from home its steps and
    its homing commands.
    """
    _check_names(rig)
    _check_durations(rig)
    _call("hash", hash, rig)
    _check_pose(rig, rig.home, "home")
    if not _call("may_end(home)", rig.may_end, rig.home):
        raise RigError("may_end(home) is False, but a job starts and ends at home")
    turned = set[str]()
    for pose in _call("poses", lambda: reachable_poses(rig)):
        _check_pose(rig, pose, "poses")
        for step in _call(f"steps({pose})", rig.steps, pose):
            _check_step(rig, pose, step)
            turned |= {effect.position for effect in step.effects if isinstance(effect, FaceTurn)}
        _check_homing(rig, pose)
    if not turned:
        raise RigError("no step from any pose turns a face")


def _call(what: str, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what a method of the rig returns. Raises RigError for any exception."""
    try:
        return function(*args, **kwargs)
    except Exception as error:
        raise RigError(f"{what} raises {type(error).__name__}: {error}") from error


def _check_names(rig: Rig) -> None:
    for what, names in (("axes", rig.axes), ("grippers", rig.grippers)):
        if not isinstance(names, tuple) or len(set(names)) < len(names):
            raise RigError(f"{what} = {names!r} is not a tuple of different names")
        for name in names:
            if not isinstance(name, str) or not _NAME.fullmatch(name):
                raise RigError(f"{what} has {name!r}; use letters, digits, '-' and '_'")
    for seen in rig.cameras:
        if seen:
            check_place(seen)


def _check_durations(rig: Rig) -> None:
    durations = rig.durations
    if isinstance(durations, type) or not is_dataclass(durations):
        raise RigError(f"durations = {durations!r} is not a data class of seconds")
    for each in fields(durations):
        seconds = getattr(durations, each.name)
        if seconds is None and each.name in rig.usual_durations:
            continue
        if not isinstance(seconds, int | float) or not seconds > 0:
            raise RigError(f"durations.{each.name} = {seconds!r} is not a number greater than 0")


def _check_pose(rig: Rig, pose: Pose, where: str) -> None:
    if len(pose.angles) != len(rig.axes) or len(pose.grips) != len(rig.grippers):
        raise RigError(
            f"{where} has {pose}; the rig has {len(rig.axes)} axes and {len(rig.grippers)} grippers"
        )


def _check_step(rig: Rig, pose: Pose, step: Step) -> None:
    what = f"the step {step.command} from {pose}"
    _check_pose(rig, step.after, what)
    if isinstance(step.command, Home):
        raise RigError(f"{what}: a step is a Move or a Grip")
    known = rig.axes if isinstance(step.command, Move) else rig.grippers
    for name, _ in step.command.targets:
        if name not in known:
            raise RigError(f"{what}: {name!r} is not one of {', '.join(known)}")
    if not step.seconds > 0:
        raise RigError(f"{what} takes {step.seconds!r} seconds, not more than 0")
    for effect in step.effects:
        if effect.position not in FACES or effect.degrees % 90:
            raise RigError(f"{what}: {effect} is not a multiple of 90° about a face")
    again = _call(f"step({pose}, {step.command})", rig.step, pose, step.command)
    if again != step:
        raise RigError(f"{what} leads to {step}, but step() says {again}")


def _check_homing(rig: Rig, start: Pose) -> None:
    pose = start
    for command in _call(f"homing_commands({start})", rig.homing_commands, start):
        pose = _call(f"step({pose}, {command})", rig.step, pose, command).after
    if pose != rig.home:
        raise RigError(f"homing_commands({start}) end at {pose}, not at home")
