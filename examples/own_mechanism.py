"""A mechanism of one's own: motors at the faces of which one turns at a time.

In a package with this entry point, every command takes `--rig slow-six`:

    [project.entry-points."rokumen.rigs"]
    slow-six = "own_mechanism:SLOW_SIX"
"""

from dataclasses import dataclass, field, replace
from math import ceil

import rokumen
from rokumen.extend import Command, FaceTurn, ForbiddenCommandError, Move, Pose, Rig, Sight, Step


@dataclass(frozen=True, slots=True)
class Durations:
    """Seconds at full speed."""

    quarter: float = 0.2


@dataclass(frozen=True, slots=True)
class SlowSix(Rig):
    """A motor at each face; one motor turns at a time."""

    name: str = "slow-six"
    axes: tuple[str, ...] = tuple("URFDLB")
    grippers: tuple[str, ...] = ()
    cameras: tuple[str, ...] = ("URF", "DLB")
    durations: Durations = field(default_factory=Durations)
    endless_axes: tuple[str, ...] = tuple("URFDLB")  # from every detent the same can be done

    def step(self, pose: Pose, command: Command) -> Step:
        """Return what a command does in a pose. Raises ForbiddenCommandError."""
        if not isinstance(command, Move) or len(command.targets) != 1:
            raise ForbiddenCommandError(f"{command}: one motor at a time")
        ((axis, degrees),) = command.targets
        if axis not in self.axes or degrees % 90:
            raise ForbiddenCommandError(f"{command}: use multiples of 90°")
        index = self.axes.index(axis)
        travel = degrees - pose.angles[index]
        angles = (*pose.angles[:index], degrees, *pose.angles[index + 1 :])
        effects = (FaceTurn(axis, axis, travel),) if travel else ()
        seconds = ceil(abs(travel) / 90) * self.durations.quarter
        return Step(command, replace(pose, angles=angles), seconds, effects)

    def steps(self, pose: Pose) -> tuple[Step, ...]:
        """Return what each command does that a pose allows."""
        targets = [
            (axis, round(now) + travel)
            for axis, now in zip(self.axes, pose.angles, strict=True)
            for travel in (-90, 90, 180)
        ]
        return tuple(self.step(pose, Move((target,))) for target in targets)

    def homing_commands(self, pose: Pose) -> tuple[Command, ...]:
        """Return the commands that bring all motors home."""
        angles = zip(self.axes, pose.angles, strict=True)
        return tuple(Move(((axis, 0),)) for axis, now in angles if now != 0)

    def sights(self, pose: Pose) -> tuple[Sight, ...]:
        """Return what the cameras see: all six faces."""
        return tuple(Sight(face) for face in self.axes)


SLOW_SIX = SlowSix()


if __name__ == "__main__":
    plan = rokumen.plan("R U R' U'", rig=SLOW_SIX)
    print(plan.rig, len(plan.commands), "commands", plan.seconds, "seconds")
