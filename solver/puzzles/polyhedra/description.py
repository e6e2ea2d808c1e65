"""Geometry of a puzzle as JSON-ready dictionaries, for drawing it."""

from __future__ import annotations

from typing import TypedDict

from solver.puzzles.polyhedra.cutting import cross_section
from solver.puzzles.polyhedra.notation import format_turn
from solver.puzzles.polyhedra.polyhedron import Polyhedron, PolyhedronTurn, polyhedron
from solver.puzzles.polyhedra.solid import Vectors

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
