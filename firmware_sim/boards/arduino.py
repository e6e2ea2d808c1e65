"""A simulated robot whose servos are on a chip with the firmware of this project."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from firmware_sim.boards.avr import Uno
from firmware_sim.boards.chip import NativeChip
from firmware_sim.boards.chip_robot import ChipRobot, ResetChip, check_servos
from firmware_sim.faults import FaultSchedule
from firmware_sim.physics.cube_forces import USUAL_FORCES, Forces
from firmware_sim.physics.jaws import IDEAL_CONTACT, JawContact
from firmware_sim.physics.servo import IDEAL_SERVO, ServoModel
from firmware_sim.physics.state import PhysicalState
from firmware_sim.wiring import RIGHT_WIRING, Wiring
from robot.clock import Clock
from robot.rigs.rig import Rig


class ServoChip(ResetChip, Protocol):
    """An emulated chip that drives servos."""

    def pulses(self) -> tuple[float | None, ...]:
        """Return the pulse of each channel in microseconds, None where none comes."""
        ...


def load_chip(program: Path) -> ServoChip:
    """Return the chip of a program that firmware/Makefile has built, or this computer as a chip.

    `program`: drive-CHIP.elf, which runs in simavr, or libdrive.so. Raises SimulatorError.
    """
    if program.suffix == ".so":
        return NativeChip(program)
    return Uno(program, program.stem.removeprefix("drive-"))


class SimulatedArduino(ChipRobot):
    """See `ChipRobot`: the pulses of the chip's pins move servos and cube.

    Raises SimulatorError for a rig that it cannot drive.
    """

    def __init__(
        self,
        chip: ServoChip,
        rig: Rig,
        clock: Clock,
        state: PhysicalState,
        servo: ServoModel = IDEAL_SERVO,
        jaws: JawContact = IDEAL_CONTACT,
        faults: FaultSchedule | None = None,
        wiring: Wiring = RIGHT_WIRING,
        forces: Forces = USUAL_FORCES,
    ) -> None:
        check_servos(rig)
        super().__init__(rig, clock, state, servo, jaws, faults, wiring, forces)
        self._chip = chip

    @property
    def chip(self) -> ServoChip:
        """See `ChipRobot`."""
        return self._chip

    def _move_servos(self) -> None:
        pulses = self._chip.pulses()[: len(self.rig.actuators)]
        self._servos.follow(pulses, self._chip.seconds)
