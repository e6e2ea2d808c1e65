"""Decodes pictures of any size in limited memory and time: large ones are reduced.

A file of a megabyte can hold a picture of billions of pixels, so its size is taken from its header
before it is decoded.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from importlib import import_module

import cv2
import numpy as np

from files.wording import quoted_bytes, reason
from vision.arrays import Image
from vision.capture.avif import avif_size

# Start-of-frame markers of JPEG, which contain the size; and those of progressive pictures.
_START_OF_FRAME = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_PROGRESSIVE = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
_STANDALONE_MARKERS = frozenset({0x01, *range(0xD0, 0xD9)})
_START_OF_SCAN = 0xDA

# Tags of a TIFF directory, and the sizes of the types of whole numbers that they may have.
_WIDTH, _HEIGHT, _BITS, _SAMPLES, _ROWS_PER_STRIP = 256, 257, 258, 277, 278
_TILE_WIDTH, _TILE_HEIGHT = 322, 323
_TIFF_NUMBERS = {1: "B", 3: "H", 4: "I"}

# Bytes of memory for a pixel that the decoders need beside those of the result; measured.
_PNG, _ANIMATED_PNG, _BMP, _WEBP, _GIF, _HEIC, _AVIF = 3, 12, 3, 8, 12, 4, 20

# The brands of HEIC files (ISO/IEC 23008-12); and the box of an image's size.
_HEIC_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1"})
_IMAGE_SIZE = b"ispe"
# Of AVIF files, of which an animated one is refused by its other boxes.
_AVIF_BRANDS = frozenset({b"avif", b"avis"})
_NEXT_SIZE = 10_000  # bytes in which the next such box is searched: they are together

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


@dataclass(frozen=True, slots=True)
class PictureHeader:
    """What is known of a picture before it is decoded.

    `kind`: such as JPEG; `width`, `height` in pixels; `memory`: bytes that the decoder holds beside
    the result; `scans`: how many times it goes over the whole picture.
    """

    kind: str
    width: int
    height: int
    memory: int
    scans: int = 1

    @property
    def pixels(self) -> int:
        """Return the number of pixels."""
        return self.width * self.height


def read_header(data: bytes) -> PictureHeader:
    """Return the header of a JPEG, PNG, BMP, TIFF, WebP, GIF, HEIC or AVIF picture.

    Raises ValueError for other data.
    """
    try:
        header = _read(data)
    except (struct.error, IndexError):
        header = None
    if not data:
        raise ValueError("it is empty; give a JPEG or PNG file")
    if header is None or not (header.width > 0 and header.height > 0):
        raise ValueError(
            f"it begins with {quoted_bytes(data[:12])} and is damaged, or no photograph; "
            "give a JPEG or PNG file"
        )
    return header


def _read(data: bytes) -> PictureHeader | None:
    if data[:2] == b"\xff\xd8":
        return _jpeg(data)
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        width, height = struct.unpack_from(">II", data, 16)
        animated = data.find(b"acTL", 0, data.find(b"IDAT")) >= 0
        return _header("PNG", width, height, _ANIMATED_PNG if animated else _PNG)
    if data[:2] == b"BM":
        (length,) = struct.unpack_from("<I", data, 14)
        width, height = struct.unpack_from("<HH" if length == 12 else "<ii", data, 18)
        return _header("BMP", width, abs(height), _BMP)
    if data[:4] in (b"II*\0", b"MM\0*"):
        return _tiff(data, "<" if data[:1] == b"I" else ">")
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data)
    if data[:6] in (b"GIF87a", b"GIF89a"):
        width, height = struct.unpack_from("<HH", data, 6)
        return _header("GIF", width, height, _GIF)
    if data[4:8] == b"ftyp":
        # The major brand, its version, and the others.
        end = min(int.from_bytes(data[:4]), _NEXT_SIZE)
        brands = {data[at : at + 4] for at in range(8, end, 4)}
        if brands & _AVIF_BRANDS:
            return _avif(data)
        if data[8:12] in _HEIC_BRANDS:
            return _heic(data)
    return None


def _header(kind: str, width: int, height: int, bytes_per_pixel: int) -> PictureHeader:
    return PictureHeader(kind, width, height, bytes_per_pixel * width * height)


def _jpeg(data: bytes) -> PictureHeader | None:
    at = 2
    frame: tuple[int, int, int, int] | None = None
    while data[at] == 0xFF:
        marker = data[at + 1]
        if marker in _STANDALONE_MARKERS or marker == 0xFF:
            at += 1 if marker == 0xFF else 2
            continue
        if marker in _START_OF_FRAME:
            frame = (marker, *struct.unpack_from(">HHB", data, at + 5))
        if marker == _START_OF_SCAN and frame is not None:
            marker, height, width, components = frame
            if marker not in _PROGRESSIVE and data[at + 4] == components:
                return PictureHeader("JPEG", width, height, 0)
            # All coefficients are kept until the last scan, two bytes each.
            memory = 2 * components * width * height
            return PictureHeader("JPEG", width, height, memory, data.count(b"\xff\xda"))
        at += 2 + int.from_bytes(data[at + 2 : at + 4])
    return None


def _tiff(data: bytes, order: str) -> PictureHeader | None:
    (directory,) = struct.unpack_from(order + "I", data, 4)
    (count,) = struct.unpack_from(order + "H", data, directory)
    tags = {}
    for entry in range(directory + 2, directory + 2 + 12 * count, 12):
        tag, kind, length = struct.unpack_from(order + "HHI", data, entry)
        if kind in _TIFF_NUMBERS:
            fits = length * struct.calcsize(_TIFF_NUMBERS[kind]) <= 4
            at = entry + 8 if fits else struct.unpack_from(order + "I", data, entry + 8)[0]
            (tags[tag],) = struct.unpack_from(order + _TIFF_NUMBERS[kind], data, at)
    if _WIDTH not in tags or _HEIGHT not in tags:
        return None
    width, height = tags[_WIDTH], tags[_HEIGHT]
    rows = min(tags.get(_ROWS_PER_STRIP, height), height)
    block = tags.get(_TILE_WIDTH, width) * tags.get(_TILE_HEIGHT, rows)
    sample_bytes = (tags.get(_BITS, 1) + 7) // 8
    # The samples of a strip or tile are held as they are in the file and decoded.
    memory = 3 * width * height + 2 * block * max(4, sample_bytes * tags.get(_SAMPLES, 1))
    return PictureHeader("TIFF", width, height, memory)


def _webp(data: bytes) -> PictureHeader | None:
    match data[12:16]:
        case b"VP8X":
            width, height = (1 + int.from_bytes(data[at : at + 3], "little") for at in (24, 27))
        case b"VP8 ":
            width, height = (size & 0x3FFF for size in struct.unpack_from("<HH", data, 26))
        case b"VP8L":
            (bits,) = struct.unpack_from("<I", data, 21)
            width, height = 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        case _:
            return None
    return _header("WebP", width, height, _WEBP)


def _avif(data: bytes) -> PictureHeader | None:
    size = avif_size(data)
    if size is None or not size.coded:
        return None
    # What is coded smaller, such as a transparency, is enlarged to the picture's size.
    shown = (2 if size.has_alpha else 1) * size.width * size.height
    return PictureHeader("AVIF", size.width, size.height, _AVIF * max(shown, size.coded))


def _heic(data: bytes) -> PictureHeader:
    """Return the header of a HEIC file: the size of its largest image, the others are parts."""
    sizes = [(0, 0)]
    at = data.find(_IMAGE_SIZE)
    while at >= 0:
        # The size follows four bytes of version and flags.
        sizes.append(struct.unpack_from(">II", data, at + 8))
        at = data.find(_IMAGE_SIZE, at + 4, at + _NEXT_SIZE)
    width, height = max(sizes, key=lambda size: size[0] * size[1])
    return _header("HEIC", width, height, _HEIC)


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
            f"{header.width} x {header.height} pixels are too many for "
            f"{'an' if header.kind == 'AVIF' else 'a'} {header.kind}"
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
            "a HEIC photograph needs pillow-heif: pip install 'rokumen[heic]', or save it as JPEG"
        ) from error
    try:
        picture = pillow_heif.open_heif(data, convert_hdr_to_8bit=True, bgr_mode=True)
        pixels = np.asarray(picture)
    # The errors of libheif have several types.
    except (EOFError, OSError, RuntimeError, SyntaxError, ValueError) as error:
        raise ValueError(f"it is damaged ({reason(error)}); give a JPEG or PNG file") from error
    if pixels.ndim == 2:
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), np.uint8)
    return np.asarray(pixels[..., :3], np.uint8)
