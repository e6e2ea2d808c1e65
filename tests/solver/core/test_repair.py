"""The fewest changes that make facelets those of a legal cube."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.core.errors import FaceletError
from solver.core.facelets import CENTRES, CORNERS, EDGES, SOLVED
from solver.core.geometry import FACES
from solver.core.legality import faults_of
from solver.core.repair import Change, describe_repair, repaired_by, repairs_of
from solver.core.turn import parse_turns
from solver.cube import Cube

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
