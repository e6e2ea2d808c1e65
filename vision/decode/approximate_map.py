"""Approximate maximum a posteriori decoding, used while the colours are being estimated."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import FloatArray, IntArray
from vision.decode.bounds import ROUNDING, ScoredArrangements
from vision.decode.pieces import assignment_bound, is_legal, most_probable_cube

# The numbers of arrangements that are examined, and decoded exactly. They bound the time: a reading
# decodes a cube in this way up to about a hundred times.
MAX_APPROX_EXAMINED = 100
MAX_APPROX_SOLVES = 10


@dataclass(frozen=True, slots=True)
class ApproxDecodedCube:
    """A legal cube that is probably the most probable one.

    `scored`: the arrangements that were searched; `labels` (views x 9): the colour of each sticker;
    `log_prob`; `loss`: how much larger the log-probability of the best labels is in the same
    arrangement if they need not form a legal cube.
    """

    scored: ScoredArrangements
    labels: IntArray
    log_prob: float
    loss: float


def decode_approx(scored: ScoredArrangements) -> ApproxDecodedCube:
    """Return an approximate MAP cube.

    Examines at most MAX_APPROX_EXAMINED arrangements in the order of their upper bounds. Unlike
    `decode` it does not prove that no other cube is more probable.
    """
    log_prob, letters, best = -np.inf, np.zeros(54, np.int64), 0
    solved = 0
    for index in _largest(scored.upper, MAX_APPROX_EXAMINED).tolist():
        if scored.upper[index] <= log_prob + ROUNDING:
            break
        table = scored.table(index)
        if is_legal(table.argmax(1)):
            log_prob, letters, best = float(table.max(1).sum()), table.argmax(1), index
        elif solved < MAX_APPROX_SOLVES and assignment_bound(table) > log_prob:
            solved += 1
            cube, cube_log_prob = most_probable_cube(table)
            if cube_log_prob > log_prob:
                log_prob, letters, best = cube_log_prob, cube, index
    arrangement = scored.arrangements.for_all_views(best)
    labels = arrangement.position_colours[letters][arrangement.facelets]
    unconstrained = float(arrangement.facelet_log_probs(scored.log_probs).max(1).sum())
    return ApproxDecodedCube(scored, labels, log_prob, unconstrained - log_prob)


def _largest(values: FloatArray, count: int) -> IntArray:
    """Return the indices of the largest values, at most `count`, in descending order."""
    # To sort all arrangements would take longer than to decode one.
    largest = np.argpartition(-values, min(count, len(values) - 1))[:count]
    return largest[np.argsort(-values[largest])]
