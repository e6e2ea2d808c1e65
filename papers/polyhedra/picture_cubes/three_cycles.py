"""Sequences for each cycle of three inner pieces of an orbit, and a permutation made of such.

The shortest are the commutators of eight turns of the Tsukuda method; a turn before and its undoing
after one makes another cycle. Two such turns are enough for all 4 048 cycles of an orbit. Orbits
differ only by what their layers are called, so there are three tables: for pieces on the diagonals
of a face, on its middle lines, and elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import permutations
from typing import NamedTuple

import numpy as np

from papers.polyhedra.tsukuda.inner_pieces import published_cycles
from solver.puzzles.nxn.layers import AMOUNTS, LayerTurn, geometry
from solver.puzzles.nxn.orbits import SIZE, cube_rotations
from solver.puzzles.three_cycles.set_ups import Cycle, SetUps, Word
from solver.puzzles.three_cycles.words import inverse_word
from solver.puzzles.tsukuda.centre_sequences import CentreSequences

Arrangement = tuple[int, ...]

# A size that has every kind of inner piece. Its row 1 stands for the row of any orbit.
_MODEL = 7
_ROW = 1
_COLUMNS = {"diagonal": 1, "line": 3, "other": 2}
_BEAM_WIDTH = 100


class CycleTable(NamedTuple):
    """Sequences of turns (numbers of the model) by the cycle that they make.

    A cycle (a, b, c) takes the piece at a to b, that at b to c and that at c to a; places are
    numbered in the order of the views, and every cycle is listed from each of its three places.
    """

    kind: str
    sequences: dict[Cycle, Word]


class _Partial(NamedTuple):
    """Cycles done one after another, and their turns."""

    turns: int
    cycles: tuple[Cycle, ...]


@cache
def cycle_table(kind: str, *, published: bool = False) -> CycleTable:
    """Return a sequence for every three-cycle of a kind of orbit: diagonal, line or other.

    `published`: made of the paper's cycles of ten turns.
    """
    cube = geometry(_MODEL)
    orbit = cube_rotations(_MODEL).source[:, _ROW * _MODEL + _COLUMNS[kind]]
    cycles = (
        published_cycles(orbit, _MODEL)
        if published
        else CentreSequences(_MODEL).single_cycles(orbit)
    )
    stickers = np.arange(6 * _MODEL**2)
    turns = map(cube.turn_at, range(9 * _MODEL))
    targets = np.array([np.argsort(cube.apply(stickers, [turn])) for turn in turns])
    set_ups = SetUps(targets, orbit, partial(inverse_word, amounts=AMOUNTS), cycles)
    return CycleTable(kind, {each: set_ups.word(each) for each in permutations(range(SIZE), 3)})


def turns_on_orbit(table: CycleTable, cycle: Cycle, cell: tuple[int, int], n: int) -> list[int]:
    """Return the numbers of the turns of a cube of size n that make a cycle of an orbit.

    `cell` is the row and the column of the orbit's first sticker, the one in the first view.
    """
    row, column = cell
    layers = {0: 0, _ROW: row, _COLUMNS[table.kind]: column}
    layers |= {_MODEL - 1 - model: n - 1 - layer for model, layer in layers.items()}
    numbers = []
    for number in table.sequences[cycle]:
        turn = geometry(_MODEL).turn_at(number)
        assert turn.layer is not None
        numbers.append(
            geometry(n).turn_index(LayerTurn(turn.axis, layers[turn.layer], turn.quarters))
        )
    return numbers


def solve_arrangement(arrangement: Arrangement, table: CycleTable) -> tuple[Cycle, ...]:
    """Return cycles that bring the pieces of an orbit to their places.

    `arrangement` says for each of the 24 places where the piece that is there belongs: an even
    permutation. The cycles are as few as can be, and by beam search of few turns.
    """
    solved = tuple(range(SIZE))
    level = {arrangement: _Partial(0, ())}
    while solved not in level:
        longer: dict[Arrangement, _Partial] = {}
        for before, (turns, cycles) in level.items():
            for cycle in _useful_cycles(before):
                after = _apply(before, cycle)
                total = turns + len(table.sequences[cycle])
                if after not in longer or total < longer[after].turns:
                    longer[after] = _Partial(total, (*cycles, cycle))
        best = sorted(longer.items(), key=lambda each: each[1].turns)[:_BEAM_WIDTH]
        level = dict(best)
    return level[solved].cycles


def _apply(arrangement: Arrangement, cycle: Cycle) -> Arrangement:
    a, b, c = cycle
    after = list(arrangement)
    after[b], after[c], after[a] = arrangement[a], arrangement[b], arrangement[c]
    return tuple(after)


def _useful_cycles(arrangement: Arrangement) -> Iterator[Cycle]:
    """Yield three-cycles after which one fewer is needed.

    They bring home two neighbours of a cycle of the arrangement, or join two cycles of even length.
    """
    rings = _rings(arrangement)
    for ring in rings:
        if len(ring) > 2:
            for a in ring:
                yield a, arrangement[a], arrangement[arrangement[a]]
    for first, second in permutations([ring for ring in rings if len(ring) % 2 == 0], 2):
        for a in first:
            for c in second:
                yield a, arrangement[a], c


def _rings(arrangement: Arrangement) -> list[list[int]]:
    """Return the cycles of a permutation that are longer than one."""
    rings, seen = [], set()
    for start in range(len(arrangement)):
        if start not in seen and arrangement[start] != start:
            ring = [start]
            while arrangement[ring[-1]] != start:
                ring.append(arrangement[ring[-1]])
            seen.update(ring)
            rings.append(ring)
    return rings
