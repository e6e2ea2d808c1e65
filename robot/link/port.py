"""Opens serial and TCP ports through pySerial, with PortError for its errors, and traces them."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, TypeVar

import serial

from files.access import FileError
from files.locks import SharedLock
from files.wording import reason
from robot.clock import Clock, SystemClock
from robot.errors import PortError
from robot.link.port_lock import lock_port
from robot.link.protocol import BAUD
from robot.link.serial_device import check_scheme, port_error

# Default time-out of one read, in seconds.
POLL_SECONDS = 0.02


class SerialPort(Protocol):
    """The part of pySerial's interface that the link needs; a read lasts `timeout` s at most."""

    timeout: float | None

    @property
    def in_waiting(self) -> int:
        """Count the bytes that can be read without waiting."""
        ...

    def read(self, size: int = 1, /) -> bytes:
        """Return up to `size` bytes, waiting for the port's time-out at most."""
        ...

    def write(self, data: bytes, /) -> int | None:
        """Send bytes."""
        ...

    def close(self) -> None:
        """Close the port."""
        ...


PortOpener = Callable[[str], SerialPort]
T = TypeVar("T")

# Openers of the URL schemes that pySerial does not know.
_OPENERS: dict[str, PortOpener] = {}


class RobotPort:
    """The port at a URL: every failure is a PortError, whatever its driver raises.

    Until it is closed it is this process's alone by its `lock`, and all bytes are in its `trace`:
    each line with the seconds since the port was opened, by the port's clock.
    """

    def __init__(
        self,
        url: str,
        port: SerialPort,
        lock: SharedLock | None = None,
        trace: LineTrace | None = None,
    ) -> None:
        self.clock = clock_of(port)
        self._url = url
        self._port = port
        self._lock = lock
        self._trace = trace
        self._opened_at = self.clock.now()

    @property
    def in_waiting(self) -> int:
        """See `SerialPort`. Raises PortError."""
        with self._checked():
            return self._port.in_waiting

    @property
    def timeout(self) -> float | None:
        """See `SerialPort`."""
        return self._port.timeout

    @timeout.setter
    def timeout(self, seconds: float | None) -> None:
        with self._checked():
            self._port.timeout = seconds

    def read(self, size: int = 1, /) -> bytes:
        """See `SerialPort`. Raises PortError."""
        with self._checked():
            data = self._port.read(size)
        if data:
            self._note(f"< {escaped(data)}")
        return data

    def write(self, data: bytes, /) -> int | None:
        """See `SerialPort`. The bytes are traced before they are sent. Raises PortError."""
        self._note(f"> {escaped(data)}")
        with self._checked():
            return self._port.write(data)

    def close(self) -> None:
        """Close the port, also one that is unplugged, and let others have it."""
        if self._trace is not None:
            self._trace.write(f"# {self._seconds()} closed")
        try:
            with suppress(OSError):
                self._port.close()
        finally:
            if self._lock is not None:
                self._lock.close()

    def _note(self, line: str) -> None:
        if self._trace is not None:
            self._trace.write(f"{self._seconds()} {line}")

    def _seconds(self) -> str:
        return f"{self.clock.now() - self._opened_at:.6f}"

    @contextmanager
    def _checked(self) -> Iterator[None]:
        try:
            yield
        except PortError:
            raise
        # pySerial raises a TypeError where another thread closes the port meanwhile.
        except (OSError, TypeError) as error:
            raise PortError(
                f"port {self._url!r} disconnected: {reason(error)}; "
                "check the cable and the robot's power"
            ) from error


def open_port(url: str, trace: LineTrace | None = None) -> RobotPort:
    """Open /dev/..., COM3, socket://HOST:PORT, another pySerial URL, or one of `add_scheme`.

    All bytes that pass are written to `trace`. Raises PortError, which quotes the URL, where it
    cannot be opened, and PortError where another process has it.
    """
    if trace is None:
        return _open_locked(url, None)
    now = datetime.now().astimezone().isoformat(timespec="milliseconds")
    try:
        port = _open_locked(url, trace)
    except PortError as error:
        trace.write(f"# {now} {url} not opened: {reason(error)}")
        raise
    trace.write(f"# {now} {url} opened")
    return port


def _open_locked(url: str, trace: LineTrace | None) -> RobotPort:
    opener = _OPENERS.get(url.partition("://")[0], _open_serial)
    port, lock = open_alone(url, opener)
    return RobotPort(url, port, lock, trace)


def open_alone(url: str, opener: Callable[[str], T]) -> tuple[T, SharedLock | None]:
    """Return what an opener opens, and the lock by which it is this process's alone.

    Raises PortError, which quotes the URL.
    """
    lock = lock_port(url)
    try:
        return opener(url), lock
    except BaseException as error:
        if lock is not None:
            lock.close()
        if isinstance(error, PortError) or not isinstance(error, OSError | ValueError):
            raise
        raise port_error(url, error) from error


def add_scheme(scheme: str, opener: PortOpener) -> None:
    """Register `opener` for the URLs of a scheme; `open_port` then uses it."""
    _OPENERS[scheme] = opener


def _open_serial(url: str) -> SerialPort:
    check_scheme(url)
    port: SerialPort = serial.serial_for_url(
        url, baudrate=BAUD, timeout=POLL_SECONDS, exclusive=True
    )
    if isinstance(port, serial.Serial) and find_spec("termios") is not None:
        _keep_lines_raised(port)
    return port


def _keep_lines_raised(port: serial.Serial) -> None:
    """Have the system leave DTR raised when the port is closed, where it has that setting (HUPCL).

    The edge of DTR resets an Arduino Uno. POSIX systems raise DTR whenever a port is opened; one
    that was left raised then makes no edge. DTR itself is not touched: dropping it is half an edge.
    A port that refuses the setting is used without it. Source: termios(3), HUPCL.
    """
    import termios

    with suppress(termios.error, OSError):
        iflag, oflag, cflag, *others = termios.tcgetattr(port.fileno())
        kept = [iflag, oflag, cflag & ~termios.HUPCL, *others]
        termios.tcsetattr(port.fileno(), termios.TCSANOW, kept)


def clock_of(port: SerialPort) -> Clock:
    """Return the port's own clock, which a simulated one has, or else the computer's."""
    clock: Clock = getattr(port, "clock", None) or SystemClock()
    return clock


_log = logging.getLogger(__name__)


class LineTrace:
    """A file to which traced ports append one line for each chunk of bytes.

    A line is the seconds since the port was opened, `>` for bytes to the robot or `<` for bytes
    from it, and the bytes, those that are not printable ASCII escaped; docs/troubleshooting.md
    shows one and says how to read it.

    Each line is written by one unbuffered system call: a crash loses none, and a signal handler may
    write one while another is being written.
    """

    def __init__(self, path: Path) -> None:
        """Open the file for appending. Raises FileError where it cannot be written."""
        try:
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError as error:
            raise FileError(
                f"cannot write the trace {str(path)!r}: {reason(error)}; name a file in "
                "a folder that exists and is writable"
            ) from error
        self._path = path
        self._failed = False

    def __enter__(self) -> LineTrace:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file. Ports that are still open are not traced any more."""
        self._failed = True
        os.close(self._file)

    def write(self, line: str) -> None:
        """Append a line. A write error ends the trace, not the robot's motion."""
        if self._failed:
            return
        try:
            os.write(self._file, f"{line}\n".encode())
        except OSError as error:
            self._failed = True
            _log.warning("the trace %s ends here: %s", self._path, reason(error))


def escaped(data: bytes) -> str:
    r"""Return bytes as printable ASCII: `\n`, `\r`, `\t`, `\\`, and `\xNN` for all others."""
    return data.decode("latin-1").encode("unicode_escape").decode("ascii")
