"""MAP decoding over all arrangements: approximate, and exact with the margin over other cubes.

The approximate one is used while the colours are being estimated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solver.core.geometry import FACES
from vision.arrays import BoolArray, FloatArray, IntArray
from vision.decode.arrangement_search import (
    MAX_EXACT_SOLVES,
    MAX_MARGIN,
    ArrangementSearch,
    Candidate,
    examine_all,
)
from vision.decode.arrangements import Arrangement
from vision.decode.bounds import ROUNDING, ScoredArrangements
from vision.decode.pieces import assignment_bound, best_cube, is_legal, most_probable_cube

# The log-odds margin over every other legal cube that makes a reading certain, and the extra margin
# required for each unit of total loss (natural logarithms). One clear contradiction (loss 8)
# requires more than MAX_MARGIN, because three wrong stickers can make another legal cube. Chosen on
# cube-photos with their brightness and balance changed, where the wrong cubes (4 of 164)
# missed certainty by at least 3.5.
CERTAIN_MARGIN = 5.0
MARGIN_PER_LOSS = 1.0
# The extra margin where a face is in no photo: a sticker that is read wrong on the others then
# often makes another legal cube. Chosen on cube-photos without one face, also in other light.
UNSEEN_FACE_MARGIN = 1.5

# The numbers of arrangements that are examined, and decoded exactly. They bound the time: a reading
# decodes a cube in this way up to about a hundred times.
MAX_APPROX_EXAMINED = 100
MAX_APPROX_SOLVES = 10


@dataclass(frozen=True, slots=True)
class DecodedCube:
    """The most probable legal cube, with its margins.

    `colours` (54): index of the colour of each facelet; `arrangement`: where the stickers of the
    views are; `log_prob`; `margin`: log-odds over the best legal cube with other facelets (at most
    MAX_MARGIN; 0 if the search reached a limit); `facelet_margins` (54): the same over the best
    legal cubes that differ in each facelet; `facelet_log_probs` (54 x 6): of each face letter for
    each facelet, as decoded.
    """

    colours: IntArray
    arrangement: Arrangement
    log_prob: float
    margin: float
    facelet_margins: FloatArray
    facelet_log_probs: FloatArray

    @property
    def losses(self) -> FloatArray:
        """For each facelet (54) the log-probability of its best colour minus that of its own.

        0 where they are the same; their sum is half the deviance.
        """
        table = self.facelet_log_probs
        chosen = np.take_along_axis(table, self.face_indices[:, None], 1)[:, 0]
        return np.asarray(table.max(1) - chosen, float)

    @property
    def is_certain(self) -> bool:
        """Whether the margin is at least CERTAIN_MARGIN + MARGIN_PER_LOSS * total loss.

        And UNSEEN_FACE_MARGIN more where one face is hidden.
        """
        required = CERTAIN_MARGIN + UNSEEN_FACE_MARGIN * self.unseen_faces.any()
        return bool(self.margin >= required + MARGIN_PER_LOSS * self.losses.sum())

    @property
    def unseen_faces(self) -> BoolArray:
        """Which faces (6) have no sticker that is seen, so that all its colours are as probable."""
        unseen = np.ptp(self.facelet_log_probs, axis=1) == 0
        return np.asarray(unseen.reshape(6, 9).all(1), np.bool_)

    @property
    def face_indices(self) -> IntArray:
        """The face (0..5, U R F D L B) whose colour each facelet has (54)."""
        return np.argsort(self.arrangement.position_colours)[self.colours]

    @property
    def labels(self) -> IntArray:
        """The colour of each sticker of each view (views x 9)."""
        return self.colours[self.arrangement.facelets]

    @property
    def facelets(self) -> str:
        """The cube as 54 face letters."""
        return "".join(FACES[i] for i in self.face_indices)


def decode_as_arranged(scored: ScoredArrangements) -> DecodedCube:
    """Return the most probable legal cube over all arrangements, each in its own orientation.

    For a few arrangements, as of a cube that a robot holds.
    """
    found: list[Candidate] = []
    least = -np.inf
    order = np.argsort(-scored.upper)
    for index in order[:MAX_EXACT_SOLVES].tolist():
        if scored.upper[index] < least:
            break
        arrangement = scored.arrangements.for_all_views(index)
        cube = best_cube(arrangement.facelet_log_probs(scored.log_probs))
        colours = arrangement.position_colours[cube.face_indices]
        found.append(Candidate(cube, colours, arrangement))
        least = max(least, cube.log_prob - MAX_MARGIN)
    best = max(found, key=lambda candidate: candidate.cube.log_prob)
    is_exhaustive = len(order) <= MAX_EXACT_SOLVES or scored.upper[order[len(found)]] < least
    return _with_margins(scored, best, found, is_exhaustive=is_exhaustive)


def decode(scored: ScoredArrangements, standard_colours: Sequence[int]) -> DecodedCube:
    """Return the most probable legal cube over all arrangements, by branch and bound.

    `standard_colours`: the colours that are at U R F D L B on most cubes. The cube is turned so
    that the first of them is up and the third in front (another one, if these two are opposite).
    If several arrangements give the same cube with equal probability, the standard one is returned.
    """
    search = ArrangementSearch(scored, standard_colours, scored.bounds())
    examine_all(search)
    assert search.best is not None
    return _with_margins(scored, search.best, search.found, search.is_exhaustive)


def _with_margins(
    scored: ScoredArrangements, best: Candidate, found: Sequence[Candidate], is_exhaustive: bool
) -> DecodedCube:
    """Return the best candidate with its margins over all that were found."""
    runner_up = best.cube.runner_up_log_prob
    alternatives = best.cube.alternative_log_probs
    for other in found:
        differs = other.face_indices != best.face_indices
        log_prob_of_other = other.cube.log_prob if differs.any() else other.cube.runner_up_log_prob
        runner_up = max(runner_up, log_prob_of_other)
        alternatives = np.maximum(
            alternatives, np.where(differs, other.cube.log_prob, other.cube.alternative_log_probs)
        )
    log_prob = best.cube.log_prob
    margins = np.clip(log_prob - alternatives, 0, MAX_MARGIN)
    margins[4::9] = MAX_MARGIN
    margin = float(np.clip(log_prob - runner_up, 0, MAX_MARGIN)) if is_exhaustive else 0.0
    table = best.arrangement.facelet_log_probs(scored.log_probs)
    return DecodedCube(best.colours, best.arrangement, log_prob, margin, margins, table)


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
