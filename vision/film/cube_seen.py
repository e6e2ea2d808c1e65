"""A cube as it is seen in one frame: its pose, and whether it was turned as a whole before it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import FloatArray, IntArray
from vision.film.cube_pose import SYMMETRIES, CubeInFrame
from vision.film.held_moves import MOVES, SOURCES, WHOLE_TURNS
from vision.film.pose_refinement import places_after

# The largest rotation between two frames (degrees) that is followed, if both are clear.
MAX_ROTATION = 40.0
# Prices (natural logarithms) of a whole-cube turn that was seen, of one that may have happened
# while the cube was not seen for many frames, or for one, and of others. Hands take some ten frames
# for one.
SEEN_PRICE, HIDDEN_PRICE, BRIEFLY_HIDDEN_PRICE, ABSENT_PRICE = 0.5, 5.0, 12.0, 13.0


def _whole_turn_of() -> dict[int, int]:
    """Return for each of SYMMETRIES that is one turn of the whole cube which of WHOLE_TURNS."""
    found = {}
    for k, rotation in enumerate(SYMMETRIES):
        places = places_after(rotation)
        for number, name in enumerate(WHOLE_TURNS):
            if (SOURCES[MOVES.index(name)] == places).all():
                found[k] = number
    return found


_WHOLE_TURN_OF = _whole_turn_of()
_PLACES_AFTER = [places_after(rotation) for rotation in SYMMETRIES]


@dataclass(frozen=True, slots=True, eq=False)
class CubeSeen:
    """A cube in one frame: its pose or None, and the price of each of WHOLE_TURNS (9).

    `places` (54): which facelet of the frame before is at each place of this pose; None where the
    cube was not followed from there.
    """

    pose: CubeInFrame | None
    whole_turn_prices: FloatArray
    places: IntArray | None = None


def hidden_price(frames: int) -> float:
    """Return the price of a turn of the whole cube while it was not seen for some frames."""
    return max(HIDDEN_PRICE, BRIEFLY_HIDDEN_PRICE + 1 - max(frames, 1))


def not_followed(pose: CubeInFrame | None, price: float) -> CubeSeen:
    """Return a cube that may have been turned as a whole since the last frame, at a price."""
    return CubeSeen(pose, np.full(len(WHOLE_TURNS), price))


def followed(before: CubeInFrame, pose: CubeInFrame) -> CubeSeen:
    """Return a cube that was seen in the frame before too, with the whole-cube turn between."""
    prices = np.full(len(WHOLE_TURNS), ABSENT_PRICE)
    agreement = np.einsum("ij,ik,skj->s", pose.rotation, before.rotation, SYMMETRIES)
    k = int(agreement.argmax())
    degrees = np.degrees(np.arccos(np.clip((agreement[k] - 1) / 2, -1, 1)))
    if degrees >= MAX_ROTATION:
        return CubeSeen(pose, prices)
    if k in _WHOLE_TURN_OF:
        prices[_WHOLE_TURN_OF[k]] = SEEN_PRICE
    return CubeSeen(pose, prices, _PLACES_AFTER[k])
