"""Simulated annealing of a sequence: random edits, made by what they change in turns and places."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.insertion.commutators import Commutators
from solver.puzzles.insertion.cycles import Cycles
from solver.puzzles.insertion.places import Places
from solver.puzzles.insertion.random_edits import draw_edit, random
from solver.puzzles.insertion.sequence import (
    LENGTH,
    ODD,
    WORD,
    Edit,
    Sequence,
    gain,
    insert,
    merge,
)
from solver.search.compilation import compiled, compiled_inner


@compiled
def anneal(
    s: Sequence,
    p: Places,
    c: Commutators,
    y: Cycles,
    e: Edit,
    seed: NDArray[np.uint64],
    temperature: Any,
    wrong: Any,
    odd: Any,
    steps: Any,
) -> Any:
    """Change a sequence by so many random edits, at a temperature; return how many were made.

    `wrong` is what a wrong place counts in turns, `odd` an orbit of wings that is odd.
    """
    made: Any = 0
    for _ in range(steps):
        if not draw_edit(s, p, c, y, e, seed):
            continue
        most = -temperature * log((random(seed) + 1.0) / 4294967296.0)
        energy = -wrong * gain(s, e)
        if energy - e.size[WORD] > most:
            continue
        if e.size[WORD] == 1:
            energy += odd * _odd_orbits(s, p, e)
        if energy - e.size[WORD] > most:
            continue
        more = merge(s, e)
        if energy + more > most or s.state[LENGTH] + more >= len(s.turns):
            continue
        insert(s, p, e)
        made += 1
    return made


@compiled_inner
def _odd_orbits(s: Sequence, p: Places, e: Edit) -> Any:
    """Return the change that an edit makes to the number of odd orbits of wings."""
    odd = s.state[ODD]
    before = 0
    after = 0
    for i in range(e.size[WORD]):
        odd ^= (1 << p.odd_depth[e.word[i]]) & ~1
    for depth in range(1, s.n // 2):
        before += (s.state[ODD] >> depth) & 1
        after += (odd >> depth) & 1
    return after - before
