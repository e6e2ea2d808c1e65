"""Packing pieces made of cubes into a box, by exact cover (the puzzle of Avendia19, 2018)."""

from papers.packing.box import Box, infeasibility_reason
from papers.packing.pieces import SETS, Piece, Polycube, read_pieces
from papers.packing.search import Packing, PackingResult, Search, pack

__all__ = [
    "SETS",
    "Box",
    "Packing",
    "PackingResult",
    "Piece",
    "Polycube",
    "Search",
    "infeasibility_reason",
    "pack",
    "read_pieces",
]
