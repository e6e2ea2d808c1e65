"""QR codes are read by another program's reader, OpenCV's."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rokumen.show.drawings.qr_code import Modules, drawn_in_terminal, qr_code

PIXELS = 8  # of a module


def read(modules: Modules) -> str:
    """Return the text that a reader finds in a picture of the code."""
    dark = np.pad(np.array(modules, dtype=bool), 4)
    picture = np.where(np.kron(dark, np.ones((PIXELS, PIXELS), dtype=bool)), 0, 255)
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(picture.astype(np.uint8))
    return str(text)


@pytest.mark.thorough
@given(st.text("abcXYZ0189:/?=&-._~%", min_size=1, max_size=106))
def test_a_reader_finds_the_text(text: str) -> None:
    assert read(qr_code(text)) == text


@pytest.mark.parametrize(
    ("length", "side"),
    # The most bytes of each version at level L, and its modules a side: ISO/IEC 18004, table 7.
    [(17, 21), (18, 25), (32, 25), (53, 29), (78, 33), (106, 37)],
)
def test_the_smallest_code_with_room_is_chosen(length: int, side: int) -> None:
    modules = qr_code("x" * length)
    assert len(modules) == side
    assert {len(row) for row in modules} == {side}


def test_a_longer_text_is_quoted() -> None:
    with pytest.raises(ValueError, match=r"'xxxx.*has 107 bytes; .* at most 106"):
        qr_code("x" * 107)


def test_the_terminal_shows_the_same_modules_with_a_light_border() -> None:
    modules = qr_code("https://192.168.1.20:8000/")
    lines = re.sub(r"\x1b\[[0-9;]*m", "", drawn_in_terminal(modules)).splitlines()
    light = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    rows = [[not light[each][half] for each in line] for line in lines for half in (0, 1)]
    inner = [row[4:-4] for row in rows[4 : 4 + len(modules)]]
    assert inner == modules
    assert not any(any(row) for row in rows[:4])
    assert not any(any(row[:4] + row[-4:]) for row in rows)
