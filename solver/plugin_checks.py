"""Checks that an engine or a puzzle fulfils its interface, for the tests of other distributions."""

from __future__ import annotations

from random import Random
from typing import Any

from solver.core.errors import CubeError, MethodError, PuzzleError, UnsolvedError
from solver.cube import Cube
from solver.engines.engine import Engine, MultiSolutionEngine
from solver.engines.registry import all_solved_by, solved_by
from solver.puzzles.registry import Puzzle

_SEVERAL = 3


def check_engine(engine: Engine[Any], cubes: int = 10, seed: int = 0) -> None:
    """Raise MethodError for the first violation of the interface by an engine.

    The engine, with its default options, solves the solved cube and `cubes` random ones.
    """
    options = engine.read_options({})
    if any(size <= 0 for size in engine.tables().values()):
        raise MethodError(f"{engine.name}: sizes of tables must be positive: {engine.tables()}")
    engine.prepare(options, lambda share: None)
    rng = Random(seed)
    for cube in (Cube.solved(), *(Cube.random(rng) for _ in range(cubes))):
        try:
            _check_cube(engine, cube, options)
        except UnsolvedError as error:
            raise MethodError(f"{engine.name}: {error}") from error


def _check_cube(engine: Engine[Any], cube: Cube, options: Any) -> None:
    """Raise MethodError, or UnsolvedError, for what is wrong with the solutions of a cube."""
    found = [solved_by(engine, cube, options)]
    if isinstance(engine, MultiSolutionEngine):
        several = all_solved_by(engine, cube, _SEVERAL, options)
        if not 1 <= len(several) <= _SEVERAL or len({each.turns for each in several}) < len(
            several
        ):
            raise MethodError(
                f"{engine.name}: {_SEVERAL} solutions of {cube.facelets} were asked for; "
                f"{len(several)} were returned, or two are equal"
            )
        found += several
    for each in found:
        if each.method != engine.name:
            raise MethodError(
                f"{engine.name}: the solution of {cube.facelets} names the method {each.method!r}"
            )


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
