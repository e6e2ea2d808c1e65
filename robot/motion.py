"""What passes from the planner to the executor: how a cube is held, and timetables of commands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from robot.command import Command, Pose
from robot.rig import Rig, Rotated, Step
from solver.orientation import Orientation
from solver.turn import Turn


@dataclass(frozen=True, slots=True)
class Holding:
    """How the cube is held, and the rig's pose."""

    orientation: Orientation
    pose: Pose


@dataclass(frozen=True, slots=True)
class Action:
    """One command of a plan.

    `turns` are the turns of the cube that it makes, all at once; `after` what is held when it has
    ended; `start` and `seconds` are by the plan's own clock, at full speed.
    """

    command: Command
    turns: tuple[Turn, ...]
    after: Holding
    start: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Plan:
    """A timetable of commands from one way of holding the cube to another."""

    rig: str
    start: Holding
    actions: tuple[Action, ...]

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Give the turns of the cube in the order in which they are made."""
        return tuple(turn for action in self.actions for turn in action.turns)

    @property
    def seconds(self) -> float:
        """Give the time of the whole."""
        return self.actions[-1].start + self.actions[-1].seconds if self.actions else 0.0

    @property
    def end(self) -> Holding:
        """Say how the cube is held after the plan."""
        return self.actions[-1].after if self.actions else self.start


def holding_at_home(rig: Rig) -> Holding:
    """Give the cube held with each face at the position of its name, and the rig at home."""
    return Holding(Orientation.identity(), rig.home)


def timetable(rig: Rig, start: Holding, steps: Iterable[Step]) -> Plan:
    """Put steps one after the other on the clock.

    They are given as from the poses that stand for others (`Rig.like`), from that of `start` on.
    """
    actions: list[Action] = []
    holding, clock = start, 0.0
    for alike in steps:
        step = rig.step(holding.pose, rig.command_from(holding.pose, alike.command))
        holding, made = after_step(holding, step)
        actions.append(Action(step.command, made, holding, clock, step.seconds))
        clock += step.seconds
    return Plan(rig.name, start, tuple(actions))


def after_step(holding: Holding, step: Step) -> tuple[Holding, tuple[Turn, ...]]:
    """Say how the cube is held after a step, and the turns of the cube that it makes."""
    orientation, made = holding.orientation, list[Turn]()
    for effect in step.effects:
        if isinstance(effect, Rotated):
            orientation = orientation.rotated(effect.position, effect.quarter_turns)
        else:
            made.append(Turn(holding.orientation.face_at(effect.position), effect.quarter_turns))
    return Holding(orientation, step.after), tuple(made)
