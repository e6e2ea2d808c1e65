"""The distance tables of the steps: the macros that bring its pieces home, and how many turns.

They are built from their specifications when they are first used, and cached.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import perm
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from files import table_cache
from files.folders import cache_folder
from solver.puzzles.nxn.layers import geometry
from solver.puzzles.tsukuda.macros import MAX_LENGTH, NONE, Macros, find_macros
from solver.puzzles.tsukuda.recipes import (
    CENTRAL,
    CORNERS,
    WING_MODEL,
    WINGS,
    TableSpec,
    corner_model,
    edge_model,
    table_spec,
)
from solver.search.distance_builder import build_distance_table
from solver.search.distance_table import UNREACHED, CoordinateSpace


@dataclass(frozen=True, slots=True)
class StepTable:
    """The table of a step: the distance of each arrangement of its pieces.

    `ranks` gives the b places that they can be in a number from 0 to b - 1 (others UNREACHED); the
    pieces' ranks are the digits, to base b, of an index into `turns`, the distances. `macros` are
    the step's m sequences, `steps` (m x b) their targets by rank.
    """

    macros: Macros
    ranks: NDArray[np.uint8]
    steps: NDArray[np.uint8]
    turns: NDArray[np.uint8]

    def distance(self, where: NDArray[np.int64]) -> int:
        """Return the distance of pieces at these positions.

        Raises KeyError if they cannot be solved.
        """
        distance = int(self.turns[_index(self.ranks[where], len(self.steps[0]))])
        if distance == UNREACHED:
            raise KeyError(f"no sequences of this step bring pieces home from {where.tolist()}")
        return distance

    def solve(self, where: NDArray[np.int64]) -> list[int]:
        """Return the sequences, as rows of `macros`, that bring the pieces home."""
        rows: list[int] = []
        self.distance(where)
        digits = self.ranks[where]
        while True:
            row = int(_next_macro(digits, self.steps, self.macros.lengths, self.turns))
            if row < 0:
                return rows
            rows.append(row)
            digits = self.steps[row][digits]


def build_step_table(macros: Macros, goals: Sequence[Sequence[int]]) -> StepTable:
    """Build the table for pieces that are home at any of `goals`, each a place for each piece."""
    ranks = np.full(macros.targets.shape[1], UNREACHED, dtype=np.uint8)
    reachable = _reachable(macros, goals)
    ranks[reachable] = np.arange(len(reachable))
    steps = np.ascontiguousarray(ranks[macros.targets[:, reachable]])
    moving = (steps != np.arange(len(reachable))).any(axis=1)
    macros = Macros(macros.moves[moving], macros.lengths[moving], macros.targets[moving])
    base, pieces = len(reachable), len(goals[0])
    steps = np.ascontiguousarray(steps[moving])
    turns = build_distance_table(
        CoordinateSpace((steps.T,) * pieces),
        [int(_index(ranks[list(goal)], base)) for goal in goals],
        macros.lengths.tolist(),
        reachable=perm(base, pieces),
    )
    return StepTable(macros, ranks, steps, turns)


def _reachable(macros: Macros, goals: Sequence[Sequence[int]]) -> list[int]:
    found = {place for goal in goals for place in goal}
    while True:
        more = found | set(np.unique(macros.targets[:, sorted(found)]).tolist())
        if more == found:
            return sorted(found)
        found = more


@njit(cache=True, nogil=True)
def _index(digits, base):  # type: ignore[no-untyped-def]
    index = 0
    for digit in digits:
        index = index * base + digit
    return index


@njit(cache=True, nogil=True)
def _next_macro(digits, steps, lengths, turns):  # type: ignore[no-untyped-def]
    """Return a sequence that leads nearer by its whole length, -1 at home."""
    base = steps.shape[1]
    here = turns[_index(digits, base)]
    if here == 0:
        return -1
    for row in range(len(steps)):
        there = 0
        for digit in digits:
            there = there * base + steps[row, digit]
        if turns[there] + lengths[row] == here:
            return row
    return -2


_VERSION = 1
_LAYOUT: table_cache.Layout = {
    "moves": (np.uint8, ("sequences", MAX_LENGTH)),
    "lengths": (np.uint8, ("sequences",)),
    "targets": (np.uint8, ("sequences", "places")),
    "ranks": (np.uint8, ("places",)),
    "steps": (np.uint8, ("sequences", "base")),
    "turns": (np.uint8, ("arrangements",)),
}

Progress = Callable[[float], None]


@cache
def load_table(name: str, model: int) -> StepTable:
    """Load a table, or build and keep it. Raises TableCacheError where no folder takes it."""
    path = _path(name, model)
    return table_cache.load_or_build(
        path,
        lambda file: _load(file, name, model),
        lambda: _arrays(_build(table_spec(name, model))),
    )


def _load(path: Path, name: str, model: int) -> StepTable:
    kept = table_cache.load_as(path, _LAYOUT)
    pieces = len(table_spec(name, model).goals[0])
    if kept["turns"].size != kept["steps"].shape[1] ** pieces:
        raise table_cache.damaged(path, f"it has distances of {kept['turns'].size} arrangements")
    macros = Macros(kept["moves"], kept["lengths"], kept["targets"])
    return StepTable(macros, kept["ranks"], kept["steps"], kept["turns"])


def _arrays(table: StepTable) -> dict[str, NDArray[Any]]:
    return {
        "moves": table.macros.moves,
        "lengths": table.macros.lengths,
        "targets": table.macros.targets,
        "ranks": table.ranks,
        "steps": table.steps,
        "turns": table.turns,
    }


def _path(name: str, model: int) -> Path:
    return cache_folder() / f"tsukuda-{_VERSION}-{name}-{model}.bin"


def _build(how: TableSpec) -> StepTable:
    sequences = _sequences(_base(how.name), how.model)
    fixed = np.array(how.fixed, dtype=np.int64)
    still = (sequences.targets[:, fixed] == fixed).all(axis=1)
    return build_step_table(
        Macros(sequences.moves[still], sequences.lengths[still], sequences.targets[still]),
        how.goals,
    )


@cache
def _sequences(name: str, model: int) -> Macros:
    """Find the sequences of a table, which those with other goals share."""
    how = table_spec(name, model)
    return find_macros(geometry(how.model), how.layers, how.orbits, how.keep, how.half, how.most)


def _base(name: str) -> str:
    """Return the name of a table that has the same sequences."""
    return (
        name.replace("top-wings-2", "top-wings-1").removesuffix("-paired").removesuffix("-placed")
    )


def required_tables(n: int) -> list[tuple[str, int]]:
    """Return the names of the tables that a cube of size n is solved with, and their models."""
    names = [(name, corner_model(n)) for name in CORNERS]
    if n > 3:
        names += [(name, WING_MODEL) for name in WINGS]
    if n % 2:
        names += [(name, edge_model(n)) for name in CENTRAL]
    return names


def prepare(n: int, progress: Progress = lambda share: None) -> None:
    """Load or build all tables for a size; `progress` is called with the share that is built."""
    names = required_tables(n)
    missing = [each for each in names if not _path(*each).exists()]
    for number, (name, model) in enumerate(missing):
        progress(number / len(missing))
        load_table(name, model)
    for name, model in names:
        load_table(name, model)


def macro_turns(row: int, made: StepTable) -> list[int]:
    """Return a macro's turns by their numbers on the model."""
    return [int(number) for number in made.macros.moves[row] if number != NONE]
