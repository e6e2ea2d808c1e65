"""A trace of a robot's line: every byte that passes, in a text file, with its time and direction.

A line is the seconds since the port was opened, `>` for bytes to the robot or `<` for bytes from
it, and the bytes, those that are not printable ASCII escaped.

docs/troubleshooting.md shows one and says how to read it.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path

from files.access import FileError
from files.wording import reason

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
