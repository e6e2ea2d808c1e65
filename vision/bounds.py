"""Upper bounds of how well each arrangement of the faces can fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.arrange import Arrangements
from vision.arrays import Floats, Ints
from vision.pieces import CORNER_FACELETS, CORNER_OPTIONS, EDGE_FACELETS, EDGE_OPTIONS
from vision.places import TURNED

KINDS = ((CORNER_FACELETS, CORNER_OPTIONS), (EDGE_FACELETS, EDGE_OPTIONS))


@dataclass(frozen=True, slots=True)
class Bounds:
    """Upper bounds for many arrangements of the same scores.

    `best` (A): no cube in that arrangement scores more; `second` (A): if the cube that reaches
    `best` is legal, no other one there scores more.
    """

    best: Floats
    second: Floats


def bound(stickers: Floats, arrangements: Arrangements) -> Bounds:
    """Bound every arrangement of scores of carriers x 9 stickers x 6 colours.

    Each place takes the piece that suits it best, whatever the other places take: that is never
    less than a legal cube scores. Two legal cubes differ in at least three places, or else two
    pieces are twisted.
    """
    centres, places = _places(stickers, arrangements)
    margins = _Margins(centres)
    for score in places:
        margins.add(score)
    return margins.bounds()


def upper_bounds(stickers: Floats, arrangements: Arrangements) -> Floats:
    """Return what no cube exceeds in each arrangement, `bound`'s `best` alone."""
    total, places = _places(stickers, arrangements)
    for score in places:
        total = total + score.max((-2, -1))
    return np.asarray(total.ravel(), float)


def _places(stickers: Floats, arrangements: Arrangements) -> tuple[Floats, Iterator[Floats]]:
    """Return the centres' score and each place's (... x pieces x twists), by arrangements."""
    return (_loose if arrangements.loose else _listed)(stickers, arrangements)


def _listed(stickers: Floats, arrangements: Arrangements) -> tuple[Floats, Iterator[Floats]]:
    """Go through arrangements one by one."""
    count = len(arrangements)
    rows = arrangements.facelets.reshape(count, -1).astype(np.int64)
    tables = np.zeros((count, 54, 6))
    columns = arrangements.centres.astype(np.int64)
    flat = stickers.reshape(-1, 6)
    for k in range(rows.shape[1]):
        tables[np.arange(count), rows[:, k]] += flat[k][columns]
    centres = tables[:, np.arange(4, 54, 9), np.arange(6)].sum(1)
    return centres, (
        np.asarray(
            sum(tables[:, facelet][:, options[:, :, j]] for j, facelet in enumerate(facelets))
        )
        for places, options in KINDS
        for facelets in places
    )


def _loose(stickers: Floats, arrangements: Arrangements) -> tuple[Floats, Iterator[Floats]]:
    """Take all arrangements of six loose faces at once: a place depends on two or three turns."""
    turns = 4**5
    views = arrangements.centres[::turns].astype(np.int64)  # placings x positions
    # placings x positions x turns x 9 x letters: the colours in the order of their positions
    turned = stickers[:, TURNED]
    placed = np.take_along_axis(turned[views], views[:, None, None, None, :], axis=4)
    centres = np.full((len(views), 1, 4, 4, 4, 4, 4), stickers[np.arange(6), 4, np.arange(6)].sum())
    return centres, (
        _place(placed, facelets, options) for places, options in KINDS for facelets in places
    )


def _place(placed: Floats, facelets: Ints, options: Ints) -> Floats:
    """Return each piece's score in one place, by placing and all six turns."""
    score: Floats = np.zeros((len(placed), *[1] * 6, *options.shape[:2]))
    for j, facelet in enumerate(facelets.tolist()):
        position, sticker = divmod(facelet, 9)
        rows = placed[:, position, :, sticker][:, :, options[:, :, j]]
        if position == 0:
            rows = rows[:, :1]
        shape = [len(placed), *[1] * 6, *options.shape[:2]]
        shape[1 + position] = rows.shape[1]
        score = score + rows.reshape(shape)
    return score


class _Margins:
    """The sum of the best pieces' scores, and the least leads over others or the same twisted."""

    def __init__(self, centres: Floats) -> None:
        self._best = centres
        self._gaps: Floats = np.full((3, *centres.shape), np.inf)
        self._twists: Floats = np.full((2, *centres.shape), np.inf)

    def add(self, score: Floats) -> None:
        """Add one place: scores of ... x pieces x twists."""
        flat = score.reshape(*score.shape[:-2], -1)
        top = np.partition(flat, flat.shape[-1] - 2, axis=-1)[..., -2:]
        piece = score.max(-1).argmax(-1)[..., None, None]
        twisted = np.sort(np.take_along_axis(score, piece, -2)[..., 0, :], -1)
        self._best = self._best + top[..., 1]
        _insert(self._gaps, top[..., 1] - top[..., 0])
        _insert(self._twists, twisted[..., -1] - twisted[..., -2])

    def bounds(self) -> Bounds:
        """Return the bounds, in a row."""
        best = self._best.ravel()
        return Bounds(best, best - np.minimum(self._gaps.sum(0), self._twists.sum(0)).ravel())


def _insert(least: Floats, value: Floats) -> None:
    """Insert a value into the sorted smallest values (axis 0), in place."""
    for k in range(len(least)):
        least[k], value = np.minimum(least[k], value), np.maximum(least[k], value)
