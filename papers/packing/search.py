"""All packings of a box up to symmetry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papers.packing import exact_cover
from papers.packing.box import Box, PackingProblem
from papers.packing.exact_cover import CoverState, ExactCoverProblem
from papers.packing.pieces import Piece
from solver.core.errors import UnsolvedError

ProgressCallback = Callable[[int, int], None]
_ROWS = 1 << 12
# Number of placements that are tried between two progress reports.
_PLACEMENTS_PER_REPORT = 2_000_000


@dataclass(frozen=True, slots=True)
class Packing:
    """A packing of a box: the name of each cell's piece, and the cells piece by piece.

    `copies` is the number of packings in its symmetry class. Raises UnsolvedError where a cell is
    left empty or filled twice.
    """

    box: Box
    pieces: tuple[tuple[str, tuple[int, ...]], ...]
    copies: int

    def __post_init__(self) -> None:
        if sorted(cell for _, cells in self.pieces for cell in cells) != [*range(self.box.volume)]:
            raise UnsolvedError(
                f"what was found does not fill the {self.box} box, and is not given out; report it"
            )

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


class Search:
    """A search for all packings of a box with pieces, each used once.

    Packings that a motion of the box, or a swap of equal pieces, maps to each other count as one; a
    reflection is such a motion if the set contains the mirror images of its pieces. `with_mirrors`
    also allows the mirror images of pieces.
    """

    def __init__(self, box: Box, pieces: Sequence[Piece], *, with_mirrors: bool = False) -> None:
        self._puzzle = PackingProblem(box, pieces, with_mirrors)
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


def _break_symmetry(puzzle: PackingProblem, images: NDArray[np.int64]) -> NDArray[np.bool_]:
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

    def __init__(self, puzzle: PackingProblem, allowed: NDArray[np.bool_]) -> None:
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


def _start(puzzle: PackingProblem, cover: ExactCoverProblem) -> CoverState:
    items, depth = puzzle.box.volume + len(puzzle.kinds), sum(map(len, puzzle.names))
    open_ = np.diff(cover.start)
    item = np.zeros(depth, dtype=np.int64)
    item[0] = int(np.argmin(open_[: puzzle.box.volume]))
    return CoverState(
        blocked=np.zeros(len(cover.kind), dtype=np.int64),
        open=open_[:items].copy(),
        covered=np.zeros(puzzle.box.volume, dtype=np.bool_),
        remaining=np.array([len(names) for names in puzzle.names], dtype=np.int64),
        item=item,
        at=cover.start[item].copy(),
        placed=np.full(depth, -1, dtype=np.int64),
        counters=np.zeros(2, dtype=np.int64),
    )


def _packing(puzzle: PackingProblem, found: _Found) -> Packing:
    """Return each placement the name of a piece of its kind."""
    names = [iter(names) for names in puzzle.names]
    placed = map(puzzle.placement, found.placements)
    return Packing(
        puzzle.box, tuple((next(names[kind]), cells) for kind, cells in placed), found.copies
    )
