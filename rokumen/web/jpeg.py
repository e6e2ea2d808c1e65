"""Decodes JPEG images of limited size, and encodes cameras' pictures."""

from __future__ import annotations

import cv2

from rokumen.errors import InputError
from vision.arrays import Image
from vision.capture.decoding import decode_picture
from vision.capture.picture_header import read_header

MAX_BYTES = 1024 * 1024
MAX_PIXELS = 1920 * 1080
QUALITY = 80  # of what is encoded, in percent


def read_jpeg(data: bytes) -> Image:
    """Return the decoded image (H x W x 3 uint8 BGR). Raises InputError if bad or too large."""
    if len(data) > MAX_BYTES:
        raise InputError(f"the picture has {len(data)} bytes; the maximum is {MAX_BYTES}")
    try:
        header = read_header(data)
    except ValueError as error:
        raise InputError(f"the picture cannot be read: {error}") from error
    if header.kind != "JPEG":
        raise InputError(f"the picture is a {header.kind}; send JPEG")
    if header.pixels > MAX_PIXELS:
        raise InputError(
            f"the picture has {header.width} x {header.height} pixels; the maximum is {MAX_PIXELS}"
        )
    try:
        return decode_picture(data)[0]
    except ValueError as error:
        raise InputError(f"the picture cannot be decoded: {error}") from error


def write_jpeg(image: Image) -> bytes:
    """Return the JPEG file of an image (H x W x 3 uint8 BGR)."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
