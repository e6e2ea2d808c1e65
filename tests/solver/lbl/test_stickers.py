"""The engine's coordinates agree with the cubies, however the cube is held."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cube import Cube
from solver.facelets import CORNER_NAMES, EDGE_NAMES, FACELET_OF, NAME_OF
from solver.lbl.f2l import SLOT_NAMES
from solver.lbl.holds import SIDES, VIEWS, Hold, held
from solver.lbl.state import PIECES, state_of
from solver.lbl.state import after as state_after
from solver.lbl.state import effect_of as state_effect
from solver.lbl.stickers import SOLVED, after, effect_of, stickers_of, turned, undone
from solver.turn import Turn, inverse, turns
from tests.solver.lbl.pieces import whereabouts
from tests.strategies import cubes, sequences

ALL_HOLDS = [held(view, side) for view in range(6) for side in range(4)]
holds = st.sampled_from(ALL_HOLDS)


@given(cubes)
def test_names_tell_where_each_piece_is(cube: Cube) -> None:
    where = stickers_of(cube)
    for piece in (*CORNER_NAMES, *EDGE_NAMES):
        assert NAME_OF[where[FACELET_OF[piece]]] == whereabouts(cube, piece)


@given(cubes, sequences)
def test_stickers_turn_with_the_cube(cube: Cube, sequence: tuple[Turn, ...]) -> None:
    expected = stickers_of(cube.apply(sequence))
    assert turned(stickers_of(cube), sequence) == expected
    assert after(stickers_of(cube), effect_of(sequence)) == expected


@given(sequences)
def test_a_sequence_solves_the_state_that_undoes_it(sequence: tuple[Turn, ...]) -> None:
    state = undone(effect_of(sequence))
    assert state == effect_of(inverse(sequence))
    assert turned(state, sequence) == SOLVED


@given(holds, cubes, sequences)
def test_an_algorithm_does_what_the_holder_sees(
    hold: Hold, cube: Cube, algorithm: tuple[Turn, ...]
) -> None:
    where = stickers_of(cube)
    done = turned(where, hold.turns(algorithm))
    assert hold.see(done) == turned(hold.see(where), algorithm)
    assert after(where, hold.effect(effect_of(algorithm))) == done
    assert hold.turns_seen(hold.turns(algorithm)) == algorithm


@given(cubes, sequences)
def test_a_state_is_the_stickers_of_its_pieces(cube: Cube, sequence: tuple[Turn, ...]) -> None:
    where = stickers_of(cube)
    state = state_of(where)
    expected = bytes(turned(where, sequence)[piece] for piece in PIECES)
    assert state_after(state, sequence) == expected
    assert state.translate(state_effect(sequence)) == expected


def test_the_views_and_sides_are_all_ways_to_hold_the_cube() -> None:
    assert len({hold.orientation for hold in ALL_HOLDS}) == 24
    assert [view.below for view in VIEWS] == list("DURFLB")
    assert held(0, 2) == SIDES[2]
    assert all(held(number, 0) == view for number, view in enumerate(VIEWS))


@pytest.mark.parametrize(
    ("hold", "front", "slot", "done"),
    [
        (SIDES[0], "F", "FR", "R U F"),
        (SIDES[1], "R", "BR", "B U R"),
        (SIDES[2], "B", "BL", "L U B"),
        (SIDES[3], "L", "FL", "F U L"),
    ],
)
def test_the_holds_bring_each_side_to_the_front(
    hold: Hold, front: str, slot: str, done: str
) -> None:
    assert hold.front == front
    assert SLOT_NAMES[SIDES.index(hold)] == slot
    assert hold.turns(turns("R U F")) == turns(done)
