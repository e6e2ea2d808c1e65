"""The Skewb: geometry, known distances, WCA notation, and drawings."""

from __future__ import annotations

from math import pi
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.core.errors import NotationError
from solver.puzzles.polyhedra.polyhedron import after, is_solved_after, polyhedron
from solver.puzzles.polyhedra.solid import rotation
from solver.puzzles.registry import load_puzzle
from solver.puzzles.skewb import TURNS, Skewb, distances, read, shortest, state_after, written
from tests.support.cases import for_each

SHAPE = polyhedron("skewb")
# The number of states by the fewest turns, as others have counted them.
KNOWN = [1, 8, 48, 288, 1728, 10248, 59304, 315198, 1225483, 1455856, 81028, 90]
SEQUENCES = st.lists(st.integers(0, len(TURNS) - 1), max_size=25)


def test_the_distances_of_all_states_are_the_known_ones() -> None:
    assert np.bincount(distances()).tolist() == KNOWN


# Right, up and towards who holds it: the corner about which each letter turns.
CORNERS = {"R": (1, -1, -1), "U": (-1, 1, -1), "L": (-1, -1, 1), "B": (-1, -1, -1)}


@for_each("turn", TURNS)
def test_a_turn_is_a_third_clockwise_about_its_corner(turn: str) -> None:
    corner = np.array(CORNERS[turn[0]], float)
    about = rotation(corner / np.linalg.norm(corner), (2 if turn.endswith("'") else -2) * pi / 3)
    middles = np.array([sticker.corners.mean(axis=0) for sticker in SHAPE.stickers])
    turned = np.where((middles @ corner > 0)[:, None], middles @ about.T, middles)
    assert np.allclose(middles[list(after(SHAPE, Skewb("skewb").turns(turn)))], turned)


def test_no_turn_moves_the_corner_that_is_held() -> None:
    # At URF: right, up and in front.
    assert all(sum(corner) < 0 for corner in CORNERS.values())


@settings(max_examples=50)
@given(SEQUENCES)
def test_a_solution_solves_and_is_no_longer_than_the_scramble(sequence: list[int]) -> None:
    found = shortest(state_after(sequence))
    assert state_after([*sequence, *found]) == 0
    # As the polyhedron turns, whose geometry knows nothing of the names of stickers.
    solved = Skewb("skewb").turns(written([*sequence, *found]))
    assert is_solved_after(SHAPE, solved)
    assert not found or not is_solved_after(SHAPE, solved[:-2])
    assert len(found) <= min(len(sequence), 11)


def test_distances_are_built_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROKUMEN_CACHE", str(tmp_path))
    distances.cache_clear()
    built = distances().copy()
    monkeypatch.delattr("solver.search.distance_builder.build_distance_table")
    distances.cache_clear()
    assert (distances() == built).all()
    distances.cache_clear()


def test_scrambles_of_the_wca_are_read() -> None:
    assert written(read("R U' L2 B // all four")) == "R U' L' B"
    assert read("\ufeffR . U’.") == read("R U'")
    skewb = load_puzzle("Skewb")
    assert skewb.solve("R U").moves == "U' R'"
    assert skewb.solve(skewb.scramble(seed=1)).length <= 11
    assert skewb.scramble(seed=1) == skewb.scramble(seed=1)


@pytest.mark.parametrize("text", ["F", "R3", "1I", "r"])
def test_a_turn_of_another_puzzle_is_quoted(text: str) -> None:
    with pytest.raises(NotationError, match=f"'{text}' is not a turn of a Skewb: write R U L B"):
        read(text)


def test_a_scramble_is_drawn(tmp_path: Path) -> None:
    solved, turned = tmp_path / "solved.svg", tmp_path / "turned.svg"
    skewb = load_puzzle("skewb")
    skewb.draw("", solved)
    skewb.draw("R U L B'", turned)
    assert solved.read_text() != turned.read_text()
    skewb.draw("R R R", turned)
    assert solved.read_text() == turned.read_text()
