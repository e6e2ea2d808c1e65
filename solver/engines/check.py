"""A check that an engine fulfils its interface, for the tests of other distributions."""

from __future__ import annotations

from random import Random
from typing import Any

from solver.core.errors import MethodError, UnsolvedError
from solver.cube import Cube
from solver.engines.engine import Engine, MultiSolutionEngine
from solver.engines.registry import all_solved_by, solved_by

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
