"""Rows of the last-layer tables: OLL, PLL and the one-look cases.

The numbers of OLL, the shapes and the letters of PLL are those in common use among speedcubers.
Each name stands with one way to recognise its case, held in some way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import permutations, product

from solver.core.facelets import CORNERS, EDGES, STICKER_NAMES
from solver.core.permutation import Permutation
from solver.core.turn import cancel_turns, inverse
from solver.encodings import (
    SOLVED_BYTES,
    TOP,
    Stickers,
    compose,
    effect_on_bytes,
    effect_on_stickers,
    inverse_effect,
    turn_bytes,
)
from solver.engines.lbl.generate_first_layers import FIRST_TWO_LAYERS, Row, ergonomic_key
from solver.engines.lbl.last_layer import (
    AUF_TURNS,
    TOP_FACELETS,
    cycle_notation,
    oll_pattern,
    position_names,
    relabel_by_auf,
    seen_from,
)
from solver.engines.lbl.viewpoints import SLOT_VIEWPOINTS
from solver.search.shortest_sequences import Sequence, empty_sequence, stabilising_sequences

# Which way the U sticker of each of the nine places looks, row by row from the back.
OLL: dict[str, str] = {
    "solved": "UUU UUU UUU",
    "1 dot": "LBR LUR LFR",
    "2 dot": "BBB LUR LFR",
    "3 dot": "BBR LUR LFU",
    "4 dot": "LBU LUR FFR",
    "5 square": "BBR LUU LUU",
    "6 square": "LUU LUU FFR",
    "7 lightning": "BUR UUR UFF",
    "8 lightning": "UBB UUR FUR",
    "9 fish": "LUB UUR FFU",
    "10 fish": "BBU UUR LUF",
    "11 lightning": "BBR LUU UUF",
    "12 lightning": "UUB LUU FFR",
    "13 knight": "BBR UUU UFF",
    "14 knight": "LBB UUU FFU",
    "15 knight": "BBR UUU LFU",
    "16 knight": "LBU UUU FFR",
    "17 dot": "UBB LUR LFU",
    "18 dot": "UBU LUR FFF",
    "19 dot": "UBU LUR LFR",
    "20 dot": "UBU LUR UFU",
    "21 H": "BUB UUU FUF",
    "22 Pi": "LUB UUU LUF",
    "23 U": "BUB UUU UUU",
    "24 chameleon": "BUU UUU FUU",
    "25 bowtie": "LUU UUU UUF",
    "26 Antisune": "LUU UUU FUR",
    "27 Sune": "BUR UUU UUF",
    "28 arrow": "UUU UUR UFU",
    "29 awkward": "BUU UUR FFU",
    "30 awkward": "LUR UUR UFU",
    "31 P": "BUU LUU FFU",
    "32 P": "UUB UUR UFF",
    "33 T": "BBU UUU FFU",
    "34 C": "LBR UUU UFU",
    "35 fish": "UBR LUU FUU",
    "36 W": "UUB LUU LFU",
    "37 fish": "UUR UUR FFU",
    "38 W": "BUU UUR UFR",
    "39 lightning": "BBU UUU UFR",
    "40 lightning": "UBB UUU LFU",
    "41 awkward": "BUB UUR UFU",
    "42 awkward": "UBU UUR FUF",
    "43 P": "LUU LUU LFU",
    "44 P": "UUR UUR UFR",
    "45 T": "LBU UUU LFU",
    "46 C": "UUR LUR UUR",
    "47 L": "BUR LUU FFR",
    "48 L": "LUB UUR LFF",
    "49 L": "LUB LUU LFF",
    "50 L": "LBB LUU LUF",
    "51 I": "BBR UUU FFR",
    "52 I": "BUR LUR FUR",
    "53 L": "LBR LUU LUR",
    "54 L": "LUR LUU LFR",
    "55 I": "BBB UUU FFF",
    "56 I": "LBR UUU LFR",
    "57 mummy": "UBU UUU UFU",
}

# What the algorithm does: the piece at the first place of a bracket goes to the second, and so on.
PLL: dict[str, str] = {
    "solved": "",
    "Aa": "(ULB UBR URF)",
    "Ab": "(ULB URF UBR)",
    "F": "(UB UF)(UBR URF)",
    "Ga": "(UB UF UR UL)(UBR URF)",
    "Gb": "(UB UL UR UF)(UBR URF)",
    "Gc": "(UB UR UL UF)(UBR URF)",
    "Gd": "(UB UF UL UR)(UBR URF)",
    "Ja": "(UB UR)(UBR URF)",
    "Jb": "(UBR URF)(UR UF)",
    "Na": "(UBR UFL)(UL UR)",
    "Nb": "(ULB URF)(UL UR)",
    "Ra": "(UB UL)(UBR URF)",
    "Rb": "(ULB UBR)(UR UF)",
    "T": "(UBR URF)(UL UR)",
    "Ua": "(UL UF UR)",
    "Ub": "(UL UR UF)",
    "V": "(ULB URF)(UB UR)",
    "Y": "(ULB URF)(UB UL)",
    "Z": "(UB UR)(UL UF)",
    "H": "(UB UF)(UL UR)",
    "E": "(ULB UFL)(UBR URF)",
}


def oll_rows(half: int = 6) -> Iterator[Row]:
    """Return the algorithms of OLL (58 cases), from sequences of up to 2 `half` turns."""
    name_of = {pattern: name for name, pattern in OLL.items()}
    best: dict[str, Sequence] = {"solved": ()}
    for sequence in stabilising_sequences(
        empty_sequence(FIRST_TWO_LAYERS), half, never_first="U", effort=ergonomic_key
    ):
        case = inverse_effect(effect_on_stickers(sequence))
        pictures = (picture_of(side.view(case)) for side in SLOT_VIEWPOINTS)
        name = next(name_of[p] for p in pictures if p in name_of)
        best[name] = min(sequence, best.get(name, sequence), key=ergonomic_key)
    for name in OLL.keys() & best.keys():
        yield picture_of(inverse_effect(effect_on_stickers(best[name]))), name, (best[name],)


def picture_of(seen: Stickers) -> str:
    """Return the pattern of the top colour of a state."""
    return oll_pattern(seen[sticker] for sticker in TOP_FACELETS)


def pll_rows(half: int = 7) -> Iterator[Row]:
    """Return the algorithms of PLL (22 cases), from sequences of up to 2 `half` turns."""
    best: dict[str, Sequence] = {"solved": ()}
    for sequence in stabilising_sequences(
        empty_sequence(FIRST_TWO_LAYERS, together=TOP_FACELETS),
        half,
        never_first="U",
        effort=ergonomic_key,
    ):
        name = name_of_pll(effect_on_stickers(sequence))
        best[name] = min(sequence, best.get(name, sequence), key=_pll_effort)
    for name in PLL.keys() & best.keys():
        algorithm = with_best_auf(best[name])
        yield cycle_notation(effect_on_stickers(algorithm)) or "-", name, (algorithm,)


def with_best_auf(
    sequence: Sequence, length: Callable[[Sequence], int] = lambda sequence: 0
) -> Sequence:
    """Return the sequence with a turn of U at its end: of the shortest so, if `length` is given,
    the one that leaves the fewest pieces moved.

    Of several, the one whose longest cycle is the shortest, then the one that moves fewer corners.
    """

    def disorder(candidate: Sequence) -> tuple[int, ...]:
        cycles = Permutation(effect_on_stickers(candidate)[:9]).cycles()
        moved = [facelet for cycle in cycles for facelet in cycle]
        corners = sum(len(STICKER_NAMES[facelet]) == 3 for facelet in moved)
        longest = max(map(len, cycles), default=0)
        return length(candidate), len(moved), longest, corners, len(candidate)

    return min((sequence + adjustment for adjustment in AUF_TURNS), key=disorder)


def _pll_effort(sequence: Sequence) -> tuple[int, tuple[int, int, str]]:
    return len(sequence), ergonomic_key(with_best_auf(sequence))


@cache
def name_of_pll(effect: Stickers) -> str:
    """Return the name of a PLL case, for any viewpoint and up to turns of U."""
    name_of = {cycles: name for name, cycles in PLL.items()}
    turned_tops = [effect_on_stickers(adjustment) for adjustment in AUF_TURNS]
    variants = (
        cycle_notation(compose(compose(before, side.effect(effect)), behind))
        for side, before, behind in product(SLOT_VIEWPOINTS, turned_tops, turned_tops)
    )
    return next(name_of[cycles] for cycles in variants if cycles in name_of)


def one_look_rows(half: int = 7) -> Iterator[Row]:
    """Return the algorithms of one-look last layer (3 916 cases), from sequences of up to 2 `half`
    turns.

    Cases that need more are made of two such sequences, so that at half = 7 a case with a longer
    algorithm is known to have none of up to 14 turns.
    """
    found = stabilising_sequences(
        empty_sequence(FIRST_TWO_LAYERS), half, never_first="U", effort=ergonomic_key
    )
    return group_one_look_cases(add_composed_cases(last_layer_sequences(found)))


def last_layer_sequences(sequences: Iterable[Sequence]) -> dict[bytes, Sequence]:
    """Return the best of some sequences for each state of the last layer that they solve."""
    best: dict[bytes, Sequence] = {SOLVED_BYTES[TOP]: ()}
    for sequence in sequences:
        top = turn_bytes(SOLVED_BYTES, inverse(sequence))[TOP]
        best[top] = min(sequence, best.get(top, sequence), key=ergonomic_key)
    return best


def add_composed_cases(best: dict[bytes, Sequence]) -> dict[bytes, Sequence]:
    """Add the cases that no sequence solves, each by two sequences with a turn of U between
    them.
    """
    known = {_case(top)[1] for top in best}
    missing = {_case(top)[1] for top in all_last_layer_states()} - known
    firsts = [
        (sequence + adjustment, effect_on_bytes(sequence + adjustment))
        for sequence, adjustment in product(best.values(), AUF_TURNS)
    ]
    added: dict[bytes, Sequence] = {}
    for top in missing:
        pairs = [
            (first, best[rest])
            for first, effect in firsts
            if (rest := top.translate(effect)) in best
        ]
        # Where they meet a few turns are saved.
        limit = min(len(first) + len(second) for first, second in pairs) + 7
        candidates = (
            cancel_turns(first + second)
            for first, second in pairs
            if len(first) + len(second) <= limit
        )
        added[top] = min(candidates, key=ergonomic_key)
    return best | added


def group_one_look_cases(best: dict[bytes, Sequence]) -> Iterator[Row]:
    """Return the shortest sequences of each case.

    Several are kept where they leave the top turned differently.
    """
    cases: dict[bytes, dict[bytes, Sequence]] = {}
    for top, sequence in best.items():
        side, case = _case(top)
        seen = SLOT_VIEWPOINTS[side].to_view_turns(sequence)
        known = cases.setdefault(case, {})
        left = turn_bytes(case, seen)
        known[left] = min(seen, known.get(left, seen), key=ergonomic_key)
    for case, known in cases.items():
        ordered = sorted(known.values(), key=ergonomic_key)
        shortest_ones = tuple(s for s in ordered if len(s) == len(ordered[0]))
        yield position_names(case), "", shortest_ones


@cache
def _case(top: bytes) -> tuple[int, bytes]:
    """Return the case of a state, and from which side it is seen like that."""
    return min(
        ((side, relabel_by_auf(seen_from(side, top), n)) for side in range(4) for n in range(4)),
        key=lambda seen: (seen[1], seen[0]),
    )


def all_last_layer_states() -> Iterator[bytes]:
    """Return all 62 208 states of the last layer."""
    for order, edges in product(permutations(range(4)), repeat=2):
        if Permutation(order).is_even != Permutation(edges).is_even:
            continue
        for twists, flips in product(product(range(3), repeat=4), product(range(2), repeat=4)):
            if sum(twists) % 3 == 0 and sum(flips) % 2 == 0:
                corner_facelets = [CORNERS[p][t] for p, t in zip(order, twists, strict=True)]
                edge_facelets = [EDGES[p][f] for p, f in zip(edges, flips, strict=True)]
                yield bytes(corner_facelets + edge_facelets)
