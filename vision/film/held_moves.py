"""What the turns of a layer and of the whole cube do to the 54 stickers of a cube that is held."""

from __future__ import annotations

import numpy as np

from solver.core.geometry import FACES
from solver.core.turn import TURN_PERMUTATIONS, Turn
from solver.turn_distance import AXES, QUARTERS
from vision.arrays import IntArray
from vision.facelet_indices import cube_rotation

# The quarter turns of a layer, clockwise and counter-clockwise, and all turns of the whole cube.
LAYER_TURNS = tuple(f"{face}{suffix}" for face in FACES for suffix in ("", "'"))
WHOLE_TURNS = tuple(f"{axis}{suffix}" for axis in AXES for suffix in ("", "'", "2"))
MOVES = LAYER_TURNS + WHOLE_TURNS
# The faces that a clockwise quarter turn of the whole cube brings up and to the front.
_UP_AND_FRONT = {"x": "FD", "y": "UR", "z": "LF"}


def _sources(move: str) -> IntArray:
    """Return which facelet (54) each place has after a move."""
    if move[0] in AXES:
        targets = cube_rotation(*map(FACES.index, _UP_AND_FRONT[move[0]]))
    else:
        targets = np.array(TURN_PERMUTATIONS[Turn(move[0], 1)].targets)
    sources = np.arange(54)
    for _ in range(QUARTERS[move[1:]]):
        sources = sources[np.argsort(targets)]
    return sources


# SOURCES[m][i]: which facelet is at place i after the m-th of MOVES.
SOURCES: IntArray = np.stack([_sources(move) for move in MOVES])
