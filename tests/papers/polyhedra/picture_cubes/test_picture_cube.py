"""Cubes with pictures: rotations of the centres, and correcting them in few turns.

Sequences for every cycle of three inner pieces, and permutations made of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from random import Random
from statistics import fmean, pstdev

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papers.polyhedra.picture_cubes.centres import (
    HALF,
    QUARTERS,
    UPRIGHT,
    centre_marker_orbit,
    centre_table,
    published_correction,
    supercube_model,
)
from papers.polyhedra.picture_cubes.inner_pieces import inner_orbits, orbit_kind
from papers.polyhedra.picture_cubes.picture_cube import (
    PictureCube,
    PicturePuzzle,
    solve_then_centres,
    solve_with_centres,
)
from papers.polyhedra.picture_cubes.three_cycles import (
    cycle_table,
    solve_arrangement,
    turns_on_orbit,
)
from solver.core.errors import CubeError, IllegalCubeError
from solver.core.turn import random_turns
from solver.cube import Cube
from solver.engines.registry import solve
from solver.puzzles.nxn.layers import LayerTurn, geometry
from solver.puzzles.nxn.notation import parse_layer_turns, write_all
from tests.support.numbered_stickers import solved_stickers, turned_stickers

PUZZLE = PicturePuzzle()
SCRAMBLES = st.integers(0, 10**6).map(lambda seed: PUZZLE.scramble(seed))


def marks(moves: str) -> list[int]:
    """Return the stickers of a cube with nine on each centre: edges, corners and centres."""
    cube = supercube_model()
    turned = [
        LayerTurn(turn.axis, None if turn.layer is None else 2 * turn.layer, turn.quarters)
        for turn in parse_layer_turns(moves, 3)
    ]
    stickers = cube.apply(np.arange(6 * cube.n**2), turned)
    outer = ((cube.places == 0) | (cube.places == cube.n - 1)).sum(axis=1) >= 2
    outer[centre_marker_orbit().stickers] = True
    seen: list[int] = stickers[outer].tolist()
    return seen


def test_a_turn_turns_the_centre_of_its_face() -> None:
    assert PictureCube.read("U R2 F' D").centres == (1, 2, 3, 1, 0, 0)
    # A slice is a rotation of the whole cube with the two outer layers turned back.
    assert PictureCube.read("M").centres == (0, 1, 0, 0, 3, 0)
    assert PictureCube.read("").centres == UPRIGHT


def test_marks_show_a_rotated_centre() -> None:
    assert marks("R R'") == marks("")
    # Solved by its colours, with the centre of U rotated by a half turn.
    word = "U R L U2 R' L' U R L U2 R' L'"
    assert Cube.solved().apply(word).is_solved()
    assert marks(word) != marks("")
    assert PictureCube.read(word).centres == (2, 0, 0, 0, 0, 0)


def test_sequences_rotate_their_centres_and_nothing_else() -> None:
    table = centre_table()
    assert len(table.sequences) > 70
    for sequence, effect in list(zip(table.sequences, table.effects, strict=True))[::3]:
        word = " ".join(write_all(sequence, 3))
        picture = PictureCube.read(word)
        assert picture.cube.is_solved()
        assert picture.centres == effect
        assert marks(word) != marks("")


def test_all_rotations_of_the_centres_are_corrected() -> None:
    table = centre_table()
    # Quarter turns come in pairs (14.3.1): half of 4 ** 6.
    assert len(table.turns) == 2048
    for centres in Random(0).sample(sorted(table.turns), 200):
        correction = table.correction(centres)
        assert len(correction) == table.turns[centres]
        corrected = PictureCube.read(" ".join(correction)).centres
        assert [(a + b) % 4 for a, b in zip(centres, corrected, strict=True)] == [0] * 6


def test_a_turn_of_a_middle_layer_may_count_as_two() -> None:
    table = centre_table(2)
    for centres in Random(1).sample(sorted(table.turns), 100):
        moves = table.correction(centres)
        assert table.turns[centres] == sum(2 if move[0] in "MES" else 1 for move in moves)
        assert table.turns[centres] >= centre_table().turns[centres]


def quarter_turns(moves: Iterable[str]) -> int:
    return sum(2 if move.endswith("2") else 1 for move in moves)


@pytest.mark.parametrize(
    ("word", "quarters", "centres"),
    [
        # 14.3.1: 8 turns rotate a centre by 90 degrees and a neighbour's back; 14 one by 180.
        (QUARTERS, 8, (1, 0, 0, 0, 3, 0)),
        (HALF, 14, (2, 0, 0, 0, 0, 0)),
    ],
)
def test_the_papers_two_sequences_rotate_centres_alone(
    word: str, quarters: int, centres: tuple[int, ...]
) -> None:
    assert quarter_turns(word.split()) == quarters
    picture = PictureCube.read(word)
    assert picture.cube.is_solved()
    assert picture.centres == centres
    # As stickers: of the marked ones only those of these centres have moved.
    moved = sum(a != b for a, b in zip(marks(word), marks(""), strict=True))
    assert moved == 4 * sum(turned > 0 for turned in centres)


@pytest.mark.thorough
def test_the_papers_two_sequences_orient_all_centres_in_about_its_number_of_turns() -> None:
    lengths = []
    for centres in centre_table().turns:
        moves = published_correction(centres)
        corrected = PictureCube.read(" ".join(moves)).centres
        assert [(a + b) % 4 for a, b in zip(centres, corrected, strict=True)] == [0] * 6
        lengths.append(quarter_turns(moves))
    # 14.3.4: 42 turns in the mean, standard deviation 15.6.
    assert abs(fmean(lengths) - 42) < 15.6 / 4
    assert abs(pstdev(lengths) - 15.6) < 2


@settings(max_examples=12)
@given(SCRAMBLES, st.sampled_from(PUZZLE.methods))
def test_colours_and_pictures_are_right_at_the_end(scramble: str, method: str) -> None:
    solution = PUZZLE.solve(scramble, method)
    assert marks(f"{scramble} {solution.moves}") == marks("")
    assert solution.length == len(solution.moves.split())


def test_a_position_is_read_from_facelets_and_centres() -> None:
    rng = Random(3)
    for _ in range(5):
        drawn = random_turns(rng, 30)
        picture = PictureCube.read(" ".join(map(str, drawn)))
        digits = "".join(map(str, picture.centres))
        assert PictureCube.read(f"{picture.cube.facelets} {digits}") == picture


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        (Cube.solved().facelets, "six digits"),
        (f"{Cube.solved().facelets} 012", "012"),
        (f"{Cube.solved().facelets} 000004", "000004"),
        (f"{Cube.solved().facelets} 100000", "even"),
        ("R Q", "Q"),
    ],
)
def test_an_error_quotes_an_impossible_position(text: str, quoted: str) -> None:
    with pytest.raises(CubeError, match=quoted):
        PictureCube.read(text)


def test_impossible_centres_are_an_impossible_cube() -> None:
    with pytest.raises(IllegalCubeError, match="odd in sum"):
        PictureCube.read(f"{Cube.solved().apply('R').facelets} 000000")


@pytest.mark.thorough
def test_extra_turns_are_at_most_15_during_and_fewer_than_the_papers_42_afterwards() -> None:
    rng = Random(0)
    pictures = [PictureCube.read(PUZZLE.scramble(rng)) for _ in range(8)]
    plain = fmean(solve(picture.cube).htm for picture in pictures)
    for solved, most in ((solve_with_centres, 15), (solve_then_centres, 42)):
        lengths = [sum(len(stage.turns) for stage in solved(picture)) for picture in pictures]
        assert fmean(lengths) <= plain + most


@pytest.mark.parametrize("kind", ["diagonal", "line", "other"])
def test_every_cycle_of_three_has_a_sequence_of_at_most_twelve_turns(kind: str) -> None:
    sequences = cycle_table(kind).sequences
    assert set(sequences) == set(permutations(range(24), 3))
    assert {len(sequence) for sequence in sequences.values()} == {8, 10, 12}


def test_a_sequence_moves_three_stickers_and_no_others_on_any_size() -> None:
    rng = Random(0)
    for n in (4, 5, 8, 9):
        for orbit in inner_orbits(n):
            cell = divmod(int(orbit[0]), n)
            table = cycle_table(orbit_kind(cell, n))
            for cycle in rng.sample(sorted(table.sequences), 3):
                numbers = turns_on_orbit(table, cycle, cell, n)
                written = write_all(map(geometry(n).turn_at, numbers), n)
                places, _ = turned_stickers(" ".join(written), n)
                assert (places != solved_stickers(n)[0]).any(axis=1).sum() == 3
                stickers = geometry(n).apply(
                    np.arange(6 * n * n), map(geometry(n).turn_at, numbers)
                )
                a, b, c = orbit[list(cycle)]
                assert (stickers[b], stickers[c], stickers[a]) == (a, b, c)


@pytest.mark.parametrize(("n", "orbits"), [(4, 1), (5, 2), (6, 4), (7, 6)])
def test_the_orbits_are_all_inner_pieces_but_the_middles(n: int, orbits: int) -> None:
    found = inner_orbits(n)
    assert len(found) == orbits
    assert len(np.unique(np.concatenate(found))) == 24 * orbits == 6 * ((n - 2) ** 2 - n % 2)


@settings(max_examples=10)
@given(st.permutations(range(24)))
def test_cycles_solve_an_even_arrangement(drawn: list[int]) -> None:
    if sum(a > b for i, a in enumerate(drawn) for b in drawn[i + 1 :]) % 2:
        drawn[0], drawn[1] = drawn[1], drawn[0]
    now = dict(enumerate(drawn))
    for a, b, c in solve_arrangement(tuple(drawn), cycle_table("line")):
        now[b], now[c], now[a] = now[a], now[b], now[c]
    assert all(place == piece for place, piece in now.items())
