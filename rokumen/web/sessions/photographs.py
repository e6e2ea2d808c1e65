"""WebSocket session of photographs: they are collected, and read together at the end."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rokumen.errors import InputError
from rokumen.storage.profiles import NO_PROFILE, SelectedProfile
from rokumen.web.sessions.scan import encode_reading
from vision.capture.frame import Frame
from vision.nxn.any_size import read_any_size

MAX_PHOTOGRAPHS = 24


class PhotographSession:
    """The photographs of one page, of one cube. Not thread-safe."""

    def __init__(self, chosen: SelectedProfile = NO_PROFILE) -> None:
        """Begin without a photograph; `chosen` is the colour profile that they are read with."""
        self._chosen = chosen
        self._photographs: list[Frame] = []

    def see(self, frame: Frame) -> dict[str, Any]:
        """Take a photograph. Raises InputError for one too many."""
        number = len(self._photographs) + 1
        if number > MAX_PHOTOGRAPHS:
            raise InputError(f"more than {MAX_PHOTOGRAPHS} photographs: six of one cube are enough")
        self._photographs.append(replace(frame, name=f"photograph {number}"))
        return self.state()

    def handle_command(self, command: Mapping[str, Any]) -> dict[str, Any]:
        """Read the cube at "read". Raises InputError, and what `read_any_size` raises."""
        if command.get("do") != "read":
            raise InputError(
                f"{str(command.get('do'))[:40]!r} is no command; send photographs, read"
            )
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
