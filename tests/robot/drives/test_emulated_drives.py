"""The twelve rules on each drive with emulated electronics, and a twin that breaks each of them."""

from __future__ import annotations

import pytest

from robot.conformance.drive_rules import run_drive_checks
from robot.drives.stepped_drive import SteppedDrive
from tests.support.benchmarks import (
    BROKEN_TWINS,
    DRIVE_SCENES,
    DriveScene,
    SleeplessPca9685Scene,
    twin_of,
)


def broken_rules(scene: DriveScene, kind: type[SteppedDrive] | None = None) -> list[str]:
    try:
        results = list(run_drive_checks(lambda: scene.opened(kind), scene))
    finally:
        scene.end()
    assert len(results) == 12
    assert not any(result.skip_reason for result in results)
    return [result.rule.split()[0] for result in results if not result.passed]


@pytest.mark.parametrize("scene", DRIVE_SCENES)
def test_it_keeps_all_rules(scene: type[DriveScene]) -> None:
    assert broken_rules(scene()) == []


@pytest.mark.parametrize("rule", BROKEN_TWINS)
@pytest.mark.parametrize("scene", DRIVE_SCENES)
def test_a_broken_twin_is_found(scene: type[DriveScene], rule: str) -> None:
    assert rule in broken_rules(scene(), twin_of(scene.kind, BROKEN_TWINS[rule]))


def test_a_guard_that_does_not_watch_is_found() -> None:
    assert broken_rules(SleeplessPca9685Scene()) == ["D9", "D11"]
