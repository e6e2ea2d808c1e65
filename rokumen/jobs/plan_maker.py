"""The plans of a job: which turns are due after what became of the last plan, and their motions."""

from __future__ import annotations

import logging
from collections.abc import Generator

from robot.errors import RetriesExhaustedError
from robot.execution.events import RunEvent
from robot.execution.executor import MAX_JAMS_PER_PLAN
from robot.link.session import Link
from robot.planning.motion_plan import Plan
from robot.planning.penalties import Penalties, penalised_rig, plan_with_penalties
from robot.planning.robot_state import RobotState
from robot.planning.visits import following, places_of, visits
from robot.rigs.command import axis_name
from rokumen.devices.scanner import LearningObserver
from rokumen.jobs.events import TurnMissing
from rokumen.jobs.missing_turns import PlanProgress
from rokumen.jobs.solution_choice import choose_solution_to_make
from rokumen.storage.runs import SolutionPolicy
from solver.core.turn import Turn, Turns
from solver.cube import Cube
from solver.solution import CubeSolution, Stage

_log = logging.getLogger(__name__)

MAX_REPLANS = 2
# With more turns missing than jams of one plan are accepted, a new plan is made.
MAX_MISSING_TURNS = MAX_JAMS_PER_PLAN


class PlanMaker:
    """Makes the plans of one job.

    `count`: how many solutions were planned; `missing_turns`: how many turns were noticed to be
    missing; `penalties`: those of what has failed; `progress`: that of the last plan, None for one
    that was given up; `failure`: why it has not solved the cube; `is_watching`: whether faces are
    looked at on the way.
    """

    def __init__(
        self,
        link: Link,
        choice: SolutionPolicy,
        observer: LearningObserver | None,
        penalties: Penalties,
    ) -> None:
        """Plan solutions that `choice` chooses, by motions of which `observer` sees the ends."""
        self.count = self.missing_turns = 0
        self.penalties = penalties
        self.progress: PlanProgress | None = None
        self.failure = ""
        self.is_watching = True
        self._link = link
        self._choice = choice
        self._observer = observer

    def give_up(self, error: RetriesExhaustedError) -> None:
        """Take note of why the last plan was given up."""
        self.progress = None
        self.failure = f"of the last one {error}"
        self.penalties = self.penalties.after(error)
        _log.info("plan %d failed: %s; penalties: %s", self.count, error, self.penalties)

    def next_solution(
        self, cube: Cube, state: RobotState, moves: list[Turn], *, has_turned: bool
    ) -> Generator[RunEvent, None, CubeSolution]:
        """Return what is due now: the rest of the last plan, or a new solution.

        `moves`: those that are thought to have been made, from which a missing one is removed;
        `has_turned`: whether a layer was turned at all. Raises RetriesExhaustedError after too many
        new solutions.
        """
        progress = self.progress
        if progress and cube == progress.unseen.cube:
            # A scan shows that no turn is missing: single faces of this cube are misread.
            self.is_watching = False
            return _continued(cube, "Rest of the plan", progress.rest)
        missing = progress.missing(cube) if progress else None
        if progress and missing and self.missing_turns < MAX_MISSING_TURNS:
            self.missing_turns += 1
            turn = progress.turns[missing.number]
            # The turns of the plan are the last ones that are thought to have been made.
            del moves[missing.number - progress.unseen.made]
            yield TurnMissing(turn)
            return _continued(cube, f"After the missing {turn}", progress.turns_to_end(missing))
        if self.count > MAX_REPLANS:
            raise self._unsolved_error(has_turned=has_turned)
        self.count += 1
        rig = self._link.planning_rig
        if self.penalties.by_motion:
            rig = penalised_rig(rig, self.penalties)
        return choose_solution_to_make(self._choice, cube, rig, state)

    def _unsolved_error(self, *, has_turned: bool) -> RetriesExhaustedError:
        """Return why the cube is not solved after the last plan.

        Where several wrists, or the only one, have failed and none has made a turn in this run,
        that is no wrist's fault.
        """
        axes, rig = self.penalties.axes, self._link.rig
        if not has_turned and len(axes) >= min(2, len(rig.axes)):
            names = " nor ".join(f"the {axis_name(axis, rig.grippers)}" for axis in axes)
            return RetriesExhaustedError(
                f"{'neither ' if len(axes) > 1 else 'not even '}{names} could turn a layer: the "
                f"cube is too stiff for the servos; {self.failure}",
                " and ".join(axes),
                lacks_torque=True,
            )
        return RetriesExhaustedError(
            f"the cube is still not solved after {MAX_REPLANS} new plans; {self.failure}",
            " and ".join(axes),
        )

    def planned(self, solution: CubeSolution, state: RobotState) -> Plan:
        """Return the plan of a solution, before it visits to places that nobody has seen yet."""
        rig = self._link.planning_rig
        plan = plan_with_penalties(rig, solution.turns, state, self.penalties)
        seen = self._observer.has_seen if self._observer is not None else None
        if seen and (unseen := [at for at in places_of(plan) if not seen(*at)]):
            before = visits(rig, state, unseen)
            rest = plan_with_penalties(rig, solution.turns, before.end, self.penalties)
            plan = following(before, rest)
        _log.info(
            "plan %d: %d turns by %s, %d commands, %.1f s",
            self.count,
            len(plan.turns),
            solution.method,
            len(plan.commands),
            plan.seconds,
        )
        return plan


def _continued(cube: Cube, stage: str, due: Turns) -> CubeSolution:
    """Return the turns that are left of the last plan."""
    return CubeSolution(cube, "the same plan", (Stage(stage, due),))
