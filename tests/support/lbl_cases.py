"""The cases of the tables of the engine lbl, as parameters of tests and as cubes."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from solver.core.turn import Turn, inverse
from solver.cube import Cube
from solver.engines.case_tables import load_cases
from tests.support.cube_pieces import CROSS, SLOTS

FIRST_TWO_LAYERS = (*CROSS, *SLOTS, *SLOTS.values())


def cases(table: str) -> list[object]:
    return [pytest.param(case, id=case.key) for case in load_cases(table).values()]


def before(algorithm: Iterable[Turn]) -> Cube:
    """Return a cube that the algorithm solves."""
    return Cube.solved().apply(inverse(algorithm))
