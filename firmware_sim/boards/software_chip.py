"""A simulated robot without electronics of its own: its chip is software, over simulated servos."""

from __future__ import annotations

from random import Random

from firmware_sim.boards.chip_robot import ChipRobot
from firmware_sim.drives.chip_server import ChipServer, Restart
from firmware_sim.drives.simulated_drive import PERIOD_SECONDS, SimulatedDrive
from firmware_sim.drives.simulated_servos import rig_settings
from firmware_sim.physics.servo_mechanics import ServoMechanics
from robot.clock import VirtualClock
from robot.drives.drive import Drive
from robot.rigs.command import WIDEST_PULSES


class SoftwareChip:
    """A chip over a drive that lives by `clock`; see `firmware_sim.boards.chip_robot.ResetChip`.

    Its clock goes on by a period at most each time that it runs: where this computer is too busy,
    the chip's time lags behind, so that no segment comes late.
    """

    def __init__(self, drive: Drive, clock: VirtualClock, rng: Random | None = None) -> None:
        self._server = ChipServer(drive, rng)
        self._clock = clock
        self._lag = 0.0

    @property
    def seconds(self) -> float:
        """See `EmulatedChip`."""
        return self._clock.now()

    def send(self, data: bytes) -> None:
        """See `EmulatedChip`. What is sent is done before time goes on."""
        self._server.send(data)
        self._server.run(self.seconds)

    def run(self, seconds: float) -> bool:
        """See `EmulatedChip`."""
        step = seconds - self._lag - self.seconds
        self._lag += max(step - PERIOD_SECONDS, 0.0)
        self._clock.sleep(min(step, PERIOD_SECONDS))
        return self._server.run(seconds)

    def read_output(self) -> bytes:
        """See `EmulatedChip`."""
        return self._server.read_output()

    def reset(self) -> None:
        """Press the reset button."""
        self._server.restart(Restart.WAS_RESET)

    def hold_in_reset(self) -> None:
        """Take the pulses from all channels."""
        self._server.restart(Restart.LOST_POWER)


class SoftwareRobot(ChipRobot):
    """See `ChipRobot`. Without `rng` each start has an unpredictable epoch, as on a real chip."""

    def __init__(self, mechanics: ServoMechanics, rng: Random | None = None) -> None:
        super().__init__(mechanics)
        own_clock = VirtualClock()
        limits = min(WIDEST_PULSES, rig_settings(self.rig).limits, key=lambda each: each[0])
        drive = SimulatedDrive(mechanics, limits, own_clock)
        self._chip = SoftwareChip(drive, own_clock, rng)
        self._loses_banner = False

    @property
    def chip(self) -> SoftwareChip:
        """See `ChipRobot`."""
        return self._chip

    def _plan_restart(self, turn: int) -> None:
        super()._plan_restart(turn)
        if self._faults.triggers("lost_banner", turn):
            self._loses_banner = True
            self._restart_soon("lost_banner")

    def _restart(self) -> None:
        super()._restart()
        if self._loses_banner:
            self._chip.read_output()
