"""The case tables of the engines: algorithms by case, packed in the file `case_tables.bin`.

`python -m solver.engines.generate` makes the file; the tests check every algorithm in it. The file
is a header and then blocks: a name and a length in bytes (see `_BLOCK`), and so many bytes
compressed with zlib. A block of cases is one of text, a line `case | name` for each case, a zero
byte, and one byte for each turn (its number in ALL_TURNS), where `_NEXT_ALGORITHM` and `_NEXT_CASE`
separate algorithms and cases. The block "cross" has one byte for each position of the cross, see
`solver.engines.lbl.first_two_layers`.

Nothing here needs numpy, and algorithms are read when their case occurs, since one cube has few.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from solver.core.turn import ALL_TURNS, Turn

Algorithm = tuple[Turn, ...]

FILE = Path(__file__).with_name("case_tables.bin")

_HEADER = b"rokumen case tables 1\n"
# The name, padded with zero bytes, and the number of bytes that follow.
_BLOCK = struct.Struct(">16sI")
_NEXT_ALGORITHM, _NEXT_CASE = bytes([len(ALL_TURNS)]), bytes([len(ALL_TURNS) + 1])


@dataclass(frozen=True, slots=True)
class Case:
    """A case: its pattern (`key`), its common name (may be empty), and its algorithms.

    `packed` is the algorithms as bytes, the shortest first.
    """

    key: str
    name: str
    packed: bytes

    @property
    def algorithms(self) -> tuple[Algorithm, ...]:
        """Return all algorithms of the case, the shortest first."""
        return tuple(
            [
                tuple([ALL_TURNS[number] for number in algorithm])
                for algorithm in self.packed_algorithms
            ]
        )

    @property
    def packed_algorithms(self) -> list[bytes]:
        """Return all algorithms as the numbers of their turns in ALL_TURNS."""
        return self.packed.split(_NEXT_ALGORITHM)

    @property
    def algorithm(self) -> Algorithm:
        """Return the first algorithm."""
        return self.algorithms[0]

    def __str__(self) -> str:
        algorithms = ", ".join(" ".join(map(str, each)) for each in self.algorithms)
        return f"{self.key} | {self.name} | {algorithms}".strip()


def make_case(key: str, name: str, algorithms: Iterable[Algorithm]) -> Case:
    """Return a case with its algorithms packed."""
    packed = (bytes(map(ALL_TURNS.index, algorithm)) for algorithm in algorithms)
    return Case(key, name, _NEXT_ALGORITHM.join(packed))


@cache
def load_cases(table: str, file: Path = FILE) -> dict[str, Case]:
    """Return a table of a file as key -> case. Raises KeyError for one that is not there."""
    text, _, packed = load_block(table, file).partition(b"\0")
    lines = text.decode("utf-8").split("\n")
    return {
        key: Case(key, name, algorithms)
        for (key, name), algorithms in zip(
            (line.split(" | ") for line in lines), packed.split(_NEXT_CASE), strict=True
        )
    }


def pack_cases(cases: Iterable[Case]) -> bytes:
    """Return cases as the bytes that `load_cases` reads."""
    cases = tuple(cases)
    text = "\n".join(f"{case.key} | {case.name}" for case in cases).encode("utf-8")
    return text + b"\0" + _NEXT_CASE.join(case.packed for case in cases)


def load_block(name: str, file: Path = FILE) -> bytes:
    """Return the bytes of a block, decompressed. Raises KeyError for one that is not there."""
    return zlib.decompress(_blocks(file)[name])


@cache
def _blocks(file: Path) -> dict[str, bytes]:
    """Return the compressed blocks of a file by their names."""
    contents = file.read_bytes()
    found = {}
    at = len(_HEADER)
    while at < len(contents):
        name, length = _BLOCK.unpack_from(contents, at)
        at += _BLOCK.size
        found[name.rstrip(b"\0").decode("ascii")] = contents[at : at + length]
        at += length
    return found


def write_blocks(blocks: Mapping[str, bytes], file: Path = FILE) -> None:
    """Write a file anew: the blocks that are given, and of those that it has the others."""
    kept = _blocks(file) if file.exists() else {}
    packed = kept | {name: zlib.compress(data, 9) for name, data in blocks.items()}
    with file.open("wb") as stream:
        stream.write(_HEADER)
        for name, data in packed.items():
            stream.write(_BLOCK.pack(name.encode("ascii"), len(data)) + data)
    _blocks.cache_clear()
    load_cases.cache_clear()
