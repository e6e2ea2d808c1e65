"""Four hands in a ring around the cube, at its faces F, R, B and L; a camera looks down on it.

A hand that is closed is extended and holds its face; one that is open is drawn back. A hand's jaws
close from above and below while its wrist is at 0 and from the sides at ±90, where two neighbours
would strike each other. Two opposite hands always hold the cube. While they are at 0 the hands
between them turn their faces, both at once if need be; while those are open, the two that hold turn
the whole cube together. The faces above and below are reached in that way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from robot.command import CLOSED, OPEN, Command, Grip, Move, Pose
from robot.errors import RuleError
from robot.rig import Effect, Rig, Rotated, Step, Turned
from solver.orientation import Orientation
from solver.turn import Turn

_PAIRS = ((0, 2), (1, 3))
_CLOSED_OR_OPEN = (CLOSED, OPEN)
# Two wrists are measured to turn a cube together where they differ by less, in degrees.
_TOLERANCE = 0.5


@dataclass(frozen=True, slots=True)
class Durations:
    """Seconds at full speed; a wrist takes as long for a half turn as for a quarter."""

    turn: float = 1.0
    extend: float = 1.0
    retract: float = 1.0


@dataclass(frozen=True, slots=True)
class FourGripper:
    """The rig with wrists that reach every detent of `detents` (degrees)."""

    detents: tuple[int, ...] = (-90, 0, 90)
    durations: Durations = field(default_factory=Durations)
    name: str = "four-gripper"
    axes: tuple[str, ...] = ("F", "R", "B", "L")
    grippers: tuple[str, ...] = ("F", "R", "B", "L")
    cameras: tuple[str, ...] = ("U",)

    @property
    def home(self) -> Pose:
        """All wrists at 0, all hands closed."""
        return Pose((0,) * 4, (CLOSED,) * 4)

    def step(self, pose: Pose, command: Command) -> Step:
        """See `robot.rig.Rig.step`."""
        match command:
            case Move(targets=targets):
                return self._move(pose, command, dict(targets))
            case Grip(targets=targets):
                return self._grip(pose, command, dict(targets))
        raise RuleError(f"a four-gripper rig moves wrists or hands, not {command}")

    def steps(self, pose: Pose) -> tuple[Step, ...]:
        """See `robot.rig.Rig.steps`."""
        return tuple(self._allowed(pose))

    def like(self, pose: Pose) -> Pose:
        """Give the pose itself: from each something else can be done."""
        return pose

    def command_from(self, pose: Pose, command: Command) -> Command:
        """Give the command itself."""
        return command

    def rests(self, pose: Pose) -> bool:
        """Rest with all four hands closed."""
        return pose.grips == self.home.grips

    def homing(self, pose: Pose) -> tuple[Command, ...]:
        """Straighten what stands between detents, then the pair that does not hold, then the other.

        The holding pair's wrists are only let go of when the other pair has taken the cube over.
        """
        holding = next(pair for pair in _PAIRS if all(pose.grips[i] == CLOSED for i in pair))
        other = _PAIRS[1 - _PAIRS.index(holding)]
        commands = list(self._straightening(pose, holding))
        angles = [90 * round(angle / 90) for angle in pose.angles]
        for pair in (other, holding):
            crooked = [self.axes[i] for i in pair if angles[i] != 0]
            closed = [i for i in pair if pose.grips[i] == CLOSED]
            release = [name for name in crooked if self.axes.index(name) in closed]
            seize = [self.axes[i] for i in pair if i not in closed or angles[i] != 0]
            if release:
                commands.append(Grip(tuple((name, OPEN) for name in release)))
            if crooked:
                commands.append(Move(tuple((name, 0) for name in crooked)))
            if seize:
                commands.append(Grip(tuple((name, CLOSED) for name in seize)))
        return tuple(commands)

    def reseat(self, pose: Pose, axis: str) -> tuple[Command, ...]:
        """See `robot.rig.Rig.reseat`."""
        hand = self._hand(axis)
        if pose.grips[hand] == OPEN or not _hold(pose, _across(hand)):
            return ()
        return Grip(((axis, OPEN),)), Grip(((axis, CLOSED),))

    def shown(self, pose: Pose) -> tuple[str, ...]:
        """See the upper face whole while two hands hold it from the sides, the others away."""
        for pair in _PAIRS:
            sideways = all(pose.angles[i] % 180 == 90 for i in pair)
            if _hold(pose, pair) and sideways and pose.grips.count(OPEN) == 2:
                return ("U",)
        return ()

    def spelled(self, turns: tuple[Turn, ...], held: Orientation) -> tuple[Turn, ...]:
        """Leave the turns as they are: every face can be brought before a hand."""
        return turns

    def _allowed(self, pose: Pose) -> Iterator[Step]:
        for angles in product(self.detents, repeat=4):
            turning = zip(self.axes, angles, pose.angles, strict=True)
            wrists = tuple((name, to) for name, to, now in turning if to != now)
            if wrists:
                yield from self._if_allowed(pose, Move(wrists))
        for grips in product(_CLOSED_OR_OPEN, repeat=4):
            changing = zip(self.grippers, grips, pose.grips, strict=True)
            hands = tuple((name, to) for name, to, now in changing if to != now)
            if hands:
                yield from self._if_allowed(pose, Grip(hands))

    def _if_allowed(self, pose: Pose, command: Command) -> Iterator[Step]:
        try:
            yield self.step(pose, command)
        except RuleError:
            return

    def _hand(self, name: str) -> int:
        if name not in self.axes:
            raise RuleError(f"{name!r} is no hand of this rig; it has F, R, B and L")
        return self.axes.index(name)

    def _move(self, pose: Pose, command: Move, targets: dict[str, int]) -> Step:
        angles = list(pose.angles)
        for name, degrees in targets.items():
            if degrees not in self.detents:
                raise RuleError(
                    f"wrist {name} cannot go to {degrees:+d}°; its detents are "
                    + ", ".join(f"{detent:+d}°" for detent in self.detents)
                )
            angles[self._hand(name)] = degrees
        effects = self._effects(pose, tuple(angles))
        seconds = self.durations.turn if tuple(angles) != pose.angles else 0.0
        return Step(command, Pose(tuple(angles), pose.grips), seconds, effects)

    def _effects(self, pose: Pose, angles: tuple[float, ...]) -> tuple[Effect, ...]:
        # Positive is clockwise for somebody who looks at the gripped face from its hand's side.
        travels = [to - now for to, now in zip(angles, pose.angles, strict=True)]
        turning = [i for i in range(4) if travels[i] and pose.grips[i] == CLOSED]
        if not turning:
            return ()
        pair, across = _along(turning[0]), _across(turning[0])
        crooked = [i for i in across if pose.grips[i] == CLOSED and angles[i] % 180]
        if crooked or not set(turning) <= set(pair):
            raise RuleError(
                f"wrist {self.axes[turning[0]]} would strike its neighbour; "
                "bring the hands beside it to 0 first"
            )
        if _hold(pose, across):
            return tuple(Turned(self.axes[i], self.axes[i], travels[i]) for i in turning)
        one, other = pair
        away = all(pose.grips[i] == OPEN for i in across)
        if away and _hold(pose, pair) and abs(travels[one] + travels[other]) < _TOLERANCE:
            return (Rotated(self.axes[one], travels[one]),)
        raise RuleError(
            f"wrist {self.axes[turning[0]]} would twist the cube; hold it with both hands beside "
            "that one, or draw these back and turn the two opposite ones together"
        )

    def _grip(self, pose: Pose, command: Grip, targets: dict[str, str]) -> Step:
        grips = list(pose.grips)
        for name, position in targets.items():
            if position not in _CLOSED_OR_OPEN:
                raise RuleError(f"a hand can be open or closed, not {position!r}")
            grips[self._hand(name)] = position
        after = Pose(pose.angles, tuple(grips))
        if not any(_hold(pose, pair) and _hold(after, pair) for pair in _PAIRS):
            raise RuleError("two opposite hands must go on holding the cube")
        odd = [i for i in range(4) if grips[i] == CLOSED and pose.angles[i] % 180]
        if any(_along(i) != _along(odd[0]) for i in odd):
            raise RuleError("two neighbouring hands at ±90° would strike each other")
        travels = {
            self.durations.extend if to == CLOSED else self.durations.retract
            for now, to in zip(pose.grips, grips, strict=True)
            if now != to
        }
        return Step(command, after, max(travels, default=0.0))

    def _straightening(self, pose: Pose, holding: tuple[int, ...]) -> Iterator[Command]:
        """Bring wrists that stand between detents to one: those of a turning cube together."""
        across = _across(holding[0])
        if all(pose.grips[i] == OPEN for i in across) and any(pose.angles[i] % 90 for i in holding):
            one, other = holding
            to = 90 * round(pose.angles[one] / 90)
            back = 90 * round((pose.angles[other] - (to - pose.angles[one])) / 90)
            yield Move(((self.axes[one], to), (self.axes[other], back)))
            holding = ()
        for i in (*holding, *across):
            if pose.angles[i] % 90:
                yield Move(((self.axes[i], 90 * round(pose.angles[i] / 90)),))


def _along(hand: int) -> tuple[int, int]:
    """Give the pair of opposite hands that `hand` is of."""
    return _PAIRS[hand % 2]


def _across(hand: int) -> tuple[int, int]:
    """Give the pair of hands beside `hand`."""
    return _PAIRS[1 - hand % 2]


def _hold(pose: Pose, pair: tuple[int, int]) -> bool:
    return all(pose.grips[i] == CLOSED for i in pair)


RIG: Rig = FourGripper()
