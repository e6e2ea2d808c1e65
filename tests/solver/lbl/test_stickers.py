"""The engine's coordinates agree with the cubies, however the cube is held."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cube import Cube
from solver.facelets import CORNER_NAMES, EDGE_NAMES
from solver.lbl.f2l import SLOTS
from solver.lbl.holds import HOLDS, Hold
from solver.lbl.stickers import (
    FACELET_OF,
    NAME_OF,
    SOLVED,
    after,
    effect_of,
    stickers_of,
    turned,
    undone,
)
from solver.turn import Turn, inverse, turns
from tests.solver.lbl.pieces import whereabouts
from tests.strategies import cubes, sequences

holds = st.sampled_from(HOLDS)


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


@pytest.mark.parametrize(
    ("hold", "front", "slot", "done"),
    [
        (HOLDS[0], "F", "FR", "R U F"),
        (HOLDS[1], "R", "BR", "B U R"),
        (HOLDS[2], "B", "BL", "L U B"),
        (HOLDS[3], "L", "FL", "F U L"),
    ],
)
def test_the_holds_bring_each_side_to_the_front(
    hold: Hold, front: str, slot: str, done: str
) -> None:
    assert hold.front == front
    assert SLOTS[hold] == slot
    assert hold.turns(turns("R U F")) == turns(done)
