"""A whole job on each rig in this process, on a virtual clock, read from its cameras' pictures."""

from __future__ import annotations

import pytest

import rokumen
from robot.rigs.registry import RIGS

# Jaws that hide stickers in every picture, and a camera that is mounted turned; a base without end.
OF_FILES = ("two-gripper-v", "mindcuber")


@pytest.mark.parametrize("rig", [*RIGS, *OF_FILES])
def test_a_cube_is_solved_in_spite_of_jams(rig: str) -> None:
    with rokumen.connect(f"sim://{rig}?scramble=R U F2 L'&jam=0.05&seed=3") as robot:
        result = robot.solve_cube()
    assert result.solved
    assert result.htm > 0
