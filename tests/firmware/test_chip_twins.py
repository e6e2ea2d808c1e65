"""The compiled firmware behind rigs of eight servos, and twins that each break one of the rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from robot.conformance.drive_rules import DRIVE_CHECKS, DriveCheck, run_drive_checks
from tests.support.benchmarks import BROKEN_TWINS, NativeChipScene, is_solved_behind


@pytest.mark.parametrize("rule", DRIVE_CHECKS, ids=BROKEN_TWINS)
def test_each_rule_finds_the_twin_that_breaks_it(
    build: Callable[..., Path], rule: DriveCheck
) -> None:
    scene = NativeChipScene(build())
    twin = BROKEN_TWINS[rule[0].split()[0]]
    (result,) = run_drive_checks(lambda: twin(scene.opened(), scene.clock), scene, (rule,))
    scene.end()
    assert result.violation


def test_eight_servos_solve_a_cube(build: Callable[..., Path]) -> None:
    assert is_solved_behind(NativeChipScene(build()), "four-gripper")
