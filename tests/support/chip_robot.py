"""A robot on an emulated chip, with the layer above its drive, in virtual time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from firmware_sim.boards.chip import ChipPort
from firmware_sim.boards.chip_robot import ServoChip, SimulatedArduino
from firmware_sim.named_robots import register_robot, unregister_robot
from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.physics.servo import USUAL_SERVO, usual_servo
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.drives.chip import ChipDrive
from robot.drives.chip_line import ChipLine
from robot.link.port import RobotPort
from robot.rigs.registry import load_rig
from robot.rigs.rig import with_all_motions
from robot.servos.drive_servos import DriveServos
from robot.servos.pulse_memory import PulseMemory
from robot.servos.servo_settings import read_settings
from solver.cube import Cube

NAME = "on-a-chip"
SETTLE_SECONDS = 0.15
URL = f"sim://chip?name={NAME}"


class EmulatedChipRobot:
    """A robot that holds a cube; it has what a connection to a simulated robot needs."""

    unplugged = False

    def __init__(self, chip: ServoChip, rig: str, folder: Path, cube: Cube) -> None:
        self.clock = VirtualClock()
        self.rig = load_rig(rig)
        state = PhysicalState.at_home(self.rig.home, cube)
        servo = usual_servo(USUAL_SERVO)
        mechanics = ServoMechanics(self.rig, self.clock, state, servo, USUAL_CONTACT)
        self.robot = SimulatedArduino(chip, mechanics)
        path = folder / "settings.toml"
        path.write_text(self.robot.settings())
        settings = read_settings(path)
        self.settings = replace(settings, rig=with_all_motions(settings.rig), settle=SETTLE_SECONDS)
        self.memory = PulseMemory()
        self._open()

    def _open(self) -> None:
        line = ChipLine(RobotPort("chip", ChipPort(self.robot, self.clock), None, None))
        channels = tuple(each.channel for each in self.settings.servos)
        drive = ChipDrive(line, channels, *map(float, self.settings.limits))
        self.servos = DriveServos(drive, self.settings, self.memory)

    @contextmanager
    def served(self) -> Iterator[None]:
        """Let it be the robot at URL."""
        register_robot(NAME, cast(Any, self), self.clock)
        try:
            yield
        finally:
            unregister_robot(NAME)

    def reset(self) -> None:
        """Do nothing: its port stays open."""

    def advance(self) -> None:
        """Handle what is due by now."""
        self.servos.advance()

    def state(self) -> PhysicalState:
        """Return the physical state now."""
        return self.robot.state()

    def camera_state(self) -> PhysicalState | None:
        """Return the state that a camera sees now."""
        return self.robot.camera_state()

    def wait(self, seconds: float) -> None:
        """Let time pass without the host: nothing is heard from this computer."""
        end = self.clock.now() + seconds
        while (left := end - self.clock.now()) > 0:
            self.clock.sleep(min(left, 0.002))
            self.robot.advance()
