"""The Megaminx: its scrambles, and its solutions by turns of faces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

from solver.core.turn import generator_of
from solver.engines.engine import read_options
from solver.engines.options import ShortOptions
from solver.puzzles.megaminx_turns import MegaminxTurn, face_turns, parse, shape
from solver.puzzles.polyhedra import polyhedron
from solver.puzzles.polyhedra.polyhedron import format_turns
from solver.puzzles.polyhedra.puzzle import PolyhedronPuzzle
from solver.puzzles.registry import Puzzle, PuzzleSolution, PuzzleStage

# Few turns, by blocks and cycles of corners.
SHORT = "short"
# As a person solves it, step by step.
STEPS = "steps"
_LINES, _LINE = 7, 10  # of a scramble: lines, and turns of R and D in each


class Megaminx(Puzzle):
    """The Megaminx, solved as the polyhedron is (see `PolyhedronPuzzle`) or in few turns."""

    name = "megaminx"
    needs_tables = True

    def __init__(self) -> None:
        self._solved_as = PolyhedronPuzzle(shape(), self.name)

    @property
    def methods(self) -> tuple[str, ...]:
        """Return the names of the methods: those of the polyhedron, of few turns, and by steps."""
        return (*self._solved_as.methods, SHORT, STEPS)

    def prepare(self, progress: Callable[[float], None]) -> None:
        """Load the tables, or build them."""
        self._solved_as.prepare(progress)

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
            self.prepare(progress)

    def scramble(self, seed: int | Random | None = None) -> str:
        """Return the 77 turns of a scramble of the WCA: seven lines of R, D and, at the end, U."""
        rng = generator_of(seed)
        lines = []
        for _ in range(_LINES):
            ways = [rng.choice(("++", "--")) for _ in range(_LINE)]
            turns = [letter + way for letter, way in zip("RD" * (_LINE // 2), ways, strict=True)]
            lines += [*turns, "U" if ways[-1] == "++" else "U'"]
        return " ".join(lines)

    def parse(self, text: str) -> str:
        """Return a scramble that can be read. Raises NotationError."""
        parse(text)
        return text

    def solve(self, state: str, method: str | None = None) -> PuzzleSolution:
        """Solve the state after a scramble, by turns of faces."""
        if method == SHORT:
            *_, best = self.improve(state, method, {})
            return best
        if method == STEPS:
            from solver.puzzles.megaminx_blocks import steps

            stages = tuple(
                PuzzleStage(name, " ".join(map(str, turns)))
                for name, turns in steps.solve(parse(state))
            )
            return PuzzleSolution(stages, sum(len(stage.moves.split()) for stage in stages))
        written = " ".join(format_turns(shape(), parse(state)))
        solution = self._solved_as.solve(written, method)
        turns = face_turns(polyhedron.parse(shape(), solution.moves))
        return _solution(turns)

    def improve(
        self, state: str, method: str, options: Mapping[str, object]
    ) -> Iterator[PuzzleSolution]:
        """Yield solutions, each shorter than the one before: by `short`, for its time limit."""
        if method != SHORT:
            yield from Puzzle.improve(self, state, method, options)
            return
        from solver.puzzles.megaminx_blocks import short

        seconds = read_options(method, ShortOptions, options).time_limit
        for turns in short.solutions(parse(state), seconds):
            yield _solution(turns)

    def is_solved_by(self, state: str, moves: str) -> bool:
        """Return whether turns leave one colour on every face."""
        return polyhedron.is_solved_after(shape(), (*parse(state), *parse(moves)))

    def draw(self, state: str, path: str | Path) -> None:
        """Draw the state after a scramble."""
        self._solved_as.draw(" ".join(format_turns(shape(), parse(state))), path)


def _solution(turns: Sequence[MegaminxTurn]) -> PuzzleSolution:
    return PuzzleSolution((PuzzleStage("all", " ".join(map(str, turns))),), len(turns))


def puzzle(name: str) -> Megaminx:
    """Return the puzzle; the family has one."""
    return Megaminx()
