"""The simulator's drive of stepper motors at the faces of a cube."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from firmware_sim.physics.turning_layers import TurningLayers
from robot.clock import Clock
from robot.drives.drive import Channel, ChannelKind, DriveInfo
from robot.drives.stepped_drive import SteppedDrive
from robot.errors import DriveError
from solver.core.geometry import FACES

# How often the positions change, in seconds, and the segments of each channel: an RP2040's.
PERIOD_SECONDS, DEPTH = 0.001, 32
_MOST_STEPS = 1e9


class SimulatedSteppers(SteppedDrive):
    """Motors of `steps` a turn, of the faces U R F D L B, that turn the layers of a cube."""

    def __init__(self, layers: TurningLayers, steps: int, clock: Clock) -> None:
        super().__init__(
            DriveInfo(
                "simulated steppers",
                tuple(Channel(number, -_MOST_STEPS, _MOST_STEPS) for number in range(len(FACES))),
                ChannelKind.STEPPER,
                unit="steps",
                step=1.0,
                period_s=PERIOD_SECONDS,
                depth=DEPTH,
                clock=clock,
            )
        )
        self._layers = layers
        self._degrees = 360 / steps
        self._places: dict[int, float | None] = dict.fromkeys(range(len(FACES)))

    @classmethod
    def open(cls, url: str) -> Self:
        """Raise DriveError: they have no URL."""
        raise DriveError(f"{url!r}: the simulator's motors have no URL")

    def commanded(self) -> dict[int, float | None]:
        """See `SteppedDrive`."""
        return dict(self._places)

    def write(self, targets: Mapping[int, float]) -> None:
        """See `SteppedDrive`. A motor goes by whole steps."""
        self._places |= {number: float(round(target)) for number, target in targets.items()}
        self._layers.follow(
            {
                face: place * self._degrees
                for face, place in zip(FACES, self._places.values(), strict=True)
                if place is not None
            }
        )

    def power(self, channel: int, target: float) -> None:
        """See `SteppedDrive`."""
        self._places[channel] = target

    def end(self) -> None:
        """See `SteppedDrive`."""
        self._places = dict.fromkeys(self._places)
