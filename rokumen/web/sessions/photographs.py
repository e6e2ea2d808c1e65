"""WebSocket session of photographs: they are collected, and read together at the end.

A file that the browser cannot open itself, as HEIC in most, comes as it is, in parts. Photographs
are kept as the files that came, within one budget of memory for the whole server, and decoded to be
read: a decoded one takes many times as much.
"""

from __future__ import annotations

import binascii
import time
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import asdict
from threading import Lock
from typing import Any, Self

import cv2

from files.documents import require
from rokumen.errors import InputError
from rokumen.storage.profiles import NO_PROFILE, SelectedProfile
from rokumen.web.sessions.found_faces import faces_of_reading, find_in_photographs
from rokumen.web.sessions.readings import encode_reading, on_page, scheme_of
from rokumen.web.sessions.serving import MAX_PIXELS, read_jpeg
from vision.capture.decoding import decode_picture
from vision.capture.frame import Frame, check_has_colour
from vision.colour.scheme import KnownScheme
from vision.errors import ImageSetError, NoFaceError
from vision.reading import read

MAX_PHOTOGRAPHS = 24
MAX_FILE_BYTES = 16 * 1024 * 1024  # of a file that comes in parts
# Of all files and parts that the sessions of the server keep: six of a phone for each of 32 phones.
MAX_KEPT_BYTES = 256 * 1024 * 1024
# One file at a time is decoded, since each may take much memory.
_DECODING = Lock()


class KeptBytes:
    """How many bytes the sessions of a server keep, of `most`. Used by several threads."""

    def __init__(self, most: int = MAX_KEPT_BYTES) -> None:
        self._most = most
        self._lock = Lock()
        self._kept = 0

    def add(self, count: int) -> None:
        """Keep so many bytes more, or fewer where it is negative. Raises InputError if too many."""
        with self._lock:
            if count > 0 and self._kept + count > self._most:
                raise InputError(
                    f"busy: the photographs of all pages have {self._most} bytes together at most; "
                    "try again in a minute"
                )
            self._kept += count


class PhotographSession:
    """The photographs of one page, of one cube. Not thread-safe."""

    def __init__(self, chosen: SelectedProfile = NO_PROFILE, kept: KeptBytes | None = None) -> None:
        """Begin without a photograph; `chosen` is the colour profile that they are read with.

        `kept` counts what all sessions keep; without it this session alone.
        """
        self._chosen = chosen
        self._kept = kept or KeptBytes()
        self._photographs: list[bytes] = []
        self._parts = bytearray()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._forget_parts()
        self._take_photographs()

    def see(self, frame: Frame) -> dict[str, Any]:
        """Take a picture of the server's camera. Raises InputError for one too many."""
        return self._keep(cv2.imencode(".png", frame.image)[1].tobytes())

    def see_jpeg(self, data: bytes) -> dict[str, Any]:
        """Take a photograph that the browser has opened. Raises InputError for none."""
        read_jpeg(data)
        return self._keep(data)

    def _keep(self, data: bytes) -> dict[str, Any]:
        if len(self._photographs) == MAX_PHOTOGRAPHS:
            raise InputError(f"more than {MAX_PHOTOGRAPHS} photographs: six of one cube are enough")
        self._kept.add(len(data))
        self._photographs.append(data)
        return self.state()

    def _take_photographs(self) -> list[bytes]:
        """Return the photographs, which are no longer kept."""
        taken, self._photographs = self._photographs, []
        self._kept.add(-sum(map(len, taken)))
        return taken

    def _forget_parts(self) -> None:
        self._kept.add(-len(self._parts))
        self._parts.clear()

    def handle_command(self, command: Mapping[str, Any]) -> dict[str, Any]:
        """Take a part of a file ("part", its `data` in base64), take the file whose parts have come
        ("file"), or read the cube ("read", with what is known of the order of its colours).

        Raises InputError.
        """
        match command.get("do"):
            case "part":
                return self._take_part(command)
            case "file":
                return self._take_file()
            case "read":
                return self._read(scheme_of(command))
        raise InputError(
            f"{str(command.get('do'))[:40]!r} is no command; send photographs, part, file or read"
        )

    def _take_part(self, command: Mapping[str, Any]) -> dict[str, Any]:
        try:
            part = b64decode(require(command, "data", str), validate=True)
        except binascii.Error as error:
            self._forget_parts()
            raise InputError(f"the data of a part is not base64: {error}") from error
        if len(self._parts) + len(part) > MAX_FILE_BYTES:
            self._forget_parts()
            raise InputError(
                f"the photograph has more than {MAX_FILE_BYTES} bytes: save it smaller, as JPEG"
            )
        self._kept.add(len(part))
        self._parts += part
        return self.state()

    def _take_file(self) -> dict[str, Any]:
        data = bytes(self._parts)
        self._forget_parts()
        try:
            with _DECODING:
                decode_picture(data, MAX_PIXELS)
        except ValueError as error:
            raise InputError(f"the photograph cannot be read: {error}") from error
        return self._keep(data)

    def _read(self, scheme: KnownScheme) -> dict[str, Any]:
        """Return the cube, or what is missing where the photographs do not show a whole one.

        With what was found in each of them.
        """
        if not self._photographs:
            raise InputError("no photograph was sent: choose those of the six faces")
        now = time.monotonic()
        photographs = [
            Frame(decode_picture(data, MAX_PIXELS)[0], now, f"photograph {number}")
            for number, data in enumerate(self._take_photographs(), start=1)
        ]
        began = time.perf_counter()
        check_has_colour(photographs)
        try:
            reading = read(photographs, scheme, profile=self._chosen.profile)
        except (ImageSetError, NoFaceError) as error:
            return {"problem": on_page(str(error)), **asdict(find_in_photographs(photographs))}
        document = encode_reading(reading, time.perf_counter() - began, scheme)
        found = asdict(faces_of_reading(reading, photographs))
        return {"size": reading.size, "reading": document, **found}

    def state(self) -> dict[str, Any]:
        """Return how many photographs were taken."""
        return {"taken": len(self._photographs)}
