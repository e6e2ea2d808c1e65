"""The Megaminx: its scrambles, and its solutions by turns of faces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random

from solver.core.turn import generator_of
from solver.engines.engine import read_options
from solver.engines.options import ShortOptions
from solver.puzzles.megaminx_turns import face_turns, parse
from solver.puzzles.polyhedra.polyhedron import PolyhedronTurn
from solver.puzzles.polyhedra.puzzle import PolyhedronPuzzle
from solver.solution import Solution, Stage

# Few turns, by blocks and cycles of corners.
SHORT = "short"
# As a person solves it, step by step.
STEPS = "steps"
_LINES, _LINE = 7, 10  # of a scramble: lines, and turns of R and D in each


class Megaminx(PolyhedronPuzzle):
    """The Megaminx, solved as any polyhedron is, in few turns, or by steps."""

    @property
    def methods(self) -> tuple[str, ...]:
        """Return the names of the methods: those of the polyhedron, of few turns, and by steps."""
        return (*super().methods, SHORT, STEPS)

    def turns(self, text: str) -> tuple[PolyhedronTurn, ...]:
        """Read turns in WCA notation. Raises NotationError, which quotes a bad one."""
        return parse(text)

    def prepare_for(
        self, method: str, options: Mapping[str, object], progress: Callable[[float], None]
    ) -> None:
        """Load the tables of a method, or build them."""
        if method == SHORT:
            # Only who solves waits for numba.
            from solver.puzzles.megaminx_blocks import short

            short.prepare(progress)
        elif method == STEPS:
            from solver.puzzles.megaminx_blocks import steps

            steps.prepare(progress)
        else:
            super().prepare_for(method, options, progress)

    def scramble(self, seed: int | Random | None = None) -> str:
        """Return the 77 turns of a scramble of the WCA: seven lines of R, D and, at the end, U."""
        rng = generator_of(seed)
        lines = []
        for _ in range(_LINES):
            ways = [rng.choice(("++", "--")) for _ in range(_LINE)]
            turns = [letter + way for letter, way in zip("RD" * (_LINE // 2), ways, strict=True)]
            lines += [*turns, "U" if ways[-1] == "++" else "U'"]
        return " ".join(lines)

    def solve(self, state: str, method: str | None = None) -> Solution[str]:
        """Solve the state after a scramble, by turns of faces."""
        if method == SHORT:
            *_, best = self._shorter(state, ShortOptions())
            return best
        if method == STEPS:
            from solver.puzzles.megaminx_blocks import steps

            stages = tuple(
                Stage(name, tuple(map(str, turns))) for name, turns in steps.solve(parse(state))
            )
            return Solution(state, method, stages)
        return super().solve(state, method)

    def improve(
        self, state: str, method: str, options: Mapping[str, object]
    ) -> Iterator[Solution[object]]:
        """Yield solutions, each shorter than the one before: by `short`, for its time limit."""
        if method != SHORT:
            yield from super().improve(state, method, options)
            return
        yield from self._shorter(state, read_options(method, ShortOptions, options))

    def _shorter(self, state: str, options: ShortOptions) -> Iterator[Solution[str]]:
        from solver.puzzles.megaminx_blocks import short

        for turns in short.solutions(parse(state), options.time_limit):
            yield Solution(state, SHORT, (Stage("all", tuple(map(str, turns))),))

    def _written(self, turns: Iterable[PolyhedronTurn]) -> tuple[str, ...]:
        """Write the turns of a solution by turns of faces."""
        return tuple(map(str, face_turns(turns)))
