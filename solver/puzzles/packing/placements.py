"""Where each kind of piece can lie in a box, and how that looks from the box's other sides."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.packing.box import MAX_CELLS, Box
from solver.puzzles.packing.exact_cover import ExactCoverProblem
from solver.puzzles.packing.pieces import ISOMETRIES, ROTATIONS, Isometry, Piece, Polycube


class PackingProblem:
    """Kinds of pieces in a box and where each can lie, as the search wants it.

    A kind is the set of all placements of its pieces; `first[kind]` is the number of its first
    placement, of which `cells[kind]` has a row of cells each.
    """

    def __init__(self, box: Box, pieces: Sequence[Piece], with_mirrors: bool) -> None:
        motions = ISOMETRIES if with_mirrors else ROTATIONS
        names: dict[tuple[Polycube, ...], list[str]] = {}
        for piece in pieces:
            names.setdefault(piece.polycube.orientations(motions), []).append(piece.name)
        self.box = box
        self.kinds = list(names)
        self.names = list(names.values())
        self.cells = [
            np.array(
                [place for lying in kind for place in box.placements(lying)], dtype=np.int64
            ).reshape(-1, len(kind[0].cells))
            for kind in self.kinds
        ]
        self.first = np.cumsum([0, *map(len, self.cells)])

    @property
    def kind_of(self) -> NDArray[np.int64]:
        """Return the kind of each placement."""
        return np.repeat(np.arange(len(self.kinds)), np.diff(self.first))

    def placement(self, number: int) -> tuple[int, tuple[int, ...]]:
        """Return the kind of a placement, and its cells in order."""
        kind = int(np.searchsorted(self.first, number, side="right")) - 1
        return kind, tuple(sorted(self.cells[kind][number - self.first[kind]].tolist()))

    def symmetries(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return where each placement goes by the box's rotations and mirror images, a row for
        each.

        A mirror image counts where it turns the pieces into the same ones.
        """
        motions = self.box.symmetries()
        rotations = [motion for motion in motions if motion.is_rotation]
        found = self._images(rotations, range(len(self.kinds)))
        mirrored = self._mirror_images()
        if mirrored is None:
            return found, found[:0]
        mirrors = [motion for motion in motions if not motion.is_rotation]
        return found, self._images(mirrors, mirrored)

    def _mirror_images(self) -> list[int] | None:
        """Return the kind that mirrors each kind, or None if their numbers differ."""
        mirror = next(motion for motion in ISOMETRIES if not motion.is_rotation)
        found = []
        for kind, names in zip(self.kinds, self.names, strict=True):
            image = kind[0].transformed(mirror)
            to = next((i for i, other in enumerate(self.kinds) if image in other), None)
            if to is None or len(self.names[to]) != len(names):
                return None
            found.append(to)
        return found

    def _images(self, motions: Sequence[Isometry], kinds: Sequence[int]) -> NDArray[np.int64]:
        """Return where each placement goes by motions that take each kind to one of `kinds`."""
        targets = np.array([self.box.cell_images(motion) for motion in motions])
        images = np.empty((len(motions), self.first[-1]), dtype=np.int64)
        for kind, to in enumerate(kinds):
            keys = _keys(self.cells[to])
            order = np.argsort(keys)
            moved = _keys(targets[:, self.cells[kind]])
            found = order[np.searchsorted(keys[order], moved)]
            images[:, self.first[kind] : self.first[kind + 1]] = self.first[to] + found
        return images

    def cover(self, allowed: NDArray[np.bool_]) -> tuple[ExactCoverProblem, NDArray[np.int64]]:
        """Return the exact cover problem of the allowed placements, and their numbers."""
        numbers = np.flatnonzero(allowed)
        sizes = [cells.shape[1] for cells in self.cells]
        size = np.repeat(sizes, np.diff(self.first))
        cells = np.zeros((len(size), max(sizes)), dtype=np.int64)
        for kind, rows in enumerate(self.cells):
            cells[self.first[kind] : self.first[kind + 1], : sizes[kind]] = rows
        kind_of, size, cells = self.kind_of[numbers], size[numbers], cells[numbers]
        is_used = np.arange(cells.shape[1]) < size[:, None]
        row, column = np.nonzero(is_used)
        items = np.concatenate([cells[row, column], self.box.volume + kind_of])
        rows = np.concatenate([row, np.arange(len(numbers))])
        counts = np.bincount(items, minlength=self.box.volume + len(self.kinds))
        start = np.concatenate([[0], np.cumsum(counts)])
        return ExactCoverProblem(
            kind_of, cells, size, start, rows[np.argsort(items, kind="stable")]
        ), numbers


# Random, so that the sums over the cells of different placements differ.
_WEIGHTS = np.random.default_rng(0).integers(2**63, size=MAX_CELLS, dtype=np.uint64)


def _keys(cells: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return a key for each placement by its cells, independent of their order."""
    keys: NDArray[np.uint64] = _WEIGHTS[cells].sum(axis=-1, dtype=np.uint64)
    return keys
