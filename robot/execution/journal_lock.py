"""File lock that shows whether a process is still writing a journal.

The operating system releases the lock when the process ends, also by a crash, which tells a crashed
run from an active one. Windows has no such lock: there a journal always counts as unlocked.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import IO

LOCKS_SUPPORTED = sys.platform != "win32"

if sys.platform != "win32":
    import fcntl

# A process that tests the lock holds it for a moment.
TRIES = 5
RETRY_DELAY_SECONDS = 0.02


def acquire(file: IO[str]) -> bool:
    """Lock a journal until it is closed; return False if another process has locked it."""
    return any(_try_again(file, number) for number in range(TRIES))


def is_locked(path: Path) -> bool:
    """Return True if a process has locked the journal at `path`; False if there is no file."""
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
        # On a file system without locks the journal counts as unlocked.
        return True
    return True
