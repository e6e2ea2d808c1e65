"""Positions of pieces, computed from cubies and not, as in the engine, from stickers."""

from __future__ import annotations

from solver.core.facelets import CORNER_NAMES, EDGE_NAMES
from solver.cube import Cube

CROSS = ("DF", "DR", "DB", "DL")
SLOTS = {"FR": "DFR", "FL": "DLF", "BL": "DBL", "BR": "DRB"}
CORNERS = tuple(name[i:] + name[:i] for name in CORNER_NAMES for i in range(3))
EDGES = tuple(turned for name in EDGE_NAMES for turned in (name, name[::-1]))


def position_of(cube: Cube, piece: str) -> str:
    """Return the position of a piece, beginning with the face that shows its first sticker."""
    if len(piece) == 2:
        cubie = EDGE_NAMES.index(piece)
        at = cube.edges.index(cubie)
        place, shift = EDGE_NAMES[at], cube.edge_flips[at]
    else:
        cubie = CORNER_NAMES.index(piece)
        at = cube.corners.index(cubie)
        place, shift = CORNER_NAMES[at], cube.corner_twists[at]
    return place[shift:] + place[:shift]


def is_home(cube: Cube, *pieces: str) -> bool:
    return all(position_of(cube, piece) == piece for piece in pieces)


def solved_slots(cube: Cube) -> set[str]:
    return {edge for edge, corner in SLOTS.items() if is_home(cube, edge, corner)}
