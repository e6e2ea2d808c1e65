"""Drives on emulated electronics, by a virtual clock, with what their outputs are in truth."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_sim.drives.device_clock import DeviceClock
from firmware_sim.drives.feetech import EmulatedFeetechServo
from firmware_sim.drives.feetech_bus import EmulatedFeetechBus, FeetechWire
from firmware_sim.drives.pca9685 import NOMINAL_HZ, EmulatedPca9685
from firmware_sim.drives.pwm_chip import EmulatedPwmChip
from robot.drives.drive import Channel, Drive
from robot.drives.feetech import SERIES, FeetechDrive
from robot.drives.output_guard import BEAT, Guard, OutputPin
from robot.drives.pca9685 import Pca9685Drive
from robot.drives.pwm_chip import PwmChipDrive
from robot.rigs.command import USUAL_PULSES

# Files that are written as often as a pulse changes: in memory, where there is such a folder.
_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None


class DriveScene(ABC):
    """Electronics that outlast the drives that are opened on them: a `DriveBench`."""

    # How the drive is called in tables, and what stands for its electronics.
    name: str
    measured_on: str

    def __init__(self) -> None:
        self.clock = DeviceClock()
        # Those of all channels, in microseconds.
        self.limits: tuple[int, int] = USUAL_PULSES

    def channels(self, *numbers: int) -> tuple[Channel, ...]:
        """Return channels with the limits."""
        low, high = map(float, self.limits)
        return tuple(Channel(number, low, high) for number in numbers)

    @abstractmethod
    def opened(self) -> Drive:
        """Return a drive on the electronics."""

    @abstractmethod
    def outputs(self) -> dict[int, float | None]:
        """See `robot.conformance.drive_probe.DriveBench`."""

    def places(self) -> dict[int, float | None]:
        """Return where each servo is, as the pulse of that place; None without power."""
        return self.outputs()

    def keep_between(self, channel: int, low: float, high: float) -> None:
        """Let a servo go no further than the places of two pulses, for servos that measure."""
        raise NotImplementedError

    @abstractmethod
    def cut_power(self) -> None:
        """See `robot.conformance.drive_probe.DriveBench`."""

    def end(self) -> None:
        """Remove what was made for the scene."""
        self.clock.devices.clear()


# A class of scenes, or its `partial`.
SceneOpener = Callable[[], DriveScene]


def scene_kind(opener: SceneOpener) -> type[DriveScene]:
    """Return the class of the scenes that are opened."""
    kind = opener.func if isinstance(opener, partial) else opener
    assert isinstance(kind, type)
    assert issubclass(kind, DriveScene)
    return kind


class PwmChipScene(DriveScene):
    """A computer's own two outputs."""

    name, measured_on = "pwmchip", "a folder of files"

    def __init__(self) -> None:
        super().__init__()
        self._folder = TemporaryDirectory(dir=_MEMORY)
        self.chip = EmulatedPwmChip(Path(self._folder.name) / "pwmchip0", self.clock)
        self.clock.devices.append(self.chip.advance)

    def opened(self) -> PwmChipDrive:
        """See `DriveScene`."""
        return PwmChipDrive(self.chip.folder, self.channels(0, 1), self.clock)

    def outputs(self) -> dict[int, float | None]:
        """See `DriveScene`."""
        self.chip.advance()
        return dict(enumerate(self.chip.pulses()))

    def cut_power(self) -> None:
        """See `DriveScene`: the computer starts anew."""
        self.chip.advance()
        self.chip.power_on()

    def end(self) -> None:
        """See `DriveScene`."""
        super().end()
        self._folder.cleanup()


class Pca9685Scene(DriveScene):
    """A chip whose output-enable line is tied to ground; `hertz` is what its clock truly has."""

    name, measured_on = "PCA9685", "a model of its registers"

    def __init__(self, hertz: float = NOMINAL_HZ, assumed_hertz: float = NOMINAL_HZ) -> None:
        super().__init__()
        self._assumed_hertz = assumed_hertz
        self.chip = EmulatedPca9685(self.clock, hertz, output_enable=self.pin_file())

    def pin_file(self) -> Path | None:
        """Return the file of the pin at the output-enable line, if it is at one."""
        return None

    def pin(self) -> OutputPin | None:
        """Return the pin with its guard."""
        return None

    def opened(self) -> Pca9685Drive:
        """See `DriveScene`."""
        return Pca9685Drive(
            self.chip,
            self.channels(0, 1, 2, 3),
            clock_hz=self._assumed_hertz,
            pin=self.pin(),
            clock=self.clock,
        )

    def outputs(self) -> dict[int, float | None]:
        """See `DriveScene`."""
        return dict(enumerate(self.chip.pulses(4)))

    def cut_power(self) -> None:
        """See `DriveScene`."""
        self.chip.power_off()
        self.chip.power_on()


class GuardedPca9685Scene(Pca9685Scene):
    """A chip whose output-enable line is at a pin, which a guard watches over."""

    name = "PCA9685 with a pin"

    def pin_file(self) -> Path:
        """See `Pca9685Scene`."""
        self._folder = TemporaryDirectory(dir=_MEMORY)
        file = Path(self._folder.name) / "brightness"
        file.write_text("0\n")
        return file

    def pin(self) -> OutputPin:
        """See `Pca9685Scene`."""
        file = Path(self._folder.name) / "brightness"
        return OutputPin(file, self.guard_line(Guard(file, self.clock)), self.clock)

    def guard_line(self, guard: Guard) -> EmulatedGuardLine:
        """Return the line to a guard."""
        return EmulatedGuardLine(guard, self.clock)

    def end(self) -> None:
        """See `DriveScene`."""
        super().end()
        self._folder.cleanup()


class EmulatedGuardLine:
    """A guard in this process, by a virtual clock."""

    def __init__(self, guard: Guard, clock: DeviceClock) -> None:
        self._guard = guard
        self._clock = clock
        clock.devices.append(guard.check)

    def send(self, word: bytes) -> None:
        """See `robot.drives.output_guard.GuardLine`."""
        self._guard.feed(word)

    def close(self) -> None:
        """See `robot.drives.output_guard.GuardLine`."""
        self._clock.devices.remove(self._guard.check)
        self._guard.end()


class SleeplessGuardLine(EmulatedGuardLine):
    """A guard that never finds its program silent, and leaves the pin on."""

    def __init__(self, guard: Guard, clock: DeviceClock) -> None:
        super().__init__(guard, clock)
        clock.devices.append(lambda: guard.feed(BEAT))

    def close(self) -> None:
        """Leave the pin as it is."""


class SleeplessPca9685Scene(GuardedPca9685Scene):
    """A broken twin of the guard."""

    name = "PCA9685 with a pin that nobody guards"

    def guard_line(self, guard: Guard) -> EmulatedGuardLine:
        """See `GuardedPca9685Scene`."""
        return SleeplessGuardLine(guard, self.clock)


class FeetechScene(DriveScene):
    """A bus of four servos of a series."""

    name, measured_on = "Feetech", "a model of servos and their bus"

    def __init__(self) -> None:
        super().__init__()
        self.servos = tuple(EmulatedFeetechServo(number) for number in range(1, 5))
        self.bus = EmulatedFeetechBus(self.clock, self.servos)
        self.is_unplugged = False
        self.clock.devices.append(self.bus.advance)

    def opened(self) -> FeetechDrive:
        """See `DriveScene`."""
        wire = _SceneWire(self)
        return FeetechDrive(wire, self.channels(1, 2, 3, 4), clock=self.clock)

    def outputs(self) -> dict[int, float | None]:
        """See `DriveScene`."""
        return {
            number: None if goal is None else SERIES["sts"].pulse(round(goal))
            for number, goal in enumerate(self.bus.goals(), start=1)
        }

    def places(self) -> dict[int, float | None]:
        """See `DriveScene`."""
        return {
            number: None if goal is None else SERIES["sts"].pulse(round(servo.position))
            for number, (servo, goal) in enumerate(
                zip(self.servos, self.bus.goals(), strict=True), start=1
            )
        }

    def keep_between(self, channel: int, low: float, high: float) -> None:
        """See `DriveScene`."""
        series = SERIES["sts"]
        self.servos[channel - 1].stops = float(series.count(low)), float(series.count(high))

    def cut_power(self) -> None:
        """See `DriveScene`."""
        self.bus.power_off()
        self.bus.power_on()


class _SceneWire(FeetechWire):
    """The line to the bus of a scene."""

    def __init__(self, scene: FeetechScene) -> None:
        super().__init__(scene.bus, scene.clock)
        self._scene = scene

    def write(self, data: bytes, /) -> int:
        """See `FeetechWire`."""
        if self._scene.is_unplugged:
            raise OSError("the device is gone")
        return super().write(data)
