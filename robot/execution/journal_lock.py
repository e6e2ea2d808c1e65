"""File lock that shows whether a process is still writing a journal.

The lock ends with the process, however that ends, so that a run that crashed is told from one that
goes on. Windows has no such lock; there nobody is known to hold one.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import IO

LOCKS_SUPPORTED = sys.platform != "win32"

if sys.platform != "win32":
    import fcntl

# Whoever asks holds the lock for a moment.
TRIES = 5
RETRY_DELAY_SECONDS = 0.02


def acquire(file: IO[str]) -> bool:
    """Hold a journal until it is closed; False where another one holds it."""
    return any(_try_again(file, number) for number in range(TRIES))


def is_locked(path: Path) -> bool:
    """Return True if somebody holds the journal at `path`; nobody holds one that is not there."""
    try:
        with path.open(encoding="utf-8") as file:
            return not _try_lock(file, exclusive=False)
    except OSError:
        return False


def _try_again(file: IO[str], number: int) -> bool:
    if number:
        time.sleep(RETRY_DELAY_SECONDS)
    return _try_lock(file, exclusive=True)


def _try_lock(file: IO[str], *, exclusive: bool) -> bool:
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
