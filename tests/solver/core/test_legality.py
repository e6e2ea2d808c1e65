"""Every reason why a cube is not legal is found and described."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.core.errors import FaceletError, FaultKind, IllegalCubeError
from solver.core.facelets import CORNER_NAMES, CORNERS, EDGE_NAMES, EDGES, normalise
from solver.core.geometry import FACES
from solver.core.legality import faults_of
from solver.cube import Cube
from tests.support.cases import for_each
from tests.support.strategies import cubes

COLOURS = str.maketrans("URFDLB", "WRGYOB")
SOLVED = Cube.solved()


def twisted(cube: Cube, place: int, by: int = 1) -> Cube:
    twists = list(cube.corner_twists)
    twists[place] = (twists[place] + by) % 3
    return replace(cube, corner_twists=tuple(twists))


def flipped(cube: Cube, *places: int) -> Cube:
    flips = list(cube.edge_flips)
    for place in places:
        flips[place] ^= 1
    return replace(cube, edge_flips=tuple(flips))


def swapped(cube: Cube) -> Cube:
    return replace(cube, corners=(cube.corners[1], cube.corners[0], *cube.corners[2:]))


def with_stickers(text: str, changes: dict[int, str]) -> str:
    return "".join(changes.get(i, letter) for i, letter in enumerate(text))


@given(cubes)
def test_a_legal_cube_has_no_fault(cube: Cube) -> None:
    assert faults_of(cube.facelets) == ()


@for_each("place", range(8))
@for_each("by", [1, 2])
def test_a_single_twisted_corner_is_named(place: int, by: int) -> None:
    (fault,) = faults_of(twisted(SOLVED, place, by).facelets)
    assert str(fault) == f"the corner at {CORNER_NAMES[place]} is twisted"
    assert set(fault.facelets) == set(CORNERS[place])


@for_each("place", range(12))
def test_a_single_flipped_edge_is_named(place: int) -> None:
    (fault,) = faults_of(flipped(SOLVED, place).facelets)
    assert str(fault) == f"the edge at {EDGE_NAMES[place]} is flipped"
    assert set(fault.facelets) == set(EDGES[place])


def test_two_swapped_pieces_are_named() -> None:
    (fault,) = faults_of(swapped(SOLVED).facelets)
    assert str(fault) == "two pieces are swapped: the corners at URF and UFL"


@given(cubes, st.integers(0, 7), st.integers(1, 2), st.integers(0, 11))
def test_independent_faults_are_all_reported(cube: Cube, corner: int, by: int, edge: int) -> None:
    broken = swapped(flipped(twisted(cube, corner, by), edge))
    kinds = [fault.kind for fault in faults_of(broken.facelets)]
    assert kinds == [FaultKind.TWISTED_CORNER, FaultKind.FLIPPED_EDGE, FaultKind.SWAPPED_PIECES]


@given(cubes, st.sampled_from([at for at in range(54) if at % 9 != 4]), st.integers(1, 5))
def test_a_cube_with_one_wrong_sticker_is_never_legal(cube: Cube, at: int, by: int) -> None:
    text = cube.facelets
    letter = FACES[(FACES.index(text[at]) + by) % 6]
    faults = faults_of(with_stickers(text, {at: letter}))
    assert faults[0].kind is FaultKind.COLOUR_COUNT
    assert any(at in fault.facelets for fault in faults)


def test_wrong_counts_give_the_number_and_the_places() -> None:
    text = SOLVED.facelets.translate(COLOURS)
    # The orange sticker of BL is read as red, so that there are two blue-red edges: BL and BR.
    faults = faults_of(with_stickers(text, {EDGES[10][1]: "R"}))
    assert str(faults[0]) == (
        "10 red and 8 orange stickers where there must be nine of each; look again at R6, L4"
    )


def test_a_repeated_piece_is_named_by_its_colours() -> None:
    text = SOLVED.facelets.translate(COLOURS)
    copied = dict(zip(CORNERS[6], (text[f] for f in CORNERS[3]), strict=True))
    messages = [str(fault) for fault in faults_of(with_stickers(text, copied))]
    assert "the piece white-blue-red appears twice, at UBR and DBL" in messages
    assert "the piece yellow-blue-orange is missing" in messages


def test_a_mirrored_corner_is_recognised() -> None:
    text = SOLVED.facelets
    a, b, _ = CORNERS[0]
    (mirrored, *_) = faults_of(with_stickers(text, {a: text[b], b: text[a]}))
    assert mirrored.kind is FaultKind.MIRRORED_PIECE
    assert "mirror" in str(mirrored)


def test_the_error_carries_every_fault() -> None:
    with pytest.raises(IllegalCubeError, match=r"this cube cannot exist: .*twisted.*flipped") as e:
        Cube.from_facelets(flipped(twisted(SOLVED, 0), 3).facelets)
    assert len(e.value.faults) == 2


@given(cubes)
def test_any_alphabet_gives_the_same_cube(cube: Cube) -> None:
    assert Cube.from_facelets(cube.facelets.translate(COLOURS)) == cube
    assert normalise(cube.facelets.translate(str.maketrans("URFDLB", "123456"))) == (cube.facelets)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("U" * 53, "has 53 facelets; a cube has 54"),
        ("", "has 0 facelets"),
        ("U" * 54, "centres are U U U U U U and must all differ"),
        (SOLVED.facelets.replace("U", "?", 1), r"'\?' at U1 is the colour of no centre"),
    ],
)
def test_an_error_quotes_a_text_of_the_wrong_form(text: str, message: str) -> None:
    with pytest.raises(FaceletError, match=message):
        faults_of(text)


@given(st.text(max_size=60))
def test_no_text_crashes_the_reader(text: str) -> None:
    with pytest.raises(FaceletError) as error:
        faults_of(text)
    assert repr("".join(text.split())) in str(error.value)


@given(
    cubes,
    st.lists(st.sampled_from([each for place in (*CORNERS, *EDGES) for each in place]), max_size=4),
    st.integers(0, 2),
    st.booleans(),
    st.booleans(),
)
def test_a_cube_is_read_if_and_only_if_it_has_no_fault(
    cube: Cube, exchanged: list[int], by: int, is_flipped: bool, is_swapped: bool
) -> None:
    changed = twisted(cube, 0, by)
    changed = flipped(changed, 0) if is_flipped else changed
    letters = list((swapped(changed) if is_swapped else changed).facelets)
    for one, other in pairwise(exchanged):
        letters[one], letters[other] = letters[other], letters[one]
    text = "".join(letters)
    if faults := faults_of(text):
        with pytest.raises(IllegalCubeError) as error:
            Cube.from_facelets(text)
        assert error.value.faults == faults
    else:
        assert Cube.from_facelets(text).facelets == text
