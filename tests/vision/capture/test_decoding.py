"""Pictures of any size are decoded in limited memory: reduced, or refused before it is taken.

HEIC pictures are decoded where pillow-heif is installed, and otherwise it is asked for.
"""

from __future__ import annotations

import struct
import sys
import zlib
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.cases import for_each
from tests.support.heic import heic
from vision.arrays import Image
from vision.capture.decoding import decode_picture, read_header
from vision.capture.files import VideoFile, load_image
from vision.errors import CameraError, UnreadablePictureError

KINDS = (".jpg", ".png", ".bmp", ".tiff", ".webp", ".gif", ".avif")


def encoded(kind: str, image: cv2.typing.MatLike, *options: int) -> bytes:
    return cv2.imencode(kind, image, options)[1].tobytes()


def gradient(width: int = 96, height: int = 64) -> Image:
    image = np.zeros((height, width, 3), np.uint8)
    image[..., 0] = np.linspace(0, 250, width)
    image[..., 2] = np.linspace(0, 250, height)[:, None]
    return image


def png(width: int, height: int) -> bytes:
    """Return the beginning of a PNG of this size."""
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = b"IDAT" + zlib.compress(bytes(1000))
    chunks = [
        struct.pack(">I", len(each) - 4) + each + struct.pack(">I", zlib.crc32(each))
        for each in (header, data)
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def jpeg(width: int, height: int, *options: int) -> bytes:
    """Return a JPEG whose header says this size."""
    small = encoded(".jpg", np.zeros((8, 8, 3), np.uint8), *options)
    at = max(small.find(b"\xff\xc0"), small.find(b"\xff\xc2")) + 5
    return small[:at] + struct.pack(">HH", height, width) + small[at + 4 :]


def avif(width: int, height: int, *, is_short: bool = True) -> bytes:
    """Return an AVIF of 96 x 64 pixels by its boxes, and of this size by its coded data."""
    data = encoded(".avif", gradient())
    fields = [(0, 3), (1, 1), (is_short, 1), (0, 5 if is_short else 1 + 1 + 5 + 12 + 5)]
    fields += [(15, 4), (15, 4), (width - 1, 16), (height - 1, 16)]
    bits = "".join(f"{value:0{count}b}" for value, count in fields)
    header = int(bits.ljust(80, "0"), 2).to_bytes(10)
    at = data.index(b"\x12\0\x0a", data.index(b"mdat"))
    return data[:at] + b"\x12\0\x0a\x0a" + header + data[at + 14 :]


@pytest.mark.parametrize("kind", KINDS)
def test_the_header_says_how_large_the_picture_is(kind: str) -> None:
    header = read_header(encoded(kind, gradient()))
    assert (header.width, header.height) == (96, 64)


@pytest.mark.parametrize("kind", KINDS)
def test_a_large_picture_is_reduced_to_the_mean_of_its_pixels(kind: str) -> None:
    data = encoded(kind, gradient())
    whole, one = decode_picture(data, 96 * 64)
    assert (whole.shape, one) == ((64, 96, 3), 1)
    for reduction in (2, 4, 16):
        reduced, factor = decode_picture(data, 96 * 64 // reduction**2)
        assert factor == reduction
        expected = cv2.resize(whole, reduced.shape[1::-1], interpolation=cv2.INTER_AREA)
        assert reduced.shape == (64 // reduction, 96 // reduction, 3)
        assert np.abs(reduced.astype(int) - expected).max() <= 8


def test_an_avif_is_read_with_or_without_transparency_and_in_12_bits() -> None:
    image = gradient()
    for deep in (image, cv2.cvtColor(image, cv2.COLOR_BGR2BGRA)):
        for data in (
            encoded(".avif", deep),
            encoded(".avif", deep.astype(np.uint16) * 16, cv2.IMWRITE_AVIF_DEPTH, 12),
        ):
            assert np.abs(decode_picture(data)[0].astype(int) - image).mean() < 3


@settings(deadline=None)
@given(st.data())
def test_a_damaged_avif_is_decoded_or_rejected(chance: st.DataObject) -> None:
    data = bytearray(encoded(".avif", gradient()))
    for _ in range(chance.draw(st.integers(1, 4))):
        data[chance.draw(st.integers(8, len(data) - 1))] = chance.draw(st.integers(0, 255))
    with suppress(ValueError):
        assert decode_picture(bytes(data), 96 * 64)[0].size <= 3 * 96 * 64


def test_a_picture_of_16_bits_or_with_alpha_is_read_as_before() -> None:
    image = gradient()
    for deep in (image.astype(np.uint16) * 257, cv2.cvtColor(image, cv2.COLOR_BGR2BGRA)):
        for kind in (".png", ".tiff"):
            assert np.array_equal(decode_picture(encoded(kind, deep))[0], image)


@for_each(
    ("data", "words"),
    [
        (png(20_000, 20_000), "20000 x 20000 pixels are too many for a PNG; save it smaller"),
        (png(60_000, 60_000), "60000 x 60000 pixels"),
        (jpeg(60_000, 60_000), "60000 x 60000 pixels are too many for a JPEG; save it smaller"),
        (jpeg(12_000, 12_000, cv2.IMWRITE_JPEG_PROGRESSIVE, 1), "12000 x 12000 pixels"),
        (struct.pack("<6sHHxxx", b"GIF89a", 50_000, 50_000), "50000 x 50000 pixels"),
        (avif(16_384, 16_384), "pixels are too many for an AVIF; save it smaller"),
        # Its images may be as large as sizes of 16 bits are.
        (avif(96, 64, is_short=False), "pixels are too many for an AVIF; save it smaller"),
        (
            encoded(".avif", gradient()).replace(
                struct.pack(">II", 96, 64), struct.pack(">II", 9000, 9000)
            ),
            "9000 x 9000 pixels are too many for an AVIF",
        ),
        (b"BM" + bytes(12) + struct.pack("<Iii", 40, 30_000, -30_000), "30000 x 30000 pixels"),
        (b"RIFF1234WEBPVP8X" + bytes(8) + b"\xff\x3f\0\xff\x3f\0", "16384 x 16384 pixels"),
        (
            b"II*\0\x08\0\0\0\x03\0"
            + struct.pack("<" + 3 * "HHII", 256, 4, 1, 8000, 257, 4, 1, 8000, 322, 4, 1, 1 << 24),
            "8000 x 8000 pixels",
        ),
    ],
)
def test_a_picture_that_takes_too_much_memory_is_rejected_by_its_header(
    data: bytes, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        decode_picture(data)


def test_a_picture_of_many_scans_is_rejected() -> None:
    data = jpeg(100, 100, cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    scan = data[data.index(b"\xff\xda") : -2]
    with pytest.raises(ValueError, match=r"of \d+ scans; save it smaller"):
        decode_picture(data[:-2] + 60 * scan + data[-2:])


@for_each(
    "data",
    [
        png(30, 30),
        b"BM",
        b"\xff\xd8\xff",
        b"II*\0",
        b"RIFF",
        b"",
        b"\0\0\0\x10ftypavif\0\0\0\0",
        encoded(".avif", gradient())[:300],
        encoded(".avif", gradient()) + b"\0\0\0\x08moov",
        encoded(".gif", gradient())[:40],
    ],
)
def test_a_picture_cut_short_is_rejected(data: bytes) -> None:
    with pytest.raises(ValueError, match="give a JPEG or PNG file"):
        decode_picture(data)


def test_an_empty_file_is_called_so() -> None:
    with pytest.raises(ValueError, match="it is empty"):
        read_header(b"")


def test_a_file_that_is_too_large_is_quoted(tmp_path: Path) -> None:
    path = tmp_path / "huge.png"
    path.write_bytes(png(20_000, 20_000))
    with pytest.raises(UnreadablePictureError, match=r"huge\.png.*20000 x 20000"):
        load_image(path)
    with pytest.raises(UnreadablePictureError, match="'/dev/zero': it is a device"):
        load_image("/dev/zero")


def test_a_reduced_image_says_by_how_much(tmp_path: Path) -> None:
    path = tmp_path / "it.jpg"
    path.write_bytes(encoded(".jpg", gradient()))
    assert load_image(path).reduction == 1
    assert load_image(path, 1536).reduction == 2


def test_a_video_of_huge_frames_is_rejected_undecoded(tmp_path: Path) -> None:
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20, (64, 48))
    writer.write(np.zeros((48, 64, 3), np.uint8))
    writer.release()
    data = path.read_bytes().replace(struct.pack("<II", 64, 48), struct.pack("<II", *2 * (12_000,)))
    path.write_bytes(data.replace(struct.pack(">HH", 48, 64), struct.pack(">HH", *2 * (12_000,))))
    with pytest.raises(CameraError, match=r"clip\.avi' has frames of 12000 x 12000 pixels"):
        VideoFile(str(path))


def test_a_device_is_not_a_video() -> None:
    with pytest.raises(CameraError, match="'/dev/zero' as a video: it is a device"):
        VideoFile("/dev/zero")


# The first boxes of a HEIC file: its brand, and the size of its image, 96 x 64.
BEGINNING = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"\0\0\0\x14ispe\0\0\0\0\0\0\0\x60\0\0\0\x40"


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
