"""The optimal engine finds shortest solutions; the distances and moves of its tables."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver
from solver.core.errors import TimeLimitError
from solver.core.turn import ALL_TURNS, Turn, htm, parse_turns
from solver.cube import Cube
from solver.engines.engine import ProofCallback, ProofProgress
from solver.engines.optimal.kernel import entry
from solver.engines.optimal.pattern_database import slice_conjugates
from solver.engines.optimal.search import first_turn_pairs, prove, prove_shortest
from solver.engines.optimal.tables import (
    BASE_DISTANCE,
    CORNER_PAIRS,
    EDGE_PAIRS,
    PLACES_BIT,
    PatternDatabase,
    corner_pair_moves,
    edge_pair_moves,
    inverse_edge_shares,
    inverse_twist_shares,
    load_pattern_database,
    pair_coordinates,
)
from solver.engines.two_phase.search import two_phase_search
from solver.search.coordinates import ARRANGEMENT_RANKS, FLIPS, ORDERS, TWISTS, coordinates
from solver.search.phase_distance import distance
from solver.search.phase_tables import tables
from solver.search.solution_pool import Limits
from solver.symmetry import AXIS_ROTATIONS, SYMMETRIES, UD_SYMMETRIES
from tests.support.strategies import cubes, sequences

SOLVED = Cube.solved()
SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
FOUR_SPOTS = "F2 B2 U D' R2 L2 U D'"


@pytest.mark.parametrize(
    ("moves", "length"), [("", 0), ("R", 1), ("R U R'", 3), ("U2 D2 F2 B2 L2 R2", 6)]
)
def test_near_cubes_need_no_pattern_database(moves: str, length: int) -> None:
    cube = SOLVED.apply(moves)
    solution = solver.solve(cube, "optimal")
    assert solution.htm == length
    assert cube.apply(solution.turns).is_solved()


def scramble(length: int, seed: int) -> tuple[Turn, ...]:
    """Return random turns without two neighbours about the same axis."""
    rng = Random(seed)
    drawn: list[Turn] = []
    while len(drawn) < length:
        turn = rng.choice(ALL_TURNS)
        if not drawn or not turn.commutes_with(drawn[-1]):
            drawn.append(turn)
    return tuple(drawn)


@cache
def within(cube: Cube, length: int) -> frozenset[Cube]:
    """Return all cubes that at most `length` turns lead to."""
    found = new = {cube}
    for _ in range(length):
        new = {near.turn(turn) for near in new for turn in ALL_TURNS} - found
        found = found | new
    return frozenset(found)


def check(proof: ProofProgress, cube: Cube, seen: list[ProofProgress]) -> None:
    """Compare a finished proof with the reports of its progress."""
    assert proof.is_done
    assert cube.apply(proof.best).is_solved()
    assert proof.excluded == htm(proof.best) - 1
    assert [report.excluded for report in seen] == sorted(report.excluded for report in seen)
    assert all(not report.is_done for report in seen[:-1])
    assert seen[-1] == proof


@pytest.mark.parametrize("seed", range(2))
def test_eight_turns_are_found_where_a_bidirectional_search_finds_them(
    small_patterns: PatternDatabase, seed: int
) -> None:
    moves = scramble(8, seed)
    cube = SOLVED.apply(moves)
    assert within(SOLVED, 3).isdisjoint(within(cube, 4)), "seven turns solve it: draw another"
    solution = two_phase_search(cube, Limits(0.05))[0]
    detour = (*solution, *parse_turns("R L F2 B2"), *parse_turns("F2 B2 R' L'"))
    seen: list[ProofProgress] = []
    proof = prove_shortest(cube, detour, small_patterns, 2, seen.append)
    assert htm(proof.best) == 8
    check(proof, cube, seen)


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.slow) for n in (2, 3))])
def test_no_scramble_is_shorter_than_the_proven_length(
    small_patterns: PatternDatabase, seed: int
) -> None:
    moves = scramble(12, seed)
    cube = SOLVED.apply(moves)
    undone = tuple(turn.inverse() for turn in reversed(moves))
    seen: list[ProofProgress] = []
    proof = prove_shortest(cube, undone, small_patterns, 2, seen.append)
    assert htm(proof.best) <= 12
    check(proof, cube, seen)
    # The mirror image and the inverse have the same length, by other searches.
    mirrored = SYMMETRIES[1]
    other = prove_shortest(
        mirrored.conjugate(cube),
        tuple(mirrored.map_turn(turn) for turn in undone),
        small_patterns,
        1,
    )
    assert htm(other.best) == htm(proof.best)
    back = prove_shortest(SOLVED.apply(undone), moves, small_patterns, 1)
    assert htm(back.best) == htm(proof.best)


@pytest.mark.parametrize("moves", ["", "R U F' D", "R2 L2 U2 D2", SUPERFLIP, FOUR_SPOTS])
def test_first_turns_represent_all_symmetric_ones(moves: str) -> None:
    cube = SOLVED.apply(moves)
    same = [symmetry for symmetry in SYMMETRIES if symmetry.conjugate(cube) == cube]
    reached = {
        cube.apply(symmetry.map_turn(turn) for turn in pair)
        for pair in first_turn_pairs(cube)
        for symmetry in same
    }
    all_pairs = {
        cube.apply((first, second))
        for first in ALL_TURNS
        for second in ALL_TURNS
        if first.face != second.face
    }
    assert reached == all_pairs


def test_a_symmetric_cube_has_few_first_turns() -> None:
    assert len(list(first_turn_pairs(SOLVED.apply("R U F' D")))) == 243
    # 48 symmetries: a quarter turn and a half turn, and what may follow each.
    assert len(list(first_turn_pairs(SOLVED.apply(SUPERFLIP)))) < 12


@pytest.mark.slow
@pytest.mark.parametrize(
    ("moves", "length"),
    [
        # Checkerboard, Tetris, Python, Anaconda, four spots, six spots, the cube in the cube, and
        # one more in that: what this engine proves.
        ("U2 D2 F2 B2 L2 R2", 6),
        ("L R F B U' D' L' R'", 8),
        ("F2 R' B' U R' L F' L F' B D' R B L2", 14),
        ("L U B' U' R L' B R' F B' D R D' F'", 14),
        (FOUR_SPOTS, 8),
        ("U D' R L' F B' U D'", 8),
        ("F L F U' R U F2 L2 U' L' B D' B' L2 U", 15),
        ("U' L' U' F' R2 B' R F U B2 U B' L U' F U R F'", 17),
        # Michael Reid proved this one in 1995.
        (SUPERFLIP, 20),
        (f"{SUPERFLIP} {FOUR_SPOTS}", 20),
    ],
)
def test_known_lengths_are_right(moves: str, length: int) -> None:
    cube = SOLVED.apply(moves)
    proof = prove(cube)
    assert htm(proof.best) == length
    assert proof.is_done
    assert cube.apply(proof.best).is_solved()


@pytest.mark.slow
def test_random_cubes_are_solved_in_at_most_twenty() -> None:
    for seed in range(3):
        cube = Cube.random(seed)
        proof = prove(cube)
        assert cube.apply(proof.best).is_solved()
        assert htm(proof.best) <= 20


def test_a_proof_that_takes_too_long_has_the_best_solution_so_far(
    small_patterns: PatternDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    cube = Cube.random(1)
    known = two_phase_search(cube, Limits(0.05))[0]

    def prove_slowly(cube: Cube, threads: int, watch: ProofCallback) -> ProofProgress:
        return prove_shortest(cube, known, small_patterns, threads, watch)

    monkeypatch.setattr("solver.engines.optimal.engine.prove", prove_slowly)
    with pytest.raises(TimeLimitError, match=r"not proven shortest in 0.5 s, \d+ turns: ") as error:
        solver.solve(cube, "optimal", threads=2, time_limit=0.5)
    assert cube.apply(error.value.best).is_solved()
    assert re.search(r"no solution has \d+ turns or fewer", str(error.value))


IMAGES = slice_conjugates()


@given(cubes, st.integers(0, 15))
def test_the_placement_of_the_slice_is_mapped_by_the_symmetry(cube: Cube, symmetry: int) -> None:
    image = coordinates(UD_SYMMETRIES[symmetry].conjugate(cube))
    assert IMAGES[symmetry, coordinates(cube).slice_sorted] == image.slice_sorted


def entry_of(database: PatternDatabase, cube: Cube) -> int:
    seen = coordinates(cube)
    return int(entry(database, seen.slice_sorted, seen.twist, seen.flip))


@given(cube=cubes | sequences.map(Cube.solved().apply))
def test_the_small_database_is_phase_one(small_patterns: PatternDatabase, cube: Cube) -> None:
    seen = coordinates(cube)
    far = distance(tables("htm"), seen.twist, seen.flip, seen.slice_sorted // ORDERS)
    near = int(small_patterns.base_distance[0])
    assert entry_of(small_patterns, cube) == max(0, min(far - near, 3))


def corner_distance(database: PatternDatabase, cube: Cube) -> int:
    seen = coordinates(cube)
    row, symmetry = divmod(int(database.permutation_class[seen.corners]), 16)
    twist = int(database.twist_image[symmetry, seen.twist])
    return int(database.corner_distances[row * TWISTS + twist])


@given(cube=cubes | sequences.map(Cube.solved().apply))
def test_corners_have_a_turn_to_nearer_ones(small_patterns: PatternDatabase, cube: Cube) -> None:
    far = corner_distance(small_patterns, cube)
    turned = [corner_distance(small_patterns, cube.turn(turn)) for turn in ALL_TURNS]
    home = cube.corners == tuple(range(8)) and not any(cube.corner_twists)
    assert (far == 0) == home
    assert home or min(turned) == far - 1
    assert max(turned) <= far + 1


def test_flips_and_places_have_a_turn_to_nearer_ones(small_patterns: PatternDatabase) -> None:
    small = small_patterns
    slices, flips = np.divmod(np.arange(small.flip_slice.size), FLIPS)
    turned = small.flip_slice[small.placing_move[slices * ORDERS] // ORDERS, small.flip_move[flips]]
    nearest = np.where(small.flip_slice.ravel() == 0, 0, turned.min(axis=1) + 1)
    assert (nearest == small.flip_slice.ravel()).all()
    assert np.count_nonzero(small.flip_slice == 0) == 1


@pytest.mark.slow
@given(cube=cubes, turns=sequences)
def test_the_database_is_bounded_by_turns_and_by_phase_one(
    cube: Cube, turns: tuple[Turn, ...]
) -> None:
    database = load_pattern_database()
    near_home = Cube.solved().apply(turns)
    assert entry_of(database, near_home) <= max(0, len(turns) - BASE_DISTANCE)
    seen = coordinates(cube)
    one = distance(tables("htm"), seen.twist, seen.flip, seen.slice_sorted // ORDERS)
    assert entry_of(database, cube) >= min(one - BASE_DISTANCE, 3)
    for symmetry in UD_SYMMETRIES:
        assert entry_of(database, symmetry.conjugate(cube)) == entry_of(database, cube)


CORNER_MOVES, EDGE_MOVES = corner_pair_moves(), edge_pair_moves()
CORNER_VIEWS, EDGE_VIEWS = inverse_twist_shares(), inverse_edge_shares()


@given(cubes, st.integers(0, 17))
def test_pairs_follow_every_turn(cube: Cube, turn: int) -> None:
    tables = [CORNER_MOVES] * CORNER_PAIRS + [EDGE_MOVES] * EDGE_PAIRS
    moved = [
        int(table[pair, turn]) for table, pair in zip(tables, pair_coordinates(cube), strict=True)
    ]
    assert tuple(moved) == pair_coordinates(cube.turn(ALL_TURNS[turn]))


@given(cubes, st.integers(0, 2))
def test_the_shares_of_the_pairs_are_the_inverse(cube: Cube, axis: int) -> None:
    seen = coordinates(AXIS_ROTATIONS[axis].conjugate(cube.inverse))
    numbers = pair_coordinates(cube)
    corners, edges = numbers[:CORNER_PAIRS], numbers[CORNER_PAIRS:]
    assert sum(CORNER_VIEWS[axis, i, pair] for i, pair in enumerate(corners)) == seen.twist
    total = sum(EDGE_VIEWS[axis, i, pair] for i, pair in enumerate(edges))
    places, flip = divmod(int(total), 1 << PLACES_BIT)
    assert (ARRANGEMENT_RANKS[places], flip) == (seen.slice_sorted, seen.flip)
