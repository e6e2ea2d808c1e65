"""Short solutions of a Megaminx, turned out on the stickers of the polyhedron."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.core.errors import MethodError
from solver.puzzles.megaminx_blocks import corner_cycles
from solver.puzzles.megaminx_blocks.insertion import CycleInsertion, merged
from solver.puzzles.megaminx_blocks.pieces import (
    SOLVED,
    TURNS,
    after_word,
    inverse_state,
    pieces,
    state_after,
    turned_state,
    write,
)
from solver.puzzles.megaminx_blocks.stages import stages
from solver.puzzles.megaminx_blocks.steps import last_stages
from solver.puzzles.megaminx_turns import FACES, face_turns, parse
from solver.puzzles.polyhedra.polyhedron import PolyhedronTurn, after, polyhedron
from solver.puzzles.registry import load_puzzle
from solver.puzzles.three_cycles.words import inverse_word

SHAPE = polyhedron("megaminx")
WORDS = st.lists(st.integers(0, len(TURNS) - 1), max_size=25).map(tuple)
LAYER_TURNS = st.lists(st.sampled_from(SHAPE.all_turns), max_size=12)


def faces_are_plain(moves: str) -> bool:
    """Return whether each face has one colour after moves, by the stickers of the polyhedron."""
    pairs = {
        (SHAPE.colours[i], SHAPE.colours[place])
        for i, place in enumerate(after(SHAPE, parse(moves)))
    }
    return len(pairs) == len(SHAPE.solid.faces)


@given(LAYER_TURNS)
@settings(max_examples=40, deadline=None)
def test_turns_of_layers_leave_the_state_that_their_turns_of_faces_do(
    turns: list[PolyhedronTurn],
) -> None:
    _, state = state_after(turns)
    word = [TURNS.index(turn) for turn in face_turns(turns)]
    assert (after_word(SOLVED, word) == state).all()


@given(WORDS, st.integers(0, 59))
@settings(max_examples=60, deadline=None)
def test_a_state_is_inverted_and_seen_from_each_side(word: tuple[int, ...], side: int) -> None:
    state = after_word(SOLVED, word)
    assert (after_word(SOLVED, inverse_word(word, 4)) == inverse_state(state)).all()
    turned = pieces().turned_word(side, word)
    assert (after_word(SOLVED, turned) == turned_state(state, side)).all()


@given(WORDS)
@settings(max_examples=60, deadline=None)
def test_merging_turns_changes_nothing_they_do(word: tuple[int, ...]) -> None:
    short = merged(word)
    assert len(short) <= len(word)
    assert (after_word(SOLVED, short) == after_word(SOLVED, word)).all()
    assert merged((*word, *inverse_word(word, 4))) == ()


def test_each_piece_is_solved_in_one_stage_or_left_to_cycles() -> None:
    solved = [piece for stage in stages() for piece in stage.pieces.tolist()]
    assert len(solved) == len(set(solved))
    assert set(range(30)) <= set(solved)
    # The corners of three faces about one are ten.
    assert len(solved) == 30 + 10


@pytest.fixture(scope="module")
def cycles() -> corner_cycles.CornerCycles:
    return corner_cycles.load_or_build(lambda share: None)


def test_words_cycle_three_corners_and_leave_all_else(cycles: corner_cycles.CornerCycles) -> None:
    rng = Random(0)
    for _ in range(100):
        row = rng.randrange(len(cycles.lengths))
        word = cycles.words[row, : cycles.lengths[row]].tolist()
        places = after(SHAPE, parse(write(word)))
        moved = {SHAPE.piece_of[i] for i, place in enumerate(places) if i != place}
        assert len(moved) == 3
        assert all(len(SHAPE.pieces[piece]) == 3 for piece in moved)
        key = int(np.searchsorted(cycles.starts, row, side="right")) - 1
        a, b, c = (3 * (key // 3600), key // 60 % 60, key % 60)
        state = after_word(SOLVED, word)[30:].astype(int) - 60
        # The corner in the way b is taken to c: seen from its own first sticker, as far on.
        assert state[a // 3] == b
        assert state[b // 3] == c - c % 3 + (c - b) % 3


@pytest.mark.parametrize("seed", range(2))
def test_corners_that_are_left_are_cycled_where_turns_cancel(
    cycles: corner_cycles.CornerCycles, seed: int
) -> None:
    rng = Random(seed)
    skeleton = tuple(rng.choices(range(len(TURNS)), k=30))
    rows = [rng.randrange(len(cycles.lengths)) for _ in range(2)]
    words = [tuple(cycles.words[row, : cycles.lengths[row]].tolist()) for row in rows]
    # What the skeleton solves but for two cycles.
    state = after_word(
        SOLVED, (*inverse_word(words[1], 4), *inverse_word(words[0], 4), *inverse_word(skeleton, 4))
    )
    insertion = CycleInsertion(cycles)
    left = after_word(state, skeleton)
    found = insertion.solve([insertion.skeleton(skeleton, left, 0)], 20, lambda: False)
    assert found is not None
    assert (after_word(state, found.word) == SOLVED).all()
    assert len(found.word) < len(skeleton) + sum(map(len, words))


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(3))
def test_scrambles_are_solved_in_few_turns(seed: int) -> None:
    megaminx = load_puzzle("megaminx")
    scramble = megaminx.scramble(seed)
    found = list(megaminx.improve(scramble, "short", {"time_limit": 1.0}))
    turns = [solution.length for solution in found]
    assert turns == sorted(set(turns), reverse=True)
    assert turns[0] <= 110
    for solution in found:
        assert solution.length == len(solution.moves.split())
        assert faces_are_plain(f"{scramble} {solution.moves}")


@pytest.mark.thorough
def test_a_solved_megaminx_needs_no_turn_and_a_turned_one_one() -> None:
    megaminx = load_puzzle("megaminx")
    assert megaminx.solve("", "short").length == 0
    # The whole is turned, and not a face.
    assert megaminx.solve("1I 2I 3I", "short").length == 0
    assert faces_are_plain(f"R++ D-- {megaminx.solve('R++ D--', 'short').moves}")


def test_the_steps_solve_every_piece_but_the_corners_of_the_last_face_once() -> None:
    blocks, last = stages()[:-1], last_stages()
    done = [int(piece) for stage in blocks for piece in stage.pieces]
    kept: list[int] = []
    for stage in last:
        # What was solved before is kept.
        assert stage.pieces.tolist()[: len(kept)] == kept
        kept = stage.pieces.tolist()
    assert len({*done, *kept}) == len(done) + len(kept) == 50 - 5
    up = FACES.index("U")
    left = set(range(50)) - {*done, *kept}
    assert all(pieces().targets[4 * up][SOLVED[piece]] != SOLVED[piece] for piece in left)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(4))
def test_each_step_keeps_what_the_steps_before_it_solved(seed: int) -> None:
    megaminx = load_puzzle("megaminx")
    scramble = megaminx.scramble(seed)
    solution = megaminx.solve(scramble, "steps")
    assert faces_are_plain(f"{scramble} {solution.moves}")
    assert solution.length == len(solution.moves.split())
    # As many steps as there are names, and at most four cycles of the five corners.
    assert 18 <= len(solution.stages) <= 18 + 4
    made = ""
    solved: set[int] = set()
    for stage, steps in zip(solution.stages, (*stages()[:-1], *last_stages()), strict=False):
        made = f"{made} {stage.moves}"
        _, state = state_after(parse(f"{scramble} {made}"))
        solved |= set(steps.pieces.tolist())
        assert all(state[piece] == SOLVED[piece] for piece in solved), stage


def test_an_option_of_another_method_is_quoted() -> None:
    with pytest.raises(MethodError, match="the method 'short' has no option 'metric'"):
        next(load_puzzle("megaminx").improve("U", "short", {"metric": "wide"}))


@pytest.mark.thorough
def test_the_steps_cycle_corners_that_no_word_cycles_alone() -> None:
    """Of the 20,520 triples of corners, each in its ways, 980 have no word."""
    megaminx = load_puzzle("megaminx")
    scramble = megaminx.scramble(4)
    steps = megaminx.solve(scramble, "steps")
    assert faces_are_plain(f"{scramble} {steps.moves}")
    assert len(steps.stages[-1].moves.split()) <= 12
