"""Emulates a `pwmchip` of Linux as a folder of files: no root, no hardware.

Source: the kernel's Documentation/ABI/testing/sysfs-class-pwm and drivers/pwm/sysfs.c. A file takes
what it is given only here, at the next `advance`: what the kernel would refuse at once with EINVAL
or EBUSY is counted in `refused`, and the file then shows the former value again, as sysfs does.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from robot.clock import Clock

# Until udev has given the files of a channel that was exported to their group, in seconds.
UDEV_SECONDS = 0.1
_FILES = {"period": "0", "duty_cycle": "0", "enable": "0", "polarity": "normal"}


@dataclass(frozen=True, slots=True)
class _Output:
    """What one channel does: times in nanoseconds."""

    period: int = 0
    duty_cycle: int = 0
    is_enabled: bool = False


class EmulatedPwmChip:
    """The folder `pwmchip0` with outputs of a Raspberry Pi."""

    def __init__(self, folder: Path, clock: Clock, channels: int = 2) -> None:
        self.folder = folder
        self.refused: list[str] = []
        self._clock = clock
        self._channels = channels
        self._exported: dict[int, float] = {}
        self._outputs: dict[int, _Output] = {}
        folder.mkdir(parents=True)
        (folder / "npwm").write_text(f"{channels}\n")
        for name in ("export", "unexport"):
            (folder / name).write_text("")

    def advance(self) -> None:
        """Take what was written into the files since the last call."""
        for name, action in (("export", self._export), ("unexport", self._unexport)):
            text = _text(self.folder / name)
            if text:
                (self.folder / name).write_text("")
                action(text)
        for channel, since in self._exported.items():
            folder = self.folder / f"pwm{channel}"
            if channel not in self._outputs:
                if self._clock.now() - since >= UDEV_SECONDS:
                    self._outputs[channel] = _Output()
                    for name, value in _FILES.items():
                        (folder / name).write_text(f"{value}\n")
            else:
                self._take(channel, folder)

    def pulses(self) -> tuple[float | None, ...]:
        """Return the pulses of all outputs in microseconds; None for none."""
        outputs = (self._outputs.get(channel, _Output()) for channel in range(self._channels))
        return tuple(
            output.duty_cycle / 1000 if output.is_enabled and output.duty_cycle else None
            for output in outputs
        )

    def period(self, channel: int) -> float:
        """Return the time between two pulses of an output, in seconds."""
        return self._outputs[channel].period / 1e9

    def power_on(self) -> None:
        """Be the chip of a computer that has just started: nothing is exported."""
        for channel in self._exported:
            self._remove(channel)
        self._exported.clear()
        self._outputs.clear()

    def fill(self) -> None:
        """Write what is in force into files that a killed program left empty: sysfs has none."""
        self.advance()
        for channel, output in self._outputs.items():
            self._show(channel, output)

    def _export(self, text: str) -> None:
        channel = int(text) if text.isdigit() else self._channels
        if channel >= self._channels or channel in self._exported:
            self.refused.append(f"export {text}")
            return
        (self.folder / f"pwm{channel}").mkdir()
        self._exported[channel] = self._clock.now()

    def _unexport(self, text: str) -> None:
        channel = int(text) if text.isdigit() else self._channels
        if channel not in self._exported:
            self.refused.append(f"unexport {text}")
            return
        self._remove(channel)
        del self._exported[channel]

    def _remove(self, channel: int) -> None:
        folder = self.folder / f"pwm{channel}"
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()

    def _take(self, channel: int, folder: Path) -> None:
        """Apply the files of a channel, or put back those that the kernel would not have taken."""
        before = self._outputs[channel]
        wanted = _Output(
            _number(folder / "period", before.period),
            _number(folder / "duty_cycle", before.duty_cycle),
            _number(folder / "enable", before.is_enabled) == 1,
        )
        if wanted == before:
            return
        is_possible = wanted.duty_cycle <= wanted.period and (
            wanted.period > 0 or not (wanted.is_enabled or wanted.duty_cycle)
        )
        if is_possible:
            self._outputs[channel] = wanted
            return
        self.refused.append(f"pwm{channel}: {wanted}")
        self._show(channel, before)

    def _show(self, channel: int, output: _Output) -> None:
        folder = self.folder / f"pwm{channel}"
        (folder / "period").write_text(f"{output.period}\n")
        (folder / "duty_cycle").write_text(f"{output.duty_cycle}\n")
        (folder / "enable").write_text(f"{int(output.is_enabled)}\n")


def _number(file: Path, otherwise: int) -> int:
    """Return the number in a file; `otherwise` while a writer has emptied it but not yet filled."""
    text = _text(file)
    return int(text) if text.isdigit() else otherwise


def _text(file: Path) -> str:
    """Return what is in a short file, by one read: it is done very often."""
    descriptor = os.open(file, os.O_RDONLY)
    try:
        return os.read(descriptor, 64).decode().strip()
    finally:
        os.close(descriptor)
