"""The optimal engine finds shortest solutions of cubes whose distance is known."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest

import solver
from solver.core.errors import TimeLimitError
from solver.core.turn import ALL_TURNS, Turn, htm, parse_turns
from solver.cube import Cube
from solver.engines.engine import ProofCallback, ProofProgress
from solver.engines.optimal.search import first_turn_pairs, prove, prove_shortest
from solver.engines.optimal.tables import PatternDatabase
from solver.engines.two_phase.search import two_phase_search
from solver.search.solution_pool import Limits
from solver.symmetry import SYMMETRIES

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
