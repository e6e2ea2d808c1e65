"""The search of turns, from stickers that are seen in every frame."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from vision.film.held_moves import MOVES, SOURCES, WHOLE_TURNS
from vision.film.sticker_colours import LAYER_PLACES
from vision.film.turn_candidates import STEPS
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
