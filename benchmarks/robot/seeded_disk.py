"""A disk whose calls are steps, and fail once or for good."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

_RANDOM_NAME = re.compile(r"\.[0-9a-f]{16}(?=\.unfinished)")
_WRITES = os.O_CREAT | os.O_WRONLY | os.O_RDWR


class Disk:
    """The calls of a process that write below a folder. They fail while it `is_full`.

    The next one fails with `fails_once`; the first write to a full disk writes its first half.
    """

    def __init__(self, folder: Path, step: Callable[[str, str], None]) -> None:
        self.is_full = False
        self.fails_once = False
        self._folder = folder
        self._step = step
        self._names: dict[int, str] = {}
        self._halves = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def fill(self) -> None:
        """Let no more be written but one half of something."""
        self.is_full, self._halves = True, 1

    def open(self, path: Path | str, flags: int, mode: int = 0o777) -> int:
        """Open a file as `os.open` does."""
        if not flags & _WRITES or self._folder not in Path(path).parents:
            return os.open(path, flags, mode)
        name = _RANDOM_NAME.sub("", str(Path(path).relative_to(self._folder)))
        self._step("disk", f"open {name}")
        if self.fails_once or (self.is_full and not Path(path).exists()):
            self._fail()
        handle = os.open(path, flags, mode)
        self._names[handle] = name
        return handle

    def write(self, handle: int, data: bytes) -> int:
        """Write as `os.write` does."""
        if handle not in self._names:
            return os.write(handle, data)
        self._step("disk", f"write {self._names[handle]} {data!r}")
        if self.is_full and self._halves:
            self._halves -= 1
            return os.write(handle, data[: len(data) // 2])
        if self.is_full or self.fails_once:
            self._fail()
        return os.write(handle, data)

    def fsync(self, handle: int) -> None:
        """Wait for the disk as `os.fsync` does, which here takes no time."""
        if handle not in self._names:
            return
        self._step("disk", f"flush {self._names[handle]}")
        if self.is_full or self.fails_once:
            self._fail()

    def _fail(self) -> NoReturn:
        number = errno.ENOSPC if self.is_full else errno.EIO
        self.fails_once = False
        self._step("disk", f"fails: {os.strerror(number)}")
        raise OSError(number, os.strerror(number))
