"""The reduction of a 4x4x4: solutions turned out on the paper's pieces, parities, the metrics."""

from __future__ import annotations

import time
from random import Random

import numpy as np
import pytest

from solver.engines.options import ReductionOptions
from solver.puzzles.big_cube import puzzle, random_turns
from solver.puzzles.nxn.layers import geometry
from solver.puzzles.nxn.notation import parse_layer_turns, write_all
from solver.puzzles.nxn.position import read, write
from solver.puzzles.reduction.completion import shorter_and_shorter
from solver.puzzles.reduction.four_phases import designs
from solver.puzzles.reduction.four_search import Reduction
from solver.puzzles.reduction.guided_search import (
    bound_of,
    index_in_bound,
    move_state,
    pairing_bound,
)
from solver.puzzles.reduction.pairing import move_pairing
from solver.puzzles.reduction.tables import load_phases
from tests.support.published_pieces import Pieces
from tests.support.variants import slow_but

# The tables of each metric take half a minute to build.
pytestmark = pytest.mark.thorough
METRICS = slow_but(["wide"], ["wide", "layers"])
CUBE = puzzle("4x4x4")
# Two wings of an edge exchanged, and two edges: positions that no 3x3x3 has.
OLL = "2R2 B2 U2 2L U2 2R' U2 2R U2 F2 2R F2 2L' B2 2R2"
PLL = "2R2 U2 2R2 Uw2 2R2 Uw2"
NEAR = ["", "R", "2R", "2R2", "Rw U", "x 2U", OLL, PLL, f"{OLL} {PLL}"]


def turned_out(moves: str) -> Pieces:
    pieces = Pieces.solved(4)
    for turn in parse_layer_turns(moves, 4):
        pieces = pieces.turn(turn)
    return pieces


def check(scramble: str, metric: str, seconds: float) -> int:
    *_, found = CUBE.improve(scramble, "reduction", {"metric": metric, "time_limit": seconds})
    assert turned_out(f"{scramble} {found.moves}").are_solved
    assert found.length == found.counts[metric] == len(found.moves.split())
    return found.length


@pytest.mark.parametrize("metric", METRICS)
def test_random_states_are_solved(metric: str) -> None:
    lengths = [
        check(" ".join(write_all(random_turns(Random(seed), 4, 60), 4)), metric, 0)
        for seed in range(30)
    ]
    assert max(lengths) < 60


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("scramble", NEAR)
def test_parities_and_near_states_are_solved(scramble: str, metric: str) -> None:
    made = len(scramble.split()) * (2 if metric == "wide" else 1)
    assert check(scramble, metric, 0.1) <= max(made, 3) + 25


def test_a_solved_cube_in_any_orientation_needs_nothing() -> None:
    assert CUBE.solve("x y2", "reduction").length == 0


def test_each_solution_is_shorter_and_the_time_is_kept() -> None:
    colours = geometry(4).apply(geometry(4).solved, random_turns(Random(0), 4, 60))
    began = time.monotonic()
    lengths = [
        each.length
        for each in shorter_and_shorter(
            colours,
            4,
            lambda clock: Reduction(colours, load_phases(4, "wide"), "wide", clock).rounds(),
            ReductionOptions(time_limit=1.0),
        )
    ]
    assert time.monotonic() - began < 30
    assert lengths == sorted(set(lengths), reverse=True)


def test_facelets_and_turns_give_the_same_state() -> None:
    scramble = "2R U Fw' 2D2 L"
    facelets = write(read(scramble, 4))
    *_, found = CUBE.improve(facelets, "reduction", {"time_limit": 0})
    assert turned_out(f"{scramble} {found.moves}").are_solved


def test_a_move_changes_the_distance_of_wings_by_one_at_most() -> None:
    phase, rng = load_phases(4, "wide")[2], Random(0)
    at = len(phase.offset)
    state = np.zeros((2, at + 12), np.int64)
    state[0, at:] = range(12)
    assert pairing_bound(phase, state, 0) == 0
    for made in range(1, 200):
        before = pairing_bound(phase, state, 0)
        move_pairing(phase.pairing, rng.randrange(len(phase.numbers)), state, 0, at, state, 1)
        state[0] = state[1]
        assert abs(pairing_bound(phase, state, 0) - before) <= 1
        assert pairing_bound(phase, state, 0) <= made
    assert pairing_bound(phase, state, 0) > 5


@pytest.mark.parametrize("phase", range(3))
def test_listed_moves_are_those_that_lead_nearer(phase: int) -> None:
    search, rng = load_phases(4, "wide")[phase], Random(phase)
    design = designs("wide")[phase]
    state = np.zeros((2, len(search.offset)), np.int64)
    sets = np.zeros((2, len(design.sets)), np.uint32)
    goals = [coordinate.goals[0] for coordinate in design.coordinates]
    state[0] = goals if design.ends is None else design.ends[0]
    sets[0] = [each.goal for each in design.sets]
    for made in range(100):
        here = bound_of(search, 0, state, sets, 0)
        assert here <= made
        listed = search.nearer[index_in_bound(search, 0, state, sets, 0)].tolist()
        for move in range(len(search.numbers)):
            move_state(search, move, state, sets, 0, 1)
            after = bound_of(search, 0, state, sets, 1)
            assert abs(after - here) <= 1
            assert [bits >> move & 1 for bits in listed] == [after < here, after <= here, 1]
        move_state(search, rng.randrange(len(search.numbers)), state, sets, 0, 1)
        state[0], sets[0] = state[1], sets[1]
