"""Numbers of cases and of turns in sections 14.1 to 14.4 of the polyhedra paper, and ours."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from itertools import product

from papers.figure import TextFigure
from papers.polyhedra.lbl.engine import CASE_TABLES
from papers.polyhedra.tsukuda import corners, edges, inner_pieces, middle_wings, steps
from papers.polyhedra.tsukuda.case_lists import step_cases
from papers.polyhedra.tsukuda.quarter_turns import (
    Cases,
    bottom_cases,
    count_quarters,
    place_at,
    quarters,
    top_cases,
)
from solver.core.turn import Turn, layer_quarters
from solver.cube import Cube
from solver.engines.case_tables import load_cases
from solver.engines.lbl.generate_last_layer import all_last_layer_states
from solver.puzzles.nxn.layers import LayerTurn, geometry
from solver.puzzles.nxn.orbits import cube_rotations, edge_orbit
from solver.puzzles.pyraminx import CYCLE, EDGE_ORDER, FLIP, base_edge_stages
from solver.puzzles.pyraminx_state import state_of


def _longest(cases: Callable[[], Cases]) -> int:
    return max(map(quarters, cases().values()))


_D, _U = 3, 0
_WINGS = 6
SOLVED = Cube.solved()
_BOTTOM_CORNERS = partial(bottom_cases, "bottom-corners", 3, (2, 0, 2))
_BOTTOM_EDGES = partial(bottom_cases, "bottom-edges", 3, (1, 0, 2))
_TOP_EDGES = partial(top_cases, "top-edges", 3, (1, 2, 2))


def _wings(face: int, is_second: bool) -> Cases:
    """Return the cases of the first or the second edge beside the middle of an edge."""
    height, name = (_WINGS - 1, "top-wings-1") if face == _U else (0, "bottom-wings-1")
    make = top_cases if face == _U else bottom_cases
    if not is_second:
        return make(name, _WINGS, (1, height, _WINGS - 1))
    first = place_at(edge_orbit(_WINGS, 1), _WINGS, (1, height, _WINGS - 1), face)
    return make(name, _WINGS, (_WINGS - 2, height, _WINGS - 1), first)


def _count_wings(face: int, is_second: bool) -> int:
    return len(_wings(face, is_second))


def _longest_wing(face: int) -> int:
    return max(_longest(partial(_wings, face, is_second)) for is_second in (False, True))


def _longest_placing() -> int:
    """Return the longest sequence of step 12, and a half turn of its two layers."""
    return max(map(quarters, middle_wings.order_sequences())) + 2 * 2


def _pieces_of_a_cube(n: int) -> int:
    return len({tuple(at) for at in geometry(n).places.tolist()})


def _places_of_a_centre() -> int:
    """Return on how many faces the centre of Y- may be."""
    return len({steps.bottom_view(cube_rotations(3).source[view] // 9, 3) for view in range(24)})


def _saved_by_a_turn_aside() -> int:
    """Return how many turns the fourth column of table 14.5 saves: A between two half turns of a
    side, in place of B twice.
    """
    a, b = (quarters(middle_wings.exchange_sequence(pairs)) for pairs in ((1, 2), (2,)))
    return 2 * b - (a + 2 * 2)


def _exchanged_pairs() -> int:
    """Return how many sets of wrong pairs there are, up to turns of the layers (table 14.5)."""
    wrong = product((0, 1), repeat=4)
    return len({min(each[i:] + each[:i] for i in range(4)) for each in wrong})


def _longest_of(step: int) -> int:
    return max(count_quarters(case.turns) for case in step_cases(step))


def _orientations(edges_up: Collection[int]) -> int:
    """Return how many cases of OLL have so many edges upwards, at which of four places (beta has
    them opposite each other, gamma not).
    """
    count = 0
    for key in load_cases("paper_oll", CASE_TABLES):
        back, left_right, front = key.split()
        sides = (back[1] == "U", left_right[2] == "U", front[1] == "U", left_right[0] == "U")
        count += sum(1 << i for i in range(4) if sides[i]) in edges_up
    return count


def _moving(corners_move: bool, edges_move: bool) -> int:
    """Return how many cases of PLL move corners, edges or both, with the best turn of the layer."""
    found = 0
    for case in load_cases("paper_pll", CASE_TABLES).values():
        ways = []
        for turns in ((), *((Turn("U", n),) for n in (1, 2, 3))):
            cube = Cube.solved().apply((*case.algorithm, *turns))
            ways.append((cube.corners != SOLVED.corners, cube.edges != SOLVED.edges))
        found += min(ways, key=sum) == (corners_move, edges_move)
    return found


def _quarter_turns_of_a_cube() -> int:
    return sum(turn.quarters != 2 for turn in map(geometry(3).turn_at, range(27)))


def _three_cycle() -> int:
    row, column, face = LayerTurn(2, 2, 1), LayerTurn(1, 1, 1), LayerTurn(0, 3, 3)
    return len(inner_pieces.three_cycle(row, column, face))


def _corner_orientations() -> int:
    """Return how many twists of four corners there are up to turns of their layer (table 14.2)."""
    twists = [each for each in product(range(3), repeat=4) if sum(each) % 3 == 0]
    return len({min(each[i:] + each[:i] for i in range(4)) for each in twists})


def _last_layer_patterns() -> int:
    """Return how many arrangements the last layer has when all its pieces are turned upwards."""
    return sum(1 for _ in all_last_layer_states()) // (27 * 8)


_TSUKUDA = (
    TextFigure("14", "turns of a 3x3x3", 18, _quarter_turns_of_a_cube),
    TextFigure("14.1.1", "step 1, places of the centre", 6, _places_of_a_centre),
    TextFigure("14.1.2", "step 2, turns of an inner piece", 4,
               lambda: len(inner_pieces.front_to_bottom(1, 1))),
    TextFigure("14.1.3", "step 3, cases of a corner", 24, lambda: len(_BOTTOM_CORNERS())),
    TextFigure("14.1.3", "step 3, longest", 8, lambda: _longest(_BOTTOM_CORNERS)),
    *(
        TextFigure(section, f"step {step}, cases of the {which} edge", count,
                   partial(_count_wings, face, second))
        for section, step, face, counts in (
            ("14.1.4", 4, _D, (24, 23)), ("14.1.9", 9, _U, (16, 15)),
        )
        for which, second, count in zip(("first", "second"), (False, True), counts, strict=True)
    ),
    *(
        TextFigure(section, f"step {step}, longest", longest,
                   partial(_longest_wing, face), "ours are shorter")
        for section, step, face, longest in (("14.1.4", 4, _D, 13), ("14.1.9", 9, _U, 15))
    ),
    TextFigure("14.1.5", "step 5, cases of an edge", 24, lambda: len(_BOTTOM_EDGES())),
    TextFigure("14.1.5", "step 5, longest", 8, lambda: _longest(_BOTTOM_EDGES), "ours are shorter"),
    TextFigure("14.1.6", "step 6, turns of an inner piece", 10, _three_cycle),
    TextFigure("14.1.7", "step 7, orders of the corners", 6, lambda: len(step_cases(7))),
    TextFigure("14.1.7", "step 7, longest", 14, lambda: _longest_of(7), "ours are shorter"),
    TextFigure("14.1.8", "step 8, orientations of the corners", 8, _corner_orientations),
    TextFigure("14.1.8", "step 8, turns", 8, lambda: quarters(corners.twist_sequence(3, 1))),
    TextFigure("14.1.10", "step 10, cases of an edge", 24, lambda: len(_TOP_EDGES()),
               "a slip: the text of step 5"),
    TextFigure("14.1.10", "step 10, longest", 8, lambda: _longest(_TOP_EDGES),
               "the text of step 5"),
    TextFigure("14.1.11", "step 11, arrangements of the pairs", 15,
               lambda: len(middle_wings.PAIRINGS)),
    TextFigure("14.1.11", "step 11, turns of A", 6,
               lambda: quarters(middle_wings.cycle_sequence("A"))),
    TextFigure("14.1.11", "step 11, turns of B", 9,
               lambda: quarters(middle_wings.cycle_sequence("B"))),
    TextFigure("14.1.12", "step 12, longest, with the turn of both layers", 16, _longest_placing),
    TextFigure("14.1.13", "step 13, turns of A", 20,
               lambda: quarters(middle_wings.exchange_sequence((1, 2))), "ours is shorter"),
    TextFigure("14.1.13", "step 13, turns of B", 21,
               lambda: quarters(middle_wings.exchange_sequence((2,)))),
    TextFigure("14.1.13", "step 13, sets of wrong pairs", 6, _exchanged_pairs),
    TextFigure("14.1.13", "step 13, turns that column 4 saves (20, 21 and 4 for two half turns "
               "would save 18)", 20, _saved_by_a_turn_aside),
    TextFigure("14.1.14", "step 14, orders of the edges", 12, lambda: len(step_cases(14))),
    TextFigure("14.1.14", "step 14, longest", 12, lambda: _longest_of(14), "ours are shorter"),
    TextFigure("14.1.16", "step 16, turns of an inner piece", 10, _three_cycle),
    TextFigure("14.1.15", "step 15, turns", 14, lambda: quarters(edges.flip_sequence(3))),
    *(
        TextFigure("14.1.17", f"pieces of a {n}x{n}x{n}", 6 * n * n - 12 * n + 8,
                   partial(_pieces_of_a_cube, n))
        for n in range(2, 11)
    ),
)  # fmt: skip

_LBL = (
    TextFigure("14.2.6", "LBL, longest for a pair whose edge is in a slot beside its own", 11,
               lambda: _longest_from("FL", "BR"), "ours are proven shortest"),
    TextFigure("14.2.6", "LBL, longest for a pair whose edge is in the slot opposite", 13,
               lambda: _longest_from("BL"), "ours are proven shortest"),
    TextFigure("14.2.2", "LBL, places of a corner that need a sequence first", 6,
               lambda: sum(bool(case.algorithm) for case in
                           load_cases("paper_corner", CASE_TABLES).values())),
    *(
        TextFigure("14.2.3", f"LBL, cases of OLL whose edges are as {name} of table 14.8", count,
                   partial(_orientations, edges))
        for name, count, edges in (
            ("alpha", 8, (0b1111,)), ("beta", 15, (0b0101, 0b1010)),
            ("gamma", 27, (0b0011, 0b0110, 0b1100, 0b1001)), ("delta", 8, (0,)),
        )
    ),
    *(
        TextFigure("14.2.4", f"LBL, cases of PLL that move {what}", count,
                   partial(_moving, corners, edges))
        for what, count, corners, edges in (
            ("corners alone", 3, True, False), ("edges alone", 4, False, True),
            ("corners and edges", 14, True, True),
        )
    ),
    TextFigure("14.2.3", "LBL, longest OLL", 14, lambda: _longest_case("paper_oll"),
               "ours are proven shortest"),
    TextFigure("14.2.4", "LBL, arrangements of the last layer", 288, _last_layer_patterns),
    TextFigure("14.2.4", "LBL, longest PLL", 17, lambda: _longest_case("paper_pll"),
               "ours are proven shortest"),
    TextFigure("14.2.2", "LBL, cases of a corner", 8,
               lambda: len(load_cases("paper_corner", CASE_TABLES))),
)  # fmt: skip


def _longest_from(*slots: str) -> int:
    """Return the longest sequence of a pair whose edge is in one of some slots, either way."""
    return max(
        layer_quarters(case.algorithm)
        for key, case in load_cases("paper_pair", CASE_TABLES).items()
        if set(key.split()[1]) in map(set, slots)
    )


def _longest_case(table: str) -> int:
    return max(layer_quarters(case.algorithm) for case in load_cases(table, CASE_TABLES).values())


def _longest_pyraminx_edge() -> int:
    """Return the longest sequence that places an edge of the face, over all states of the edges."""
    return max(
        len(stage.turns)
        for order, flips in product(range(360), range(32))
        for stage in base_edge_stages(state_of(order, flips, 0, (0, 0, 0, 0)), EDGE_ORDER)
    )


_PYRAMINX = (
    TextFigure("14.4.3", "Pyraminx, longest for an edge", 7, _longest_pyraminx_edge),
    TextFigure("14.4.4", "Pyraminx, turns that flip two edges", 9, lambda: len(FLIP)),
    TextFigure("14.4.5", "Pyraminx, turns that cycle three edges", 11, lambda: len(CYCLE)),
)

TEXT_FIGURES = (*_TSUKUDA, *_LBL, *_PYRAMINX)
