"""The group laws of permutations, and the die of Wada (2005).

The 24 orientations of a cube.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.core.errors import FaceletError, FaultKind, IllegalCubeError
from solver.core.geometry import FACES, OPPOSITE
from solver.core.legality import numbers_from_colours
from solver.core.numbers import (
    colours_from_facelets,
    colours_from_numbers,
    facelets_from_colours,
    match_pieces,
)
from solver.core.orientation import ORIENTATIONS, Orientation
from solver.core.permutation import Permutation, is_even
from solver.cube import Cube
from tests.support import mmays
from tests.support.cases import for_each
from tests.support.strategies import cubes, orientations

permutations = st.permutations(range(9)).map(lambda order: Permutation(tuple(order)))


@given(permutations, permutations, permutations)
def test_products_are_associative(a: Permutation, b: Permutation, c: Permutation) -> None:
    assert (a * b) * c == a * (b * c)


@given(permutations)
def test_the_inverse_undoes_on_both_sides(a: Permutation) -> None:
    identity = Permutation.identity(9)
    assert a * a.inverse() == identity == a.inverse() * a
    assert a * identity == a == identity * a


@given(permutations)
def test_the_order_is_the_first_power_that_moves_nothing(a: Permutation) -> None:
    identity = Permutation.identity(9)
    product = a
    for _ in range(1, a.order()):
        assert product != identity
        product = product * a
    assert product == identity
    assert a ** a.order() == identity
    assert a**-1 == a.inverse()


@given(permutations)
def test_each_cycle_is_one_swap_fewer_than_it_has_members(a: Permutation) -> None:
    assert a.is_even == (sum(len(cycle) - 1 for cycle in a.cycles()) % 2 == 0)
    assert is_even(a.targets) == a.is_even


@given(permutations, permutations)
def test_parity_is_a_homomorphism(a: Permutation, b: Permutation) -> None:
    assert (a * b).is_even == (a.is_even == b.is_even)


@given(permutations)
def test_a_permutation_is_rebuilt_from_its_cycles(a: Permutation) -> None:
    assert Permutation.from_cycles(9, a.cycles()) == a


@given(permutations, permutations)
def test_a_product_acts_like_its_factors_in_turn(a: Permutation, b: Permutation) -> None:
    things = tuple("abcdefghi")
    assert (a * b).act(things) == b.act(a.act(things))


def test_the_die_of_wada_is_tipped_east_then_north() -> None:
    """Prints [[S,W,B],[T,N,E]] in Wada (2005): T S E B N W, e = (B S T N), n = (W B E T)."""
    names = "TSEBNW"
    e = Permutation.from_cycles(6, [[names.index(c) for c in "BSTN"]])
    n = Permutation.from_cycles(6, [[names.index(c) for c in "WBET"]])
    cycles = {frozenset(names[i] for i in cycle) for cycle in (e * n).cycles()}
    assert cycles == {frozenset("SWB"), frozenset("TNE")}
    assert names[(e * n).targets[names.index("T")]] == "N"
    assert (e**4).cycles() == ()


def test_a_bad_permutation_is_rejected() -> None:
    with pytest.raises(ValueError, match=r"\(0, 0, 2\) is not a permutation"):
        Permutation((0, 0, 2))


def test_a_product_of_cycles_is_computed_in_one_pass() -> None:
    # Knuth, "The Art of Computer Programming", volume 1, section 1.3.3, equation (6).
    cycles = [
        ["abcdefg".index(c) for c in cycle] for cycle in ["acfg", "bcd", "aed", "fade", "bgfae"]
    ]
    product = Permutation.from_cycles(7, cycles)
    assert ["".join("abcdefg"[i] for i in cycle) for cycle in product.cycles()] == ["adg", "bce"]
    one_by_one = Permutation.identity(7)
    for cycle in cycles:
        one_by_one = one_by_one * Permutation.from_cycles(7, [cycle])
    assert product == one_by_one


positions = st.sampled_from(FACES)


def test_there_are_24_and_each_is_a_rotation() -> None:
    assert len(set(ORIENTATIONS)) == 24
    for orientation in ORIENTATIONS:
        assert sorted(orientation.faces) == sorted(FACES)
        for position in FACES:
            assert (
                orientation.face_at(OPPOSITE[position]) == OPPOSITE[orientation.face_at(position)]
            )


@given(orientations, positions, st.integers(0, 3))
def test_turning_back_restores(orientation: Orientation, position: str, quarters: int) -> None:
    assert orientation.rotated(position, quarters).rotated(position, -quarters) == orientation


@given(orientations, positions)
def test_rotating_about_the_opposite_face_rotates_back(
    orientation: Orientation, position: str
) -> None:
    assert orientation.rotated(OPPOSITE[position], 1) == orientation.rotated(position, 3)


@given(orientations, positions)
def test_the_position_of_a_face_is_found(orientation: Orientation, position: str) -> None:
    assert orientation.position_of(orientation.face_at(position)) == position


def test_a_rotation_about_r_moves_the_front_up() -> None:
    assert Orientation.identity().rotated("R", 1).face_at("U") == "F"
    assert Orientation.identity().rotated("U", 1).face_at("F") == "R"
    assert Orientation.identity().rotated("F", 1).face_at("R") == "U"


SOLVED = tuple(range(1, 49))
RIGHT = list(mmays.RIGHT_COLOURS)
PIECES = [*mmays.CORNERS.items(), *mmays.EDGES.items()]


def with_colours(place: tuple[int, ...], letters: str) -> list[str]:
    """Return the solved cube's colours with other ones at a place."""
    colours = list(mmays.SOLVED_COLOURS)
    for number, letter in zip(place, letters, strict=True):
        colours[number - 1] = letter
    return colours


def test_the_first_example_of_mmays() -> None:
    assert numbers_from_colours(mmays.SOLVED_COLOURS) == SOLVED


def test_the_second_example_of_mmays() -> None:
    assert numbers_from_colours(RIGHT) == mmays.RIGHT_NUMBERS
    assert Cube.from_numbers(mmays.RIGHT_NUMBERS) == Cube.solved().apply("R")
    assert colours_from_facelets(Cube.solved().apply("R").facelets) == tuple(RIGHT)


@for_each(("stickers", "letters"), PIECES)
def test_each_piece_of_mmays_is_matched_in_each_place_and_rotation(
    stickers: tuple[int, ...], letters: str
) -> None:
    for place, _ in PIECES:
        if len(place) == len(stickers):
            for numbers, seen in mmays.rotations(stickers, letters):
                matched = match_pieces(facelets_from_colours(with_colours(place, seen)))
                assert tuple(matched[number - 1] for number in place) == numbers


@given(cubes)
def test_every_cube_has_the_numbers_of_mmays(cube: Cube) -> None:
    assert list(cube.numbers) == mmays.numbers_of(colours_from_facelets(cube.facelets))


@given(cubes)
def test_numbers_are_converted_back(cube: Cube) -> None:
    numbers = cube.numbers
    assert Cube.from_numbers(numbers) == cube
    assert numbers_from_colours(colours_from_numbers(numbers)) == numbers
    assert Cube.from_facelets(cube.facelets) == cube


@pytest.mark.parametrize(
    ("place", "letters", "message"),
    [
        ((1, 9, 35), "udb", "the corner at ULB is U-D-B, and no piece has these colours"),
        ((31, 45), "rl", "the edge at DR is L-R, and no piece has these colours"),
    ],
)
def test_a_corner_or_an_edge_that_matches_no_piece_is_named(
    place: tuple[int, ...], letters: str, message: str
) -> None:
    colours = with_colours(place, letters)
    matched = match_pieces(facelets_from_colours(colours))
    assert [at for at, number in enumerate(matched, start=1) if number is None] == sorted(place)
    with pytest.raises(IllegalCubeError) as error:
        numbers_from_colours(colours)
    faults = {fault.kind: str(fault) for fault in error.value.faults}
    assert faults[FaultKind.NO_SUCH_PIECE] == message


def test_a_wrong_count_of_colours_is_reported() -> None:
    with pytest.raises(FaceletError, match="47 colours"):
        numbers_from_colours(RIGHT[1:])
    with pytest.raises(FaceletError, match=r"\['x'\]"):
        numbers_from_colours(["x", *RIGHT[1:]])


def test_repeated_numbers_are_reported() -> None:
    with pytest.raises(FaceletError, match=r"lack \[1\]"):
        Cube.from_numbers((2, *SOLVED[1:]))


def test_stickers_separated_from_their_piece_are_reported() -> None:
    # 1 and 3 are both white: the colours are right, but each corner has another's sticker.
    with pytest.raises(IllegalCubeError, match="3 at 1, 1 at 3"):
        Cube.from_numbers((3, 2, 1, *SOLVED[3:]))
