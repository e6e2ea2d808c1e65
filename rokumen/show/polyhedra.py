"""Twisty polyhedra as SVG: each as it is held before the eye, maybe with a layer half turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import pi

import numpy as np

from solver.polyhedra.cutting import section
from solver.polyhedra.polyhedron import Permutation, Polyhedron, Turn
from solver.polyhedra.solid import Vectors, rotation

SIZE = 240
_CAPTION = 26
_RADIUS = 108
# How far a turned layer is shown on its way.
_TURNED = 0.4


@dataclass(frozen=True, slots=True)
class _Held:
    """How a solid is held: what is up, what is in front, how far it is turned away; in degrees."""

    up: tuple[float, float, float]
    front: tuple[float, float, float]
    aside: float


_HELD = {
    "tetrahedron": _Held((1, 1, 1), (1, -1, 1), 38),
    "cube": _Held((0, 1, 0), (0, 0, 1), 28),
    "octahedron": _Held((0, 1, 0), (0, 0, 1), 16),
    "dodecahedron": _Held((0, 1, 0), (0, 0, 1), 20),
}
_FROM_ABOVE = 25
# The area below which a polygon is seen from its edge.
_EDGE_ON = 1e-4
_INSIDE = "#26282c"
_COLOURS = (
    "#e8e8e4",
    "#d2342b",
    "#1f8a4c",
    "#f2c230",
    "#2b62c9",
    "#ee7d22",
    "#8d4bb5",
    "#7fc7e3",
    "#e58fb4",
    "#8a5a34",
    "#b6d36b",
    "#7d8590",
)


@dataclass(frozen=True, eq=False)
class Pose:
    """A puzzle to draw: what lies at each sticker's place, and the layer on its way, if any."""

    puzzle: Polyhedron
    colours: Sequence[int]
    turning: Turn | None


def pose_after(puzzle: Polyhedron, targets: Permutation, turning: Turn | None) -> Pose:
    """Give the puzzle after turns that took what was at sticker i to `targets[i]`."""
    colours = list(puzzle.colours)
    for sticker, target in enumerate(targets):
        colours[target] = puzzle.colours[sticker]
    return Pose(puzzle, colours, turning)


def svg(poses: Sequence[Pose], columns: int) -> str:
    """Draw puzzles beside and below each other, each with its name."""
    rows = -(-len(poses) // columns)
    width, height = SIZE * min(columns, len(poses)), (SIZE + _CAPTION) * rows
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="14">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for number, pose in enumerate(poses):
        x, y = number % columns * SIZE, number // columns * (SIZE + _CAPTION)
        parts += [f'<g transform="translate({x} {y})">', *_drawn(pose), _caption(pose), "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _caption(pose: Pose) -> str:
    x, y = SIZE / 2, SIZE + _CAPTION / 2
    return f'<text x="{x:g}" y="{y:g}" text-anchor="middle">{escape(pose.puzzle.name)}</text>'


@dataclass(frozen=True, eq=False)
class _Block:
    """Layers that stay together: the stickers among them, and the cuts that bound them."""

    stickers: list[int]
    inside: list[Vectors]
    turned: Vectors


def _drawn(pose: Pose) -> list[str]:
    """Draw blocks from the farthest on: planes part them, so that none hides a farther one."""
    eye = _eye(pose.puzzle.solid.name)
    lines = []
    for block in _blocks(pose, eye[2]):
        lines += [_polygon(_seen(cut @ block.turned.T, eye), _INSIDE) for cut in block.inside]
        for number in block.stickers:
            corners = pose.puzzle.stickers[number].corners @ block.turned.T
            lines.append(_polygon(_seen(corners, eye), _COLOURS[pose.colours[number]]))
    return [line for line in lines if line]


def _blocks(pose: Pose, towards: Vectors) -> list[_Block]:
    puzzle, turn = pose.puzzle, pose.turning
    if turn is None:
        return [_Block(list(range(len(puzzle.stickers))), [], np.eye(3))]
    axis, planes = puzzle.axes[turn.axis], puzzle.planes[turn.axis]
    cuts = [section(puzzle.solid, axis.direction, height) for height in planes]
    angle = -2 * pi / axis.order * min(turn.amount, turn.amount - axis.order, key=abs)
    ranges = [(1, turn.layer - 1), (turn.layer, turn.layer), (turn.layer + 1, puzzle.layers)]
    blocks = [
        _Block(
            [
                i
                for i, sticker in enumerate(puzzle.stickers)
                if first <= sticker.layers[turn.axis] <= last
            ],
            # The cut that faces the axis' end, and the one that faces away from it.
            [*cuts[max(first - 2, 0) : first - 1], *(cut[::-1] for cut in cuts[last - 1 : last])],
            rotation(axis.direction, _TURNED * angle if first == turn.layer else 0.0),
        )
        for first, last in ranges
        if first <= last
    ]
    return blocks if axis.direction @ towards < 0 else blocks[::-1]


def _eye(solid: str) -> Vectors:
    """Give what is to the right, what is up and what is towards the eye, as rows (3, 3)."""
    held = _HELD[solid]
    up = np.array(held.up) / np.linalg.norm(held.up)
    front = np.array(held.front) - up * (up @ np.array(held.front))
    front = rotation(up, np.radians(held.aside)) @ (front / np.linalg.norm(front))
    right = np.cross(up, front)
    above = np.radians(_FROM_ABOVE)
    towards = np.cos(above) * front + np.sin(above) * up
    return np.stack([right, np.cross(towards, right), towards])


def _seen(corners: Vectors, eye: Vectors) -> Vectors | None:
    """Project a polygon to the picture (n, 2), or None where it looks away from the eye."""
    x, y = (corners @ eye[:2].T).T
    area = float(x @ np.roll(y, -1) - y @ np.roll(x, -1))
    return np.stack([x, -y], axis=1) * _RADIUS + SIZE / 2 if area > _EDGE_ON else None


def _polygon(points: Vectors | None, colour: str) -> str:
    if points is None:
        return ""
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return (
        f'<polygon points="{text}" fill="{colour}" stroke="{_INSIDE}" stroke-width="2" '
        'stroke-linejoin="round"/>'
    )
