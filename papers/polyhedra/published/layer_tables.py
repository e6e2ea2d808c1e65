"""A table of pieces per layer as the polyhedra paper prints it, and how many entries agree.

An entry is a formula in N and the number of the layer; it is compared with the pieces of every
layer in its row, for every N of the paper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from solver.puzzles.families import POLYHEDRA
from solver.puzzles.polyhedra.description import KindOfPiece, pieces_in_layer
from solver.puzzles.polyhedra.polyhedron import polyhedron

Formula = Callable[[int, int], int]
Layers = Callable[[int], range]

_FAMILIES = {family.prefix: family for family in POLYHEDRA}


@dataclass(frozen=True, slots=True)
class LayerTable:
    """A table: its puzzles up to a size, and how it numbers their layers from the far end."""

    name: str
    prefix: str
    first: int
    step: int
    largest: int = 10

    def sizes(self) -> range:
        """Return every N of the paper; one that stands for none where the puzzle has no size."""
        sizes = _FAMILIES[self.prefix].sizes
        return range(sizes.start, min(sizes.stop, self.largest + 1), sizes.step)

    def names(self) -> tuple[str, ...]:
        """Return the names of the puzzles."""
        return tuple(map(_FAMILIES[self.prefix].name, self.sizes()))

    def count(self, n: int, layer: int, kinds: tuple[KindOfPiece, ...]) -> int:
        """Return the pieces of some kinds, or of all, in the layer that the paper calls `layer`."""
        puzzle = polyhedron(_FAMILIES[self.prefix].name(n))
        from_far_end = (layer - self.first) // self.step
        counted = pieces_in_layer(puzzle, 0, puzzle.layers - from_far_end)
        return sum(counted[kind] for kind in kinds) if kinds else counted.total()


@dataclass(frozen=True, slots=True)
class LayerEntry:
    """An entry: which layers its row names, its column, and its formula as printed and as a
    function. `slip` says what is wrong, if something is.
    """

    table: LayerTable
    row: str
    layers: Layers
    column: str
    kinds: tuple[KindOfPiece, ...]
    printed: str
    formula: Formula
    slip: str = ""

    def published(self) -> int:
        """Return how many numbers the formula stands for: layers of all sizes."""
        return sum(1 for _ in self._each())

    def agreeing(self) -> int:
        """Return how many of them are the number of pieces."""
        return sum(
            self.formula(n, layer) == self.table.count(n, layer, self.kinds)
            for n, layer in self._each()
        )

    def _each(self) -> Iterator[tuple[int, int]]:
        for n in self.table.sizes():
            for layer in self.layers(n):
                yield n, layer
