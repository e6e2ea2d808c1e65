"""Numbers of some bits each, packed one behind the other, the highest bit first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def unpack(widths: Sequence[int], data: bytes) -> list[int]:
    """Return the numbers of these widths at the start of `data`, which is long enough."""
    left = 8 * len(data)
    whole = int.from_bytes(data)
    numbers = []
    for width in widths:
        left -= width
        numbers.append(whole >> left & (1 << width) - 1)
    return numbers


def pack(widths: Sequence[int], numbers: Iterable[int], size: int) -> bytes:
    """Return numbers of these widths as `size` bytes, filled with zeros."""
    whole, left = 0, 8 * size
    for width, number in zip(widths, numbers, strict=True):
        left -= width
        whole |= (number & (1 << width) - 1) << left
    return whole.to_bytes(size)
