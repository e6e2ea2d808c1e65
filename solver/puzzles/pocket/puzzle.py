"""The 2x2x2 as a Puzzle: optimal in HTM or QTM, or by the Tsukuda steps."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from solver.core.turn import Turn, cancel_turns, inverse
from solver.puzzles.distance_table import descend_to_goal
from solver.puzzles.pocket.position import read
from solver.puzzles.pocket.tables import coordinates_of, metric
from solver.puzzles.registry import Puzzle, PuzzleSolution, PuzzleStage

_METRICS = {"optimal": "htm", "optimal-qtm": "qtm"}
# The coordinates of the solved cube.
_SOLVED = (0, 0)
# By steps, as a cube of any size.
_STEPS = ("tsukuda", "tsukuda-steps", "tsukuda-paper")


class PocketPuzzle(Puzzle):
    """The 2x2x2: in the fewest turns, a half turn counted as one or as two (qtm), or by steps."""

    name = "2x2x2"
    methods = (*_METRICS, *_STEPS)
    needs_tables = True

    def prepare(self, progress: Callable[[float], None]) -> None:
        """Load the distances, or build them, and compile what follows them."""
        _optimal_moves(_SOLVED, "htm")

    def scramble(self, rng: Random) -> tuple[str, ...]:
        """Return the turns to a random position, each of the 3,674,160 equally likely, and the
        turns that lead there.
        """
        turns = _optimal_moves((rng.randrange(5040), rng.randrange(729)), "htm")
        return tuple(str(turn) for turn in inverse(turns))

    def solve(self, position: str, method: str) -> PuzzleSolution:
        """Solve a scramble or 24 facelets (U R F D L B, row by row)."""
        if method in _STEPS:
            # The tables and the compiled parts are for those alone who ask for steps.
            from solver.puzzles.nxn.puzzle import BigCube

            there = inverse(_optimal_moves(coordinates_of(read(position)), "htm"))
            return BigCube(2).solve(" ".join(map(str, there)), method)
        turns = _optimal_moves(coordinates_of(read(position)), _METRICS[method])
        moves = tuple(str(turn) for turn in cancel_turns(turns))
        return PuzzleSolution((PuzzleStage("Optimal", moves),), len(turns))


def _optimal_moves(state: tuple[int, int], name: str) -> tuple[Turn, ...]:
    chosen = metric(name)
    start = chosen.coordinates.index(state)
    return tuple(
        chosen.turns[i] for i in descend_to_goal(chosen.coordinates, chosen.distances, start)
    )


def puzzle(name: str) -> PocketPuzzle:
    """Return the puzzle; the family has one."""
    return PocketPuzzle()
