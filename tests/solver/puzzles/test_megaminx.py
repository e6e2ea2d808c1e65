"""The Megaminx in WCA notation: its faces, scrambles, and solutions by turns of faces."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.core.errors import NotationError
from solver.puzzles.megaminx_turns import FACES, face_turns, parse
from solver.puzzles.polyhedra.polyhedron import PolyhedronTurn, after, polyhedron
from solver.puzzles.polyhedra.turn_group import TurnGroup
from solver.puzzles.registry import load_puzzle

SHAPE = polyhedron("megaminx")
GROUP = TurnGroup(SHAPE)
TURNS = st.lists(st.sampled_from(SHAPE.all_turns), max_size=12)
OPPOSITE = {"U": "D", "F": "B", "R": "DL", "L": "DR", "BR": "FL", "BL": "FR"}


def colours_after(turns: Iterable[PolyhedronTurn]) -> list[int]:
    """Return the colour that is at each sticker's place after turns."""
    colours = [0] * len(SHAPE.stickers)
    for sticker, place in enumerate(after(SHAPE, turns)):
        colours[place] = SHAPE.colours[sticker]
    return colours


def are_alike(first: list[int], second: list[int]) -> bool:
    """Return whether two states are the same one, whichever way the whole is turned."""
    places = range(len(first))
    return any(all(second[whole[i]] == first[i] for i in places) for whole in GROUP.rotations)


def is_solved(turns: Iterable[PolyhedronTurn]) -> bool:
    return are_alike(list(SHAPE.colours), colours_after(turns))


def test_the_faces_are_where_their_names_say() -> None:
    at = {}
    for face in FACES:
        (turn,) = parse(face)
        # Layers count from the end of an axis: 3 is at the other one, 1 here.
        at[face] = (2 - turn.layer) * SHAPE.axes[turn.axis].direction
    for face, other in OPPOSITE.items():
        assert np.allclose(at[face], -at[other])
    right = np.cross(at["U"], at["F"])
    assert right @ at["R"] > 0 > right @ at["L"]
    assert right @ at["FR"] > 0 > right @ at["FL"]
    for first, second in pairwise(("F", "L", "BL", "BR", "R", "F")):
        assert at[first] @ at[second] == pytest.approx(5**-0.5)
        assert at["U"] @ at[first] == pytest.approx(5**-0.5)
    for face, beside in (("FL", "F L"), ("DL", "L BL"), ("B", "BL BR"), ("DR", "BR R")):
        assert all(at[face] @ at[name] == pytest.approx(5**-0.5) for name in beside.split())


def test_a_wide_turn_is_one_of_the_face_that_stays_and_of_the_whole() -> None:
    for wide, face in (("R++", "L2'"), ("R--", "L2"), ("D++", "U2'"), ("D--", "U2")):
        assert is_solved((*parse(wide), *parse(face)))
        assert not is_solved(parse(wide))
        assert load_puzzle("megaminx").solve(wide).moves == face


@settings(max_examples=30)
@given(TURNS)
def test_turns_of_layers_are_written_as_turns_of_faces(turns: list[PolyhedronTurn]) -> None:
    written = " ".join(map(str, face_turns(turns)))
    assert are_alike(colours_after(turns), colours_after(parse(written)))


def test_a_scramble_of_the_wca_is_read_and_solved() -> None:
    megaminx = load_puzzle("Megaminx")
    scramble = megaminx.scramble(Random(3))
    words = scramble.split()
    assert len(words) == 77
    assert [word[0] for word in words[:11]] == list("RDRDRDRDRDU")
    assert set(words[10::11]) <= {"U", "U'"}
    assert parse(scramble.replace(" ", " . ").replace("'", "’")) == parse(scramble)
    solution = megaminx.solve(scramble)
    assert is_solved(parse(f"{scramble} {solution.moves}"))
    assert solution.length == len(solution.moves.split())
    assert not any(mark in solution.moves for mark in "+-123456789I".replace("2", ""))


@pytest.mark.parametrize("text", ["Q", "R+", "L++", "U5"])
def test_what_is_no_turn_is_quoted(text: str) -> None:
    with pytest.raises(NotationError, match="is not a turn of a Megaminx: write a face of U F L"):
        parse(text)
