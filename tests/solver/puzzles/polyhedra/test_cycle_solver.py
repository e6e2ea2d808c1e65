"""Polyhedra: solutions by cycles of three pieces, and complete searches of small ones."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.core.errors import PuzzleError
from solver.puzzles.families import POLYHEDRA
from solver.puzzles.polyhedra.cycle_search import CycleClasses, TurnTargets, three_cycles
from solver.puzzles.polyhedra.cycle_solver import _twisted
from solver.puzzles.polyhedra.distances import distances
from solver.puzzles.polyhedra.polyhedron import after, parse, polyhedron
from solver.puzzles.polyhedra.puzzle import PolyhedronPuzzle
from solver.puzzles.polyhedra.turn_group import IDENTITY, TurnGroup
from tests.support.documents import ROOT

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
        assert solution.length == len(solution.moves.split())
        assert all(in_place(name, f"{scramble} {solution.moves}"))


def test_a_single_turn_is_undone_where_it_is_odd() -> None:
    # A half turn exchanges fifteen pairs of each orbit of the Big Chop.
    for scramble in ("1A", "2F"):
        assert all(in_place(BIG_CHOP, f"{scramble} {loaded(BIG_CHOP).solve(scramble).moves}"))
    assert loaded(BIG_CHOP).solve("").length == 0


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


def test_four_tips_that_turn_alone_need_a_turn_each() -> None:
    """The tetrahedron of two layers has nothing but its tips (section 14.4 of the paper)."""
    found = distances("tetrahedron-vertices-2")
    assert found.counts == tuple(comb(4, wrong) * 2**wrong for wrong in range(5))
    assert (found.most, found.rotations) == (4, 12)


def test_all_states_of_the_group_are_reached() -> None:
    # With all stickers told from one another: rokumen puzzle polyhedron NAME --states.
    for name, states in (("octahedron-faces-2", 1_658_880), ("tetrahedron-edges-2", 96)):
        found = distances(name)
        assert sum(found.counts) * found.rotations == states


@pytest.mark.parametrize(("name", "depth"), [("octahedron-faces-2", 3), ("cube-vertices-a-1", 2)])
def test_the_first_levels_are_those_of_a_plain_search(name: str, depth: int) -> None:
    group = TurnGroup(polyhedron(name))
    seen = {min(rotation for rotation in group.rotations)}
    level = [IDENTITY]
    counts = [1]
    for _ in range(depth):
        reached = []
        for element in level:
            for number in group.effective_turns:
                turned = element.translate(group.elements[number])
                held = min(turned.translate(rotation) for rotation in group.rotations)
                if held not in seen:
                    seen.add(held)
                    reached.append(turned)
        level = reached
        counts.append(len(level))

    class EnoughError(Exception):
        pass

    found: list[int] = []

    def watch(at: int, states: int) -> None:
        found.append(states)
        if at == depth:
            raise EnoughError

    with pytest.raises(EnoughError):
        distances(name, watch)
    assert found == counts


@pytest.mark.parametrize("name", ["cube-edges-2", "cube-faces-10"])
def test_a_large_puzzle_is_refused(name: str) -> None:
    with pytest.raises(PuzzleError, match=name):
        distances(name)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "most"),
    [("cube-vertices-a-1", 8), ("cube-vertices-b-2", 9), ("tetrahedron-edges-3", 12)],
)
def test_the_most_turns_are_those_of_the_page(name: str, most: int) -> None:
    found = distances(name)
    assert found.most == most
    page = (ROOT / "docs" / "polyhedra.md").read_text(encoding="utf-8")
    assert f"{name} --distances` | {sum(found.counts):,} | {most} | {found.counts[-1]:,} |" in page
