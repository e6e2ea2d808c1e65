"""Solves on usual servos beside ideal ones, and what goes wrong without settling times."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.robot import servos
from benchmarks.robot.servos import ServoTrials, measure
from calibration.gripper_timings import RigProfile
from firmware_sim.physics.servo import HOBBY_SERVO
from robot.rigs.durations import SettlingTimes

# As measured with `rokumen calibrate grippers`; the durations are the rig's own.
LEARNT = RigProfile("flipper", {}, {}, 0, SettlingTimes(others=0.12))


@pytest.mark.thorough
def test_a_cube_is_solved_on_usual_servos_and_takes_longer() -> None:
    record = ServoTrials.of("flipper", measure("flipper", LEARNT, 1, seed=3), LEARNT)
    assert record.is_good
    assert 0.05 < record.longer < 0.3
    assert (record.solved, record.falsely, record.dropped) == (1, 0, 0)


def test_without_settling_times_it_is_not_solved_and_not_called_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Softer than a DS3218, which at the usual durations arrives in time.
    soft = replace(HOBBY_SERVO, full_drive_error=40.0)
    monkeypatch.setattr(servos, "HOBBY_SERVO", soft)
    impatient = RigProfile("flipper", {}, {}, 0)
    record = ServoTrials.of("flipper", measure("flipper", impatient, 1, seed=3), impatient)
    assert not record.is_good
    assert not record.falsely
