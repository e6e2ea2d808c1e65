"""Writes pictures into files."""

from __future__ import annotations

from pathlib import Path

import cv2

from rokumen.errors import InputError
from vision.arrays import Image


def write_picture(path: Path, picture: Image) -> None:
    """Write a picture (H x W x 3 uint8 BGR, or H x W grey) into a .png or .jpg file.

    Raises InputError for a file that cannot be written.
    """
    try:
        written = cv2.imwrite(str(path), picture)
    except cv2.error as error:
        raise InputError(f"cannot draw into {str(path)!r}: name a .png or .jpg file") from error
    if not written:
        raise InputError(f"cannot write {str(path)!r}: is there such a folder?")
