"""The waits between two commands while a camera looks on, in the benchmark `sprint`."""

from __future__ import annotations

from statistics import median

from benchmarks.sprint.waits import SeenCube, solve_seen
from robot.rigs.servo_presets import SERVO_PRESETS


def test_a_robot_waits_little_and_a_stall_is_seen_at_once() -> None:
    calm = solve_seen(SeenCube(7, overlaps=False))
    assert calm.is_solved
    assert (calm.alarms, calm.accidents) == (0, 0)
    assert median(calm.waits) <= 0.06
    stalled = solve_seen(SeenCube(7, overlaps=True, faults="jam_once@5"))
    assert stalled.is_solved
    assert (stalled.found, stalled.accidents) == (0, 0)


def test_a_turn_that_no_servo_made_is_seen_by_what_jaws_leave_of_a_face() -> None:
    silent = solve_seen(SeenCube(7, overlaps=True, faults="jam_silent@5"))
    assert silent.is_solved
    assert silent.found is not None
    assert silent.found <= 3


def test_servos_settle_for_less_than_was_proposed_for_all() -> None:
    assert all(0.02 <= preset.settling <= 0.05 for preset in SERVO_PRESETS.values())
