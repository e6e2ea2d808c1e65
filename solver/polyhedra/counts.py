"""How many pieces of each kind a layer holds: the tables of seed 000, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Literal

import numpy as np

from solver.polyhedra.polyhedron import Polyhedron, Turn
from solver.polyhedra.solid import EPSILON, Vectors

KindOfPiece = Literal["inner", "edge", "corner", "vertex", "upright", "inverted", "side", "bottom"]
_BY_FACES: Mapping[int, KindOfPiece] = {1: "inner", 2: "edge", 3: "corner", 4: "vertex"}


def pieces_in_layer(puzzle: Polyhedron, axis: int, layer: int) -> Counter[KindOfPiece]:
    """Count the pieces of a layer by kind, as the seed does for the puzzle's solid and axes.

    Triangles upon triangles are told by whether they stand as the face does; what half turns
    about edges move by whether it goes to the face beside or the opposite one; others by the
    faces that they touch, where `inner` holds the centre.
    """
    kind = _kind(puzzle, axis, layer)
    return Counter(
        kind(piece) for piece in puzzle.pieces if puzzle.stickers[piece[0]].layers[axis] == layer
    )


def _kind(puzzle: Polyhedron, axis: int, layer: int) -> Callable[[tuple[int, ...]], KindOfPiece]:
    if puzzle.solid.name in ("tetrahedron", "octahedron"):
        return lambda piece: "upright" if _stands(puzzle, piece[0]) else "inverted"
    if puzzle.axes[axis].order == 2:
        targets = puzzle.targets(Turn(axis, layer, 1))
        opposite = _opposite_faces(puzzle)
        colours = puzzle.colours
        return lambda piece: (
            "bottom" if colours[targets[piece[0]]] == opposite[colours[piece[0]]] else "side"
        )
    return lambda piece: _BY_FACES[len(piece)]


def _stands(puzzle: Polyhedron, sticker: int) -> bool:
    """Tell whether a triangle is its face made smaller, and not turned upside down."""
    face = puzzle.solid.polygon(puzzle.stickers[sticker].face)
    outer = _arms(face)
    inner = _arms(puzzle.stickers[sticker].corners)
    return bool((inner @ outer.T).max() > 1 - EPSILON)


def _opposite_faces(puzzle: Polyhedron) -> list[int]:
    """Say for each face which one looks the other way."""
    faces = range(len(puzzle.solid.faces))
    middles = np.array([puzzle.solid.polygon(face).mean(axis=0) for face in faces])
    return [int(number) for number in (middles @ middles.T).argmin(axis=1)]


def _arms(polygon: Vectors) -> Vectors:
    """Give the unit vectors from the middle of a polygon to its corners."""
    arms = polygon - polygon.mean(axis=0)
    return np.asarray(arms / np.linalg.norm(arms, axis=1, keepdims=True))
