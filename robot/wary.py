"""Plans that would rather not turn with some of the hands: those by which turns have caught."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from robot.command import Command, Pose
from robot.motion import Action, Holding, Plan
from robot.planner import plan_turns
from robot.rig import Rig, Step, Turned
from solver.orientation import Orientation
from solver.turn import Turn

# What a turn by such a hand seems to cost, in seconds: more than any way round it.
PENALTY_SECONDS = 30.0


def plan_avoiding(rig: Rig, turns: Sequence[Turn], start: Holding, axes: Collection[str]) -> Plan:
    """Plan as `plan_turns` does, with as few turns by `axes` as can be.

    Raises RigError where the rig cannot make the turns.
    """
    avoided = frozenset(axes)
    if not avoided:
        return plan_turns(rig, turns, start)
    plan = plan_turns(_Wary(rig, avoided), turns, start)
    actions: list[Action] = []
    pose, clock = start.pose, 0.0
    for action in plan.actions:
        step = rig.step(pose, action.command)
        actions.append(replace(action, start=clock, seconds=step.seconds))
        pose, clock = step.after, clock + step.seconds
    return replace(plan, actions=tuple(actions))


@dataclass(frozen=True)
class _Wary:
    """A rig by whose reckoning turns by `avoided` axes take long."""

    rig: Rig
    avoided: frozenset[str]

    @property
    def name(self) -> str:
        return self.rig.name

    @property
    def axes(self) -> tuple[str, ...]:
        return self.rig.axes

    @property
    def grippers(self) -> tuple[str, ...]:
        return self.rig.grippers

    @property
    def durations(self) -> Any:
        return self.rig.durations

    @property
    def cameras(self) -> tuple[str, ...]:
        return self.rig.cameras

    @property
    def home(self) -> Pose:
        return self.rig.home

    def like(self, pose: Pose) -> Pose:
        return self.rig.like(pose)

    def command_from(self, pose: Pose, command: Command) -> Command:
        return self.rig.command_from(pose, command)

    def step(self, pose: Pose, command: Command) -> Step:
        return self._reckoned(self.rig.step(pose, command))

    def steps(self, pose: Pose) -> tuple[Step, ...]:
        return tuple(self._reckoned(step) for step in self.rig.steps(pose))

    def rests(self, pose: Pose) -> bool:
        return self.rig.rests(pose)

    def homing(self, pose: Pose) -> tuple[Command, ...]:
        return self.rig.homing(pose)

    def reseat(self, pose: Pose, axis: str) -> tuple[Command, ...]:
        return self.rig.reseat(pose, axis)

    def shown(self, pose: Pose) -> tuple[str, ...]:
        return self.rig.shown(pose)

    def spelled(self, turns: tuple[Turn, ...], held: Orientation) -> tuple[Turn, ...]:
        return self.rig.spelled(turns, held)

    def _reckoned(self, step: Step) -> Step:
        turned = [effect for effect in step.effects if isinstance(effect, Turned)]
        bad = sum(effect.axis in self.avoided for effect in turned)
        return replace(step, seconds=step.seconds + PENALTY_SECONDS * bad)
