"""A motion plan as bars per actuator and cube orientations over time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from robot.planning.robot_state import PlannedCommand, RobotState
from robot.rigs.command import OPEN, Grip, Home, Pose, Regrip, axis_name, gripper_name
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


@dataclass(frozen=True, slots=True)
class Timetable:
    """What each actuator of a rig does in `seconds`, and how the cube is held meanwhile.

    `rows` are the names of the actuators, axes first.
    """

    rows: tuple[str, ...]
    bars: tuple[Bar, ...]
    spans: tuple[OrientationSpan, ...]
    seconds: float


def timetable_of(rig: Rig, start: RobotState, commands: Sequence[PlannedCommand]) -> Timetable:
    """Return the timetable of commands that begin in a state."""
    bars: list[Bar] = []
    pose = start.pose
    for action in commands:
        bars += _bars_of(rig, pose, action)
        pose = action.after.pose
    axes = (axis_name(axis, rig.grippers) for axis in rig.axes)
    seconds = max((action.start + action.seconds for action in commands), default=0.0)
    return Timetable(
        (*axes, *map(gripper_name, rig.grippers)),
        tuple(bars),
        tuple(_orientation_spans(start.orientation, commands, seconds)),
        seconds,
    )


def _orientation_spans(
    first: Orientation, commands: Sequence[PlannedCommand], seconds: float
) -> Iterator[OrientationSpan]:
    """Yield the orientations of the cube, one after the other."""
    moments = [(0.0, first)]
    moments += [(action.start + action.seconds, action.after.orientation) for action in commands]
    runs = [next(run) for _, run in groupby(moments, key=lambda moment: moment[1])]
    ends = [*(start for start, _ in runs[1:]), seconds]
    for (start, orientation), end in zip(runs, ends, strict=True):
        yield OrientationSpan(start, end, orientation)


def _bars_of(rig: Rig, pose: Pose, action: PlannedCommand) -> Iterator[Bar]:
    if isinstance(action.command, Home):
        return
    effects = rig.step(pose, action.command).effects
    rotates = any(isinstance(effect, CubeRotation) for effect in effects)
    turned = {effect.axis: effect for effect in effects if isinstance(effect, FaceTurn)}
    made = dict(zip(turned, map(str, action.turns), strict=True))
    released = action.command.grippers if isinstance(action.command, Regrip) else ()
    for part in rig.parts(pose, action.command):
        start = action.start + part.start
        for name, target in part.command.targets:
            if isinstance(part.command, Grip):
                kind = ROTATION if rotates and not released else OTHER
                yield Bar(gripper_name(name), start, part.seconds, str(target), kind)
                continue
            is_open = name in rig.grippers and pose.grips[rig.grippers.index(name)] == OPEN
            holds = not is_open and name not in released
            kind = TURN if name in turned else ROTATION if rotates and holds else OTHER
            label = made.get(name, f"{target:+d}°" if target else "0°")
            yield Bar(axis_name(name, rig.grippers), start, part.seconds, label, kind)
