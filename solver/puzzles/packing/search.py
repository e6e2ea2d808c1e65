"""All packings of a box up to symmetry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.packing import exact_cover
from solver.puzzles.packing.box import MAX_CELLS, Box
from solver.puzzles.packing.exact_cover import ExactCoverProblem, SearchState
from solver.puzzles.packing.pieces import Piece
from solver.puzzles.packing.polycube import ISOMETRIES, ROTATIONS, Isometry, Polycube

ProgressCallback = Callable[[int, int], None]
_ROWS = 1 << 12
# Number of placements that are tried between two progress reports.
_PLACEMENTS_PER_REPORT = 2_000_000


@dataclass(frozen=True, slots=True)
class Packing:
    """A packing of a box: the name of each cell's piece, and the cells piece by piece.

    `copies` is the number of packings in its symmetry class.
    """

    box: Box
    pieces: tuple[tuple[str, tuple[int, ...]], ...]
    copies: int

    def names(self) -> tuple[str, ...]:
        """Return the piece's name in every cell, in the order of the box's indices."""
        names = [""] * self.box.volume
        for name, cells in self.pieces:
            for cell in cells:
                names[cell] = name
        return tuple(names)

    def layers(self) -> tuple[tuple[str, ...], ...]:
        """Return the layers from below as rows of names, the row at the back first."""
        names, x, y = self.names(), self.box.x, self.box.y
        return tuple(
            tuple("".join(names[x * (row + y * z) :][:x]) for row in range(y))
            for z in range(self.box.z)
        )


@dataclass(frozen=True, slots=True)
class PackingResult:
    """Result of a search; `is_complete` is whether it was exhaustive.

    `copies` counts them with all that look alike from other sides, `up_to_rotation` those that
    differ by more than a turn of the box, so that mirror images count twice. `tried` is how many
    placements were tried.
    """

    distinct: tuple[Packing, ...]
    up_to_rotation: int
    copies: int
    tried: int
    is_complete: bool


class _PackingProblem:
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


class Search:
    """A search for all packings of a box with pieces, each used once.

    Packings that a motion of the box, or a swap of equal pieces, maps to each other count as one; a
    reflection is such a motion if the set contains the mirror images of its pieces. `with_mirrors`
    also allows the mirror images of pieces.
    """

    def __init__(self, box: Box, pieces: Sequence[Piece], *, with_mirrors: bool = False) -> None:
        self._puzzle = _PackingProblem(box, pieces, with_mirrors)
        self._rotations, self._mirrors = self._puzzle.symmetries()
        allowed = _break_symmetry(self._puzzle, np.vstack([self._rotations, self._mirrors]))
        self._blocks = _SolutionBlocks(self._puzzle, allowed)
        # Pieces of another total volume cannot fill the box; the search requires an equal volume.
        volume = sum(len(piece.polycube.cells) for piece in pieces)
        self._blocks.are_all = volume != box.volume
        self._found: list[_Found] = []
        self._is_stopped = False

    def run(
        self, most: int | None = None, on_progress: ProgressCallback = lambda tried, found: None
    ) -> None:
        """Search to the end, or until `most` packings are found.

        It may be broken off by an exception; what was found is kept. `on_progress` is called with
        the numbers of placements tried and of packings found.
        """
        seen: set[tuple[int, ...]] = set()
        for block in self._blocks:
            for placements in block:
                if tuple(sorted(placements.tolist())) in seen:
                    continue
                turned = {
                    tuple(image) for image in np.sort(self._rotations[:, placements]).tolist()
                }
                alike = turned | {
                    tuple(image) for image in np.sort(self._mirrors[:, placements]).tolist()
                }
                seen |= alike
                self._found.append(_Found(min(alike), len(alike), turned == alike))
                if len(self._found) == most:
                    self._is_stopped = True
                    return
            on_progress(self._blocks.tried, len(self._found))

    def packings(self) -> PackingResult:
        """Return the result so far."""
        return PackingResult(
            tuple(_packing(self._puzzle, found) for found in sorted(self._found)),
            sum(1 if found.is_its_mirror_image else 2 for found in self._found),
            sum(found.copies for found in self._found),
            self._blocks.tried,
            self._blocks.are_all and not self._is_stopped,
        )


class _Found(NamedTuple):
    """The representative of a packing's symmetry class, by placements, and the class's size."""

    placements: tuple[int, ...]
    copies: int
    is_its_mirror_image: bool


def pack(
    box: Box, pieces: Sequence[Piece], *, with_mirrors: bool = False, most: int | None = None
) -> PackingResult:
    """Find all packings of a box with pieces, or at most `most`; see `Search`."""
    search = Search(box, pieces, with_mirrors=with_mirrors)
    search.run(most)
    return search.packings()


def _break_symmetry(puzzle: _PackingProblem, images: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return a mask of placements that breaks the box's symmetry.

    One piece that occurs once is restricted to one placement per symmetry class.

    The piece is the one that this spares the most; mirror images must not swap it for another.
    """
    kinds = puzzle.kind_of
    is_first = images.min(axis=0) == np.arange(len(kinds))
    spared = [
        int((~is_first[kinds == kind]).sum())
        if len(names) == 1 and (kinds[images[:, kinds == kind]] == kind).all()
        else 0
        for kind, names in enumerate(puzzle.names)
    ]
    best = int(np.argmax(spared))
    return is_first | (kinds != best) if spared[best] else np.ones(len(kinds), dtype=np.bool_)


class _SolutionBlocks:
    """The packings that a search finds, in blocks that may be empty; iteration may end early."""

    def __init__(self, puzzle: _PackingProblem, allowed: NDArray[np.bool_]) -> None:
        self._cover, self._numbers = puzzle.cover(allowed)
        self._stack = _start(puzzle, self._cover)
        self._pieces = sum(map(len, puzzle.names))
        self.are_all = False

    @property
    def tried(self) -> int:
        """Return how many placements were tried."""
        return int(self._stack.counters[1])

    def __iter__(self) -> Iterator[NDArray[np.int64]]:
        packings = np.empty((_ROWS, self._pieces), dtype=np.int64)
        while not self.are_all:
            state, found = exact_cover.search(
                self._cover, self._stack, packings, _PLACEMENTS_PER_REPORT
            )
            self.are_all = state == exact_cover.EXHAUSTED
            yield self._numbers[packings[:found]]


def _start(puzzle: _PackingProblem, cover: ExactCoverProblem) -> SearchState:
    items, depth = puzzle.box.volume + len(puzzle.kinds), sum(map(len, puzzle.names))
    open_ = np.diff(cover.start)
    item = np.zeros(depth, dtype=np.int64)
    item[0] = int(np.argmin(open_[: puzzle.box.volume]))
    return SearchState(
        blocked=np.zeros(len(cover.kind), dtype=np.int64),
        open=open_[:items].copy(),
        covered=np.zeros(puzzle.box.volume, dtype=np.bool_),
        remaining=np.array([len(names) for names in puzzle.names], dtype=np.int64),
        item=item,
        at=cover.start[item].copy(),
        placed=np.full(depth, -1, dtype=np.int64),
        counters=np.zeros(2, dtype=np.int64),
    )


def _packing(puzzle: _PackingProblem, found: _Found) -> Packing:
    """Return each placement the name of a piece of its kind."""
    names = [iter(names) for names in puzzle.names]
    placed = map(puzzle.placement, found.placements)
    return Packing(
        puzzle.box, tuple((next(names[kind]), cells) for kind, cells in placed), found.copies
    )
