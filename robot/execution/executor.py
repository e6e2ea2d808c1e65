"""Executes plans command by command; each is in the journal before it is sent.

Where a plan is given up, `robot.execution.recovery` brings the robot back to a known state.
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Sequence
from dataclasses import dataclass

from robot.errors import (
    TOO_MANY_JAMS,
    JamError,
    MotionError,
    RetriesExhaustedError,
    SlipError,
)
from robot.execution.events import (
    CommandDone,
    CommandFailed,
    CommandStarted,
    Contradicted,
    Done,
    GaveUp,
    Outcome,
    Paused,
    RunEvent,
    record_of,
)
from robot.execution.journal import Journal
from robot.execution.recovery import (
    Attempted,
    attempts,
    is_of_another_motion,
    retries_exhausted,
)
from robot.execution.retry_steps import PLAIN_ATTEMPT, RetryStep, can_turn_on, with_effort
from robot.execution.turning import PauseSwitch, Watch, turn_all
from robot.link.session import Link
from robot.planning.motion_plan import Plan
from robot.planning.robot_state import PlannedCommand, RobotState
from robot.rigs.command import Arrival, Home, Move, axis_name
from robot.rigs.rig import Rig

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class FailureCounts:
    """Counts of the failures and retries so far."""

    jams: int = 0
    slips: int = 0
    retries: int = 0


# With this many jams retries do not help: in a window that is
# JAM_WINDOW_TURNS times as long as the turn (45 s for turns of 1 s), or in the whole plan.
MAX_JAMS_IN_WINDOW = 3
JAM_WINDOW_TURNS = 45
MAX_JAMS_PER_PLAN = 8


@dataclass(frozen=True, slots=True)
class JamHistory:
    """Times of a plan's jams, in seconds of motion since the link was opened."""

    seconds: tuple[float, ...] = ()

    def add(self, now: float) -> JamHistory:
        """Return the history with one more jam."""
        return JamHistory((*self.seconds, now))

    def excess(self, turn_seconds: float) -> str:
        """Return a description of too many jams, "" if they are within the limits.

        `turn_seconds` is the duration of the turn that jammed last.
        """
        window = JAM_WINDOW_TURNS * turn_seconds
        in_window = sum(self.seconds[-1] - at <= window for at in self.seconds)
        if in_window >= MAX_JAMS_IN_WINDOW:
            return f"{in_window} within {window:.3g} s"
        if len(self.seconds) >= MAX_JAMS_PER_PLAN:
            return f"{len(self.seconds)} in one plan"
        return ""


class Executor:
    """Executes plans over one link, each as a generator of events that returns the outcome."""

    def __init__(self, link: Link, journal: Journal, pause: PauseSwitch | None = None) -> None:
        """Execute over `link`; `pause` holds between two turns, and is switched elsewhere."""
        self.failures = FailureCounts()
        self._pause = pause or PauseSwitch()
        self._link = link
        self._journal = journal
        # How turns are made after one has needed it: the servos of a robot are of one kind.
        self._turning = PLAIN_ATTEMPT

    def execute(self, plan: Plan) -> Generator[RunEvent, None, Outcome]:
        """Execute every command of a plan; yield what happens, and return the outcome.

        Raises what `recovery.attempts` raises: StoppedError, other MotionErrors, LinkError.
        """
        outcome = yield from self.execute_watched(plan, Watch())
        assert not isinstance(outcome, Contradicted)
        return outcome

    def execute_watched(
        self, plan: Plan, watch: Watch
    ) -> Generator[RunEvent, None, Outcome | Contradicted]:
        """Execute a plan as `execute` does, until a watch finds that the cube is not as it should.

        The robot has the next command while one is in progress, where nobody has to look between;
        one that takes schedules has all turns.
        """
        if self._link.takes_schedules:
            return (yield from turn_all(self._link, self._journal, self._pause, plan, watch))
        state, jams = plan.start, JamHistory()
        previous: Attempted | None = None
        # Between the commands that prepare a turn, the cube may be held by one gripper only.
        may_pause = True
        for number, command in enumerate(plan.commands, start=1):
            if may_pause and self._link.following is None:
                if self._pause.is_on:
                    yield Paused()
                self._pause.wait_while_paused(self._link)
            may_pause = bool(command.turns)
            started = CommandStarted(command, number, len(plan.commands))
            yield started
            self._journal.write(**started.record())
            later = plan.commands[number : number + 1]
            must_be_seen = self._link.is_observed and _may_harm(state, command, later)
            then = None if must_be_seen else self._following(command, later, watch)
            errors, arrived = yield from self._attempt(command, state, then)
            present = Attempted(state, command)
            if not arrived:
                return _gave_up(errors, previous, present, self._link.rig)
            state, previous = command.after, present
            jammed = [error for error in errors if isinstance(error, JamError)]
            if command.turns and jammed:
                jams = jams.add(self._link.statistics.motion_seconds)
                if excess := jams.excess(command.seconds):
                    return GaveUp(_too_many_jams(excess, jammed[-1].axis, self._link.rig), state)
            if not watch.check_after(command):
                return Contradicted(state)
        return Done(state)

    def _following(
        self, command: PlannedCommand, later: Sequence[PlannedCommand], watch: Watch
    ) -> PlannedCommand | None:
        """Return what the robot begins by itself after a command; None where it must wait.

        It is in the journal before the robot has it.
        """
        if not later or self._pause.is_on or watch.looks_after(command):
            return None
        if not self._link.may_follow(command.command, command.after.pose, later[0].command):
            return None
        self._journal.write(**record_of(later[0], "queued"))
        return later[0]

    def _attempt(
        self, command: PlannedCommand, before: RobotState, then: PlannedCommand | None
    ) -> Generator[RunEvent, None, tuple[tuple[MotionError, ...], bool]]:
        """Return the errors for which a command was taken back, and whether it succeeded."""
        errors: list[MotionError] = []
        last_step: RetryStep | None = None
        queued = None if then is None else with_effort(then.command)
        assert not isinstance(queued, Home)
        first = self._first_attempt(command, before)
        try:
            for attempt in attempts(self._link, command.command, before.pose, queued, first):
                if isinstance(attempt, Arrival):
                    if last_step is not None and last_step.beyond:
                        self._turning = last_step
                    done = CommandDone(command, attempt.seconds)
                    self._journal.write(**done.record())
                    yield done
                    return tuple(errors), True
                if attempt.next_step is None or not attempt.next_step.is_in_place:
                    errors.append(attempt.error)
                failed = CommandFailed(command, attempt.error, attempt.next_step)
                self._count(failed)
                self._journal.write(**failed.record())
                self._note_not_begun(then)
                then, last_step = None, attempt.next_step
                yield failed
        except MotionError:
            self._note_not_begun(then)
            raise
        return tuple(errors), False

    def _first_attempt(self, command: PlannedCommand, before: RobotState) -> RetryStep:
        """Return how a command is executed at first: turns as the last one that was retried."""
        is_turn = command.turns and self._link.is_observed
        if is_turn and can_turn_on(self._link.rig, command.command, before.pose):
            return self._turning
        return PLAIN_ATTEMPT

    def _note_not_begun(self, queued: PlannedCommand | None) -> None:
        """Note that the robot has not begun a command that it had besides one that failed."""
        if queued is not None:
            self._journal.write(**record_of(queued, "not begun"))

    def _count(self, failed: CommandFailed) -> None:
        self.failures.slips += isinstance(failed.error, SlipError)
        self.failures.jams += isinstance(failed.error, JamError)
        self.failures.retries += failed.next_step is not None


def _may_harm(before: RobotState, command: PlannedCommand, later: Sequence[PlannedCommand]) -> bool:
    """Return whether what follows does harm, before that is seen, where a command has failed.

    Jaws that let go of a layer which stands askew do, or of a cube that the other ones have not
    got; nothing lets go where a wrist turns.
    """
    if command.turns or not later:
        return bool(command.turns)
    has_turned = command.after.orientation != before.orientation
    return has_turned and not isinstance(later[0].command, Move)


def _gave_up(
    errors: Sequence[MotionError], previous: Attempted | None, present: Attempted, rig: Rig
) -> GaveUp:
    """Return that a command failed, or the one before it, if what is jammed was moved by that."""
    failed: tuple[Attempted, ...] = (present,)
    if previous and is_of_another_motion(errors[-1], present.command.command):
        failed = (previous, present)
    error = retries_exhausted(present.command.command, errors, rig)
    return GaveUp(error, failed[0].before, failed)


def _too_many_jams(excess: str, axis: str, rig: Rig) -> RetriesExhaustedError:
    name = axis_name(axis, rig.grippers)
    words = f"too many jams: {excess}, the last one of the {name}"
    return RetriesExhaustedError(words, axis, code=TOO_MANY_JAMS)
