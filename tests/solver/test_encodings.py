"""The cube of stickers agrees with the cube of cubies, in every orientation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.core.facelets import CORNER_NAMES, EDGE_NAMES, FACELET_BY_NAME, STICKER_NAMES
from solver.core.turn import Turn, inverse, parse_turns
from solver.cube import Cube
from solver.encodings import (
    PIECES,
    SOLVED_STICKERS,
    bytes_of,
    compose,
    effect_on_bytes,
    effect_on_stickers,
    inverse_effect,
    stickers_of,
    turn_bytes,
    turn_stickers,
)
from solver.engines.lbl.first_two_layers import SLOT_NAMES
from solver.engines.lbl.viewpoints import (
    CROSS_VIEWPOINTS,
    SLOT_VIEWPOINTS,
    Viewpoint,
    side_viewpoint,
)
from tests.support.cube_pieces import position_of
from tests.support.strategies import cubes, sequences

ALL_HOLDS = [side_viewpoint(view, side) for view in range(6) for side in range(4)]
holds = st.sampled_from(ALL_HOLDS)


@given(cubes)
def test_names_give_the_position_of_each_piece(cube: Cube) -> None:
    position = stickers_of(cube)
    for piece in (*CORNER_NAMES, *EDGE_NAMES):
        assert STICKER_NAMES[position[FACELET_BY_NAME[piece]]] == position_of(cube, piece)


@given(cubes, sequences)
def test_stickers_turn_with_the_cube(cube: Cube, sequence: tuple[Turn, ...]) -> None:
    expected = stickers_of(cube.apply(sequence))
    assert turn_stickers(stickers_of(cube), sequence) == expected
    assert compose(stickers_of(cube), effect_on_stickers(sequence)) == expected


@given(sequences)
def test_a_sequence_solves_the_state_of_its_inverse(sequence: tuple[Turn, ...]) -> None:
    state = inverse_effect(effect_on_stickers(sequence))
    assert state == effect_on_stickers(inverse(sequence))
    assert turn_stickers(state, sequence) == SOLVED_STICKERS


@given(holds, cubes, sequences)
def test_an_algorithm_is_applied_in_the_current_orientation(
    hold: Viewpoint, cube: Cube, algorithm: tuple[Turn, ...]
) -> None:
    position = stickers_of(cube)
    done = turn_stickers(position, hold.to_cube_turns(algorithm))
    assert hold.view(done) == turn_stickers(hold.view(position), algorithm)
    assert compose(position, hold.effect(effect_on_stickers(algorithm))) == done
    assert hold.to_view_turns(hold.to_cube_turns(algorithm)) == algorithm
    seen = effect_on_bytes(algorithm)
    assert hold.byte_effect(seen) == effect_on_bytes(hold.to_cube_turns(algorithm))


@given(cubes, sequences)
def test_a_state_is_the_stickers_of_its_pieces(cube: Cube, sequence: tuple[Turn, ...]) -> None:
    position = stickers_of(cube)
    state = bytes_of(position)
    expected = bytes(turn_stickers(position, sequence)[piece] for piece in PIECES)
    assert turn_bytes(state, sequence) == expected
    assert state.translate(effect_on_bytes(sequence)) == expected


@given(holds, cubes)
def test_a_cube_is_packed_as_it_is_seen(hold: Viewpoint, cube: Cube) -> None:
    assert hold.packed(stickers_of(cube)) == bytes_of(hold.view(stickers_of(cube)))


def test_views_and_sides_give_all_orientations() -> None:
    assert len({hold.orientation for hold in ALL_HOLDS}) == 24
    assert [view.bottom_face for view in CROSS_VIEWPOINTS] == list("DURFLB")
    assert side_viewpoint(0, 2) == SLOT_VIEWPOINTS[2]
    assert all(side_viewpoint(number, 0) == view for number, view in enumerate(CROSS_VIEWPOINTS))


@pytest.mark.parametrize(
    ("hold", "front", "slot", "done"),
    [
        (SLOT_VIEWPOINTS[0], "F", "FR", "R U F"),
        (SLOT_VIEWPOINTS[1], "R", "BR", "B U R"),
        (SLOT_VIEWPOINTS[2], "B", "BL", "L U B"),
        (SLOT_VIEWPOINTS[3], "L", "FL", "F U L"),
    ],
)
def test_the_holds_bring_each_side_to_the_front(
    hold: Viewpoint, front: str, slot: str, done: str
) -> None:
    assert hold.front_face == front
    assert SLOT_NAMES[SLOT_VIEWPOINTS.index(hold)] == slot
    assert hold.to_cube_turns(parse_turns("R U F")) == parse_turns(done)
