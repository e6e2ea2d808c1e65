"""What the execution of a plan reports: each command as it begins, ends or fails; how it ended."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TypeVar

from robot.errors import MotionError, RetriesExhaustedError
from robot.execution.recovery import Attempted, RetryStep
from robot.planning.robot_state import PlannedCommand, RobotState

E = TypeVar("E")
R = TypeVar("R")


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


@dataclass(frozen=True, slots=True)
class Done:
    """Every command of a plan was executed; the robot is in `state`."""

    state: RobotState


@dataclass(frozen=True, slots=True)
class GaveUp:
    """A plan was abandoned, because of `error`.

    `failed` are the commands to take back, in the order in which they were given: the one that
    failed on every retry step, after the one before it if that had failed unnoticed; none if each
    succeeded but too many jammed. `state` is the robot's state before them, or after the last one.
    """

    error: RetriesExhaustedError
    state: RobotState
    failed: tuple[Attempted, ...] = ()


@dataclass(frozen=True, slots=True)
class Contradicted:
    """A plan was abandoned in `state`: the cube is not as all turns up to there would leave it."""

    state: RobotState


Outcome = Done | GaveUp


def report(events: Generator[E, None, R], on_event: Callable[[E], None] = lambda _: None) -> R:
    """Return what comes of a generator of events, after `on_event` was called with each."""
    while True:
        try:
            event = next(events)
        except StopIteration as end:
            result: R = end.value
            return result
        on_event(event)
