"""Photographs of a cube that a page posts, each as a request's body, and the cube read from them.

The first is answered with the name of its set, by which the others come, and the request to read
it. They are kept as the files that came, within one budget of memory for the whole server, and
decoded once, to be read: a decoded one takes many times as much.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import partial
from threading import Lock
from typing import Any

from anyio import CapacityLimiter, to_thread
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from calibration.errors import CalibrationError
from files.documents import require
from rokumen.errors import InputError
from rokumen.storage.profiles import NO_PROFILE, SelectedProfile, profile_for_camera
from rokumen.web.json_messages import JsonAnswer, read_json
from rokumen.web.sessions.readings import (
    encode_reading,
    faces_of_reading,
    find_in_photographs,
    on_page,
    scheme_of,
)
from rokumen.web.sessions.serving import MAX_ERROR_CHARACTERS, MAX_PIXELS
from vision.arrays import Image
from vision.capture.decoding import decode_picture, read_header
from vision.capture.frame import Frame, check_has_colour
from vision.colour.scheme import KnownScheme
from vision.errors import ImageSetError, NoFaceError, VisionError
from vision.reading import read

PHOTOGRAPHS_PATH = "/api/photographs"
MAX_PHOTOGRAPHS = 24
MAX_FILE_BYTES = 16 * 1024 * 1024
MAX_SETS = 32
KEPT_SECONDS = 60.0  # since the last photograph of a set that is not read
# Of all files that the server keeps: six of a phone for each of 32 phones.
MAX_KEPT_BYTES = 256 * 1024 * 1024
# One file at a time is decoded, since each may take much memory.
_DECODING = Lock()


@dataclass(slots=True)
class _Set:
    """The photographs of one cube, which are forgotten at a time."""

    until: float = 0.0
    files: list[bytes] = field(default_factory=list)


class KeptPhotographs:
    """The photographs that pages have sent and that are not read yet. For one thread."""

    def __init__(
        self, most: int = MAX_KEPT_BYTES, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Begin without one; of all there are `most` bytes at most."""
        self._most = most
        self._clock = clock
        self._bytes = 0
        self._sets: dict[str, _Set] = {}
        self._being_read = 0

    def reserve(self, count: int) -> None:
        """Count so many bytes more as kept. Raises InputError if that are too many."""
        self._forget_old()
        if self._bytes + count > self._most:
            raise InputError(
                f"busy: the photographs of all pages have {self._most} bytes together at most; "
                "try again in a minute"
            )
        self._bytes += count

    def release(self, count: int) -> None:
        """Count so many bytes fewer as kept."""
        self._bytes -= count

    def add(self, name: str, data: bytes) -> str:
        """Add a file, whose bytes are reserved, to a set; "" begins one. Return the set's name.

        Raises InputError for a set that is not kept, and for one photograph or set too many.
        """
        if not name:
            if len(self._sets) + self._being_read == MAX_SETS:
                raise InputError(f"busy: {MAX_SETS} cubes are read at most; try again in a minute")
            name = secrets.token_urlsafe()
            self._sets[name] = _Set()
        files = self._set(name).files
        if len(files) == MAX_PHOTOGRAPHS:
            raise InputError(f"more than {MAX_PHOTOGRAPHS} photographs: six of one cube are enough")
        files.append(data)
        self._sets[name].until = self._clock() + KEPT_SECONDS
        return name

    @contextmanager
    def taken(self, name: str) -> Iterator[Sequence[bytes]]:
        """Yield the files of a set, of which no other request gets any; they are kept until then.

        Raises InputError for a set that is not kept.
        """
        files = self._set(name).files
        del self._sets[name]
        self._being_read += 1
        try:
            yield files
        finally:
            self._being_read -= 1
            self.release(sum(map(len, files)))

    def _set(self, name: str) -> _Set:
        if name not in self._sets:
            raise InputError("the photographs are not kept any more: choose them again")
        return self._sets[name]

    def _forget_old(self) -> None:
        now = self._clock()
        for name in [name for name, each in self._sets.items() if each.until < now]:
            self.release(sum(map(len, self._sets.pop(name).files)))


def photograph_routes(
    profile: str | None, pictures: CapacityLimiter, readings: CapacityLimiter
) -> list[Route]:
    """Return the routes under PHOTOGRAPHS_PATH; `profile` names the colour profile, if one is set.

    `pictures` bounds the threads that check files, `readings` those that read cubes.
    """
    kept = KeptPhotographs()
    take, answer = partial(_take, kept, pictures), partial(_read, kept, profile, readings)
    return [
        Route(PHOTOGRAPHS_PATH, take, methods=["POST"]),
        Route(f"{PHOTOGRAPHS_PATH}/read", answer, methods=["POST"]),
    ]


async def _take(kept: KeptPhotographs, pictures: CapacityLimiter, request: Request) -> Response:
    """Keep a photograph; answer with the name of its `set`, that of the query or a new one."""
    body = request.stream()
    parts: list[bytes] = []
    try:
        data = await _received(kept, body, parts)
        await to_thread.run_sync(_check, data, limiter=pictures)
        return JsonAnswer({"set": kept.add(request.query_params.get("set", ""), data)})
    except BaseException as error:
        kept.release(sum(map(len, parts)))
        if isinstance(error, ClientDisconnect):
            raise HTTPException(400, "the request ended before its body") from error
        if not isinstance(error, InputError):
            raise
        # A browser reads no answer before the end of what it sends.
        async for _ in body:
            pass
        return _refusal(error)


async def _received(kept: KeptPhotographs, body: AsyncIterator[bytes], parts: list[bytes]) -> bytes:
    """Return a body; `parts` gets those that are reserved. Raises InputError for one too many."""
    async for part in body:
        kept.reserve(len(part))
        parts.append(part)
    return b"".join(parts)


def _check(data: bytes) -> None:
    try:
        read_header(data)
    except ValueError as error:
        raise InputError(f"the photograph cannot be read: {error}") from error


async def _read(
    kept: KeptPhotographs, profile: str | None, readings: CapacityLimiter, request: Request
) -> Response:
    """Answer with the cube of a `set`, read with what is known of the order of its colours."""
    try:
        command = await read_json(request)
        name, scheme = require(command, "set", str), scheme_of(command)
    except (ValueError, TypeError, AttributeError) as error:
        return _refusal(error, 400)
    try:
        with kept.taken(name) as files:
            chosen = profile_for_camera(profile, "")
            answer = await to_thread.run_sync(read_cube, files, scheme, chosen, limiter=readings)
            return JsonAnswer(answer)
    except (InputError, CalibrationError, VisionError, ValueError) as error:
        return _refusal(error)


def _refusal(error: Exception, status: int = 422) -> Response:
    # What is quoted in it may be as long as a body.
    return JsonAnswer({"error": str(error)[:MAX_ERROR_CHARACTERS]}, status)


def read_cube(
    files: Sequence[bytes], scheme: KnownScheme, chosen: SelectedProfile = NO_PROFILE
) -> dict[str, Any]:
    """Return the cube, or what is missing where the photographs do not show a whole one.

    With what was found in each of them. Raises InputError for a file that cannot be decoded.
    """
    now = time.monotonic()
    photographs = [
        Frame(_decoded(data, f"photograph {number}"), now, f"photograph {number}")
        for number, data in enumerate(files, start=1)
    ]
    began = time.perf_counter()
    check_has_colour(photographs)
    try:
        reading = read(photographs, scheme, profile=chosen.profile)
    except (ImageSetError, NoFaceError) as error:
        return {"problem": on_page(str(error)), **asdict(find_in_photographs(photographs))}
    document = encode_reading(reading, time.perf_counter() - began, scheme)
    found = asdict(faces_of_reading(reading, photographs))
    return {"size": reading.size, "reading": document, **found}


def _decoded(data: bytes, name: str) -> Image:
    try:
        with _DECODING:
            return decode_picture(data, MAX_PIXELS)[0]
    except ValueError as error:
        raise InputError(f"{name} cannot be read: {error}") from error
