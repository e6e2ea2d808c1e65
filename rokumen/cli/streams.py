"""Standard streams that are closed, full, or of an encoding without all letters."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import TextIO

# Modes in which the null device fails as a closed stream does. Messages may be lost.
_NULL_MODES = (os.O_WRONLY, os.O_RDONLY, os.O_RDWR)


def replace_closed_streams() -> None:
    """Replace each closed standard stream, so that reading or writing it raises OSError.

    What is written to a closed standard error is lost. Without this, the next file that is opened
    would get the number of the closed stream, and messages would be written into it. Letters that
    an encoding does not have are escaped from then on.
    """
    for number, mode in enumerate(_NULL_MODES):
        try:
            os.fstat(number)
        except OSError:
            # The lowest free number is this one.
            os.open(os.devnull, mode)
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115 (open until the end)
    sys.stdout = sys.stdout or open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def discard(stream: TextIO) -> None:
    """Lose what was and will be written to a stream, so that the interpreter ends without error."""
    with suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
