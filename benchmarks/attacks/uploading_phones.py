"""The memory of a server to which many phones upload photographs of their cubes at once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from benchmarks.attacks.malformed_requests import Server, serving
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Record, column
from benchmarks.support.sized_cubes import drawn_cube
from vision.arrays import Image

MAX_MEGABYTES = 1200

# As phones take them, sent as the page sends a file that the browser does not open.
_WIDTH, _HEIGHT = 4000, 3000
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
    """Post photographs and have the cube read; return whether it was told."""
    name = ""
    for photograph in photographs:
        answer = _ask(server, f"/api/photographs?set={name}", photograph)
        if "set" not in answer:
            return False
        name = answer["set"]
    return "reading" in _ask(server, "/api/photographs/read", json.dumps({"set": name}).encode())


def _ask(server: Server, path: str, body: bytes) -> dict[str, Any]:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=_PATIENCE)
    try:
        connection.request("POST", path, body, server.headers())
        answer: dict[str, Any] = json.loads(connection.getresponse().read())
        return answer
    finally:
        connection.close()
