"""A check that an engine fulfils its interface, for the tests of other distributions."""

from __future__ import annotations

from random import Random
from typing import Any

from solver.core.errors import MethodError
from solver.cube import Cube
from solver.engines.engine import Engine, MultiSolutionEngine
from solver.engines.solution import Solution

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
        _check_solution(engine, cube, engine.solve(cube, options))
        if isinstance(engine, MultiSolutionEngine):
            several = engine.solve_all(cube, _SEVERAL, options)
            if not 1 <= len(several) <= _SEVERAL or len({each.turns for each in several}) < len(
                several
            ):
                raise MethodError(
                    f"{engine.name}: {_SEVERAL} solutions of {cube.facelets} were asked for; "
                    f"{len(several)} were returned, or two are equal"
                )
            for each in several:
                _check_solution(engine, cube, each)


def _check_solution(engine: Engine[Any], cube: Cube, solution: Solution) -> None:
    if solution.cube != cube or solution.method != engine.name:
        raise MethodError(
            f"{engine.name}: the solution of {cube.facelets} is for {solution.cube.facelets} "
            f"and names the method {solution.method!r}"
        )
    if not cube.apply(solution.turns).is_solved():
        moves = " ".join(map(str, solution.turns))
        raise MethodError(f"{engine.name}: {moves} does not solve {cube.facelets}")
