"""Writes a program for an RP2040 as a file for its USB drive: `write_uf2.py PROGRAM.bin OUT.uf2`.

The first 252 bytes get the check sum that the chip demands (CRC-32 with the polynomial 0x04C11DB7,
nothing reflected); the rest is cut into blocks. Source: RP2040 data sheet 2.8.1.3; the UF2 format.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

BOOT_BYTES = 252
FLASH = 0x10000000
BLOCK_BYTES = 256
FAMILY = 0xE48BFF56


def check_sum(data: bytes) -> int:
    """Return the CRC-32 of the chip's own program."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1 ^ 0x04C11DB7 if crc >> 31 else crc << 1) & 0xFFFFFFFF
    return crc


def uf2(program: bytes) -> bytes:
    """Return the blocks of a program that begins with its boot code."""
    boot = program[:BOOT_BYTES].ljust(BOOT_BYTES, b"\0")
    image = boot + struct.pack("<I", check_sum(boot)) + program[BLOCK_BYTES:]
    parts = [image[at : at + BLOCK_BYTES] for at in range(0, len(image), BLOCK_BYTES)]
    blocks = []
    for number, part in enumerate(parts):
        address = FLASH + number * BLOCK_BYTES
        head = (0x0A324655, 0x9E5D5157, 0x2000, address, BLOCK_BYTES, number, len(parts), FAMILY)
        blocks.append(struct.pack("<8I", *head) + part.ljust(476, b"\0") + b"\x30\x6f\xb1\x0a")
    return b"".join(blocks)


if __name__ == "__main__":
    Path(sys.argv[2]).write_bytes(uf2(Path(sys.argv[1]).read_bytes()))
