"""Decoding JPEG images, with the errors of bad ones, and encoding them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rokumen.errors import InputError
from rokumen.web.sessions.serving import MAX_BYTES, read_jpeg, write_jpeg


@given(st.integers(1, 90), st.integers(1, 90))
def test_the_size_is_read_from_the_header_of_a_picture(width: int, height: int) -> None:
    data = write_jpeg(np.zeros((height, width, 3), np.uint8))
    assert read_jpeg(data).shape == (height, width, 3)


@given(st.binary(max_size=200))
def test_bytes_that_are_not_a_picture_are_rejected(data: bytes) -> None:
    for start in (b"", b"\xff\xd8\xff\xe0"):
        with pytest.raises(InputError):
            read_jpeg(start + data)


def test_a_huge_picture_is_rejected_before_decoding() -> None:
    small = write_jpeg(np.zeros((8, 8, 3), np.uint8))
    at = small.index(b"\xff\xc0") + 5
    huge = small[:at] + (60000).to_bytes(2) * 2 + small[at + 4 :]
    with pytest.raises(InputError, match="60000 x 60000"):
        read_jpeg(huge)
    with pytest.raises(InputError, match="bytes"):
        read_jpeg(small + b"\0" * MAX_BYTES)


def test_a_picture_that_is_written_looks_as_before() -> None:
    image = np.full((24, 32, 3), (40, 90, 200), np.uint8)
    assert np.abs(read_jpeg(write_jpeg(image)).astype(int) - image).max() <= 3
