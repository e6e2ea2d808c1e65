"""Packing pieces made of cubes into a box, by exact cover (the puzzle of seed 003)."""

from solver.packing.box import Box
from solver.packing.pieces import SETS, Piece, PieceError, read_pieces
from solver.packing.polycube import Polycube
from solver.packing.reasons import impossible
from solver.packing.search import Packing, Packings, Search, pack

__all__ = [
    "SETS",
    "Box",
    "Packing",
    "Packings",
    "Piece",
    "PieceError",
    "Polycube",
    "Search",
    "impossible",
    "pack",
    "read_pieces",
]
