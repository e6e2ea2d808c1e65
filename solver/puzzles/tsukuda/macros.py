"""Search for all short sequences that preserve what is solved.

The polyhedra paper (section 14.1) writes one sequence for each case of a step. Here they are found:
on a small cube with letters for its layers, sequences are grown, and two of them that do the same
to all that is solved make one that keeps it, the first followed by the second backwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from solver.puzzles.nxn.layers import AMOUNTS, Geometry, copy_line, turn_layer
from solver.puzzles.nxn.orbits import Orbit
from solver.puzzles.three_cycles.words import inverse_word

# Turns in a sequence at most; shorter ones end with NONE.
MAX_LENGTH = 12
NONE = 255
IGNORED = 6
# The length up to which sequences are tried as the first part of others.
_SHORT = 2


@dataclass(frozen=True, slots=True)
class Macros:
    """Sequences of turns of a small cube, and what each does to the places that are followed.

    `moves` (m x LONGEST) are turns' numbers, `lengths` how many there are, and `targets` (m x
    places) where each sequence takes what is at a place.
    """

    moves: NDArray[np.uint8]
    lengths: NDArray[np.uint8]
    targets: NDArray[np.uint8]


@njit(cache=True, nogil=True)
def _grow(n, moves, depth, kept, weights, followed, cycles, offsets, hashes, made, origins):  # type: ignore[no-untyped-def]
    """Write down every sequence of up to `depth` turns; give how many there are.

    Turns of one axis that follow each other go by rising layers, each layer once.
    """
    size = 6 * n * n
    states = np.zeros((depth + 1, size), dtype=np.int16)
    copy_line(np.arange(size), states[0])
    at = np.zeros(depth + 1, dtype=np.int64)
    level, count = 0, 0
    entering = True
    while level >= 0:
        if entering:
            if count < len(hashes):
                total = np.uint64(0)
                for place in range(size):
                    total += weights[place, kept[states[level, place]]]
                hashes[count] = total
                made[count, :] = NONE
                for i in range(level):
                    made[count, i] = at[i] - 1
                for i in range(len(followed)):
                    origins[count, i] = states[level, followed[i]]
            count += 1
            entering = False
            at[level] = 0
        if level == depth or at[level] == len(moves):
            level -= 1
            continue
        index = at[level]
        at[level] += 1
        layer, quarters = moves[index] // 3, moves[index] % 3 + 1
        if level:
            before = moves[at[level - 1] - 1] // 3
            if before // n == layer // n and before >= layer:
                continue
        copy_line(states[level], states[level + 1])
        turn_layer(states[level + 1], layer, quarters, cycles, offsets)
        level += 1
        entering = True
    return count


@njit(cache=True, nogil=True)
def _pair(starts, lengths, most, out_first, out_second):  # type: ignore[no-untyped-def]
    """Pair the sequences of each group; return the number of pairs that are short enough."""
    count = 0
    for group in range(len(starts) - 1):
        for i in range(starts[group], starts[group + 1]):
            for j in range(starts[group], starts[group + 1]):
                if i != j and lengths[i] + lengths[j] <= most:
                    if count < len(out_first):
                        out_first[count] = i
                        out_second[count] = j
                    count += 1
    return count


def find_macros(
    cube: Geometry,
    layers: Sequence[int],
    orbits: Sequence[Orbit],
    keep: NDArray[np.bool_],
    half: int,
    most: int,
) -> Macros:
    """Find what at most `most` turns of some layers do to orbits where they keep stickers' colours.

    Of the sequences that do the same to the orbits' own stickers, one of the shortest is given.
    All sequences of up to 2 `half` turns are among those looked at. `keep` (6nn) marks the
    stickers whose colours are to be as before.
    """
    n = cube.n
    moves = np.array(
        [3 * (axis * n + layer) + q for axis in range(3) for layer in layers for q in range(3)],
        dtype=np.int64,
    )
    colours = np.where(keep, cube.solved, IGNORED).astype(np.int64)
    weights = np.random.default_rng(0).integers(2**63, size=(6 * n * n, 7), dtype=np.uint64)
    weights[:, IGNORED] = 0
    followed = np.concatenate([orbit.stickers for orbit in orbits]).astype(np.int64)
    grow = (n, moves, half, colours, weights, followed, cube.cycles, cube.offsets)
    none = np.zeros(0, dtype=np.uint64)
    blank = np.zeros((0, max(1, half)), dtype=np.uint8)
    count = _grow(*grow, none, blank, np.zeros((0, len(followed)), dtype=np.int16))
    hashes = np.zeros(count, dtype=np.uint64)
    sequences = np.zeros((count, half), dtype=np.uint8)
    origins = np.zeros((count, len(followed)), dtype=np.int16)
    _grow(*grow, hashes, sequences, origins)
    places = np.full(6 * n * n, NONE, dtype=np.uint8)
    places[followed] = np.arange(len(followed))
    sources = places[origins]
    lengths = (sequences != NONE).sum(axis=1)
    effects = _hash_effects(sources)
    # Of those that do the same to what is kept and to what is followed, one of the shortest.
    order = np.lexsort((lengths, hashes + effects))
    kept = order[np.unique((hashes + effects)[order], return_index=True)[1]]
    kept = kept[np.argsort(hashes[kept], kind="stable")]
    hashes, sequences, sources, lengths = (
        hashes[kept],
        sequences[kept],
        sources[kept],
        lengths[kept],
    )
    starts = np.append(np.flatnonzero(np.append(True, hashes[1:] != hashes[:-1])), len(hashes))
    nothing = np.zeros(0, dtype=np.int64)
    pairs = _pair(starts, lengths, most, nothing, nothing)
    first, second = np.zeros(pairs, dtype=np.int64), np.zeros(pairs, dtype=np.int64)
    _pair(starts, lengths, most, first, second)
    return _combine_pairs(moves, sequences, sources, lengths, first, second)


@njit(cache=True, nogil=True)
def _joined_effects(sources, first, second):  # type: ignore[no-untyped-def]
    """Return where the first of each pair, then the second inverted, take the places (pairs x p).

    `sources` (sequences x p) are the places from which a sequence takes what comes to each.
    """
    places = sources.shape[1]
    effects = np.empty((len(first), places), dtype=np.uint8)
    for pair in range(len(first)):
        for place in range(places):
            effects[pair, sources[first[pair], place]] = sources[second[pair], place]
    return effects


def _combine_pairs(
    moves: NDArray[np.int64],
    made: NDArray[np.uint8],
    sources: NDArray[np.uint8],
    lengths: NDArray[np.int64],
    first: NDArray[np.int64],
    second: NDArray[np.int64],
) -> Macros:
    """Join the first of each pair with the second inverted; return one for each effect."""
    effect = _joined_effects(sources, first, second)
    order = np.argsort(lengths[first] + lengths[second], kind="stable")
    rows = order[np.sort(np.unique(_hash_effects(effect)[order], return_index=True)[1])]
    rows = _drop_products(rows, effect, (lengths[first] + lengths[second]))
    sequences = np.full((len(rows), MAX_LENGTH), NONE, dtype=np.uint8)
    for out, row in zip(sequences, rows, strict=True):
        there, back = (
            [int(moves[m]) for m in made[i] if m != NONE] for i in (first[row], second[row])
        )
        out[: len(there) + len(back)] = (*there, *inverse_word(back, AMOUNTS))
    total = (lengths[first] + lengths[second])[rows].astype(np.uint8)
    return Macros(sequences, total, effect[rows])


def _hash_effects(effects: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Return a number for each effect (row), distinct with high probability."""
    marks = np.random.default_rng(1).integers(2**63, size=(effects.shape[1], 256), dtype=np.uint64)
    total = np.zeros(len(effects), dtype=np.uint64)
    for column, values in zip(marks, effects.T, strict=True):
        total += column[values]
    return total


def _drop_products(
    rows: NDArray[np.int64], effects: NDArray[np.uint8], lengths: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the sequences that are not products of shorter ones with as many turns or fewer."""
    effects, lengths = effects[rows], lengths[rows]
    order = np.argsort(_hash_effects(effects))
    known = _hash_effects(effects)[order]
    needed = np.ones(len(rows), dtype=np.bool_)
    for short in np.flatnonzero(lengths <= _SHORT):
        back = np.argsort(effects[short]).astype(np.uint8)
        rest = _hash_effects(effects[:, back])
        at = np.minimum(np.searchsorted(known, rest), len(known) - 1)
        is_product = (known[at] == rest) & (lengths[order[at]] + lengths[short] <= lengths)
        needed &= ~is_product
    return rows[needed]
