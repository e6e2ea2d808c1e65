"""The twelve rules on each drive with emulated electronics, and a twin that breaks each of them."""

from __future__ import annotations

from functools import partial

import pytest

from robot.conformance.drive_rules import DRIVE_CHECKS, run_drive_checks
from robot.drives.drive import Drive
from tests.support.benchmarks import (
    BROKEN_TWINS,
    DRIVE_SCENES,
    DriveScene,
    DriveTwin,
    SleeplessPca9685Scene,
)


def broken_rules(scene: DriveScene) -> list[str]:
    try:
        results = list(run_drive_checks(scene.opened, scene))
    finally:
        scene.end()
    assert len(results) == 12
    assert not any(result.skip_reason for result in results)
    return [result.rule.split()[0] for result in results if not result.passed]


@pytest.mark.parametrize("scene", DRIVE_SCENES)
def test_it_keeps_all_rules(scene: type[DriveScene]) -> None:
    assert broken_rules(scene()) == []


def opened_twin(twin: type[DriveTwin], scene: DriveScene) -> Drive:
    return twin(scene.opened(), scene.clock)


@pytest.mark.parametrize("kind", DRIVE_SCENES)
def test_each_rule_finds_the_twin_that_breaks_it(kind: type[DriveScene]) -> None:
    for twin, rule in zip(BROKEN_TWINS.values(), DRIVE_CHECKS, strict=True):
        scene = kind()
        (result,) = run_drive_checks(partial(opened_twin, twin, scene), scene, (rule,))
        scene.end()
        assert not result.passed, twin


def test_a_guard_that_does_not_watch_is_found() -> None:
    assert broken_rules(SleeplessPca9685Scene()) == ["D9", "D11"]
