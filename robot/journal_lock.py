"""Whether a run is going on: who writes its journal holds a lock on it.

The lock ends with the process, however that ends, so that a run that crashed is told from one that
goes on. Windows has no such lock; there nobody is known to hold one.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import IO

CAN_TELL = sys.platform != "win32"

if sys.platform != "win32":
    import fcntl

# Whoever asks holds the lock for a moment.
TRIES = 5
PAUSE_SECONDS = 0.02


def hold(file: IO[str]) -> bool:
    """Hold a journal until it is closed; False where another one holds it."""
    return any(_taken(file, number) for number in range(TRIES))


def is_held(path: Path) -> bool:
    """Tell whether somebody holds the journal at `path`; nobody holds one that is not there."""
    try:
        with path.open(encoding="utf-8") as file:
            return not _locked(file, exclusively=False)
    except OSError:
        return False


def _taken(file: IO[str], number: int) -> bool:
    if number:
        time.sleep(PAUSE_SECONDS)
    return _locked(file, exclusively=True)


def _locked(file: IO[str], *, exclusively: bool) -> bool:
    if sys.platform == "win32":
        return True
    kind = fcntl.LOCK_EX if exclusively else fcntl.LOCK_SH
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        # A file system without locks: nobody can be known to hold one.
        return True
    return True
