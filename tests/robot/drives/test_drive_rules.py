"""The rules of a drive: a good one keeps all, and each is found broken in a twin."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from firmware_sim.drives.device_clock import DeviceClock
from robot.conformance.drive_rules import DRIVE_CHECKS, run_drive_checks
from robot.drives.drive import DriveInfo, OnSilence
from robot.errors import DriveError
from tests.support.benchmarks import BROKEN_TWINS
from tests.support.emulated_drive import EmulatedDrive, Outputs


def broken_rules(twin: Callable[[Outputs], EmulatedDrive]) -> list[str]:
    hardware = Outputs()
    results = list(run_drive_checks(lambda: twin(hardware), hardware))
    assert len(results) == 12
    assert not any(result.skip_reason for result in results)
    return [result.rule.split()[0] for result in results if not result.passed]


def test_a_good_drive_keeps_all_rules() -> None:
    assert broken_rules(EmulatedDrive) == []


class RoundsItsTargets(EmulatedDrive):
    @property
    def info(self) -> DriveInfo:
        return replace(super().info, step=7.0)

    def enable(self, channel: int, target: float) -> None:
        super().enable(channel, target)
        self._outputs.pulses[channel] = 7.0 * round(target / 7.0)

    def beat(self) -> None:
        super().beat()
        for channel, pulse in self._outputs.pulses.items():
            self._outputs.pulses[channel] = 7.0 * round(pulse / 7.0)


def test_a_drive_with_coarse_steps_keeps_all_rules() -> None:
    assert broken_rules(RoundsItsTargets) == []


def test_without_its_hardware_a_drive_is_taken_at_its_word() -> None:
    results = list(run_drive_checks(lambda: EmulatedDrive(hardware), None))
    assert [each.rule.split()[0] for each in results if each.skip_reason] == ["D10"]
    assert all(each.passed for each in results)


hardware = Outputs()


class AnnouncesOff(EmulatedDrive):
    @property
    def info(self) -> DriveInfo:
        return replace(super().info, on_silence=OnSilence.OFF)


@pytest.mark.parametrize("rule", BROKEN_TWINS)
def test_a_broken_twin_is_found(rule: str) -> None:
    clock = DeviceClock()
    own = Outputs(clock)
    results = run_drive_checks(lambda: BROKEN_TWINS[rule](EmulatedDrive(own), clock), own)
    assert rule in [result.rule.split()[0] for result in results if not result.passed]


def test_an_end_in_silence_that_does_not_come_is_found() -> None:
    assert "D9" in broken_rules(AnnouncesOff)


def test_the_rules_are_twelve_and_numbered() -> None:
    assert [rule.split()[0] for rule, _ in DRIVE_CHECKS] == [f"D{n}" for n in range(1, 13)]


def test_a_drive_that_fails_is_reported() -> None:
    class Dead(EmulatedDrive):
        def beat(self) -> None:
            raise DriveError("no reply")

    assert len(broken_rules(Dead)) == 12
