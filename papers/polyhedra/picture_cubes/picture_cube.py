"""The 3x3x3 with pictures, whose centres must be upright too (polyhedra paper, section 14.3)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from papers.polyhedra.picture_cubes.centres import (
    UPRIGHT,
    CentreOrientations,
    add_rotations,
    centre_rotations,
    centre_table,
    published_correction,
)
from solver.core.errors import Fault, FaultKind, IllegalCubeError, PuzzleError
from solver.core.facelets import CENTRES, SOLVED
from solver.core.geometry import FACES
from solver.core.permutation import Permutation
from solver.core.turn import generator_of, random_turns, turned_facelets
from solver.cube import Cube
from solver.engines.registry import multi_solution_engine, solve
from solver.notation import parse, resolve
from solver.notation.move import as_moves
from solver.notation.printing import moves_text
from solver.puzzles.registry import Puzzle
from solver.solution import CubeSolution, Solution, Stage

Stages = tuple[Stage[str], ...]

_TURNS = 100
# The beam width of the layer method, and the number of solutions examined, to find one that leaves
# its centres nearly upright.
_EFFORT = 100
_SOLUTIONS = 500


@dataclass(frozen=True, slots=True)
class PictureCube:
    """A cube and by how many quarters clockwise each centre (U R F D L B) is turned."""

    cube: Cube
    centres: CentreOrientations

    @classmethod
    def read(cls, text: str) -> PictureCube:
        """Read a scramble, or 54 facelets and then six digits 0 to 3 for the centres.

        Raises a CubeError that quotes what cannot be read or cannot exist.
        """
        words = text.split()
        if len("".join(words)) == 2 * len(FACES) * 5 and re.fullmatch("[0-9]+", words[-1]):
            return cls._of_facelets("".join(words[:-1]), words[-1])
        if len("".join(words)) == len(FACES) * 9 and len(words) <= len(FACES):
            raise PuzzleError(
                f"{text!r} does not say how the centres are turned; add six digits 0 to 3, the "
                "quarter turns clockwise of the centres of U R F D L B"
            )
        held = resolve(parse(text).moves())
        return cls(Cube.solved().apply(held.turns), centre_rotations(as_moves(held.turns)))

    @classmethod
    def _of_facelets(cls, facelets: str, digits: str) -> PictureCube:
        if len(digits) != len(CENTRES) or set(digits) - set("0123"):
            raise PuzzleError(
                f"{digits!r}: write six digits 0 to 3, the quarter turns clockwise of the centres "
                "of U R F D L B"
            )
        cube = Cube.from_facelets(facelets)
        a, b, c, d, e, f = map(int, digits)
        if (sum(map(int, digits)) % 2 == 0) != Permutation(cube.corners).is_even:
            wanted = "even" if Permutation(cube.corners).is_even else "odd"
            raise IllegalCubeError(
                (
                    Fault(
                        FaultKind.SWAPPED_PIECES,
                        f"with these corners the quarter turns of the centres, {digits}, must be "
                        f"{wanted} in sum",
                    ),
                )
            )
        return cls(cube, (a, b, c, d, e, f))

    def after(self, solution: CubeSolution) -> CentreOrientations:
        """Return how the centres are turned when a solution is done."""
        return add_rotations(self.centres, centre_rotations(as_moves(solution.turns)))


@dataclass(frozen=True, slots=True)
class PicturePuzzle(Puzzle):
    """The picture cube as a puzzle."""

    name: str = "picture-3x3x3"
    methods: tuple[str, ...] = ("during", "after", "paper")
    needs_tables = True

    def scramble(self, seed: int | Random | None = None) -> str:
        """Return 100 random turns, as published."""
        return moves_text(random_turns(generator_of(seed), _TURNS))

    def parse(self, text: str) -> str:
        """Return a state that can be read. Raises CubeError."""
        PictureCube.read(text)
        return text

    def prepare(self, progress: Callable[[float], None]) -> None:
        """Load the table of the centres, or build it."""
        centre_table()

    def solve(self, state: str, method: str | None = None) -> Solution[str]:
        """Solve by the LBL method; the centres during it, afterwards, or as the paper does."""
        chosen = self.choose_method(method)
        return Solution(state, chosen, _METHODS[chosen](PictureCube.read(state)))

    def is_solved_by(self, state: str, moves: str) -> bool:
        """Return whether turns leave a state solved, with its centres upright."""
        picture = PictureCube.read(state)
        turns = resolve(parse(moves).moves()).turns
        centres = add_rotations(picture.centres, centre_rotations(as_moves(turns)))
        return turned_facelets(picture.cube.facelets, turns) == SOLVED and centres == UPRIGHT


def solve_then_centres(picture: PictureCube) -> Stages:
    """Solve the cube as if it had no pictures, and then turn its centres."""
    solution = solve(picture.cube, "lbl")
    return _with_centres(solution, centre_table().correction(picture.after(solution)))


def solve_centres_as_published(picture: PictureCube) -> Stages:
    """Solve the cube by the paper's LBL method, and then turn its centres as the paper does."""
    solution = solve(picture.cube, "lbl-paper")
    return _with_centres(solution, published_correction(picture.after(solution)))


def solve_with_centres(picture: PictureCube) -> Stages:
    """Return the solution with the fewest turns, those of its centres included."""
    table = centre_table()
    solve_all = multi_solution_engine("lbl", _SOLUTIONS, effort=_EFFORT)
    solutions = [solve(picture.cube, "lbl"), *solve_all(picture.cube)]
    best = min(solutions, key=lambda each: each.htm + table.turns[picture.after(each)])
    return _with_centres(best, table.correction(picture.after(best)))


def _with_centres(solution: CubeSolution, correction: tuple[str, ...]) -> Stages:
    solved = (Stage(stage.name, tuple(map(str, stage.turns))) for stage in solution.stages)
    return (*solved, Stage("Centres", correction))


_METHODS: dict[str, Callable[[PictureCube], Stages]] = {
    "during": solve_with_centres,
    "after": solve_then_centres,
    "paper": solve_centres_as_published,
}
