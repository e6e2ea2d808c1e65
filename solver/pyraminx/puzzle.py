"""The Pyraminx at the door of `rokumen solve --puzzle pyraminx`."""

from __future__ import annotations

from random import Random

from solver.puzzle import PuzzleSolution, PuzzleStage
from solver.pyraminx import paper
from solver.pyraminx.position import read
from solver.pyraminx.state import State
from solver.pyraminx.tables import state_of


class Pyraminx:
    """The Pyraminx: in the fewest turns, or by the method of seed 000, 14.4."""

    name = "pyraminx"
    methods = ("optimal", "paper")

    def scramble(self, rng: Random) -> tuple[str, ...]:
        """Draw a position, each of the 75,582,720 equally likely, and the turns that lead there."""
        drawn = random_state(rng)
        turns = [turn for _, stage in optimal(drawn) for turn in stage]
        return tuple(str(turn.inverse()) for turn in reversed(turns))

    def solve(self, position: str, method: str) -> PuzzleSolution:
        """Solve a scramble or 36 stickers (F L R D, row by row)."""
        state = read(position)
        stages = paper.solve(state) if method == "paper" else optimal(state)
        return PuzzleSolution(
            tuple(PuzzleStage(name, tuple(map(str, turns))) for name, turns in stages),
            paper.length(stages),
        )


def optimal(state: State) -> tuple[paper.Stage, ...]:
    """Give the fewest turns: no turn of a layer helps a tip, nor a tip's turn anything else."""
    return ("Tips", paper.tip_turns(state)), ("Layers", paper.shortest(state))


def random_state(rng: Random) -> State:
    """Draw a state, each equally likely."""
    tips = tuple(rng.randrange(3) for _ in range(4))
    return state_of(rng.randrange(360), rng.randrange(32), rng.randrange(81), tips)


def puzzle(name: str) -> Pyraminx:
    """Give the puzzle; the family has one."""
    return Pyraminx()
