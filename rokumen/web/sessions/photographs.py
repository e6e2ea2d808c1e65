"""WebSocket session of photographs: they are collected, and read together at the end.

A file that the browser cannot open itself, as HEIC in most, comes as it is, in parts.
"""

from __future__ import annotations

import binascii
import time
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import replace
from threading import Lock
from typing import Any

from files.documents import require
from rokumen.errors import InputError
from rokumen.storage.profiles import NO_PROFILE, SelectedProfile
from rokumen.web.sessions.scan import encode_reading
from rokumen.web.sessions.serving import MAX_PIXELS
from vision.any_size import read_any_size
from vision.capture.decoding import decode_picture
from vision.capture.frame import Frame

MAX_PHOTOGRAPHS = 24
MAX_FILE_BYTES = 16 * 1024 * 1024  # of a file that comes in parts
# One file at a time is decoded, since each may take much memory.
_DECODING = Lock()


class PhotographSession:
    """The photographs of one page, of one cube. Not thread-safe."""

    def __init__(self, chosen: SelectedProfile = NO_PROFILE) -> None:
        """Begin without a photograph; `chosen` is the colour profile that they are read with."""
        self._chosen = chosen
        self._photographs: list[Frame] = []
        self._parts = bytearray()

    def see(self, frame: Frame) -> dict[str, Any]:
        """Take a photograph. Raises InputError for one too many."""
        number = len(self._photographs) + 1
        if number > MAX_PHOTOGRAPHS:
            raise InputError(f"more than {MAX_PHOTOGRAPHS} photographs: six of one cube are enough")
        self._photographs.append(replace(frame, name=f"photograph {number}"))
        return self.state()

    def handle_command(self, command: Mapping[str, Any]) -> dict[str, Any]:
        """Take a part of a file ("part", its `data` in base64), take the file whose parts have come
        ("file"), or read the cube ("read").

        Raises InputError, and what `read_any_size` raises.
        """
        match command.get("do"):
            case "part":
                return self._take_part(command)
            case "file":
                return self._take_file()
            case "read":
                return self._read()
        raise InputError(
            f"{str(command.get('do'))[:40]!r} is no command; send photographs, part, file or read"
        )

    def _take_part(self, command: Mapping[str, Any]) -> dict[str, Any]:
        try:
            self._parts += b64decode(require(command, "data", str), validate=True)
        except binascii.Error as error:
            self._parts.clear()
            raise InputError(f"the data of a part is not base64: {error}") from error
        if len(self._parts) > MAX_FILE_BYTES:
            self._parts.clear()
            raise InputError(
                f"the photograph has more than {MAX_FILE_BYTES} bytes: save it smaller, as JPEG"
            )
        return self.state()

    def _take_file(self) -> dict[str, Any]:
        data = bytes(self._parts)
        self._parts.clear()
        try:
            with _DECODING:
                image, _ = decode_picture(data, MAX_PIXELS)
        except ValueError as error:
            raise InputError(f"the photograph cannot be read: {error}") from error
        return self.see(Frame(image, time.monotonic(), ""))

    def _read(self) -> dict[str, Any]:
        if not self._photographs:
            raise InputError("no photograph was sent: choose those of the six faces")
        photographs, self._photographs = self._photographs, []
        began = time.perf_counter()
        reading = read_any_size(photographs, self._chosen.profile)
        document = encode_reading(reading, time.perf_counter() - began)
        return {"size": reading.size, "reading": document}

    def state(self) -> dict[str, Any]:
        """Return how many photographs were taken."""
        return {"taken": len(self._photographs)}
