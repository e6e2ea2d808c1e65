"""Where cameras look: the positions of space that each of them sees.

A camera's place is one position (`U`), two at an edge (`UF`) or three at a corner (`URF`), or "" if
it is not known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from robot.errors import RigError
from solver.core.geometry import FACES, OPPOSITE

if TYPE_CHECKING:
    from robot.rigs.command import Pose
    from robot.rigs.rig import Rig

UNKNOWN_WORD = "unknown"


def parse_places(text: str) -> tuple[str, ...]:
    """Return the places of cameras written with commas, such as `U` or `URF,unknown`.

    Raises RigError, which quotes a place that does not exist.
    """
    places = tuple(word.strip().upper() for word in text.split(","))
    for place in places:
        if place != UNKNOWN_WORD.upper():
            check_place(place)
    return tuple("" if place == UNKNOWN_WORD.upper() else place for place in places)


def place_text(place: str) -> str:
    """Return a place as users write it."""
    return place or UNKNOWN_WORD


def is_place(text: str) -> bool:
    """Return True for one to three different positions that meet at one corner."""
    return (
        1 <= len(set(text)) == len(text) <= 3
        and set(text) <= set(FACES)
        and not any(OPPOSITE[position] in text for position in text)
    )


def check_place(place: str) -> None:
    """Raise RigError for anything but one to three positions that meet at one corner."""
    if not is_place(place):
        raise RigError(
            f"a camera cannot look at {place!r}; give one face (U), the two at an edge (UF), the "
            f"three at a corner (URF), or {UNKNOWN_WORD}"
        )


def with_cameras(rig: Rig, places: Sequence[str]) -> Rig:
    """Return a rig with cameras at other places."""
    if tuple(places) == rig.cameras:
        return rig
    return replace(rig, cameras=tuple(places), camera_rolls=())


def unseen_motions(rig: Rig) -> tuple[str, ...]:
    """Return which motions a camera of a rig may not see, one phrase each; () if it sees all.

    An axis without jaws of its own turns a cradle, which looks the same on all sides; jaws look the
    same after a half turn.
    """
    if not rig.grippers or not any(rig.cameras):
        return ("those of all motors",)
    turning = [axis for axis in rig.axes if axis in rig.grippers]
    cradles = [axis for axis in rig.axes if axis not in rig.grippers]
    unmarked = "unless its sides are marked"
    words = [f"a turn of which the {axis} makes nothing, {unmarked}" for axis in cradles]
    return (*words, *(["a half turn of which an unmarked wrist makes nothing"] if turning else []))


def camera_rolls(rig: Rig) -> tuple[float, ...]:
    """Return how far the cube is turned in each camera's picture, see `Rig`."""
    return rig.camera_rolls or (0.0,) * len(rig.cameras)


def hidden_stickers(rig: Rig, pose: Pose) -> Mapping[str, frozenset[int]]:
    """Return the hidden stickers of each face that a camera could see, by position."""
    seen = with_cameras(rig, FACES).sights(pose)
    return {sight.position: sight.hidden for sight in seen}
