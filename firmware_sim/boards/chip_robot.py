"""Simulated robots whose servos are on a chip, at the end of a line with faults."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Protocol

from files.toml_writing import table_text
from firmware_sim.boards.avr import Uno
from firmware_sim.boards.chip import CHANNELS, FaultRestarts, NativeChip, ResetChip
from firmware_sim.boards.pulsed_robot import PulsedRobot
from firmware_sim.cable import Cable
from firmware_sim.drives.chip_server import ChipServer
from firmware_sim.drives.simulated_drive import PERIOD_SECONDS, SimulatedDrive
from firmware_sim.drives.simulated_servos import rig_settings
from firmware_sim.errors import SimulatorError
from firmware_sim.physics.jaws import WRIST, JawContact, JawPulses, pulse_maps
from firmware_sim.physics.servo_mechanics import BROWN_OUT_VOLTS, ServoMechanics
from robot.clock import VirtualClock
from robot.rigs.command import WIDEST_PULSES
from robot.rigs.rig import Rig, reachable_poses
from robot.servos.servo_settings import MICROSECONDS, STEPS

# How often the chip is polled while nothing else happens, in seconds.
_PERIOD = 0.002
# How long after the begin of a turn a fault restarts the chip (seconds).
_RESET_SECONDS = (0.1, 0.7)
# In which servos arrive after their last pulse, in seconds.
_SETTLE_SECONDS = 0.15
# The chip starts this long before the port is opened: bytes sent while it boots are lost.
_BOOT_SECONDS = 0.05


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


class ChipRobot(PulsedRobot, ABC):
    """A robot whose axes, then grippers, are on the channels of a chip from 0 on.

    The faults of its mechanics are those of its line, its mechanism and its camera, and restarts.
    """

    def __init__(self, mechanics: ServoMechanics) -> None:
        super().__init__(mechanics)
        # Ideal servos follow at once, and those that measure say where they are.
        arrives = mechanics.is_ideal or mechanics.measures
        self._settle = 0.0 if arrives else _SETTLE_SECONDS
        self._cable = Cable(self._faults, self._clock)
        self._restarts = FaultRestarts(self._faults, self._clock, _RESET_SECONDS)
        self._began = self._clock.now() - _BOOT_SECONDS

    @property
    @abstractmethod
    def chip(self) -> ResetChip:
        """Return the chip."""

    def settings(self, rig: str = "") -> str:
        """Return the settings file of its servos, which names the rig so, by default its name."""
        return settings_of(self.rig, self._mechanics.jaws, rig, self._settle)

    def _move_servos(self) -> None:
        """Let the servos follow the chip until now."""

    @property
    def unplugged(self) -> bool:
        """Return True if the port is disconnected."""
        return self._cable.unplugged

    def receive(self, data: bytes) -> None:
        """Process bytes from the host."""
        self.advance()
        self.chip.send(self._cable.send_to_robot(data))

    def advance(self) -> None:
        """Run the chip up to now. It resets where its servos take too many of its volts."""
        self._restarts.restart(self.chip)
        elapsed = self._clock.now() - self._began
        while not self.chip.run(elapsed):
            self._follow()
        self._follow()
        self._restarts.plan(self._mechanics.turns_begun)

    def _follow(self) -> None:
        self._move_servos()
        if self._mechanics.lowest_volts() < BROWN_OUT_VOLTS:
            self.chip.reset()

    def read_output(self) -> bytes:
        """Return, once, the bytes that reach the host."""
        return self._cable.send_to_host(self.chip.read_output())

    def next_wakeup(self) -> float | None:
        """Return when, by the clock, `advance` is needed next."""
        return self._clock.now() + _PERIOD

    def reset(self) -> None:
        """Restart the chip, as its reset button does."""
        self.advance()
        self.chip.reset()

    def repair(self) -> None:
        """See `PulsedRobot`. Its cable is connected again, too."""
        super().repair()
        self._cable.repair()

    def begin_reset(self) -> None:
        """See `BootedRobot`: no pin gets a pulse while the bootloader runs."""
        self.advance()
        self.chip.hold_in_reset()


class SimulatedArduino(ChipRobot):
    """See `ChipRobot`: the pulses of the chip's pins move servos and cube.

    Raises SimulatorError for a rig that it cannot drive.
    """

    def __init__(self, chip: ServoChip, mechanics: ServoMechanics) -> None:
        check_servos(mechanics.rig)
        super().__init__(mechanics)
        self._chip = chip

    @property
    def chip(self) -> ServoChip:
        """See `ChipRobot`."""
        return self._chip

    def _move_servos(self) -> None:
        pulses = self._chip.pulses()[: len(self.rig.actuators)]
        self._mechanics.follow(pulses, self._chip.seconds)


class SoftwareChip(ChipServer):
    """A chip over a drive; see `firmware_sim.boards.chip.ResetChip`.

    The clock of its drive goes on by a period at most each time that it runs: where this computer
    is too busy, the chip's time lags behind, so that no segment comes late.
    """

    _lag = 0.0

    def send(self, data: bytes) -> None:
        """See `EmulatedChip`. What is sent is done before time goes on."""
        super().send(data)
        super().run(self.seconds)

    def run(self, seconds: float) -> bool:
        """See `EmulatedChip`."""
        step = seconds - self._lag - self.seconds
        self._lag += max(step - PERIOD_SECONDS, 0.0)
        self._clock.sleep(min(step, PERIOD_SECONDS))
        return super().run(seconds)


class SoftwareRobot(ChipRobot):
    """See `ChipRobot`. Without `rng` each start has an unpredictable epoch, as on a real chip."""

    def __init__(self, mechanics: ServoMechanics, rng: Random | None = None) -> None:
        super().__init__(mechanics)
        own_clock = VirtualClock()
        limits = min(WIDEST_PULSES, rig_settings(self.rig).limits, key=lambda each: each[0])
        drive = SimulatedDrive(mechanics, limits, own_clock)
        self._chip = SoftwareChip(drive, rng)

    @property
    def chip(self) -> SoftwareChip:
        """See `ChipRobot`."""
        return self._chip


def check_servos(rig: Rig) -> None:
    """Raise SimulatorError for a rig that a chip with the servos of a real robot cannot drive.

    It has no servos, or too many of them, or axes that turn further than a servo.
    """
    if not rig.grippers or len(rig.actuators) > CHANNELS:
        raise SimulatorError(f"the motors of a {rig.name} rig are not up to {CHANNELS} servos")
    low, high = WIDEST_PULSES
    angles = zip(*(pose.angles for pose in reachable_poses(rig)), strict=True)
    for axis, reached in zip(rig.axes, angles, strict=True):
        ends = WRIST.pulse(min(reached)), WRIST.pulse(max(reached))
        if axis in rig.endless_axes or not low <= ends[0] <= ends[1] <= high:
            raise SimulatorError(f"the axis {axis} of a {rig.name} rig turns further than a servo")


def settings_of(rig: Rig, jaws: JawContact, named: str = "", settle: float = 0.0) -> str:
    """Return the settings file of a rig that is wired and mounted as a `ChipRobot` is.

    It is `named` so there, by default by its name. Its servos arrive `settle` seconds after their
    last pulse. Rigs whose axes turn further than a servo are driven by motors.
    """
    settings = rig_settings(rig, JawPulses(contact=_contact(rig, jaws)))
    lowest, highest = WIDEST_PULSES
    turns_further = settings.limits[0] < lowest or settings.limits[1] > highest
    return table_text(
        {
            "rig": named or rig.name,
            "unit": STEPS if turns_further else MICROSECONDS,
            "limits": list(settings.limits if turns_further else WIDEST_PULSES),
            "settle": settle,
            "axes": {
                name: _table(axis.channel, ((f"{at:g}", pulse) for at, pulse in axis.pulses))
                for name, axis in settings.axes.items()
            },
            "grippers": {
                name: _table(gripper.channel, gripper.pulses)
                for name, gripper in settings.grippers.items()
            },
        },
        "A simulated robot on a chip, as `rokumen simulate` has wired it.",
    )


def _contact(rig: Rig, jaws: JawContact) -> float:
    """Return the pulse at which jaws meet the cube, 0 where that is where they close."""
    if not rig.grippers or jaws.contact_opening <= 0:
        return 0.0
    return pulse_maps(rig)[len(rig.axes)].pulse(jaws.contact_opening)


def _table(channel: int, pulses: Iterable[tuple[str, float]]) -> dict[str, object]:
    return {
        "channel": channel,
        "pulses": {place: round(pulse, 1) for place, pulse in pulses},
    }
