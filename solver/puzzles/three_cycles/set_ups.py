"""Words for every cycle of three places of an orbit, from those that are known and set-ups.

Turns before a word, undone after it, make it cycle other places. Which places turns take there is
searched from the known cycles on (breadth first).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

UNREACHED = 255

Cycle = tuple[int, int, int]
Word = tuple[int, ...]


class SetUps:
    """The words of cycles of an orbit, whose places are numbered: a to b to c to a.

    `index` has the number of each sticker's place. `depth[a, b, c]` is how many turns set up a
    known word, all of which have `length` turns, or UNREACHED.
    """

    def __init__(
        self,
        targets: NDArray[Any],
        stickers: NDArray[Any],
        inverse_word: Callable[[Word], Word],
        known: Iterable[tuple[Iterable[int], Word]],
    ) -> None:
        """Take where turns take all stickers, those of the orbit, and words by their stickers."""
        size = len(stickers)
        self._inverse_word = inverse_word
        self.index = np.full(targets.shape[1], -1)
        self.index[stickers] = np.arange(size)
        self._targets = self.index[targets[:, stickers]]
        self._known: dict[Cycle, Word] = {}
        for cycle, word in known:
            a, b, c = self.index[[*cycle]].tolist()
            for same in ((a, b, c), (b, c, a), (c, a, b)):
                self._known.setdefault(same, word)
            self.length = len(word)
        self.depth = np.full((size, size, size), UNREACHED, dtype=np.uint8)
        # The turn that leads to a cycle from one that is nearer.
        self._turn = np.zeros((size, size, size), dtype=np.uint8)
        self._fill()

    def _fill(self) -> None:
        size, depths, turns = len(self.depth), self.depth.reshape(-1), self._turn.reshape(-1)
        level = np.array([(a * size + b) * size + c for a, b, c in self._known])
        depth = 0
        depths[level] = depth
        while len(level):
            depth += 1
            a, b, c = level // size**2, level // size % size, level % size
            found = []
            for number, targets in enumerate(self._targets):
                reached = (targets[a] * size + targets[b]) * size + targets[c]
                new = np.unique(reached[depths[reached] == UNREACHED])
                depths[new], turns[new] = depth, number
                found.append(new)
            level = np.concatenate(found)

    def word(self, cycle: Cycle) -> Word:
        """Return the turns that make a cycle."""
        setup: Word = ()
        while cycle not in self._known:
            turn = int(self._turn[cycle])
            setup = (turn, *setup)
            (back,) = self._inverse_word((turn,))
            a, b, c = self._targets[back, cycle].tolist()
            cycle = (a, b, c)
        return (*self._inverse_word(setup), *self._known[cycle], *setup)
