"""The optimal engine: a shortest solution, proven. `prove` tells how far the proof is."""

from __future__ import annotations

from solver.core.errors import TimeLimitError
from solver.cube import Cube
from solver.engines.engine import (
    Progress,
    ProofCallback,
    ProofProgress,
    ProvingEngine,
)
from solver.engines.optimal.search import near_solution, prove
from solver.engines.optimal.tables import load_pattern_database
from solver.engines.options import OptimalOptions
from solver.engines.two_phase.search import warm_up
from solver.notation.printing import moves_text
from solver.solution import CubeSolution, Stage

__all__ = ["OptimalEngine", "prove"]

# What part of the time for all tables goes into the tables of the two-phase search.
_TWO_PHASE_PART = 0.2


class OptimalEngine(ProvingEngine[OptimalOptions]):
    """The engine of shortest solutions (HTM), proven by a search of all shorter sequences."""

    name = "optimal"
    options = OptimalOptions

    def prepare(self, options: OptimalOptions, progress: Progress) -> None:
        """Load the tables and the pattern database, or build them."""
        _prepare_two_phase(progress)
        _prepare_patterns(progress)

    def prepare_for(self, cube: Cube, options: OptimalOptions, progress: Progress) -> None:
        """Prepare as `prepare`, but no pattern database for a cube that a few turns solve."""
        _prepare_two_phase(progress)
        if near_solution(cube) is None:
            _prepare_patterns(progress)

    def tables(self) -> dict[str, int]:
        """Return the sizes in bytes of the pattern database and the two-phase tables."""
        return {"two-phase-htm": 77_000_000, "optimal": 900_000_000}

    def solve(self, cube: Cube, options: OptimalOptions) -> CubeSolution:
        """Solve a legal cube in as few turns (HTM) as there can be.

        Raises TimeLimitError where the proof takes longer than the time limit.
        """
        return self.prove(cube, options, lambda proof: None)

    def prove(self, cube: Cube, options: OptimalOptions, watch: ProofCallback) -> CubeSolution:
        """Solve as `solve`, and call `watch` with how far the proof is; see `search.prove`."""

        def watch_time(proof: ProofProgress) -> None:
            watch(proof)
            limit = options.time_limit
            if limit is not None and proof.seconds > limit and not proof.is_done:
                raise TimeLimitError(
                    f"not proven shortest in {limit:g} s, {proof.describe_unfinished()}",
                    moves_text(proof.best),
                )

        best = prove(cube, options.threads, watch_time).best
        return CubeSolution(cube, self.name, (Stage("Optimal", best),), proven=True)


def _prepare_two_phase(progress: Progress) -> None:
    warm_up(progress=lambda share: progress(_TWO_PHASE_PART * share))


def _prepare_patterns(progress: Progress) -> None:
    load_pattern_database(lambda share: progress(_TWO_PHASE_PART + (1 - _TWO_PHASE_PART) * share))
