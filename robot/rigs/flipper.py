"""A cradle on a turning base, and a cover that holds the cube or flips it over; a camera above.

With the cover open the base spins the whole cube; with the cover closed, which holds the upper
two layers, it turns the bottom one. A cover that goes up takes the cube along by its back edge and
flips the front face to the bottom; it must come down again before the base can turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from robot.command import CLOSED, OPEN, UP, Command, Grip, Move, Pose
from robot.errors import RuleError
from robot.rig import Effect, Rig, Rotated, Step, Turned
from solver.orientation import Orientation
from solver.turn import Turn


@dataclass(frozen=True, slots=True)
class Durations:
    """Seconds at full speed."""

    flip: float = 0.5
    lower: float = 0.5
    spin: float = 0.7
    spin_half: float = 1.47
    turn: float = 0.8
    turn_half: float = 1.68
    close: float = 0.5
    close_from_up: float = 1.4
    release: float = 0.5


@dataclass(frozen=True, slots=True)
class Flipper:
    """The rig with a base that reaches every detent of `detents` (degrees)."""

    detents: tuple[int, ...] = (-90, 0, 90)
    durations: Durations = field(default_factory=Durations)
    name: str = "flipper"
    axes: tuple[str, ...] = ("base",)
    grippers: tuple[str, ...] = ("cover",)

    @property
    def home(self) -> Pose:
        """The base at 0, the cover closed."""
        return Pose((0,), (CLOSED,))

    def step(self, pose: Pose, command: Command) -> Step:
        """See `robot.rig.Rig.step`."""
        match command:
            case Move(targets=(("base", degrees),)):
                return self._base(pose, command, degrees)
            case Grip(targets=(("cover", position),)):
                return self._cover(pose, command, position)
        raise RuleError(f"a flipper rig moves its base or its cover, not {command}")

    def steps(self, pose: Pose) -> tuple[Step, ...]:
        """See `robot.rig.Rig.steps`."""
        (angle,), (cover,) = pose.angles, pose.grips
        commands: list[Command] = [
            Grip((("cover", position),)) for now, position in self._covers() if now == cover
        ]
        if cover != UP:
            commands += [Move((("base", to),)) for to in self.detents if to != angle]
        return tuple(self.step(pose, command) for command in commands)

    def rests(self, pose: Pose) -> bool:
        """Rest with the base at 0, wherever the cover is: the cube lies in its cradle."""
        return pose.angles == (0,)

    def homing(self, pose: Pose) -> tuple[Command, ...]:
        """Lower a cover that is up, return the base to 0, close the cover."""
        (angle,), (cover,) = pose.angles, pose.grips
        commands: list[Command] = []
        if cover == UP:
            commands.append(Grip((("cover", OPEN),)))
        if angle != 0:
            commands.append(Move((("base", 0),)))
        if cover != CLOSED:
            commands.append(Grip((("cover", CLOSED),)))
        return tuple(commands)

    def reseat(self, pose: Pose, axis: str) -> tuple[Command, ...]:
        """Open and close the cover; the cube lies in its cradle meanwhile."""
        if axis not in self.axes:
            raise RuleError(f"{axis!r} is no axis of this rig; it has base")
        if pose.grips != (CLOSED,):
            return ()
        return Grip((("cover", OPEN),)), Grip((("cover", CLOSED),))

    def shown(self, pose: Pose) -> tuple[str, ...]:
        """See the upper face while the cover is open."""
        return ("U",) if pose.grips == (OPEN,) else ()

    def spelled(self, turns: tuple[Turn, ...], held: Orientation) -> tuple[Turn, ...]:
        """Leave the turns as they are: every face can be brought to the bottom."""
        return turns

    def _base(self, pose: Pose, command: Move, degrees: int) -> Step:
        if degrees not in self.detents:
            raise RuleError(
                f"the base cannot go to {degrees:+d}°; its detents are "
                + ", ".join(f"{detent:+d}°" for detent in self.detents)
            )
        (cover,) = pose.grips
        if cover == UP:
            raise RuleError("the base cannot turn under a cover that is up; lower it first")
        travel = degrees - pose.angles[0]
        after = Pose((degrees,), pose.grips)
        if not travel:
            return Step(command, after, 0.0)
        far = abs(travel) > 90
        # Positive is clockwise for somebody who looks at the cube from below.
        if cover == CLOSED:
            effect: Effect = Turned("base", "D", travel)
            seconds = self.durations.turn_half if far else self.durations.turn
        else:
            effect = Rotated("D", travel)
            seconds = self.durations.spin_half if far else self.durations.spin
        return Step(command, after, seconds, (effect,))

    def _cover(self, pose: Pose, command: Grip, position: str) -> Step:
        (now,) = pose.grips
        if position == now:
            return Step(command, pose, 0.0)
        if (now, position) not in self._covers():
            raise RuleError(f"a cover that is {now} cannot go {position!r}; bring it to open first")
        effects = (Rotated("L", 90),) if position == UP else ()
        seconds = self._covers()[now, position]
        return Step(command, Pose(pose.angles, (position,)), seconds, effects)

    def _covers(self) -> dict[tuple[str, str], float]:
        """Say which way the cover can go, and in what time."""
        return {
            (OPEN, UP): self.durations.flip,
            (UP, OPEN): self.durations.lower,
            (OPEN, CLOSED): self.durations.close,
            (UP, CLOSED): self.durations.close_from_up,
            (CLOSED, OPEN): self.durations.release,
        }


RIG: Rig = Flipper()
