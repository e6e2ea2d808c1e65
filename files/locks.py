"""File lock that ends with the process that holds it, however that ends.

Of a process people are told its number and its command, without anything secret.

Windows has no such lock; there nobody is known to hold one.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from files.access import FileError, open_lock_file, open_to_read

LOCKS_SUPPORTED = sys.platform != "win32"

if sys.platform != "win32":
    import fcntl

# Whoever asks holds the lock for a moment.
TRIES = 5
RETRY_DELAY_SECONDS = 0.02
# How often a holder is found stopped before that is an error; Ctrl-Z may be followed by fg.
_STOPPED_TRIES = 100
_SHOWN_BYTES = 1000  # of a lock file
_NAMED_PROCESS = re.compile(r"process ([0-9]{1,9})\b")

_PROCESSES = Path("/proc")
# A command of rokumen and the one in it; what follows may be a token, or an address with one.
_COMMANDS = 2
_COMMAND = re.compile("[a-z][a-z-]{0,30}")
_OURS = ("rokumen", "__main__.py")
# What Linux calls processes that a signal or a debugger has stopped.
_STOPPED = ("T", "t")


def acquire(file: IO[Any]) -> bool:
    """Hold a file until it is closed; False where another one holds it."""
    return any(_try_again(file, number) for number in range(TRIES))


@contextmanager
def holding(path: Path) -> Iterator[None]:
    """Hold the lock file at `path` within the block, as soon as nobody else does.

    Raises OSError where it cannot be written, and FileError where the process that holds it was
    stopped: it would hold it until somebody continues it.
    """
    with open_lock_file(path) as file:
        _wait_until_acquired(file)
        name_holder(file)
        yield


@dataclass(frozen=True, slots=True)
class SharedLock:
    """A lock file that all users of this computer may hold, held until it is closed."""

    path: Path
    file: IO[str]

    def close(self) -> None:
        """Remove the file, as far as it is this user's, and let others hold it."""
        if not self.file.closed:
            with suppress(OSError):
                self.path.unlink()
            self.file.close()


def hold_shared(path: Path) -> SharedLock | str:
    """Hold a lock file of all users, or return in words which process holds it. Raises OSError."""
    holder = ""
    for _ in range(TRIES):
        file = open_lock_file(path, for_all_users=True)
        if not acquire(file):
            holder = holder_of(file)
        # Who held it may have removed it since it was opened: then others hold a new one.
        elif _is_at(file, path):
            name_holder(file)
            return SharedLock(path, file)
        file.close()
        if holder:
            break
    return holder or "another process"


def _is_at(file: IO[str], path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.lstat())
    except FileNotFoundError:
        return False


@contextmanager
def changing(path: Path) -> Iterator[None]:
    """Keep others from changing a file within the block, which reads it and replaces it.

    They are other threads and processes that use this too. Raises what `holding` raises.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with holding(path.with_name(f".{path.name}.lock")):
        yield


def name_holder(file: IO[str]) -> None:
    """Write into a lock file which process holds it. Raises OSError."""
    file.seek(0)
    file.truncate()
    file.write(this_process())
    file.flush()


def holder_of(file: IO[str]) -> str:
    """Return which process holds a lock file, in words. Raises OSError.

    Words that a terminal would take for commands are not its: other users may write into it.
    """
    file.seek(0)
    words = file.read(_SHOWN_BYTES)
    return words if words and words.isprintable() else "another process"


def _wait_until_acquired(file: IO[str]) -> None:
    stopped = 0
    while not _try_lock(file, exclusive=True):
        holder = holder_of(file)
        named = _NAMED_PROCESS.match(holder)
        stopped = stopped + 1 if named and is_stopped(int(named[1])) else 0
        if named and stopped == _STOPPED_TRIES:
            raise FileError(
                f"{holder} is at work on it, and was stopped: continue it, with `kill -CONT "
                f"{named[1]}` or fg, or end it"
            )
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


def this_process() -> str:
    """Return this process as messages name it: "process 4711 ('rokumen run')".

    Of the command line only the program is told, and of rokumen its commands: other programs may
    read it, and an option may hold a secret.
    """
    program = Path(sys.argv[0]).name if sys.argv else ""
    if program not in _OURS:
        return f"process {os.getpid()} ({program or 'python'!r})"
    words = ["rokumen"]
    for word in sys.argv[1 : 1 + _COMMANDS]:
        if not _COMMAND.fullmatch(word):
            break
        words.append(word)
    return f"process {os.getpid()} ({' '.join(words)!r})"


def is_stopped(process: int) -> bool:
    """Return whether a process was stopped and not continued, as far as the system tells."""
    try:
        status = (_PROCESSES / str(process) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    # The name of its program, in brackets, may have any characters.
    return status.rpartition(")")[2].split()[:1] in [[state] for state in _STOPPED]
