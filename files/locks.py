"""File lock that ends with the process that holds it, however that ends.

Windows has no such lock; there nobody is known to hold one.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import IO, Any

from files.access import open_to_read

LOCKS_SUPPORTED = sys.platform != "win32"

if sys.platform != "win32":
    import fcntl

# Whoever asks holds the lock for a moment.
TRIES = 5
RETRY_DELAY_SECONDS = 0.02


def acquire(file: IO[Any]) -> bool:
    """Hold a file until it is closed; False where another one holds it."""
    return any(_try_again(file, number) for number in range(TRIES))


def wait_until_acquired(file: IO[Any]) -> None:
    """Hold a file until it is closed, as soon as nobody else does."""
    while not _try_lock(file, exclusive=True):
        time.sleep(RETRY_DELAY_SECONDS)


def is_locked(path: Path) -> bool:
    """Return True if somebody holds the file at `path`; nobody holds one that is not there."""
    # Opening a named pipe or a device could wait for ever.
    if not path.is_file():
        return False
    try:
        with open_to_read(path) as file:
            return not _try_lock(file, exclusive=False)
    except (OSError, ValueError):
        return False


def _try_again(file: IO[Any], number: int) -> bool:
    if number:
        time.sleep(RETRY_DELAY_SECONDS)
    return _try_lock(file, exclusive=True)


def _try_lock(file: IO[Any], *, exclusive: bool) -> bool:
    if sys.platform == "win32":
        return True
    kind = fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        # A file system without locks: nobody can be known to hold one.
        return True
    return True
