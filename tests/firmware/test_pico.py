"""The program of an RP2040: it is built, and its file is what the chip takes."""

from __future__ import annotations

import runpy
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parents[2] / "firmware"
COMPILER = "arm-none-eabi-gcc"


def test_the_check_sum_is_that_of_the_chip() -> None:
    written = runpy.run_path(str(FIRMWARE / "boards" / "rp2040" / "write_uf2.py"))
    # The sum that all lists of CRC-32/MPEG-2 have.
    assert written["check_sum"](b"123456789") == 0x0376E6E7
    blocks = written["uf2"](bytes(range(256)) * 3)
    assert len(blocks) == 3 * 512
    for number in range(3):
        head = struct.unpack_from("<8I", blocks, 512 * number)
        assert head[3:7] == (0x10000000 + 256 * number, 256, number, 3)
    # The sum takes the place of four bytes of the first block.
    boot = blocks[32 : 32 + 252]
    assert struct.unpack_from("<I", blocks, 32 + 252) == (written["check_sum"](boot),)


@pytest.mark.skipif(shutil.which(COMPILER) is None, reason=f"{COMPILER} is missing")
def test_both_programs_are_built(tmp_path: Path) -> None:
    command: list[str | Path] = ["make", "-C", FIRMWARE, "pico", f"BUILD={tmp_path}"]
    subprocess.run(command, check=True, capture_output=True)
    for kind in ("", "-steps"):
        blocks = (tmp_path / f"drive-rp2040{kind}.uf2").read_bytes()
        # The vectors follow the first block: the end of the stack, and where the program begins.
        stack, begin = struct.unpack_from("<2I", blocks, 512 + 32)
        assert stack == 0x20040000
        assert 0x20000000 < begin < 0x20004000
