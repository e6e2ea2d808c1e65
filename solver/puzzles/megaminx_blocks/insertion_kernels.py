"""Compiled parts of `insertion`: which cycles help, and where their words leave the fewest turns.

Words are arrays of numbers of turns. The codes of corners are from 0 to 59: 3 * place + twist.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.megaminx_blocks.corner_cycles import key
from solver.puzzles.megaminx_blocks.pieces import Codes
from solver.puzzles.three_cycles.words import Flags, place_met, put_in
from solver.search.compilation import compiled

Numbers = NDArray[np.int64]


@compiled
def cycles_needed(codes: Numbers, seen: Flags) -> int:
    """Return about how many cycles of three solve corners, whose codes are from 0 to 59.

    None exactly where all are solved. `seen` (20) is overwritten.
    """
    twice = 0
    for i in range(codes.shape[0]):
        seen[i] = False
    for i in range(codes.shape[0]):
        length, twist, at = 0, 0, i
        while not seen[at]:
            seen[at] = True
            length += 1
            twist += codes[at] % 3
            at = codes[at] // 3
        if length == 1:
            twice += 2 if twist % 3 else 0
        elif length:
            twice += length - 1 if length % 2 and twist % 3 == 0 else length
    return (twice + 1) // 2


@compiled
def cycled(code: int, a: int, b: int, c: int) -> int:
    """Return where a cycle of three corners takes a code."""
    if code // 3 == a // 3:
        return b // 3 * 3 + (b + code - a + 3) % 3
    if code // 3 == b // 3:
        return c // 3 * 3 + (c + code - b + 3) % 3
    if code // 3 == c // 3:
        return a // 3 * 3 + (a + code - c + 3) % 3
    return code


@compiled
def list_cycles(
    corners: Numbers,
    needed: int,
    reached: Numbers,
    seen: Flags,
    found: Numbers,
    left: Numbers,
) -> int:
    """List the cycles after which fewer are needed, and how many are; return their number."""
    count = 0
    for i in range(corners.shape[0]):
        for j in range(corners.shape[0]):
            for k in range(corners.shape[0]):
                if not (i < j and i < k and j != k):
                    continue
                if corners[i] == 3 * i or corners[j] == 3 * j or corners[k] == 3 * k:
                    continue
                for ways in range(9):
                    a, b, c = 3 * i, 3 * j + ways % 3, 3 * k + ways // 3
                    for piece in range(corners.shape[0]):
                        reached[piece] = cycled(corners[piece], a, b, c)
                    still = cycles_needed(reached, seen)
                    if still < needed and count < found.shape[0]:
                        found[count, 0], found[count, 1], found[count, 2] = a, b, c
                        left[count] = still
                        count += 1
    return count


@compiled
def best_places(
    word: Numbers,
    length: int,
    before: Numbers,
    cycles: Numbers,
    count: int,
    words: Codes,
    lengths: Numbers,
    starts: Numbers,
    commute: Flags,
    left_meets: Flags,
    right_meets: Flags,
    made: Numbers,
    best: Numbers,
    where: Numbers,
    which: Numbers,
) -> None:
    """Find for each cycle the place and the word that leave the fewest turns in all."""
    for at in range(length + 1):
        for face in range(12):
            left_meets[at, face] = place_met(word, length, at - 1, -1, face, 4, commute) >= 0
            right_meets[at, face] = place_met(word, length, at, 1, face, 4, commute) >= 0
    for number in range(count):
        best[number] = 1000
        for at in range(length + 1):
            found = key(
                before[at, cycles[number, 0]],
                before[at, cycles[number, 1]],
                before[at, cycles[number, 2]],
            )
            for row in range(starts[found], starts[found + 1]):
                size = lengths[row]
                meets = left_meets[at, words[row, 0] // 4]
                meets = meets or right_meets[at, words[row, size - 1] // 4]
                if not meets and length + size >= best[number]:
                    continue
                total = put_in(word, length, at, words[row], size, 4, commute, made)
                if total < best[number]:
                    best[number], where[number], which[number] = total, at, row
