"""The simulator's own drive keeps the rules of every drive."""

from __future__ import annotations

from firmware_sim.drives.simulated_drive import SimulatedDrive
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.conformance.drive_rules import run_drive_checks
from robot.rigs.command import USUAL_PULSES
from robot.rigs.registry import load_rig
from solver.cube import Cube


def test_it_keeps_the_rules() -> None:
    rig, clock = load_rig("two-gripper"), VirtualClock()
    start = PhysicalState.at_home(rig.home, Cube.solved())
    drive = SimulatedDrive(ServoMechanics(rig, clock, start), USUAL_PULSES, clock)
    results = list(run_drive_checks(lambda: drive, None))
    assert [each.rule for each in results if not each.passed] == []
    assert [each.rule.split()[0] for each in results if each.skip_reason] == ["D10"]
