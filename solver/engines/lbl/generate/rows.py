"""Parts that the generated tables share: rows, ergonomics of an algorithm, and cross rows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from solver.core.byte_cube import BOTTOM, CROSS, SLOTS, SOLVED, TURN_EFFECTS
from solver.core.facelets import EDGE_NAMES, FACELET_BY_NAME, STICKER_NAMES
from solver.core.permutation import Permutation
from solver.core.sticker_cube import effect_of
from solver.engines.lbl.cross import MAX_LENGTH, SIZE, TWO_EDGE_RANKS
from solver.engines.lbl.oll_pll import AUF_TURNS
from solver.search.shortest_sequences import Sequence, shortest

# Where a case is, its name, its algorithms.
Row = tuple[str, str, tuple[Sequence, ...]]


def facelets(*pieces: str) -> tuple[int, ...]:
    """Return the facelets of pieces by their names."""
    return tuple(FACELET_BY_NAME[piece] for piece in pieces)


FIRST_TWO_LAYERS = facelets(*CROSS, *(piece for pair in SLOTS.values() for piece in pair))

ALL_EDGES = tuple(name for place in EDGE_NAMES for name in (place, place[::-1]))

EDGES = tuple(name for name in ALL_EDGES if "D" not in name)

# Penalty for turning each face by hand, relative to U or R.
FACE_AWKWARDNESS = {"U": 0, "R": 0, "F": 1, "L": 1, "D": 2, "B": 3}

# Two edges cannot be at one place.
NO_POSITION = 255

# How many algorithms a pair has, and how much longer than the first they may be. The last pair has
# more, since they differ in the last layer that they leave.
ALGORITHMS = 4

LAST_ALGORITHMS = 20

SLACK = 2


def ergonomic_key(sequence: Sequence) -> tuple[int, int, str]:
    """Return the sort key of sequences: first by length, then by how easily they are done."""
    awkward = sum(FACE_AWKWARDNESS[turn.face] + (turn.quarter_turns == 2) for turn in sequence)
    return len(sequence), awkward, " ".join(map(str, sequence))


def cross_distances() -> bytes:
    """Return the number of turns that each position of the cross needs, breadth first (190 080
    positions).
    """
    table = bytearray([NO_POSITION]) * SIZE**2
    positions = [SOLVED[BOTTOM]]
    for turns in range(MAX_LENGTH + 1):
        reached = []
        for edges in positions:
            rank = TWO_EDGE_RANKS[edges[:2]] * SIZE + TWO_EDGE_RANKS[edges[2:]]
            if table[rank] == NO_POSITION:
                table[rank] = turns
                reached.append(edges)
        positions = [edges.translate(turn) for edges in reached for turn in TURN_EFFECTS.values()]
    return bytes(table)


def turns_of(corner: str) -> Iterator[str]:
    """Return the three names of a corner, one for each way it can be turned."""
    return (corner[i:] + corner[:i] for i in range(3))


def _untouched_slots(used: str) -> tuple[str, ...]:
    """Return the cross and the slots other than FR, less the one in which a piece is."""
    others = (slot for name, slot in SLOTS.items() if name != "FR")
    free = frozenset(used)
    return *CROSS, *(p for slot in others if free not in map(frozenset, slot) for p in slot)


def cross_edge_rows() -> Iterator[Row]:
    """Return the algorithms that bring an edge to DF while the neighbours stay that are placed
    already (168 cases).
    """
    for placed in (some for size in range(4) for some in combinations(CROSS[1:], size)):
        for at in ALL_EDGES:
            if at in placed or at[::-1] in placed:
                continue
            found = shortest(facelets(at, *placed), [facelets("DF", *placed)], longest=8)
            yield _key(at, placed), "", (min(found, key=ergonomic_key),)


def _key(pair: str, filled: tuple[str, ...]) -> str:
    return f"{pair} {'+'.join(filled) or '-'}"


def _pairs(filled: tuple[str, ...]) -> Iterator[str]:
    """Return the positions of the corner of DFR and the edge of FR while some slots are filled."""
    taken = {frozenset(piece) for slot in filled for piece in SLOTS[slot]}
    for corner, edge in product((name for name in STICKER_NAMES.values() if len(name) == 3), EDGES):
        if not {frozenset(corner), frozenset(edge)} & taken:
            yield f"{corner} {edge}"


def with_best_auf(sequence: Sequence) -> Sequence:
    """Return the sequence with the turn of U that leaves the fewest pieces moved, in short cycles,
    of edges.
    """

    def disorder(candidate: Sequence) -> tuple[int, int, int, int]:
        cycles = Permutation(effect_of(candidate)[:9]).cycles()
        moved = [facelet for cycle in cycles for facelet in cycle]
        corners = sum(len(STICKER_NAMES[facelet]) == 3 for facelet in moved)
        return len(moved), max(map(len, cycles), default=0), corners, len(candidate)

    return min((sequence + adjustment for adjustment in AUF_TURNS), key=disorder)
