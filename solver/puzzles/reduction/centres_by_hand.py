"""The centres of the four sides completed as a person does it: rows exchanged with columns.

A row of one side comes to the next with its layer, that side is turned, and the layer goes back:
the row has become a column there. Where that completes no more, three stickers are exchanged by a
commutator of two layers and a side. All turns are of layers between top and bottom and of sides, so
the centres of top and bottom stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from solver.core.errors import CubeError
from solver.core.geometry import FACES
from solver.puzzles.nxn.layers import Colours, Ints, LayerTurn, geometry

_SIDES = [FACES.index(face) for face in "RFLB"]
_Y = 1

Word = tuple[LayerTurn, ...]


@dataclass(frozen=True, slots=True)
class _Words:
    """Words of turns: the inner sticker of the sides at p comes from `sources[k, p]` before.

    `turns` counts those of each word.
    """

    words: Sequence[Word]
    sources: Ints
    turns: NDArray[np.int64]


def complete_sides(colours: Colours, n: int) -> Word:
    """Return the turns that complete the centres of the sides of a cube of size n.

    Those of top and bottom are complete. The cube's colours are turned in place.
    """
    goal = (_inner(n) // n**2).astype(np.uint8)
    word = _fixed_centres(colours, n)
    turns: list[LayerTurn] = []
    while True:
        geometry(n).apply_in_place(colours, word)
        turns += word
        if (colours[_inner(n)] == goal).all():
            return tuple(turns)
        word = _best(colours[_inner(n)], goal, n)


def _fixed_centres(colours: Colours, n: int) -> Word:
    """Return the turn of the middle layer of an odd cube that brings its fixed centres home."""
    middle = np.array(_SIDES) * n * n + n * n // 2
    turns = [LayerTurn(_Y, n // 2, quarters) for quarters in (1, 2, 3)] if n % 2 else []
    for turn in turns:
        if (geometry(n).apply(colours, [turn])[middle] == _SIDES).all():
            return (turn,)
    return ()


def _best(stickers: Colours, goal: Colours, n: int) -> Word:
    """Return the word that brings the most stickers home a turn, after up to two turns of sides."""
    now = int((stickers == goal).sum())
    for words, setups in ((_exchanges(n), 1), (_commutators(n), 1), (_commutators(n), 2)):
        best, chosen = 0.0, None
        before = _setups(n, setups)
        for setup, sources in zip(before.words, before.sources, strict=True):
            gains = (stickers[sources][words.sources] == goal).sum(axis=1) - now
            rates = gains / (len(setup) + words.turns)
            at = int(np.argmax(rates))
            if rates[at] > best:
                best, chosen = float(rates[at]), (*setup, *words.words[at])
        if chosen is not None:
            return chosen
    raise CubeError(f"no sequence completes more of the sides' centres of a {n}x{n}x{n}")


@cache
def _inner(n: int) -> NDArray[np.int64]:
    """Return the stickers of the sides that are on no corner or edge."""
    faces, cells = np.divmod(np.arange(6 * n * n), n * n)
    rows, columns = np.divmod(cells, n)
    inner = (rows % (n - 1) > 0) & (columns % (n - 1) > 0)
    return np.flatnonzero(inner & np.isin(faces, _SIDES))


def _layers(n: int) -> list[LayerTurn]:
    """Return the turns of layers between top and bottom."""
    return [LayerTurn(_Y, layer, quarters) for layer in range(1, n - 1) for quarters in (1, 2, 3)]


def _sides(n: int) -> list[LayerTurn]:
    places = product((0, 2), (0, n - 1), (1, 2, 3))
    return [LayerTurn(axis, layer, quarters) for axis, layer, quarters in places]


@cache
def _setups(n: int, count: int) -> _Words:
    """Return up to so many turns of sides."""
    return _words(
        (word for number in range(count + 1) for word in product(_sides(n), repeat=number)), n
    )


@cache
def _exchanges(n: int) -> _Words:
    """Return turns of layers, and such with a side turned between a layer and its return."""
    # A middle layer has fixed centres, which do not stay elsewhere.
    layers, sides = [turn for turn in _layers(n) if turn.layer != (n - 1) / 2], _sides(n)
    around = ((layer, side, layer.inverse()) for layer in layers for side in sides)
    return _words((*((layer,) for layer in layers), *around), n)


@cache
def _commutators(n: int) -> _Words:
    """Return commutators of a layer with a side, another layer and the side back."""
    layers = _layers(n)
    return _words(
        (
            (one, side, other, side.inverse(), one.inverse(), side, other.inverse(), side.inverse())
            for one in layers
            for other in layers
            if one.layer != other.layer
            for side in _sides(n)
        ),
        n,
    )


def _words(words: Iterable[Word], n: int) -> _Words:
    kept = tuple(words)
    cube, inner = geometry(n), _inner(n)
    one = {turn: cube.sources(inner, turn) for turn in {turn for word in kept for turn in word}}
    sources = np.tile(np.arange(len(inner), dtype=np.int32), (len(kept), 1))
    for row, word in enumerate(kept):
        for turn in word:
            sources[row] = sources[row][one[turn]]
    return _Words(kept, sources, np.array(list(map(len, kept))))
