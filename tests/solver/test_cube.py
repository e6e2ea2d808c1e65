"""The cube group: turns, orders of elements, and the two representations.

The cube of stickers agrees with the cube of cubies, in every orientation.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.core.facelets import CORNER_NAMES, EDGE_NAMES, FACELET_BY_NAME, SOLVED, STICKER_NAMES
from solver.core.turn import (
    ALL_TURNS,
    TURN_PERMUTATIONS,
    Turn,
    cancel_turns,
    htm,
    inverse,
    parse_turns,
    qtm,
    random_turns,
)
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
from tests.support.cases import for_each
from tests.support.cube_pieces import position_of
from tests.support.strategies import cubes, sequences


def order(sequence: tuple[Turn, ...]) -> int:
    cube = Cube.solved().apply(sequence)
    count = 1
    while not cube.is_solved():
        cube = cube.apply(sequence)
        count += 1
    return count


@for_each(
    ("sequence", "expected"),
    # Orders of well-known elements (Singmaster, Notes on Rubik's Magic Cube, 1981).
    [
        ("R", 4),
        ("R2", 2),
        ("R U", 105),
        ("R U'", 63),
        ("R2 U2", 6),
        ("R U R' U'", 6),
        ("R L' F2 B2 R L' U2 D2", 2),
        ("R U2 D' B D'", 1260),
    ],
)
def test_elements_have_their_known_orders(sequence: str, expected: int) -> None:
    assert order(parse_turns(sequence)) == expected


def test_a_right_turn_moves_the_stickers_of_the_real_cube() -> None:
    assert Cube.solved().turn(Turn("R", 1)).facelets == (
        "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB"
    )


def test_the_superflip_flips_all_edges_and_nothing_else() -> None:
    # A superflip of 20 turns (Reid 1995).
    superflip = Cube.solved().apply(
        parse_turns("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2")
    )
    assert superflip.edge_flips == (1,) * 12
    assert superflip.edges == tuple(range(12))
    assert superflip.corners == tuple(range(8))
    assert superflip.corner_twists == (0,) * 8


@given(cubes, sequences)
def test_a_sequence_and_its_inverse_cancel(cube: Cube, sequence: tuple[Turn, ...]) -> None:
    assert cube.apply(sequence).apply(inverse(sequence)) == cube


@given(cubes)
def test_every_turn_has_its_inverse(cube: Cube) -> None:
    for turn in ALL_TURNS:
        assert cube.turn(turn).turn(turn.inverse()) == cube
        assert cube.turn(turn) != cube


@given(cubes, sequences, sequences)
def test_two_sequences_in_turn_equal_their_concatenation(
    cube: Cube, first: tuple[Turn, ...], second: tuple[Turn, ...]
) -> None:
    assert cube.apply(first).apply(second) == cube.apply(first + second)


@given(sequences, sequences)
def test_cubes_follow_one_another_as_their_turns_do(
    first: tuple[Turn, ...], second: tuple[Turn, ...]
) -> None:
    solved = Cube.solved()
    both = solved.apply(first).followed_by(solved.apply(second))
    assert both.facelets == solved.apply(first + second).facelets


@given(sequences)
def test_turns_of_cubies_agree_with_turns_of_stickers(sequence: tuple[Turn, ...]) -> None:
    stickers = tuple(SOLVED)
    for turn in sequence:
        stickers = TURN_PERMUTATIONS[turn].act(stickers)
    assert Cube.solved().apply(sequence).facelets == "".join(stickers)


@given(cubes)
def test_facelets_are_converted_back(cube: Cube) -> None:
    assert Cube.from_facelets(cube.facelets) == cube


@given(sequences)
def test_cancelling_keeps_the_effect_and_leaves_nothing_to_cancel(
    sequence: tuple[Turn, ...],
) -> None:
    short = cancel_turns(sequence)
    assert Cube.solved().apply(short) == Cube.solved().apply(sequence)
    assert cancel_turns(short) == short
    assert not any(a.face == b.face for a, b in pairwise(short))


def test_cancelling_reaches_across_the_opposite_face() -> None:
    assert cancel_turns(parse_turns("R L R' F F2")) == parse_turns("L F'")
    assert cancel_turns(parse_turns("U U' R")) == parse_turns("R")


def test_the_two_metrics_count_a_half_turn_as_one_or_two() -> None:
    assert htm(parse_turns("R U2 F'")) == 3
    assert qtm(parse_turns("R U2 F'")) == 4


def test_random_cubes_are_legal_and_cover_both_parities() -> None:
    rng = Random(5)
    drawn = [Cube.random(rng) for _ in range(200)]
    assert all(Cube.from_facelets(cube.facelets) == cube for cube in drawn)
    assert len(set(drawn)) == 200
    # Each corner is in each place about one time in eight.
    home = sum(cube.corners[0] == 0 for cube in drawn)
    assert 8 <= home <= 50


def test_random_turns_never_turn_a_face_twice_in_a_row() -> None:
    drawn = random_turns(Random(1), 100)
    assert len(drawn) == 100
    assert not any(a.face == b.face for a, b in pairwise(drawn))


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
