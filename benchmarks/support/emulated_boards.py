"""Boards as scenes of a drive: an emulated Maestro, and chips with the firmware of this project."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks.support.emulated_drives import (
    DriveScene,
    FeetechScene,
    GuardedPca9685Scene,
    Pca9685Scene,
    PwmChipScene,
)
from benchmarks.support.esp32 import Esp32
from benchmarks.support.lego_scenes import Ev3Scene, SpikeScene
from benchmarks.support.pico import Pico
from benchmarks.support.pulse_recorder import MaestroWire
from firmware_sim.boards.avr import Uno
from firmware_sim.boards.chip import (
    ChipPort,
    EmulatedChip,
    NativeChip,
    SimulatedChip,
)
from firmware_sim.boards.maestro import GO_HOME, SimulatedMaestro
from firmware_sim.drives.chip_server import Restart
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from robot.drives.chip import ChipDrive
from robot.drives.chip_line import ChipLine
from robot.drives.maestro import MaestroDrive
from robot.link.port import RobotPort
from robot.rigs.command import USUAL_PULSES
from robot.rigs.registry import DEFAULT_RIG, load_rig
from solver.cube import Cube

EmulatedBoard = Uno | Pico | Esp32

# A pulse begins this long after the one before at the latest, in microseconds.
_LATEST_US = 20_100
# A board runs its program this long after it has got its power, in seconds.
_START_SECONDS = 0.05
_RESTART_SECONDS = 0.1


class MaestroScene(DriveScene):
    """A Maestro with the servos of the usual rig."""

    name, measured_on = "Maestro", "a model of its protocol and ramps"

    def __init__(self) -> None:
        super().__init__()
        rig = load_rig(DEFAULT_RIG)
        state = PhysicalState.at_home(rig.home, Cube.solved())
        self.robot = SimulatedMaestro(ServoMechanics(rig, self.clock, state))
        self.is_silent = self.is_unplugged = False
        self.clock.devices.append(self.robot.advance)

    def opened(self) -> MaestroDrive:
        """See `DriveScene`."""
        return MaestroDrive(_SceneWire(self), self.channels(0, 1, 2, 3), self.clock)

    def outputs(self) -> dict[int, float | None]:
        """See `DriveScene`."""
        return dict(enumerate(self.robot.board.pulses(4)))

    def cut_power(self) -> None:
        """See `DriveScene`: all channels go home, which is "off"."""
        self.robot.receive(bytes([GO_HOME]))
        self.clock.sleep(_RESTART_SECONDS)


class _SceneWire(MaestroWire):
    """The line to the Maestro of a scene: a read without a reply takes its time-out."""

    def __init__(self, scene: MaestroScene) -> None:
        super().__init__(scene.robot)
        self._scene = scene

    def read(self, size: int = 1, /) -> bytes:
        """See `MaestroWire`."""
        data = super().read(size)
        if self._scene.is_unplugged:
            raise OSError("the device is gone")
        if len(data) < size or self._scene.is_silent:
            self._scene.clock.sleep(self.timeout or 0.0)
        return b"" if self._scene.is_silent else data

    def write(self, data: bytes, /) -> int:
        """See `MaestroWire`."""
        if self._scene.is_unplugged:
            raise OSError("the device is gone")
        return super().write(data)


class ChipScene(DriveScene):
    """A chip; `to_chip` and `to_host` are what its line makes of bytes."""

    def __init__(self, emulated: EmulatedChip) -> None:
        super().__init__()
        self.chip = SimulatedChip(emulated, self.clock)
        self.clock.devices.append(self.chip.advance)
        self.to_chip: Callable[[bytes], bytes] = bytes
        self.to_host: Callable[[bytes], bytes] = bytes
        self.is_unplugged = False

    def opened(self) -> ChipDrive:
        """See `DriveScene`."""
        port = RobotPort("chip://emulated", _ScenePort(self))
        low, high = (None, None) if self.limits == USUAL_PULSES else map(float, self.limits)
        return ChipDrive(ChipLine(port), low=low, high=high)


class _ScenePort(ChipPort):
    """The port of the chip of a scene."""

    def __init__(self, scene: ChipScene) -> None:
        super().__init__(
            scene.chip,
            scene.clock,
            lambda data: scene.to_chip(data),
            lambda data: scene.to_host(data),
        )
        self._scene = scene

    @property
    def in_waiting(self) -> int:
        """See `ChipPort`."""
        self._check()
        return super().in_waiting

    def write(self, data: bytes, /) -> int:
        """See `ChipPort`."""
        self._check()
        return super().write(data)

    def _check(self) -> None:
        if self._scene.is_unplugged:
            raise OSError("the device is gone")


class NativeChipScene(ChipScene):
    """The firmware as it is compiled for this computer."""

    name, measured_on = "chip", "its firmware, compiled for this computer"

    def __init__(self, firmware: Path) -> None:
        self.native = NativeChip(firmware / "libdrive.so")
        super().__init__(self.native)

    def outputs(self) -> dict[int, float | None]:
        """See `DriveScene`."""
        self.chip.advance()
        return dict(enumerate(self.native.pulses()))

    def cut_power(self) -> None:
        """See `DriveScene`."""
        self.chip.advance()
        self.native.restart(Restart.LOST_POWER)


class BoardScene(ChipScene):
    """A board with one of our programs, in its emulator."""

    def __init__(self, firmware: Path) -> None:
        self.board = self.emulated(firmware)
        super().__init__(self.board)
        self.clock.sleep(_START_SECONDS)

    @staticmethod
    @abstractmethod
    def emulated(firmware: Path) -> EmulatedBoard:
        """Return the board, with its program of a folder."""

    def outputs(self) -> dict[int, float | None]:
        """See `DriveScene`; in whole microseconds."""
        self.chip.advance()
        return dict(board_outputs(self.board))

    def cut_power(self) -> None:
        """See `DriveScene`."""
        self.chip.advance()
        self.board.switch_on()


class UnoScene(BoardScene):
    """An Uno."""

    name, measured_on = "Uno", "its firmware, in simavr"

    @staticmethod
    def emulated(firmware: Path) -> Uno:
        """See `BoardScene`."""
        return Uno(firmware / "drive-atmega328p.elf", "atmega328p")


class MegaScene(BoardScene):
    """A Mega."""

    name, measured_on = "Mega", "its firmware, in simavr"

    @staticmethod
    def emulated(firmware: Path) -> Uno:
        """See `BoardScene`."""
        return Uno(firmware / "drive-atmega2560.elf", "atmega2560")


class PicoScene(BoardScene):
    """An RP2040."""

    name, measured_on = "RP2040", "its firmware, in rp2040js"

    @staticmethod
    def emulated(firmware: Path) -> Pico:
        """See `BoardScene`."""
        return Pico(firmware / "drive-rp2040.uf2")


class Esp32Scene(BoardScene):
    """An ESP32-C3."""

    name, measured_on = (
        "ESP32-C3",
        "its firmware, with Unicorn as processor",
    )

    @staticmethod
    def emulated(firmware: Path) -> Esp32:
        """See `BoardScene`."""
        return Esp32(firmware / "drive-esp32c3.bin")


def board_outputs(board: EmulatedBoard) -> Mapping[int, float | None]:
    """Return the pulse of each channel in whole microseconds, None where none comes any more."""
    now = 1e6 * board.seconds
    return {
        servo: None if pulse is None or now - board.rise(servo) > _LATEST_US else round(pulse)
        for servo, pulse in enumerate(board.pulses())
    }


# The drives that need nothing but Python.
DRIVE_SCENES: tuple[type[DriveScene], ...] = (
    PwmChipScene,
    Pca9685Scene,
    GuardedPca9685Scene,
    FeetechScene,
    MaestroScene,
    SpikeScene,
    Ev3Scene,
)
