"""The simulator's own drive: hobby servos that follow their pulses, and measure nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from firmware_sim.physics.servo_mechanics import ServoMechanics
from robot.clock import Clock
from robot.drives.drive import Channel, ChannelKind, DriveInfo
from robot.drives.stepped_drive import SteppedDrive
from robot.errors import DriveError

# How often the pulses change, in seconds of the servos.
PERIOD_SECONDS = 0.02
# The smallest difference of two pulses, in microseconds.
STEP_MICROSECONDS = 0.1
_DEPTH = 64


class SimulatedDrive(SteppedDrive):
    """The servos of `mechanics`, axes first, each on the channel of its number.

    It lives by the time of the servos, `clock`, which may be faster than that of the mechanics.
    Pulses from `limits[0]` to `limits[1]` are taken.
    """

    def __init__(
        self, mechanics: ServoMechanics, servos: int, limits: tuple[int, int], clock: Clock
    ) -> None:
        super().__init__(
            DriveInfo(
                "simulated servos",
                tuple(Channel(number, *limits) for number in range(servos)),
                ChannelKind.PULSE,
                unit="µs",
                step=STEP_MICROSECONDS,
                period_s=PERIOD_SECONDS,
                depth=_DEPTH,
                clock=clock,
            )
        )
        self._mechanics = mechanics
        self._pulses: list[float | None] = [None] * servos

    @classmethod
    def open(cls, url: str) -> Self:
        """Raise DriveError: a simulated robot has this drive inside, without a URL."""
        raise DriveError(f"{url!r}: the simulator's servos have no URL; sim:// is their robot")

    def commanded(self) -> dict[int, float | None]:
        """See `SteppedDrive`."""
        return dict(enumerate(self._pulses))

    def write(self, targets: Mapping[int, float]) -> None:
        """See `SteppedDrive`."""
        for number, pulse in targets.items():
            self._pulses[number] = pulse

    def power(self, channel: int, target: float) -> None:
        """See `SteppedDrive`."""
        self._pulses[channel] = target

    def end(self) -> None:
        """See `SteppedDrive`."""
        self._pulses = [None] * len(self._pulses)

    def beat(self) -> None:
        """See `Drive`. The servos follow the pulses until now."""
        super().beat()
        self._mechanics.follow(self._pulses, self.info.clock.now() / self._mechanics.pace)
