"""What the servos of a drive are told, in its steps, and whether that is where they were sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from robot.drives.drive import Drive
from robot.errors import DriveError
from robot.servos.pulse_memory import PulseMemory
from robot.servos.servo_settings import ServoSettings

# Outputs that do not change for so long after a motion, and in so many looks, have arrived as far
# as the drive lets them; where the computer is busy there may be long between two looks.
_STILL_SECONDS = 0.1
_STILL_LOOKS = 5


class ServoOutputs:
    """The outputs of `drive`, beside where `memory` says that servos without any were last."""

    def __init__(self, drive: Drive, settings: ServoSettings, memory: PulseMemory) -> None:
        self._drive, self._memory = drive, memory
        self._step = drive.info.step
        self._axes = {servo.channel for servo in settings.axes.values()}
        # What they were when they were seen to change last, when that was, and the looks since.
        self._seen: dict[int, int] = {}
        self._seen_at = 0.0
        self._looks = 0

    def positions(self) -> dict[int, int]:
        """Return the pulse of each channel in steps, 0 for none."""
        return {
            state.channel: 0 if state.commanded is None else round(state.commanded / self._step)
            for state in self._drive.read()
        }

    def last_places(self) -> dict[int, int]:
        """Return the pulse of each channel in steps: without one that of its place, 0 if unknown.

        Where jaws press a cube they stand elsewhere than where they close.
        """
        found = {}
        for state in self._drive.read():
            is_measured = state.commanded is None and state.channel in self._axes
            place = state.measured if is_measured else state.commanded
            last = self._memory.get(state.channel)
            found[state.channel] = last if place is None else round(place / self._step)
        return found

    def expect_motion(self) -> None:
        """Begin anew to look whether they change, as a motion begins."""
        self._seen = {}

    def are_at(self, ends: Mapping[int, int], now: float) -> bool:
        """Return True if channels have these pulses, or the drive does not bring them nearer.

        Raises DriveError for one that has lost its power.
        """
        positions = self.positions()
        check_power(positions, (channel for channel, end in ends.items() if end))
        if positions != self._seen:
            self._seen, self._seen_at, self._looks = positions, now, 0
        self._looks += 1
        is_still = now - self._seen_at >= _STILL_SECONDS and self._looks > _STILL_LOOKS
        return is_still or all(positions[channel] == end for channel, end in ends.items())


def check_power(positions: Mapping[int, int], channels: Iterable[int]) -> None:
    """Raise DriveError for one of some channels that has no pulse."""
    for channel in channels:
        if not positions[channel]:
            raise DriveError(f"channel {channel} has lost its power in a motion", channel)
