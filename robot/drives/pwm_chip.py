"""A computer's own PWM outputs, such as a Raspberry Pi's, by the kernel's files of a `pwmchip`.

Source: the kernel's Documentation/ABI/testing/sysfs-class-pwm. A pulse is changed by one write, and
an output that nobody writes to goes on as it is, after the end of this program too.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from robot.clock import Clock
from robot.drives.device_access import pwm_permission, pwm_problem, write_number
from robot.drives.drive import Channel
from robot.drives.drive_urls import PULSE_OPTIONS, parse_url, pulse_channels
from robot.drives.stepped_drive import PERIOD_SECONDS, SteppedDrive, stepped_info
from robot.errors import DriveError

FOLDER = "/sys/class/pwm/pwmchip0"
# No kernel has as many outputs in one chip.
_HIGHEST_CHANNEL = 63
# Within so long, in seconds, udev gives the files of an exported channel to their group.
_EXPORT_SECONDS, _POLL_SECONDS = 2.0, 0.01


class PwmChipDrive(SteppedDrive):
    """The outputs of one `pwmchip`: `pwmchip:///sys/class/pwm/pwmchip0?channels=0,1`."""

    def __init__(
        self, folder: Path, channels: tuple[Channel, ...], clock: Clock | None = None
    ) -> None:
        super().__init__(stepped_info(f"PWM of {folder.name}", channels, 0.1, clock))
        self._folder = folder
        for channel in channels:
            self._make_files(channel.number)

    @classmethod
    def open(cls, url: str, clock: Clock | None = None) -> Self:
        """See `Drive`; `clock`: that of emulated outputs."""
        folder, options = parse_url(url, {"channels": "0,1", **PULSE_OPTIONS})
        return cls(Path(folder or FOLDER), pulse_channels(options, _HIGHEST_CHANNEL), clock)

    def commanded(self) -> dict[int, float | None]:
        """See `SteppedDrive`."""
        return {each.number: self._pulse(each.number) for each in self.info.channels}

    def write(self, targets: Mapping[int, float]) -> None:
        """See `SteppedDrive`."""
        for number, target in targets.items():
            self._put(number, "duty_cycle", round(target * 1000))

    def power(self, channel: int, target: float) -> None:
        """See `SteppedDrive`."""
        self._export(channel)
        # The kernel refuses a pulse that is longer than the period at that time.
        for name, value in (
            ("duty_cycle", 0),
            ("period", round(PERIOD_SECONDS * 1e9)),
            ("duty_cycle", round(target * 1000)),
            ("enable", 1),
        ):
            self._put(channel, name, value)

    def end(self) -> None:
        """See `SteppedDrive`."""
        for channel in self.info.channels:
            if self._pulse(channel.number) is not None:
                # Disabling alone might end a pulse in its middle.
                self._put(channel.number, "duty_cycle", 0)
                self._put(channel.number, "enable", 0)

    def _pulse(self, channel: int) -> float | None:
        """Return the pulse of an output in microseconds, None for none."""
        try:
            folder = self._folder / f"pwm{channel}"
            is_enabled = (folder / "enable").read_text().strip() == "1"
            nanoseconds = int((folder / "duty_cycle").read_text())
        except FileNotFoundError:
            return None
        return nanoseconds / 1000 if is_enabled and nanoseconds else None

    def _make_files(self, channel: int) -> None:
        self.ask(lambda: self._export(channel), channel)

    def _export(self, channel: int) -> None:
        """Make the files of an output. Raises DriveError with what to do about it."""
        if problem := pwm_problem(self._folder):
            raise DriveError(str(problem), channel)
        enable = self._folder / f"pwm{channel}" / "enable"
        if not enable.exists():
            write_number(self._folder / "export", channel)
        clock = self.info.clock
        end = clock.now() + _EXPORT_SECONDS
        while not os.access(enable, os.W_OK):
            if clock.now() >= end:
                raise DriveError(str(pwm_permission(enable)), channel)
            clock.sleep(_POLL_SECONDS)

    def _put(self, channel: int, name: str, value: int) -> None:
        write_number(self._folder / f"pwm{channel}" / name, value)
