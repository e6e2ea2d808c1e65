"""Every case of the first layers' tables: it is as described, is solved, and nothing else changes.

Turns permute places independently of the pieces, so one cube for each case proves it for all.
"""

from __future__ import annotations

from itertools import chain, combinations, islice, product

import pytest
from hypothesis import given

from solver.core.facelets import CORNER_NAMES, EDGE_NAMES, FACELET_BY_NAME
from solver.cube import Cube
from solver.encodings import (
    PAIRS,
    SOLVED_BYTES,
    TURN_EFFECTS,
    effect_on_stickers,
    stickers_of,
)
from solver.engines.case_tables import Case, load_cases
from solver.engines.lbl.first_two_layers import (
    INSERTIONS,
    MAX_LENGTH,
    SIZE,
    TWO_EDGE_RANKS,
    crosses,
    distance,
    distances,
)
from solver.engines.lbl.generate_first_layers import NO_POSITION
from solver.engines.lbl.viewpoints import CROSS_VIEWPOINTS
from solver.engines.lbl.without_search import solve_slot
from tests.support.cases import for_each
from tests.support.cube_pieces import CORNERS, CROSS, EDGES, SLOTS, is_home, position_of
from tests.support.lbl_cases import FIRST_TWO_LAYERS, before, cases
from tests.support.strategies import cubes


class TestCross:
    def test_it_has_every_position_of_four_edges(self) -> None:
        known = [turns for turns in distances() if turns <= MAX_LENGTH]
        assert len(known) == 24 * 22 * 20 * 18
        assert known.count(0) == 1

    @pytest.mark.thorough
    def test_a_position_is_a_turn_further_than_its_nearest_neighbour(self) -> None:
        table = distances()
        for (one, first), (other, second) in product(TWO_EDGE_RANKS.items(), repeat=2):
            turns = table[first * SIZE + second]
            if turns == NO_POSITION or turns == 0:
                continue
            edges = one + other
            neighbours = (edges.translate(effect) for effect in TURN_EFFECTS.values())
            nearest = min(
                table[TWO_EDGE_RANKS[e[:2]] * SIZE + TWO_EDGE_RANKS[e[2:]]] for e in neighbours
            )
            assert turns == nearest + 1

    @given(cubes)
    def test_the_shortest_algorithm_is_first_and_each_makes_a_cross(self, cube: Cube) -> None:
        where = stickers_of(cube)
        views = [view.packed(where) for view in CROSS_VIEWPOINTS]
        found = list(islice(crosses(views), 30))
        lengths = [len(cross.moves) for cross in found]
        assert lengths == sorted(lengths)
        assert lengths[0] == min(map(distance, views))
        assert len({(cross.view, cross.moves) for cross in found}) == 30
        for cross in found:
            held_below = CROSS_VIEWPOINTS[cross.view]
            done = cube.apply(held_below.to_cube_turns(cross.moves))
            below = held_below.bottom_face
            assert is_home(done, *(edge for edge in EDGE_NAMES if below in edge))


class TestPairs:
    def test_the_table_has_every_place_for_every_set_of_filled_slots(self) -> None:
        expected = set()
        for size in range(4):
            for filled in combinations(("BR", "BL", "FL"), size):
                taken = [set(piece) for slot in filled for piece in (slot, SLOTS[slot])]
                expected |= {
                    f"{corner} {edge} {'+'.join(filled) or '-'}"
                    for corner, edge in product(CORNERS, EDGES)
                    if set(corner) not in taken and set(edge) not in taken and "D" not in edge
                }
        assert set(load_cases("pair")) == expected
        assert len(expected) == 384 + 3 * 294 + 3 * 216 + 150

    def test_each_algorithm_inserts_the_pair_and_keeps_the_rest(self) -> None:
        for case in load_cases("pair").values():
            corner, edge, filled = case.key.split()
            kept = [] if filled == "-" else filled.split("+")
            kept += [SLOTS[slot] for slot in kept]
            for algorithm in case.algorithms:
                cube = before(algorithm)
                assert position_of(cube, "DFR") == corner
                assert position_of(cube, "FR") == edge
                assert is_home(cube, *CROSS, *kept)

    def test_the_first_algorithm_is_the_shortest_and_the_others_have_other_effects(self) -> None:
        for case in load_cases("pair").values():
            lengths = [len(algorithm) for algorithm in case.algorithms]
            assert lengths == sorted(lengths)
            assert len({before(algorithm) for algorithm in case.algorithms}) == len(lengths)

    def test_the_search_knows_all_insertions_of_a_pair(self) -> None:
        for filled, free in enumerate(INSERTIONS):
            for pair, insertions in free:
                slot = PAIRS.index(pair)
                assert not filled >> slot & 1
                solved = bytes(SOLVED_BYTES[pair])
                (nothing,) = insertions[solved]
                assert nothing.length == 0
            assert len(free) == 4 - filled.bit_count()


def untouched(case: Case) -> set[str]:
    """Return the pieces that a case leaves in place, by their places."""
    return {piece for piece in FIRST_TWO_LAYERS if is_home(before(case.algorithm), piece)}


class TestCrossEdges:
    def test_the_table_has_every_edge_with_every_set_of_placed_neighbours(self) -> None:
        placed = chain.from_iterable(combinations(CROSS[1:], size) for size in range(4))
        expected = {
            f"{edge} {'+'.join(some) or '-'}"
            for some in placed
            for edge in EDGES
            if edge not in some and edge[::-1] not in some
        }
        assert set(load_cases("cross_edges")) == expected
        assert len(expected) == 24 + 3 * 22 + 3 * 20 + 18 == 168

    @for_each("case", cases("cross_edges"))
    def test_it_places_the_edge_and_keeps_its_neighbours(self, case: Case) -> None:
        edge, placed = case.key.split()
        assert position_of(before(case.algorithm), "DF") == edge
        assert placed == "-" or untouched(case) >= set(placed.split("+"))


class TestCornerThenPair:
    def test_the_corner_may_be_in_any_of_8_places(self) -> None:
        assert set(load_cases("corner")) == set(CORNER_NAMES)

    @for_each("case", cases("corner"))
    def test_the_corner_is_moved_to_its_slot_or_above_it(self, case: Case) -> None:
        assert len(case.algorithm) <= 3
        for home in range(3):
            corner = FACELET_BY_NAME[case.key[home:] + case.key[:home]]
            assert effect_on_stickers(case.algorithm)[corner] in {
                FACELET_BY_NAME[name] for name in CORNERS if set(name) in ({*"DFR"}, {*"URF"})
            }
        slots = {
            piece
            for edge, corner in SLOTS.items()
            for piece in (edge, corner)
            if edge != "FR" and corner != case.key
        }
        assert untouched(case) >= slots | set(CROSS)

    def test_the_table_has_all_96_cases(self) -> None:
        expected = {
            f"{corner} {edge}"
            for corner, edge in product(CORNERS, EDGES)
            if set(corner) in ({*"DFR"}, {*"URF"}) and "D" not in edge
        }
        assert set(load_cases("pair_cases")) == expected
        assert len(expected) == 3 * 2 * 16

    @for_each("case", cases("pair_cases"))
    def test_the_pair_is_inserted(self, case: Case) -> None:
        corner, edge = case.key.split()
        cube = before(case.algorithm)
        assert position_of(cube, "DFR") == corner
        assert position_of(cube, "FR") == edge
        # If the edge is in another slot, that slot cannot be filled yet.
        free = {"FR", edge, edge[::-1]}
        slots = {piece for slot in SLOTS.items() if slot[0] not in free for piece in slot}
        assert untouched(case) >= slots | set(CROSS)

    def test_both_steps_together_fill_any_slot_from_all_384_states(self) -> None:
        places = list(product(CORNERS, (edge for edge in EDGES if "D" not in edge)))
        assert len(places) == 384
        for (slot, pair), (corner, edge) in product(enumerate(PAIRS), places):
            effect = solve_slot(
                slot, bytes([FACELET_BY_NAME[corner], FACELET_BY_NAME[edge]])
            ).effect
            own_corner, own_edge = SOLVED_BYTES[pair]
            assert effect[FACELET_BY_NAME[corner]] == own_corner
            assert effect[FACELET_BY_NAME[edge]] == own_edge
            kept = set(CROSS)
            for slot_edge, slot_corner in SLOTS.items():
                in_use = {*slot_edge} == {*edge} or {*slot_corner} == {*corner}
                if FACELET_BY_NAME[slot_corner] != own_corner and not in_use:
                    kept |= {slot_edge, slot_corner}
            assert all(effect[FACELET_BY_NAME[piece]] == FACELET_BY_NAME[piece] for piece in kept)
