"""LEGO's electronics, emulated, by a virtual clock, with what their motors are told in truth."""

from __future__ import annotations

from firmware_sim.boards.chip import ChipPort, SimulatedChip
from firmware_sim.drives.device_clock import DeviceClock
from firmware_sim.drives.ev3 import BrickWire, EmulatedEv3
from firmware_sim.drives.pybricks_hub import EmulatedHub
from robot.drives.chip_line import ChipLine
from robot.drives.drive import Channel
from robot.drives.ev3 import Ev3Drive
from robot.drives.hub_port import HUB_PROGRAM
from robot.drives.spike import MIDDLE_PULSE, SpikeDrive
from robot.link.port import RobotPort
from robot.rigs.command import USUAL_PULSE_PER_DEGREE, USUAL_PULSES

# Of the motors at ports A and B: three turns make one of a turntable, and an arm has no gears.
GEARS = {0: 3.0, 1: 1.0}


def pulse(degrees: float | None, gear: float) -> float | None:
    """Return the pulse at which a motor stands that has turned by some degrees."""
    return None if degrees is None else MIDDLE_PULSE + degrees / gear * USUAL_PULSE_PER_DEGREE


class SpikeScene:
    """A hub with four motors."""

    name = "SPIKE"

    def __init__(self) -> None:
        self.clock = DeviceClock()
        # Those of all channels, in microseconds.
        self.limits: tuple[int, int] = USUAL_PULSES
        self.hub = EmulatedHub(HUB_PROGRAM)
        self._simulated = SimulatedChip(self.hub, self.clock)
        self.clock.devices.append(self._simulated.advance)

    def opened(self) -> SpikeDrive:
        """Return a drive of the hub."""
        port = RobotPort("pybricks://emulated", ChipPort(self._simulated, self.clock))
        low, high = map(float, self.limits)
        return SpikeDrive(ChipLine(port), (0, 1, 2, 3), (low, high), GEARS)

    def outputs(self) -> dict[int, float | None]:
        """See `robot.conformance.drive_probe.DriveBench`."""
        self._simulated.advance()
        told = enumerate(self.hub.commanded())
        return {number: pulse(degrees, GEARS.get(number, 1.0)) for number, degrees in told}

    def places(self) -> dict[int, float | None]:
        """Return where each motor is, as the pulse of that place; None without power."""
        self._simulated.advance()
        return {
            number: pulse(None if each.target is None else each.angle, GEARS.get(number, 1.0))
            for number, each in enumerate(self.hub.motors)
        }

    def cut_power(self) -> None:
        """See `robot.conformance.drive_probe.DriveBench`."""
        self._simulated.advance()
        self.hub.restart()

    def end(self) -> None:
        """Let nothing follow the clock any more."""
        self.clock.devices.clear()


class Ev3Scene:
    """A brick with four motors."""

    name = "EV3"

    def __init__(self) -> None:
        self.clock = DeviceClock()
        # Those of all channels, in microseconds.
        self.limits: tuple[int, int] = USUAL_PULSES
        self.brick = EmulatedEv3(self.clock)
        self.clock.devices.append(self.brick.advance)

    def opened(self) -> Ev3Drive:
        """Return a drive of the brick."""
        low, high = map(float, self.limits)
        channels = tuple(Channel(number, low, high) for number in range(4))
        return Ev3Drive(BrickWire(self.brick, self.clock), channels, GEARS, self.clock)

    def outputs(self) -> dict[int, float | None]:
        """See `robot.conformance.drive_probe.DriveBench`."""
        self.brick.advance()
        told = enumerate(self.brick.goals())
        return {number: pulse(degrees, GEARS.get(number, 1.0)) for number, degrees in told}

    def places(self) -> dict[int, float | None]:
        """Return where each motor is, as the pulse of that place; None without power."""
        self.brick.advance()
        return {
            number: pulse(None if each.goal is None else each.position, GEARS.get(number, 1.0))
            for number, each in enumerate(self.brick.motors)
        }

    def cut_power(self) -> None:
        """See `robot.conformance.drive_probe.DriveBench`."""
        self.brick.restart()

    def end(self) -> None:
        """Let nothing follow the clock any more."""
        self.clock.devices.clear()
