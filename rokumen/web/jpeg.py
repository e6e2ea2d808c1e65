"""Decodes JPEG images of limited size."""

from __future__ import annotations

import cv2
import numpy as np

from rokumen.errors import InputError
from vision.arrays import Image

MAX_BYTES = 1024 * 1024
MAX_PIXELS = 1920 * 1080

# Start-of-frame markers, which contain the size.
_START_OF_FRAME = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_STANDALONE_MARKERS = frozenset({0x01, *range(0xD0, 0xD9)})


def read_jpeg(data: bytes) -> Image:
    """Return the decoded image (H x W x 3 uint8 BGR). Raises InputError if bad or too large."""
    if len(data) > MAX_BYTES:
        raise InputError(f"the picture has {len(data)} bytes; the maximum is {MAX_BYTES}")
    width, height = jpeg_size(data)
    if not 0 < width * height <= MAX_PIXELS:
        raise InputError(f"the picture has {width} x {height} pixels; the maximum is {MAX_PIXELS}")
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise InputError("the picture cannot be decoded; send JPEG")
    return np.asarray(image, np.uint8)


def jpeg_size(data: bytes) -> tuple[int, int]:
    """Return width and height from the header of a JPEG. Raises InputError for other data."""
    at = 2
    if data[:2] == b"\xff\xd8":
        while at + 4 <= len(data) and data[at] == 0xFF:
            marker = data[at + 1]
            if marker in _STANDALONE_MARKERS or marker == 0xFF:
                at += 1 if marker == 0xFF else 2
            elif marker in _START_OF_FRAME and at + 9 <= len(data):
                height = int.from_bytes(data[at + 5 : at + 7])
                return int.from_bytes(data[at + 7 : at + 9]), height
            else:
                at += 2 + int.from_bytes(data[at + 2 : at + 4])
    raise InputError(f"{data[:12]!r}... is not a JPEG picture")
