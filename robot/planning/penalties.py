"""Penalties on axes and motions that have jammed, and plans that avoid them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import NamedTuple

from robot.errors import TOO_MANY_JAMS, RetriesExhaustedError
from robot.planning.motion_plan import Plan
from robot.planning.planner import plan_turns
from robot.planning.robot_state import PlannedCommand, RobotState
from robot.rigs.command import Command, Move, Pose, Regrip
from robot.rigs.rig import CubeRotation, FaceTurn, Rig, Sight, Step
from solver.core.orientation import Orientation
from solver.core.turn import Turn

# Penalty of an axis that failed on every retry step, in multiples of a turn's own duration:
# more than any detour.
FAILED_AXIS_PENALTY = 30.0
# Penalty of an axis whose turns jammed and then succeeded: small, because the next turn is as
# likely to jam on another axis.
JAMMED_AXIS_PENALTY = 4.0


# What turns with an axis.
LAYER, CUBE, NOTHING = "layer", "cube", "nothing"


class AxisMotion(NamedTuple):
    """A motion of an axis: by how many degrees, and what turns with it, its load."""

    axis: str
    degrees: int
    load: str


def axis_motions(rig: Rig, before: Pose, step: Step) -> tuple[AxisMotion, ...]:
    """Return the motions of axes that a step from a pose consists of."""
    command = step.command
    if not isinstance(command, Move | Regrip):
        return ()
    turning = {each.axis for each in step.effects if isinstance(each, FaceTurn)}
    other = CUBE if any(isinstance(each, CubeRotation) for each in step.effects) else NOTHING
    angles = dict(zip(rig.axes, before.angles, strict=True))
    return tuple(
        AxisMotion(axis, round(target - angles[axis]), LAYER if axis in turning else other)
        for axis, target in command.targets
    )


@dataclass(frozen=True, slots=True)
class Penalties:
    """Penalty of each axis and of each motion, in multiples of its duration; 0 for all others.

    `by_axis`: those of this run, in which the axis failed; `by_motion`: those that were learnt.
    """

    by_axis: frozenset[tuple[str, float]] = frozenset()
    by_motion: frozenset[tuple[AxisMotion, float]] = frozenset()

    @property
    def axes(self) -> tuple[str, ...]:
        """The axes with a penalty, sorted."""
        return tuple(sorted(axis for axis, _ in self.by_axis))

    def of(self, axis: str) -> float:
        """Return the penalty of an axis."""
        return dict(self.by_axis).get(axis, 0.0)

    def after(self, error: RetriesExhaustedError) -> Penalties:
        """Return the penalties after a plan was abandoned because of `error`."""
        if not error.axis:
            return self
        new = JAMMED_AXIS_PENALTY if error.code == TOO_MANY_JAMS else FAILED_AXIS_PENALTY
        by_axis = {**dict(self.by_axis), error.axis: max(new, self.of(error.axis))}
        return replace(self, by_axis=frozenset(by_axis.items()))


NO_PENALTIES = Penalties()


def plan_with_penalties(
    rig: Rig, turns: Sequence[Turn], start: RobotState, penalties: Penalties
) -> Plan:
    """Return the plan of `plan_turns`, where turns and motions with a penalty cost more.

    Its times are the rig's own, without penalties. Raises RigError if the rig cannot make the
    turns.
    """
    if penalties == NO_PENALTIES:
        return plan_turns(rig, turns, start)
    plan = plan_turns(penalised_rig(rig, penalties), turns, start)
    actions: list[PlannedCommand] = []
    pose, clock = start.pose, 0.0
    for action in plan.commands:
        step = rig.step(pose, action.command)
        actions.append(replace(action, start=clock, seconds=step.seconds))
        pose, clock = step.after, clock + step.seconds
    return replace(plan, mechanism=rig, commands=tuple(actions))


@dataclass(frozen=True, kw_only=True)
class _PenalisedRig(Rig):
    """A rig whose steps take (1 + their penalties) times their real duration."""

    rig: Rig
    penalties: Penalties

    def step(self, pose: Pose, command: Command) -> Step:
        return self._penalised(pose, self.rig.step(pose, command))

    def steps(self, pose: Pose) -> tuple[Step, ...]:
        return tuple(self._penalised(pose, step) for step in self.rig.steps(pose))

    def may_end(self, pose: Pose) -> bool:
        return self.rig.may_end(pose)

    def homing_commands(self, pose: Pose) -> tuple[Command, ...]:
        return self.rig.homing_commands(pose)

    def sights(self, pose: Pose) -> tuple[Sight, ...]:
        return self.rig.sights(pose)

    def rewrite_turns(self, turns: tuple[Turn, ...], orientation: Orientation) -> tuple[Turn, ...]:
        return self.rig.rewrite_turns(turns, orientation)

    def _penalised(self, pose: Pose, step: Step) -> Step:
        turned = [effect for effect in step.effects if isinstance(effect, FaceTurn)]
        more = sum(self.penalties.of(effect.axis) for effect in turned)
        learnt = dict(self.penalties.by_motion)
        more += sum(learnt.get(each, 0.0) for each in axis_motions(self.rig, pose, step))
        return replace(step, seconds=step.seconds * (1 + more))


def penalised_rig(rig: Rig, penalties: Penalties) -> Rig:
    """Return a rig whose turns and motions take longer by their penalties."""
    common = {each.name: getattr(rig, each.name) for each in fields(Rig)}
    return _PenalisedRig(**common, rig=rig, penalties=penalties)
