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
# So many arrangements are bounded by an assignment, and so many solved exactly; where more could
# still matter, nothing is certain.
MOST_RELAXED = 400
MOST_SOLVED = 50


@dataclass(frozen=True, slots=True)
class Decoded:
    """The most probable legal cube.

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


def decode_any(stickers: Floats, order: Sequence[int]) -> Decoded:
    """Decode scores (views x 9 stickers x 6 views' colours) of six faces in any order and turn.

    The cube is given with the first view of `order` up, and in front the first of the others
    that is not opposite to it.
    """
    bounds = bound_all(stickers, order[0])
    search = _Search(stickers, order, bounds)
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
    order: Sequence[int]
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
        candidate = _held(cube, self.bounds.arrangement(index), self.order)
        self.found.append(candidate)
        if self.best is None or cube.score > self.best.cube.score:
            self.best = candidate

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


def _held(cube: BestCube, arrangement: Arrangement, order: Sequence[int]) -> _Candidate:
    """Turn a cube so that the first view of the order is up and the next possible in front."""
    at = {view: FACES[position] for position, view in enumerate(arrangement.views)}
    up = at[order[0]]
    opposite = FACES[(FACES.index(up) + 3) % 6]
    front = next(at[v] for v in order[1:] if at[v] != opposite)
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
