"""Rig with two grippers at right angles, each on a rotating wrist.

In the L shape the left gripper (L) grips the face at position L and the right gripper (R) the one
at position B; a camera looks down on position U. A gripper's jaws close from above and below while
its wrist is at 0, so at ±90 they block the other gripper: a wrist moves only while the other one is
at 0, or at 180 where its range is that wide. Where motions may overlap, it turns while a gripper is
on its way. Open jaws that withdraw are in nobody's way: then both wrists turn, also at once. In the
V shape, which is the same mechanism standing upright, the grippers hold the faces at L and D, and a
camera looks at F.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeVar

from robot.errors import ForbiddenCommandError
from robot.rigs.command import (
    CLOSED,
    LOADING,
    OPEN,
    Command,
    Grip,
    Move,
    Pose,
    Regrip,
    gripper_name,
    wrist_name,
)
from robot.rigs.mechanisms.jaws import HeldSide, JawRig, WristDurations
from robot.rigs.rig import CubeRotation, Effect, FaceTurn, Rig, Step, seconds
from robot.rules import Rule
from solver.core.geometry import FACES, OPPOSITE

T = TypeVar("T")
_QUARTER_TURN, _HALF_TURN = 90, 180


@dataclass(frozen=True, slots=True)
class TwoGripperDurations(WristDurations):
    """Seconds at full speed."""

    open: float = seconds(1.25)
    close: float = seconds(1.0)


@dataclass(frozen=True, slots=True)
class TwoGripper(JawRig):
    """The rig; `positions` are those of the faces that the left and the right gripper hold."""

    name: str = "two-gripper"
    axes: tuple[str, ...] = ("L", "R")
    grippers: tuple[str, ...] = ("L", "R")
    cameras: tuple[str, ...] = ("U",)
    durations: TwoGripperDurations = TwoGripperDurations()
    positions: tuple[str, ...] = ("L", "B")

    @property
    def can_overlap(self) -> bool:
        """See `robot.rigs.rig.Rig.can_overlap`: where one gripper lets go, the other holds."""
        return True

    @property
    def mechanism(self) -> str:
        """See `robot.rigs.rig.Rig.mechanism`."""
        return "two-gripper"

    def step(self, pose: Pose, command: Command) -> Step:
        """See `robot.rigs.rig.Rig.step`."""
        match command:
            case Move(targets=targets) if len(targets) == 1 or self._is_withdrawn(pose):
                return self._move_wrists(pose, command)
            case Regrip():
                step = self.regrip(pose, command)
                self._check_regrip(pose, step)
                return step
            case Grip(targets=((gripper, position),)):
                return self._move_gripper(pose, command, self.gripper_index(gripper), position)
        raise ForbiddenCommandError(
            f"a two-gripper rig takes one target per command, not {command}",
            Rule.ONE_AT_A_TIME,
        )

    def steps(self, pose: Pose) -> tuple[Step, ...]:
        """See `robot.rigs.rig.Rig.steps`."""
        commands: list[Command] = []
        for gripper, name in enumerate(self.axes):
            commands += [
                Move(((name, degrees),))
                for degrees in self.detents
                if degrees != pose.angles[gripper] and self._wrist_may_move(pose, gripper)
            ]
            if pose.grips[gripper] != CLOSED:
                if not self._is_crossed(pose):
                    commands.append(Grip(((name, CLOSED),)))
            elif pose.grips[1 - gripper] == CLOSED:
                commands.append(Grip(((name, OPEN),)))
        overlapping = self._overlapping(pose) if self.overlap else ()
        return (*(self.step(pose, command) for command in commands), *overlapping)

    def _overlapping(self, pose: Pose) -> Iterator[Step]:
        """Return the moves of both wrists at once, and of either while a gripper regrips."""
        for angles in product(self.detents, repeat=2):
            turning = zip(self.axes, angles, pose.angles, strict=True)
            targets = tuple((name, to) for name, to, now in turning if to != now)
            commands: list[Command] = [Regrip((name,), targets) for name in self.grippers]
            if len(targets) == 2 and self._is_withdrawn(pose):
                commands.append(Move(targets))
            for command in commands if targets else ():
                with suppress(ForbiddenCommandError):
                    yield self.step(pose, command)

    def homing_commands(self, pose: Pose) -> tuple[Command, ...]:
        """Return commands: wrists to 0, then close grippers."""
        closing = (Grip(((name, CLOSED),)) for name in self._opened(pose))
        return (*self._wrists_to_0(pose), *closing)

    def loading_commands(self, pose: Pose) -> tuple[Command, ...]:
        """Return commands: wrists to 0, then open one gripper after the other."""
        opening = [Grip(((name, LOADING),)) for name in self.grippers]
        return (*self._wrists_to_0(pose), *opening)

    def regrip_commands(self, pose: Pose, axis: str) -> tuple[Command, ...]:
        """See `robot.rigs.rig.Rig.regrip_commands`."""
        if pose.grips != (CLOSED, CLOSED):
            return ()
        name = self.grippers[self.gripper_index(axis)]
        return Grip(((name, OPEN),)), Grip(((name, CLOSED),))

    def held_sides(self, pose: Pose) -> tuple[HeldSide, ...]:
        """See `robot.rigs.mechanisms.jaws.JawRig.held_sides`."""
        return tuple(
            HeldSide(side, self._under_jaws(gripper, pose.angles[gripper]), pose.grips[gripper])
            for gripper, side in enumerate(self.positions)
        )

    def _under_jaws(self, gripper: int, angle: float) -> str:
        """Return the two positions over which a gripper's jaws lie at an angle of its wrist."""
        own, other = self.positions[gripper], self.positions[1 - gripper]
        if angle % 180:
            return other + OPPOSITE[other]
        return "".join(p for p in FACES if p not in own + OPPOSITE[own] + other + OPPOSITE[other])

    def _opened(self, pose: Pose) -> list[str]:
        """Return the names of the grippers that are not closed."""
        grips = zip(self.grippers, pose.grips, strict=True)
        return [name for name, grip in grips if grip != CLOSED]

    def _wrists_to_0(self, pose: Pose) -> list[Command]:
        """Return the commands that bring the wrists to 0, first one that blocks the other.

        A gripper that a stop has left on its way opens completely before.
        """
        in_order = sorted(range(2), key=lambda gripper: not self._wrist_may_move(pose, gripper))
        targets = [(self.axes[i], 0) for i in in_order if pose.angles[i] != 0]
        if not targets:
            return []
        opening = [Grip(((name, OPEN),)) for name in self._opened(pose)]
        if self._is_withdrawn(pose):
            return [*opening, Move(tuple(targets))]
        return [*opening, *(Move((target,)) for target in targets)]

    def _wrist_may_move(self, pose: Pose, gripper: int) -> bool:
        return pose.angles[1 - gripper] % 180 == 0

    def _check_regrip(self, pose: Pose, step: Step) -> None:
        """Raise ForbiddenCommandError for wrists that both turn far, or one beside a crooked one.

        Both would be at ±90° while the jaws are not away yet, or no longer.
        """
        ways = [abs(to - now) for to, now in zip(step.after.angles, pose.angles, strict=True)]
        beside_crooked = (
            way for at, way in zip(reversed(pose.angles), ways, strict=True) if at % 180
        )
        if (
            min(ways) > _QUARTER_TURN
            or (min(ways) and max(ways) > _HALF_TURN)
            or max(beside_crooked, default=0) > _QUARTER_TURN
        ):
            raise ForbiddenCommandError(
                f"{step.command}: the grippers would collide on such long ways; turn one wrist "
                "after the other",
                Rule.GRIPPER_COLLISION,
            )

    def _is_withdrawn(self, pose: Pose) -> bool:
        """Return True if a gripper is open and in nobody's way."""
        return self.overlap and self.jaws.withdraw and set(pose.grips) != {CLOSED}

    def _is_crossed(self, pose: Pose) -> bool:
        """Return True if the jaws of both grippers would lie across each other, both closed."""
        return all(angle % 180 for angle in pose.angles)

    def _move_wrists(self, pose: Pose, command: Move) -> Step:
        angles, seconds = pose.angles, 0.0
        for axis, degrees in command.targets:
            gripper = self.gripper_index(axis)
            self.check_detent(axis, degrees)
            self._check_is_free(pose, gripper)
            angles = _replaced(angles, gripper, degrees)
            travel = degrees - pose.angles[gripper]
            seconds = max(seconds, self.wrist_seconds(travel, pose.grips[gripper]))
        return Step(command, replace(pose, angles=angles), seconds, self._effects(pose, angles))

    def _check_is_free(self, pose: Pose, gripper: int) -> None:
        """Raise ForbiddenCommandError if the other gripper keeps a wrist from turning."""
        if self._wrist_may_move(pose, gripper) or self._is_withdrawn(pose):
            return
        other = 1 - gripper
        raise ForbiddenCommandError(
            f"the {wrist_name(self.axes[gripper])} would collide with the "
            f"{gripper_name(self.grippers[other])}, which is at {pose.angles[other]:+g}°; move "
            f"the {wrist_name(self.axes[other])} to 0° first",
            Rule.GRIPPER_COLLISION,
        )

    def _effects(self, pose: Pose, angles: tuple[float, ...]) -> tuple[Effect, ...]:
        # Positive is clockwise as seen from the gripper, looking at the face that it holds.
        travels = [to - now for to, now in zip(angles, pose.angles, strict=True)]
        turning = [i for i in range(2) if travels[i] and pose.grips[i] == CLOSED]
        if not turning:
            return ()
        (gripper,) = turning
        if pose.grips[1 - gripper] != CLOSED:
            return (CubeRotation(self.positions[gripper], travels[gripper]),)
        return (FaceTurn(self.axes[gripper], self.positions[gripper], travels[gripper]),)

    def _move_gripper(self, pose: Pose, command: Grip, gripper: int, position: str) -> Step:
        to = self.commanded_grip(pose, self.grippers[gripper], position)
        lets_go = position == OPEN and pose.grips[gripper] == CLOSED
        if lets_go and pose.grips[1 - gripper] != CLOSED:
            raise ForbiddenCommandError(
                f"only the {gripper_name(self.grippers[gripper])} holds the cube; close the other "
                "one first",
                Rule.CUBE_DROP,
            )
        after = replace(pose, grips=_replaced(pose.grips, gripper, to))
        if set(after.grips) == {CLOSED} and self._is_crossed(pose):
            raise ForbiddenCommandError(
                "both grippers at ±90° would collide; turn one wrist to 0° first",
                Rule.GRIPPER_COLLISION,
            )
        travel = self.durations.close if to == CLOSED else self.durations.open
        return Step(command, after, travel if after != pose else 0.0)


def _replaced(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])


RIG: Rig = TwoGripper()
# Wrists that turn through 270 degrees.
RIG_270: Rig = TwoGripper(detents=(-90, 0, 90, 180), name="two-gripper-270")
