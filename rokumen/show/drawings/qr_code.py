"""QR codes of short texts, as the package segno makes them, drawn in a terminal."""

from __future__ import annotations

import segno

# A longer text has a code of more than 45 columns, with its border.
MOST_BYTES = 106
_QUIET = 4  # light modules around the code

# Light modules are drawn, white on black, so that the terminal's own colours do not matter.
_WHITE_ON_BLACK, _RESET = "\x1b[97;40m", "\x1b[0m"
_HALVES = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}

Modules = list[list[bool]]  # row by row, True where it is dark


def qr_code(text: str) -> Modules:
    """Return the modules of the code of a text, without the light border.

    Raises ValueError for a text of more than MOST_BYTES.
    """
    length = len(text.encode())
    if length > MOST_BYTES:
        raise ValueError(
            f"{text[:40]!r} has {length} bytes; a code of this kind has at most {MOST_BYTES}"
        )
    code = segno.make_qr(text, error="l", mode="byte", boost_error=False)
    return [[bool(module) for module in row] for row in code.matrix]


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
