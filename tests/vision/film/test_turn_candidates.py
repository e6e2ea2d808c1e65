"""The candidates of a search of turns have the scores that the stickers seen say."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.core.geometry import FACES
from vision.film.held_moves import LAYER_TURNS, MOVES, SOURCES
from vision.film.sticker_colours import ANGLES, LAYER_PLACES
from vision.film.turn_candidates import (
    HIDDEN_WHOLE_PRICE,
    NO_MOVE,
    SKIP_PRICE,
    STANDING_PRICE,
    STAY,
    STEPS,
    TURN_PRICES,
    expand,
)

# The turn of the whole cube that takes each layer where a turn of it does.
WHOLE_LIKE = {"U": "y", "D": "y'", "R": "x", "L": "x'", "F": "z", "B": "z'"}
SOLVED = np.repeat(np.arange(6), 9)
FREE = np.zeros((1, 9))


@st.composite
def likelihoods(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """Return the log-likelihoods at rest and on the way, with some places hidden."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    still = rng.normal(size=(54, 6)) * (rng.random((54, 1)) < 0.5)
    moving = rng.normal(size=(6, STEPS, 21, 6)) * (rng.random((6, STEPS, 21, 1)) < 0.5)
    return still, moving


def candidates(
    state: np.ndarray, motion: int, seen: tuple[np.ndarray, np.ndarray]
) -> dict[tuple[int, int], float]:
    """Return the scores of what one hypothesis may become, by move and motion."""
    found, scores = expand(
        state[None],
        np.array([motion]),
        np.array([NO_MOVE]),
        np.zeros(1),
        *seen,
        FREE,
    )
    return {
        (int(move), int(later)): float(score)
        for (_, move, later), score in zip(found, scores, strict=True)
    }


def at_rest(state: np.ndarray, still: np.ndarray) -> float:
    return float(still[np.arange(54), state].sum())


def on_way(state: np.ndarray, name: str, angle: int, seen: tuple[np.ndarray, np.ndarray]) -> float:
    """Return the score of a cube of which a layer has turned clockwise to one of the angles."""
    still, moving = seen
    layer = FACES.index(name)
    others = np.setdiff1d(np.arange(54), LAYER_PLACES[layer])
    turning = moving[layer, angle, np.arange(21), state[LAYER_PLACES[layer]]]
    return float(still[others, state[others]].sum() + turning.sum())


@settings(max_examples=20, deadline=None)
@given(seen=likelihoods(), mixed=st.lists(st.sampled_from(range(len(LAYER_TURNS))), max_size=8))
def test_the_stickers_of_each_candidate_are_compared(
    seen: tuple[np.ndarray, np.ndarray], mixed: list[int]
) -> None:
    state = SOLVED
    for move in mixed:
        state = state[SOURCES[move]]
    from_rest = candidates(state, 0, seen)
    assert np.isclose(from_rest[STAY, 0], at_rest(state, seen[0]))
    for move in range(len(LAYER_TURNS), len(MOVES)):
        assert np.isclose(from_rest[move, 0], at_rest(state[SOURCES[move]], seen[0]))
    for turn, name in enumerate(LAYER_TURNS):
        begun = 1 + STEPS * turn
        if name.endswith("'"):
            # Seen backwards from where it will be.
            expected = on_way(state[SOURCES[turn]], name[0], len(ANGLES) - 1, seen)
        else:
            expected = on_way(state, name[0], 0, seen)
        assert np.isclose(from_rest[STAY, begun], expected - TURN_PRICES[turn // 2])
        going_on = candidates(state, begun, seen)
        assert np.isclose(going_on[STAY, begun], expected - STANDING_PRICE)
        assert (STAY, begun + 1) in going_on
        skipped = going_on[STAY, begun + 2] + SKIP_PRICE
        whole = on_way(state, name[0], 2, seen)
        if name.endswith("'"):
            whole = on_way(state[SOURCES[turn]], name[0], 0, seen)
        assert np.isclose(skipped, whole)


@settings(max_examples=10, deadline=None)
@given(seen=likelihoods(), turn=st.sampled_from(LAYER_TURNS))
def test_a_turn_may_have_been_one_of_the_whole_cube(
    seen: tuple[np.ndarray, np.ndarray], turn: str
) -> None:
    like = WHOLE_LIKE[turn[0]]
    if turn.endswith("'"):
        like = like.removesuffix("'") if like.endswith("'") else like + "'"
    whole = MOVES.index(like)
    nearly_done = STEPS * (1 + LAYER_TURNS.index(turn))
    found = candidates(SOLVED, nearly_done, seen)
    expected = at_rest(SOLVED[SOURCES[whole]], seen[0])
    assert np.isclose(found[whole, 0], expected - HIDDEN_WHOLE_PRICE)
