"""Notices when a host opens a pseudo-terminal, where the system tells (Linux's inotify)."""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress

_IN_OPEN = 0x20
_CHUNK = 4096


class PortOpenings:
    """Watches one device file; `fd` is readable after it was opened, None where none can tell."""

    def __init__(self, path: str) -> None:
        self.fd = _watch(path)

    def any_new(self) -> bool:
        """Return, once, whether the device was opened since the last call."""
        if self.fd is None:
            return False
        with suppress(BlockingIOError):
            return bool(os.read(self.fd, _CHUNK))
        return False

    def close(self) -> None:
        """End the watch."""
        if self.fd is not None:
            os.close(self.fd)


def _watch(path: str) -> int | None:
    """Return a file descriptor from inotify; None on a system without it."""
    library = ctypes.CDLL(None)
    if not hasattr(library, "inotify_init1"):
        return None
    fd = int(library.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))
    if fd < 0:
        return None
    if library.inotify_add_watch(fd, path.encode(), _IN_OPEN) < 0:
        os.close(fd)
        return None
    return fd
