"""Generate the tables: `python -m solver.lbl.generate [TABLE...]` (needs numpy and 4 GB).

The first algorithm of a case is a shortest one, a half turn counting as one turn; of several, the
one that is the easiest to do by hand. It takes about twenty minutes.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path

from solver.facelets import CORNER_NAMES, CORNERS, EDGE_NAMES, FACELET_OF, NAME_OF
from solver.facelets import EDGES as EDGE_PLACES
from solver.lbl import names
from solver.lbl.cross import HALVES, LONGEST, SIZE
from solver.lbl.ending import rotated, seen_from
from solver.lbl.holds import SIDES
from solver.lbl.oll import TOP, picture
from solver.lbl.one_look import named
from solver.lbl.pll import ADJUSTMENTS, arrows
from solver.lbl.search import Sequence, loops, shortest, start
from solver.lbl.state import BOTTOM, CROSS, SLOTS, SOLVED, TURN_EFFECTS
from solver.lbl.state import TOP as LAST_LAYER
from solver.lbl.state import after as state_after
from solver.lbl.state import effect_of as turns_effect
from solver.lbl.stickers import Stickers, after, effect_of, undone
from solver.permutation import Permutation
from solver.turn import cancel, inverse

DATA = Path(__file__).parent / "data"

# Where a case is, its name, its algorithms.
Row = tuple[str, str, tuple[Sequence, ...]]


def facelets(*pieces: str) -> tuple[int, ...]:
    """Give the facelets of pieces by their names."""
    return tuple(FACELET_OF[piece] for piece in pieces)


FIRST_TWO_LAYERS = facelets(*CROSS, *(piece for pair in SLOTS.values() for piece in pair))
ALL_EDGES = tuple(name for place in EDGE_NAMES for name in (place, place[::-1]))
EDGES = tuple(name for name in ALL_EDGES if "D" not in name)
# How much worse than U or R it is to turn a face, for somebody who holds the cube.
EFFORT = {"U": 0, "R": 0, "F": 1, "L": 1, "D": 2, "B": 3}
# Two edges cannot be at one place.
NO_POSITION = 255
# How many algorithms a pair has, and how much longer than the first they may be. The last pair has
# more, since they differ in the last layer that they leave.
ALGORITHMS = 4
LAST_ALGORITHMS = 20
SLACK = 2


def effort(sequence: Sequence) -> tuple[int, int, str]:
    """Order sequences: first by length, then by how easily they are done."""
    awkward = sum(EFFORT[turn.face] + (turn.quarter_turns == 2) for turn in sequence)
    return len(sequence), awkward, " ".join(map(str, sequence))


def cross_distances() -> bytes:
    """Count the turns that each position of the cross needs, breadth first (190 080 positions)."""
    table = bytearray([NO_POSITION]) * SIZE**2
    positions = [SOLVED[BOTTOM]]
    for turns in range(LONGEST + 1):
        reached = []
        for edges in positions:
            rank = HALVES[edges[:2]] * SIZE + HALVES[edges[2:]]
            if table[rank] == NO_POSITION:
                table[rank] = turns
                reached.append(edges)
        positions = [edges.translate(turn) for edges in reached for turn in TURN_EFFECTS.values()]
    return bytes(table)


def turns_of(corner: str) -> Iterator[str]:
    """Give the three names of a corner, one for each way it can be turned."""
    return (corner[i:] + corner[:i] for i in range(3))


def _kept_without(used: str) -> tuple[str, ...]:
    """Give the cross and the slots other than FR, less the one in which a piece is."""
    others = (slot for name, slot in SLOTS.items() if name != "FR")
    free = frozenset(used)
    return *CROSS, *(p for slot in others if free not in map(frozenset, slot) for p in slot)


def cross_edge_rows() -> Iterator[Row]:
    """Bring an edge to DF while the neighbours stay that are placed already (168 cases)."""
    for placed in (some for size in range(4) for some in combinations(CROSS[1:], size)):
        for at in ALL_EDGES:
            if at in placed or at[::-1] in placed:
                continue
            found = shortest(facelets(at, *placed), [facelets("DF", *placed)], longest=8)
            yield _key(at, placed), "", (min(found, key=effort),)


def corner_rows() -> Iterator[Row]:
    """Bring a corner to URF or DFR, turned in any way (8 cases), and leave cross and slots alone.

    The slot in which it is does not matter: it cannot be solved yet.
    """
    for at in CORNER_NAMES:
        kept = _kept_without(at)
        goals = [facelets(end, *kept) for place in ("URF", "DFR") for end in turns_of(place)]
        yield at, "", (min(shortest(facelets(at, *kept), goals, longest=4), key=effort),)


def pair_case_rows() -> Iterator[Row]:
    """Put a corner at URF or DFR and an edge anywhere into their slot (96 cases).

    The slot in which the edge is does not matter: it cannot be solved yet.
    """
    for place, edge in product(("DFR", "URF"), EDGES):
        kept = _kept_without(edge)
        for corner in turns_of(place):
            goal = facelets("DFR", "FR", *kept)
            found = shortest(facelets(corner, edge, *kept), [goal], longest=12)
            yield f"{corner} {edge}", "", (min(found, key=effort),)


def pair_rows(half: int = 4) -> Iterator[Row]:
    """Put a corner and an edge into their slot while some others stay filled (2 064 cases).

    Slots that are not filled may be used on the way. Of each case there are several algorithms,
    which differ in what they do to the rest of the cube. Sequences of up to 2 `half` turns are
    searched, two more for the last slot.
    """
    for filled in (some for size in range(4) for some in combinations(("BR", "BL", "FL"), size)):
        is_last = len(filled) == 3
        kept = facelets(*CROSS, *(piece for slot in filled for piece in SLOTS[slot]))
        best: dict[str, dict[Stickers, Sequence]] = {}
        for sequence in loops(start(kept), half + is_last, never_first="", effort=effort):
            effect = effect_of(sequence)
            case = undone(effect)
            pair = " ".join(NAME_OF[case[facelet]] for facelet in facelets("DFR", "FR"))
            known = best.setdefault(pair, {})
            known[effect] = min(sequence, known.get(effect, sequence), key=effort)
        best["DFR FR"] = {effect_of(()): ()}
        for pair, by_effect in best.items():
            ordered = sorted(by_effect.values(), key=effort)
            limit = len(ordered[0]) + SLACK
            keep = LAST_ALGORITHMS if is_last else ALGORITHMS
            yield _key(pair, filled), "", tuple(s for s in ordered[:keep] if len(s) <= limit)
        # What takes longer is searched for case by case.
        for pair in set(_pairs(filled)) - best.keys():
            found = shortest(facelets(*pair.split()) + kept, [facelets("DFR", "FR") + kept], 12)
            yield _key(pair, filled), "", (min(found, key=effort),)


def _key(pair: str, filled: tuple[str, ...]) -> str:
    return f"{pair} {'+'.join(filled) or '-'}"


def _pairs(filled: tuple[str, ...]) -> Iterator[str]:
    """Name where the corner of DFR and the edge of FR can be while some slots are filled."""
    taken = {frozenset(piece) for slot in filled for piece in SLOTS[slot]}
    for corner, edge in product((name for name in NAME_OF.values() if len(name) == 3), EDGES):
        if not {frozenset(corner), frozenset(edge)} & taken:
            yield f"{corner} {edge}"


def oll_rows(half: int = 6) -> Iterator[Row]:
    """Turn the top colour up (58 cases), with sequences of up to 2 `half` turns."""
    name_of = {pattern: name for name, pattern in names.OLL.items()}
    best: dict[str, Sequence] = {"solved": ()}
    for sequence in loops(start(FIRST_TWO_LAYERS), half, never_first="U", effort=effort):
        case = undone(effect_of(sequence))
        pictures = (_picture(side.see(case)) for side in SIDES)
        name = next(name_of[p] for p in pictures if p in name_of)
        best[name] = min(sequence, best.get(name, sequence), key=effort)
    for name in names.OLL.keys() & best.keys():
        yield _picture(undone(effect_of(best[name]))), name, (best[name],)


def _picture(seen: Stickers) -> str:
    return picture(seen[sticker] for sticker in TOP)


def pll_rows(half: int = 7) -> Iterator[Row]:
    """Put the last layer in order (22 cases), with sequences of up to 2 `half` turns."""
    best: dict[str, Sequence] = {"solved": ()}
    for sequence in loops(
        start(FIRST_TWO_LAYERS, together=TOP), half, never_first="U", effort=effort
    ):
        name = _pll_name(effect_of(sequence))
        best[name] = min(sequence, best.get(name, sequence), key=_pll_effort)
    for name in names.PLL.keys() & best.keys():
        algorithm = aligned(best[name])
        yield arrows(effect_of(algorithm)) or "-", name, (algorithm,)


def aligned(sequence: Sequence) -> Sequence:
    """Add the turn of the top that leaves the fewest pieces moved, in short cycles, of edges."""

    def disorder(candidate: Sequence) -> tuple[int, int, int, int]:
        cycles = Permutation(effect_of(candidate)[:9]).cycles()
        moved = [facelet for cycle in cycles for facelet in cycle]
        corners = sum(len(NAME_OF[facelet]) == 3 for facelet in moved)
        return len(moved), max(map(len, cycles), default=0), corners, len(candidate)

    return min((sequence + adjustment for adjustment in ADJUSTMENTS), key=disorder)


def _pll_effort(sequence: Sequence) -> tuple[int, tuple[int, int, str]]:
    return len(sequence), effort(aligned(sequence))


@cache
def _pll_name(effect: Stickers) -> str:
    """Name what a sequence does, however it is held and however far the top is turned."""
    name_of = {cycles: name for name, cycles in names.PLL.items()}
    turned_tops = [effect_of(adjustment) for adjustment in ADJUSTMENTS]
    variants = (
        arrows(after(after(before, side.effect(effect)), behind))
        for side, before, behind in product(SIDES, turned_tops, turned_tops)
    )
    return next(name_of[cycles] for cycles in variants if cycles in name_of)


def one_look_rows(half: int = 7) -> Iterator[Row]:
    """Do the last layer in one step (3 916 cases), with sequences of up to 2 `half` turns.

    Cases that need more are made of two such sequences, so that at half = 7 a case with a longer
    algorithm is known to have none of up to 14 turns.
    """
    found = loops(start(FIRST_TWO_LAYERS), half, never_first="U", effort=effort)
    return one_look_rows_of(composed(last_layer_sequences(found)))


def last_layer_sequences(sequences: Iterable[Sequence]) -> dict[bytes, Sequence]:
    """Give the best of some sequences for each state of the last layer that they solve."""
    best: dict[bytes, Sequence] = {SOLVED[LAST_LAYER]: ()}
    for sequence in sequences:
        top = state_after(SOLVED, inverse(sequence))[LAST_LAYER]
        best[top] = min(sequence, best.get(top, sequence), key=effort)
    return best


def composed(best: dict[bytes, Sequence]) -> dict[bytes, Sequence]:
    """Add the cases that no sequence solves, each by two with a turn of the top between them."""
    known = {_case(top)[1] for top in best}
    missing = {_case(top)[1] for top in last_layers()} - known
    firsts = [
        (sequence + adjustment, turns_effect(sequence + adjustment))
        for sequence, adjustment in product(best.values(), ADJUSTMENTS)
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
            cancel(first + second) for first, second in pairs if len(first) + len(second) <= limit
        )
        added[top] = min(candidates, key=effort)
    return best | added


def one_look_rows_of(best: dict[bytes, Sequence]) -> Iterator[Row]:
    """Sort sequences for states into cases, and of each case keep the shortest.

    Several are kept where they leave the top turned differently.
    """
    cases: dict[bytes, dict[bytes, Sequence]] = {}
    for top, sequence in best.items():
        side, case = _case(top)
        seen = SIDES[side].turns_seen(sequence)
        known = cases.setdefault(case, {})
        left = state_after(case, seen)
        known[left] = min(seen, known.get(left, seen), key=effort)
    for case, known in cases.items():
        ordered = sorted(known.values(), key=effort)
        shortest_ones = tuple(s for s in ordered if len(s) == len(ordered[0]))
        yield named(case), "", shortest_ones


@cache
def _case(top: bytes) -> tuple[int, bytes]:
    """Give the case of a state, and from which side it is seen like that."""
    return min(
        ((side, rotated(seen_from(side, top), n)) for side in range(4) for n in range(4)),
        key=lambda seen: (seen[1], seen[0]),
    )


def last_layers() -> Iterator[bytes]:
    """Give all 62 208 states of the last layer."""
    for order, edges in product(permutations(range(4)), repeat=2):
        if Permutation(order).is_even != Permutation(edges).is_even:
            continue
        for twists, flips in product(product(range(3), repeat=4), product(range(2), repeat=4)):
            if sum(twists) % 3 == 0 and sum(flips) % 2 == 0:
                corner_facelets = [CORNERS[p][t] for p, t in zip(order, twists, strict=True)]
                edge_facelets = [EDGE_PLACES[p][f] for p, f in zip(edges, flips, strict=True)]
                yield bytes(corner_facelets + edge_facelets)


TABLES: dict[str, tuple[str, Callable[[], Iterator[Row]]]] = {
    "cross_edges": (
        "where the edge of DF is, and which of its neighbours are placed",
        cross_edge_rows,
    ),
    "corner": ("where the corner of DFR is", corner_rows),
    "pair_cases": ("where the corner of DFR and the edge of FR are", pair_case_rows),
    "pair": (
        "where the corner of DFR and the edge of FR are, and which slots are filled",
        pair_rows,
    ),
    "oll": ("which way the top colour looks at each place, row by row from the back", oll_rows),
    "pll": ("where the algorithm sends the pieces, as cycles", pll_rows),
    "one_look": ("where URF UFL ULB UBR UR UF UL UB are", one_look_rows),
}


def text(table: str, rows: Iterable[Row] | None = None) -> str:
    """Generate a table, or take its rows, and give the text of its file."""
    case, generate = TABLES[table]
    lines = (
        f"{key} | {name} | {', '.join(' '.join(map(str, a)) for a in algorithms)}".strip()
        for key, name, algorithms in sorted(
            rows or generate(), key=lambda row: (len(row[2][0]), row)
        )
    )
    remark = f"# {case} | name | algorithms. Written by solver.lbl.generate.\n"
    return remark + "".join(f"{line}\n" for line in lines)


def main() -> None:
    """Write all tables, or those that are named on the command line."""
    for table in sys.argv[1:] or ("cross", *TABLES):
        if table == "cross":
            (DATA / "cross.bin").write_bytes(zlib.compress(cross_distances(), 9))
        else:
            (DATA / f"{table}.txt").write_text(text(table), encoding="utf-8")
        print(f"{table} is written to {DATA}")


if __name__ == "__main__":
    main()
