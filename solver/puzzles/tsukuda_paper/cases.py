"""The case tables for one piece (steps 3, 4, 5, 9 and 10 of the polyhedra paper, section 14.1).

The two sequences that the paper prints (figure 14.1, numbers 1 and 23) consist of turns of the
upper layer and of inserts: a layer of a side, a layer about y, the first layer back. The sequences
of Y- are the shortest ones of that form. Those of Y+ are the shortest that the search finds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from solver.core.geometry import FACES
from solver.puzzles.nxn.layers import LayerTurn, geometry
from solver.puzzles.nxn.orbits import Orbit
from solver.puzzles.tsukuda.macros import Macros
from solver.puzzles.tsukuda.recipes import table_spec
from solver.puzzles.tsukuda_paper.quarter_turns import (
    keeping,
    macros_of_words,
    one_piece_sequences,
    quarter_turn_macros,
)

_X, _Y, _Z = range(3)
_U, _D = FACES.index("U"), FACES.index("D")

# A place where a piece may be -> the numbers of a model's turns that bring it home.
Cases = Mapping[int, list[int]]


@cache
def bottom_cases(name: str, model: int, home: tuple[int, int, int], solved: int = -1) -> Cases:
    """Return the cases of a piece of Y- by the name of its step table, its home by coordinates.

    `solved` is a place of the same orbit that is left alone: the first of two pieces.
    """
    spec = table_spec(name, model)
    orbit = spec.orbits[0]
    macros = _inserts(model, spec.layers, orbit, _kept_below(name, model))
    return _cases(keeping(macros, [solved] if solved >= 0 else []), orbit, model, home, _D)


@cache
def top_cases(name: str, model: int, home: tuple[int, int, int], solved: int = -1) -> Cases:
    """Return the cases of a piece of Y+ in the same way."""
    orbit = table_spec(name, model).orbits[0]
    macros = quarter_turn_macros(name, model)
    return _cases(keeping(macros, [solved] if solved >= 0 else []), orbit, model, home, _U)


def place_at(orbit: Orbit, n: int, at: tuple[int, int, int], face: int) -> int:
    """Return the place of an orbit at some coordinates, on a face where the piece has it there."""
    on_piece = np.flatnonzero((geometry(n).places[orbit.stickers] == at).all(axis=1))
    on_face = [int(place) for place in on_piece if orbit.stickers[place] // (n * n) == face]
    return on_face[0] if on_face else int(on_piece[0])


def _cases(
    macros: Macros, orbit: Orbit, model: int, home: tuple[int, int, int], face: int
) -> Cases:
    at = geometry(model).places[orbit.stickers]
    pieces = [np.flatnonzero((at == one).all(axis=1)).tolist() for one in at]
    height = model - 1 if face == _U else 0
    zone = np.flatnonzero(at[:, _Y] == height).tolist()
    return one_piece_sequences(macros, pieces, zone, place_at(orbit, model, home, face))


def _kept_below(name: str, model: int) -> NDArray[np.bool_]:
    """Return the stickers that a step on Y- preserves beside the pieces of its own orbit."""
    keep = table_spec(name, model).keep
    if name == "bottom-corners":
        faces = np.arange(6 * model * model) // (model * model)
        places = geometry(model).places
        inside = (places[:, [_X, _Z]] > 0) & (places[:, [_X, _Z]] < model - 1)
        keep = keep | ((faces == _D) & inside.all(axis=1))
    return keep


def _inserts(model: int, layers: tuple[int, ...], orbit: Orbit, keep: NDArray[np.bool_]) -> Macros:
    """Return the turns and inserts that preserve stickers' colours."""
    cube = geometry(model)
    words = [
        word
        for word in _words(layers)
        if (cube.apply(cube.solved, word) == cube.solved)[keep].all()
    ]
    return macros_of_words(model, orbit, words)


def _words(layers: tuple[int, ...]) -> Iterator[tuple[LayerTurn, ...]]:
    about_y = [
        LayerTurn(_Y, layer, quarters) for layer in layers if layer for quarters in (1, 2, 3)
    ]
    for turn in about_y:
        yield (turn,)
    sides = [
        LayerTurn(axis, layer, quarters)
        for axis in (_X, _Z)
        for layer in layers
        for quarters in (1, 3)
    ]
    for side, turn in product(sides, about_y):
        yield side, turn, side.inverse()
