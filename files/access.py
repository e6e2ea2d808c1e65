"""Opens files that a user names or that lie in the project's folders.

A device or a FIFO is never read: it may have no end, or keep the reader waiting for ever.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import IO

from files.errors import Error

# Most bytes of a text that is written by hand or by this project: settings, profiles, states.
MAX_TEXT_BYTES = 4 * 1024 * 1024

MAX_LINE = 1024 * 1024  # characters

# How texts of a user are read: UTF-8, perhaps with the byte order mark that Windows puts before it.
ENCODING = "utf-8-sig"

_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a FIFO (named pipe)"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)
# Opening a FIFO must not wait for its other end, nor a terminal become the controlling one.
_NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_CLOSE_ON_EXEC = getattr(os, "O_CLOEXEC", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)

# Others may make a file, or remove it, between two looks at it.
_OPEN_TRIES = 20

# The end of the name of a file that will take the place of another; one of a process that was
# killed is removed after this time.
UNFINISHED = ".unfinished"
_ABANDONED_SECONDS = 3600


class FileError(Error, OSError):
    """The file is too large, is a folder, a FIFO, a device or a socket, or cannot be written."""

    code = "E102"


def read_bytes(path: Path, limit: int) -> bytes:
    """Return the content of a regular file of at most `limit` bytes.

    Raises OSError: FileError, or why it cannot be opened or read.
    """
    with open_to_read(path) as file:
        size = os.fstat(file.fileno()).st_size
        if size > limit:
            raise FileError(f"it has {size} bytes; such a file may have {limit} at most")
        # No more than that, although a file may grow meanwhile.
        return file.read(size)


def read_text(path: Path, limit: int = MAX_TEXT_BYTES) -> str:
    """Return the content of a text file in UTF-8, its line ends as `\\n`.

    Raises what `read_bytes` raises, and UnicodeDecodeError.
    """
    text = read_bytes(path, limit).decode(ENCODING)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def open_to_read(path: Path) -> IO[bytes]:
    """Return a regular file, opened to be read. Raises OSError."""
    return os.fdopen(_open(path, os.O_RDONLY), "rb")


def open_text(path: Path) -> IO[str]:
    """Return a regular file, opened to be read as UTF-8. Raises OSError."""
    return io.TextIOWrapper(open_to_read(path), encoding=ENCODING)


def open_to_append(path: Path) -> IO[str]:
    """Return a regular file, created if there is none, opened to append UTF-8. Raises OSError."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
    return os.fdopen(_open(path, flags), "a", encoding="utf-8")


def write_text(path: Path, text: str) -> None:
    """Write a regular file in UTF-8. Raises OSError, and ValueError for a lone surrogate."""
    data = text.encode()
    with _open_to_write(path) as file:
        file.write(data)


def open_lock_file(path: Path, *, for_all_users: bool = False) -> IO[str]:
    """Return a regular file, created if there is none, opened to be locked and to be written.

    It is no link, and has no other name: who holds the lock writes into it. `for_all_users`: every
    user of the computer may do so. Raises OSError.
    """
    handle = _open_or_create(path, 0o666 if for_all_users else None)
    if os.fstat(handle).st_nlink > 1:
        os.close(handle)
        raise FileError(f"{str(path)!r} is a second name of another file; remove it")
    return os.fdopen(handle, "r+", encoding="utf-8", errors="replace")


def _open_or_create(path: Path, mode: int | None) -> int:
    """Open a file that is no link to be read and written; a new one has `mode`, if it is given.

    In a folder of all users Linux refuses to open another user's file as one that may be created
    (sysctl fs.protected_regular), to root too: it is first opened as it is.
    """
    for _ in range(_OPEN_TRIES):
        try:
            return _open(path, os.O_RDWR | _NO_LINK)
        except FileNotFoundError:
            pass
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise FileError(f"{str(path)!r} is a link; remove it") from error
            raise
        with suppress(FileExistsError):
            handle = _open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _NO_LINK)
            if mode is not None:
                os.fchmod(handle, mode)
            return handle
    raise FileError(f"{str(path)!r} is made and removed by others; try again")


def replace_text(path: Path, text: str) -> None:
    """Write a text file, in a folder that is made where there is none.

    An older file is replaced as a whole or not at all, also if the power is lost meanwhile, and if
    another process does the same. Raises what `write_text` raises.
    """
    data = text.encode()
    with replacing(path) as file:
        file.write(data)
        flush_to_disk(file)


def replace_text_at_once(path: Path, text: str) -> None:
    """Write a text file as `replace_text` does, without waiting for the disk.

    A loss of power may leave a file that is cut off. Raises what `write_text` raises.
    """
    data = text.encode()
    with replacing(path) as file:
        file.write(data)


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Give a new file that takes the place of the one at `path` at the end of the block.

    Where the block raises, the older one stays. Its name is its own, so that several processes may
    replace a file at once, and no link is followed. Raises OSError.
    """
    check_regular(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    _remove_abandoned(path)
    unfinished = path.with_name(f"{path.name}.{os.urandom(8).hex()}{UNFINISHED}")
    try:
        with open(unfinished, "wb", opener=_open_new) as file:
            yield file
        unfinished.replace(path)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise


def flush_to_disk(file: IO[bytes]) -> None:
    """Wait until what was written into a file is on the disk. Raises OSError."""
    file.flush()
    os.fsync(file.fileno())


def _remove_abandoned(path: Path) -> None:
    """Remove what processes that were killed left of files for this place."""
    for left in path.parent.glob(f"{escape(path.name)}.*{UNFINISHED}"):
        # Another process may finish its own file and move it away meanwhile.
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _ABANDONED_SECONDS:
                left.unlink()


def lines_of(file: IO[str]) -> Iterator[str]:
    """Yield the lines of a file or stream. Raises ValueError for one of MAX_LINE or more.

    A stream without an end of a line would otherwise be read until memory ends.
    """
    number = 0
    while line := file.readline(MAX_LINE):
        number += 1
        if len(line) == MAX_LINE:
            raise ValueError(f"line {number} has {MAX_LINE} or more characters: {line[:20]!r}...")
        yield line


def visible(paths: Iterable[Path]) -> list[Path]:
    """Return paths in order, without hidden files, whose names begin with a dot.

    On disks of other systems macOS leaves a `._NAME` beside each NAME.
    """
    return sorted(path for path in paths if not path.name.startswith("."))


def check_regular(path: Path) -> None:
    """Raise FileError for what is there but is no regular file.

    For libraries that open a file themselves.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    _check_mode(mode)


def _open_to_write(path: Path) -> IO[bytes]:
    return os.fdopen(_open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), "wb")


def _open_new(path: str, _: int) -> int:
    return _open(Path(path), os.O_WRONLY | os.O_CREAT | os.O_EXCL)


def _open(path: Path, flags: int) -> int:
    # Before it is opened, since opening some devices has effects; and after it, since another one
    # may have taken its place.
    check_regular(path)
    handle = os.open(path, flags | _NO_WAIT | _BINARY | _CLOSE_ON_EXEC, 0o666)
    try:
        _check_mode(os.fstat(handle).st_mode)
    except OSError:
        os.close(handle)
        raise
    return handle


def _check_mode(mode: int) -> None:
    if not stat.S_ISREG(mode):
        kind = next((name for is_kind, name in _KINDS if is_kind(mode)), "something else")
        raise FileError(f"it is {kind}, not a regular file")
