"""Rows of the tables of the first two layers: cross, corners and pairs; ease of an algorithm."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from solver.core.facelets import CORNER_NAMES, EDGE_NAMES, FACELET_BY_NAME, STICKER_NAMES
from solver.encodings import (
    BOTTOM,
    CROSS,
    SLOTS,
    SOLVED_BYTES,
    TURN_EFFECTS,
    Stickers,
    effect_on_stickers,
    inverse_effect,
)
from solver.engines.lbl.first_two_layers import MAX_LENGTH, SIZE, TWO_EDGE_RANKS
from solver.search.shortest_sequences import (
    Sequence,
    empty_sequence,
    shortest,
    stabilising_sequences,
)

# Where a case is, its name, its algorithms.
Row = tuple[str, str, tuple[Sequence, ...]]


def facelets(*pieces: str) -> tuple[int, ...]:
    """Return the facelets of pieces by their names."""
    return tuple(FACELET_BY_NAME[piece] for piece in pieces)


FIRST_TWO_LAYERS = facelets(*CROSS, *(piece for pair in SLOTS.values() for piece in pair))

ALL_EDGES = tuple(name for place in EDGE_NAMES for name in (place, place[::-1]))

EDGES_OF_PAIRS = tuple(name for name in ALL_EDGES if "D" not in name)

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
    positions = [SOLVED_BYTES[BOTTOM]]
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


def untouched_slots(used: str) -> tuple[str, ...]:
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
            yield case_key(at, placed), "", (min(found, key=ergonomic_key),)


def corner_rows() -> Iterator[Row]:
    """Return the algorithms that bring a corner to URF or DFR in any orientation (8 cases).

    The slot in which it is does not matter: it cannot be solved yet.
    """
    for at in CORNER_NAMES:
        kept = untouched_slots(at)
        goals = [facelets(end, *kept) for place in ("URF", "DFR") for end in turns_of(place)]
        yield at, "", (min(shortest(facelets(at, *kept), goals, longest=4), key=ergonomic_key),)


def pair_case_rows() -> Iterator[Row]:
    """Return the algorithms that insert a corner at URF or DFR and any edge (96 cases).

    The slot in which the edge is does not matter: it cannot be solved yet.
    """
    for place, edge in product(("DFR", "URF"), EDGES_OF_PAIRS):
        kept = untouched_slots(edge)
        for corner in turns_of(place):
            goal = facelets("DFR", "FR", *kept)
            found = shortest(facelets(corner, edge, *kept), [goal], longest=12)
            yield f"{corner} {edge}", "", (min(found, key=ergonomic_key),)


def pair_rows(half: int = 4) -> Iterator[Row]:
    """Return the algorithms that insert a pair while other slots stay filled (2 064 cases).

    Slots that are not filled may be used on the way. Of each case there are several algorithms,
    which differ in what they do to the rest of the cube. Sequences of up to 2 `half` turns are
    searched, two more for the last slot.
    """
    for filled in (some for size in range(4) for some in combinations(("BR", "BL", "FL"), size)):
        is_last = len(filled) == 3
        kept = facelets(*CROSS, *(piece for slot in filled for piece in SLOTS[slot]))
        best: dict[str, dict[Stickers, Sequence]] = {}
        for sequence in stabilising_sequences(
            empty_sequence(kept), half + is_last, never_first="", effort=ergonomic_key
        ):
            effect = effect_on_stickers(sequence)
            case = inverse_effect(effect)
            pair = " ".join(STICKER_NAMES[case[facelet]] for facelet in facelets("DFR", "FR"))
            known = best.setdefault(pair, {})
            known[effect] = min(sequence, known.get(effect, sequence), key=ergonomic_key)
        best["DFR FR"] = {effect_on_stickers(()): ()}
        for pair, by_effect in best.items():
            ordered = sorted(by_effect.values(), key=ergonomic_key)
            limit = len(ordered[0]) + SLACK
            keep = LAST_ALGORITHMS if is_last else ALGORITHMS
            yield case_key(pair, filled), "", tuple(s for s in ordered[:keep] if len(s) <= limit)
        # What takes longer is searched for case by case.
        for pair in set(_pairs(filled)) - best.keys():
            found = shortest(facelets(*pair.split()) + kept, [facelets("DFR", "FR") + kept], 12)
            yield case_key(pair, filled), "", (min(found, key=ergonomic_key),)


def case_key(pair: str, filled: tuple[str, ...]) -> str:
    """Return the key of a case: where pieces are, and what is filled already."""
    return f"{pair} {'+'.join(filled) or '-'}"


def _pairs(filled: tuple[str, ...]) -> Iterator[str]:
    """Return the positions of the corner of DFR and the edge of FR while some slots are filled."""
    taken = {frozenset(piece) for slot in filled for piece in SLOTS[slot]}
    for corner, edge in product(
        (name for name in STICKER_NAMES.values() if len(name) == 3), EDGES_OF_PAIRS
    ):
        if not {frozenset(corner), frozenset(edge)} & taken:
            yield f"{corner} {edge}"
