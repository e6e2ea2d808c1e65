"""The tables of the phases of a 4x4x4 and of a 5x5x5: build, cache and load.

Bounds look at a few coordinates each and say little near the end. All states of a few moves are few
enough to be found, and their hashes fit into a table that never says too much: each cell has the
distance in two bits, where two states share it that of the nearer one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from files import table_cache
from files.folders import cache_folder
from solver.engines.options import WIDE
from solver.puzzles.reduction import five_phases, four_phases
from solver.puzzles.reduction.guided_search import GuidedPhase, copy_state, hash_of, move_state
from solver.puzzles.reduction.phase_design import PhaseDesign
from solver.search.compilation import compiled

# From more states than this no further ones are kept, only marked.
_MOST_STATES = 400_000

State = NDArray[np.int64]
Sets = NDArray[np.uint32]


def build_near(design: PhaseDesign) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return the cells of a phase, and up to how many moves (`reach`) they tell.

    None and -1 for a phase that has no cells.
    """
    if not design.near_bits:
        return np.zeros(0, dtype=np.uint8), np.array([-1])
    phase = design.without_bounds()
    phase = phase._replace(near=np.zeros(design.near_octets, dtype=np.uint8))
    distance = np.full(4 * len(phase.near), 255, dtype=np.uint8)
    state, sets = _ends(design)
    before, here = np.zeros(0, dtype=np.uint64), _keys(state, sets)
    depth = 0
    _mark(phase, state, sets, distance, depth)
    while len(state) <= _MOST_STATES:
        after_state, after_sets = _moved(phase, state, sets)
        keys, first = np.unique(_keys(after_state, after_sets), return_index=True)
        is_new = ~np.isin(keys, before) & ~np.isin(keys, here)
        before, here = here, keys[is_new]
        state, sets = after_state[first[is_new]], after_sets[first[is_new]]
        depth += 1
        _mark(phase, state, sets, distance, depth)
        if not len(state):
            break
    room = np.zeros((2, state.shape[1]), dtype=np.int64), np.zeros((2, sets.shape[1]), np.uint32)
    _mark_after(phase, state, sets, *room, distance, depth + 1)
    reach = depth + 1
    # Nearer by two and more is 0, farther than can be told is 3.
    cells = np.clip(distance.astype(np.int64) - (reach - 2), 0, 3).astype(np.uint8).reshape(-1, 4)
    near = cells[:, 0] | cells[:, 1] << 2 | cells[:, 2] << 4 | cells[:, 3] << 6
    return near.astype(np.uint8), np.array([reach])


def _ends(design: PhaseDesign) -> tuple[State, Sets]:
    """Return the states at the end of a phase."""
    ends = list(product(*(each.goals for each in design.coordinates)))
    state = np.array(ends, dtype=np.int64).reshape(len(ends), len(design.coordinates))
    sets = np.array([each.goal for each in design.sets], dtype=np.uint32)
    return state, np.tile(sets, (len(state), 1))


def _keys(state: State, sets: Sets) -> NDArray[np.uint64]:
    """Return a number of 64 bits for each state, which no two states are likely to share."""
    key = np.zeros(len(state), dtype=np.uint64)
    for column in (*state.T, *sets.T):
        key = (key ^ column.astype(np.uint64)) * np.uint64(0xBF58476D1CE4E5B9)
        key ^= key >> np.uint64(31)
    return key


def _moved(phase: GuidedPhase, state: State, sets: Sets) -> tuple[State, Sets]:
    moves = len(phase.numbers)
    after_state = np.zeros((len(state) * moves, state.shape[1]), dtype=np.int64)
    after_sets = np.zeros((len(state) * moves, sets.shape[1]), dtype=np.uint32)
    room = np.zeros((2, state.shape[1]), dtype=np.int64), np.zeros((2, sets.shape[1]), np.uint32)
    _move_all(phase, state, sets, *room, after_state, after_sets)
    return after_state, after_sets


@compiled
def _move_all(
    p: GuidedPhase,
    state: State,
    sets: Sets,
    one: State,
    one_sets: Sets,
    after: State,
    after_sets: Sets,
) -> None:
    """Write all states after all moves."""
    for row in range(len(state)):
        copy_state(state, sets, row, one, one_sets, 0)
        for move in range(len(p.numbers)):
            move_state(p, move, one, one_sets, 0, 1)
            copy_state(one, one_sets, 1, after, after_sets, row * len(p.numbers) + move)


@compiled
def _mark(
    p: GuidedPhase, state: State, sets: Sets, distance: NDArray[np.uint8], depth: Any
) -> None:
    """Note the distance of some states, where none is nearer."""
    for row in range(len(state)):
        cell = np.int64(hash_of(p, state, sets, row) & np.uint64(len(distance) - 1))
        distance[cell] = min(np.int64(distance[cell]), depth)


@compiled
def _mark_after(
    p: GuidedPhase,
    state: State,
    sets: Sets,
    one: State,
    one_sets: Sets,
    distance: NDArray[np.uint8],
    depth: Any,
) -> None:
    """Note the distance of all states that a move leads to, where none is nearer."""
    for row in range(len(state)):
        copy_state(state, sets, row, one, one_sets, 0)
        for move in range(len(p.numbers)):
            move_state(p, move, one, one_sets, 0, 1)
            cell = np.int64(hash_of(p, one, one_sets, 1) & np.uint64(len(distance) - 1))
            distance[cell] = min(np.int64(distance[cell]), depth)


_VERSION = 4
# What part of the time of a phase its bounds take; the rest goes into what is near the end.
_BOUNDS = 0.6
# What each phase has.
_ARRAYS = ("bounds", "nearer", "near", "reach")

Phases = tuple[GuidedPhase, ...]
Progress = Callable[[float], None]

_DESIGNS: Mapping[int, Callable[[str], tuple[PhaseDesign, ...]]] = {
    four_phases.N: four_phases.designs,
    five_phases.N: five_phases.designs,
}
# Both metrics of a 5x5x5 have the same states and share the tables, which have distances in wide
# turns: a beam needs no bounds, only what tells near states from others.
_SHARED = {five_phases.N: WIDE}
_LOADED = table_cache.LoadedOnce[tuple[int, str], Phases]()


def load_phases(n: int, metric: str, progress: Progress = lambda share: None) -> Phases:
    """Return the phases of a metric; build their tables where the cache has none.

    `progress` is called with the share that is built. Raises TableCacheError where the tables
    cannot be kept.
    """
    return _LOADED.get((n, metric), lambda: _load(n, metric, progress))


def _load(n: int, metric: str, progress: Progress) -> Phases:
    of_tables = _SHARED.get(n, metric)
    path = cache_folder() / f"reduction-{n}x{n}x{n}-{of_tables}-{_VERSION}.tables"
    designs = _DESIGNS[n](metric)
    layout: dict[str, tuple[type[np.generic], tuple[int | str, ...]]] = {}
    for number, design in enumerate(designs):
        layout[f"bounds{number}"] = np.uint8, (sum(design.bound_sizes()),)
        layout[f"nearer{number}"] = np.uint32, (3 * design.listed_states,)
        layout[f"near{number}"] = np.uint8, (design.near_octets,)
        layout[f"reach{number}"] = np.int64, (1,)

    def read(path: Path) -> Phases:
        kept = table_cache.load_as(path, layout)
        return tuple(
            design.with_bounds(*(kept[f"{name}{number}"] for name in _ARRAYS))
            for number, design in enumerate(designs)
        )

    return table_cache.load_or_build(path, read, lambda: _build(_DESIGNS[n](of_tables), progress))


def _build(designs: tuple[PhaseDesign, ...], progress: Progress) -> dict[str, NDArray[Any]]:
    found: dict[str, NDArray[Any]] = {}
    for number, design in enumerate(designs):

        def share(part: float, number: int = number) -> None:
            progress((number + part) / len(designs))

        bounds, nearer = design.build(lambda part, share=share: share(_BOUNDS * part))  # type: ignore[misc]
        found[f"bounds{number}"], found[f"nearer{number}"] = bounds, nearer
        found[f"near{number}"], found[f"reach{number}"] = build_near(design)
        share(1.0)
    return found
