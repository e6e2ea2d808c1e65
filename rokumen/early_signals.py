"""Ends a command that a signal reaches while its modules load: at once, and without a traceback.

Python would raise KeyboardInterrupt in the midst of an import. Here nothing is loaded but what
Python itself has loaded before.
"""

from __future__ import annotations

import os
import sys

# `signal` would load others before the first handler is set.
from _signal import SIG_IGN, SIGINT, SIGTERM, getsignal, signal  # type: ignore[import-not-found]

try:
    from _signal import SIGHUP
except ImportError:  # Windows
    _NUMBERS: tuple[int, ...] = (SIGINT, SIGTERM)
else:
    _NUMBERS = (SIGINT, SIGTERM, SIGHUP)

_NAMES = ("rokumen", "rokumen.exe")


def end_at_once(number: int, _: object) -> None:
    """End the process with the status that a shell gives to the signal: 130 for SIGINT."""
    os._exit(128 + number)


def _is_command() -> bool:
    """Return whether the process was started as `rokumen` or `python -m rokumen`.

    While Python looks for the module of -m, which loads this package, its name is not known yet.
    """
    name = sys.argv[0] if sys.argv else ""
    return name in sys.orig_argv and (name == "-m" or os.path.basename(name) in _NAMES)


def _begin() -> tuple[int, ...]:
    """Let signals end the process at once if it is a command, and return which do.

    One that it was started to ignore stays ignored. Who imports the package, and a worker process,
    keep their own handlers.
    """
    if not _is_command():
        return ()
    found = tuple(number for number in _NUMBERS if getsignal(number) != SIG_IGN)
    for number in found:
        signal(number, end_at_once)
    return found


# The signals that end this process at once until its command runs.
AT_ONCE = _begin()
