"""A motion plan as bars per actuator and cube orientations over time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from robot.planning.motion_plan import Plan, TimedCommand
from robot.rigs.actuator_names import axis_name, gripper_name
from robot.rigs.command import OPEN, Grip, Move, Pose
from robot.rigs.rig import CubeRotation, FaceTurn, Rig
from solver.core.orientation import Orientation

TURN, ROTATION, OTHER = "turns a face", "turns the whole cube", "turns nothing"


@dataclass(frozen=True, slots=True)
class Bar:
    """The motion of one actuator, named by `row`, from `start` for `seconds`, and its effect."""

    row: str
    start: float
    seconds: float
    label: str
    kind: str


@dataclass(frozen=True, slots=True)
class OrientationSpan:
    """Orientation of the cube from `start` to `end`, in seconds."""

    start: float
    end: float
    orientation: Orientation


def rows(rig: Rig) -> tuple[str, ...]:
    """Return the names of a rig's actuators, axes first."""
    axes = (axis_name(axis, rig.grippers) for axis in rig.axes)
    return (*axes, *map(gripper_name, rig.grippers))


def bars(rig: Rig, plan: Plan) -> Iterator[Bar]:
    """Return the motion of each actuator, command by command."""
    pose = plan.start.pose
    for action in plan.commands:
        yield from _bars_of(rig, pose, action)
        pose = action.after.pose


def orientation_spans(plan: Plan) -> Iterator[OrientationSpan]:
    """Return the orientations of the cube, one after the other."""
    moments = [(0.0, plan.start.orientation)]
    moments += [
        (action.start + action.seconds, action.after.orientation) for action in plan.commands
    ]
    runs = [next(run) for _, run in groupby(moments, key=lambda moment: moment[1])]
    ends = [*(start for start, _ in runs[1:]), plan.seconds]
    for (start, orientation), end in zip(runs, ends, strict=True):
        yield OrientationSpan(start, end, orientation)


def _bars_of(rig: Rig, pose: Pose, action: TimedCommand) -> Iterator[Bar]:
    effects = rig.step(pose, action.command).effects
    rotates = any(isinstance(effect, CubeRotation) for effect in effects)
    turned = {effect.axis: effect for effect in effects if isinstance(effect, FaceTurn)}
    made = dict(zip(turned, map(str, action.turns), strict=True))
    match action.command:
        case Move(targets=targets):
            for axis, degrees in targets:
                holds = axis not in rig.grippers or pose.grips[rig.grippers.index(axis)] != OPEN
                kind = TURN if axis in turned else ROTATION if rotates and holds else OTHER
                label = made.get(axis, f"{degrees:+d}°" if degrees else "0°")
                row = axis_name(axis, rig.grippers)
                yield Bar(row, action.start, action.seconds, label, kind)
        case Grip(targets=targets):
            for gripper, position in targets:
                kind = ROTATION if rotates else OTHER
                yield Bar(gripper_name(gripper), action.start, action.seconds, position, kind)
