"""Writes pictures into files."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from drawing.errors import DrawingError


def write_picture(path: Path, picture: NDArray[np.uint8]) -> None:
    """Write a picture (H x W x 3 uint8 BGR, or H x W grey) into a .png or .jpg file.

    Raises DrawingError for a file that cannot be written.
    """
    try:
        written = cv2.imwrite(str(path), picture)
    except cv2.error as error:
        raise DrawingError(f"cannot draw into {str(path)!r}: name a .png or .jpg file") from error
    if not written:
        raise DrawingError(f"cannot write {str(path)!r}: is there such a folder?")
