"""Instructions for the user: which face to show next."""

from __future__ import annotations

from collections.abc import Sequence

# The faces opposite each other on most cubes, by the colours of their centres.
OPPOSITE_COLOUR = {
    "white": "yellow",
    "yellow": "white",
    "red": "orange",
    "orange": "red",
    "green": "blue",
    "blue": "green",
}

SHOW_ANY = "hold one face of the cube towards the camera"
TURN_RIGHT = "turn the whole cube a quarter turn to the right"
TILT = "tilt the cube so that its top face points at the camera"
TURN_OVER = "turn the cube over, so that the opposite face points at the camera"


def next_instruction(shown: Sequence[str]) -> str:
    """Return what to do with the cube after faces with these centres, in the order of showing.

    The order is around the four sides of the cube and then to its upper and lower face, starting
    from any of them; the last two adjacent faces determine the direction. The colours are those of
    most cubes; on any other cube the text still leads to faces that have not been shown.
    """
    if not shown:
        return SHOW_ANY
    last, seen = shown[-1], set(shown)
    adjacent = next((c for c in reversed(shown) if c not in (last, OPPOSITE_COLOUR[last])), None)
    if adjacent is None or not {adjacent, OPPOSITE_COLOUR[adjacent]} <= seen:
        return TURN_RIGHT
    if OPPOSITE_COLOUR[last] not in seen:
        return TURN_OVER
    return TILT
