"""The wire protocol: every line is decoded unchanged, every damage is detected."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot.errors import FrameError
from robot.link.protocol import (
    MAX_LINE_BYTES,
    MAX_SEQ,
    LineSplitter,
    Message,
    crc,
    decode,
    encode,
    next_seq,
)

keys = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,7}", fullmatch=True)
values = st.text([chr(c) for c in range(33, 127) if chr(c) not in "*=?"], max_size=10)
fields = st.lists(st.tuples(keys, values), max_size=4).map(tuple)
verbs = st.from_regex(r"[A-Za-z]{1,8}", fullmatch=True)
numbers = st.integers(0, MAX_SEQ)
lines = st.builds(Message, numbers, verbs, fields)


def test_the_checksum_is_the_published_one() -> None:
    # The check value of CRC-16/CCITT-FALSE in the catalogues of CRC algorithms.
    assert crc(b"123456789") == 0x29B1


@given(lines)
def test_lines_are_decoded_unchanged(line: Message) -> None:
    framed = encode(line)
    assert framed.endswith(b"\n")
    assert decode(framed[:-1]) == line


@given(lines, st.data())
def test_any_one_or_two_flipped_bits_are_detected(line: Message, data: st.DataObject) -> None:
    framed = bytearray(encode(line)[:-1])
    bits = data.draw(
        st.sets(st.integers(0, 8 * len(framed) - 1), min_size=1, max_size=2), label="bits"
    )
    for bit in bits:
        framed[bit // 8] ^= 1 << bit % 8
    with pytest.raises(FrameError):
        decode(bytes(framed))


@given(st.binary(max_size=200))
def test_no_bytes_crash_the_reader(data: bytes) -> None:
    for raw in LineSplitter().feed(data):
        with pytest.raises(FrameError):
            decode(raw)


@given(st.lists(lines, max_size=5), st.integers(1, 7))
def test_lines_are_found_however_the_bytes_arrive(sent: list[Message], chunk: int) -> None:
    stream = b"".join(encode(line) for line in sent)
    splitter = LineSplitter()
    found = [
        decode(raw)
        for start in range(0, len(stream), chunk)
        for raw in splitter.feed(stream[start : start + chunk])
    ]
    assert found == sent


@given(lines, st.integers(1, 2 * MAX_LINE_BYTES), st.integers(1, 50))
def test_a_line_that_is_too_long_is_refused_whatever_it_ends_with(
    line: Message, length: int, chunk: int
) -> None:
    sent = encode(line)[:-1].ljust(length - 1, b"\r") + b"\n"
    splitter = LineSplitter()
    pieces = [sent[start : start + chunk] for start in range(0, len(sent), chunk)]
    (raw,) = [raw for piece in pieces for raw in splitter.feed(piece)]
    if len(sent) <= MAX_LINE_BYTES:
        assert decode(raw) == line
    else:
        with pytest.raises(FrameError, match="a line has 160 at most"):
            decode(raw)


def test_an_endless_line_is_not_kept() -> None:
    splitter = LineSplitter()
    assert list(splitter.feed(b"x" * 100_000)) == []
    (raw,) = splitter.feed(b"\n")
    assert len(raw) <= MAX_LINE_BYTES
    with pytest.raises(FrameError, match="a line has 160 at most"):
        decode(raw)
    good = encode(Message(1, "POSE"))
    assert [decode(line) for line in splitter.feed(good)] == [Message(1, "POSE")]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"17 MOVE L=+90*0000", "CRC error in '17 MOVE"),
        (b"MOVE L=+90*0000", "malformed line"),
        (b"017 POSE*0000", "malformed line"),
        (b"99999 POSE*%04X" % crc(b"99999 POSE"), "has number 99999; the largest is 65535"),
    ],
)
def test_an_error_quotes_a_bad_line(data: bytes, message: str) -> None:
    with pytest.raises(FrameError, match=message):
        decode(data)


@pytest.mark.parametrize("value", ["a b", "a=b", "a*b", "what?", "naïve", "x" * 200])
def test_a_value_that_cannot_be_encoded_is_rejected(value: str) -> None:
    with pytest.raises(FrameError):
        encode(Message(1, "GRIP", (("L", value),)))


def test_numbers_wrap_around_without_zero() -> None:
    assert next_seq(0) == 1
    assert next_seq(MAX_SEQ) == 1
