"""The two-phase engine: near-optimal solutions in milliseconds, after Kociemba.

`search` also takes what each turn costs.
"""

from __future__ import annotations

from solver.cube import Cube
from solver.engines.engine import MultiSolutionEngine, Progress
from solver.engines.options import TwoPhaseOptions
from solver.engines.two_phase.search import two_phase_search, warm_up
from solver.search.solution_pool import Limits
from solver.solution import CubeSolution, Stage


class TwoPhaseEngine(MultiSolutionEngine[TwoPhaseOptions]):
    """Few moves within a time limit; `search` says what is raised."""

    name = "two-phase"
    options = TwoPhaseOptions

    def prepare(self, options: TwoPhaseOptions, progress: Progress) -> None:
        """Load the tables for a metric, or build them, so that the first cube need not wait."""
        warm_up(options.metric, progress)

    def tables(self) -> dict[str, int]:
        """Return the size in bytes of the tables for moves in HTM."""
        return {"two-phase-htm": 77_000_000}

    def solve(self, cube: Cube, options: TwoPhaseOptions) -> CubeSolution:
        """Solve a legal cube in few moves."""
        (solution,) = self.solve_all(cube, 1, options)
        return solution

    def solve_all(
        self, cube: Cube, count: int, options: TwoPhaseOptions
    ) -> tuple[CubeSolution, ...]:
        """Return up to `count` different solutions of a legal cube, the best first."""
        limits = Limits(options.time_limit, options.max_length, count, options.threads)
        return tuple(
            CubeSolution(cube, self.name, (Stage("Two-phase", turns),))
            for turns in two_phase_search(cube, limits, options.metric)
        )
