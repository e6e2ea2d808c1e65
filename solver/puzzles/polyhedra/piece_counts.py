"""Numbers of pieces of each kind in a layer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Literal

import numpy as np

from solver.puzzles.polyhedra.polyhedron import Polyhedron, PolyhedronTurn
from solver.puzzles.polyhedra.solid import EPSILON, Vectors

KindOfPiece = Literal["inner", "edge", "corner", "vertex", "upright", "inverted", "side", "bottom"]
_BY_FACES: Mapping[int, KindOfPiece] = {1: "inner", 2: "edge", 3: "corner", 4: "vertex"}


def pieces_in_layer(puzzle: Polyhedron, axis: int, layer: int) -> Counter[KindOfPiece]:
    """Return the number of pieces of a layer by kind, as the paper does for the puzzle's solid and
    axes.

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
        standing = _is_upright(puzzle)
        return lambda piece: "upright" if standing[piece[0]] else "inverted"
    if puzzle.axes[axis].order == 2:
        targets = puzzle.targets(PolyhedronTurn(axis, layer, 1))
        opposite = _opposite_faces(puzzle)
        colours = puzzle.colours
        return lambda piece: (
            "bottom" if colours[targets[piece[0]]] == opposite[colours[piece[0]]] else "side"
        )
    return lambda piece: _BY_FACES[len(piece)]


@cache
def _is_upright(puzzle: Polyhedron) -> tuple[bool, ...]:
    return tuple(_is_upright_triangle(puzzle, sticker) for sticker in range(len(puzzle.stickers)))


def _is_upright_triangle(puzzle: Polyhedron, sticker: int) -> bool:
    """Return whether a triangle is its face made smaller, not rotated by 180 degrees."""
    face = puzzle.solid.polygon(puzzle.stickers[sticker].face)
    outer = _corner_directions(face)
    inner = _corner_directions(puzzle.stickers[sticker].corners)
    return bool((inner @ outer.T).max() > 1 - EPSILON)


def _opposite_faces(puzzle: Polyhedron) -> list[int]:
    """Return the opposite face of each face."""
    faces = range(len(puzzle.solid.faces))
    middles = np.array([puzzle.solid.polygon(face).mean(axis=0) for face in faces])
    return [int(number) for number in (middles @ middles.T).argmin(axis=1)]


def _corner_directions(polygon: Vectors) -> Vectors:
    """Return the unit vectors from the middle of a polygon to its corners."""
    arms = polygon - polygon.mean(axis=0)
    return np.asarray(arms / np.linalg.norm(arms, axis=1, keepdims=True))
