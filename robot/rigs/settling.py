"""How long servos still move after a robot without feedback has reported the end of a motion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from robot.rigs.command import Command, Grip, Load, Move

# The kind of every move of axes; those of grippers are the positions to which they go.
MOVE = "move"
# The longest time that a profile may give, in seconds.
MAX_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class SettlingTimes:
    """Seconds to wait after a motion, by its kind; `others` after all other kinds."""

    by_kind: Mapping[str, float] = field(default_factory=dict)
    others: float = 0.0

    def after(self, command: Command | Load) -> float:
        """Return the seconds to wait after a command: those of its longest part."""
        every = max((*self.by_kind.values(), self.others))
        return max((self.by_kind.get(kind, self.others) for kind in kinds(command)), default=every)


def kinds(command: Command | Load) -> tuple[str, ...]:
    """Return the kinds of a motion; none of one that consists of several, such as homing."""
    match command:
        case Move():
            return (MOVE,)
        case Grip():
            return tuple(sorted({position for _, position in command.targets}))
    return ()


# Robots that report the end of a motion when their motors have arrived.
NO_SETTLING = SettlingTimes()
# Long enough for all usual servos, where the times are not known yet.
CAUTIOUS = SettlingTimes(others=0.2)
