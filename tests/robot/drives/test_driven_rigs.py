"""Rigs whose servos hang behind each emulated drive: a cube is solved by them."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from robot.firmware.drive_servos import DriveServos
from robot.firmware.servo_settings import read_settings
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.command import CLOSED, Grip, Home, MotionCommand
from solver.core.turn import inverse, parse_turns
from solver.cube import Cube
from tests.support.benchmarks import (
    DriveScene,
    Ev3Scene,
    FeetechScene,
    GuardedPca9685Scene,
    Pca9685Scene,
    PwmChipScene,
    SpikeScene,
)
from tests.support.documents import ROOT, fenced
from tests.support.maestro_example import EXAMPLE

TURNS = parse_turns("R U2 F' D L B2")
CUBOTINO = """
rig = "cubotino"
limits = [400, 2600]

[axes.base]
channel = 1
pulses = { -90 = 500, 0 = 1500, 90 = 2500 }

[grippers.cover]
channel = 0
pulses = { closed = 1000, open = 1330, low = 1500, up = 1900 }
"""
# Feetech's servos have the numbers 1 to 4.
NUMBERED = EXAMPLE
for number in (3, 2, 1, 0):
    NUMBERED = NUMBERED.replace(f"channel = {number}", f"channel = {number + 1}")


class DrivenRig:
    """The servos and the cube of a robot behind a drive, which follow its outputs."""

    def __init__(self, scene: DriveScene | Ev3Scene | SpikeScene, path: Path) -> None:
        self.settings = read_settings(path)
        self.rig = self.settings.rig
        self._scene = scene
        scene.limits = self.settings.limits
        self.servos = DriveServos(scene.opened(), self.settings)
        scrambled = Cube.solved().apply(inverse(TURNS))
        at_home = PhysicalState.at_home(self.rig.home, scrambled)
        self.mechanics = ServoMechanics(self.rig, scene.clock, at_home)
        scene.clock.devices.append(self._follow)

    def _follow(self) -> None:
        outputs = self._scene.outputs()
        pulses = [outputs[servo.channel] for servo in self.settings.servos]
        self.mechanics.follow(pulses, self._scene.clock.now())

    def execute(self, command: MotionCommand) -> None:
        self.servos.start(command)
        while self.servos.poll() is None:
            self._scene.clock.sleep(0.01)


@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        (PwmChipScene, CUBOTINO),
        (Pca9685Scene, EXAMPLE),
        (GuardedPca9685Scene, EXAMPLE),
        (FeetechScene, NUMBERED),
        (Ev3Scene, EXAMPLE),
        (SpikeScene, EXAMPLE),
    ],
)
def test_a_cube_is_solved_behind_it(
    tmp_path: Path, kind: type[DriveScene | Ev3Scene | SpikeScene], settings: str
) -> None:
    (tmp_path / "robot.toml").write_text(settings)
    scene = kind()
    try:
        robot = DrivenRig(scene, tmp_path / "robot.toml")
        robot.execute(Grip(tuple((gripper, CLOSED) for gripper in robot.rig.grippers)))
        plan = plan_turns(robot.rig, TURNS, home_state(robot.rig))
        pose = plan.start.pose
        for action in plan.commands:
            for motion in robot.rig.servo_travel.motions(pose, (action.command,)):
                assert not isinstance(motion, Home)
                robot.execute(motion)
            pose = action.after.pose
            assert robot.servos.read().pose == pose
        assert robot.mechanics.accidents == ()
        assert robot.mechanics.state().is_solved()
    finally:
        scene.end()


def test_the_file_of_the_page_of_a_raspberry_pi_is_read(tmp_path: Path) -> None:
    (settings,) = fenced(ROOT / "docs" / "raspberry-pi.md", "toml")
    (tmp_path / "robot.toml").write_text(settings)
    servos = read_settings(tmp_path / "robot.toml").servos
    assert {servo.channel for servo in servos} == {0, 1}
