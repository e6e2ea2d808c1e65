"""The method `steps` of the Megaminx, as a person solves it: blocks, pairs, edges, corners.

A face whose block is done turns no more, until BR, R and U are left. Then an edge and a corner at a
time come to their places below U, and the edges of U, each by the shortest turns of these three
faces that keep what is solved. At last cycles of three bring the corners of U home.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from solver.core.errors import PuzzleError
from solver.puzzles.megaminx_blocks.insertion import CycleInsertion
from solver.puzzles.megaminx_blocks.pieces import (
    SOLVED,
    TURNS,
    Codes,
    Word,
    after_word,
    face_of,
    pieces,
    state_after,
)
from solver.puzzles.megaminx_blocks.stage_search import beginnings, search_stage
from solver.puzzles.megaminx_blocks.stages import (
    STOPPING,
    BlockStage,
    block_stage,
    load,
    load_stages,
    stages,
)
from solver.puzzles.megaminx_turns import FACES, MegaminxTurn
from solver.puzzles.polyhedra.polyhedron import PolyhedronTurn

# Of so many ways to do a step the one is taken that leaves the least for the next: of a block, and
# of a pair or an edge.
_WAYS_OF_BLOCKS, _WAYS = 30, 3
_LEFT = ("BR", "R", "U")
# What is solved when these three are left: the faces of each piece, step by step. The pieces of a
# line share a table.
_LINES: tuple[tuple[str, ...], ...] = (
    ("BR BL, BR BL B", "BR B, BR B DR"),
    ("BR DR, BR DR R", "R DR, R DR FR"),
    ("R FR, R FR F", "R F", "R BR"),
    ("U F", "U L", "U BL"),
    ("U BR, U R",),
)


@dataclass(frozen=True, slots=True)
class SolvedStep:
    """A step: what it solves in words, with numbers of faces in place of their names; its turns."""

    words: str
    faces: tuple[int, ...]
    turns: Word

    def name(self, faces: Sequence[int]) -> str:
        """Return its name where faces are elsewhere."""
        return self.words.format(*(FACES[faces[face]] for face in self.faces))


@cache
def last_stages() -> tuple[BlockStage, ...]:
    """Return the stages of pairs and edges, without distances."""
    done = [int(piece) for stage in stages()[:-1] for piece in stage.pieces]
    turns = [i for i in range(4 * len(FACES)) if FACES[face_of(i)] in _LEFT]
    own: list[int] = []
    full: list[tuple[int, ...]] = []
    found = []
    for line in _LINES:
        start = len(own)
        for text in line:
            own += [_piece(names.split()) for names in text.split(", ")]
            found.append(
                block_stage(turns, [*own], set(done), [*full, tuple(range(start, len(own)))])
            )
        full.append(tuple(range(start, len(own))))
    return tuple(found)


def _piece(names: Sequence[str]) -> int:
    """Return the number of the piece that lies on some faces."""
    of_faces = pieces().targets[::4][:, SOLVED] != SOLVED  # (12, 50): which faces move a piece
    wanted = np.array([face in names for face in FACES])
    (found,) = np.flatnonzero((of_faces == wanted[:, None]).all(axis=0)).tolist()
    return int(found)


def prepare(progress: Callable[[float], None]) -> None:
    """Load the tables, or build them; `progress` is called with the share that is built."""
    load(lambda share: progress(0.7 * share))
    _tables(lambda share: progress(0.7 + 0.3 * share))


def _tables(progress: Callable[[float], None] = lambda share: None) -> tuple[BlockStage, ...]:
    return load_stages("megaminx-steps", last_stages(), progress)


def solve(scramble: Sequence[PolyhedronTurn]) -> Iterator[tuple[str, tuple[MegaminxTurn, ...]]]:
    """Yield the steps that solve what turns of layers leave, by name, with turns of faces.

    Raises PuzzleError where a step is not found, which no state is known for.
    """
    rotation, state = state_after(scramble)
    faces = pieces().turned_faces[rotation].tolist()
    for step in solve_state(state):
        word = pieces().turned_word(rotation, step.turns)
        yield step.name(faces), tuple(TURNS[turn] for turn in word)


def solve_state(state: Codes) -> Iterator[SolvedStep]:
    """Yield the steps that solve a state."""
    steps = list(zip(_names(), (*load().stages[:-1], *_tables()), strict=True))
    for number, ((words, faces), stage) in enumerate(steps):
        after = steps[number + 1][1] if number + 1 < len(steps) else None
        word = _shortest(stage, after, state)
        state = after_word(state, word)
        yield SolvedStep(words, faces, word)
    insertion = CycleInsertion(load().cycles)
    while (state != SOLVED).any():
        word = insertion.next_cycle(state)
        state = after_word(state, word)
        yield SolvedStep("{} corners", (FACES.index("U"),), word)


def _shortest(stage: BlockStage, after: BlockStage | None, state: Codes) -> Word:
    """Return the shortest turns that do a step, of those that leave the least for the next."""

    def rank(states: Codes) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
        """Return how many turns the next step needs at least from states: fewer are better."""
        return after.distance(states) if after else np.zeros(len(states), dtype=np.uint8)

    ways = _WAYS if len(stage.turns) == 4 * len(_LEFT) else _WAYS_OF_BLOCKS
    found = search_stage(
        stage, beginnings(state[None]), rank, ways, np.random.default_rng(0), lambda: False
    )
    if not len(found):
        raise PuzzleError("a step was not found by the method 'steps'")
    return tuple(found.words[0, : found.lengths[0]].tolist())


def _names() -> list[tuple[str, tuple[int, ...]]]:
    """Return what each step but the last solves, and the numbers of its faces."""
    found = []
    for stopping in STOPPING:
        found.append((" ".join(["{}"] * len(stopping)) + " block", _numbers(stopping)))
    for line in _LINES:
        for text in line:
            names = text.split(", ")
            # An edge with its corner has the name of the edge.
            shown = names if len({len(each.split()) for each in names}) == 1 else names[:1]
            kind = "pair" if len(shown) < len(names) else "edge" if len(names) == 1 else "edges"
            faces = [face for each in shown for face in each.split()]
            words = ", ".join("-".join("{}" for _ in each.split()) for each in shown)
            found.append((f"{words} {kind}", _numbers(faces)))
    return found


def _numbers(faces: Sequence[str]) -> tuple[int, ...]:
    return tuple(map(FACES.index, faces))
