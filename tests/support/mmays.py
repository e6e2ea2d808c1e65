"""The tables and examples of mmays (2014), and its way from colours to numbers, typed again.

Our own code derives the same tables from the geometry of the cube; these are for comparison.
"""

from __future__ import annotations

from collections.abc import Sequence

CORNERS: dict[tuple[int, ...], str] = {
    (1, 9, 35): "ulb",
    (3, 33, 27): "ubr",
    (6, 17, 11): "ufl",
    (8, 25, 19): "urf",
    (14, 46, 40): "ldb",
    (16, 22, 41): "lfd",
    (24, 30, 43): "frd",
    (32, 38, 48): "rbd",
}
EDGES: dict[tuple[int, ...], str] = {
    (2, 34): "ub",
    (4, 10): "ul",
    (5, 26): "ur",
    (7, 18): "uf",
    (12, 37): "lb",
    (13, 20): "lf",
    (15, 44): "ld",
    (21, 28): "fr",
    (23, 42): "fd",
    (29, 36): "rb",
    (31, 45): "rd",
    (39, 47): "bd",
}
SOLVED_COLOURS = "uuuuuuuullllllllffffffffrrrrrrrrbbbbbbbbdddddddd"
# The right face turned by 90 degrees.
RIGHT_COLOURS = "uufufuufllllllllffdfdffdrrrrrrrrubbububbddbdbddb"
RIGHT_NUMBERS = (
    *(1, 2, 19, 4, 21, 6, 7, 24),
    *(9, 10, 11, 12, 13, 14, 15, 16),
    *(17, 18, 43, 20, 45, 22, 23, 48),
    *(30, 28, 25, 31, 26, 32, 29, 27),
    *(8, 34, 35, 5, 37, 3, 39, 40),
    *(41, 42, 38, 44, 36, 46, 47, 33),
)


def rotations(stickers: Sequence[int], colours: str) -> list[tuple[tuple[int, ...], str]]:
    """Return a piece in each of its rotations, numbers with colours (cornerAll, edgeAll)."""
    return [
        ((*stickers[-turn:], *stickers[:-turn]), colours[-turn:] + colours[:-turn])
        for turn in range(len(colours))
    ]


def numbers_of(colours: Sequence[str]) -> list[int]:
    """Return the numbers of a legal cube's 48 colours (singmaster2perm)."""
    numbers = [0] * 48
    for pieces in (CORNERS, EDGES):
        for place in pieces:
            seen = "".join(colours[number - 1] for number in place)
            (found,) = (
                stickers
                for piece in pieces.items()
                for stickers, letters in rotations(*piece)
                if letters == seen
            )
            for number, sticker in zip(place, found, strict=True):
                numbers[number - 1] = sticker
    return numbers
