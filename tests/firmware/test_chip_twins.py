"""The compiled firmware behind rigs of eight servos, and twins that each break one of the rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from robot.conformance.drive_rules import DRIVE_CHECKS, DriveCheck, run_drive_checks
from robot.drives.drive import Segment
from robot.rigs.command import Move
from solver.cube import Cube
from tests.support.benchmarks import (
    BROKEN_TWINS,
    DrivenRig,
    NativeChipScene,
    UnoScene,
    is_solved_behind,
)


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


def test_four_wrists_on_a_serial_line_turn_in_time(
    build: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    robot = DrivenRig(UnoScene(build()), "four-gripper", Cube.solved())
    wrists = Move(tuple((axis, 90) for axis in robot.rig.axes))
    robot.execute(Move(((robot.rig.axes[0], 0),)))
    start, batches = robot.drive.start, list[tuple[Segment, ...]]()

    def counted(segments: tuple[Segment, ...]) -> None:
        batches.append(segments)
        start(segments)
        batches.remove(segments)

    monkeypatch.setattr(robot.drive, "start", counted)
    before = robot.scene.clock.now()
    robot.execute(wrists)
    own = robot.rig.durations.turn + robot.servos.settings.settle
    assert robot.scene.clock.now() - before < own + 0.2
    assert batches == [], "none is refused"
    robot.scene.end()
