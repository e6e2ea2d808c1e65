"""The 2x2x2 as a puzzle: solved in the fewest turns, or by the Tsukuda steps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from solver.core.turn import cancel_turns, generator_of, inverse
from solver.notation.printing import moves_text
from solver.puzzles.pocket_state import as_held, is_solved_after, optimal_turns, read
from solver.puzzles.registry import Puzzle
from solver.solution import Solution, Stage

_METRICS = {"optimal": "htm", "optimal-qtm": "qtm"}
# The coordinates of the solved cube.
_SOLVED = (0, 0)
# By steps, as a cube of any size.
_STEPS = ("tsukuda", "tsukuda-steps")


class PocketPuzzle(Puzzle):
    """The 2x2x2: in the fewest turns, a half turn counted as one or as two (qtm), or by steps."""

    name = "2x2x2"
    methods = (*_METRICS, *_STEPS)
    needs_tables = True

    def prepare(self, progress: Callable[[float], None]) -> None:
        """Load the distances, or build them, and compile what follows them."""
        optimal_turns(_SOLVED, "htm")

    def scramble(self, seed: int | Random | None = None) -> str:
        """Return the fewest turns from the solved cube to a random position.

        Each of the 3,674,160 positions is equally likely.
        """
        rng = generator_of(seed)
        turns = optimal_turns((rng.randrange(5040), rng.randrange(729)), "htm")
        return moves_text(inverse(turns))

    def parse(self, text: str) -> str:
        """Return a scramble or 24 facelets (U R F D L B, row by row). Raises CubeError."""
        read(text)
        return text

    def solve(self, state: str, method: str | None = None) -> Solution[object]:
        """Solve a scramble or 24 facelets (U R F D L B, row by row)."""
        chosen = self.choose_method(method)
        if chosen in _STEPS:
            # Only the steps need its tables and compiled parts, which take long to load.
            from solver.puzzles.big_cube import BigCube

            return BigCube(2).solve(as_held(state), chosen)
        turns = optimal_turns(read(state), _METRICS[chosen])
        stage = Stage("Optimal", tuple(map(str, cancel_turns(turns))))
        return Solution(state, chosen, (stage,), counted=len(turns))

    def is_solved_by(self, state: str, moves: str) -> bool:
        """Return whether moves leave each face of a state in one colour."""
        return is_solved_after(state, moves)

    def draw(self, state: str, path: str | Path) -> None:
        """Draw all six faces of a state."""
        from solver.puzzles.big_cube import BigCube

        BigCube(2).draw(state, path)


def puzzle(name: str) -> PocketPuzzle:
    """Return the puzzle; the family has one."""
    return PocketPuzzle()
