"""Decodes pictures of any size in limited memory and time: large ones are reduced."""

from __future__ import annotations

from importlib import import_module

import cv2
import numpy as np

from vision.arrays import Image
from vision.capture.picture_header import PictureHeader, read_header

# Larger pictures are reduced: to find faces takes about 28 bytes for each pixel.
MAX_PIXELS = 12_500_000

MAX_FILE_BYTES = 320 * 1024 * 1024
# What decoding may take: the file, what the decoder holds, and the result.
MAX_DECODING_BYTES = 512 * 1024 * 1024
# What a small file may keep the processor busy with.
MAX_FILE_PIXELS = 500_000_000
MAX_SCANS = 50
_UNDECODED = "it is damaged; give a JPEG or PNG file"
# Of a result and the copy that the decoder makes of it.
_RESULT_BYTES = 6
_LARGEST_REDUCTIONS = {"JPEG": 8, "HEIC": 1}
_REDUCED_DECODING = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}


def decode_picture(data: bytes, max_pixels: int = MAX_PIXELS) -> tuple[Image, int]:
    """Return a picture (H x W x 3 uint8 BGR), and by which factor each side was reduced.

    The factor is the smallest power of two with which the result has `max_pixels` at most. The
    picture is rotated as its EXIF orientation says. Raises ValueError, which says what to do, for
    data that is no picture, or one that would take too much memory or time.
    """
    header = read_header(data)
    reduction = 1
    while _reduced_pixels(header, reduction) > max_pixels:
        reduction *= 2
    # Other decoders than that of JPEG decode the whole picture first, in rows.
    of_decoder = min(reduction, _LARGEST_REDUCTIONS.get(header.kind, 2))
    result = _RESULT_BYTES * _reduced_pixels(header, of_decoder)
    taken = len(data) + header.memory + result
    if (
        taken > MAX_DECODING_BYTES
        or header.pixels > MAX_FILE_PIXELS
        or (header.scans > MAX_SCANS and header.kind == "JPEG")
    ):
        raise ValueError(
            f"{header.width} x {header.height} pixels are too many for a {header.kind}"
            f"{f' of {header.scans} scans' if header.scans > 1 else ''}; "
            "save it smaller, with at most 50 million pixels, as a plain JPEG"
        )
    decoded = decode_heic(data) if header.kind == "HEIC" else _decode(data, of_decoder)
    if reduction > of_decoder:
        height, width = (max(1, side * of_decoder // reduction) for side in decoded.shape[:2])
        decoded = np.asarray(
            cv2.resize(decoded, (width, height), interpolation=cv2.INTER_AREA), np.uint8
        )
    return decoded, reduction


def _decode(data: bytes, reduction: int) -> Image:
    try:
        decoded = cv2.imdecode(np.frombuffer(data, np.uint8), _REDUCED_DECODING[reduction])
    except cv2.error as error:
        raise ValueError(_UNDECODED) from error
    if decoded is None:
        raise ValueError(_UNDECODED)
    return np.asarray(decoded, np.uint8)


def _reduced_pixels(header: PictureHeader, reduction: int) -> int:
    return -(-header.width // reduction) * -(-header.height // reduction)


def decode_heic(data: bytes) -> Image:
    """Return a HEIC picture (H x W x 3 uint8 BGR), rotated as the file says.

    More than 8 bits are reduced to 8, and transparency is ignored. Raises ValueError, which says
    what to do, where the package is missing or the data is damaged.
    """
    try:
        pillow_heif = import_module("pillow_heif")
    except ImportError as error:
        raise ValueError(
            "a HEIC picture needs pillow-heif: pip install 'rokumen[heic]', or save it as JPEG"
        ) from error
    try:
        picture = pillow_heif.open_heif(data, convert_hdr_to_8bit=True, bgr_mode=True)
        pixels = np.asarray(picture)
    # The errors of libheif have several types.
    except (EOFError, OSError, RuntimeError, SyntaxError, ValueError) as error:
        raise ValueError(f"it is damaged ({error}); give a JPEG or PNG file") from error
    if pixels.ndim == 2:
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), np.uint8)
    return np.asarray(pixels[..., :3], np.uint8)
