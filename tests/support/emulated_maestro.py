"""A rig on an emulated Maestro, and the serial line to it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from firmware_sim.boards.maestro import RECOMMENDED_SETTINGS, BoardSettings, SimulatedMaestro
from firmware_sim.drives.device_clock import DeviceClock
from firmware_sim.faults import FaultSchedule, read_faults
from firmware_sim.physics.jaws import IDEAL_CONTACT, JawContact
from firmware_sim.physics.servo import IDEAL_SERVO, ServoModel
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from firmware_sim.wiring import parse_wiring
from robot.clock import VirtualClock
from robot.control.drive_connection import DriveConnection
from robot.drives.drive import Channel
from robot.drives.maestro import MaestroDrive
from robot.link.session import Link
from robot.rigs.command import MotionCommand
from robot.rigs.rig import with_overlap
from robot.servos.drive_servos import DriveServos
from robot.servos.pulse_memory import PulseMemory
from robot.servos.servo_settings import ServoSettings, read_settings
from solver.cube import Cube
from tests.support.benchmarks import MaestroWire
from tests.support.maestro_example import EXAMPLE


def maestro_drive(wire: MaestroWire, settings: ServoSettings, clock: VirtualClock) -> MaestroDrive:
    """Return the drive of an emulated Maestro with the servos of some settings."""
    channels = tuple(Channel(each.channel, *settings.limits) for each in settings.servos)
    return MaestroDrive(wire, channels, clock)


class EmulatedRig:
    """A rig on an emulated Maestro, in virtual time."""

    def __init__(
        self,
        folder: Path,
        settings: str = EXAMPLE,
        board_settings: BoardSettings = RECOMMENDED_SETTINGS,
        memory: PulseMemory | None = None,
        state: PhysicalState | None = None,
        cube: Cube | None = None,
        servo: ServoModel = IDEAL_SERVO,
        faults: str = "",
        wiring: str = "",
        jaws: JawContact = IDEAL_CONTACT,
    ) -> None:
        path = folder / "maestro.toml"
        path.write_text(settings)
        self.clock = DeviceClock()
        rig = read_settings(path).rig
        self.robot = SimulatedMaestro(
            ServoMechanics(
                rig,
                self.clock,
                state or PhysicalState.at_home(rig.home, cube or Cube.solved()),
                servo,
                jaws,
                FaultSchedule(read_faults(faults), clock=self.clock),
                parse_wiring(wiring, rig),
            ),
            board_settings,
        )
        self.clock.devices.append(self.robot.advance)
        own = read_settings(path)
        self._settings = replace(own, rig=with_overlap(rig)) if rig.can_overlap else own
        self._memory = memory
        self.reopen()

    def reopen(self) -> None:
        """Be driven by another program from now on."""
        self.wire = MaestroWire(self.robot)
        drive = maestro_drive(self.wire, self._settings, self.clock)
        self.servos = DriveServos(drive, self._settings, self._memory)

    def link(self) -> Link:
        """Connect to the robot."""
        return Link("maestro://rig", opened_by=lambda url: DriveConnection(url, self.servos))

    def execute(self, command: MotionCommand) -> float:
        """Execute a command and return its duration in seconds."""
        self.servos.start(command)
        return self.finish(command)

    def finish(self, command: object) -> float:
        """Wait until a command that was started has ended; return its duration in seconds."""
        for _ in range(10_000):
            outcome = self.servos.poll()
            if outcome is not None:
                return getattr(outcome, "seconds", -1.0)
            self.clock.sleep(0.01)
        raise AssertionError(f"{command} never ended")

    def wait(self, seconds: float) -> None:
        """Let time pass for the board, while its host does nothing."""
        self.clock.sleep(seconds)

    def run(self, seconds: float) -> None:
        """Let time pass in the middle of a motion, which the host goes on with."""
        for _ in range(round(seconds / 0.01)):
            assert self.servos.poll() is None
            self.clock.sleep(0.01)
