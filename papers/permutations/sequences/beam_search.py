"""Beam search for a short series of pure sequences.

From each level the `width` best nodes are expanded: those with the fewest turns so far (after
merging turns where sequences meet) plus an estimate of what is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from papers.permutations import shimauchi
from papers.permutations.sequences.kernel import (
    EDGES,
    MERGE_WINDOW,
    NONE,
    PLACES,
    Effects,
    apply_effect,
    children,
)
from papers.permutations.sequences.pure_sequences import (
    Table,
    Word,
    close_under_conjugation,
    table,
)
from papers.permutations.sticker_names import SEQUENCES
from solver.core.permutation import Permutation
from solver.core.turn import ALL_TURNS, cancel_turns
from solver.cube import Cube

# Number of children that are examined for each node of the beam.
CHILDREN = 4000


class SequenceNode(NamedTuple):
    """A partial solution: its effect on the cube, and its merged turns."""

    row: bytes
    words: tuple[Word, ...]
    turns: Word


@dataclass(frozen=True)
class CompiledTable:
    """A table of pure sequences, also in the format of the compiled search."""

    words: tuple[Word, ...]
    effects: Effects


def compile_table(found: Table) -> CompiledTable:
    """Return a table compiled for the search."""
    effects = [_effect(words[0]) for words in found.values()]
    count = np.array([len(places) for places, _, _ in effects], dtype=np.int64)
    columns = np.zeros((3, len(effects), 3), dtype=np.uint8)
    for i, parts in enumerate(effects):
        for column, part in zip(columns, parts, strict=True):
            column[i, : len(part)] = part
    places, sources, turned = columns
    words = tuple(word for sequences in found.values() for word in sequences)
    spelled = np.full((len(words), max(map(len, words))), NONE, dtype=np.uint8)
    for row, word in zip(spelled, words, strict=True):
        row[: len(word)] = [_NUMBER[turn] for turn in word]
    first = np.cumsum([0, *(len(sequences) for sequences in found.values())])
    length = np.array([len(sequences[0]) for sequences in found.values()], dtype=np.int64)
    return CompiledTable(words, Effects(count, sources, places, turned, first, length, spelled))


def _effect(word: Word) -> tuple[list[int], list[int], list[int]]:
    """Return the positions that a sequence changes, what comes to each, and its orientation."""
    row, home = _row(Cube.solved().apply(word)), _row(Cube.solved())
    places = [place for place in range(PLACES) if row[place] != home[place]]
    sources = [row[p] >> 1 if p < EDGES else EDGES + row[p] // 3 for p in places]
    turned = [row[p] & 1 if p < EDGES else row[p] % 3 for p in places]
    return places, sources, turned


def _row(cube: Cube) -> bytes:
    """Return a cube in the format of the compiled search."""
    edges = zip(cube.edges, cube.edge_flips, strict=True)
    corners = zip(cube.corners, cube.corner_twists, strict=True)
    return bytes([*(2 * e + flip for e, flip in edges), *(3 * c + twist for c, twist in corners)])


@cache
def default_table() -> CompiledTable:
    """Return the table of the shortest pure sequences."""
    return compile_table(table())


@cache
def four_sequences_table() -> CompiledTable:
    """Return the table of Wada's four sequences, from all sides, and set-up turns."""
    return compile_table(
        close_under_conjugation(cancel_turns(shimauchi.parse(text)) for text in SEQUENCES.values())
    )


def beam_search(cube: Cube, width: int, choice: CompiledTable) -> tuple[Word, ...]:
    """Find pure sequences that solve a legal cube one after the other.

    Where its pieces are permuted oddly, one quarter turn comes first.
    """
    is_even = Permutation(cube.corners).is_even
    starts: list[Word] = [()] if is_even else [(turn,) for turn in _QUARTER_TURNS]
    words = () if is_even else None
    nodes = [
        SequenceNode(_row(cube.apply(start)), () if words == () else (start,), start)
        for start in starts
    ]
    best: SequenceNode | None = None
    while nodes:
        for node in nodes:
            if node.row == _SOLVED and (best is None or len(node.turns) < len(best.turns)):
                best = node
        nodes = _next_level([node for node in nodes if node.row != _SOLVED], width, choice, best)
    assert best is not None
    return best.words


def _next_level(
    nodes: list[SequenceNode], width: int, choice: CompiledTable, best: SequenceNode | None
) -> list[SequenceNode]:
    """Return the nodes of the next level."""
    if not nodes:
        return []
    rows = np.array([list(node.row) for node in nodes], dtype=np.uint8)
    tails = np.full((len(nodes), MERGE_WINDOW), NONE, dtype=np.uint8)
    for tail, node in zip(tails, nodes, strict=True):
        end = node.turns[-MERGE_WINDOW:]
        tail[: len(end)] = [_NUMBER[turn] for turn in end]
    turns = np.array([len(node.turns) for node in nodes], dtype=np.int64)
    found = np.empty((CHILDREN * len(nodes), 3), dtype=np.int64)
    costs = np.empty((CHILDREN * len(nodes), 2), dtype=np.float64)
    bound = 1e9 if best is None else float(len(best.turns))
    row = np.empty(PLACES, dtype=np.uint8)
    joined = np.empty(MERGE_WINDOW + choice.effects.words.shape[1], dtype=np.uint8)
    number = children(rows, tails, turns, bound, choice.effects, found, costs, row, joined)
    order = np.argsort(costs[:number, 1], kind="stable")
    kept: dict[bytes, SequenceNode] = {}
    for child in order:
        of, effect, word = found[child]
        apply_effect(rows[of], choice.effects, effect, row)
        reached = row.tobytes()
        if reached not in kept:
            parent, done = nodes[of], choice.words[word]
            made = cancel_turns((*parent.turns, *done))
            kept[reached] = SequenceNode(reached, (*parent.words, done), made)
            if len(kept) == width:
                break
    return list(kept.values())


_NUMBER = {turn: number for number, turn in enumerate(ALL_TURNS)}
_QUARTER_TURNS = tuple(turn for turn in ALL_TURNS if turn.quarter_turns != 2)
_SOLVED = _row(Cube.solved())
