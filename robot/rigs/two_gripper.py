"""Two hands at right angles that grip the cube on two adjacent faces.

The left hand (L) grips the face at position L and the right hand (R) the one at position B; a
camera looks down on position U. A hand's jaws close from above and below while its wrist is at 0,
so at ±90 they stand in the other hand's way: a wrist moves only while the other one is at 0, or at
180 where its range is that wide.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeVar

from robot.command import CLOSED, OPEN, Command, Grip, Move, Pose
from robot.errors import RuleError
from robot.rig import Effect, Rig, Rotated, Step, Turned
from solver.orientation import Orientation
from solver.turn import Turn

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Durations:
    """Seconds at full speed; a wrist takes as long for a half turn as for a quarter."""

    turn: float = 1.0
    open: float = 1.25
    close: float = 1.0


@dataclass(frozen=True, slots=True)
class TwoGripper:
    """The rig with wrists that reach every detent of `detents` (degrees)."""

    detents: tuple[int, ...] = (-90, 0, 90)
    durations: Durations = field(default_factory=Durations)
    name: str = "two-gripper"
    axes: tuple[str, ...] = ("L", "R")
    grippers: tuple[str, ...] = ("L", "R")
    cameras: tuple[str, ...] = ("U",)
    positions: tuple[str, ...] = ("L", "B")

    @property
    def home(self) -> Pose:
        """Both wrists at 0, both hands closed."""
        return Pose((0, 0), (CLOSED, CLOSED))

    def step(self, pose: Pose, command: Command) -> Step:
        """See `robot.rig.Rig.step`."""
        match command:
            case Move(targets=((axis, degrees),)):
                return self._wrist(pose, command, self._hand(axis), degrees)
            case Grip(targets=((gripper, position),)):
                return self._grip(pose, command, self._hand(gripper), position)
        raise RuleError(f"a two-gripper rig moves one thing at a time, not {command}")

    def steps(self, pose: Pose) -> tuple[Step, ...]:
        """See `robot.rig.Rig.steps`."""
        commands: list[Command] = []
        for hand, name in enumerate(self.axes):
            commands += [
                Move(((name, degrees),))
                for degrees in self.detents
                if degrees != pose.angles[hand] and self._wrist_may_move(pose, hand)
            ]
            if pose.grips[hand] == OPEN:
                commands.append(Grip(((name, CLOSED),)))
            elif pose.grips[1 - hand] == CLOSED:
                commands.append(Grip(((name, OPEN),)))
        return tuple(self.step(pose, command) for command in commands)

    def like(self, pose: Pose) -> Pose:
        """Give the pose itself: from each something else can be done."""
        return pose

    def command_from(self, pose: Pose, command: Command) -> Command:
        """Give the command itself."""
        return command

    def rests(self, pose: Pose) -> bool:
        """Rest with both hands closed."""
        return pose.grips == (CLOSED, CLOSED)

    def homing(self, pose: Pose) -> tuple[Command, ...]:
        """Return the wrists to 0 first, the one that bars the other before it; then close."""
        by_need = sorted(range(2), key=lambda hand: not self._wrist_may_move(pose, hand))
        wrists = [Move(((self.axes[hand], 0),)) for hand in by_need if pose.angles[hand] != 0]
        closing = [
            Grip(((name, CLOSED),))
            for name, grip in zip(self.grippers, pose.grips, strict=True)
            if grip != CLOSED
        ]
        return (*wrists, *closing)

    def reseat(self, pose: Pose, axis: str) -> tuple[Command, ...]:
        """See `robot.rig.Rig.reseat`."""
        if pose.grips != (CLOSED, CLOSED):
            return ()
        name = self.grippers[self._hand(axis)]
        return Grip(((name, OPEN),)), Grip(((name, CLOSED),))

    def shown(self, pose: Pose) -> tuple[str, ...]:
        """See the upper face whole while one hand holds it from the sides, the other one away."""
        for hand in range(2):
            holds = pose.grips[hand] == CLOSED and pose.grips[1 - hand] == OPEN
            if holds and pose.angles[hand] % 180 == 90:
                return ("U",)
        return ()

    def spelled(self, turns: tuple[Turn, ...], held: Orientation) -> tuple[Turn, ...]:
        """Leave the turns as they are: every face can be brought before a hand."""
        return turns

    def _hand(self, name: str) -> int:
        if name not in self.axes:
            raise RuleError(f"{name!r} is no hand of this rig; it has L and R")
        return self.axes.index(name)

    def _wrist_may_move(self, pose: Pose, hand: int) -> bool:
        return pose.angles[1 - hand] % 180 == 0

    def _wrist(self, pose: Pose, command: Move, hand: int, degrees: int) -> Step:
        if degrees not in self.detents:
            raise RuleError(
                f"wrist {self.axes[hand]} cannot go to {degrees:+d}°; its detents are "
                + ", ".join(f"{detent:+d}°" for detent in self.detents)
            )
        if not self._wrist_may_move(pose, hand):
            other = 1 - hand
            raise RuleError(
                f"wrist {self.axes[hand]} would strike hand {self.axes[other]}, which stands at "
                f"{pose.angles[other]:+g}°; bring that one to 0 first"
            )
        after = replace(pose, angles=_with(pose.angles, hand, degrees))
        seconds = self.durations.turn if degrees != pose.angles[hand] else 0.0
        return Step(command, after, seconds, self._effects(pose, hand, degrees))

    def _effects(self, pose: Pose, hand: int, degrees: int) -> tuple[Effect, ...]:
        # Positive is clockwise for somebody who looks at the gripped face from its hand's side.
        travel = degrees - pose.angles[hand]
        if pose.grips[hand] == OPEN or not travel:
            return ()
        if pose.grips[1 - hand] == OPEN:
            return (Rotated(self.positions[hand], travel),)
        return (Turned(self.axes[hand], self.positions[hand], travel),)

    def _grip(self, pose: Pose, command: Grip, hand: int, position: str) -> Step:
        if position not in (OPEN, CLOSED):
            raise RuleError(f"a hand can be open or closed, not {position!r}")
        if position == OPEN and pose.grips[1 - hand] == OPEN:
            raise RuleError(
                f"hand {self.grippers[hand]} holds the cube alone; close the other one first"
            )
        after = replace(pose, grips=_with(pose.grips, hand, position))
        travel = self.durations.open if position == OPEN else self.durations.close
        return Step(command, after, travel if after != pose else 0.0)


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])


RIG: Rig = TwoGripper()
