"""A simulated robot without electronics of its own: its chip is software, over simulated servos."""

from __future__ import annotations

from random import Random

from firmware_sim.boards.chip_robot import ChipRobot
from firmware_sim.drives.chip_server import ChipServer
from firmware_sim.drives.simulated_drive import PERIOD_SECONDS, SimulatedDrive
from firmware_sim.drives.simulated_servos import rig_settings
from firmware_sim.physics.servo_mechanics import ServoMechanics
from robot.clock import VirtualClock
from robot.rigs.command import WIDEST_PULSES


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
