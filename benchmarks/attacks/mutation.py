"""Seeded mutations of valid data, and values that programs often get wrong.

They follow the ideas of mutation-based fuzzers: bytes flipped, cut, doubled and inserted, and
values replaced by boundary cases (Miller, Fredriksen and So 1990; the dictionaries of AFL).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

# Text in place of a value: of another type, too large, not finite, not ASCII, or with a meaning of
# its own to a shell, a path, a format or a terminal.
MALFORMED_VALUES = (
    "",
    "-1",
    "0",
    "1e309",
    "-1e309",
    "nan",
    "NaN",
    "inf",
    "-Infinity",
    "1e-320",
    "9" * 30,
    "9" * 4400,
    "0x10",
    "1_000",
    "²",
    "\u0663",
    "null",
    "true",
    "[]",
    "{}",
    '"text"',
    "[" * 2000,
    "../../../../etc/passwd",
    "/dev/zero",
    "/dev/full",
    "-",
    "--help",
    "%s%n",
    "\x00",
    "\x1b[31m",
    "\ufeff",
    "\u202e",
    "\U0001f9ca" * 20,
    "a" * 70_000,
    "http://[::1",
    "sim://",
    "socket://:0",
    "R U R' U'",
    "WWWWWWWWW",
)

# Bytes that no text holds, and beginnings of files of other kinds.
MALFORMED_BYTES = (
    b"\x00" * 64,
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"\x89PNG\r\n\x1a\n",
    b"PK\x03\x04",
    b"SQLite format 3\x00",
    b"\n" * 500,
    b"[" * 100_000,
    b'{"a":' * 20_000,
)

_VALUE = re.compile(rb'"[^"\n]*"|-?[0-9][0-9.]*|true|false|null')


def malformed_value(chance: Random) -> str:
    """Return one of MALFORMED_VALUES."""
    return chance.choice(MALFORMED_VALUES)


def mutate(data: bytes, chance: Random) -> bytes:
    """Return `data` after one to four mutations."""
    for _ in range(chance.randint(1, 4)):
        data = chance.choice(_MUTATIONS)(data, chance)
    return data


def _flip(data: bytes, chance: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(min(len(changed), chance.choice((1, 1, 2, 8, 64)))):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _cut(data: bytes, chance: Random) -> bytes:
    start = chance.randrange(len(data) + 1)
    return data[:start] + data[start + chance.choice((1, 4, 100, len(data))) :]


def _double(data: bytes, chance: Random) -> bytes:
    start = chance.randrange(len(data) + 1)
    end = start + chance.choice((1, 16, 1000))
    return data[:end] + data[start:end] * chance.choice((1, 2, 50)) + data[end:]


def _insert(data: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(MALFORMED_BYTES) + data[at:]


def _replace_value(data: bytes, chance: Random) -> bytes:
    """Replace one number, string or word of a text format."""
    values = list(_VALUE.finditer(data))
    if not values:
        return _flip(data, chance)
    found = chance.choice(values)
    value = malformed_value(chance)
    quoted = f'"{value}"' if chance.random() < 0.5 else value
    return data[: found.start()] + quoted.encode() + data[found.end() :]


def _shuffle_lines(data: bytes, chance: Random) -> bytes:
    lines = data.split(b"\n")
    chance.shuffle(lines)
    return b"\n".join(lines)


_MUTATIONS: tuple[Callable[[bytes, Random], bytes], ...] = (
    _flip,
    _flip,
    _cut,
    _double,
    _insert,
    _replace_value,
    _replace_value,
    _replace_value,
    _shuffle_lines,
)
