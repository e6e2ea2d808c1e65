"""The most probable legal cube over all ways in which faces can belong together, and its rivals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from solver.geometry import FACES
from vision.arrange import Arrangement, Arrangements
from vision.arrays import Floats, Ints
from vision.bounds import Bounds, bound, upper_bounds
from vision.pieces import BestCube, assignment_bound, best_cube, is_legal
from vision.places import holding

# Rivals that score this much less (natural logarithms) than the best are of no interest.
HORIZON = 12.0
# The lead (natural logarithm of odds) over every other legal cube that makes a reading certain,
# and how much more is asked for each unit by which the cube belies its samples. One flat
# contradiction (a sticker that counts 8) asks for more than HORIZON, and so is too many: three
# wrong stickers can make another legal cube. Measured on photographs in changed light, where no
# wrong cube (of 4 in 164) came nearer than 3.5 to being certain.
CERTAIN_LEAD = 5.0
MISTRUST = 1.0

# So many arrangements are bounded by an assignment, and so many solved exactly; where more could
# still matter, nothing is certain.
RELAXED = 2000
SOLVED = 100

# And where only the likeliest cube is looked for, so many are looked into, and solved.
GLANCED = 100
GLANCES_SOLVED = 10

ROUNDING = 1e-6
TIE = 1.0  # no cube whose rival is as near as this is certain


@dataclass(frozen=True, slots=True)
class Decoded:
    """The most probable legal cube for scores of stickers.

    `colours` (54): which of the six faces' colours each facelet has; `arrangement`: where the
    views' stickers are; `score`; `lead`: by how much it beats the best legal cube with other
    facelets (at most HORIZON, 0 where that could not be settled); `leads` (54): the same for legal
    cubes that differ in that facelet.
    """

    colours: Ints
    arrangement: Arrangement
    score: float
    lead: float
    leads: Floats

    def costs(self, stickers: Floats) -> Floats:
        """How much each facelet's samples would rather be another colour (54).

        `stickers`: the scores that were decoded.
        """
        table = self.arrangement.scores(stickers)
        chosen = np.take_along_axis(table, self.letters[:, None], 1)[:, 0]
        return np.asarray(table.max(1) - chosen, float)

    def is_certain(self, stickers: Floats) -> bool:
        """Whether no other legal cube comes near, given how far the scores belie this one.

        `stickers`: the scores that were decoded.
        """
        return bool(self.lead >= CERTAIN_LEAD + MISTRUST * self.costs(stickers).sum())

    @property
    def letters(self) -> Ints:
        """The face (0..5, U R F D L B) that each facelet has the colour of (54)."""
        return np.argsort(self.arrangement.centres)[self.colours]

    @property
    def labels(self) -> Ints:
        """Which colour each sticker of each view has (views x 9)."""
        return self.colours[self.arrangement.facelets]

    @property
    def facelets(self) -> str:
        """The cube as 54 face letters."""
        return "".join(FACES[i] for i in self.letters)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A legal cube held as it usually is: its colours (54), arrangement and rivals."""

    cube: BestCube
    colours: Ints
    arrangement: Arrangement

    @property
    def letters(self) -> Ints:
        """The face that each facelet has the colour of; the scheme of colours is left open."""
        return np.argsort(self.arrangement.centres)[self.colours]


def decode_known(stickers: Floats, arrangements: Arrangements) -> Decoded:
    """Decode scores (views x 9 stickers x 6 colours) in the only arrangement that there is.

    The cube stays as it is held.
    """
    arrangement = arrangements.views(0)
    cube = best_cube(arrangement.scores(stickers))
    found = _Candidate(cube, arrangement.centres[cube.letters], arrangement)
    return _with_leads(found, [found], settled=True)


@dataclass(frozen=True, slots=True)
class Glimpse:
    """The likeliest cube without its rivals.

    `labels` (views x 9): each sticker's colour; `score`; `cost`: how much the samples would rather
    have other colours, altogether.
    """

    labels: Ints
    score: float
    cost: float


def glance(stickers: Floats, arrangements: Arrangements) -> Glimpse:
    """Return the likeliest cube that a short search finds, as `decode` proves it."""
    folded = arrangements.fold(stickers)
    bounds = upper_bounds(folded, arrangements)
    score, letters, where = -np.inf, np.zeros(54, np.int64), 0
    solved = 0
    for index in np.argsort(-bounds)[:GLANCED].tolist():
        if bounds[index] <= score + ROUNDING:
            break
        table = arrangements.carriers(index).scores(folded)
        if is_legal(table.argmax(1)):
            score, letters, where = float(table.max(1).sum()), table.argmax(1), index
        elif solved < GLANCES_SOLVED and assignment_bound(table) > score:
            solved += 1
            cube = best_cube(table)
            if cube.score > score:
                score, letters, where = cube.score, cube.letters, index
    arrangement = arrangements.views(where)
    labels = arrangement.centres[letters][arrangement.facelets]
    table = arrangement.scores(stickers)
    return Glimpse(labels, score, float(table.max(1).sum()) - score)


def decode(stickers: Floats, arrangements: Arrangements, usual: Sequence[int]) -> Decoded:
    """Decode scores (views x 9 stickers x 6 colours) in the best of many arrangements.

    `usual` names the colours that are at U R F D L B on most cubes. The cube is given with that U
    colour up and that F colour in front, or another one if these two are opposite. Where several
    arrangements make the same cube equally well, the usual one is taken.
    """
    folded = arrangements.fold(stickers)
    bounds = bound(folded, arrangements)
    search = _Search(folded, arrangements, usual, bounds)
    search.solve(int(bounds.best.argmax()))
    groups = _alike(arrangements, bounds, search.floor, folded.argmax(2))
    for first in groups.firsts.tolist():
        if not search.settled:
            break
        search.look_into(first)
    for number in np.flatnonzero(groups.sizes > 1).tolist():
        # A group's arrangements differ by noise alone and show the same cube. If that is legal,
        # a rival has to do without two of its pieces.
        first = int(groups.firsts[number])
        if not search.settled or bounds.best[first] < search.floor:
            break
        if not (search.legal(first) and groups.seconds[number] < search.floor):
            for twin in groups.members(number)[1 : RELAXED + 2]:
                search.look_into(int(twin))
    return search.result()


@dataclass
class _Search:
    """The arrangements looked into so far."""

    stickers: Floats
    arrangements: Arrangements
    usual: Sequence[int]
    bounds: Bounds
    best: _Candidate | None = None
    found: list[_Candidate] = field(default_factory=list)
    solved: set[int] = field(default_factory=set)
    relaxed: int = 0
    settled: bool = True
    tied: bool = False  # a rival is so near that only a better cube is worth looking for

    @property
    def floor(self) -> float:
        """The score below which nothing matters."""
        if self.best is None:
            return -np.inf
        horizon = 0.0 if self.tied else HORIZON
        return self.best.cube.score - horizon - ROUNDING

    def look_into(self, index: int) -> None:
        """Find an arrangement's best legal cube, unless it cannot matter."""
        if not self.settled or self.bounds.best[index] < self.floor or index in self.solved:
            return
        if self.bounds.second[index] < self.floor and self.legal(index):
            self._keep(index, self._likeliest(index))
            return
        if self.relaxed == RELAXED:
            self.settled = False
            return
        self.relaxed += 1
        if assignment_bound(self._scores(index)) >= self.floor:
            self.solve(index)

    def solve(self, index: int) -> None:
        """Find an arrangement's best legal cube."""
        if len(self.solved) == SOLVED:
            self.settled = False
            return
        self.solved.add(index)
        self._keep(index, best_cube(self._scores(index)))

    def legal(self, index: int) -> bool:
        """Tell whether each sticker's likeliest colour makes a legal cube in an arrangement."""
        return is_legal(self._likeliest(index).letters)

    def _scores(self, index: int) -> Floats:
        return self.arrangements.carriers(index).scores(self.stickers)

    def _likeliest(self, index: int) -> BestCube:
        scores = self._scores(index)
        second = float(self.bounds.second[index])
        return BestCube(scores.argmax(1), float(scores.max(1).sum()), second, np.full(54, second))

    def _keep(self, index: int, cube: BestCube) -> None:
        candidate = _held(cube, self.arrangements.views(index), self.usual)
        self.found.append(candidate)
        if self.best is None or self._merit(candidate) > self._merit(self.best):
            self.best = candidate
            self.tied = False
        near = self.best.cube.score - TIE
        differs = (candidate.letters != self.best.letters).any()
        rival = candidate.cube.score if differs else candidate.cube.rival
        self.tied = self.tied or rival > near

    def _merit(self, candidate: _Candidate) -> tuple[float, bool]:
        as_usual = (candidate.arrangement.centres == self.usual).all()
        return round(candidate.cube.score, 6), bool(as_usual)

    def result(self) -> Decoded:
        """Return the best cube with its lead over all others."""
        assert self.best is not None
        return _with_leads(self.best, self.found, self.settled)


@dataclass(frozen=True, slots=True)
class _Groups:
    """Arrangements that put the same colours on every facelet, the group with the best one first.

    `firsts`: the best of each group; `sizes`; `seconds`: the greatest of each one's second bounds.
    """

    firsts: Ints
    sizes: Ints
    seconds: Floats
    order: Ints
    starts: Ints

    def members(self, number: int) -> Ints:
        """Return a group's arrangements, the best one first."""
        start = self.starts[number]
        return self.order[start : start + self.sizes[number]]


def _alike(arrangements: Arrangements, bounds: Bounds, floor: float, likeliest: Ints) -> _Groups:
    """Group the arrangements above the floor.

    `likeliest` (carriers x 9): each sticker's likeliest colour.
    """
    indices = np.flatnonzero(bounds.best >= floor)
    marks = np.random.default_rng(0).integers(1 << 62, size=(54, 6))  # one for each facelet, colour
    code = marks[arrangements.facelets[indices], likeliest].sum((1, 2))
    sorting = np.lexsort((-bounds.best[indices], code))
    order = indices[sorting]
    starts = np.flatnonzero(np.diff(code[sorting], prepend=code[sorting][:1] - 1))
    firsts = order[starts]
    sizes = np.diff(starts, append=len(order))
    seconds = np.maximum.reduceat(bounds.second[order], starts)
    ranked = np.argsort(-bounds.best[firsts])
    return _Groups(firsts[ranked], sizes[ranked], seconds[ranked], order, starts[ranked])


def _held(cube: BestCube, arrangement: Arrangement, usual: Sequence[int]) -> _Candidate:
    """Turn a cube so that the usual colours are up and in front."""
    at = np.argsort(arrangement.centres)
    up = int(at[usual[0]])
    front = next(int(at[usual[p]]) for p in (2, 1, 5, 4, 3) if at[usual[p]] != (up + 3) % 6)
    now = holding(up, front)
    before = np.argsort(now)
    colours = arrangement.centres[cube.letters][before]
    held = Arrangement(now[arrangement.facelets], colours[4::9])
    return _Candidate(
        BestCube(cube.letters, cube.score, cube.rival, cube.without[before]), colours, held
    )


def _with_leads(best: _Candidate, found: list[_Candidate], settled: bool) -> Decoded:
    rival = best.cube.rival
    without = best.cube.without
    for other in found:
        differs = other.letters != best.letters
        rival = max(rival, other.cube.score if differs.any() else other.cube.rival)
        without = np.maximum(without, np.where(differs, other.cube.score, other.cube.without))
    score = best.cube.score
    leads = np.clip(score - without, 0, HORIZON)
    leads[4::9] = HORIZON
    lead = float(np.clip(score - rival, 0, HORIZON)) if settled else 0.0
    return Decoded(best.colours, best.arrangement, score, lead, leads)
