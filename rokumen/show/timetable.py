"""A plan as a chart shows it: a row for each actuator, and how the cube is held meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from robot.command import OPEN, Grip, Move, Pose
from robot.motion import Action, Plan
from robot.rig import Rig, Rotated, Turned
from solver.orientation import Orientation

TURN, ROTATION, OTHER = "turns a face", "turns the whole cube", "turns nothing"


@dataclass(frozen=True, slots=True)
class Bar:
    """What one actuator, named by `row`, does from `start` for `seconds`, and what comes of it."""

    row: str
    start: float
    seconds: float
    label: str
    kind: str


@dataclass(frozen=True, slots=True)
class Held:
    """How the cube is held from `start` to `end`, in seconds."""

    start: float
    end: float
    orientation: Orientation


def rows(rig: Rig) -> tuple[str, ...]:
    """Name a rig's actuators: axes that turn, hands that grip."""
    return (*(_axis(name) for name in rig.axes), *(_hand(name) for name in rig.grippers))


def bars(rig: Rig, plan: Plan) -> Iterator[Bar]:
    """Give what each actuator does, command by command."""
    pose = plan.start.pose
    for action in plan.actions:
        yield from _bars_of(rig, pose, action)
        pose = action.after.pose


def held(plan: Plan) -> Iterator[Held]:
    """Give the ways in which the cube is held, one after the other."""
    moments = [(0.0, plan.start.orientation)]
    moments += [
        (action.start + action.seconds, action.after.orientation) for action in plan.actions
    ]
    runs = [next(run) for _, run in groupby(moments, key=lambda moment: moment[1])]
    ends = [*(start for start, _ in runs[1:]), plan.seconds]
    for (start, orientation), end in zip(runs, ends, strict=True):
        yield Held(start, end, orientation)


def _bars_of(rig: Rig, pose: Pose, action: Action) -> Iterator[Bar]:
    effects = rig.step(pose, action.command).effects
    rotates = any(isinstance(effect, Rotated) for effect in effects)
    turned = {effect.axis: effect for effect in effects if isinstance(effect, Turned)}
    made = dict(zip(turned, map(str, action.turns), strict=True))
    match action.command:
        case Move(targets=targets):
            for axis, degrees in targets:
                holds = axis not in rig.grippers or pose.grips[rig.grippers.index(axis)] != OPEN
                kind = TURN if axis in turned else ROTATION if rotates and holds else OTHER
                label = made.get(axis, f"{degrees:+d}°" if degrees else "0°")
                yield Bar(_axis(axis), action.start, action.seconds, label, kind)
        case Grip(targets=targets):
            for hand, position in targets:
                kind = ROTATION if rotates else OTHER
                yield Bar(_hand(hand), action.start, action.seconds, position, kind)


def _axis(name: str) -> str:
    return f"{name} turns"


def _hand(name: str) -> str:
    return f"{name} grips"
