"""Cubes of n x n x n pieces, n from 2 to 128, and the Tsukuda method (seed 000, 3.1 and 14.1).

`tsukuda` solves them step by step; `puzzle` is the door for the command line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from solver.errors import PuzzleError
from solver.nxn import position, tables, tsukuda
from solver.nxn.layers import LEAST, MOST, LayerTurn
from solver.nxn.notation import write_all
from solver.puzzle import PuzzleSolution, PuzzleStage

# As many random turns as in the paper; on big cubes more, so that every layer is turned often.
_PAPER_TURNS = 100
_TURNS_A_LAYER = 10
# Steps that only part what one sequence can do are taken together, or each for itself as a person
# takes them.
METHODS = {"tsukuda": tsukuda.TOGETHER, "tsukuda-steps": tsukuda.APART}


@dataclass(frozen=True, slots=True)
class BigCube:
    """A cube of size n as a puzzle."""

    n: int

    @property
    def name(self) -> str:
        """Say what it is called."""
        return f"{self.n}x{self.n}x{self.n}"

    @property
    def methods(self) -> tuple[str, ...]:
        """Name the ways to solve it."""
        return tuple(METHODS)

    def scramble(self, rng: Random) -> tuple[str, ...]:
        """Draw random turns of single layers: 100 as in the paper, 10 for each size from 11 on."""
        return write_all(
            random_turns(rng, self.n, max(_PAPER_TURNS, _TURNS_A_LAYER * self.n)), self.n
        )

    def prepare(self, progress: Callable[[float], None]) -> None:
        """Load the tables that a cube of this size is solved with, or build them."""
        tables.prepare(self.n, progress)

    def solve(self, text: str, method: str) -> PuzzleSolution:
        """Solve a position: see `position.read`. Raises a CubeError that quotes what is wrong."""
        stages = tsukuda.solve(position.read(text, self.n), self.n, METHODS[method])
        return PuzzleSolution(
            tuple(PuzzleStage(stage.name, write_all(stage.turns, self.n)) for stage in stages),
            tsukuda.count(stages),
        )


def random_turns(rng: Random, n: int, count: int) -> tuple[LayerTurn, ...]:
    """Draw turns of single layers, none of the same layer as the one before it."""
    drawn: list[LayerTurn] = []
    while len(drawn) < count:
        turn = LayerTurn(rng.randrange(3), rng.randrange(n), rng.randrange(1, 4))
        before = drawn[-1] if drawn else None
        if before is None or (before.axis, before.layer) != (turn.axis, turn.layer):
            drawn.append(turn)
    return tuple(drawn)


def puzzle(name: str) -> BigCube:
    """Make the puzzle `name`, such as 7x7x7. Raises PuzzleError for a size that is not offered."""
    n = int(name.split("x")[0])
    if not LEAST <= n <= MOST:
        raise PuzzleError(f"{name!r}: cubes of {LEAST}x{LEAST}x{LEAST} to {MOST}x{MOST}x{MOST}")
    return BigCube(n)
