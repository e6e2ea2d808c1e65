"""Compiled expansion of a beam: the effect and cost of every sequence on every node.

A state is 12 edges and 8 corners in one row of 20 bytes: in place i stands edge `row[i] >> 1`,
flipped if it is odd; in place 12 + i corner `row[12 + i] // 3`, twisted `row[12 + i] % 3` times.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.search.compilation import compiled

EDGES, CORNERS = 12, 8
PLACES = EDGES + CORNERS
# How many turns at a node's end may merge with what follows.
MERGE_WINDOW = 8
NONE = 255

# Estimated cost of the remaining stages, in turns: a cycle of three edges, of three
# corners, half a flip, half a twist. A little less than they have, for what merges at their ends.
EDGE_CYCLE, CORNER_CYCLE, FLIP, TWIST = 7.5, 7.0, 4.5, 4.5


class Effects(NamedTuple):
    """The pure sequences: what is at `sources[e, i]` goes to `places[e, i]`, turned by `turned`.

    `pieces` is how many that are, `words[first[e] : first[e + 1]]` the words that do it, as
    numbers of ALL_TURNS, of `length[e]` turns.
    """

    pieces: NDArray[np.int64]
    sources: NDArray[np.uint8]
    places: NDArray[np.uint8]
    turned: NDArray[np.uint8]
    first: NDArray[np.int64]
    length: NDArray[np.int64]
    words: NDArray[np.uint8]


@compiled
def estimate_edge_turns(row: Any) -> Any:
    """Return an estimate of the turns that the edges of a state still need."""
    flips: Any
    place: Any
    seen = 0
    odd = flipped = 0
    for start in range(EDGES):
        length, flips, place = 0, 0, np.int64(start)
        while not seen >> place & 1:
            seen |= 1 << place
            piece = np.int64(row[place])
            flips ^= piece & 1
            place = piece >> 1
            length += 1
        if length & 1:
            odd += 1
            flipped += flips
    return EDGE_CYCLE * (EDGES - odd) / 2 + FLIP * flipped


@compiled
def estimate_corner_turns(row: Any) -> Any:
    """Return an estimate of the turns that the corners of a state still need."""
    twist: Any
    place: Any
    seen = 0
    odd, clockwise, anticlockwise = 0, 0, 0
    for start in range(CORNERS):
        length, twist, place = 0, 0, np.int64(start)
        while not seen >> place & 1:
            seen |= 1 << place
            piece = np.int64(row[EDGES + place])
            twist += piece % 3
            place = piece // 3
            length += 1
        if length & 1:
            odd += 1
            clockwise += twist % 3 == 1
            anticlockwise += twist % 3 == 2
    pairs = min(clockwise, anticlockwise)
    alone = max(clockwise, anticlockwise) - pairs
    return CORNER_CYCLE * (CORNERS - odd) / 2 + TWIST * (2 * pairs + 4 * alone / 3)


@compiled
def apply_effect(row: Any, effects: Effects, effect: Any, result: Any) -> None:
    """Write an effect applied to a state into `result`."""
    for place in range(PLACES):
        result[place] = row[place]
    for i in range(effects.pieces[effect]):
        piece = np.int64(row[effects.sources[effect, i]])
        turned = np.int64(effects.turned[effect, i])
        place = effects.places[effect, i]
        if place < EDGES:
            result[place] = piece ^ turned
        else:
            result[place] = piece - piece % 3 + (piece + turned) % 3


@compiled
def append_turn(word: Any, length: Any, turn: Any) -> Any:
    """Append a turn to a word, merged with those before it; return the length."""
    face, quarters = turn // 3, turn % 3 + 1
    at = length
    while at and np.int64(word[at - 1]) // 3 % 3 == face % 3:
        at -= 1
        before = np.int64(word[at])
        if before // 3 == face:
            quarters = (before % 3 + 1 + quarters) % 4
            if quarters:
                word[at] = 3 * face + quarters - 1
                return length
            for i in range(at, length - 1):
                word[i] = word[i + 1]
            return length - 1
    word[length] = turn
    return length + 1


@compiled
def children(
    rows: Any,
    tails: Any,
    turns: Any,
    bound: Any,
    effects: Effects,
    found: Any,
    costs: Any,
    result: Any,
    joined: Any,
) -> Any:
    """Generate the children of nodes; return their number.

    Each is a node, an effect that leaves less to do, and the word of it that merges best with the
    node's `tails`; `costs` are the turns then, and those with the estimate of what is left. What
    would cost `bound` or more is left out. `result` and `joined` are room for a state and a word.
    """
    number = 0
    for node in range(len(rows)):
        of_edges, of_corners = estimate_edge_turns(rows[node]), estimate_corner_turns(rows[node])
        tail = 0
        while tail < MERGE_WINDOW and tails[node, tail] != NONE:
            tail += 1
        for effect in range(len(effects.pieces)):
            apply_effect(rows[node], effects, effect, result)
            if effects.places[effect, 0] < EDGES:
                less, now = of_edges, estimate_edge_turns(result)
                left = now + of_corners
            else:
                less, now = of_corners, estimate_corner_turns(result)
                left = of_edges + now
            if now >= less - 1e-6:
                continue
            most, best = 99, 0
            for word in range(effects.first[effect], effects.first[effect + 1]):
                for i in range(tail):
                    joined[i] = tails[node, i]
                length = tail
                for i in range(effects.length[effect]):
                    length = append_turn(joined, length, np.int64(effects.words[word, i]))
                if length - tail < most:
                    most, best = length - tail, word
            cost = turns[node] + most
            if cost + left < bound and number < len(found):
                found[number, 0], found[number, 1], found[number, 2] = node, effect, best
                costs[number, 0], costs[number, 1] = cost, cost + left
                number += 1
    return number
