"""A check that a puzzle fulfils its interface, for the tests of other distributions."""

from __future__ import annotations

from solver.core.errors import CubeError, PuzzleError, UnsolvedError
from solver.puzzles.registry import Puzzle

# No puzzle has a move or a state that is written like this.
_UNREADABLE = "?!"


def check_puzzle(puzzle: Puzzle, scrambles: int = 3) -> None:
    """Raise PuzzleError for the first violation of the interface by a puzzle.

    Each of its methods solves some scrambles: after the scramble and the solution, written one
    after the other, nothing must be left to do.
    """
    if not puzzle.methods:
        raise PuzzleError(f"{puzzle.name} has no methods")
    try:
        puzzle.parse(_UNREADABLE)
    except CubeError:
        pass
    else:
        raise PuzzleError(f"{puzzle.name}: parse accepts {_UNREADABLE!r}, which is no state")
    puzzle.prepare(lambda share: None)
    for seed in range(scrambles):
        scramble = puzzle.scramble(seed)
        if puzzle.scramble(seed) != scramble:
            raise PuzzleError(f"{puzzle.name}: the seed {seed} gives different scrambles")
        for method in puzzle.methods:
            _check_solution(puzzle, puzzle.parse(scramble), method)


def _check_solution(puzzle: Puzzle, scramble: str, method: str) -> None:
    try:
        moves = puzzle.solve(scramble, method).moves
    except UnsolvedError as error:
        raise PuzzleError(f"{puzzle.name} by {method!r}: {error}") from error
    if not puzzle.is_solved_by(scramble, moves):
        raise PuzzleError(f"{puzzle.name}: {moves!r} by {method!r} does not solve {scramble!r}")
    if moves and puzzle.is_solved_by(scramble, ""):
        raise PuzzleError(f"{puzzle.name}: is_solved_by says that {scramble!r} is solved")
    # Turns of the whole puzzle, which count nothing, may be left.
    left = puzzle.solve(f"{scramble} {moves}", method)
    if left.length:
        raise PuzzleError(
            f"{puzzle.name}: after {scramble!r} and {moves!r}, which solve it, {left.moves!r} is "
            "found"
        )
