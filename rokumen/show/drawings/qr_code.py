"""QR codes of short texts (ISO/IEC 18004): bytes, versions 1 to 5, error correction of level L.

These versions have one block of codewords and at most one alignment pattern. The mask is always
that of a chessboard; which one is used is written in the code.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

# Of versions 1 to 5: how many codewords are data, and how many correct errors.
_CODEWORDS = ((19, 7), (34, 10), (55, 15), (80, 20), (108, 26))
_BYTE_MODE, _MODE_BITS, _COUNT_BITS = 0b0100, 4, 8
_PADDING = (0b11101100, 0b00010001)
# The fields of 256 numbers (x^8 + x^4 + x^3 + x^2 + 1), the code of the format and its mask.
_FIELD_POLYNOMIAL = 0b100011101
_FORMAT_POLYNOMIAL, _FORMAT_MASK = 0b10100110111, 0b101010000010010
_LEVEL_L_MASK_0 = 0b01000
_TIMING = 6  # the row and the column in which modules alternate
_QUIET = 4  # light modules around the code

# Light modules are drawn, white on black, so that the terminal's own colours do not matter.
_WHITE_ON_BLACK, _RESET = "\x1b[97;40m", "\x1b[0m"
_HALVES = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}

Modules = list[list[bool]]  # row by row, True where it is dark


def qr_code(text: str) -> Modules:
    """Return the modules of the code of a text, without the light border.

    Raises ValueError for a text of more than 106 bytes.
    """
    data = text.encode()
    for version, (room, correcting) in enumerate(_CODEWORDS, start=1):
        if len(data) + 2 <= room:
            codewords = _codewords(data, room)
            return _drawn(version, [*codewords, *_correction(codewords, correcting)])
    raise ValueError(f"{text[:40]!r} has {len(data)} bytes; a code of this kind has at most 106")


def drawn_in_terminal(modules: Modules) -> str:
    """Return a code as lines of half blocks, with the light border that a reader needs."""
    side = len(modules) + 2 * _QUIET

    def is_dark(row: int, column: int) -> bool:
        inside = range(_QUIET, side - _QUIET)
        return row in inside and column in inside and modules[row - _QUIET][column - _QUIET]

    lines = (
        "".join(_HALVES[is_dark(row, column), is_dark(row + 1, column)] for column in range(side))
        for row in range(0, side, 2)
    )
    return "\n".join(f"{_WHITE_ON_BLACK}{line}{_RESET}" for line in lines)


def _codewords(data: bytes, room: int) -> list[int]:
    """Return the data with its header, filled up to all the codewords that there is room for."""
    bits = f"{_BYTE_MODE:0{_MODE_BITS}b}{len(data):0{_COUNT_BITS}b}"
    bits += "".join(f"{byte:08b}" for byte in data) + "0000"
    words = [int(bits[start : start + 8], 2) for start in range(0, len(bits), 8)]
    missing = room - len(words)
    return words + [_PADDING[number % 2] for number in range(missing)]


def _correction(codewords: Sequence[int], count: int) -> list[int]:
    """Return the Reed-Solomon codewords: what is left of the data divided by the generator."""
    generator = [1]
    root = 1
    for _ in range(count):
        product = [*generator, 0]
        for place, factor in enumerate(generator):
            product[place + 1] ^= _times(factor, root)
        generator, root = product, _times(root, 2)
    left = [0] * count
    for word in codewords:
        factor = word ^ left[0]
        left = [
            old ^ _times(each, factor)
            for old, each in zip([*left[1:], 0], generator[1:], strict=True)
        ]
    return left


def _times(one: int, other: int) -> int:
    """Multiply two numbers of the field."""
    product = 0
    while other:
        if other & 1:
            product ^= one
        one <<= 1
        if one > 255:
            one ^= _FIELD_POLYNOMIAL
        other >>= 1
    return product


def _drawn(version: int, codewords: Sequence[int]) -> Modules:
    side = 17 + 4 * version
    modules: list[list[bool | None]] = [[None] * side for _ in range(side)]
    for row, column, dark in (*_patterns(version, side), *_format(side)):
        modules[row][column] = dark
    bits = (bool(word >> bit & 1) for word in codewords for bit in range(7, -1, -1))
    for row, column in _free_places(modules):
        # After the last codeword there may be a few modules more, which count as 0.
        modules[row][column] = next(bits, False) ^ ((row + column) % 2 == 0)
    return [[bool(module) for module in row] for row in modules]


def _patterns(version: int, side: int) -> Iterator[tuple[int, int, bool]]:
    """Yield the modules by which a reader finds the code: row, column, whether dark."""
    for place in range(8, side - 8):
        yield _TIMING, place, place % 2 == 0
        yield place, _TIMING, place % 2 == 0
    for top, left in ((0, 0), (0, side - 7), (side - 7, 0)):
        for row in range(max(0, top - 1), min(side, top + 8)):
            for column in range(max(0, left - 1), min(side, left + 8)):
                ring = max(abs(row - top - 3), abs(column - left - 3))
                yield row, column, ring in (0, 1, 3)
    if version > 1:
        middle = side - 7
        for row in range(middle - 2, middle + 3):
            for column in range(middle - 2, middle + 3):
                yield row, column, max(abs(row - middle), abs(column - middle)) != 1


def _format(side: int) -> Iterator[tuple[int, int, bool]]:
    """Yield the modules that say which level and mask the code has, twice, and the dark one."""
    left = _LEVEL_L_MASK_0 << 10
    for shift in range(4, -1, -1):
        if left >> (shift + 10) & 1:
            left ^= _FORMAT_POLYNOMIAL << shift
    written = (_LEVEL_L_MASK_0 << 10 | left) ^ _FORMAT_MASK
    beside = [(row, 8) for row in (0, 1, 2, 3, 4, 5, 7, 8)] + [
        (8, column) for column in (7, 5, 4, 3, 2, 1, 0)
    ]
    opposite = [(8, side - 1 - bit) for bit in range(8)] + [
        (side - 15 + bit, 8) for bit in range(8, 15)
    ]
    for places in (beside, opposite):
        for bit, (row, column) in enumerate(places):
            yield row, column, bool(written >> bit & 1)
    yield side - 8, 8, True


def _free_places(modules: list[list[bool | None]]) -> Iterator[tuple[int, int]]:
    """Yield the places of the data: two columns at a time from the right, up and down in turn."""
    side = len(modules)
    upwards = True
    for right in (*range(side - 1, _TIMING, -2), *range(_TIMING - 1, 0, -2)):
        for row in range(side - 1, -1, -1) if upwards else range(side):
            for column in (right, right - 1):
                if modules[row][column] is None:
                    yield row, column
        upwards = not upwards
