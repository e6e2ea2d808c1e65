"""What all drawings share: JPEG files, and folders that are not the user's."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from rokumen.errors import InputError
from vision.arrays import Image

QUALITY = 80


def save_jpeg(path: Path, image: Image) -> None:
    """Write an image as a JPEG file that is small enough for a page.

    Raises InputError for a file that cannot be written.
    """
    data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
    try:
        path.write_bytes(data.tobytes())
    except OSError as error:
        raise InputError(f"cannot write {str(path)!r}: {error}") from error


@contextmanager
def private_folders() -> Iterator[dict[str, str]]:
    """Yield an environment in which settings and state are in a folder that is removed."""
    with TemporaryDirectory() as folder:
        yield {
            **os.environ,
            "XDG_CONFIG_HOME": str(Path(folder) / "config"),
            "XDG_STATE_HOME": str(Path(folder) / "state"),
        }


def save_rows(path: Path, rows: Sequence[Image]) -> None:
    """Write images below each other as a JPEG file, at half their width and height."""
    save_jpeg(path, np.vstack([halved(row) for row in rows]))


def halved(image: Image) -> Image:
    """Return a picture of half the width and height."""
    height, width = image.shape[:2]
    smaller = cv2.resize(image, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(smaller, np.uint8)
