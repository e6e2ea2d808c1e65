"""LEGO's electronics, emulated, by a virtual clock, with what their motors are told in truth."""

from __future__ import annotations

from benchmarks.support.emulated_drives import DriveScene
from firmware_sim.boards.chip import ChipPort, SimulatedChip
from firmware_sim.drives.ev3 import BrickWire, EmulatedEv3
from firmware_sim.drives.pybricks_hub import EmulatedHub
from robot.drives.chip_line import ChipLine
from robot.drives.ev3 import Ev3Drive
from robot.drives.hub_port import HUB_PROGRAM
from robot.drives.spike import MIDDLE_PULSE, SpikeDrive
from robot.link.port import RobotPort
from robot.rigs.command import USUAL_PULSE_PER_DEGREE

# Of the motors at ports A and B: three turns make one of a turntable, and an arm has no gears.
GEARS = {0: 3.0, 1: 1.0}


def pulse(degrees: float | None, gear: float) -> float | None:
    """Return the pulse at which a motor stands that has turned by some degrees."""
    return None if degrees is None else MIDDLE_PULSE + degrees / gear * USUAL_PULSE_PER_DEGREE


def degrees(pulse: float, gear: float) -> float:
    """Return by how many degrees a motor has turned at a pulse."""
    return (pulse - MIDDLE_PULSE) / USUAL_PULSE_PER_DEGREE * gear


class SpikeScene(DriveScene):
    """A hub with four motors."""

    name, measured_on = "SPIKE", "a model of a hub, which runs its program"

    def __init__(self) -> None:
        super().__init__()
        self.hub = EmulatedHub(HUB_PROGRAM)
        self._simulated = SimulatedChip(self.hub, self.clock)
        self.in_range = True
        self.clock.devices.append(self._simulated.advance)

    def opened(self) -> SpikeDrive:
        """See `DriveScene`."""
        line = ChipPort(self._simulated, self.clock, self._passed, self._passed)
        port = RobotPort("pybricks://emulated", line)
        low, high = map(float, self.limits)
        return SpikeDrive(ChipLine(port), (0, 1, 2, 3), (low, high), GEARS)

    def _passed(self, data: bytes) -> bytes:
        return data if self.in_range else b""

    def outputs(self) -> dict[int, float | None]:
        """See `DriveScene`."""
        self._simulated.advance()
        told = enumerate(self.hub.commanded())
        return {number: pulse(degrees, GEARS.get(number, 1.0)) for number, degrees in told}

    def places(self) -> dict[int, float | None]:
        """See `DriveScene`."""
        self._simulated.advance()
        return {
            number: pulse(None if each.target is None else each.angle, GEARS.get(number, 1.0))
            for number, each in enumerate(self.hub.motors)
        }

    def keep_between(self, channel: int, low: float, high: float) -> None:
        """See `DriveScene`."""
        motor, gear = self.hub.motors[channel], GEARS.get(channel, 1.0)
        motor.stops = degrees(low, gear) - motor.offset, degrees(high, gear) - motor.offset

    def cut_power(self) -> None:
        """See `DriveScene`."""
        self._simulated.advance()
        self.hub.restart()


class Ev3Scene(DriveScene):
    """A brick with four motors."""

    name, measured_on = "EV3", "a model of a brick"

    def __init__(self) -> None:
        super().__init__()
        self.brick = EmulatedEv3(self.clock)
        self.clock.devices.append(self.brick.advance)

    def opened(self) -> Ev3Drive:
        """See `DriveScene`."""
        wire = BrickWire(self.brick, self.clock)
        return Ev3Drive(wire, self.channels(0, 1, 2, 3), GEARS, self.clock)

    def outputs(self) -> dict[int, float | None]:
        """See `DriveScene`."""
        self.brick.advance()
        told = enumerate(self.brick.goals())
        return {number: pulse(degrees, GEARS.get(number, 1.0)) for number, degrees in told}

    def places(self) -> dict[int, float | None]:
        """See `DriveScene`."""
        self.brick.advance()
        return {
            number: pulse(None if each.goal is None else each.position, GEARS.get(number, 1.0))
            for number, each in enumerate(self.brick.motors)
        }

    def keep_between(self, channel: int, low: float, high: float) -> None:
        """See `DriveScene`."""
        gear = GEARS.get(channel, 1.0)
        self.brick.motors[channel].stops = degrees(low, gear), degrees(high, gear)

    def cut_power(self) -> None:
        """See `DriveScene`."""
        self.brick.restart()
