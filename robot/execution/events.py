"""Events and counts that the executor publishes while a plan runs."""

from __future__ import annotations

from dataclasses import dataclass

from robot.errors import MotionError
from robot.execution.recovery import RetryStep
from robot.planning.motion_plan import TimedCommand


@dataclass(frozen=True, slots=True)
class CommandStarted:
    """A command is about to go out: the `number`-th of the `total` of its plan."""

    action: TimedCommand
    number: int
    total: int


@dataclass(frozen=True, slots=True)
class CommandDone:
    """A command has ended as commanded, after `seconds` by the robot's clock."""

    action: TimedCommand
    seconds: float


@dataclass(frozen=True, slots=True)
class CommandFailed:
    """A command failed; `rung` of the retry steps is tried next, None where there is none left."""

    action: TimedCommand
    error: MotionError
    rung: RetryStep | None


ExecutionEvent = CommandStarted | CommandDone | CommandFailed


@dataclass(slots=True)
class FailureCounts:
    """What went wrong so far, and how often it was tried again."""

    jams: int = 0
    slips: int = 0
    retries: int = 0
