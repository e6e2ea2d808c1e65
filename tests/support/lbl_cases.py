"""The cases of the tables of the engine lbl, and cubes of them."""

from __future__ import annotations

from collections.abc import Iterable

from solver.core.turn import Turn, inverse
from solver.cube import Cube
from solver.engines.case_tables import Case, load_cases
from tests.support.cube_pieces import CROSS, SLOTS

FIRST_TWO_LAYERS = (*CROSS, *SLOTS, *SLOTS.values())


def cases(table: str) -> list[Case]:
    """Return the cases of a table."""
    return list(load_cases(table).values())


def before(algorithm: Iterable[Turn]) -> Cube:
    """Return a cube that the algorithm solves."""
    return Cube.solved().apply(inverse(algorithm))
