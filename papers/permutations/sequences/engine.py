"""The engine of Wada (2005): the whole cube from pure sequences alone.

Each sequence makes three edges cycle, two edges flip, three corners cycle or two corners twist, and
leaves all other pieces where they are. If the permutation of the pieces is odd, which no such
sequence can solve, one quarter turn comes first.
"""

from __future__ import annotations

from papers.beam_options import BeamOptions
from papers.permutations.sequences.beam_search import (
    CompiledTable,
    beam_search,
    default_table,
    four_sequences_table,
)
from papers.permutations.sequences.pure_sequences import Word, kind_of
from papers.permutations.sticker_names import STICKERS, permutation_of
from solver.core.turn import Turn
from solver.cube import Cube
from solver.encodings import effect_on_bytes
from solver.engines.engine import Engine
from solver.solution import CubeSolution, Stage, merge_across_stages


class SequencesEngine(Engine[BeamOptions]):
    """Pure sequences alone."""

    name = "sequences"
    options = BeamOptions

    def solve(self, cube: Cube, options: BeamOptions) -> CubeSolution:
        """Solve a legal cube by pure sequences, a stage each.

        Where a stage ends with turns of the face that the next begins with, they are merged; a
        stage's note is its sequence in full.
        """
        return solve_with(default_table(), cube, options.effort)


class WadaEngine(Engine[BeamOptions]):
    """Wada's four sequences H, I, J and K alone, from all sides, with set-up turns."""

    name = "sequences-wada"
    options = BeamOptions

    def solve(self, cube: Cube, options: BeamOptions) -> CubeSolution:
        """Solve a legal cube by the four sequences, a stage each, as `sequences` does."""
        return solve_with(four_sequences_table(), cube, options.effort, self.name)


def solve_with(
    choice: CompiledTable, cube: Cube, effort: int, method: str = SequencesEngine.name
) -> CubeSolution:
    """Solve a legal cube by the pure sequences of a table of one's own."""
    return CubeSolution(
        cube, method, merge_across_stages(map(_stage, beam_search(cube, effort, choice)))
    )


def _stage(word: Word) -> Stage[Turn]:
    if len(word) == 1:
        return Stage("One turn, for an even permutation", word, format_with_setup(word))
    cycles = STICKERS.print_cycles(permutation_of(word))
    return Stage(f"{kind_of(effect_on_bytes(word)).value}: {cycles}", word, format_with_setup(word))


def format_with_setup(word: Word) -> str:
    """Write a sequence, and set-up turns that are undone at its end, as in [F2 U: R' L F2]."""
    count = 0
    while 2 * count + 2 < len(word) and word[count] == word[-1 - count].inverse():
        count += 1
    core = " ".join(map(str, word[count : len(word) - count]))
    return f"[{' '.join(map(str, word[:count]))}: {core}]" if count else core
