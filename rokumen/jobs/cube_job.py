"""A whole job: scan, solve, execute, and verify with the camera."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Generator
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field
from random import Random, SystemRandom

from robot.errors import RetriesExhaustedError, RobotError
from robot.execution.events import CommandDone, Done, GaveUp, RunEvent
from robot.execution.executor import Executor
from robot.execution.journal import Journal
from robot.execution.recovery import clear_and_home, return_to_last_state
from robot.execution.turning import PauseSwitch, Watch
from robot.link.session import Link
from robot.planning.penalties import (
    NO_PENALTIES,
    Penalties,
)
from robot.planning.robot_state import RobotState, home_state
from rokumen.devices.scanner import Scanner, Sighting
from rokumen.errors import SafeStopError
from rokumen.jobs.challenge import Answered, Challenger, Unanswered
from rokumen.jobs.events import PlanMade, Replanning, Rescanning
from rokumen.jobs.missing_turns import FaceWatch, PlanProgress
from rokumen.jobs.operator_advice import operator_advice
from rokumen.jobs.plan_maker import PlanMaker
from rokumen.jobs.scan_cube import CubeScanner
from rokumen.jobs.solution_choice import prepare_choice
from rokumen.run_result import Result
from rokumen.storage.history import RunOutcome
from rokumen.storage.runs import SolutionPolicy
from solver.core.errors import CubeError, SolveError
from solver.core.turn import Turn, htm
from solver.cube import Cube
from solver.notation.printing import moves_text
from vision.errors import UncertainError, VisionError

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Account:
    """What a job has done so far.

    `facelets`: the cube that was read first; `moves`: those that are thought to have been made,
    without those that only the camera was to see; `has_turned`: whether a layer was turned at all.
    """

    facelets: str = ""
    moves: list[Turn] = field(default_factory=list)
    has_turned: bool = False


class Job:
    """One cube on one robot, from whatever state it is in to solved."""

    def __init__(
        self,
        link: Link,
        scanner: Scanner,
        choice: SolutionPolicy,
        journal: Journal,
        pause: PauseSwitch | None = None,
        *,
        watch: bool = True,
        challenge: bool = True,
        penalties: Penalties = NO_PENALTIES,
        rng: Random | None = None,
    ) -> None:
        """Prepare a job; `pause` holds it between two turns, and is switched by any thread.

        Where the robot does not measure where it stands and a camera sees it, this looks after each
        command, unless `watch` is False. A cube that looks solved is challenged with turns that
        `rng` draws (None: the system's random numbers), unless `challenge` is False. `penalties`:
        those of motions that have jammed in earlier runs.
        """
        measures = "angle" in link.info.feedback
        self._observer = scanner.observer if watch and not measures else None
        self._link = link
        self._choice = choice
        self._journal = journal
        self._executor = Executor(link, journal, pause)
        self._cameras = scanner
        self._scanner = CubeScanner(link, self._executor, scanner, journal, self._observer)
        drawn = rng or SystemRandom()
        self._challenger = (
            Challenger(link, self._executor, self._scanner, scanner, journal, drawn)
            if challenge
            else None
        )
        self._done = _Account()
        self._plans = PlanMaker(link, choice, self._observer, penalties)
        self._motion_before = link.statistics.motion_seconds
        self._state: RobotState | None = None
        self._began = time.monotonic()
        self._ending: RunOutcome | None = None

    @property
    def ending(self) -> RunOutcome | None:
        """How the job ended, as its journal says it; None before its end."""
        return self._ending

    @property
    def state(self) -> RobotState | None:
        """The robot's state after a job that solved the cube, None before its end."""
        return self._state

    @property
    def sighting(self) -> Sighting:
        """When the cameras last saw the cube."""
        return self._cameras.sighting

    def run(self, on_event: Callable[[RunEvent], None] = lambda _: None) -> Result:
        """Return the result of the job, which is solved only where the camera saw it.

        `on_event` is called with what happens; an error of it ends the job as Ctrl-C does. Raises
        SafeStopError where the robot had to stop; its jaws stay as they are.
        """
        self._began = time.monotonic()
        try:
            with (
                self._link.observed_by(self._observer),
                closing(self._solve_until_verified()) as events,
            ):
                for event in events:
                    if isinstance(event, CommandDone):
                        self._done.moves += event.action.turns
                        self._done.has_turned |= bool(event.action.turns)
                    on_event(event)
        except (RobotError, VisionError, CubeError, SolveError, UncertainError) as error:
            _log.info("the job stops: %s", error, exc_info=True)
            # After an emergency stop or a lost link the grippers must stay as they are.
            if isinstance(error, RetriesExhaustedError) or not isinstance(error, RobotError):
                self._grip_cube_at_home()
            self._write_ending("stopped", "stopped", str(error))
            raise SafeStopError(
                str(error),
                operator_advice(error, self.sighting),
                self._journal.path,
                self.result("stopped"),
            ) from error
        except BaseException as error:
            # Ctrl-C or a bug: the grippers must not move on by themselves.
            self._link.stop_and_wait()
            self._write_ending("stopped", "interrupted", type(error).__name__)
            raise
        self._write_ending("finished", "solved", "")
        return self.result("solved")

    def _write_ending(self, record: str, outcome: str, why: str) -> None:
        """Write how the job ended into the journal, as the history will have it."""
        result = self.result(outcome)
        self._ending = RunOutcome.of(result, why, time.monotonic() - self._began)
        self._journal.write_last(record, **asdict(self._ending), facelets=result.facelets)

    def result(self, outcome: str) -> Result:
        """Return the result of what was done so far."""
        failures, done = self._executor.failures, self._done
        return Result(
            solved=outcome == "solved",
            facelets=done.facelets,
            moves=moves_text(done.moves),
            htm=htm(done.moves),
            motion_seconds=self._link.statistics.motion_seconds - self._motion_before,
            jams=failures.jams,
            slips=failures.slips,
            retries=failures.retries,
            replans=max(self._plans.count - 1, 0),
            missing_turns=self._plans.missing_turns,
            outcome=outcome,
            journal=self._journal.path,
        )

    def _grip_cube_at_home(self) -> None:
        """Go home, where all grippers are closed on the cube, if that is possible."""
        with suppress(RobotError):
            clear_and_home(self._link)

    def _solve_until_verified(self) -> Generator[RunEvent, None, None]:
        """Scan, plan and execute until the cube is seen solved; yield what happens."""
        overlaps = self._choice.overlap
        if self._link.can_overlap if overlaps is None else overlaps:
            self._link.use_overlap()
        prepare_choice(self._choice, self._link.planning_rig)
        clear_and_home(self._link)
        state = home_state(self._link.rig)
        expected_solved = False
        while True:
            reading, state = yield from self._scanner.scan(state)
            self._done.facelets = self._done.facelets or reading.facelets
            cube = reading.cube
            if not cube.is_solved():
                state, expected_solved = yield from self._execute_until_scan(cube, state)
                continue
            if self._challenger is not None:
                state, expected_solved = yield from self._challenge(self._challenger, state)
            if expected_solved:
                self._state = state
                return
            if self._challenger is None:
                # A single scan may be wrong, so a second one confirms it.
                yield Rescanning("the cube looks solved; a second scan confirms it")
                expected_solved = True

    def _challenge(
        self, challenger: Challenger, state: RobotState
    ) -> Generator[RunEvent, None, tuple[RobotState, bool]]:
        """Return the robot's state after turns to be seen, and whether the cameras showed them.

        They are no turns of the solution. Raises VisionError or RetriesExhaustedError where too
        many were not seen, or not made.
        """
        moves = self._done.moves
        is_ended = False
        while not is_ended:
            made = len(moves)
            is_ended = challenger.is_answered
            ask = challenger.end if is_ended else challenger.challenge
            outcome = yield from ask(state, self._plans.penalties)
            del moves[made:]
            challenger.count(outcome)
            match outcome:
                case Answered():
                    state = outcome.state
                case GaveUp():
                    return (yield from self._after_giving_up(outcome)), False
                case Unanswered():
                    yield Rescanning(f"the camera did not show {outcome.turn} and its way back")
                    return outcome.state, False
        return state, True

    def _execute_until_scan(
        self, cube: Cube, state: RobotState
    ) -> Generator[RunEvent, None, tuple[RobotState, bool]]:
        """Solve a known cube as far as that goes without a scan.

        Returns the state of the robot, and whether all turns of a plan were made.
        """
        while True:
            done = self._done
            solution = yield from self._plans.next_solution(
                cube, state, done.moves, has_turned=done.has_turned
            )
            plan = self._plans.planned(solution, state)
            made = PlanMade(solution, plan)
            self._journal.write_durably(**made.record())
            yield made
            watch = FaceWatch(self._cameras, self._link.rig, self._journal, cube)
            outcome = yield from self._executor.execute_watched(
                plan, watch if self._plans.is_watching else Watch()
            )
            self._plans.progress = PlanProgress(plan.turns, watch.turns)
            match outcome:
                case Done():
                    self._plans.failure = (
                        "all turns of the last plan were made, but the cube is not solved"
                    )
                    return outcome.state, True
                case GaveUp():
                    return (yield from self._after_giving_up(outcome)), False
            state = outcome.state
            self._plans.failure = "a face showed that a turn of the last plan was not made"
            if len({suspect.cube for suspect in watch.suspects}) != 1:
                yield Rescanning("a face is not as the turns so far should leave it")
                return state, False
            cube = watch.suspects[0].cube

    def _after_giving_up(self, outcome: GaveUp) -> Generator[RunEvent, None, RobotState]:
        """Return the robot's state after it was brought back from a command that failed."""
        if self._observer is not None:
            self._observer.forget_pictures()
        self._plans.give_up(outcome.error)
        replanning = Replanning(str(outcome.error), tuple(self._plans.penalties.axes))
        self._journal.write(**replanning.record())
        yield replanning
        return return_to_last_state(self._link, outcome.state, outcome.failed)
