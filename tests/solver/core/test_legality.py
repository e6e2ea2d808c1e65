"""Every reason why a cube is not legal is found, and the fewest changes that repair it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.core.errors import FaceletError, FaultKind, IllegalCubeError
from solver.core.facelets import (
    CENTRES,
    CORNER_NAMES,
    CORNERS,
    EDGE_NAMES,
    EDGES,
    SOLVED,
    normalise,
)
from solver.core.geometry import FACES
from solver.core.legality import faults_of
from solver.core.repair import Change, describe_repair, repaired_by, repairs_of
from solver.core.turn import parse_turns
from solver.cube import Cube
from tests.support.cases import for_each
from tests.support.strategies import cubes

INITIALS = str.maketrans("URFDLB", "WRGYOB")
WHOLE = Cube.solved()


def twisted(cube: Cube, place: int, by: int = 1) -> Cube:
    twists = list(cube.corner_twists)
    twists[place] = (twists[place] + by) % 3
    return replace(cube, corner_twists=tuple(twists))


def flipped(cube: Cube, *places: int) -> Cube:
    flips = list(cube.edge_flips)
    for place in places:
        flips[place] ^= 1
    return replace(cube, edge_flips=tuple(flips))


def with_swapped_corners(cube: Cube) -> Cube:
    return replace(cube, corners=(cube.corners[1], cube.corners[0], *cube.corners[2:]))


def with_stickers(text: str, changes: dict[int, str]) -> str:
    return "".join(changes.get(i, letter) for i, letter in enumerate(text))


@given(cubes)
def test_a_legal_cube_has_no_fault(cube: Cube) -> None:
    assert faults_of(cube.facelets) == ()


@for_each("place", range(8))
@for_each("by", [1, 2])
def test_a_single_twisted_corner_is_named(place: int, by: int) -> None:
    (fault,) = faults_of(twisted(WHOLE, place, by).facelets)
    assert str(fault) == f"the corner at {CORNER_NAMES[place]} is twisted"
    assert set(fault.facelets) == set(CORNERS[place])


@for_each("place", range(12))
def test_a_single_flipped_edge_is_named(place: int) -> None:
    (fault,) = faults_of(flipped(WHOLE, place).facelets)
    assert str(fault) == f"the edge at {EDGE_NAMES[place]} is flipped"
    assert set(fault.facelets) == set(EDGES[place])


def test_two_swapped_pieces_are_named() -> None:
    (fault,) = faults_of(with_swapped_corners(WHOLE).facelets)
    assert str(fault) == "two pieces are swapped: the corners at URF and UFL"


@given(cubes, st.integers(0, 7), st.integers(1, 2), st.integers(0, 11))
def test_independent_faults_are_all_reported(cube: Cube, corner: int, by: int, edge: int) -> None:
    broken = with_swapped_corners(flipped(twisted(cube, corner, by), edge))
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
    text = WHOLE.facelets.translate(INITIALS)
    # The orange sticker of BL is read as red, so that there are two blue-red edges: BL and BR.
    faults = faults_of(with_stickers(text, {EDGES[10][1]: "R"}))
    assert str(faults[0]) == (
        "10 red and 8 orange stickers where there must be nine of each; look again at R6, L4"
    )


def test_a_repeated_piece_is_named_by_its_colours() -> None:
    text = WHOLE.facelets.translate(INITIALS)
    copied = dict(zip(CORNERS[6], (text[f] for f in CORNERS[3]), strict=True))
    messages = [str(fault) for fault in faults_of(with_stickers(text, copied))]
    assert "the piece white-blue-red appears twice, at UBR and DBL" in messages
    assert "the piece yellow-blue-orange is missing" in messages


def test_a_mirrored_corner_is_recognised() -> None:
    text = WHOLE.facelets
    a, b, _ = CORNERS[0]
    (mirrored, *_) = faults_of(with_stickers(text, {a: text[b], b: text[a]}))
    assert mirrored.kind is FaultKind.MIRRORED_PIECE
    assert "mirror" in str(mirrored)


def test_the_error_carries_every_fault() -> None:
    with pytest.raises(IllegalCubeError, match=r"this cube cannot exist: .*twisted.*flipped") as e:
        Cube.from_facelets(flipped(twisted(WHOLE, 0), 3).facelets)
    assert len(e.value.faults) == 2


@given(cubes)
def test_any_alphabet_gives_the_same_cube(cube: Cube) -> None:
    assert Cube.from_facelets(cube.facelets.translate(INITIALS)) == cube
    assert normalise(cube.facelets.translate(str.maketrans("URFDLB", "123456"))) == (cube.facelets)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("U" * 53, "has 53 facelets; a cube has 54"),
        ("", "has 0 facelets"),
        ("U" * 54, "centres are U U U U U U and must all differ"),
        (WHOLE.facelets.replace("U", "?", 1), r"'\?' at U1 is the colour of no centre"),
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
    letters = list((with_swapped_corners(changed) if is_swapped else changed).facelets)
    for one, other in pairwise(exchanged):
        letters[one], letters[other] = letters[other], letters[one]
    text = "".join(letters)
    if faults := faults_of(text):
        with pytest.raises(IllegalCubeError) as error:
            Cube.from_facelets(text)
        assert error.value.faults == faults
    else:
        assert Cube.from_facelets(text).facelets == text


COLOURS = dict(zip(FACES, ("white", "red", "green", "yellow", "orange", "blue"), strict=True))
STICKERS = [facelet for facelet in range(54) if facelet not in CENTRES]
TURNS = [face + amount for face in FACES for amount in ("", "2", "'")]
legal_cubes = st.lists(st.sampled_from(TURNS), max_size=25).map(
    lambda turns: Cube.solved().apply(parse_turns(" ".join(turns))).facelets
)


def changed(facelets: str, at: Sequence[int], letters: Sequence[str]) -> str:
    shown = list(facelets)
    for facelet, letter in zip(at, letters, strict=True):
        shown[facelet] = letter
    return "".join(shown)


def rotated(facelets: str, place: tuple[int, ...]) -> str:
    letters = [facelets[facelet] for facelet in place]
    return changed(facelets, place, [letters[-1], *letters[:-1]])


def swapped(facelets: str, one: tuple[int, ...], other: tuple[int, ...]) -> str:
    return changed(facelets, (*one, *other), [facelets[facelet] for facelet in (*other, *one)])


def all_single_changes(facelets: str) -> Iterator[str]:
    for sticker in STICKERS:
        for letter in FACES:
            yield changed(facelets, [sticker], [letter])
    for corner in CORNERS:
        yield (once := rotated(facelets, corner))
        yield rotated(once, corner)
    yield from (rotated(facelets, edge) for edge in EDGES)
    for places in (CORNERS, EDGES):
        yield from (swapped(facelets, *pair) for pair in combinations(places, 2))


def repaired(facelets: str) -> str:
    for repair in repairs_of(facelets):
        facelets = repaired_by(facelets, repair)
    return facelets


paintings = st.lists(st.tuples(st.sampled_from(STICKERS), st.sampled_from(FACES)), max_size=4)


@given(legal_cubes, paintings)
@settings(max_examples=30)
def test_as_few_changes_as_were_made_lead_to_a_legal_cube(
    cube: str, painted: list[tuple[int, str]]
) -> None:
    wrong = changed(cube, [at for at, _ in painted], [letter for _, letter in painted])
    assert len(repairs_of(wrong)) <= len(painted)
    assert faults_of(repaired(wrong)) == ()


@given(legal_cubes, paintings.filter(lambda painted: len(painted) == 2))
@settings(max_examples=8)
def test_two_changes_are_asked_for_only_where_none_alone_helps(
    cube: str, painted: list[tuple[int, str]]
) -> None:
    wrong = changed(cube, [at for at, _ in painted], [letter for _, letter in painted])
    if len(repairs_of(wrong)) == 2:
        assert all(faults_of(each) for each in all_single_changes(wrong))


@given(legal_cubes, st.sampled_from(CORNERS), st.sampled_from(EDGES))
@settings(max_examples=25)
def test_what_was_taken_apart_is_put_together_by_hand(
    cube: str, corner: tuple[int, ...], edge: tuple[int, ...]
) -> None:
    twisted = rotated(cube, corner)
    (twist,) = repairs_of(twisted, corner)
    assert (twist.change, twist.facelets) == (Change.TWIST, corner)
    assert repaired_by(twisted, twist) == cube
    wrong = swapped(rotated(twisted, edge), EDGES[3], EDGES[7])
    assert [repair.change for repair in repairs_of(wrong)] == [
        Change.TWIST,
        Change.FLIP,
        Change.SWAP,
    ]
    assert faults_of(repaired(wrong)) == ()


@given(legal_cubes, st.sets(st.sampled_from(STICKERS)))
@settings(max_examples=20)
def test_a_net_painted_in_part_needs_no_change(cube: str, unknown: set[int]) -> None:
    assert repairs_of(changed(cube, [*unknown], "-" * len(unknown))) == ()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        # Counted by hand on the solved cube: U9 is 8, R1 is 9, F3 is 20.
        (changed(SOLVED, [25], "R"), ["paint F8 green"]),
        (changed(SOLVED, [8, 9, 20], "FUR"), ["twist the corner URF"]),
        (changed(SOLVED, [7, 19], "FU"), ["flip the edge UF"]),
        (changed(SOLVED, [10, 19], "FR"), ["swap the edges UR and UF"]),
        (changed(SOLVED, [9, 20, 18, 38], "FLRF"), ["swap the corners URF and UFL"]),
    ],
)
def test_the_change_is_named(wrong: str, words: list[str]) -> None:
    assert [describe_repair(repair, COLOURS) for repair in repairs_of(wrong)] == words


@given(legal_cubes, paintings, st.sampled_from(STICKERS))
@settings(max_examples=20)
def test_where_one_looks_changes_no_number_of_changes(
    cube: str, painted: list[tuple[int, str]], sticker: int
) -> None:
    wrong = changed(cube, [at for at, _ in painted], [letter for _, letter in painted])
    assert len(repairs_of(wrong, [sticker])) == len(repairs_of(wrong))


@pytest.mark.parametrize("text", ["", "U" * 54, "X" + SOLVED[1:], "-" * 54])
def test_another_text_is_refused(text: str) -> None:
    with pytest.raises(FaceletError):
        repairs_of(text)
