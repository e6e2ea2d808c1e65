"""How the faces in pictures can belong together on one cube."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Ints
from vision.matching import Matching
from vision.neighbours import Group
from vision.places import HELD, laid

Places = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Where each sticker of each view is on the cube.

    `facelets` (views x 9): indices 0..53; `centres` (6): which of the six faces shown, and so
    which colour, is at each of the positions U R F D L B.
    """

    facelets: Ints
    centres: Ints

    def scores(self, stickers: Floats) -> Floats:
        """Add scores of views x 9 stickers x 6 colours up to 54 facelets x 6 letters."""
        table = np.zeros((54, 6))
        np.add.at(table, self.facelets.ravel(), stickers.reshape(-1, 6)[:, self.centres])
        return table


@dataclass(frozen=True, slots=True)
class Arrangements:
    """All the arrangements that pictures leave possible, the cube held in one way.

    A face seen alone adds nothing to them if another view shows it too: its stickers ride on that
    view's. `facelets` (A x carriers x 9), `centres` (A x 6); `carried` (views x 9): which of the
    carriers' stickers each view's sticker rides on. `loose`: whether the carriers are six faces,
    in the order of their numbers, of which nothing is known.
    """

    facelets: Places
    centres: Places
    carried: Ints
    loose: bool

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.facelets)

    def fold(self, stickers: Floats) -> Floats:
        """Add the scores of all views up to those of the carriers (carriers x 9 x 6)."""
        folded = np.zeros((self.facelets.shape[1] * 9, 6))
        np.add.at(folded, self.carried.ravel(), stickers.reshape(-1, 6))
        return folded.reshape(-1, 9, 6)

    def carriers(self, index: int) -> Arrangement:
        """Return one of them, of the carriers alone."""
        return Arrangement(self.facelets[index].astype(np.int64), self._centres(index))

    def views(self, index: int) -> Arrangement:
        """Return one of them, of all the views."""
        facelets = self.facelets[index].ravel()[self.carried].astype(np.int64)
        return Arrangement(facelets, self._centres(index))

    def _centres(self, index: int) -> Ints:
        return np.asarray(self.centres[index], np.int64)


def arrange(groups: Sequence[Group], matching: Matching) -> Arrangements:
    """Return all the ways in which groups of views can belong together, the first one in place."""
    joined = sorted((g for g in groups if len(g.views) > 1), key=lambda g: -len(g.views))
    covered = {int(matching.face[view]) for group in joined for view in group.views}
    alone = {int(matching.face[g.views[0]]): g for g in reversed(groups) if len(g.views) == 1}
    single = [alone[face] for face in sorted(alone) if face not in covered]
    carriers = [view for group in (*joined, *single) for view in group.views]
    facelets, centres = _loose() if not joined else _all_ways([*joined, *single], matching.face)
    return Arrangements(facelets, centres, _carried(carriers, matching), not joined)


def loose() -> Arrangements:
    """Return all arrangements of six views of one face each, of which nothing else is known."""
    return Arrangements(*_loose(), np.arange(54).reshape(6, 9), loose=True)


def known(places: Sequence[tuple[int, int]]) -> Arrangements:
    """Return the one arrangement of six views, each at a (position, clockwise quarter turns)."""
    facelets = np.stack([laid(position, turns) for position, turns in places])
    centres = np.argsort([position for position, _ in places])
    return Arrangements(
        facelets[None].astype(np.uint8),
        centres[None].astype(np.uint8),
        np.arange(54).reshape(6, 9),
        loose=False,
    )


def _carried(carriers: Sequence[int], matching: Matching) -> Ints:
    """Return which sticker of the carriers each view's sticker is (views x 9)."""
    shown = matching.stickers
    at: Ints = np.empty(54, np.int64)
    for number, view in reversed(list(enumerate(carriers))):
        at[shown[view]] = 9 * number + np.arange(9)
    carried = at[shown]
    for number, view in enumerate(carriers):
        carried[view] = 9 * number + np.arange(9)
    return carried


@cache
def _loose() -> tuple[Places, Places]:
    """Return all ways of putting six faces on a cube, the first one up and unturned."""
    placings = np.array([(0, *rest) for rest in permutations(range(1, 6))])  # face at position
    turns = np.stack(np.meshgrid([0], *[np.arange(4)] * 5, indexing="ij"), -1).reshape(-1, 6)
    each = np.stack([[laid(p, q) for q in range(4)] for p in range(6)])
    by_position = each[np.arange(6), turns]  # turns x positions x 9
    facelets = by_position[:, np.argsort(placings, 1)].swapaxes(0, 1).reshape(-1, 6, 9)
    return facelets.astype(np.uint8), np.repeat(placings, len(turns), 0).astype(np.uint8)


def _all_ways(groups: Sequence[Group], face: Ints) -> tuple[Places, Places]:
    first = groups[0]
    positions = (first.facelets[:, 4] // 9).tolist()
    at = {int(face[view]): p for view, p in zip(first.views, positions, strict=True)}
    ways = [
        ([first.facelets, *rest], [found[p] for p in range(6)])
        for rest, found in _ways(groups[1:], face, at)
    ]
    if not ways:
        return np.zeros((0, 1, 9), np.uint8), np.zeros((0, 6), np.uint8)
    facelets = np.stack([np.concatenate(way) for way, _ in ways])
    return facelets.astype(np.uint8), np.array([centres for _, centres in ways], np.uint8)


def _ways(
    groups: Sequence[Group], face: Ints, at: dict[int, int]
) -> Iterator[tuple[list[Ints], dict[int, int]]]:
    """Yield how groups can be laid beside what is there: their facelets, and position -> face.

    `at` tells where the faces already there are.
    """
    if not groups:
        yield [], {position: number for number, position in at.items()}
        return
    group, rest = groups[0], groups[1:]
    faces = [int(face[view]) for view in group.views]
    for held in HELD:
        facelets = held[group.facelets]
        positions = (facelets[:, 4] // 9).tolist()
        together = {**at, **dict(zip(faces, positions, strict=True))}
        agrees = all(at.get(f, p) == p for f, p in zip(faces, positions, strict=True))
        if agrees and len(set(together.values())) == len(together):
            for below, found in _ways(rest, face, together):
                yield [facelets, *below], found
