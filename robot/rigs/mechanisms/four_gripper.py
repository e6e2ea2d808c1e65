"""Rig with four grippers around the cube at F, R, B and L.

A closed gripper is extended and holds its face; an open one is retracted. A gripper's jaws close
from above and below while its wrist is at 0 and from the sides at ±90, where two adjacent grippers
would collide. Two opposite grippers always hold the cube. While they are at 0 the grippers between
them turn their faces, both at once if required; while those are open, the two that hold turn the
whole cube together. This brings the upper and lower faces to a gripper. Where motions may
overlap, a face also turns while one of the two beside it is open: the other holds the middle layer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

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
    wrist_name,
)
from robot.rigs.mechanisms.jaws import HeldSide, JawRig, WristDurations
from robot.rigs.rig import CubeRotation, Effect, FaceTurn, Rig, Step, seconds
from robot.rules import Rule
from solver.core.geometry import OPPOSITE

_PAIRS = ((0, 2), (1, 3))
_CLOSED_OR_OPEN = (CLOSED, OPEN)
# Opposite wrists whose angles differ by less count as turning the cube together, in degrees.
_TOLERANCE = 0.5


@dataclass(frozen=True, slots=True)
class FourGripperDurations(WristDurations):
    """Seconds at full speed."""

    extend: float = seconds(1.0)
    retract: float = seconds(1.0)


@dataclass(frozen=True, slots=True)
class FourGripper(JawRig):
    """The rig, whose grippers are named by the faces that they hold."""

    name: str = "four-gripper"
    axes: tuple[str, ...] = ("F", "R", "B", "L")
    grippers: tuple[str, ...] = ("F", "R", "B", "L")
    cameras: tuple[str, ...] = ("U",)
    durations: FourGripperDurations = FourGripperDurations()

    @property
    def mechanism(self) -> str:
        """See `robot.rigs.rig.Rig.mechanism`."""
        return "four-gripper"

    def step(self, pose: Pose, command: Command) -> Step:
        """See `robot.rigs.rig.Rig.step`."""
        match command:
            case Move(targets=targets):
                return self._move(pose, command, dict(targets))
            case Grip(targets=targets):
                return self._grip(pose, command, dict(targets))
            case Regrip():
                return self.regrip(pose, command)
        raise ForbiddenCommandError(
            f"a four-gripper rig moves wrists or grippers, not {command}",
        )

    def steps(self, pose: Pose) -> tuple[Step, ...]:
        """See `robot.rigs.rig.Rig.steps`."""
        return tuple(self._all_steps(pose))

    def homing_commands(self, pose: Pose) -> tuple[Command, ...]:
        """Return commands that home the wrists: those off detents, the open pair, then the other.

        The holding pair opens only when the other pair holds the cube. Grippers that a stop has
        left on their way open completely before a wrist turns.
        """
        holding = next((pair for pair in _PAIRS if _both_closed(pose, pair)), None)
        if holding is None:
            return self._closing_commands(pose)
        other = _PAIRS[1 - _PAIRS.index(holding)]
        commands = list(self._moves_to_detents(pose, holding))
        angles = [90 * round(angle / 90) for angle in pose.angles]
        for pair in (other, holding):
            off_zero = [self.axes[i] for i in pair if angles[i] != 0]
            to_close = [self.axes[i] for i in pair if pose.grips[i] != CLOSED or angles[i] != 0]
            if off_zero:
                commands.append(Grip(tuple((name, OPEN) for name in off_zero)))
                commands.append(Move(tuple((name, 0) for name in off_zero)))
            if to_close:
                commands.append(Grip(tuple((name, CLOSED) for name in to_close)))
        return tuple(commands)

    def loading_commands(self, pose: Pose) -> tuple[Command, ...]:
        """Return commands: home, then open one pair after the other; a person holds the cube."""
        homing = () if pose.angles == self.home.angles else self.homing_commands(pose)
        opening = (Grip(tuple((self.grippers[i], LOADING) for i in pair)) for pair in _PAIRS)
        return (*homing, *opening)

    def regrip_commands(self, pose: Pose, axis: str) -> tuple[Command, ...]:
        """See `robot.rigs.rig.Rig.regrip_commands`."""
        gripper = self.gripper_index(axis)
        if pose.grips[gripper] != CLOSED or not _both_closed(pose, _other_pair(gripper)):
            return ()
        return Grip(((axis, OPEN),)), Grip(((axis, CLOSED),))

    def held_sides(self, pose: Pose) -> tuple[HeldSide, ...]:
        """See `robot.rigs.mechanisms.jaws.JawRig.held_sides`."""
        return tuple(
            HeldSide(side, _under_jaws(side, angle), grip)
            for side, angle, grip in zip(self.axes, pose.angles, pose.grips, strict=True)
        )

    def _all_steps(self, pose: Pose) -> Iterator[Step]:
        for angles in product(self.detents, repeat=4):
            turning = zip(self.axes, angles, pose.angles, strict=True)
            wrists = tuple((name, to) for name, to, now in turning if to != now)
            if wrists:
                yield from self._step_if_allowed(pose, Move(wrists))
        for grips in product(_CLOSED_OR_OPEN, repeat=4):
            changing = zip(self.grippers, grips, pose.grips, strict=True)
            changed = tuple((name, to) for name, to, now in changing if to != now)
            if changed:
                yield from self._step_if_allowed(pose, Grip(changed))

        if self.overlap and pose.grips == self.home.grips:
            yield from self._regrips(pose)

    def _regrips(self, pose: Pose) -> Iterator[Step]:
        """Return the steps of one gripper or two opposite ones that let go of the cube."""
        released = (*((i,) for i in range(4)), *_PAIRS)
        for angles, grippers in product(product(self.detents, repeat=4), released):
            changed = [i for i in range(4) if angles[i] != pose.angles[i]]
            # A face may turn meanwhile, by itself only where grippers hold beside it.
            others = {i % 2 for i in changed if i not in grippers}
            if not changed or len(others) > 1:
                continue
            targets = tuple((self.axes[i], angles[i]) for i in changed)
            names = tuple(self.grippers[i] for i in grippers)
            for step in self._step_if_allowed(pose, Regrip(names, targets)):
                rotates = any(isinstance(effect, CubeRotation) for effect in step.effects)
                if rotates or not set(grippers).isdisjoint(changed):
                    yield step

    def _step_if_allowed(self, pose: Pose, command: Command) -> Iterator[Step]:
        try:
            yield self.step(pose, command)
        except ForbiddenCommandError:
            return

    def _move(self, pose: Pose, command: Move, targets: dict[str, int]) -> Step:
        angles = list(pose.angles)
        for name, degrees in targets.items():
            self.check_detent(name, degrees)
            angles[self.gripper_index(name)] = degrees
        effects = self._effects(pose, tuple(angles))
        ways = set(zip(pose.angles, angles, pose.grips, strict=True))
        seconds = max(self.wrist_seconds(to - now, grip) for now, to, grip in ways)
        return Step(command, Pose(tuple(angles), pose.grips), seconds, effects)

    def _effects(self, pose: Pose, angles: tuple[float, ...]) -> tuple[Effect, ...]:
        # Positive is clockwise as seen from the gripper, looking at the face that it holds.
        travels = [to - now for to, now in zip(angles, pose.angles, strict=True)]
        turning = [i for i in range(4) if travels[i] and pose.grips[i] == CLOSED]
        if not turning:
            return ()
        pair, across = _own_pair(turning[0]), _other_pair(turning[0])
        crooked = [i for i in across if pose.grips[i] == CLOSED and angles[i] % 180]
        if crooked or not set(turning) <= set(pair):
            raise ForbiddenCommandError(
                f"the {wrist_name(self.axes[turning[0]])} would collide with an "
                "adjacent gripper; "
                "move the adjacent grippers to 0° first",
                Rule.GRIPPER_COLLISION,
            )
        holding = [i for i in across if pose.grips[i] == CLOSED]
        if len(holding) == 2 or (holding and self.overlap and _both_closed(pose, pair)):
            return tuple(FaceTurn(self.axes[i], self.axes[i], travels[i]) for i in turning)
        one, other = pair
        away = all(pose.grips[i] != CLOSED for i in across)
        if away and _both_closed(pose, pair) and abs(travels[one] + travels[other]) < _TOLERANCE:
            return (CubeRotation(self.axes[one], travels[one]),)
        raise ForbiddenCommandError(
            f"the {wrist_name(self.axes[turning[0]])} would twist the cube: close both "
            "adjacent grippers, or open them and turn it together with the opposite wrist",
            Rule.CUBE_TWIST,
        )

    def _grip(self, pose: Pose, command: Grip, targets: dict[str, str]) -> Step:
        grips = list(pose.grips)
        loads = set(targets.values()) == {LOADING} and pose.angles == self.home.angles
        for name, position in targets.items():
            grips[self.gripper_index(name)] = self.commanded_grip(pose, name, position)
        after = Pose(pose.angles, tuple(grips))
        held = [pair for pair in _PAIRS if _both_closed(pose, pair)]
        if held and not loads and not any(_both_closed(after, pair) for pair in held):
            raise ForbiddenCommandError(
                "two opposite grippers must stay closed on the cube",
                Rule.CUBE_DROP,
            )
        sideways = [i for i in range(4) if grips[i] == CLOSED and pose.angles[i] % 180]
        if any(_own_pair(i) != _own_pair(sideways[0]) for i in sideways):
            raise ForbiddenCommandError(
                "two adjacent closed grippers at ±90° would collide",
                Rule.GRIPPER_COLLISION,
            )
        travels = {
            self.durations.extend if to == CLOSED else self.durations.retract
            for now, to in zip(pose.grips, grips, strict=True)
            if now != to
        }
        return Step(command, after, max(travels, default=0.0))

    def _closing_commands(self, pose: Pose) -> tuple[Command, ...]:
        """Return commands that home a robot that holds no cube, or only one that a person holds."""
        off_zero = [name for name, angle in zip(self.axes, pose.angles, strict=True) if angle]
        open_ones = [
            [self.grippers[i] for i in pair if pose.grips[i] != CLOSED or pose.angles[i]]
            for pair in _PAIRS
        ]
        commands: list[Command] = []
        if off_zero:
            commands.append(Grip(tuple((name, OPEN) for name in off_zero)))
            commands.append(Move(tuple((name, 0) for name in off_zero)))
        return (
            *commands,
            *(Grip(tuple((name, CLOSED) for name in pair)) for pair in open_ones if pair),
        )

    def _moves_to_detents(self, pose: Pose, holding: tuple[int, ...]) -> Iterator[Command]:
        """Return commands that move wrists to detents, together if both hold a turning cube."""
        across = _other_pair(holding[0])
        turning = [i for i in range(4) if pose.angles[i] % 90]
        opened = [i for i in range(4) if pose.grips[i] != CLOSED]
        rotates = not set(turning).isdisjoint(holding)
        if askew := [i for i in opened if rotates or i in turning]:
            yield Grip(tuple((self.grippers[i], OPEN) for i in askew))
        if all(pose.grips[i] != CLOSED for i in across) and any(
            pose.angles[i] % 90 for i in holding
        ):
            one, other = holding
            to = 90 * round(pose.angles[one] / 90)
            back = 90 * round((pose.angles[other] - (to - pose.angles[one])) / 90)
            yield Move(((self.axes[one], to), (self.axes[other], back)))
            holding = ()
        for i in (*holding, *across):
            if pose.angles[i] % 90:
                yield Move(((self.axes[i], 90 * round(pose.angles[i] / 90)),))


def _under_jaws(side: str, angle: float) -> str:
    """Return the two positions over which a gripper's jaws lie at an angle of its wrist."""
    beside = "F" if side in "RL" else "R"
    return beside + OPPOSITE[beside] if angle % 180 else "UD"


def _own_pair(gripper: int) -> tuple[int, int]:
    """Return the pair of opposite grippers that contains `gripper`."""
    return _PAIRS[gripper % 2]


def _other_pair(gripper: int) -> tuple[int, int]:
    """Return the pair of grippers beside `gripper`."""
    return _PAIRS[1 - gripper % 2]


def _both_closed(pose: Pose, pair: tuple[int, int]) -> bool:
    return all(pose.grips[i] == CLOSED for i in pair)


RIG: Rig = FourGripper()
