"""Puzzles without a stabiliser chain are solved by cycles of three pieces."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.core.errors import PuzzleError
from solver.puzzles.families import POLYHEDRA
from solver.puzzles.polyhedra.cycle_classes import CycleClasses
from solver.puzzles.polyhedra.cycle_search import TurnTargets, three_cycles
from solver.puzzles.polyhedra.cycle_solver import _twisted
from solver.puzzles.polyhedra.polyhedron import after, parse, polyhedron
from solver.puzzles.polyhedra.puzzle import PolyhedronPuzzle

NAMES = [name for family in POLYHEDRA for name in family.names_by_cycles]
BIG_CHOP = "dodecahedron-edges-a"


@cache
def loaded(name: str) -> PolyhedronPuzzle:
    """Return a puzzle whose cycles are found once for all tests."""
    return PolyhedronPuzzle(name)


def in_place(name: str, moves: str) -> list[bool]:
    """Return which stickers turns leave in their places, by turning the puzzle."""
    shape = polyhedron(name)
    return [i == place for i, place in enumerate(after(shape, parse(shape, moves)))]


@pytest.mark.parametrize(
    "name", [BIG_CHOP, *(pytest.param(n, marks=pytest.mark.slow) for n in NAMES if n != BIG_CHOP)]
)
def test_scrambles_are_solved(name: str) -> None:
    for seed in range(2):
        scramble = loaded(name).scramble(seed)
        assert not all(in_place(name, scramble))
        solution = loaded(name).solve(scramble)
        assert solution.turns == len(solution.moves.split())
        assert all(in_place(name, f"{scramble} {solution.moves}"))


def test_a_single_turn_is_undone_where_it_is_odd() -> None:
    # A half turn exchanges fifteen pairs of each orbit of the Big Chop.
    for scramble in ("1A", "2F"):
        assert all(in_place(BIG_CHOP, f"{scramble} {loaded(BIG_CHOP).solve(scramble).moves}"))
    assert loaded(BIG_CHOP).solve("").turns == 0


def test_a_cycle_moves_three_pieces_of_one_orbit() -> None:
    turns = TurnTargets(polyhedron(BIG_CHOP))
    assert Counter(turns.orbit_of_piece.tolist()) == {0: 60, 1: 60}
    for orbit, cycle in three_cycles(turns).items():
        moved = turns.moved_pieces(turns.element(cycle.word))
        assert len(moved) == 3
        assert {int(turns.orbit_of_piece[piece]) for piece in moved} == {orbit}


def test_two_twisted_pieces_are_taken_out_together() -> None:
    # Three pieces with two stickers each, all at home; those of the first and the last are twisted.
    pieces = np.array([0, 0, 1, 1, 2, 2])
    wrong = pieces != 1
    depth = np.full((6, 6, 6), 255, dtype=np.uint8)
    for triple, turns in (((0, 2, 4), 1), ((0, 4, 2), 5)):
        depth[triple] = turns
    # The nearest cycle takes out the first alone with what is solved: twists would be passed on.
    assert _twisted(wrong, pieces, depth) == (0, 4, 2)
    wrong = pieces == 0
    assert _twisted(wrong, pieces, depth) == (0, 2, 4)


@given(st.lists(st.integers(0, 17), max_size=3).map(tuple))
@settings(max_examples=20, deadline=None)
def test_turns_bring_blocks_home_that_cycles_cannot(word: tuple[int, ...]) -> None:
    turns = TurnTargets(polyhedron("cube-faces-2"))
    # With one piece to a block, all pieces are to be brought home.
    classes = CycleClasses(turns, [np.array([piece]) for piece in range(8)])
    way = classes.way_home(turns.element(word))
    home = turns.element((*word, *way))
    assert len(way) <= len(word)
    assert (turns.piece_of[home] == turns.piece_of).all()


def test_no_turns_lead_to_two_pieces_exchanged_in_a_block() -> None:
    turns = TurnTargets(polyhedron(BIG_CHOP))
    blocks = [np.flatnonzero(turns.orbit_of_piece == orbit) for orbit in (0, 1)]
    exchanged = np.arange(turns.targets.shape[1])
    first, second = (turns.puzzle.pieces[piece][0] for piece in blocks[0][:2])
    exchanged[[first, second]] = second, first
    # A turn exchanges fifteen pairs in each of both orbits, and none in one alone.
    with pytest.raises(PuzzleError, match=f"{BIG_CHOP} is in a state that no turns lead to"):
        CycleClasses(turns, blocks).way_home(exchanged)


def test_states_need_a_chain() -> None:
    assert loaded(BIG_CHOP).methods == ("cycles",)
    with pytest.raises(PuzzleError, match=f"the states of {BIG_CHOP}, which has no chain"):
        _ = loaded(BIG_CHOP).states
