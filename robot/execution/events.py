"""Events and counts that the executor publishes while a plan runs."""

from __future__ import annotations

from dataclasses import dataclass

from robot.errors import MotionError
from robot.execution.recovery import RetryStep
from robot.planning.robot_state import PlannedCommand


@dataclass(frozen=True, slots=True)
class CommandStarted:
    """A command is about to be sent: number `number` of the `total` of its plan."""

    action: PlannedCommand
    number: int
    total: int


@dataclass(frozen=True, slots=True)
class CommandDone:
    """A command has ended as commanded, after `seconds` by the robot's clock."""

    action: PlannedCommand
    seconds: float


@dataclass(frozen=True, slots=True)
class CommandFailed:
    """A command failed; `next_step` is the next retry step, None if none is left."""

    action: PlannedCommand
    error: MotionError
    next_step: RetryStep | None


@dataclass(frozen=True, slots=True)
class Paused:
    """A pause has begun: the robot stands still, at the end of a turn or of a plan."""


ExecutionEvent = CommandStarted | CommandDone | CommandFailed | Paused


@dataclass(slots=True)
class FailureCounts:
    """Counts of the failures and retries so far."""

    jams: int = 0
    slips: int = 0
    retries: int = 0
