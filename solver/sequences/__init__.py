"""The engine of seed 004: the whole cube from pure sequences alone.

Each sequence makes three edges cycle, two edges flip, three corners cycle or two corners twist, and
leaves all other pieces where they are. Only where the pieces are permuted oddly, which no such
sequence mends, one quarter turn comes first.
"""

from __future__ import annotations

from solver.algebra import STICKERS
from solver.algebra.stickers import permutation_of
from solver.cube import Cube
from solver.engine import Solution, Stage
from solver.errors import MethodError
from solver.joining import join
from solver.lbl.state import effect_of
from solver.sequences.pure import Word, kind_of
from solver.sequences.search import Choice, find, usual_choice

DEFAULT_EFFORT = 20


def solve(cube: Cube, *, effort: int = DEFAULT_EFFORT) -> Solution:
    """Solve a legal cube by pure sequences, a stage each.

    `effort` is how many ways are followed side by side: more of them find a shorter solution and
    take longer. Where a stage ends with turns of the face that the next begins with, they are
    merged; a stage's note is its sequence in full. Raises MethodError for an effort below 1.
    """
    return solve_with(usual_choice(), cube, effort)


def solve_with(choice: Choice, cube: Cube, effort: int) -> Solution:
    """Solve a legal cube by the pure sequences of a table of one's own; else as `solve`."""
    if effort < 1:
        raise MethodError(f"effort {effort}: the method 'sequences' needs at least 1")
    return Solution(cube, "sequences", join(map(_stage, find(cube, effort, choice))))


def _stage(word: Word) -> Stage:
    if len(word) == 1:
        return Stage("One turn, for an even permutation", word, bracketed(word))
    cycles = STICKERS.print_cycles(permutation_of(word))
    return Stage(f"{kind_of(effect_of(word)).value}: {cycles}", word, bracketed(word))


def bracketed(word: Word) -> str:
    """Write a sequence, and set-up turns that are undone at its end, as in [F2 U: R' L F2]."""
    count = 0
    while 2 * count + 2 < len(word) and word[count] == word[-1 - count].inverse():
        count += 1
    core = " ".join(map(str, word[count : len(word) - count]))
    return f"[{' '.join(map(str, word[:count]))}: {core}]" if count else core
