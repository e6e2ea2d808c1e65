"""What each hypothesis of a search of turns may become in the next frame, with scores: compiled."""

from __future__ import annotations

import numpy as np
from numba import njit

from vision.arrays import FloatArray, IntArray
from vision.film.held_moves import LAYER_TURNS, MOVES, SOURCES
from vision.film.sticker_colours import ANGLES, LAYER_PLACES

# Prices (natural logarithms): of beginning a turn of U R F D L B, as hands turn what is below and
# behind less; of a turn that was never seen on its way; for each frame in which a turning layer
# stands; of turning back; of ending a turn from the first third of its way; of skipping one of the
# three angles; of a turn that undoes the one before it; of a turn that was one of the whole cube,
# all but a layer of which hands hid.
TURN_PRICES = np.array([5.0, 5.0, 5.5, 6.5, 5.0, 8.0])
UNSEEN_PRICE, STANDING_PRICE = 4.0, 0.7
BACK_PRICE, EARLY_END_PRICE, SKIP_PRICE, UNDO_PRICE = 2.0, 2.5, 0.7, 3.0
HIDDEN_WHOLE_PRICE = 5.0

NO_MOVE = -1
STAY = len(MOVES)  # the move that leaves all as it is
STEPS = len(ANGLES)
TURNS = len(LAYER_TURNS)
ALL_SOURCES = np.vstack([SOURCES, np.arange(54)])
# The motions: 0 where nothing turns, 1 + STEPS * turn + step - 1 of a layer on its way.
AT_REST = 0
MOTIONS = 1 + TURNS * STEPS
# A hypothesis has fewer candidates: each move done, each turn begun at two angles, the going on.
_CANDIDATES = STAY + 1 + 2 * TURNS + STEPS


def _whole_like(turn: int) -> int:
    """Return which of MOVES turns the whole cube as a turn does its layer."""
    places = LAYER_PLACES[turn // 2]
    alike = (SOURCES[TURNS:, places] == SOURCES[turn, places]).all(1)
    return TURNS + int(alike.argmax())


_WHOLE_LIKE = np.array([_whole_like(turn) for turn in range(TURNS)])


@njit(cache=True, nogil=True)
def _seen_places(still: FloatArray, moving: FloatArray) -> tuple[IntArray, IntArray]:
    """Return the places that are seen: a hidden one counts 0 for each colour.

    First at rest (7 x 55): all of them, and those outside of each layer; then of a layer on its way
    (6 x 3 x 22), by their index in it. The first number of each row says how many follow.
    """
    at_rest = np.zeros((7, 55), np.int64)
    for place in range(54):
        if np.abs(still[place]).max() > 0:
            for row in range(7):
                if row == 0 or not (LAYER_PLACES[row - 1] == place).any():
                    at_rest[row, 0] += 1
                    at_rest[row, at_rest[row, 0]] = place
    on_way = np.zeros((6, STEPS, 22), np.int64)
    for layer in range(6):
        for angle in range(STEPS):
            for j in range(21):
                if np.abs(moving[layer, angle, j]).max() > 0:
                    on_way[layer, angle, 0] += 1
                    on_way[layer, angle, on_way[layer, angle, 0]] = j
    return at_rest, on_way


@njit(cache=True, nogil=True)
def _still_part(still: FloatArray, state: IntArray, source: IntArray, places: IntArray) -> float:
    """Return the score of some places, a row of `_seen_places`, of a cube after a move."""
    score = 0.0
    for place in places[1 : 1 + places[0]]:
        score += still[place, state[source[place]]]
    return score


@njit(cache=True, nogil=True)
def _moving_part(
    moving: FloatArray, on_way: IntArray, state: IntArray, source: IntArray, turn: int, step: int
) -> float:
    """Return the score of the layer of a turn that has turned by some steps after a move."""
    layer = turn // 2
    # A layer on its way to the left is one on its way to the right from where it will be.
    angle = STEPS - step if turn % 2 else step - 1
    seen = on_way[layer, angle]
    score = 0.0
    for j in seen[1 : 1 + seen[0]]:
        place = LAYER_PLACES[layer, j]
        if turn % 2:
            place = ALL_SOURCES[turn, place]
        score += moving[layer, angle, j, state[source[place]]]
    return score


@njit(cache=True, nogil=True)
def _price_of_done(move: int, turn: int, step: int, last: int, whole: FloatArray) -> float:
    """Return the price of a move that is now done, after which nothing turns.

    `turn`, `step`: the layer that was turning, NO_MOVE for none; `last`: the move before.
    """
    if turn != NO_MOVE:
        if move == STAY:
            return BACK_PRICE * (1 if step < STEPS else 2)
        if move >= TURNS:
            return HIDDEN_WHOLE_PRICE + (EARLY_END_PRICE if step == 1 else 0.0)
        return EARLY_END_PRICE if step == 1 else 0.0
    if move == STAY:
        return 0.0
    if move >= TURNS:
        return float(whole[move - TURNS])
    undone = UNDO_PRICE if last == move ^ 1 else 0.0
    return float(TURN_PRICES[move // 2]) + UNSEEN_PRICE + undone


@njit(cache=True, nogil=True)
def expand(
    states: IntArray,
    motions: IntArray,
    last_moves: IntArray,
    scores: FloatArray,
    still: FloatArray,
    moving: FloatArray,
    whole: FloatArray,
) -> tuple[IntArray, FloatArray]:
    """Return all candidates (count x 3: hypothesis, move, motion) and their scores.

    `states`: as of TurnSearch; `still`, `moving`: as of FilmColours.likelihoods; `whole`
    (hypotheses x 9): the prices of the turns of the whole cube.
    """
    found = np.empty((len(states) * _CANDIDATES, 3), np.int64)
    score = np.empty(len(found))
    n = 0
    at_rest, on_way = _seen_places(still, moving)
    for i in range(len(states)):
        turn, step, last = NO_MOVE, 0, last_moves[i]
        if motions[i] != AT_REST:
            turn, step = (motions[i] - 1) // STEPS, (motions[i] - 1) % STEPS + 1
        for move in range(STAY + 1):
            if turn in (NO_MOVE, move) or move == STAY or move == _WHOLE_LIKE[turn]:
                price = _price_of_done(move, turn, step, last, whole[i])
                seen = _still_part(still, states[i], ALL_SOURCES[move], at_rest[0])
                found[n], score[n] = (i, move, AT_REST), scores[i] - price + seen
                n += 1
        # A turn begins, after the one before it has ended.
        done = STAY if turn == NO_MOVE else turn
        last = last if turn == NO_MOVE else turn
        for new in range(TURNS if turn == NO_MOVE or step > 1 else 0):
            price = TURN_PRICES[new // 2] + (UNDO_PRICE if last == new ^ 1 else 0.0)
            source = ALL_SOURCES[done]
            rest = _still_part(still, states[i], source, at_rest[1 + new // 2])
            for begun in range(1, STEPS):
                seen = rest + _moving_part(moving, on_way, states[i], source, new, begun)
                found[n] = i, done, 1 + STEPS * new + begun - 1
                score[n] = scores[i] - price - SKIP_PRICE * (begun - 1) + seen
                n += 1
        # A turn goes on, or stands.
        for later in range(step, STEPS + 1 if turn != NO_MOVE else 0):
            source = ALL_SOURCES[STAY]
            seen = _still_part(still, states[i], source, at_rest[1 + turn // 2])
            seen += _moving_part(moving, on_way, states[i], source, turn, later)
            price = STANDING_PRICE if later == step else SKIP_PRICE * (later - step - 1)
            found[n], score[n] = (i, STAY, 1 + STEPS * turn + later - 1), scores[i] - price + seen
            n += 1
    return found[:n], score[:n]
