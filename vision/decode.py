"""The most probable legal cube over all orders and quarter turns of six faces, and its rivals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from solver.cube import Cube
from solver.errors import CubeError
from solver.geometry import FACES
from vision.arrange import Arrangement, Bounds, bound_all, held
from vision.arrays import Floats, Ints
from vision.pieces import BestCube, assignment_bound, best_cube

# Rivals that score this much less (natural logarithms) than the best are of no interest.
HORIZON = 12.0
# The lead (natural logarithm of odds) over every other legal cube that makes a reading certain,
# and how much more is asked for each unit by which the cube belies its samples: three wrong
# stickers can make another legal cube, so that one flat contradiction is too many.
CERTAIN_LEAD = 5.0
MISTRUST = 1.4

# So many arrangements are bounded by an assignment, and so many solved exactly; where more could
# still matter, nothing is certain.
MOST_RELAXED = 400
MOST_SOLVED = 50


@dataclass(frozen=True, slots=True)
class Decoded:
    """The most probable legal cube for scores of stickers.

    `letters` (54, faces 0..5 in the order U R F D L B), `source` (54): the sticker shown there,
    9 * view + place in the view; `score`; `lead`: by how much it beats the best legal cube with
    other facelets (at most HORIZON, 0 where that could not be settled); `leads` (54): the same
    for legal cubes that differ in that facelet.
    """

    letters: Ints
    source: Ints
    score: float
    lead: float
    leads: Floats

    def costs(self, stickers: Floats) -> Floats:
        """How much each facelet's sample would rather be another colour (54).

        `stickers`: the scores that were decoded.
        """
        chosen = np.take_along_axis(stickers, self.labels[..., None], 2)[..., 0]
        return np.asarray((stickers.max(2) - chosen).ravel()[self.source], float)

    def is_certain(self, stickers: Floats) -> bool:
        """Whether no other legal cube comes near, given how far the scores belie this one.

        `stickers`: the scores that were decoded.
        """
        return bool(self.lead >= CERTAIN_LEAD + MISTRUST * self.costs(stickers).sum())

    @property
    def views(self) -> tuple[int, ...]:
        """Which view is at each of the positions U R F D L B."""
        return tuple((self.source[4::9] // 9).tolist())

    @property
    def labels(self) -> Ints:
        """Which view's colour each sticker has (views x 9)."""
        labels = np.zeros(54, np.int64)
        labels[self.source] = np.array(self.views)[self.letters]
        return labels.reshape(6, 9)

    @property
    def facelets(self) -> str:
        """The cube as 54 face letters."""
        return "".join(FACES[i] for i in self.letters)


@dataclass(frozen=True, slots=True)
class _Candidate:
    cube: BestCube
    letters: Ints
    source: Ints


def decode_known(stickers: Floats, arrangement: Arrangement) -> Decoded:
    """Decode scores (views x 9 stickers x 6 views' colours) of faces whose places are known."""
    cube = best_cube(arrangement.scores(stickers))
    leads = np.clip(cube.score - cube.without, 0, HORIZON)
    leads[4::9] = HORIZON
    lead = min(cube.score - cube.rival, HORIZON)
    return Decoded(cube.letters, arrangement.source(), cube.score, lead, leads)


def decode_any(stickers: Floats, usual: Sequence[int]) -> Decoded:
    """Decode scores (views x 9 stickers x 6 views' colours) of six faces in any order and turn.

    `usual` names the views that are at U R F D L B on most cubes. The cube is given with that U
    view up and that F view in front, or another one if these two are opposite. Where several
    arrangements make the same cube equally well, the usual one is taken.
    """
    bounds = bound_all(stickers, usual[0])
    search = _Search(stickers, usual, bounds)
    search.solve(int(bounds.best.argmax()))
    groups = _alike(bounds, np.flatnonzero(bounds.best >= search.floor), stickers.argmax(2))
    for group in groups:
        if search.settled:
            search.look_into(int(group[0]))
    for group in (g for g in groups if len(g) > 1 and search.settled):
        # A group's arrangements differ by noise alone and show the same cube. If that is legal,
        # a rival has to do without two of its pieces.
        first = int(group[0])
        if not (search.legal(first) and bounds.second[group].max() < search.floor):
            for twin in group[1 : MOST_RELAXED + 2]:
                search.look_into(int(twin))
    return search.result()


@dataclass
class _Search:
    """The arrangements looked into so far."""

    stickers: Floats
    usual: Sequence[int]
    bounds: Bounds
    best: _Candidate | None = None
    found: list[_Candidate] = field(default_factory=list)
    solved: set[int] = field(default_factory=set)
    relaxed: int = 0
    settled: bool = True

    @property
    def floor(self) -> float:
        """The score below which nothing matters."""
        return -np.inf if self.best is None else self.best.cube.score - HORIZON

    def look_into(self, index: int) -> None:
        """Find an arrangement's best legal cube, unless it cannot matter."""
        if not self.settled or self.bounds.best[index] < self.floor or index in self.solved:
            return
        if self.bounds.second[index] < self.floor and self.legal(index):
            self._keep(index, self._likeliest(index))
            return
        if self.relaxed == MOST_RELAXED:
            self.settled = False
            return
        self.relaxed += 1
        if assignment_bound(self.bounds.arrangement(index).scores(self.stickers)) >= self.floor:
            self.solve(index)

    def solve(self, index: int) -> None:
        """Find an arrangement's best legal cube."""
        if len(self.solved) == MOST_SOLVED:
            self.settled = False
            return
        self.solved.add(index)
        self._keep(index, best_cube(self.bounds.arrangement(index).scores(self.stickers)))

    def legal(self, index: int) -> bool:
        """Tell whether each sticker's likeliest colour makes a legal cube in an arrangement."""
        letters = self._likeliest(index).letters
        try:
            Cube.from_facelets("".join(FACES[i] for i in letters))
        except CubeError:
            return False
        return True

    def _likeliest(self, index: int) -> BestCube:
        scores = self.bounds.arrangement(index).scores(self.stickers)
        second = float(self.bounds.second[index])
        return BestCube(scores.argmax(1), float(scores.max(1).sum()), second, np.full(54, second))

    def _keep(self, index: int, cube: BestCube) -> None:
        candidate = _held(cube, self.bounds.arrangement(index), self.usual)
        self.found.append(candidate)
        if self.best is None or self._merit(candidate) > self._merit(self.best):
            self.best = candidate

    def _merit(self, candidate: _Candidate) -> tuple[float, bool]:
        as_usual = (candidate.source[4::9] // 9 == self.usual).all()
        return round(candidate.cube.score, 6), bool(as_usual)

    def result(self) -> Decoded:
        """Return the best cube with its lead over all others."""
        assert self.best is not None
        return _with_leads(self.best, self.found, self.settled)


def _alike(bounds: Bounds, indices: Ints, likeliest: Ints) -> list[Ints]:
    """Group arrangements whose turns differ only where the stickers look the same for it."""
    turns = bounds.turns[indices] % _symmetries(likeliest)[bounds.views[indices]]
    code = (bounds.views[indices] * 4 + turns) @ (24 ** np.arange(6))
    order = np.lexsort((-bounds.best[indices], code))
    starts = np.flatnonzero(np.diff(code[order], prepend=-1))
    groups = np.split(indices[order], starts[1:])
    return sorted(groups, key=lambda group: -bounds.best[group[0]])


def _symmetries(labels: Ints) -> Ints:
    """Return for each view (views x 9) after how many quarter turns it looks the same (1, 2, 4)."""
    result = np.full(len(labels), 4)
    for v, view in enumerate(labels.reshape(-1, 3, 3)):
        if (np.rot90(view) == view).all():
            result[v] = 1
        elif (np.rot90(view, 2) == view).all():
            result[v] = 2
    return result


def _held(cube: BestCube, arrangement: Arrangement, usual: Sequence[int]) -> _Candidate:
    """Turn a cube so that the usual views are up and in front."""
    at = {view: FACES[position] for position, view in enumerate(arrangement.views)}
    up = at[usual[0]]
    opposite = FACES[(FACES.index(up) + 3) % 6]
    front = next(at[usual[p]] for p in (2, 1, 5, 4, 3) if at[usual[p]] != opposite)
    moved = held(up, front)
    letter_now = {FACES[moved[9 * p + 4] // 9]: p for p in range(6)}
    renamed = np.array([letter_now[face] for face in FACES])
    return _Candidate(
        BestCube(cube.letters, cube.score, cube.rival, cube.without[moved]),
        renamed[cube.letters][moved],
        arrangement.source()[moved],
    )


def _with_leads(best: _Candidate, found: list[_Candidate], settled: bool) -> Decoded:
    rival = best.cube.rival
    without = best.cube.without.copy()
    for other in found:
        differs = other.letters != best.letters
        if differs.any():
            rival = max(rival, other.cube.score)
            without[differs] = np.maximum(without[differs], other.cube.score)
        else:
            rival = max(rival, other.cube.rival)
    score = best.cube.score
    leads = np.clip(score - without, 0, HORIZON)
    leads[4::9] = HORIZON
    lead = float(np.clip(score - rival, 0, HORIZON)) if settled else 0.0
    return Decoded(best.letters, best.source, score, lead, leads)
