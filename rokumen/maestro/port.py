"""A port with a robot behind it whose servos hang on a Maestro."""

from __future__ import annotations

from pathlib import Path
from queue import Empty, SimpleQueue
from random import SystemRandom
from threading import Condition, Thread
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import platformdirs
import serial

from firmware_sim.firmware import Firmware
from robot.clock import SystemClock
from robot.protocol import BAUD
from rokumen.maestro.errors import MaestroSettingsError
from rokumen.maestro.servos import MaestroServos
from rokumen.maestro.settings import read_settings
from rokumen.maestro.wire import Maestro

NAME = "rokumen-maestro/0.1.0"

# A Maestro answers within a few milliseconds.
_ANSWER_SECONDS = 0.5
_LONGEST_REST = 0.5


class MaestroPort:
    """`maestro:///dev/ttyACM0?settings=FILE`, to be opened by `serial.serial_for_url`.

    What comes back is what a robot's firmware says; a thread is that firmware, so that it goes on
    listening, and stops a silent host's motion, whatever the program does.
    """

    def __init__(self, port: str | None = None, *, timeout: float | None = None, **_: Any) -> None:
        self.port = port
        self.timeout = timeout
        self._heard: SimpleQueue[bytes | None] = SimpleQueue()
        self._said = bytearray()
        self._news = Condition()
        self._failure: Exception | None = None
        self._thread: Thread | None = None

    def open(self) -> None:
        """Open the board's port and start its robot. Raises SerialException."""
        device, path = parts(str(self.port))
        settings = read_settings(path)
        wire = serial.serial_for_url(device, baudrate=BAUD, timeout=_ANSWER_SECONDS)
        try:
            wire.reset_input_buffer()
            clock = SystemClock()
            servos = MaestroServos(Maestro(wire), settings, clock)
            firmware = Firmware(
                settings.rig, servos, clock, SystemRandom(), name=NAME, feedback="none"
            )
        except BaseException:
            wire.close()
            raise
        self._thread = Thread(
            target=self._be_robot, args=(firmware, clock, wire), name="maestro", daemon=True
        )
        self._thread.start()

    @property
    def in_waiting(self) -> int:
        """Count the bytes that can be read at once."""
        self._check()
        return len(self._said)

    def read(self, size: int = 1, /) -> bytes:
        """Wait for `size` bytes, at most for the time-out. Raises MaestroError where it broke."""
        with self._news:
            self._news.wait_for(
                lambda: len(self._said) >= size or self._failure is not None, self.timeout
            )
            self._check()
            data = bytes(self._said[:size])
            del self._said[:size]
        return data

    def write(self, data: bytes, /) -> int:
        """Send bytes to the robot. May be called from any thread or signal handler."""
        self._check()
        self._heard.put(data)
        return len(data)

    def close(self) -> None:
        """Let the board go; its servos hold what they hold."""
        if self._thread is not None:
            self._heard.put(None)
            self._thread.join()
            self._thread = None

    def _check(self) -> None:
        if self._failure is not None:
            raise self._failure

    def _be_robot(self, firmware: Firmware, clock: SystemClock, wire: serial.SerialBase) -> None:
        try:
            while (data := self._next(firmware.next_wake(), clock)) is not None:
                firmware.receive(data)
                said = b"".join(firmware.take())
                if said:
                    with self._news:
                        self._said += said
                        self._news.notify_all()
        except Exception as error:
            # Whatever it is, whoever waits for the robot must hear of it.
            with self._news:
                self._failure = error
                self._news.notify_all()
        finally:
            wire.close()

    def _next(self, wake: float | None, clock: SystemClock) -> bytes | None:
        """Give the next bytes for the robot, none at its time to wake, or None at the end."""
        rest = _LONGEST_REST if wake is None else wake - clock.now()
        try:
            return self._heard.get(timeout=min(max(rest, 0.0), _LONGEST_REST))
        except Empty:
            return b""


def settings_file() -> Path:
    """Give the settings file of a URL that names none: maestro.toml in the config folder."""
    return platformdirs.user_config_path("rokumen") / "maestro.toml"


def parts(url: str) -> tuple[str, Path]:
    """Give the board's port and the settings file of a URL. Raises MaestroSettingsError."""
    split = urlsplit(url)
    options = dict(parse_qsl(split.query))
    path = options.pop("settings", "")
    if options:
        raise MaestroSettingsError(f"{url!r} has {', '.join(options)}; the option is settings=FILE")
    device = split.netloc + split.path
    if not device:
        raise MaestroSettingsError(f"{url!r} names no port; write maestro:///dev/ttyACM0")
    return device, Path(path) if path else settings_file()
