"""Cuts the surface of a solid into stickers by planes, and gives cross-sections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solver.puzzles.polyhedra.solid import EPSILON, Axis, Solid, Vectors


@dataclass(frozen=True, eq=False)
class Sticker:
    """A part of a face that no plane cuts: its corners (n, 3), counterclockwise from outside.

    `layers` says for each axis which layer it is in, counted from 1 at the end of the axis.
    """

    corners: Vectors
    face: int
    layers: tuple[int, ...]


def cut(shape: Solid, axes: Sequence[Axis], planes: Sequence[Sequence[float]]) -> list[Sticker]:
    """Return the pieces of every face cut by all planes.

    `planes` are, for each axis, heights along it, falling.
    """
    stickers = []
    for face in range(len(shape.faces)):
        parts = [shape.polygon(face)]
        for axis, heights in zip(axes, planes, strict=True):
            parts = [piece for part in parts for piece in _slices(part, axis.direction, heights)]
        stickers += [
            Sticker(
                part,
                face,
                tuple(
                    layer_of(part.mean(axis=0), axis.direction, heights)
                    for axis, heights in zip(axes, planes, strict=True)
                ),
            )
            for part in parts
        ]
    return stickers


def layer_of(point: Vectors, direction: Vectors, heights: Sequence[float]) -> int:
    """Return in which layer a point is, counted from 1 at the end of the axis."""
    along = float(point @ direction)
    return 1 + sum(height > along for height in heights)


def cross_section(shape: Solid, direction: Vectors, height: float) -> Vectors:
    """Return the polygon (n, 3) in which a plane across an axis cuts a solid.

    Its corners run counterclockwise for who looks from the end of the axis.
    """
    ends = shape.vertices @ direction - height
    points = [shape.vertices[i] for i in range(len(ends)) if abs(ends[i]) < EPSILON]
    for a, b in shape.edges:
        if min(ends[a], ends[b]) < -EPSILON and max(ends[a], ends[b]) > EPSILON:
            share = ends[a] / (ends[a] - ends[b])
            points.append(shape.vertices[a] + share * (shape.vertices[b] - shape.vertices[a]))
    corners = np.array(points)
    arms = corners - corners.mean(axis=0)
    right = arms[0] / np.linalg.norm(arms[0])
    up = np.cross(direction, right)
    return np.asarray(corners[np.argsort(np.arctan2(arms @ up, arms @ right), kind="stable")])


def _slices(polygon: Vectors, direction: Vectors, heights: Sequence[float]) -> list[Vectors]:
    """Return the slices of a convex polygon cut by parallel planes, from the axis' end on."""
    along = polygon @ direction
    slices = []
    rest = polygon
    for height in heights:
        if along.min() + EPSILON < height < along.max() - EPSILON:
            slices.append(_side(rest, rest @ direction - height))
            rest = _side(rest, height - rest @ direction)
    return [*slices, rest]


def _side(polygon: Vectors, heights: Vectors) -> Vectors:
    """Return the part of a convex polygon whose heights are not below zero."""
    kept = []
    for i in range(len(polygon)):
        here, before = heights[i], heights[i - 1]
        if min(here, before) < -EPSILON and max(here, before) > EPSILON:
            kept.append(polygon[i - 1] + before / (before - here) * (polygon[i] - polygon[i - 1]))
        if here > -EPSILON:
            kept.append(polygon[i])
    return np.array(kept)
