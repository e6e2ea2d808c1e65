"""Reduction as a person does it: centres, edges, then the rest as a 3x3x3 layer by layer.

Each step reaches what its name says and keeps what the steps before it reached. Bottom and top are
completed by rows as in the Tsukuda method. For the sides a row comes to the next one with its
layer, that side is turned, and the layer goes back: the row has become a column there; where that
completes no more, three stickers are exchanged by a commutator of two layers and a side. Then edges
are joined one after the other (`edges_by_hand`), and `solver.engines.lbl` solves the 3x3x3. The two
positions that a 3x3x3 does not have are undone before it, where a person would meet them last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from drawing.palette import WESTERN
from files.wording import counted
from solver.core.errors import CubeError, FaultKind
from solver.core.geometry import FACES
from solver.cube import Cube
from solver.engines.lbl import engine
from solver.puzzles.nxn import position
from solver.puzzles.nxn.layers import (
    Colours,
    Ints,
    LayerStage,
    LayerTurn,
    geometry,
)
from solver.puzzles.nxn.notation import parse_layer_turns
from solver.puzzles.reduction.edges_by_hand import WING_PARITY, join_edges
from solver.puzzles.tsukuda.centre_steps import inner_steps
from solver.puzzles.tsukuda.working_cube import WorkingCube
from solver.solution import Stage, merge_across_stages

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


# Exchanges two edges and nothing else, for all inner layers together. As WING_PARITY known to all
# (https://www.speedsolving.com/wiki/index.php/4x4x4_parity_algorithms).
_EDGE_PARITY = "2R2 U2 2R2 Uw2 2R2 2U2"
_FLIPPED, _SWAPPED = "OLL parity: an edge turned over", "PLL parity: two edges exchanged"


def solve_by_hand(colours: Colours, n: int) -> tuple[LayerStage, ...]:
    """Return the steps for a legal cube of size n, at least 4, given by its 6nn colours (0 to 5).

    No turn belongs to two steps.
    """
    cube = WorkingCube(colours, n, 0)
    stages = (*_centres(cube), *_edges(cube), *_parities(cube), *_as_3x3x3(cube))
    return tuple(each for stage in stages for each in merge_across_stages([stage]))


def _centres(cube: WorkingCube) -> Iterator[LayerStage]:
    steps = inner_steps(cube.n)
    below, above = (WESTERN[face] for face in "DU")
    yield _stage(cube, f"Centre: {below}", steps.solve_bottom(cube.colours))
    yield _stage(cube, f"Centre: {above}", steps.solve_top(cube.colours))
    yield Stage("Centres: the four sides", complete_sides(cube.colours, cube.n))


def _edges(cube: WorkingCube) -> Iterator[LayerStage]:
    """Yield a stage for each joining that makes edges whole, with those that lead there."""
    begun: list[LayerTurn] = []
    whole = 0
    for count, word in join_edges(cube.colours, cube.n):
        begun += word
        if count > whole:
            yield Stage(f"Edges: {counted(count, 'whole edge')}", tuple(begun))
            begun, whole = [], count


def _parities(cube: WorkingCube) -> Iterator[LayerStage]:
    """Yield what makes a 3x3x3 of the cube, where an even one has none."""
    for kind, name, word in (
        (FaultKind.FLIPPED_EDGE, _FLIPPED, WING_PARITY),
        (FaultKind.SWAPPED_PIECES, _SWAPPED, _EDGE_PARITY),
    ):
        faults = position.faults_of(position.outer_facelets(cube.colours, cube.n), 3, FACES)
        if any(fault.kind == kind for fault in faults):
            turns = parse_layer_turns(_with_all_inner_layers(word, cube.n), cube.n)
            cube.turn([geometry(cube.n).turn_index(turn) for turn in turns])
            yield Stage(name, turns)


def _with_all_inner_layers(word: str, n: int) -> str:
    """Return a word of a 4x4x4 with all inner layers of a side, where it has one."""
    half = n // 2
    deep = {"2R": f"2-{half}Rw", "2L": f"2-{half}Lw", "2U": f"2-{half}Uw", "Uw": f"{half}Uw"}
    return " ".join(deep.get(turn[:2], turn[:2]) + turn[2:] for turn in word.split())


def _as_3x3x3(cube: WorkingCube) -> Iterator[LayerStage]:
    for step in engine.steps(Cube.from_facelets(position.outer_facelets(cube.colours, cube.n))):
        turns = " ".join(map(str, step.moves))
        yield Stage(f"{step.stage}: {step.case}", parse_layer_turns(turns, cube.n))


def _stage(cube: WorkingCube, name: str, numbers: list[int]) -> LayerStage:
    return Stage(name, tuple(geometry(cube.n).turn_at(number) for number in numbers))
