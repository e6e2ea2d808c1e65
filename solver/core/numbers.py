"""The 48 sticker numbers of mmays (2014), converted from colours and to and from a cube.

The stickers but the centres are numbered U 1-8, L 9-16, F 17-24, R 25-32, B 33-40, D 41-48, each
face row by row. A list of numbers says which sticker of the solved cube stands at each place.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver.core.cube import Cube
from solver.core.errors import FaceletError, Fault, FaultKind, IllegalCubeError
from solver.core.facelets import CORNERS, EDGES, SOLVED
from solver.core.geometry import FACES

_FACE_ORDER = "ULFRBD"
# The facelet (0 to 53) that carries each number (1 to 48).
FACELET_OF_NUMBER: tuple[int, ...] = tuple(
    9 * FACES.index(face) + sticker for face in _FACE_ORDER for sticker in range(9) if sticker != 4
)
NUMBER_OF_FACELET = {facelet: n for n, facelet in enumerate(FACELET_OF_NUMBER, start=1)}


def facelets_from_colours(colours: Sequence[str]) -> str:
    """Return 54 facelets from 48 colours (u l f r b d, in the order of the numbers).

    Raises FaceletError where there are not 48 of the six letters.
    """
    letters = [colour.upper() for colour in colours]
    strange = sorted({colour for colour in colours if colour.upper() not in FACES})
    if len(letters) != 48 or strange:
        raise FaceletError(
            f"{len(letters)} colours{f' with {strange}' if strange else ''}: there must be 48 "
            "of u l f r b d, eight a face in the order U L F R B D, without the centres"
        )
    facelets = list(SOLVED)
    for facelet, letter in zip(FACELET_OF_NUMBER, letters, strict=True):
        facelets[facelet] = letter
    return "".join(facelets)


def numbers_from_colours(colours: Sequence[str]) -> tuple[int, ...]:
    """Find each sticker's number by matching the colours of every corner and edge (mmays 2014).

    Raises FaceletError for a list of the wrong form and IllegalCubeError for an impossible cube.
    """
    return numbers_from_cube(Cube.from_facelets(facelets_from_colours(colours)))


def colours_from_numbers(numbers: Sequence[int]) -> tuple[str, ...]:
    """Return the colour (u l f r b d) of each sticker of a list of numbers."""
    return tuple(SOLVED[FACELET_OF_NUMBER[number - 1]].lower() for number in numbers)


def numbers_from_cube(cube: Cube) -> tuple[int, ...]:
    """Return which numbered sticker stands at each of the 48 places."""
    stickers: dict[int, int] = {}
    for places, cubies, turned in (
        (CORNERS, cube.corners, cube.corner_twists),
        (EDGES, cube.edges, cube.edge_flips),
    ):
        for place, cubie, shift in zip(places, cubies, turned, strict=True):
            for i, facelet in enumerate(places[cubie]):
                stickers[place[(i + shift) % len(place)]] = NUMBER_OF_FACELET[facelet]
    return tuple(stickers[facelet] for facelet in FACELET_OF_NUMBER)


def cube_from_numbers(numbers: Sequence[int]) -> Cube:
    """Read a cube from its 48 numbers.

    Raises FaceletError where they are not 1 to 48, each once, and IllegalCubeError where the
    stickers of a piece have come apart or no turns lead to the cube.
    """
    if sorted(numbers) != list(range(1, 49)):
        missing = sorted(set(range(1, 49)) - set(numbers))
        raise FaceletError(
            f"{len(numbers)} numbers that lack {missing or 'none'}: each of 1 to 48 must stand "
            "exactly once, in the order U L F R B D without the centres"
        )
    facelets = facelets_from_colours(colours_from_numbers(numbers))
    cube = Cube.from_facelets(facelets)
    seen = numbers_from_cube(cube)
    inconsistent = [place for place in range(48) if seen[place] != numbers[place]]
    if inconsistent:
        listed = ", ".join(f"{numbers[place]} at {place + 1}" for place in inconsistent)
        raise IllegalCubeError(
            (
                Fault(
                    FaultKind.NO_SUCH_PIECE,
                    f"the stickers of one piece stand on several: look again at {listed}",
                    tuple(FACELET_OF_NUMBER[place] for place in inconsistent),
                ),
            )
        )
    return cube
