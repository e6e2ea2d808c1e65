"""A robot whose servos are on an emulated drive, and a link to it in this process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from robot.clock import Clock, VirtualClock
from robot.control.drive_connection import DriveConnection
from robot.drives.drive import Channel, Drive
from robot.link.port import LineTrace
from robot.link.session import Link
from robot.rigs.rig import with_all_motions
from robot.servos.drive_servos import DriveServos
from robot.servos.pulse_memory import PulseMemory
from robot.servos.servo_settings import ServoSettings, read_settings
from tests.support.emulated_drive import EmulatedDrive, Outputs
from tests.support.maestro_example import EXAMPLE

CHANNELS = tuple(Channel(number, 500.0, 2500.0) for number in range(4))
# Of jaws that relax at rest.
WITH_CONTACT = EXAMPLE.replace("closed = 1000", "closed = 1000, contact = 1090")


def settings_of(text: str = EXAMPLE, first_channel: int = 0) -> ServoSettings:
    """Return the settings of a file, with the channels from a number on."""
    for number in (3, 2, 1, 0):
        text = text.replace(f"channel = {number}", f"channel = {number + first_channel}")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "desk.toml"
        path.write_text(text)
        own = read_settings(path)
    return replace(own, rig=with_all_motions(own.rig))


class ControlledRobot:
    """Outputs of four servos, which outlast the links to them."""

    def __init__(
        self,
        clock: Clock | None = None,
        text: str = EXAMPLE,
        kind: Callable[[Outputs], Drive] = EmulatedDrive,
    ) -> None:
        self.outputs = Outputs(clock or VirtualClock(), channels=CHANNELS)
        self.settings = settings_of(text)
        self._kind = kind
        self._memory = PulseMemory()

    def pulses(self) -> tuple[float | None, ...]:
        """Return the pulses now: the left and the right wrist, then the grippers."""
        return tuple(self.outputs.outputs().values())

    def link(self, trace: LineTrace | None = None) -> Link:
        """Connect to the robot."""
        return linked(self._kind(self.outputs), self.settings, self._memory, trace)


def linked(
    drive: Drive,
    settings: ServoSettings,
    memory: PulseMemory | None = None,
    trace: LineTrace | None = None,
) -> Link:
    """Return a link to a robot on a drive."""
    servos = DriveServos(drive, settings, memory)
    return Link("drive://desk", opened_by=lambda url: DriveConnection(url, servos, trace))
