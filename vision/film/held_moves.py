"""What the turns of a layer and of the whole cube do to the 54 stickers of a cube that is held."""

from __future__ import annotations

import numpy as np

from solver.core.geometry import FACELET_INDEX, FACELETS, FACES, Facelet, rotate_clockwise
from solver.core.turn import TURN_PERMUTATIONS, Turn
from vision.arrays import IntArray

# The quarter turns of a layer, clockwise and counter-clockwise, and all turns of the whole cube,
# by the face that a whole-cube turn turns like.
LAYER_TURNS = tuple(f"{face}{suffix}" for face in FACES for suffix in ("", "'"))
_AXES = {"x": "R", "y": "U", "z": "F"}
WHOLE_TURNS = tuple(f"{axis}{suffix}" for axis in _AXES for suffix in ("", "'", "2"))
MOVES = LAYER_TURNS + WHOLE_TURNS
QUARTERS = {"": 1, "2": 2, "'": 3}


def _whole_turn_targets(face: str) -> IntArray:
    """Return where a clockwise quarter turn of the whole cube takes each facelet (54)."""
    turned = [
        Facelet(rotate_clockwise(facelet.cubie, face), rotate_clockwise(facelet.normal, face))
        for facelet in FACELETS
    ]
    return np.array([FACELET_INDEX[facelet] for facelet in turned])


def _sources(move: str) -> IntArray:
    """Return which facelet (54) each place has after a move."""
    face, quarters = _AXES.get(move[0], move[0]), QUARTERS[move[1:]]
    if move[0] in FACES:
        targets = np.array(TURN_PERMUTATIONS[Turn(face, 1)].targets)
    else:
        targets = _whole_turn_targets(face)
    sources = np.arange(54)
    for _ in range(quarters):
        sources = sources[np.argsort(targets)]
    return sources


# SOURCES[m][i]: which facelet is at place i after the m-th of MOVES.
SOURCES: IntArray = np.stack([_sources(move) for move in MOVES])
