"""The 48 sticker numbers of mmays (2014), and the colours of corners and edges matched to them.

The stickers but the centres are numbered U 1-8, L 9-16, F 17-24, R 25-32, B 33-40, D 41-48, each
face row by row. A list of numbers says which sticker of the solved cube stands at each place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from operator import itemgetter

from files.wording import counted
from solver.core.errors import FaceletError
from solver.core.facelets import CORNERS, EDGES, SOLVED
from solver.core.geometry import FACES

FACE_ORDER = "ULFRBD"
# The facelet (0 to 53) that carries each number (1 to 48).
FACELET_OF_NUMBER: tuple[int, ...] = tuple(
    9 * FACES.index(face) + sticker for face in FACE_ORDER for sticker in range(9) if sticker != 4
)
NUMBER_OF_FACELET = {facelet: n for n, facelet in enumerate(FACELET_OF_NUMBER, start=1)}


def colours_from_facelets(facelets: str) -> tuple[str, ...]:
    """Return the list of 48 colours (u l f r b d) of 54 face letters, without the centres."""
    return tuple(facelets[facelet].lower() for facelet in FACELET_OF_NUMBER)


def facelets_from_colours(colours: Sequence[str]) -> str:
    """Return 54 facelets from 48 colours (u l f r b d, in the order of the numbers).

    Raises FaceletError where there are not 48 of the six letters.
    """
    letters = [colour.upper() for colour in colours]
    strange = sorted({colour for colour in colours if colour.upper() not in FACES})
    if len(letters) != 48 or strange:
        raise FaceletError(
            f"{counted(len(letters), 'colour')}{f' with {strange}' if strange else ''}: there must "
            "be 48 of u l f r b d, eight a face in the order U L F R B D, without the centres"
        )
    facelets = list(SOLVED)
    for facelet, letter in zip(FACELET_OF_NUMBER, letters, strict=True):
        facelets[facelet] = letter
    return "".join(facelets)


def colours_from_numbers(numbers: Sequence[int]) -> tuple[str, ...]:
    """Return the colour (u l f r b d) of each sticker of a list of numbers."""
    return tuple(SOLVED[FACELET_OF_NUMBER[number - 1]].lower() for number in numbers)


def match_pieces(facelets: str) -> tuple[int | None, ...]:
    """Return the number of the sticker at each of the 48 places of 54 face letters (mmays 2014).

    The colours of every corner and edge are matched to those of all pieces in all their rotations.
    None stands at the stickers of a corner or edge whose colours no piece has.
    """
    pieces = [_ROTATED_PIECES.get(look_at(facelets), unknown) for look_at, unknown in _PLACES]
    return _in_order(tuple(chain.from_iterable(pieces)))


def piece_at(place: Sequence[int], numbers: Sequence[int | None]) -> tuple[int, int] | None:
    """Return which corner or edge is at a place, and how far it is twisted or flipped.

    `place`: its facelets, as in CORNERS and EDGES. None where its stickers match no piece.
    """
    number = numbers[NUMBER_OF_FACELET[place[0]] - 1]
    return None if number is None else _PIECE_OF_NUMBER[number]


Pieces = tuple[list[tuple[int, int]], list[tuple[int, int]]]


def pieces_at(numbers: Sequence[int | None]) -> Pieces:
    """Return `piece_at` for every corner place and every edge place. No number may be None."""
    corners, edges = (
        [_PIECE_OF_NUMBER[number] for number in at(numbers)] for at in (_corners, _edges)
    )
    return corners, edges


# The colours of each piece in each rotation -> the numbers of its stickers: 24 corners, 24 edges.
_ROTATED_PIECES: dict[tuple[str, ...], tuple[int | None, ...]] = {
    tuple(SOLVED[facelet] for facelet in rotated): tuple(
        NUMBER_OF_FACELET[facelet] for facelet in rotated
    )
    for home in (*CORNERS, *EDGES)
    for rotated in (home[first:] + home[:first] for first in range(len(home)))
}
# Of each corner and edge: what takes its colours from the facelets, and what stands for no piece.
_PLACES: tuple[tuple[Callable[[str], tuple[str, ...]], tuple[None, ...]], ...] = tuple(
    (itemgetter(*place), (None,) * len(place)) for place in (*CORNERS, *EDGES)
)
# What puts the stickers of all places in the order of their numbers.
_in_order: Callable[[tuple[int | None, ...]], tuple[int | None, ...]] = itemgetter(
    *[[*chain(*CORNERS, *EDGES)].index(facelet) for facelet in FACELET_OF_NUMBER]
)
# Each number -> the corner or edge that has this sticker, and how far it is twisted or flipped with
# the sticker on the first facelet of its place.
_PIECE_OF_NUMBER: dict[int | None, tuple[int, int]] = {
    NUMBER_OF_FACELET[facelet]: (cubie, -index % len(place))
    for places in (CORNERS, EDGES)
    for cubie, place in enumerate(places)
    for index, facelet in enumerate(place)
}
# What takes the numbers at the first stickers of all places.
_corners, _edges = (
    itemgetter(*[NUMBER_OF_FACELET[place[0]] - 1 for place in places])
    for places in (CORNERS, EDGES)
)
# What the three facelets of a corner place show -> the corner there, and how it is twisted.
CORNER_CUBIES: dict[str, tuple[int, int]] = {
    "".join(SOLVED[facelet] for facelet in rotated): (cubie, -first % 3)
    for cubie, home in enumerate(CORNERS)
    for first, rotated in enumerate(home[first:] + home[:first] for first in range(3))
}
