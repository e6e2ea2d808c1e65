"""The engine `sequences` solves every cube by pure sequences, of which its table has all."""

from __future__ import annotations

import hashlib
from itertools import chain
from random import Random

import pytest
from hypothesis import given, settings

from papers.permutations import shimauchi
from papers.permutations.algebra import evaluate
from papers.permutations.sequences.beam_search import beam_search, default_table
from papers.permutations.sequences.engine import format_with_setup
from papers.permutations.sequences.generate_pure_sequences import shortest_pure_sequences
from papers.permutations.sequences.pure_sequences import (
    CYCLES_OF_CORNERS,
    CYCLES_OF_EDGES,
    EFFECTS,
    FILE,
    FLIPS,
    TWISTS,
    SequenceKind,
    Word,
    close_under_conjugation,
    kind_of,
    shortest,
    symmetric_variants,
    table,
)
from papers.permutations.sticker_names import SEQUENCES, STICKERS, WCA_STICKERS, permutation_of
from solver.core.errors import MethodError
from solver.core.permutation import Permutation
from solver.core.turn import ALL_TURNS, cancel_turns, parse_turns
from solver.cube import Cube
from solver.encodings import effect_on_bytes
from solver.engines.registry import engine, solve
from solver.solution import CubeSolution
from tests.support.cases import for_each
from tests.support.strategies import cubes


@given(cubes)
@settings(max_examples=40)
def test_every_cube_is_solved(cube: Cube) -> None:
    solution = solve(cube, "sequences", effort=1)
    assert cube.apply(solution.turns).is_solved()
    assert solution.method == "sequences"


@given(cubes)
@settings(max_examples=40)
def test_only_pure_sequences_are_used_and_one_turn_for_parity(cube: Cube) -> None:
    words = beam_search(cube, 1, default_table())
    is_even = Permutation(cube.corners).is_even
    if not is_even:
        (turn,) = words[0]
        assert turn.quarter_turns != 2
    pure = words if is_even else words[1:]
    assert all(kind_of(effect_on_bytes(word)) in SequenceKind for word in pure)
    assert cube.apply(chain.from_iterable(words)).is_solved()


@given(cubes)
@settings(max_examples=20)
def test_stages_are_named_by_their_cycles(cube: Cube) -> None:
    """Each stage's note is its full sequence, with exactly the cycles of its name."""
    product = Permutation.identity(48)
    for stage in solve(cube, "sequences", effort=1).stages:
        done = evaluate(stage.note, WCA_STICKERS)
        kind, _, cycles = stage.name.partition(": ")
        if cycles:
            assert kind in {kind.value for kind in SequenceKind}
            assert evaluate(cycles, STICKERS) == done
        product = product * done
    merged = permutation_of(solve(cube, "sequences", effort=1).turns)
    assert product == merged


def test_a_solved_cube_needs_no_turns() -> None:
    assert solve(Cube.solved(), "sequences").stages == ()


@for_each("number", range(0, 2890, 50))
def test_the_effect_of_one_sequence_is_undone_by_one(number: int) -> None:
    words = list(table().values())[number]
    (stage,) = solve(Cube.solved().apply(words[0]), "sequences").stages
    assert len(stage.turns) == len(words[0])


def test_a_quarter_turn_is_undone_by_one() -> None:
    (stage,) = solve(Cube.solved().apply("R"), "sequences").stages
    assert stage.turns == parse_turns("R'")


def test_the_hardest_orientations() -> None:
    """All edges flipped, all corners twisted, and no permutation to combine them with."""
    cube = Cube(tuple(range(8)), (1, 2) * 4, tuple(range(12)), (1,) * 12)
    solution = solve(cube, "sequences", effort=1)
    assert cube.apply(solution.turns).is_solved()
    three = Cube(tuple(range(8)), (1, 1, 1, 0, 0, 0, 0, 0), tuple(range(12)), (0,) * 12)
    assert three.apply(solve(three, "sequences", effort=1).turns).is_solved()


def lengths(effort: int) -> list[int]:
    rng = Random(1)
    solve_it = engine("sequences", effort=effort)
    return [solve_it(Cube.random(rng)).htm for _ in range(10)]


def test_more_effort_is_shorter() -> None:
    least, usual = lengths(1), lengths(10)
    assert sum(usual) < sum(least)
    assert sum(least) / len(least) < 75
    assert sum(usual) / len(usual) < 65


def test_an_effort_of_zero_is_rejected() -> None:
    with pytest.raises(MethodError, match="effort = 0"):
        solve(Cube.solved(), "sequences", effort=0)


def test_setup_moves_are_written_before_a_colon() -> None:
    assert format_with_setup(parse_turns("D R U R' L U R' U' L' D'")) == "[D: R U R' L U R' U' L']"
    assert format_with_setup(parse_turns("R U R'")) == "[R: U]"
    assert format_with_setup(parse_turns("R U2 D'")) == "R U2 D'"
    assert format_with_setup(parse_turns("R")) == "R"


def test_merging_leaves_no_turns_that_cancel() -> None:
    solution: CubeSolution = solve(Cube.random(3), "sequences", effort=1)
    assert cancel_turns(solution.turns) == solution.turns


def solved_count(cube: Cube) -> int:
    """Return the number of pieces that are solved."""
    return sum(
        cubie == place and not turned
        for cubies, turns_ in ((cube.corners, cube.corner_twists), (cube.edges, cube.edge_flips))
        for place, (cubie, turned) in enumerate(zip(cubies, turns_, strict=True))
    )


def test_every_sequence_has_its_effect_and_no_other() -> None:
    for effect, words in table().items():
        touched = (
            3 if kind_of(effect) in (SequenceKind.CYCLE_EDGES, SequenceKind.CYCLE_CORNERS) else 2
        )
        for word in words:
            assert effect_on_bytes(word) == effect
            assert len(word) == len(words[0])
        assert solved_count(Cube.solved().apply(words[0])) == 20 - touched


def test_the_table_has_every_possible_effect() -> None:
    kinds = [kind_of(effect) for effect in table()]
    # Three of 12 places, two directions, four flips; and so on.
    assert kinds.count(SequenceKind.CYCLE_EDGES) == CYCLES_OF_EDGES == 220 * 2 * 4
    assert kinds.count(SequenceKind.FLIP_EDGES) == FLIPS == 12 * 11 // 2
    assert kinds.count(SequenceKind.CYCLE_CORNERS) == CYCLES_OF_CORNERS == 56 * 2 * 9
    assert kinds.count(SequenceKind.TWIST_CORNERS) == TWISTS == 8 * 7
    assert len(kinds) == EFFECTS


def test_no_sequence_has_adjacent_turns_to_merge_and_all_are_short() -> None:
    longest = {SequenceKind.CYCLE_EDGES: 12, SequenceKind.CYCLE_CORNERS: 13}
    for effect, words in table().items():
        for word in words:
            assert cancel_turns(word) == word
            assert len(word) <= longest.get(kind_of(effect), 14)


def four() -> list[Word]:
    return [cancel_turns(shimauchi.parse(text)) for text in SEQUENCES.values()]


def test_the_sequences_of_wada_are_of_the_four_kinds() -> None:
    assert [kind_of(effect_on_bytes(word)) for word in four()] == list(SequenceKind)


def test_no_sequence_of_wada_is_shorter_than_the_tables() -> None:
    for word in four():
        assert len(table()[effect_on_bytes(word)][0]) <= len(word)


def test_symmetric_sequences_have_symmetric_effects() -> None:
    word = parse_turns("R U R' L U R' U' L'")
    assert len(symmetric_variants(parse_turns("R"))) == 12
    assert {kind_of(effect_on_bytes(image)) for image in symmetric_variants(four()[2])} == {
        SequenceKind.CYCLE_CORNERS
    }
    assert word in symmetric_variants(word)


def test_the_shortest_are_kept() -> None:
    """F2 U [R' L F2 R L' U2] U' F2 is Wada's H; its inner part is already pure."""
    inner = parse_turns("R' L F2 R L' U2")
    longer = cancel_turns((*inner, *inner, *inner, *inner))
    assert evaluate("(s2 t)' H (s2 t)", STICKERS) == permutation_of(inner)
    assert permutation_of(longer) == permutation_of(inner)
    found = shortest([longer, inner])
    assert found == {effect_on_bytes(inner): (inner,)}


@pytest.mark.parametrize("sequence", ["R", "R U R' U'", "R L' F2"])
def test_a_sequence_that_is_not_pure_is_of_no_kind(sequence: str) -> None:
    with pytest.raises(ValueError, match="none of"):
        kind_of(effect_on_bytes(parse_turns(sequence)))


@pytest.mark.slow
def test_the_four_sequences_of_wada_with_setup_moves_have_every_effect() -> None:
    found = close_under_conjugation(four())
    assert found.keys() == table().keys()
    assert all(len(found[effect][0]) >= len(table()[effect][0]) for effect in found)


def test_one_kind_is_not_enough() -> None:
    with pytest.raises(ValueError, match="reach 66 of 2890"):
        close_under_conjugation(four()[1:2])


@pytest.mark.slow
def test_no_pure_cycle_of_eight_turns_is_missed() -> None:
    from papers.permutations.sequences.generate_pure_sequences import pure_sequences

    for word in pure_sequences(4):
        assert len(table()[effect_on_bytes(word)][0]) <= len(word)
    assert len(ALL_TURNS) == 18


@pytest.mark.slow
def test_pure_sequences_are_found_again_in_the_same_lengths() -> None:
    """Which of several equally short sequences are found depends on the order of the search."""
    found = shortest(
        image for word in shortest_pure_sequences() for image in symmetric_variants(word)
    )
    assert {effect: len(words[0]) for effect, words in found.items()} == {
        effect: len(words[0]) for effect, words in table().items()
    }


# Of the file that generate_pure_sequences writes.
SHA256 = "2f9c5e6e8a6b35f5313db490f3a1de7189229ffec5e056ffc7b72f9b1683ff81"


def test_the_file_is_the_one_that_was_checked() -> None:
    assert hashlib.sha256(FILE.read_bytes()).hexdigest() == SHA256
