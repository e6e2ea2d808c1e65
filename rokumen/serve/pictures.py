"""JPEG pictures from a browser: how large they say they are is looked at before they are opened."""

from __future__ import annotations

import cv2
import numpy as np

from rokumen.errors import InputError
from vision.arrays import Image

MOST_BYTES = 1024 * 1024
MOST_PIXELS = 1920 * 1080

# Markers that begin a frame and so say its size.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})


def read_jpeg(data: bytes) -> Image:
    """Read a picture (H x W x 3 uint8 BGR); raises InputError for one that is none or too large."""
    if len(data) > MOST_BYTES:
        raise InputError(f"a picture of {len(data)} bytes; {MOST_BYTES} are taken at most")
    width, height = jpeg_size(data)
    if not 0 < width * height <= MOST_PIXELS:
        raise InputError(f"a picture of {width} x {height}; {MOST_PIXELS} pixels are taken at most")
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise InputError("a picture that cannot be read; send JPEG")
    return np.asarray(image, np.uint8)


def jpeg_size(data: bytes) -> tuple[int, int]:
    """Give the width and height that a JPEG says it has; raises InputError for anything else."""
    at = 2
    if data[:2] == b"\xff\xd8":
        while at + 4 <= len(data) and data[at] == 0xFF:
            marker = data[at + 1]
            if marker in _ALONE or marker == 0xFF:
                at += 1 if marker == 0xFF else 2
            elif marker in _FRAMES and at + 9 <= len(data):
                height = int.from_bytes(data[at + 5 : at + 7])
                return int.from_bytes(data[at + 7 : at + 9]), height
            else:
                at += 2 + int.from_bytes(data[at + 2 : at + 4])
    raise InputError(f"{data[:12]!r}... is no JPEG picture")
