"""Stabiliser chains in the table cache."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from files import table_cache
from files.folders import cache_folder
from solver.puzzles.polyhedra.solving.schreier_sims import build_chain
from solver.puzzles.polyhedra.solving.stabiliser_chain import StabiliserChain
from solver.puzzles.polyhedra.solving.turn_group import TurnGroup

# Raise it whenever chains are built differently, or turns are numbered differently.
VERSION = 2

_LAYOUT: table_cache.Layout = {
    "base": (np.uint16, ("levels",)),
    "entries": (np.uint16, ("words", 4)),
    "turns": (np.uint16, ("turns",)),
}

_Arrays = Mapping[str, NDArray[Any]]


def load_or_build_chain(
    group: TurnGroup, progress: Callable[[float], None] = lambda _: None
) -> StabiliserChain:
    """Load a puzzle's chain, or build it, telling the share that is done, and keep it.

    Raises PuzzleError where it cannot be built, and TableCacheError where it cannot be kept.
    """
    path = cache_folder() / f"{group.puzzle.name}-{VERSION}.tables"
    return table_cache.load_or_build(
        path, lambda: _load(path, group), lambda: _serialise(build_chain(group, progress))
    )


def _load(path: Path, group: TurnGroup) -> StabiliserChain:
    arrays = table_cache.load_as(path, _LAYOUT)
    try:
        return _deserialise(group, arrays)
    except (IndexError, ValueError) as error:
        raise table_cache.damaged(path, str(error)) from error


def _serialise(chain: StabiliserChain) -> _Arrays:
    """Return the rows of every word.

    Its level, its place, whether it is the step, and its turns.
    """
    entries = [
        (level, place, int(is_step), len(word), word)
        for level, place, is_step, word in chain.entries()
    ]
    return {
        "base": np.array(chain.base, dtype=np.uint16),
        "entries": np.array([entry[:4] for entry in entries], dtype=np.uint16),
        "turns": np.array([turn for entry in entries for turn in entry[4]], dtype=np.uint16),
    }


def _deserialise(group: TurnGroup, arrays: _Arrays) -> StabiliserChain:
    """Return the chain. Raises IndexError or ValueError for arrays that do not describe one."""
    chain = StabiliserChain(group, arrays["base"].tolist())
    turns = arrays["turns"].tolist()
    if arrays["entries"][:, 3].sum() != len(turns):
        raise ValueError("its words are not as long as its turns")
    start = 0
    for level, place, is_step, length in arrays["entries"].tolist():
        chain.restore_entry(level, place, bool(is_step), tuple(turns[start : start + length]))
        start += length
    return chain
