"""Writes HEIC pictures."""

from __future__ import annotations

import io

import pytest

from vision.arrays import Image


def heic(image: Image) -> bytes:
    """Return a picture as a HEIC file; skips the test where pillow-heif is not installed."""
    pillow_heif = pytest.importorskip("pillow_heif")
    mode = "BGRA" if image.shape[2] == 4 else "BGR"
    stored = io.BytesIO()
    picture = pillow_heif.from_bytes(mode, image.shape[1::-1], image.tobytes())
    picture.save(stored, quality=95)
    return stored.getvalue()
