"""A trace of a robot's line: every byte that passes, in a text file, with its time and direction.

docs/troubleshooting.md shows one and says how to read it.
"""

from __future__ import annotations

import logging
import os
from datetime import datetime
from pathlib import Path

from files.access import FileError
from files.wording import reason
from robot.clock import Clock
from robot.link.port import PortOpener, TimedPort, clock_of, open_port

_log = logging.getLogger(__name__)


class LineTrace:
    """A file to which traced ports append one line for each chunk of bytes.

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

    def open_port(self, url: str, opener: PortOpener = open_port) -> TracedPort:
        """Open a port with `opener` and trace it. Raises PortError."""
        now = datetime.now().astimezone().isoformat(timespec="milliseconds")
        try:
            port = opener(url)
        except OSError as error:
            self.write(f"# {now} {url} not opened: {reason(error)}")
            raise
        self.write(f"# {now} {url} opened")
        return TracedPort(port, self)

    def write(self, line: str) -> None:
        """Append a line. A write error ends the trace, not the robot's motion."""
        if self._failed:
            return
        try:
            os.write(self._file, f"{line}\n".encode())
        except OSError as error:
            self._failed = True
            _log.warning("the trace %s ends here: %s", self._path, reason(error))


class TracedPort:
    """A port that appends to a trace what is read from it and written to it.

    A line is the seconds since the port was opened, by the port's clock, `>` for bytes to the robot
    or `<` for bytes from it, and the bytes, those that are not printable ASCII escaped.
    """

    def __init__(self, port: TimedPort, trace: LineTrace) -> None:
        self.clock: Clock = clock_of(port)
        self._port = port
        self._trace = trace
        self._opened_at = self.clock.now()

    @property
    def in_waiting(self) -> int:
        """See `Port`."""
        return self._port.in_waiting

    @property
    def timeout(self) -> float | None:
        """See `TimedPort`."""
        return self._port.timeout

    @timeout.setter
    def timeout(self, seconds: float | None) -> None:
        self._port.timeout = seconds

    def read(self, size: int = 1, /) -> bytes:
        """See `Port`."""
        data = self._port.read(size)
        if data:
            self._note("<", data)
        return data

    def write(self, data: bytes, /) -> int | None:
        """See `Port`. The bytes are traced before they are sent."""
        self._note(">", data)
        return self._port.write(data)

    def close(self) -> None:
        """See `Port`."""
        self._trace.write(f"# {self._seconds()} closed")
        self._port.close()

    def _note(self, direction: str, data: bytes) -> None:
        self._trace.write(f"{self._seconds()} {direction} {escaped(data)}")

    def _seconds(self) -> str:
        return f"{self.clock.now() - self._opened_at:.6f}"


def escaped(data: bytes) -> str:
    r"""Return bytes as printable ASCII: `\n`, `\r`, `\t`, `\\`, and `\xNN` for all others."""
    return data.decode("latin-1").encode("unicode_escape").decode("ascii")
