"""What cycles of three pieces cannot change: the class of a state, and the turns to that of home.

Cycles permute pieces evenly. Where they only join pieces of a part of their orbit (a block), they
also leave each piece in its block and each block even. Turns carry blocks to blocks, so that few
classes are left, and a search of all finds the turns from each (breadth first).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solver.core.errors import PuzzleError
from solver.core.permutation import Permutation
from solver.puzzles.polyhedra.cycle_search import Numbers, TurnTargets
from solver.puzzles.polyhedra.turn_group import Word

# For each block the one that it is carried to, and whether its pieces come there out of order.
Class = tuple[tuple[int, bool], ...]


class CycleClasses:
    """The classes of a puzzle's states, by its blocks: the pieces that cycles can exchange."""

    def __init__(self, turns: TurnTargets, blocks: Sequence[Numbers]) -> None:
        """Take the turns and, of each block, the numbers of its pieces in order."""
        self._turns = turns
        self._blocks = blocks
        self._block_of = np.full(len(turns.puzzle.pieces), -1)
        for number, block in enumerate(blocks):
            self._block_of[block] = number
        self._of_turns = [self.of(targets) for targets in turns.targets]
        self._home = self.of(np.arange(turns.targets.shape[1]))
        self._words: dict[Class, Word] = {self._home: ()}
        self._frontier = [self._home]

    def of(self, places: Numbers) -> Class:
        """Return the class of where each sticker is."""
        found = []
        for block in self._blocks:
            reached = self._turns.piece_of[places[self._turns.first[block]]]
            carried = int(self._block_of[reached[0]])
            order = np.searchsorted(self._blocks[carried], reached)
            found.append((carried, not Permutation(tuple(order.tolist())).is_even))
        return tuple(found)

    def way_home(self, places: Numbers) -> Word:
        """Return the fewest turns after which cycles of three can solve the rest.

        Raises PuzzleError for what no turns lead to.
        """
        wanted = self.of(places)
        while wanted not in self._words and self._frontier:
            self._frontier = self._next_frontier()
        if wanted not in self._words:
            raise PuzzleError(f"{self._turns.puzzle.name} is in a state that no turns lead to")
        return self._turns.puzzle.inverse_word(self._words[wanted])

    def _next_frontier(self) -> list[Class]:
        reached = []
        for known in self._frontier:
            for number, turn in enumerate(self._of_turns):
                both = tuple((turn[to][0], odd ^ turn[to][1]) for to, odd in known)
                if both not in self._words:
                    self._words[both] = (*self._words[known], number)
                    reached.append(both)
        return reached
