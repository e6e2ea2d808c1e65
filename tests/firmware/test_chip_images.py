"""The files of programs for an RP2040 and an ESP32-C3 are what these chips take."""

from __future__ import annotations

import runpy
import struct
from typing import Any

from tests.firmware.conftest import FIRMWARE


def written(file: str) -> dict[str, Any]:
    return runpy.run_path(str(FIRMWARE / "boards" / file))


def test_the_check_sum_is_that_of_the_chip() -> None:
    uf2 = written("rp2040/write_uf2.py")
    # The sum that all lists of CRC-32/MPEG-2 have.
    assert uf2["check_sum"](b"123456789") == 0x0376E6E7
    blocks = uf2["uf2"](bytes(range(256)) * 3)
    assert len(blocks) == 3 * 512
    for number in range(3):
        head = struct.unpack_from("<8I", blocks, 512 * number)
        assert head[3:7] == (0x10000000 + 256 * number, 256, number, 3)
    # The sum takes the place of four bytes of the first block.
    boot = blocks[32 : 32 + 252]
    assert struct.unpack_from("<I", blocks, 32 + 252) == (uf2["check_sum"](boot),)


def test_an_image_names_its_chip_and_ends_with_its_sum() -> None:
    image = written("esp32c3/write_image.py")["image"](0x40380004, [(0x3FC90000, b"\x01\x02\x03")])
    magic, count, entry, chip = struct.unpack_from("<2B2xI4xH", image)
    assert (magic, count, entry, chip) == (0xE9, 1, 0x40380004, 5)
    assert struct.unpack_from("<2I4s", image, 24) == (0x3FC90000, 4, b"\x01\x02\x03\x00")
    assert len(image) % 16 == 0
    assert image[-1] == 0xEF ^ 1 ^ 2 ^ 3
