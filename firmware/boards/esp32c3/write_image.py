"""Writes a program for the flash memory of an ESP32-C3: `write_image.py PROGRAM.elf OUT.bin`.

A header, the parts of memory that have a content, and a sum of their bytes. Source: esptool's
documentation, "Firmware Image Format".
"""

from __future__ import annotations

import struct
import sys
from functools import reduce
from operator import xor
from pathlib import Path

MAGIC = 0xE9
CHIP = 5
DUAL_IO, FLASH_4_MB_40_MHZ = 2, 0x20
NO_WRITE_PROTECTION = 0xEE
ANY_REVISION = 0xFFFF
SUM_START = 0xEF
LOADED = 1


def loaded_parts(elf: bytes) -> tuple[int, list[tuple[int, bytes]]]:
    """Return where a 32-bit ELF file begins, and each part's address and content."""
    (entry, headers) = struct.unpack_from("<2I", elf, 24)
    (size, count) = struct.unpack_from("<2H", elf, 42)
    parts = []
    for number in range(count):
        kind, offset, _, address, length = struct.unpack_from("<5I", elf, headers + number * size)
        if kind == LOADED and length:
            parts.append((address, elf[offset : offset + length]))
    return entry, parts


def image(entry: int, parts: list[tuple[int, bytes]]) -> bytes:
    """Return a program with its header and its check sum."""
    head = (MAGIC, len(parts), DUAL_IO, FLASH_4_MB_40_MHZ, entry, NO_WRITE_PROTECTION, CHIP)
    written = struct.pack("<4BIB3xHx2xH5x", *head, ANY_REVISION)
    for address, content in parts:
        padded = content + bytes(-len(content) % 4)
        written += struct.pack("<2I", address, len(padded)) + padded
    written += bytes(15 - len(written) % 16)
    return written + bytes([reduce(xor, b"".join(content for _, content in parts), SUM_START)])


if __name__ == "__main__":
    Path(sys.argv[2]).write_bytes(image(*loaded_parts(Path(sys.argv[1]).read_bytes())))
