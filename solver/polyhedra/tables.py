"""Stabiliser chains in the user's cache: the words alone, the rest follows from the puzzle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver import store
from solver.polyhedra.building import chain_of
from solver.polyhedra.chain import StabiliserChain
from solver.polyhedra.group import TurnGroup

# Raise it whenever chains are built differently, or turns are numbered differently.
VERSION = 1

_Arrays = Mapping[str, NDArray[Any]]


def kept_chain(
    group: TurnGroup, progress: Callable[[float], None] = lambda _: None
) -> StabiliserChain:
    """Load a puzzle's chain, or build it, telling the share that is done, and keep it.

    Raises PuzzleError where it cannot be built, and TableError where it cannot be kept or its
    file is damaged.
    """
    path = store.cache_folder() / f"{group.puzzle.name}-{VERSION}.tables"
    with suppress(FileNotFoundError):
        return _read(group, store.load(path))
    chain = chain_of(group, progress)
    store.save(path, _written(chain))
    return chain


def _written(chain: StabiliserChain) -> _Arrays:
    """Lay out every word: its level, its place, whether it is the step, and its turns."""
    entries = [
        (level, place, int(is_step), len(word), word)
        for level, place, is_step, word in chain.entries()
    ]
    return {
        "base": np.array(chain.base, dtype=np.uint16),
        "entries": np.array([entry[:4] for entry in entries], dtype=np.uint16),
        "turns": np.array([turn for entry in entries for turn in entry[4]], dtype=np.uint16),
    }


def _read(group: TurnGroup, arrays: _Arrays) -> StabiliserChain:
    chain = StabiliserChain(group, arrays["base"].tolist())
    turns = arrays["turns"].tolist()
    start = 0
    for level, place, is_step, length in arrays["entries"].tolist():
        chain.put(level, place, bool(is_step), tuple(turns[start : start + length]))
        start += length
    return chain
