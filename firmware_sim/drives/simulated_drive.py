"""The simulator's own drive: servos that follow their pulses, and may measure where they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from firmware_sim.physics.servo_mechanics import ServoMechanics
from robot.clock import Clock
from robot.drives.drive import Channel, ChannelKind, ChannelState, DriveInfo, Feedback
from robot.drives.segments import TIME_TOLERANCE
from robot.drives.stepped_drive import SteppedDrive
from robot.errors import DriveError

# How often the pulses change, in seconds of the servos.
PERIOD_SECONDS = 0.02
# The smallest difference of two pulses, in microseconds.
STEP_MICROSECONDS = 0.1
# A queue that takes a whole motion, also the slowest one.
_DEPTH = 1 << 16
_MEASURED = frozenset((Feedback.MEASURED, Feedback.LOAD, Feedback.VOLTS, Feedback.ERRORS))


class SimulatedDrive(SteppedDrive):
    """The servos of `mechanics`, axes first, each on the channel of its number.

    It lives by the time of the servos, `clock`. Pulses from `limits[0]` to `limits[1]` are taken.
    Ideal servos follow their segments exactly, however seldom these are looked at; the pulses of
    others change once in a period.
    """

    def __init__(self, mechanics: ServoMechanics, limits: tuple[int, int], clock: Clock) -> None:
        servos = len(mechanics.rig.actuators)
        super().__init__(
            DriveInfo(
                "simulated servos",
                tuple(Channel(number, *limits) for number in range(servos)),
                ChannelKind.SERVO if mechanics.measures else ChannelKind.PULSE,
                unit="µs",
                step=STEP_MICROSECONDS,
                period_s=PERIOD_SECONDS,
                depth=_DEPTH,
                clock=clock,
                feedback=_MEASURED if mechanics.measures else frozenset(),
            )
        )
        self._mechanics = mechanics
        self._pulses: list[float | None] = [None] * servos
        self._followed_at = clock.now()

    @classmethod
    def open(cls, url: str) -> Self:
        """Raise DriveError: a simulated robot has this drive inside, without a URL."""
        raise DriveError(f"{url!r}: the simulator's servos have no URL; sim:// is their robot")

    @property
    def late_s(self) -> float:
        """See `Drive`. Ideal servos make up for whatever comes late."""
        return 0.0 if self._mechanics.is_ideal else super().late_s

    def commanded(self) -> dict[int, float | None]:
        """See `SteppedDrive`."""
        return dict(enumerate(self._pulses))

    def read(self) -> tuple[ChannelState, ...]:
        """See `Drive`."""
        if not self._mechanics.measures:
            return super().read()
        now = self.info.clock.now()
        return tuple(
            ChannelState(
                number,
                now,
                self._pulses[number],
                servo.pulse,
                servo.load,
                volts=servo.volts,
                errors=servo.errors,
            )
            for number, servo in enumerate(self._mechanics.felt())
        )

    def write(self, targets: Mapping[int, float]) -> None:
        """See `SteppedDrive`."""
        for number, pulse in targets.items():
            self._pulses[number] = pulse

    def power(self, channel: int, target: float) -> None:
        """See `SteppedDrive`. The servo gets its first pulse before any other one."""
        self._pulses[channel] = target
        self._follow(self.info.clock.now())

    def end(self) -> None:
        """See `SteppedDrive`."""
        self._pulses = [None] * len(self._pulses)

    def beat(self) -> None:
        """See `Drive`. The servos follow the pulses until now."""
        now = self.info.clock.now()
        if not self._mechanics.is_ideal:
            super().beat()
            self._follow(now)
            return
        for time in self._queue.bends(now):
            if time > self._followed_at + TIME_TOLERANCE:
                self._follow_segments(time)
        self._follow_segments(now)

    def _follow_segments(self, time: float) -> None:
        self.write(self._queue.places(time))
        self._follow(time)

    def _follow(self, time: float) -> None:
        self._followed_at = time
        moving = self._queue.last_targets() if self._mechanics.measures else None
        self._mechanics.follow(self._pulses, time, moving)
