"""Specifications of the step tables, and building and caching them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from files import table_cache
from files.folders import cache_folder
from solver.puzzles.nxn.layers import geometry
from solver.puzzles.tsukuda.distances import StepTable, build_step_table
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
    """Load a table, or build and keep it. Raises TableCacheError where it cannot be kept."""
    path = _path(name, model)
    return table_cache.load_or_build(
        path, lambda: _load(path, name, model), lambda: _arrays(_build(table_spec(name, model)))
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
