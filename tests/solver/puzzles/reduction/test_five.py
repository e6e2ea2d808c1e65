"""The reduction of a 5x5x5: solutions turned out on the paper's pieces, and its coordinates."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

import numpy as np
import pytest

from solver.engines.options import LAYER_METRICS
from solver.puzzles.big_cube import puzzle, random_turns
from solver.puzzles.nxn.layers import geometry
from solver.puzzles.nxn.notation import parse_layer_turns, write_all
from solver.puzzles.nxn.orbits import cube_rotations
from solver.puzzles.nxn.position import is_solved
from solver.puzzles.reduction.beam import DEPTH, NOTHING, Beam, Level, best_of
from solver.puzzles.reduction.completion import SearchClock
from solver.puzzles.reduction.coordinates import rank_halves, sets_by_rank
from solver.puzzles.reduction.five_phases import PHASES, designs, numbers_of
from solver.puzzles.reduction.five_search import Round, choices
from solver.puzzles.reduction.guided_search import index_in_bound, move_state
from solver.puzzles.reduction.layer_moves import moves_of
from solver.puzzles.reduction.pieces import after_paths, cubes_of, turned_moves, views
from solver.puzzles.reduction.tables import load_phases
from tests.support.published_pieces import Pieces
from tests.support.variants import slow_but

METRICS = slow_but(["wide"], ["wide", "layers"])
CUBE = puzzle("5x5x5")
GEOMETRY = geometry(5)
# An odd permutation of the wings, and a middle layer turned.
OLL = "2R2 B2 U2 2L U2 2R' U2 2R U2 F2 2R F2 2L' B2 2R2"
NEAR = ["R", "2R", "2R2", "M", "Rw U", "x 2U", "M E", OLL]


def turned_out(moves: str) -> Pieces:
    pieces = Pieces.solved(5)
    for turn in parse_layer_turns(moves, 5):
        pieces = pieces.turn(turn)
    return pieces


def check(scramble: str, metric: str, seconds: float) -> int:
    *_, found = CUBE.improve(scramble, "reduction", {"metric": metric, "time_limit": seconds})
    assert turned_out(f"{scramble} {found.moves}").are_solved
    assert found.length == found.counts[metric] == len(found.moves.split())
    return found.length


@pytest.mark.thorough
@pytest.mark.parametrize("metric", METRICS)
def test_random_states_are_solved(metric: str) -> None:
    for seed in range(3):
        scramble = " ".join(write_all(random_turns(Random(seed), 5, 60), 5))
        assert check(scramble, metric, 0) < 110


@pytest.mark.thorough
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("scramble", NEAR)
def test_parities_and_near_states_are_solved(scramble: str, metric: str) -> None:
    # A word of the others is at most two moves of a metric.
    assert check(scramble, metric, 0) <= (80 if scramble == OLL else 2 * len(scramble.split()))


@pytest.mark.parametrize("moves", ["", "x y2", "M 2R 2L'"])
def test_a_solved_cube_in_any_orientation_needs_nothing(moves: str) -> None:
    assert is_solved(GEOMETRY.apply(GEOMETRY.solved, parse_layer_turns(moves, 5)), 5) == (
        moves != "M 2R 2L'"
    )
    colours = GEOMETRY.apply(GEOMETRY.solved, parse_layer_turns("x y2", 5))
    assert (cubes_of(colours, 5) == cubes_of(GEOMETRY.solved, 5)).all()


@pytest.mark.parametrize("metric", LAYER_METRICS)
def test_a_move_does_to_the_cube_in_each_view_what_its_turns_do(metric: str) -> None:
    colours = GEOMETRY.apply(GEOMETRY.solved, random_turns(Random(1), 5, 60))
    cubes, moves = cubes_of(colours, 5), moves_of(5, metric)
    for row, view in enumerate(views(5)):
        seen = cube_rotations(5).conjugated_turns[view]
        for number in range(0, len(moves), 4):
            path = np.array([[number]], dtype=np.uint8)
            after = after_paths(cubes[row : row + 1], 5, metric, path, np.array([1]))[0]
            turns = [
                GEOMETRY.turn_at(int(seen[GEOMETRY.turn_index(turn)]))
                for turn in moves[number].turns
            ]
            assert (after == cubes_of(GEOMETRY.apply(colours, turns), 5)[row]).all()


def test_both_metrics_have_the_same_states_and_so_the_same_tables() -> None:
    for wide, layers in zip(*map(designs, LAYER_METRICS), strict=True):
        assert wide.bound_sizes() == layers.bound_sizes()
        for one, other in zip(wide.coordinates, layers.coordinates, strict=True):
            assert (one.of_key == other.of_key).all()
            assert one.goals == other.goals
        assert [each.goal for each in wide.sets] == [each.goal for each in layers.sets]


@pytest.mark.parametrize("phase", PHASES)
def test_bounds_leave_no_part_of_a_state_out_so_that_only_the_end_ranks_as_nothing(
    phase: int,
) -> None:
    design = designs("wide")[phase]
    whole = [*design.bounds, *(each.terms for each in design.folded if each.part is None)]
    assert {term for terms in whole for term in terms} == set(range(len(design.sizes)))


def test_moves_of_a_view_have_names_in_the_next() -> None:
    for metric in LAYER_METRICS:
        assert sorted(turned_moves(5, metric)) == list(range(len(moves_of(5, metric))))


@pytest.mark.thorough
@pytest.mark.parametrize("phase", PHASES)
def test_coordinates_follow_the_moves_of_their_phase(phase: int) -> None:
    """After moves of the phase, the coordinates are those of the cube that was turned."""
    design, rng = designs("wide")[phase], Random(phase)
    cubes = cubes_of(GEOMETRY.solved, 5)[:1]
    state = choices("wide", phase, cubes).state[-1:].copy()
    for _ in range(30):
        at = rng.randrange(len(design.numbers))
        path = np.array([[numbers_of("wide", phase)[at]]], dtype=np.uint8)
        cubes = after_paths(cubes, 5, "wide", path, np.array([1]))
        known = choices("wide", phase, cubes).state
        before = state.copy()
        for c, coordinate in enumerate(design.coordinates):
            state[0, c] = coordinate.next[before[0, c], at]
            if coordinate.twisted_by >= 0:
                order = design.twists[0][before[0, coordinate.twisted_by], at]
                state[0, c] = design.twists[1][order, state[0, c]]
        assert (known == state).all(axis=1).any()


@pytest.mark.thorough
@pytest.mark.parametrize("phase", PHASES)
def test_a_move_changes_each_bound_by_one_at_most(phase: int) -> None:
    search, rng = load_phases(5, "wide")[phase], Random(phase)
    known = choices("wide", phase, cubes_of(GEOMETRY.solved, 5)[:1])
    # The choice that is solved: no edge's wings are renamed, or those parallel to y are the four.
    solved = 0 if phase == 2 else -1
    state, sets = (np.repeat(each[[solved]], 2, axis=0) for each in (known.state, known.sets))

    def bounds(row: int) -> list[int]:
        entries = [
            int(search.begin[b] + index_in_bound(search, b, state, sets, row))
            for b in range(len(search.begin))
        ]
        return [int(search.bounds[entry // 2]) >> 4 * (entry % 2) & 15 for entry in entries]

    assert not any(bounds(0))
    for made in range(1, 100):
        move_state(search, rng.randrange(len(search.numbers)), state, sets, 0, 1)
        differences = np.subtract(bounds(1), bounds(0))
        assert abs(differences).max() <= 1
        assert max(bounds(1)) <= made
        state[0], sets[0] = state[1], sets[1]
    assert min(bounds(0)) > 1


@pytest.mark.thorough
@pytest.mark.parametrize("phase", PHASES)
def test_distances_are_worth_more_the_longer_and_no_state_ranks_as_what_may_not_follow(
    phase: int,
) -> None:
    search = load_phases(5, "wide")[phase]
    assert not search.worth[:, 0].any()
    assert (np.diff(search.worth) > 0).all()
    most = search.worth[:, -1].sum() + search.worth_of_near[0] * search.reach[0]
    assert 0 < most < NOTHING


@pytest.mark.thorough
@pytest.mark.parametrize("metric", LAYER_METRICS)
@pytest.mark.parametrize("phase", PHASES)
def test_what_ranks_up_to_a_limit_is_found_without_the_rest(phase: int, metric: str) -> None:
    # Hashes collide: what they tell may change by any number.
    search = load_phases(5, metric)[phase]._replace(reach=np.array([-1]))
    known = choices(metric, phase, cubes_of(GEOMETRY.solved, 5)[:1])
    state, sets = known.state[:1], known.sets[:1]
    count = len(search.numbers)
    level = Level(
        np.ascontiguousarray(state),
        np.ascontiguousarray(sets),
        np.zeros(1, dtype=np.int32),
        np.full(1, len(search.follow) - 1),
        *(np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)),
        np.zeros((1, DEPTH), dtype=np.uint8),
    )
    with ThreadPoolExecutor(1) as pool:
        beam = Beam(search, 500, 500, pool, lambda: False)
        for _ in range(4):
            level = beam.moved(level)
        rows = np.arange(len(level.start))
        (every,) = beam.ranked(level, [rows], NOTHING)
        limit = int(np.median(every.rank))
        (some,) = beam.ranked(level, [rows], limit)
    expected = every.rank <= limit
    assert 0 < expected.sum() < len(every.rank) <= count * len(rows)
    for one, other in zip(every, some, strict=True):
        assert (np.asarray(one)[expected] == np.asarray(other)).all()


@pytest.mark.thorough
def test_a_search_that_is_over_gives_what_it_has() -> None:
    phase = load_phases(5, "wide")[0]
    cubes = cubes_of(GEOMETRY.apply(GEOMETRY.solved, random_turns(Random(0), 5, 60)), 5)[:1]
    starts = choices("wide", 0, cubes).starts(np.zeros(1, dtype=np.int64))
    solved = choices("wide", 0, cubes_of(GEOMETRY.solved, 5)[:1]).starts(
        np.zeros(1, dtype=np.int64)
    )
    with ThreadPoolExecutor(1) as pool:
        over = Beam(phase, 1000, 5, pool, lambda: True)
        assert [len(over.paths(each, 1, 1, 12).start) for each in (starts, solved)] == [0, 1]
        beam = Beam(phase, 1000, 5, pool, lambda: False)
        assert not len(beam.paths(starts, 1, 1, 2).start)
        found = beam.paths(starts, 10, 1, 12)
    assert 5 < found.length.min() <= found.length.max() <= 1 + found.length.min()


@pytest.mark.parametrize("rng", [None, np.random.default_rng(1)])
def test_rounds_after_the_first_leave_out_some_ends_by_chance(
    rng: np.random.Generator | None,
) -> None:
    lengths = np.array([5, 4, 6, 4, 5, 7] * 20)
    with ThreadPoolExecutor(1) as pool:
        starts = cubes_of(GEOMETRY.solved, 5)
        each = Round(starts, (), "wide", SearchClock(0.0), (), rng, pool)
        chosen, all_starts = each.chosen(lengths, 200), each.chosen(lengths[: len(starts)], 200)
    assert (np.diff(lengths[chosen]) >= 0).all()
    assert len(set(chosen.tolist())) == len(chosen)
    assert len(all_starts) == len(starts)
    assert (len(chosen) == len(lengths)) == (rng is None)


def test_of_states_alike_some_are_kept_and_all_ends() -> None:
    ranks = np.array([5, 3, 3, 3, 4, 0, 0, 9], dtype=np.int32)
    keys = np.array([1, 2, 2, 2, 3, 4, 4, 5], dtype=np.uint64)
    assert sorted(ranks[best_of(ranks, keys, 4, 1)].tolist()) == [0, 0, 3, 4, 5, 9]
    assert sorted(ranks[best_of(ranks, keys, 4, 2)].tolist()) == [0, 0, 3, 3, 4, 5]


@pytest.mark.parametrize("members", [8, 12])
def test_sets_have_the_ranks_of_their_halves(members: int) -> None:
    sets = sets_by_rank(members)
    high, low = rank_halves(members)
    assert (high[sets >> 12] + low[sets & 4095] == np.arange(len(sets))).all()
