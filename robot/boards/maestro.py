"""A rig whose servos are driven by a Pololu Maestro, as a board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from threading import Event, Lock
from typing import Protocol, Self
from urllib.parse import parse_qsl, urlsplit

import platformdirs
import serial

from files.lasting_names import lasting_port
from robot.boards.board import Board, BoardInfo
from robot.boards.maestro_protocol import MaestroClient, MaestroPort
from robot.boards.maestro_servos import POLL_SECONDS, MaestroServos
from robot.boards.maestro_settings import MaestroSettings, MaestroSettingsError, read_settings
from robot.boards.pulse_memory import PulseMemory, memory_path
from robot.clock import Clock, SystemClock
from robot.errors import StoppedError
from robot.link.port import check_scheme
from robot.link.protocol import BAUD
from robot.rigs.actuators import Completed
from robot.rigs.command import Arrival, Grip, Move, Pose
from robot.rigs.rig import with_all_motions

NAME = "rokumen-maestro/0.1.0"

# A Maestro replies within a few milliseconds.
_REPLY_SECONDS = 0.5
# Late replies to a host before this one: at most so many bytes, after at most this time in seconds.
_LATE_BYTES, _LATE_SECONDS = 256, 0.05


class ClosablePort(MaestroPort, Protocol):
    """A serial port that can be closed."""

    def close(self) -> None:
        """Close it."""
        ...


class MaestroBoard(Board):
    """A Maestro with the servos of a settings file. Every method raises DriveError if it fails.

    A Maestro does not measure: `pose` is the commanded pose.
    """

    def __init__(
        self,
        port: ClosablePort,
        settings: MaestroSettings,
        clock: Clock | None = None,
        memory: PulseMemory | None = None,
    ) -> None:
        self._port = port
        settings = replace(settings, rig=with_all_motions(settings.rig))
        self._settings = settings
        self._clock = clock or SystemClock()
        self._servos = MaestroServos(MaestroClient(port), settings, self._clock, memory)
        self._lock = Lock()
        self._stopped = Event()

    @classmethod
    def open(cls, url: str) -> Self:
        """Return the board at `maestro://DEVICE?settings=FILE`.

        Raises MaestroSettingsError, DriveError, or SerialException for a port that does not
        exist.
        """
        device, path = parse_url(url)
        settings = read_settings(path)
        check_scheme(device)
        port = serial.serial_for_url(device, baudrate=BAUD, timeout=_LATE_SECONDS, exclusive=True)
        try:
            port.read(_LATE_BYTES)
            port.timeout = _REPLY_SECONDS
            return cls(port, settings, memory=PulseMemory(memory_path(lasting_port(device))))
        except BaseException:
            port.close()
            raise

    def info(self) -> BoardInfo:
        """See `Board`."""
        return BoardInfo(self._settings.rig, NAME, rest=self._settings.rest)

    def move(self, targets: Mapping[str, int], speed: int) -> Arrival:
        """See `Board`."""
        return self._execute(Move(tuple(targets.items()), speed=speed))

    def grip(self, targets: Mapping[str, str]) -> Arrival:
        """See `Board`."""
        return self._execute(Grip(tuple(targets.items())))

    def pose(self) -> Pose:
        """See `Board`."""
        with self._lock:
            return self._servos.read().pose

    def stop(self) -> None:
        """See `Board`."""
        self._stopped.set()
        with self._lock:
            self._servos.halt()

    def clear(self) -> None:
        """See `Board`."""
        self._stopped.clear()

    def close(self) -> None:
        """See `Board`."""
        self._port.close()

    def servo_driver(self, clock: Clock) -> MaestroServos:
        """Return the servo driver: a Maestro moves its servos without a thread."""
        return self._servos

    def _execute(self, command: Move | Grip) -> Arrival:
        with self._lock:
            if not self._stopped.is_set():
                self._servos.start(command)
        while not self._stopped.is_set():
            with self._lock:
                outcome = self._servos.poll()
            if isinstance(outcome, Completed):
                return Arrival(self.pose(), outcome.seconds)
            self._clock.sleep(POLL_SECONDS)
        raise StoppedError("the robot was stopped", command.targets[0][0])


def default_settings_path() -> Path:
    """Return the settings file of a URL that names none: maestro.toml in the config folder."""
    return platformdirs.user_config_path("rokumen") / "maestro.toml"


def parse_url(url: str) -> tuple[str, Path]:
    """Return the board's port and the settings file of a URL. Raises MaestroSettingsError."""
    try:
        split = urlsplit(url)
    except ValueError as error:
        raise MaestroSettingsError(f"{url!r} is not a URL: {error}") from error
    options = dict(parse_qsl(split.query))
    path = options.pop("settings", "")
    if options:
        raise MaestroSettingsError(
            f"{url!r}: unknown option {', '.join(options)}; the option is settings=FILE"
        )
    device = split.netloc + split.path
    if not device:
        raise MaestroSettingsError(f"{url!r} names no port; write maestro:///dev/ttyACM0")
    return device, Path(path) if path else default_settings_path()
