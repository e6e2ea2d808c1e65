"""Geometry of a puzzle as JSON-ready dictionaries, for drawing it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Literal, TypedDict

import numpy as np

from solver.puzzles.polyhedra.cutting import cross_section
from solver.puzzles.polyhedra.polyhedron import Polyhedron, PolyhedronTurn, format_turn, polyhedron
from solver.puzzles.polyhedra.solid import EPSILON, Vectors

KindOfPiece = Literal[
    "inner", "edge", "corner", "vertex", "core", "upright", "inverted", "side", "bottom"
]
_BY_FACES: Mapping[int, KindOfPiece] = {
    1: "inner",
    2: "edge",
    3: "corner",
    4: "vertex",
    5: "vertex",
    12: "core",
}


def pieces_in_layer(puzzle: Polyhedron, axis: int, layer: int) -> Counter[KindOfPiece]:
    """Return the number of pieces of a layer by kind, as the paper does for the puzzle's solid and
    axes.

    Triangles upon triangles are told by whether they stand as the face does; what half turns
    about the edges of a cube move by whether it goes to the face beside or the opposite one;
    others by the faces that they touch, where `inner` holds the centre, `vertex` touches four
    or five, and the `core` all of them.
    """
    kind = _kind(puzzle, axis, layer)
    return Counter(
        kind(piece) for piece in puzzle.pieces if puzzle.stickers[piece[0]].layers[axis] == layer
    )


def _kind(puzzle: Polyhedron, axis: int, layer: int) -> Callable[[tuple[int, ...]], KindOfPiece]:
    upright = _upright_triangles(puzzle)
    if upright is not None:
        return lambda piece: "upright" if upright[piece[0]] else "inverted"
    on_one_face = all(len(piece) == 1 for piece in puzzle.pieces)
    if puzzle.solid.name == "cube" and puzzle.axes[axis].order == 2 and on_one_face:
        targets = puzzle.targets(PolyhedronTurn(axis, layer, 1))
        opposite = _opposite_faces(puzzle)
        colours = puzzle.colours
        return lambda piece: (
            "bottom" if colours[targets[piece[0]]] == opposite[colours[piece[0]]] else "side"
        )
    return lambda piece: _BY_FACES[len(piece)]


@cache
def _upright_triangles(puzzle: Polyhedron) -> tuple[bool, ...] | None:
    """Return for each sticker whether it is its face made smaller, not rotated by 180 degrees.

    None if there is a sticker that is neither.
    """
    upright = []
    for sticker in puzzle.stickers:
        outer = _corner_directions(puzzle.solid.polygon(sticker.face))
        along = _corner_directions(sticker.corners) @ outer.T
        if len(sticker.corners) != 3 or len(outer) != 3:
            return None
        if not (np.abs(along).max(axis=1) > 1 - EPSILON).all():
            return None
        upright.append(bool(along.max() > 1 - EPSILON))
    return tuple(upright)


def _opposite_faces(puzzle: Polyhedron) -> list[int]:
    """Return the opposite face of each face."""
    faces = range(len(puzzle.solid.faces))
    middles = np.array([puzzle.solid.polygon(face).mean(axis=0) for face in faces])
    return [int(number) for number in (middles @ middles.T).argmin(axis=1)]


def _corner_directions(polygon: Vectors) -> Vectors:
    """Return the unit vectors from the middle of a polygon to its corners."""
    arms = polygon - polygon.mean(axis=0)
    return np.asarray(arms / np.linalg.norm(arms, axis=1, keepdims=True))


Point = list[float]


class AxisDescription(TypedDict):
    """An axis: turns are multiples of 360/`order` degrees; `cuts` are heights along `direction`."""

    name: str
    direction: Point
    order: int
    cuts: list[float]
    sections: list[list[Point]]


class StickerDescription(TypedDict):
    """A sticker: a flat convex polygon, counterclockwise from outside; `layers` from 1, by axis."""

    corners: list[Point]
    colour: int
    piece: int
    layers: list[int]


class TurnDescription(TypedDict):
    """A layer's smallest turn: `angle` degrees, right-handed about the axis' direction.

    What is at sticker i goes to the place of sticker `targets[i]`.
    """

    name: str
    axis: int
    layer: int
    angle: float
    targets: list[int]


class Description(TypedDict):
    """All that is needed to draw and turn a puzzle; the solid lies in the unit sphere."""

    name: str
    solid: str
    vertices: list[Point]
    faces: list[list[int]]
    axes: list[AxisDescription]
    layers: int
    stickers: list[StickerDescription]
    pieces: list[list[int]]
    turns: list[TurnDescription]


def describe(name: str) -> Description:
    """Return the description of a puzzle by its name.

    Raises PuzzleError for one that is not there.
    """
    puzzle = polyhedron(name)
    return {
        "name": name,
        "solid": puzzle.solid.name,
        "vertices": _points(puzzle.solid.vertices),
        "faces": [list(face) for face in puzzle.solid.faces],
        "axes": [_axis(puzzle, number) for number in range(len(puzzle.axes))],
        "layers": puzzle.layers,
        "stickers": [
            {
                "corners": _points(sticker.corners),
                "colour": sticker.face,
                "piece": piece,
                "layers": list(sticker.layers),
            }
            for sticker, piece in zip(puzzle.stickers, puzzle.piece_of, strict=True)
        ],
        "pieces": [list(piece) for piece in puzzle.pieces],
        "turns": [_turn(puzzle, turn) for turn in puzzle.all_turns if turn.amount == 1],
    }


def _axis(puzzle: Polyhedron, number: int) -> AxisDescription:
    axis = puzzle.axes[number]
    return {
        "name": axis.name,
        "direction": _points(axis.direction[None])[0],
        "order": axis.order,
        "cuts": list(puzzle.planes[number]),
        "sections": [
            _points(cross_section(puzzle.solid, axis.direction, height))
            for height in puzzle.planes[number]
        ],
    }


def _turn(puzzle: Polyhedron, turn: PolyhedronTurn) -> TurnDescription:
    return {
        "name": format_turn(puzzle, turn),
        "axis": turn.axis,
        "layer": turn.layer,
        "angle": -360 / puzzle.axes[turn.axis].order,
        "targets": list(puzzle.targets(turn)),
    }


def _points(points: Vectors) -> list[Point]:
    # Rounded far below what can be seen, and -0.0 made 0.0, for a shorter text.
    return [[round(float(value), 9) + 0.0 for value in point] for point in points]
