"""Numbers of cases and of turns in sections 14.1 to 14.4 of the polyhedra paper, and ours."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product

from papers.figure import TextFigure
from papers.polyhedra.lbl.engine import CASE_TABLES
from papers.polyhedra.tsukuda import corners, edges, inner_pieces, middle_wings
from papers.polyhedra.tsukuda.quarter_turns import (
    Cases,
    bottom_cases,
    place_at,
    quarters,
    top_cases,
)
from solver.core.turn import layer_quarters
from solver.engines.case_tables import load_cases
from solver.engines.lbl.generate_last_layer import all_last_layer_states
from solver.puzzles.nxn.layers import LayerTurn, geometry
from solver.puzzles.nxn.orbits import edge_orbit
from solver.puzzles.pyraminx import CYCLE, EDGE_ORDER, FLIP, base_edge_stages
from solver.puzzles.pyraminx_tables import state_of


def _longest(cases: Callable[[], Cases]) -> int:
    return max(map(quarters, cases().values()))


_D, _U = 3, 0
_WINGS = 6
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
    TextFigure("14.1.15", "step 15, turns", 14, lambda: quarters(edges.flip_sequence(3))),
    *(
        TextFigure("14.1.17", f"pieces of a {n}x{n}x{n}", 6 * n * n - 12 * n + 8,
                   partial(_pieces_of_a_cube, n))
        for n in range(2, 11)
    ),
)  # fmt: skip

_LBL = (
    TextFigure("14.2.3", "LBL, longest OLL", 14, lambda: _longest_case("paper_oll"),
               "ours are proven shortest"),
    TextFigure("14.2.4", "LBL, arrangements of the last layer", 288, _last_layer_patterns),
    TextFigure("14.2.4", "LBL, longest PLL", 17, lambda: _longest_case("paper_pll"),
               "ours are proven shortest"),
    TextFigure("14.2.2", "LBL, cases of a corner", 8,
               lambda: len(load_cases("paper_corner", CASE_TABLES))),
)  # fmt: skip


def _longest_case(table: str) -> int:
    return max(layer_quarters(case.algorithm) for case in load_cases(table, CASE_TABLES).values())


def _longest_pyraminx_edge() -> int:
    """Return the longest sequence that places an edge of the face, over all states of the edges."""
    return max(
        len(turns)
        for order, flips in product(range(360), range(32))
        for _, turns in base_edge_stages(state_of(order, flips, 0, (0, 0, 0, 0)), EDGE_ORDER)
    )


_PYRAMINX = (
    TextFigure("14.4.3", "Pyraminx, longest for an edge", 7, _longest_pyraminx_edge),
    TextFigure("14.4.4", "Pyraminx, turns that flip two edges", 9, lambda: len(FLIP)),
    TextFigure("14.4.5", "Pyraminx, turns that cycle three edges", 11, lambda: len(CYCLE)),
)

TEXT_FIGURES = (*_TSUKUDA, *_LBL, *_PYRAMINX)
