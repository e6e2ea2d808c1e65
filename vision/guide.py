"""What to show the camera next, in words."""

from __future__ import annotations

from collections.abc import Sequence

# The faces opposite each other on most cubes, by the colours of their centres.
OPPOSITE = {
    "white": "yellow",
    "yellow": "white",
    "red": "orange",
    "orange": "red",
    "green": "blue",
    "blue": "green",
}

SHOW_ANY = "hold one face of the cube towards the camera"
TURN_RIGHT = "turn the cube to the right"
TIP = "tip the cube so that its upper face looks into the camera"
TURN_OVER = "turn the cube over, so that the opposite face looks into the camera"


def next_step(shown: Sequence[str]) -> str:
    """Say what to do with the cube after faces with these centres, in the order of showing.

    It is the way round the cube's four sides and then to its upper and lower face, taken up from
    wherever one is: the last two faces that meet tell which way that was. The colours are those of
    most cubes; on any other the words are only a way to show what has not been shown.
    """
    if not shown:
        return SHOW_ANY
    last, taken = shown[-1], set(shown)
    beside = next((c for c in reversed(shown) if c not in (last, OPPOSITE[last])), None)
    if beside is None or not {beside, OPPOSITE[beside]} <= taken:
        return TURN_RIGHT
    if OPPOSITE[last] not in taken:
        return TURN_OVER
    return TIP
