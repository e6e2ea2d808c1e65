"""Decode HEIC pictures, as many phones take, with the optional package pillow-heif."""

from __future__ import annotations

from importlib import import_module

import cv2
import numpy as np

from vision.arrays import Image


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
