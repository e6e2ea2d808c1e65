"""Exact distributions of the turns that the polyhedra paper's methods need, over all states.

Each step brings a piece home by a sequence that depends on the piece's place alone. So it maps the
states with the piece at that place one to one onto those with the piece at home: what is left of a
random state is a random state of the rest. The turns of the steps are independent of one another,
each is distributed as its cases are, and the distribution of all is their convolution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial, reduce
from math import sqrt
from typing import NamedTuple

import numpy as np

from papers.polyhedra.lbl.engine import SLOT_TABLES, TOP_TABLES, cross_cases
from papers.polyhedra.tsukuda import corners
from papers.polyhedra.tsukuda.quarter_turns import bottom_cases, place_at, quarters
from solver.core.facelets import CORNERS, EDGES
from solver.core.geometry import FACES
from solver.core.turn import layer_quarters
from solver.encodings import SOLVED_BYTES
from solver.engines.lbl import last_layer, without_search
from solver.engines.lbl.generate_last_layer import all_last_layer_states
from solver.engines.lbl.without_search import solve_slot
from solver.puzzles.nxn.layers import Colours, geometry
from solver.puzzles.nxn.notation import parse_layer_turns
from solver.puzzles.nxn.orbits import corner_orbit, cube_rotations
from solver.puzzles.pyraminx import count_turns, solve_as_published
from solver.puzzles.pyraminx_state import state_of
from solver.puzzles.tsukuda.working_cube import WorkingCube

# How many states, or cases in the same proportion, need how many turns.
Lengths = Counter[int]

_D = FACES.index("D")


class ExactLengths(NamedTuple):
    """The turns of a method, or of one of its stages, over all states, as the paper counts them."""

    method: str
    stage: str
    cases: int
    mean: float
    sigma: float
    fewest: int
    most: int


def exact() -> Iterator[ExactLengths]:
    """Yield the distributions of the turns of the polyhedra paper's methods over all states.

    Its Pyraminx (14.4), its 2x2x2 (14.1) and its LBL method (14.2), by stages and as a whole.
    """
    for method, stages in METHODS.items():
        found = dict(stages())
        for stage, lengths in found.items():
            yield record(method, stage, lengths)
        yield record(method, "all", convolution(found.values()))


def record(method: str, stage: str, lengths: Lengths) -> ExactLengths:
    """Return the record of a distribution."""
    total = lengths.total()
    mean = sum(turns * count for turns, count in lengths.items()) / total
    variance = sum((turns - mean) ** 2 * count for turns, count in lengths.items()) / total
    return ExactLengths(method, stage, total, mean, sqrt(variance), min(lengths), max(lengths))


def convolution(stages: Iterable[Lengths]) -> Lengths:
    """Return the distribution of a sum of independent numbers."""
    return reduce(_sum, stages, Counter({0: 1}))


def _sum(first: Lengths, second: Lengths) -> Lengths:
    sums: Lengths = Counter()
    for turns, count in first.items():
        for more, times in second.items():
            sums[turns + more] += count * times
    return sums


def pyraminx_lengths() -> Iterator[tuple[str, Lengths]]:
    """Yield the stages of section 14.4: tips and centres, one turn for two of three, and edges."""
    one = Counter({0: 1, 1: 2})
    yield "tips", convolution([one] * 4)
    yield "centres", convolution([one] * 4)
    yield (
        "edges",
        Counter(
            count_turns(solve_as_published(state_of(order, flips, 0, (0, 0, 0, 0))))
            for order in range(360)
            for flips in range(32)
        ),
    )


def pocket_lengths() -> Iterator[tuple[str, Lengths]]:
    """Yield the stages of section 14.1 for N = 2: four corners below, then all 648 layers above."""
    orbit, model = corner_orbit(2), 3
    home = place_at(corner_orbit(model), model, (2, 0, 2), _D)
    cases = bottom_cases("bottom-corners", model, (2, 0, 2))
    sources = [
        cube_rotations(2).source[view] for view in WorkingCube(geometry(2).solved, 2, 0).spins()
    ]
    corner_at = {int(sticker): tuple(geometry(2).places[sticker]) for sticker in orbit.stickers}
    solved: set[tuple[int, ...]] = set()
    for number, source in enumerate(sources, 1):
        yield (
            f"corner {number}",
            Counter(
                quarters(turns)
                for place, turns in cases.items()
                if corner_at[int(source[orbit.stickers[place]])] not in solved
            ),
        )
        solved.add(corner_at[int(source[orbit.stickers[home]])])
    yield "upper layer", Counter(map(_upper_turns, _upper_layers()))


def _upper_turns(colours: bytes) -> int:
    cube = WorkingCube(np.frombuffer(colours, dtype=np.uint8).copy(), 2, 0)
    return quarters(corners.place_top_corners(cube) + corners.twist_top_corners(cube))


def _upper_layers() -> Iterator[bytes]:
    """Yield the colours of the 2x2x2 cubes whose lower layer is solved."""
    cube = geometry(2)
    words = ("U", "R U R' U R U2 R'", "R U R' U' R' F R2 U' R' U' R U R' F'")
    sequences = [
        [turn for move in word.split() for turn in parse_layer_turns(move, 2)] for word in words
    ]
    solved: Colours = cube.solved
    found = {solved.astype(np.uint8).tobytes()}
    frontier = list(found)
    for colours in frontier:
        for sequence in sequences:
            turned = cube.apply(np.frombuffer(colours, dtype=np.uint8), sequence).tobytes()
            if turned not in found:
                found.add(turned)
                frontier.append(turned)
    return iter(frontier)


def lbl_lengths(
    slots: without_search.SlotTables = SLOT_TABLES,
    top: last_layer.TwoLookTables = TOP_TABLES,
) -> Iterator[tuple[str, Lengths]]:
    """Yield the stages of section 14.2: four edges of the cross, four slots, OLL and PLL.

    The tables are those of `lbl-paper`, or others.
    """
    for number, cases in enumerate(cross_cases(), 1):
        yield (
            f"cross {number}",
            Counter(
                layer_quarters(case.algorithm) + {0: 0, 1: 1, 2: 2, 3: 1}[case.rotation]
                for case in cases.values()
            ),
        )
    open_corners, open_edges = [*CORNERS], [edge for edge in EDGES if _D_FACELETS.isdisjoint(edge)]
    for slot in range(4):
        yield (
            f"slot {slot + 1}",
            Counter(
                layer_quarters(done.corner.algorithm) + layer_quarters(done.pair.algorithm)
                for corner in open_corners
                for edge in open_edges
                for start in corner
                for side in edge
                for done in (solve_slot(slot, bytes([start, side]), slots),)
            ),
        )
        open_corners = [one for one in open_corners if SOLVED_BYTES[2 * slot] not in one]
        open_edges = [one for one in open_edges if SOLVED_BYTES[2 * slot + 1] not in one]
    yield (
        "OLL and PLL",
        Counter(
            sum(layer_quarters(part.algorithm) for part in last_layer.two_look(state, top))
            for state in all_last_layer_states()
        ),
    )


_D_FACELETS = frozenset(range(27, 36))

METHODS: dict[str, Callable[[], Iterator[tuple[str, Lengths]]]] = {
    "Pyraminx (14.4)": pyraminx_lengths,
    "2x2x2 (14.1)": pocket_lengths,
    "LBL (14.2)": lbl_lengths,
    "LBL, shortest in turns": partial(lbl_lengths, without_search.BY_TURNS, last_layer.BY_TURNS),
}
