"""HEIC pictures are decoded where pillow-heif is installed, and otherwise it is asked for."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from tests.support.heic import heic
from vision.arrays import Image
from vision.capture.decoding import decode_picture
from vision.capture.files import load_image
from vision.errors import UnreadablePictureError

# The first boxes of a HEIC file: its brand, and the size of its image, 96 x 64.
BEGINNING = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"\0\0\0\x14ispe\0\0\0\0\0\0\0\x60\0\0\0\x40"


def gradient() -> Image:
    image = np.zeros((64, 96, 3), np.uint8)
    image[..., 0] = np.linspace(0, 250, 96)
    image[..., 2] = np.linspace(0, 250, 64)[:, None]
    return image


def test_a_picture_is_decoded_in_the_order_blue_green_red() -> None:
    image, reduction = decode_picture(heic(gradient()))
    assert reduction == 1
    assert image.shape == (64, 96, 3)
    assert np.abs(image.astype(int) - gradient()).mean() < 3


def test_a_picture_with_transparency_is_decoded_without_it() -> None:
    opaque = np.dstack([gradient(), np.full((64, 96), 255, np.uint8)])
    image, _ = decode_picture(heic(opaque))
    assert np.abs(image.astype(int) - gradient()).mean() < 3


def test_a_large_picture_is_reduced() -> None:
    image, reduction = decode_picture(heic(gradient()), 96 * 64 // 4)
    assert reduction == 2
    assert np.abs(image.astype(int) - gradient()[::2, ::2]).mean() < 5


def test_a_damaged_picture_is_rejected() -> None:
    pytest.importorskip("pillow_heif")
    with pytest.raises(ValueError, match=r"damaged.*give a JPEG or PNG file"):
        decode_picture(BEGINNING)


def test_a_picture_of_too_many_pixels_is_rejected_by_its_header() -> None:
    size = BEGINNING[:-8] + 2 * (30_000).to_bytes(4, "big")
    with pytest.raises(ValueError, match="30000 x 30000 pixels are too many for a HEIC"):
        decode_picture(size)


def test_without_the_package_the_error_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    path = tmp_path / "face.heic"
    path.write_bytes(BEGINNING)
    with pytest.raises(UnreadablePictureError, match=r"face\.heic.*pip install 'rokumen\[heic\]'"):
        load_image(path)


def test_the_extra_is_declared() -> None:
    requirements = import_module("tests.test_dependencies").PROJECT["project"]
    assert any(
        each.startswith("pillow-heif") for each in requirements["optional-dependencies"]["heic"]
    )
