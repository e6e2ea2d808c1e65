"""Rows of the F2L tables: corners, pairs and pair cases."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from solver.core.byte_cube import CROSS, SLOTS
from solver.core.facelets import CORNER_NAMES, STICKER_NAMES
from solver.core.sticker_cube import Stickers, effect_of, inverse_effect
from solver.engines.lbl.generate.rows import (
    ALGORITHMS,
    EDGES,
    LAST_ALGORITHMS,
    SLACK,
    Row,
    _key,
    _pairs,
    _untouched_slots,
    ergonomic_key,
    facelets,
    turns_of,
)
from solver.search.shortest_sequences import (
    Sequence,
    empty_sequence,
    shortest,
    stabilising_sequences,
)


def corner_rows() -> Iterator[Row]:
    """Return the algorithms that bring a corner to URF or DFR in any orientation (8 cases).

    The slot in which it is does not matter: it cannot be solved yet.
    """
    for at in CORNER_NAMES:
        kept = _untouched_slots(at)
        goals = [facelets(end, *kept) for place in ("URF", "DFR") for end in turns_of(place)]
        yield at, "", (min(shortest(facelets(at, *kept), goals, longest=4), key=ergonomic_key),)


def pair_case_rows() -> Iterator[Row]:
    """Return the algorithms that insert a corner at URF or DFR and any edge (96 cases).

    The slot in which the edge is does not matter: it cannot be solved yet.
    """
    for place, edge in product(("DFR", "URF"), EDGES):
        kept = _untouched_slots(edge)
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
            effect = effect_of(sequence)
            case = inverse_effect(effect)
            pair = " ".join(STICKER_NAMES[case[facelet]] for facelet in facelets("DFR", "FR"))
            known = best.setdefault(pair, {})
            known[effect] = min(sequence, known.get(effect, sequence), key=ergonomic_key)
        best["DFR FR"] = {effect_of(()): ()}
        for pair, by_effect in best.items():
            ordered = sorted(by_effect.values(), key=ergonomic_key)
            limit = len(ordered[0]) + SLACK
            keep = LAST_ALGORITHMS if is_last else ALGORITHMS
            yield _key(pair, filled), "", tuple(s for s in ordered[:keep] if len(s) <= limit)
        # What takes longer is searched for case by case.
        for pair in set(_pairs(filled)) - best.keys():
            found = shortest(facelets(*pair.split()) + kept, [facelets("DFR", "FR") + kept], 12)
            yield _key(pair, filled), "", (min(found, key=ergonomic_key),)
