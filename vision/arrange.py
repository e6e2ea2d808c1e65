"""Where six faces can belong on a cube, and an upper bound of how well each arrangement can fit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np

from solver.geometry import FACELET_INDEX, FACELETS, FRAMES, Facelet, Vector
from solver.orientation import ORIENTATIONS, Orientation
from vision.arrays import Floats, Ints
from vision.pieces import CORNER_FACELETS, CORNER_OPTIONS, EDGE_FACELETS, EDGE_OPTIONS

# TURNED[q][k]: which sticker of a view comes to place k when the view is turned clockwise q times.
TURNED: Ints = np.stack([np.rot90(np.arange(9).reshape(3, 3), -q).ravel() for q in range(4)])


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Which view is at each of the positions U R F D L B, and its clockwise quarter turns there."""

    views: tuple[int, ...]
    turns: tuple[int, ...]

    def source(self) -> Ints:
        """Return for each of the 54 facelets the sticker shown there: 9 * view + place in it."""
        return np.concatenate(
            [9 * v + TURNED[q] for v, q in zip(self.views, self.turns, strict=True)]
        )

    def scores(self, stickers: Floats) -> Floats:
        """Turn scores of views x 9 stickers x 6 views' colours into 54 facelets x 6 letters."""
        return np.asarray(stickers.reshape(54, 6)[self.source()][:, list(self.views)], float)


@dataclass(frozen=True, slots=True)
class Bounds:
    """Upper bounds for many arrangements of the same scores.

    `views` (A x 6), `turns` (A x 6); `best` (A): no cube in that arrangement scores more;
    `second` (A): if the cube that reaches `best` is legal, no other one there scores more.
    """

    views: Ints
    turns: Ints
    best: Floats
    second: Floats

    def arrangement(self, index: int) -> Arrangement:
        """Return one of them."""
        return Arrangement(tuple(self.views[index].tolist()), tuple(self.turns[index].tolist()))


@cache
def _placings(reference: int) -> Ints:
    """Return all ways of putting six views on a cube whose U face is the reference (120 x 6)."""
    others = [v for v in range(6) if v != reference]
    return np.array([(reference, *rest) for rest in permutations(others)])


def bound_all(stickers: Floats, reference: int) -> Bounds:
    """Bound every arrangement of six faces (views x 9 x 6) with the reference face up, unturned.

    Each place takes the piece that suits it best, whatever the other places take: that is never
    less than a legal cube scores. Two legal cubes differ in at least three places, or else two
    pieces are twisted.
    """
    views = _placings(reference)
    turned = stickers[:, TURNED]  # views x turns x 9 x colours
    # placings x positions x turns x 9 x letters: the colours in the order of their positions
    placed = np.take_along_axis(turned[views], views[:, None, None, None, :], axis=4)
    shape = (len(views), 1, 4, 4, 4, 4, 4)
    best = np.zeros(shape)
    gaps = np.full((3, *shape), np.inf)
    twists = np.full((2, *shape), np.inf)
    for places, options in ((CORNER_FACELETS, CORNER_OPTIONS), (EDGE_FACELETS, EDGE_OPTIONS)):
        for facelets in places:
            top, gap, twist = _place(placed, facelets, options)
            best += top
            _insert(gaps, gap)
            _insert(twists, twist)
    centres = stickers[np.arange(6), 4, np.arange(6)].sum()
    turns = np.stack(np.meshgrid([0], *[np.arange(4)] * 5, indexing="ij"), -1).reshape(-1, 6)
    total = best.ravel() + centres
    return Bounds(
        np.repeat(views, len(turns), 0),
        np.tile(turns, (len(views), 1)),
        total,
        total - np.minimum(gaps.sum(0), twists.sum(0)).ravel(),
    )


def _place(placed: Floats, facelets: Ints, options: Ints) -> tuple[Floats, Floats, Floats]:
    """Return the best piece's score in one place, by placing and all six turns, and its lead.

    The lead over all others, and over the same piece twisted.
    """
    score = np.zeros((len(placed), *[1] * 6, *options.shape[:2]))
    for j, facelet in enumerate(facelets.tolist()):
        position, sticker = divmod(facelet, 9)
        rows = placed[:, position, :, sticker][:, :, options[:, :, j]]
        if position == 0:
            rows = rows[:, :1]
        shape = [len(placed), *[1] * 6, *options.shape[:2]]
        shape[1 + position] = rows.shape[1]
        score = score + rows.reshape(shape)
    flat = score.reshape(*score.shape[:7], -1)
    top = np.partition(flat, flat.shape[-1] - 2, axis=-1)[..., -2:]
    piece = score.max(-1).argmax(-1)[..., None, None]
    twisted = np.sort(np.take_along_axis(score, piece, -2)[..., 0, :], -1)
    return top[..., 1], top[..., 1] - top[..., 0], twisted[..., -1] - twisted[..., -2]


def _insert(least: Floats, value: Floats) -> None:
    """Insert a value into the sorted smallest values (axis 0), in place."""
    for k in range(len(least)):
        least[k], value = np.minimum(least[k], value), np.maximum(least[k], value)


@cache
def held(up: str, front: str) -> Ints:
    """Return for each facelet of a cube held with `up` and `front` there the facelet it was."""
    orientation = next(o for o in ORIENTATIONS if o.face_at("U") == up and o.face_at("F") == front)
    return np.array([FACELET_INDEX[_before(facelet, orientation)] for facelet in FACELETS])


def _before(facelet: Facelet, orientation: Orientation) -> Facelet:
    return Facelet(*(_turned_back(part, orientation) for part in facelet))


def _turned_back(vector: Vector, orientation: Orientation) -> Vector:
    """Take a direction in the held cube to the same direction in the cube as it was."""
    result = Vector(0, 0, 0)
    for position in "URF":
        part = vector.dot(FRAMES[position].normal)
        was = FRAMES[orientation.face_at(position)].normal
        result = Vector(*(a + part * b for a, b in zip(result, was, strict=True)))
    return result
