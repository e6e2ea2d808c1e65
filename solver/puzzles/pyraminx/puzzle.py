"""The Pyraminx as a Puzzle."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from solver.puzzles.pyraminx import published_method, step_method
from solver.puzzles.pyraminx.position import read
from solver.puzzles.pyraminx.state import PyraminxState
from solver.puzzles.pyraminx.tables import state_of
from solver.puzzles.registry import Puzzle, PuzzleSolution, PuzzleStage


class Pyraminx(Puzzle):
    """The Pyraminx: in the fewest turns, or by the polyhedra paper's steps (section 14.4).

    `paper` has the paper's fixed order and the lengths of its sequences; `steps` the shortest
    sequences and the best order.
    """

    name = "pyraminx"
    methods = ("optimal", "steps", "paper")
    needs_tables = True

    def prepare(self, progress: Callable[[float], None]) -> None:
        """Load the distances, or build them, and compile what follows them."""
        optimal(state_of(0, 0, 0, (0, 0, 0, 0)))

    def scramble(self, rng: Random) -> tuple[str, ...]:
        """Return the turns to a random position, each of the 75,582,720 equally likely, and the
        turns that lead there.
        """
        drawn = random_state(rng)
        turns = [turn for _, stage in optimal(drawn) for turn in stage]
        return tuple(str(turn.inverse()) for turn in reversed(turns))

    def solve(self, position: str, method: str) -> PuzzleSolution:
        """Solve a scramble or 36 stickers (F L R D, row by row)."""
        state = read(position)
        solve = {
            "optimal": optimal,
            "steps": step_method.solve,
            "paper": published_method.solve,
        }[method]
        stages = solve(state)
        return PuzzleSolution(
            tuple(PuzzleStage(name, tuple(map(str, turns))) for name, turns in stages),
            step_method.count_turns(stages),
        )


def optimal(state: PyraminxState) -> tuple[step_method.Stage, ...]:
    """Return the fewest turns: no turn of a layer helps a tip, nor a tip's turn anything else."""
    return ("Tips", step_method.tip_turns(state)), ("Layers", step_method.shortest(state))


def random_state(rng: Random) -> PyraminxState:
    """Return a random state, each equally likely."""
    tips = tuple(rng.randrange(3) for _ in range(4))
    return state_of(rng.randrange(360), rng.randrange(32), rng.randrange(81), tips)


def puzzle(name: str) -> Pyraminx:
    """Return the puzzle; the family has one."""
    return Pyraminx()
