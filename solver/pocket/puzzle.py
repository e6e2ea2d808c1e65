"""The 2x2x2 at the door of `rokumen solve --puzzle 2x2x2`."""

from __future__ import annotations

from random import Random

from solver.complete import descend
from solver.pocket.position import read
from solver.pocket.tables import metric, number_of
from solver.puzzle import PuzzleSolution, PuzzleStage
from solver.turn import Turn, cancel, inverse

_METRICS = {"optimal": "htm", "optimal-qtm": "qtm"}
# By steps, as a cube of any size.
_STEPS = ("tsukuda", "tsukuda-steps")


class Pocket2x2x2:
    """The 2x2x2: in the fewest turns, a half turn counted as one or as two (qtm), or by steps."""

    name = "2x2x2"
    methods = (*_METRICS, *_STEPS)

    def scramble(self, rng: Random) -> tuple[str, ...]:
        """Draw a position, each of the 3,674,160 equally likely, and the turns that lead there."""
        way = _way((rng.randrange(5040), rng.randrange(729)), "htm")
        return tuple(str(turn) for turn in inverse(way))

    def solve(self, position: str, method: str) -> PuzzleSolution:
        """Solve a scramble or 24 facelets (U R F D L B, row by row)."""
        if method in _STEPS:
            # The tables and the compiled parts are for those alone who ask for steps.
            from solver.nxn import BigCube

            there = inverse(_way(number_of(read(position)), "htm"))
            return BigCube(2).solve(" ".join(map(str, there)), method)
        way = _way(number_of(read(position)), _METRICS[method])
        moves = tuple(str(turn) for turn in cancel(way))
        return PuzzleSolution((PuzzleStage("Optimal", moves),), len(way))


def _way(state: tuple[int, int], name: str) -> tuple[Turn, ...]:
    chosen = metric(name)
    start = chosen.coordinates.number(state)
    return tuple(chosen.turns[i] for i in descend(chosen.coordinates, chosen.distances, start))


def puzzle(name: str) -> Pocket2x2x2:
    """Give the puzzle; the family has one."""
    return Pocket2x2x2()
