"""Cubes from 6x6x6 on: solutions turned out on the paper's pieces, cycles, rows of a sequence."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.puzzles.big_cube import puzzle, random_turns
from solver.puzzles.insertion.annealing import anneal
from solver.puzzles.insertion.commutators import commutators
from solver.puzzles.insertion.cycles import load
from solver.puzzles.insertion.insertion import SIZES
from solver.puzzles.insertion.places import KINDS, labels, orbits, places
from solver.puzzles.insertion.sequence import (
    LENGTH,
    WRONG,
    Sequence,
    begin,
    new_edit,
    new_sequence,
)
from solver.puzzles.insertion.skeletons import skeleton
from solver.puzzles.nxn.layers import LayerTurn, geometry
from solver.puzzles.nxn.notation import parse_layer_turns, write_all
from solver.puzzles.nxn.orbits import cube_rotations
from tests.support.published_pieces import Pieces
from tests.support.variants import slow_but


def turned(n: int, turns: tuple[LayerTurn, ...]) -> Pieces:
    pieces = Pieces.solved(n)
    for turn in turns:
        pieces = pieces.turn(turn)
    return pieces


def scrambled(n: int, seed: int, count: int) -> str:
    return " ".join(write_all(random_turns(Random(seed), n, count), n))


def check(n: int, scramble: str, metric: str, seconds: float) -> int:
    found = list(
        puzzle(f"{n}x{n}x{n}").improve(
            scramble, "reduction", {"metric": metric, "time_limit": seconds}
        )
    )
    for each in found:
        moves = parse_layer_turns(f"{scramble} {each.moves}", n)
        assert turned(n, moves).are_solved
        assert each.length == each.counts[metric]
    lengths = [each.length for each in found]
    assert lengths == sorted(set(lengths), reverse=True)
    return lengths[-1]


def test_a_cube_is_solved_if_its_labels_are() -> None:
    for n in (6, 7):
        cube = geometry(n)
        home = labels(cube.solved, n)
        for turns in (("x",), ("y2",), ("2R",), ("3L", "U")):
            moves = parse_layer_turns(" ".join(turns), n)
            seen = labels(cube.apply(cube.solved, moves), n)
            wholes = [labels(cube.solved[view], n) for view in cube_rotations(n).source]
            assert (seen == home).all() == (moves == ())
            assert any((seen == whole).all() for whole in wholes) == moves[0].is_rotation


@given(st.sampled_from([6, 7, 8, 9]), st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_places_move_as_stickers_do(n: int, seed: int) -> None:
    stickers = np.concatenate([orbit.stickers for orbit in orbits(n)])
    assert len(set(stickers.tolist())) == len(stickers) == 24 * len(orbits(n))
    (turn,) = random_turns(Random(seed), n, 1)
    marks = np.arange(6 * n * n, dtype=np.int32)
    after = geometry(n).apply(marks, [turn])
    target = places(n).target[geometry(n).turn_index(turn)]
    assert (after[stickers[target]] == stickers).all()


@pytest.mark.thorough
@pytest.mark.parametrize("n", slow_but([7], [6, 7, 10, 11]))
def test_a_sequence_of_cycles_moves_three_pieces_of_any_cube(n: int) -> None:
    known, rng = load(n), Random(n)
    for row, orbit in enumerate(orbits(n)):
        first, last = known.start[orbit.kind, 0], known.start[orbit.kind, -1]
        for number in rng.sample(range(first, last), 3):
            word = known.words[number, : known.length[number]]
            turns = tuple(geometry(n).turn_at(known.turn[row, turn]) for turn in word)
            pieces, home = turned(n, turns), Pieces.solved(n)
            moved = (pieces.places != home.places).any(axis=1)
            assert moved.sum() == 3
            assert (pieces.directions[~moved] == home.directions[~moved]).all()
            a, b, c = known.places[number]
            marks = geometry(n).apply(np.arange(6 * n * n, dtype=np.int32), turns)
            assert marks[orbit.stickers[[b, c, a]]].tolist() == orbit.stickers[[a, b, c]].tolist()


@pytest.mark.thorough
def test_all_cycles_of_most_kinds_have_sequences() -> None:
    known = load(6)
    for number, kind in enumerate(KINDS):
        missing = (np.diff(known.start[number]) == 0).sum()
        assert missing <= 48, kind


@pytest.mark.thorough
@pytest.mark.parametrize("n", [6, 7])
def test_after_any_edits_all_rows_are_those_of_the_turns(n: int) -> None:
    colours = geometry(n).apply(geometry(n).solved, random_turns(Random(n), n, 60))
    start = skeleton(colours, n, Random(n))
    known = places(n)
    sequence = new_sequence(n, known.target.shape[1], 200 * n)
    begin(sequence, known, *start)
    seed = np.array([n], dtype=np.uint64)
    for _ in range(5):
        made = anneal(
            sequence,
            known,
            commutators(n),
            load(n),
            new_edit(),
            seed,
            0.7,
            1.2,
            20.0,
            20_000,
        )
        assert made > 0
        check_rows(sequence, start.first, start.last)


def check_rows(s: Sequence, first: np.ndarray, last: np.ndarray) -> None:
    seen, count = first.copy(), int(s.state[LENGTH])
    target = places(s.n).target
    for t in range(count + 1):
        row = s.rows[t]
        assert (s.here[row] == seen).all()
        assert (s.here[row] != s.wanted[row]).sum() == s.state[WRONG]
        if t < count:
            moved = seen.copy()
            moved[target[s.turns[t]]] = seen
            seen = moved
    assert (s.wanted[s.rows[count]] == last).all()


@pytest.mark.thorough
@pytest.mark.parametrize("n", slow_but([6, 7], SIZES))
def test_random_states_are_solved(n: int) -> None:
    for seed in range(2):
        length = check(n, scrambled(n, seed, 100), ("layers", "wide")[seed % 2], 0.5)
        assert length < 20 * n * n


@pytest.mark.thorough
@given(st.sampled_from([6, 7]), st.integers(0, 2**32), st.integers(1, 30))
@settings(max_examples=10, deadline=None)
def test_any_state_is_solved(n: int, seed: int, count: int) -> None:
    check(n, scrambled(n, seed, count), "layers", 0)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "scramble", ["2R", "3R", "2R 3U", "R", "x 2U", "2R U 2R' U'", "2R2 U2 2R2 Uw2 2R2 Uw2"]
)
@pytest.mark.parametrize("n", [6, 7])
def test_odd_wings_and_near_states_are_solved(n: int, scramble: str) -> None:
    assert check(n, scramble, "layers", 0.3) < 150


@pytest.mark.thorough
def test_a_solved_cube_in_any_orientation_needs_nothing() -> None:
    for n in (6, 7):
        assert puzzle(f"{n}x{n}x{n}").solve("x y2", "reduction").length == 0


@pytest.mark.thorough
def test_more_time_makes_it_shorter_than_the_method_of_steps() -> None:
    scramble = scrambled(6, 0, 100)
    assert check(6, scramble, "layers", 3) < 260 < puzzle("6x6x6").solve(scramble).length
