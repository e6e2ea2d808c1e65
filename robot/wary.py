"""Plans that would rather not turn with some of the hands: those by which turns have caught."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from robot.command import Command, Pose
from robot.motion import Action, Holding, Plan
from robot.planner import plan_turns
from robot.rig import Rig, Step, Turned
from solver.orientation import Orientation
from solver.turn import Turn

# What a turn by a hand that failed for good seems to cost beside its own time, in turns of its
# kind: more than any way round it.
SHUNNED = 30.0
# And by a hand whose turns caught, and went through when they were tried again: a little detour
# is worth it, but the next turn is as likely to catch in another hand.
DISLIKED = 4.0


def plan_avoiding(
    rig: Rig, turns: Sequence[Turn], start: Holding, penalties: Mapping[str, float]
) -> Plan:
    """Plan as `plan_turns` does, as if turns by some axes took so many times longer.

    `penalties`: for each of these axes SHUNNED, DISLIKED or how often its turn's own time comes
    on top. Raises RigError where the rig cannot make the turns.
    """
    avoided = frozenset(penalties.items())
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
    """A rig by whose reckoning turns by `avoided` axes take so many times longer."""

    rig: Rig
    avoided: frozenset[tuple[str, float]]

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
        penalties = dict(self.avoided)
        more = sum(penalties.get(effect.axis, 0.0) for effect in turned)
        return replace(step, seconds=step.seconds * (1 + more))
