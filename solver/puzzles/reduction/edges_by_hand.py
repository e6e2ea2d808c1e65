"""Wings joined to whole edges as a person does it: an inner layer, an edge exchanged, and back.

A joining is a turn of an inner layer; an edge put in the place of another by three turns of outer
layers (R U R', say), or turned over; and the inner layer back. So the wings of three places are
exchanged, and no centre moves. Before it, one or two turns of outer layers bring edges there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from solver.core.errors import CubeError
from solver.puzzles.nxn.layers import Colours, LayerTurn, geometry
from solver.puzzles.nxn.notation import parse_layer_turns
from solver.puzzles.nxn.orbits import SIZE, cube_rotations, edge_orbit

# What happens to the wings of layer 1 of the smallest cube that has wings happens to all kinds.
_MODEL = 4
_OUTER, _INNER = (0, _MODEL - 1), (1, _MODEL - 2)
# Turns over the edge at the front right, between a turn of an inner layer and its return.
_FLIP = "R U R' F R' F' R"
# Exchanges the two wings of one edge, and nothing else. Both sequences are known to all who solve a
# 4x4x4 (https://www.speedsolving.com/wiki/index.php/4x4x4_parity_algorithms).
WING_PARITY = "2R2 B2 U2 2L U2 2R' U2 2R U2 F2 2R F2 2L' B2 2R2"

Word = tuple[LayerTurn, ...]
Places = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Words:
    """Words of turns of the model, and what they do.

    After word k the wing at place p is that of place `wings[k, p]` before; whole edges, which no
    turn of an inner layer moves, are those of `edges[k, p]`. `turns` counts those of each word.
    """

    words: Sequence[Word]
    wings: Places
    edges: Places
    turns: NDArray[np.int64]


def join_edges(colours: Colours, n: int) -> Iterator[tuple[int, Word]]:
    """Yield turns that join the wings of a cube of size n, and how many edges are whole after them.

    The cube's colours are turned in place. Wings are joined kind by kind: to the central edges of
    an odd cube, of an even one first the innermost to each other.
    """
    for layer in range((n - 2) // 2, 0, -1):
        while True:
            wings, edges = _arrangements(colours, n, layer)
            if _are_joined(wings, edges).all():
                break
            word = _in_layer(_best(wings, edges), n, layer)
            geometry(n).apply_in_place(colours, word)
            yield _count_whole(colours, n), word


def _arrangements(
    colours: Colours, n: int, layer: int
) -> tuple[NDArray[np.int64], NDArray[np.int64] | None]:
    """Return which wing of a layer is at each place, and which edge it is to be joined to there.

    None for the edges where these wings are the first of an even cube.
    """
    innermost = (n - 1) // 2 if n % 2 else n // 2 - 1
    wings = edge_orbit(n, layer).arrangement(colours)
    return wings, None if innermost == layer else edge_orbit(n, innermost).arrangement(colours)


def _are_joined(wings: NDArray[np.int64], edges: NDArray[np.int64] | None) -> NDArray[np.bool_]:
    """Mark (... x 24) the wings that belong to the edge where they are."""
    mates = _mates()
    joined: NDArray[np.bool_] = (
        wings[..., mates] == mates[wings] if edges is None else wings == edges
    )
    return joined


def _best(wings: NDArray[np.int64], edges: NDArray[np.int64] | None) -> Word:
    """Return the word that joins the most wings a turn.

    Where none joins more than there are, two wings are to be exchanged, which only their parity
    does.
    """
    now = int(_are_joined(wings, edges).sum())
    for kind in (_cycles, _flips):
        found = _most_joined(wings, edges, kind(), now)
        if found is not None:
            return found
    parity = _most_joined(wings, edges, _parities(), -1)
    if parity is None:
        raise CubeError(f"no sequence joins more than {now} of {SIZE} wings")
    return parity


def _most_joined(
    wings: NDArray[np.int64], edges: NDArray[np.int64] | None, after: Words, least: int
) -> Word | None:
    """Return the turns of outer layers with the word after them that join the most wings a turn.

    None where they do not join more than `least`.
    """
    best, word = 0.0, None
    before = _setups()
    for number, setup in enumerate(before.words):
        found = None if edges is None else edges[before.edges[number]][after.edges]
        joined = _are_joined(wings[before.wings[number]][after.wings], found).sum(axis=1)
        rates = (joined - least) / (len(setup) + after.turns)
        at = int(np.argmax(rates))
        if rates[at] > best:
            best, word = float(rates[at]), (*setup, *after.words[at])
    return word


@cache
def _mates() -> NDArray[np.int64]:
    """Return for each place of a wing the other one of the same edge."""
    orbit, area = edge_orbit(_MODEL, 1), _MODEL**2
    mates: NDArray[np.int64] = orbit.home[6 * (orbit.partner // area) + orbit.stickers // area]
    return mates


@cache
def _setups() -> Words:
    """Return all words of up to two turns of different outer layers."""
    layers = tuple(product(range(3), _OUTER))
    chosen = [(), *product(layers), *((a, b) for a, b in product(layers, repeat=2) if a != b)]
    return _words(
        tuple(
            LayerTurn(axis, layer, number)
            for (axis, layer), number in zip(each, quarters, strict=True)
        )
        for each in chosen
        for quarters in product((1, 2, 3), repeat=len(each))
    )


@cache
def _cycles() -> Words:
    """Return the words that turn an inner layer, put another edge in, and turn the layer back."""
    words = []
    for axis, layer, quarters in product(range(3), _INNER, (1, 2, 3)):
        inner = LayerTurn(axis, layer, quarters)
        for side in set(range(3)) - {axis}:
            for at, out, top, turned in product(_OUTER, (1, 3), _OUTER, (1, 2, 3)):
                away, other = LayerTurn(side, at, out), LayerTurn(axis, top, turned)
                words.append((inner, away, other, away.inverse(), inner.inverse()))
    return _words(words)


@cache
def _flips() -> Words:
    """Return an inner layer, an edge turned over, and back, in all ways."""
    flip, layers = parse_layer_turns(_FLIP, _MODEL), product(_INNER, (1, 2, 3))
    inner = [LayerTurn(1, layer, quarters) for layer, quarters in layers]
    return _words(_from_all_sides((turn, *flip, turn.inverse()) for turn in inner))


@cache
def _parities() -> Words:
    """Return what exchanges the two wings of an edge, for every edge."""
    return _words(_from_all_sides([parse_layer_turns(WING_PARITY, _MODEL)]))


def _from_all_sides(words: Iterable[Word]) -> Iterator[Word]:
    """Yield words as they are seen in each of the 24 views of the cube."""
    cube, views = geometry(_MODEL), cube_rotations(_MODEL).conjugated_turns
    for word in words:
        numbers = [cube.turn_index(turn) for turn in word]
        for view in views:
            yield tuple(cube.turn_at(int(view[number])) for number in numbers)


def _words(words: Iterable[Word]) -> Words:
    """Return words with what they do, of those that do the same the one with the fewest turns."""
    shortest: dict[bytes, tuple[Word, Places, Places]] = {}
    for word in sorted(words, key=len):
        wings = edges = np.arange(SIZE, dtype=np.int8)
        for turn in word:
            wings = wings[_effect(turn)]
            edges = edges[_effect(turn)] if turn.layer in _OUTER else edges
        shortest.setdefault(wings.tobytes() + edges.tobytes(), (word, wings, edges))
    kept, all_wings, all_edges = zip(*shortest.values(), strict=True)
    turns = np.array(list(map(len, kept)))
    return Words(kept, np.array(all_wings), np.array(all_edges), turns)


@cache
def _effect(turn: LayerTurn) -> Places:
    """Return which place each wing of the model comes from."""
    return geometry(_MODEL).sources(edge_orbit(_MODEL, 1).stickers, turn).astype(np.int8)


def _in_layer(word: Sequence[LayerTurn], n: int, layer: int) -> tuple[LayerTurn, ...]:
    """Return a word of the model with its inner layers as those of a kind of wings of size n."""
    layers = {0: 0, 1: layer, _MODEL - 2: n - 1 - layer, _MODEL - 1: n - 1}
    return tuple(
        LayerTurn(turn.axis, None if turn.layer is None else layers[turn.layer], turn.quarters)
        for turn in word
    )


def _count_whole(colours: Colours, n: int) -> int:
    """Return how many of the twelve edges have all their wings."""
    whole = np.ones(SIZE, dtype=bool)
    for layer in range(1, n // 2):
        joined = _are_joined(*_arrangements(colours, n, layer))
        whole &= joined & joined[_mates()]
    return int(whole.sum()) // 2
