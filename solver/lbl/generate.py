"""Generate the case tables: `python -m solver.lbl.generate [TABLE...]` (needs numpy and 3 GB).

Every algorithm is a shortest one for its case, a half turn counting as one turn; of several, the
one that is the easiest to do by hand. It takes a few minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path

from solver.facelets import CORNER_NAMES, EDGE_NAMES
from solver.lbl import names
from solver.lbl.holds import HOLDS
from solver.lbl.oll import TOP, picture
from solver.lbl.pll import ADJUSTMENTS, arrows
from solver.lbl.search import Sequence, loops, shortest, start
from solver.lbl.stickers import FACELET_OF, NAME_OF, Stickers, after, effect_of, undone
from solver.permutation import Permutation

DATA = Path(__file__).parent / "data"

Row = tuple[str, str, Sequence]


def facelets(*pieces: str) -> tuple[int, ...]:
    """Give the facelets of pieces by their names."""
    return tuple(FACELET_OF[piece] for piece in pieces)


CROSS = ("DF", "DR", "DB", "DL")
SLOTS = {"FR": "DFR", "FL": "DLF", "BL": "DBL", "BR": "DRB"}
FIRST_TWO_LAYERS = facelets(*CROSS, *SLOTS, *SLOTS.values())
EDGES = tuple(name for place in EDGE_NAMES for name in (place, place[::-1]))
# How much worse than U or R it is to turn a face, for somebody who holds the cube.
EFFORT = {"U": 0, "R": 0, "F": 1, "L": 1, "D": 2, "B": 3}


def effort(sequence: Sequence) -> tuple[int, int, str]:
    """Order sequences: first by length, then by how easily they are done."""
    awkward = sum(EFFORT[turn.face] + (turn.quarter_turns == 2) for turn in sequence)
    return len(sequence), awkward, " ".join(map(str, sequence))


def turns_of(corner: str) -> Iterator[str]:
    """Give the three names of a corner, one for each way it can be turned."""
    return (corner[i:] + corner[:i] for i in range(3))


def cross_rows() -> Iterator[Row]:
    """Bring an edge to DF while the neighbours stay that are placed already (168 cases)."""
    for placed in (set_ for size in range(4) for set_ in combinations(CROSS[1:], size)):
        for at in EDGES:
            if at in placed or at[::-1] in placed:
                continue
            found = shortest(facelets(at, *placed), [facelets("DF", *placed)], longest=8)
            yield f"{at} {'+'.join(placed) or '-'}", "", min(found, key=effort)


def corner_rows() -> Iterator[Row]:
    """Bring a corner to URF or DFR, turned in any way, and leave the cross and other slots alone.

    The slot in which it is does not matter: it cannot be solved yet.
    """
    for at in CORNER_NAMES:
        others = [
            piece for slot in SLOTS.items() if slot[0] != "FR" and slot[1] != at for piece in slot
        ]
        goals = [
            facelets(end, *CROSS, *others) for place in ("URF", "DFR") for end in turns_of(place)
        ]
        yield at, "", min(shortest(facelets(at, *CROSS, *others), goals, longest=4), key=effort)


def pair_rows() -> Iterator[Row]:
    """Put a corner at URF or DFR and an edge anywhere into their slot (96 cases).

    The slot in which the edge is does not matter: it cannot be solved yet.
    """
    for place, edge in product(("DFR", "URF"), EDGES):
        if edge[0] in "D" or edge[1] in "D":
            continue
        others = [
            piece
            for slot in SLOTS.items()
            if slot[0] not in ("FR", edge, edge[::-1])
            for piece in slot
        ]
        for corner in turns_of(place):
            found = shortest(
                facelets(corner, edge, *CROSS, *others),
                [facelets("DFR", "FR", *CROSS, *others)],
                longest=12,
            )
            yield f"{corner} {edge}", "", min(found, key=effort)


def oll_rows(half: int = 6) -> Iterator[Row]:
    """Turn the top colour up (58 cases), with sequences of up to 2 `half` turns."""
    name_of = {pattern: name for name, pattern in names.OLL.items()}
    best: dict[str, Sequence] = {"solved": ()}
    for sequence in loops(start(FIRST_TWO_LAYERS), half, never_first="U", effort=effort):
        case = undone(effect_of(sequence))
        name = next(name_of[p] for p in (picture(hold.see(case)) for hold in HOLDS) if p in name_of)
        best[name] = min(sequence, best.get(name, sequence), key=effort)
    for name in names.OLL.keys() & best.keys():
        yield picture(undone(effect_of(best[name]))), name, best[name]


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
        yield arrows(effect_of(algorithm)) or "-", name, algorithm


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
        arrows(after(after(before, hold.effect(effect)), behind))
        for hold, before, behind in product(HOLDS, turned_tops, turned_tops)
    )
    return next(name_of[cycles] for cycles in variants if cycles in name_of)


TABLES: dict[str, tuple[str, Callable[[], Iterator[Row]]]] = {
    "cross": ("where the edge of DF is, and which of its neighbours are placed", cross_rows),
    "corner": ("where the corner of DFR is", corner_rows),
    "pair": ("where the corner of DFR and the edge of FR are", pair_rows),
    "oll": ("which way the top colour looks at each place, row by row from the back", oll_rows),
    "pll": ("where the algorithm sends the pieces, as cycles", pll_rows),
}


def text(table: str) -> str:
    """Generate a table and give the text of its file."""
    case, rows = TABLES[table]
    lines = (
        f"{key} | {name} | {' '.join(map(str, algorithm))}".strip()
        for key, name, algorithm in sorted(rows(), key=lambda row: (len(row[2]), row))
    )
    remark = f"# {case} | name | algorithm. Written by solver.lbl.generate.\n"
    return remark + "".join(f"{line}\n" for line in lines)


def main() -> None:
    """Write all tables, or those that are named on the command line."""
    for table in sys.argv[1:] or TABLES:
        (DATA / f"{table}.txt").write_text(text(table), encoding="utf-8")
        print(f"{DATA / table}.txt")


if __name__ == "__main__":
    main()
