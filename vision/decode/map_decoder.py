"""Exact MAP decoding over all arrangements, by branch and bound; its margin over other cubes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from solver.core.geometry import FACES
from vision.arrays import BoolArray, FloatArray, IntArray
from vision.decode.arrangements import Arrangement, FaceletIndices
from vision.decode.bounds import ROUNDING, Bounds, ScoredArrangements
from vision.decode.pieces import BestCube, assignment_bound, best_cube, is_legal
from vision.facelet_indices import cube_rotation

# Cubes that are less probable than the best by more than this (log-odds) are ignored.
MAX_MARGIN = 12.0

# The numbers of arrangements that are bounded by an assignment, and decoded exactly. They bound the
# time of a search; if more arrangements remain, the result is not certain.
MAX_ASSIGNMENT_BOUNDS = 2000
MAX_EXACT_SOLVES = 100
DECIMALS = 6  # to which log-probabilities are compared, as ROUNDING
TIE_MARGIN = 1.0  # log-odds; a cube with a runner-up within this margin is never certain

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


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal cube in the standard orientation: its colours (54) and arrangement."""

    cube: BestCube
    colours: IntArray
    arrangement: Arrangement

    @property
    def face_indices(self) -> IntArray:
        """The face (0..5) whose colour each facelet has (54)."""
        return np.argsort(self.arrangement.position_colours)[self.colours]


def examine_all(search: ArrangementSearch) -> None:
    """Examine arrangements until no other one can reach the threshold, or a limit is reached."""
    bounds = search.bounds
    search.solve(int(bounds.upper.argmax()))
    groups = _group_equivalent(search.scored, bounds, search.threshold)
    for first in groups.firsts.tolist():
        if not search.is_exhaustive:
            break
        search.examine(first)
    for number in np.flatnonzero(groups.sizes > 1).tolist():
        # The arrangements of a group differ only by noise and give the same cube. If that is legal,
        # every other legal cube differs from it in at least two pieces.
        first = int(groups.firsts[number])
        if not search.is_exhaustive or bounds.upper[first] < search.threshold:
            break
        has_one_cube = groups.runner_up_bounds[number] < search.threshold
        if not (has_one_cube and search.unconstrained_cube_is_legal(first)):
            for other in groups.members(number)[1 : MAX_ASSIGNMENT_BOUNDS + 2]:
                search.examine(int(other))


@dataclass
class ArrangementSearch:
    """The state of a search: the arrangements examined so far, and their results.

    `standard_colours`: the colours at U R F D L B on most cubes; `best`: the most probable cube so
    far; `found`: all cubes found; `is_exhaustive`: False once a limit was reached;
    `has_close_runner_up`: whether a runner-up is within TIE_MARGIN, so that only a better cube can
    change the result.
    """

    scored: ScoredArrangements
    standard_colours: Sequence[int]
    bounds: Bounds
    best: Candidate | None = None
    found: list[Candidate] = field(default_factory=list)
    solved: set[int] = field(default_factory=set)
    assignment_bounds_used: int = 0
    is_exhaustive: bool = True
    has_close_runner_up: bool = False

    @property
    def threshold(self) -> float:
        """The log-probability below which cubes are ignored."""
        if self.best is None:
            return -np.inf
        margin = 0.0 if self.has_close_runner_up else MAX_MARGIN
        return self.best.cube.log_prob - margin - ROUNDING

    def examine(self, index: int) -> None:
        """Decode an arrangement, unless its cubes are below the threshold."""
        if (
            not self.is_exhaustive
            or self.bounds.upper[index] < self.threshold
            or index in self.solved
        ):
            return
        if self.bounds.runner_up[index] < self.threshold and self.unconstrained_cube_is_legal(
            index
        ):
            self._record(index, self._unconstrained_cube(index))
            return
        if self.assignment_bounds_used == MAX_ASSIGNMENT_BOUNDS:
            self.is_exhaustive = False
            return
        self.assignment_bounds_used += 1
        if assignment_bound(self.scored.table(index)) >= self.threshold:
            self.solve(index)

    def solve(self, index: int) -> None:
        """Decode an arrangement exactly."""
        if len(self.solved) == MAX_EXACT_SOLVES:
            self.is_exhaustive = False
            return
        self.solved.add(index)
        self._record(index, best_cube(self.scored.table(index)))

    def unconstrained_cube_is_legal(self, index: int) -> bool:
        """Return whether the most probable colour of each sticker makes a legal cube."""
        return is_legal(self._unconstrained_cube(index).face_indices)

    def _unconstrained_cube(self, index: int) -> BestCube:
        log_probs = self.scored.table(index)
        runner_up = float(self.bounds.runner_up[index])
        return BestCube(
            log_probs.argmax(1), float(log_probs.max(1).sum()), runner_up, np.full(54, runner_up)
        )

    def _record(self, index: int, cube: BestCube) -> None:
        candidate = _to_standard_orientation(
            cube, self.scored.arrangements.for_all_views(index), self.standard_colours
        )
        self.found.append(candidate)
        if self.best is None or self._sort_key(candidate) > self._sort_key(self.best):
            self.best = candidate
            self.has_close_runner_up = False
        tie_threshold = self.best.cube.log_prob - TIE_MARGIN
        differs = (candidate.face_indices != self.best.face_indices).any()
        runner_up = candidate.cube.log_prob if differs else candidate.cube.runner_up_log_prob
        self.has_close_runner_up = self.has_close_runner_up or runner_up > tie_threshold

    def _sort_key(self, candidate: Candidate) -> tuple[float, bool]:
        is_standard = (candidate.arrangement.position_colours == self.standard_colours).all()
        return round(candidate.cube.log_prob, DECIMALS), bool(is_standard)


@dataclass(frozen=True, slots=True)
class _EquivalentGroups:
    """Groups of arrangements that put the same colours on every facelet, the best group first.

    `firsts` (G): the best arrangement of each; `sizes` (G); `runner_up_bounds` (G): the largest
    runner-up bound in each; `order`, `starts`: the members, see `members`.
    """

    firsts: IntArray
    sizes: IntArray
    runner_up_bounds: FloatArray
    order: IntArray
    starts: IntArray

    def members(self, number: int) -> IntArray:
        """Return a group's arrangements, the best one first."""
        start = self.starts[number]
        return self.order[start : start + self.sizes[number]]


def _group_equivalent(
    scored: ScoredArrangements, bounds: Bounds, threshold: float
) -> _EquivalentGroups:
    """Group the arrangements above the threshold."""
    indices = np.flatnonzero(bounds.upper >= threshold)
    code = colour_codes(scored.arrangements.facelets[indices], scored.pooled.argmax(2))
    sorting = np.lexsort((-bounds.upper[indices], code))
    order = indices[sorting]
    starts = np.flatnonzero(np.diff(code[sorting], prepend=code[sorting][:1] - 1))
    firsts = order[starts]
    sizes = np.diff(starts, append=len(order))
    runner_up_bounds = np.maximum.reduceat(bounds.runner_up[order], starts)
    ranked = np.argsort(-bounds.upper[firsts])
    return _EquivalentGroups(
        firsts[ranked], sizes[ranked], runner_up_bounds[ranked], order, starts[ranked]
    )


def colour_codes(facelets: FaceletIndices, colours: IntArray) -> IntArray:
    """Return for each arrangement a number that identifies the colours on all facelets (A).

    `facelets` (A x R x 9): of the stickers of R views; `colours` (R x 9). By Zobrist hashing: each
    facelet and colour has a random key, and the number is the sum of the keys.
    """
    zobrist = np.random.default_rng(0).integers(1 << 62, size=(54, 6))
    return np.asarray(zobrist[facelets, colours].sum((1, 2)), np.int64)


def _to_standard_orientation(
    cube: BestCube, arrangement: Arrangement, standard_colours: Sequence[int]
) -> Candidate:
    """Return a cube turned so that the standard colours are up and in front."""
    rotation = standard_rotation(arrangement.position_colours, standard_colours)
    inverse = np.argsort(rotation)
    colours = arrangement.position_colours[cube.face_indices][inverse]
    rotated = Arrangement(rotation[arrangement.facelets], colours[4::9])
    return Candidate(
        BestCube(
            cube.face_indices,
            cube.log_prob,
            cube.runner_up_log_prob,
            cube.alternative_log_probs[inverse],
        ),
        colours,
        rotated,
    )


def standard_rotation(position_colours: IntArray, standard_colours: Sequence[int]) -> IntArray:
    """Return the rotation (54) that turns the standard colours up and in front.

    `position_colours` (6): the colours at U R F D L B.
    """
    position_of_colour = np.argsort(position_colours)
    up = int(position_of_colour[standard_colours[0]])
    front = next(
        int(position_of_colour[standard_colours[p]])
        for p in (2, 1, 5, 4, 3)
        if position_of_colour[standard_colours[p]] != (up + 3) % 6
    )
    return cube_rotation(up, front)


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
