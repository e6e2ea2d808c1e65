"""The search of turns, from stickers that are seen in every frame.

The candidates of a search of turns have the scores that the stickers seen say.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.core.geometry import FACES
from vision.film.held_moves import LAYER_TURNS, MOVES, SOURCES, WHOLE_TURNS
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
from vision.film.turn_search import UNDONE_FRAMES, WHOLE_FRAMES, TurnSearch, at_rest

SOLVED = np.repeat(np.arange(6), 9)
HIDDEN = np.zeros((6, STEPS, 21, 6))  # what is on its way
NOT_ON_ITS_WAY = HIDDEN - 0.5  # where no layer is, places on the way look like no sticker
DEAR = np.full(len(WHOLE_TURNS), 13.0)
REST, WAY = 30, STEPS  # frames


EVERYWHERE = np.ones(54, bool)
FRONT = 22  # the middle of the face in front
ABOVE_AND_IN_FRONT = np.isin(np.arange(54) // 9, (0, 2))


def seen(state: np.ndarray, shown: np.ndarray = EVERYWHERE) -> np.ndarray:
    """Return the log-likelihoods of stickers: each that is shown has its colour."""
    return np.asarray(np.where(state[:, None] == np.arange(6), 0.4, -1.0) * shown[:, None])


def turn_on_its_way(
    search: TurnSearch, state: np.ndarray, move: int, frames: int, shown: np.ndarray = EVERYWHERE
) -> None:
    """Show a layer that turns, for so many of the frames in which it could be seen."""
    layer = move // 2
    for angle in range(frames):
        still, moving = seen(state, shown), HIDDEN.copy()
        still[LAYER_PLACES[layer]] = 0
        # To the left it comes from where a turn to the right would end.
        places, at = (state[SOURCES[move]], STEPS - 1 - angle) if move % 2 else (state, angle)
        moving[layer, at] = seen(places, shown)[LAYER_PLACES[layer]]
        search.advance(still, moving, DEAR)


def search_of(moves: Sequence[tuple[str, int]], way: int = WAY) -> TurnSearch:
    """Return the search to which a film of some moves was shown, see `watched`; "" is none."""
    search, state = TurnSearch(SOLVED[None]), SOLVED
    for move, frames in moves:
        if move:
            turn = MOVES.index(move)
            turn_on_its_way(search, state, turn, way)
            state = state[SOURCES[turn]]
        for _ in range(frames):
            search.advance(seen(state), HIDDEN, DEAR)
    return search


def watched(moves: Sequence[tuple[str, int]], way: int = WAY) -> list[tuple[str, bool]]:
    """Return the moves that are found, and whether they are certain.

    `moves`: each with the frames in which the cube rests after it; `way`: frames on its way.
    """
    search = search_of([("", REST), *moves], way)
    return [(MOVES[done.move], certain) for done, certain in search.decide(0)]


@pytest.mark.parametrize(("way", "certain"), [(0, False), (1, False), (2, True), (3, True)])
def test_turns_are_certain_that_were_seen_on_their_way(way: int, certain: bool) -> None:
    made = [("R", REST), ("U'", REST), ("F", REST)]
    assert watched(made, way) == [(move, certain) for move, _ in made]


@pytest.mark.parametrize("rest", [UNDONE_FRAMES - WAY, UNDONE_FRAMES - WAY + 1])
def test_a_turn_that_is_undone_at_once_is_doubtful(rest: int) -> None:
    found = watched([("U", REST), ("R", rest), ("R'", REST), ("F", REST)])
    is_slow = rest + WAY > UNDONE_FRAMES
    assert found == [("U", True), ("R", is_slow), ("R'", is_slow), ("F", True)]


def test_two_equal_turns_are_no_undoing() -> None:
    found = watched([("R'", 5), ("R'", REST), ("L", 5), ("R", REST)])
    assert [certain for _, certain in found] == [True] * 4


def test_without_a_turn_nothing_is_decided() -> None:
    assert watched([]) == []


def test_hypotheses_agree_until_a_turn_that_some_do_not_have() -> None:
    search = search_of([("", REST), ("R", REST)])
    assert search.agreed() == search.frame
    # Nothing is seen: whether a layer has just turned is not known.
    for _ in range(REST):
        search.advance(np.zeros((54, 6)), HIDDEN, DEAR)
    assert search.agreed() < search.frame


def test_frames_at_rest_are_those_without_a_turn() -> None:
    search = search_of([("", REST), ("R", REST)])
    turned = SOLVED[SOURCES[MOVES.index("R")]]
    found = dict(at_rest(SOLVED, search.path(), 10, REST + WAY + 10))
    assert set(range(10, REST)) <= found.keys() <= set(range(10, REST + WAY + 10))
    assert all((found[number] == SOLVED).all() for number in range(10, REST))
    assert (found[REST + WAY + 9] == turned).all()
    assert REST + 1 not in found


def test_a_whole_turn_that_is_seen_once_is_made_once() -> None:
    """It is expected in some frames around the one in which the pose shows it."""
    search, state = TurnSearch(SOLVED[None]), SOLVED
    for _ in range(REST):
        search.advance(seen(state), HIDDEN, DEAR)
    likely = np.where(np.array(WHOLE_TURNS) == "y", 0.5, DEAR)
    state = state[SOURCES[MOVES.index("y")]]
    # In three frames the pose is wrong: one sticker looks as if it had been turned once more.
    wrong = seen(state[SOURCES[MOVES.index("y")]], np.arange(54) == FRONT)
    for _ in range(WHOLE_FRAMES // 2):
        search.advance(seen(state), HIDDEN, likely)
    for _ in range(WHOLE_FRAMES // 2):
        search.advance(wrong, HIDDEN, likely)
    search.advance(np.zeros((54, 6)), HIDDEN, DEAR)
    assert [MOVES[done.move] for done, _ in search.decide(0)] == ["y"]


# The turn of the whole cube that takes each layer where a turn of it does.
WHOLE_LIKE = {"U": "y", "D": "y'", "R": "x", "L": "x'", "F": "z", "B": "z'"}
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


def score_at_rest(state: np.ndarray, still: np.ndarray) -> float:
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
    assert np.isclose(from_rest[STAY, 0], score_at_rest(state, seen[0]))
    for move in range(len(LAYER_TURNS), len(MOVES)):
        assert np.isclose(from_rest[move, 0], score_at_rest(state[SOURCES[move]], seen[0]))
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
    expected = score_at_rest(SOLVED[SOURCES[whole]], seen[0])
    assert np.isclose(found[whole, 0], expected - HIDDEN_WHOLE_PRICE)
