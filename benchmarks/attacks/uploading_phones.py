"""The memory of a server to which many phones upload photographs of their cubes at once."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from benchmarks.attacks.malformed_requests import Server, serving
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Record, column
from benchmarks.support.sized_cubes import drawn_cube
from vision.arrays import Image

MAX_MEGABYTES = 1200

# As phones take them, in parts as the page sends a file that the browser does not open.
_WIDTH, _HEIGHT = 4000, 3000
_PART_BYTES = 512 * 1024
_SENSOR_NOISE = 8.0
_QUALITY = 85  # some 1.3 MB
# A cube after others, each of which takes some seconds.
_PATIENCE = 900.0


@dataclass(frozen=True, slots=True)
class UploadingPhones(Record):
    """The most memory that a server had while each phone sent six photographs of 12 megapixels.

    `cubes` counts the phones that were told their cube; the others were told to try again.
    """

    key = "uploading_phones"
    title = "photographs of many phones at once"

    phones: int = column("phones")
    megabytes_sent: float = column("MB sent", ".0f")
    cubes: int = column("cubes")
    megabytes: float = column("most MB", ".0f")

    @property
    def is_good(self) -> bool:
        """Return whether the server stayed within its memory."""
        return self.megabytes <= MAX_MEGABYTES


def upload_at_once(phones: int, progress: Progress) -> UploadingPhones:
    """Let phones upload photographs of a drawn cube at once, and have it read."""
    pictures = [frame.image for frame in drawn_cube(3, 0).frames]
    photographs = [_photograph(picture, number) for number, picture in enumerate(pictures)]
    with (
        TemporaryDirectory(prefix="rokumen-attack-") as folder,
        serving(Path(folder)) as server,
        ThreadPoolExecutor(phones) as threads,
    ):
        answers = threads.map(lambda _: _upload(server, photographs), range(phones))
        told = list(progress.each("uploading phones", answers, phones))
        sent = phones * sum(map(len, photographs))
        return UploadingPhones(phones, sent / 1e6, sum(told), server.peak_bytes / 2**20)


def _photograph(image: Image, seed: int) -> bytes:
    """Return a picture as a file of 12 megapixels, with the noise of a phone's sensor."""
    noise = np.random.default_rng(seed).normal(0.0, _SENSOR_NOISE, image.shape)
    noisy = np.clip(image + noise, 0, 255).astype(np.uint8)
    large = cv2.resize(noisy, (_WIDTH, _HEIGHT), interpolation=cv2.INTER_CUBIC)
    return cv2.imencode(".jpg", large, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()


def _upload(server: Server, photographs: Sequence[bytes]) -> bool:
    """Send photographs in parts and have the cube read; return whether it was told."""
    headers = server.headers()
    origin, token = headers["Origin"], {"Authorization": headers["Authorization"]}
    address = f"ws://127.0.0.1:{server.port}/api/photographs"
    with connect(address, origin=Origin(origin), additional_headers=token) as page:
        page.recv(_PATIENCE)  # how many it has taken: none yet
        for photograph in photographs:
            _send(page, photograph)
        return "reading" in _ask(page, {"do": "read"})


def _send(page: ClientConnection, photograph: bytes) -> None:
    for start in range(0, len(photograph), _PART_BYTES):
        part = photograph[start : start + _PART_BYTES]
        _ask(page, {"do": "part", "data": b64encode(part).decode()})
    _ask(page, {"do": "file"})


def _ask(page: ClientConnection, command: dict[str, str]) -> dict[str, Any]:
    page.send(json.dumps(command))
    answer: dict[str, Any] = json.loads(page.recv(_PATIENCE))
    return answer
