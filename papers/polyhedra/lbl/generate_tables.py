"""Rows of the tables of `lbl-paper`: the paper's cases, shortest in the paper's measure.

A half turn counts as two, a quarter turn of a middle layer as one: see `layer_sequences`. For each
number of quarter turns all sequences are searched before a longer one is, so that no shorter one
exists than the one in a table. `python -m papers.polyhedra.lbl.generate_tables` makes the file of
the tables again, in two minutes and 3 GB of memory.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Set
from functools import cache
from itertools import chain, combinations, permutations, product

import numpy as np
from numpy.typing import NDArray

from papers.polyhedra.lbl.engine import CASE_TABLES
from papers.polyhedra.lbl.layer_sequences import (
    ANY,
    AXIS_TURNS,
    Tracked,
    effects_on_free,
    meeting_halves,
    shortest,
)
from solver.core.facelets import CORNER_NAMES, CORNERS, EDGES
from solver.core.permutation import Permutation
from solver.core.turn import Turns, layer_quarters
from solver.encodings import CROSS, LAST_LAYER, effect_on_stickers, inverse_effect
from solver.engines.generate import CYCLES, TOP_COLOUR, TableFile
from solver.engines.lbl.generate_first_layers import (
    ALL_EDGES,
    EDGES_OF_PAIRS,
    FIRST_TWO_LAYERS,
    Row,
    case_key,
    ergonomic_key,
    facelets,
    turns_of,
    untouched_slots,
)
from solver.engines.lbl.generate_last_layer import (
    OLL,
    PLL,
    name_of_pll,
    picture_of,
    with_best_auf,
)
from solver.engines.lbl.last_layer import cycle_notation
from solver.engines.lbl.viewpoints import SLOT_VIEWPOINTS
from solver.symmetry import SYMMETRIES, Symmetry

LAST = Tracked(FIRST_TWO_LAYERS, facelets(*LAST_LAYER[4:], *LAST_LAYER[:4]))
# A turn of the top at either end changes no case. So no half begins with one.
FIRSTS = tuple(i for i, turns in enumerate(AXIS_TURNS) if all(t.face != "U" for t in turns))
# No case of a pair needs more, and none of the last layer.
MOST_OF_PAIR, MOST_OF_TOP = 13, 17


def cross_rows() -> Iterator[Row]:
    """Return the sequences that bring an edge to DF while the neighbours stay that are placed
    already (168 cases).
    """
    for placed in (some for size in range(4) for some in combinations(CROSS[1:], size)):
        for at in ALL_EDGES:
            if at in placed or at[::-1] in placed:
                continue
            goal = Tracked(facelets("DF", *placed))
            found = shortest(Tracked(facelets(at, *placed)), [goal], MOST_OF_PAIR)
            yield case_key(at, placed), "", (min(found, key=ergonomic_key),)


def corner_rows() -> Iterator[Row]:
    """Return the sequences that bring a corner to URF or DFR in any orientation (8 cases)."""
    for at in CORNER_NAMES:
        kept = untouched_slots(at)
        goals = [
            Tracked(facelets(end, *kept)) for place in ("URF", "DFR") for end in turns_of(place)
        ]
        found = shortest(Tracked(facelets(at, *kept)), goals, MOST_OF_PAIR)
        yield at, "", (min(found, key=ergonomic_key),)


def pair_rows() -> Iterator[Row]:
    """Return the sequences that insert a corner at URF or DFR and any edge (96 cases)."""
    for edge, place in product(sorted(EDGES_OF_PAIRS, key=untouched_slots), ("DFR", "URF")):
        kept = untouched_slots(edge)
        for corner in turns_of(place):
            goal = Tracked(facelets("DFR", "FR", *kept))
            found = shortest(Tracked(facelets(corner, edge, *kept)), [goal], MOST_OF_PAIR)
            yield f"{corner} {edge}", "", (min(found, key=ergonomic_key),)


def oll_rows() -> Iterator[Row]:
    """Return the sequences of OLL (58 cases)."""
    names = {pattern: name for name, pattern in OLL.items()}

    def case(sequence: Turns) -> str:
        before = inverse_effect(effect_on_stickers(sequence))
        pictures = (picture_of(side.view(before)) for side in SLOT_VIEWPOINTS)
        return next(names[picture] for picture in pictures if picture in names)

    for name, sequence in _best(OLL, case, lambda missing: ANY).items():
        yield picture_of(inverse_effect(effect_on_stickers(sequence))), name, (sequence,)


def pll_rows() -> Iterator[Row]:
    """Return the sequences of PLL (22 cases), each with the turn of the top at its end that leaves
    the fewest pieces moved.
    """

    def case(sequence: Turns) -> str:
        return name_of_pll(effect_on_stickers(sequence))

    for name, sequence in _best(PLL, case, rearrangements).items():
        algorithm = with_best_auf(sequence, layer_quarters)
        yield cycle_notation(effect_on_stickers(algorithm)) or "-", name, (algorithm,)


def _best(
    cases: Collection[str],
    case: Callable[[Turns], str],
    wanted: Callable[[Set[str]], NDArray[np.bool_]],
) -> dict[str, Turns]:
    """Return a shortest sequence for each of some cases, of several the one that is the easiest to
    do. `wanted` says which rearrangements are of the cases that are missing, or are ANY.

    Raises ValueError where a case has none of at most MOST_OF_TOP quarter turns.
    """
    best: dict[str, Turns] = {"solved": ()}
    for quarters in range(1, MOST_OF_TOP + 1):
        missing = set(cases) - best.keys()
        if not missing:
            return best
        found: dict[str, Turns] = {}
        for sequences in _by_effect(quarters, wanted(missing)):
            if not {case(each) for each in next(sequences)} <= best.keys():
                for sequence in chain.from_iterable(sequences):
                    name = case(sequence)
                    if name not in best:
                        found[name] = min(sequence, found.get(name, sequence), key=ergonomic_key)
        best |= found
    raise ValueError(f"no {MOST_OF_TOP} quarter turns solve all of {', '.join(cases)}")


def rearrangements(missing: Set[str]) -> NDArray[np.bool_]:
    """Return which rearrangements of the top's pieces are of a case of PLL that is missing, or
    whose mirror image is.
    """
    found = np.zeros(1 << 12, dtype=np.bool_)
    for edges, corners in product(permutations(range(4)), repeat=2):
        if Permutation(edges).is_even == Permutation(corners).is_even:
            images = (
                _arrangement_name(edges, corners),
                _arrangement_name(
                    _seen_from_behind(edges, _MIRRORED_EDGES),
                    _seen_from_behind(corners, _MIRRORED_CORNERS),
                ),
            )
            bits = sum(goal << 2 * i for i, goal in enumerate((*edges[:3], *corners[:3])))
            found[bits] = not missing.isdisjoint(images)
    return found


# UR and UL change places in a mirror, and so do URF and UFL, ULB and UBR.
_MIRRORED_EDGES, _MIRRORED_CORNERS = (2, 1, 0, 3), (1, 0, 3, 2)


def _seen_from_behind(goes: tuple[int, ...], mirrored: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(mirrored[goes[mirrored[place]]] for place in range(4))


def _arrangement_name(edges: tuple[int, ...], corners: tuple[int, ...]) -> str:
    """Return the name of the case in which pieces go from each place to the place of the number."""
    effect = list(range(54))
    for places, goes in ((EDGES, edges), (CORNERS, corners)):
        for place, goal in enumerate(goes):
            for facelet, to in zip(places[place], places[goal], strict=True):
                effect[facelet] = to
    return name_of_pll(tuple(effect))


def _by_effect(quarters: int, wanted: NDArray[np.bool_]) -> Iterator[Iterator[tuple[Turns, Turns]]]:
    """Yield for each effect on the top first one sequence of so many quarter turns, and then all.

    Each comes with its mirror image. The effects differ in how they turn pieces; where only some
    rearrangements are wanted, they turn none, and differ in where pieces go.
    """
    halves = meeting_halves(LAST, quarters, FIRSTS, representatives(), wanted)
    goes, turned = effects_on_free(halves)
    effects = goes if len(wanted) else turned
    codes = effects @ 4 ** np.arange(effects.shape[1])
    order = np.argsort(codes, kind="stable")
    for rows in np.split(order, np.flatnonzero(np.diff(codes[order])) + 1):
        if len(rows):
            yield (_with_mirror_image(halves.sequence(row)) for row in (rows[0], *rows))


def _with_mirror_image(sequence: Turns) -> tuple[Turns, Turns]:
    return sequence, tuple(map(_mirror().map_turn, sequence))


@cache
def _mirror() -> Symmetry:
    return next(one for one in SYMMETRIES if one.is_mirror and one.faces[0] == "U")


@cache
def representatives() -> tuple[int, ...]:
    """Return one of FIRSTS for all that are alike but for the side and the mirror."""
    found: dict[frozenset[int], int] = {}
    number_of = {frozenset(turns): number for number, turns in enumerate(AXIS_TURNS)}
    upright = [one for one in SYMMETRIES if one.faces[0] == "U"]
    for number in FIRSTS:
        images = frozenset(
            number_of[frozenset(map(one.map_turn, AXIS_TURNS[number]))] for one in upright
        )
        found.setdefault(images, number)
    return tuple(found.values())


TABLES = TableFile(
    CASE_TABLES,
    "papers.polyhedra.lbl.generate_tables",
    {
        "paper_corner": ("where the corner of DFR is", corner_rows),
        "paper_pair": ("where the corner of DFR and the edge of FR are", pair_rows),
        "paper_oll": (TOP_COLOUR, oll_rows),
        "paper_pll": (CYCLES, pll_rows),
    },
)


if __name__ == "__main__":
    TABLES.run()
