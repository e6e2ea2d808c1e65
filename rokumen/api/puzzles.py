"""Puzzles beside the 3x3x3: scrambled and solved."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from solver.puzzles.families import FAMILIES
from solver.puzzles.registry import Puzzle as SolvablePuzzle
from solver.puzzles.registry import PuzzleSolution as FoundSolution
from solver.puzzles.registry import choose_method, load_puzzle


@dataclass(frozen=True, slots=True)
class PuzzleStage:
    """A step of a method: its name, and its moves in the puzzle's own notation."""

    name: str
    moves: str


@dataclass(frozen=True, slots=True)
class PuzzleSolution:
    """The moves that solve a puzzle; `turns` counts them as is usual for it."""

    moves: str
    stages: tuple[PuzzleStage, ...]
    turns: int

    @classmethod
    def of(cls, found: FoundSolution) -> PuzzleSolution:
        """Return what a solver found as a value of the API."""
        stages = tuple(PuzzleStage(stage.name, " ".join(stage.moves)) for stage in found.stages)
        return cls(" ".join(found.moves), stages, found.turns)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle beside the 3x3x3. `methods` solve it, the usual one first. Made by `puzzle`.

    States are text: a scramble in the puzzle's notation, or its own way to write a state.
    """

    name: str
    methods: tuple[str, ...]
    solvable: SolvablePuzzle = field(repr=False)

    def scramble(self, seed: int | None = None) -> str:
        """Return the moves of a scramble; the same one for the same seed."""
        return " ".join(self.solvable.scramble(Random(seed)))

    def solve(self, state: str, *, method: str | None = None) -> PuzzleSolution:
        """Return the moves that solve a state, by one of the `methods`.

        The first call may build tables. Raises CubeError for a state that cannot be read or cannot
        exist, and for a method that the puzzle does not have.
        """
        chosen = choose_method(self.solvable, method)
        self.solvable.prepare(lambda share: None)
        return PuzzleSolution.of(self.solvable.solve(state, chosen))


def puzzle(name: str) -> Puzzle:
    """Return the puzzle of a name, such as "4x4x4" or "pyraminx". Raises CubeError for another."""
    loaded = load_puzzle(name)
    return Puzzle(loaded.name, loaded.methods, loaded)


def puzzles() -> list[str]:
    """Return the names of the puzzles that can be scrambled and solved."""
    return [name for family in FAMILIES for name in family.solved_names]
