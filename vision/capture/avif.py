"""How large the images in an AVIF file are by their coded data (AV1), whatever its boxes say.

The decoder takes a picture's size from its box `ispe`, but decodes images as large as their data
say, and scales them then: a file of some kilobytes could take gigabytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

# Of boxes, and of units of coded data: parts of a grid, transparency, a small preview.
_MAX_PARTS = 10_000
_MAX_PLACES_BYTES = 1 << 14  # of where they are
_SEQUENCE_HEADER = 1
_HEADER_BYTES = 128  # which a sequence header of a picture does not exceed


_Box = tuple[bytes, int, int]  # its kind, and where its content begins and ends


class _Bits:
    """Whole numbers of some bits each, the first one first."""

    def __init__(self, data: bytes) -> None:
        self._value = int.from_bytes(data)
        self._left = 8 * len(data)

    def read(self, count: int) -> int:
        """Return the next number. Raises IndexError behind the last bit."""
        self._left -= count
        if self._left < 0:
            raise IndexError("the data end within a number")
        return self._value >> self._left & ((1 << count) - 1)


@dataclass(frozen=True, slots=True)
class AvifSize:
    """How large the largest image of an AVIF file is, `width` x `height` by its boxes.

    `coded`: the most pixels that all its images together can have by their data; `has_alpha`:
    whether one of them may be the transparency of another.
    """

    width: int
    height: int
    coded: int
    has_alpha: bool


def avif_size(data: bytes) -> AvifSize | None:
    """Return the size of an AVIF picture, or None for a file that holds none as one is written.

    None for an animated one, too. Raises IndexError for a file cut short, or an image in several
    parts.
    """
    outer = list(_boxes(data, 0, len(data)))
    metas = [(start, end) for kind, start, end in outer if kind == b"meta"]
    if len(metas) != 1 or any(kind == b"moov" for kind, _, _ in outer):
        return None
    start, end = metas[0]
    inner = list(_boxes(data, start + 4, end))  # after its version
    places = [start for kind, start, _ in inner if kind == b"iloc"]
    contents = [start for kind, start, _ in inner if kind == b"idat"] or [len(data)]
    described = [box for box in inner if box[0] == b"iprp"]
    if len(places) != 1 or len(contents) != 1 or len(described) != 1:
        return None
    properties = [
        box for group in _boxes(data, *described[0][1:]) for box in _properties(data, *group)
    ]
    sizes = [
        (int.from_bytes(data[at + 4 : at + 8]), int.from_bytes(data[at + 8 : at + 12]))
        for kind, at, _ in properties
        if kind == b"ispe"
    ]
    width, height = max(sizes, key=lambda size: size[0] * size[1], default=(0, 0))
    coded = sum(_coded_pixels(data, _items(data, places[0], contents[0])))
    return AvifSize(width, height, coded, any(kind == b"auxC" for kind, _, _ in properties))


def _properties(data: bytes, kind: bytes, start: int, end: int) -> Iterator[_Box]:
    if kind == b"ipco":
        yield from _boxes(data, start, end)


def _coded_pixels(data: bytes, items: Iterable[tuple[int, int]]) -> Iterator[int]:
    """Yield the most pixels of each image in some places of the data."""
    number = 0
    for start, end in items:
        for kind, header in _open_bitstream_units(data, start, end):
            number += 1
            if number > _MAX_PARTS:
                raise IndexError("there are too many units of coded data")
            if kind == _SEQUENCE_HEADER:
                yield _most_pixels(header)


def _boxes(data: bytes, at: int, end: int) -> Iterator[_Box]:
    """Yield the kind of each box, where its content begins, and where it ends."""
    for _ in range(_MAX_PARTS):
        if at + 8 > end:
            return
        size, kind, head = int.from_bytes(data[at : at + 4]), data[at + 4 : at + 8], 8
        if size == 1:
            size, head = int.from_bytes(data[at + 8 : at + 16]), 16
        stop = at + size if size else end
        if not at + head <= stop <= end:
            raise IndexError("a box has another size than its content")
        yield kind, at + head, stop
        at = stop
    raise IndexError("there are too many boxes")


def _items(data: bytes, at: int, inside: int) -> Iterator[tuple[int, int]]:
    """Yield where the data of each item begin and end, by the box `iloc` at `at`.

    `inside`: where the content of the box `idat` begins. Raises IndexError for an item in several
    parts, or in another place.
    """
    version = data[at]
    bits = _Bits(data[at + 4 : at + _MAX_PLACES_BYTES])
    offset_size, length_size, base_size, index_size = (8 * bits.read(4) for _ in range(4))
    for _ in range(bits.read(32 if version == 2 else 16)):
        bits.read(32 if version == 2 else 16)
        method = bits.read(16) & 15 if version else 0
        bits.read(16)
        base = bits.read(base_size)
        if bits.read(16) != 1 or method > 1:
            raise IndexError("the data of an item are in several parts")
        bits.read(index_size if version else 0)
        start = base + bits.read(offset_size) + (inside if method else 0)
        length = bits.read(length_size)
        yield start, min(start + length, len(data)) if length else len(data)


def _open_bitstream_units(data: bytes, at: int, end: int) -> Iterator[tuple[int, bytes]]:
    """Yield the type of each open bitstream unit (OBU) of AV1, and its first bytes.

    Its length, where it has one, is in groups of seven bits, the lowest first (LEB128).
    """
    while at < end and data[at] < 0x80:
        head = data[at]
        at += 2 if head & 4 else 1
        length = end - at
        if head & 2:
            length = 0
            for place in range(8):
                byte = data[at]
                at += 1
                length |= (byte & 0x7F) << 7 * place
                if byte < 0x80:
                    break
        yield head >> 3 & 15, data[at : min(at + length, at + _HEADER_BYTES, end)]
        at += length


def _most_pixels(header: bytes) -> int:
    """Return the most pixels of an image with this sequence header (AV1, section 5.5).

    Raises IndexError for the header of a film.
    """
    bits = _Bits(header)
    bits.read(4)  # profile, and whether it is a still picture
    is_short = bits.read(1)
    if is_short:
        bits.read(5)
    else:
        if bits.read(1):
            raise IndexError("a picture has no times")
        has_delays = bits.read(1)
        for _ in range(bits.read(5) + 1):
            bits.read(12)
            bits.read(1 if bits.read(5) > 7 else 0)
            bits.read(4 if has_delays and bits.read(1) else 0)
    width_bits, height_bits = bits.read(4) + 1, bits.read(4) + 1
    if not is_short:
        # Each image may say another size in as many bits.
        return 1 << width_bits + height_bits
    return (bits.read(width_bits) + 1) * (bits.read(height_bits) + 1)
