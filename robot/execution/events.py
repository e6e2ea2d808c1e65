"""What the execution of a plan reports: each command as it begins, ends or fails; how it ended."""

from __future__ import annotations

from collections.abc import Callable, Container, Generator
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from robot.errors import MotionError, RetriesExhaustedError
from robot.execution.recovery import Attempted
from robot.execution.retry_steps import RetryStep
from robot.planning.robot_state import PlannedCommand, RobotState
from robot.rigs.command import command_words
from solver.notation.printing import moves_text

E = TypeVar("E")
R = TypeVar("R")


class RunEvent:
    """What happens while a robot is driven.

    `kind`: what the pages call it; `is_trouble`: whether they mark it as such.
    """

    __slots__ = ()
    kind: ClassVar[str]
    is_trouble: ClassVar[bool] = False

    def words(self, grippers: Container[str]) -> str:
        """Return what it says of a robot with these grippers, "" for the end of a command.

        It begins with a small letter, and has no full stop.
        """
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class CommandStarted(RunEvent):
    """A command is about to be sent: number `number` of the `total` of its plan."""

    kind = "began"

    action: PlannedCommand
    number: int
    total: int

    def words(self, grippers: Container[str]) -> str:
        """See `RunEvent`."""
        return command_words(self.action.command, grippers)

    def record(self) -> dict[str, Any]:
        """Return what the journal keeps of it."""
        return record_of(self.action, "command")


@dataclass(frozen=True, slots=True)
class CommandDone(RunEvent):
    """A command has ended as commanded, after `seconds` by the robot's clock."""

    kind = "ended"

    action: PlannedCommand
    seconds: float

    def words(self, grippers: Container[str]) -> str:
        """See `RunEvent`."""
        return ""

    def record(self) -> dict[str, Any]:
        """Return what the journal keeps of it."""
        return {"record": "done", "turn": _turn(self.action), "seconds": self.seconds}


@dataclass(frozen=True, slots=True)
class CommandFailed(RunEvent):
    """A command failed; `next_step` is the next retry step, None if none is left."""

    kind = "failed"
    is_trouble = True

    action: PlannedCommand
    error: MotionError
    next_step: RetryStep | None

    def words(self, grippers: Container[str]) -> str:
        """See `RunEvent`."""
        turns = moves_text(self.action.turns)
        what = f"turn {turns}" if turns else command_words(self.action.command, grippers)
        then = self.next_step.description if self.next_step else "abandoning this plan"
        return f"{what}: {self.error}; {then}"

    def record(self) -> dict[str, Any]:
        """Return what the journal keeps of it."""
        trying = self.next_step.description if self.next_step else None
        return {"record": "failed", "error": str(self.error), "trying": trying}


@dataclass(frozen=True, slots=True)
class Paused(RunEvent):
    """A pause has begun: the robot stands still, at the end of a turn or of a plan."""

    kind = "paused"

    def words(self, grippers: Container[str]) -> str:
        """See `RunEvent`."""
        return "paused, at the end of a turn or of a motion"


def record_of(action: PlannedCommand, record: str) -> dict[str, Any]:
    """Return what the journal keeps of a command, in a record of this name.

    It is "queued" before the robot has it besides the one before, "command" once it is due, and
    "not begun" where the one before has failed.
    """
    fields = dict(action.command.fields)
    return {"record": record, "verb": action.verb, "fields": fields, "turn": _turn(action)}


def _turn(action: PlannedCommand) -> str | None:
    """Return the turns that a command makes, as the journal has them; None for none."""
    return " ".join(map(str, action.turns)) or None


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
