"""Whether the turns of a solution were really done, by the faces that a person holds up.

A face is compared with the cube as it should be now, as it was a turn ago, as it will be after the
next turns, and as it would be after any single wrong one; however the cube is held, which only
turns the face in the picture. What a face cannot tell apart is left open, so that nothing that
looks the same before and after a turn ever counts as that turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

import numpy as np

from solver.cube import Cube
from solver.geometry import FACES
from solver.turn import ALL_TURNS, Turn
from vision.arrays import Floats, Ints
from vision.face import FaceView
from vision.known_colours import KnownColours
from vision.places import TURNED

# A view that belies a cube by more than this (natural logarithms) does not show it. One sticker
# that is seen clearly and has another colour costs 8.
AGREES = 4.0
# A cube is ruled out where it is belied by so much more than the likeliest: two such stickers, as
# one of them may be a highlight.
LEAD = 9.0

AHEAD = 2  # turns that may have been done since the last look


class Finding(Enum):
    """What a look at the cube came to."""

    UNKNOWN = "unknown"  # no cube that is looked for
    SAME = "same"  # what was seen looks the same before and after a turn
    HERE = "here"  # the turns so far are done, the next one is not
    DONE = "done"  # the next turn is done, or some of the next
    BEHIND = "behind"  # the last turn is not done yet
    WRONG = "wrong"  # another turn was made: `turned`
    ASTRAY = "astray"  # another turn was made, and which one cannot be told from what was seen


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a look came to.

    `at`: how many turns of the solution are done, at least; `turned`: the wrong turn that was made
    in place of the next one after these, if that can be told; `surely`: whether nothing else fits,
    so that not even a turn that is out of sight was made.
    """

    finding: Finding
    at: int
    turned: Turn | None = None
    surely: bool = False


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A cube that may be in the person's hands: after `at` turns, and perhaps a wrong one."""

    cube: Cube
    at: int
    wrong: Turn | None = None


class TurnCheck:
    """A cube, the turns that are to be made, and the colours that the cube has."""

    def __init__(self, cube: Cube, turns: Sequence[Turn], colours: KnownColours) -> None:
        """Follow `turns` on `cube`."""
        self.turns = tuple(turns)
        self._colours = colours
        self._cubes = [cube]
        for turn in self.turns:
            self._cubes.append(self._cubes[-1].turn(turn))

    def look(self, views: Sequence[FaceView], at: int, *, known: bool) -> Verdict:
        """Judge faces of one moment; `at` turns should be done, which is `known` if it was seen."""
        candidates = self._candidates(at, known=known)
        costs = [self._costs(view, candidates) for view in views]
        total = np.sum(costs, axis=0)
        best = int(total.argmin())
        if max(each[best] for each in costs) > AGREES:
            return Verdict(Finding.UNKNOWN, at)

        def within(margin: float) -> list[_Candidate]:
            rivals = zip(candidates, total, strict=True)
            return [candidate for candidate, cost in rivals if cost < total[best] + margin]

        return _verdict(within(AGREES), within(LEAD), at)

    def _candidates(self, at: int, *, known: bool) -> list[_Candidate]:
        """List what the cube may be now, the likeliest first, each cube once."""
        first = at if known else max(at - 1, 0)
        last = min(at + AHEAD, len(self.turns))
        listed = [_Candidate(self._cubes[place], place) for place in range(first, last + 1)]
        for place in range(at, first - 1, -1):
            for turn in ALL_TURNS:
                listed.append(_Candidate(self._cubes[place].turn(turn), place, turn))
        # The first of equal ones is kept: a turn of the solution is no wrong one.
        return list({candidate.cube: candidate for candidate in reversed(listed)}.values())[::-1]

    def _costs(self, view: FaceView, candidates: Sequence[_Candidate]) -> Floats:
        """Say how much a view belies each candidate, at the face and turn that suit it best."""
        shown = np.concatenate([_faces(candidate.cube) for candidate in candidates])
        patterns, which = np.unique(shown, axis=0, return_inverse=True)
        costs = self._colours.costs(view, patterns)[which.ravel()]
        return np.asarray(costs.reshape(len(candidates), -1).min(1), float)


@lru_cache(maxsize=1000)
def _faces(cube: Cube) -> Ints:
    """Return the faces of a cube as pictures may show them (24 x 9): each turned four ways."""
    letters = np.array([FACES.index(letter) for letter in cube.facelets()]).reshape(6, 9)
    return np.asarray(letters[:, TURNED].reshape(24, 9), np.int64)


def _verdict(fitting: Sequence[_Candidate], left: Sequence[_Candidate], at: int) -> Verdict:
    """Say what is certain where some cubes fit, and no others are left.

    Where a cube of the solution fits, a wrong turn that cannot be seen is not supposed, unless the
    next turn would be taken for done.
    """
    right = [candidate.at for candidate in left if candidate.wrong is None]
    wrong = [candidate for candidate in left if candidate.wrong is not None]
    if not right:
        if len(wrong) > 1:
            return Verdict(Finding.ASTRAY, at)
        return Verdict(Finding.WRONG, wrong[0].at, wrong[0].wrong, surely=True)
    fits = any(candidate.wrong is None for candidate in fitting)
    if min(right) > at and not wrong:
        return Verdict(Finding.DONE, min(right))
    if right == [at] and fits:
        return Verdict(Finding.HERE, at, surely=not wrong)
    if right == [at - 1] and fits:
        return Verdict(Finding.BEHIND, at - 1, surely=not wrong)
    return Verdict(Finding.SAME, min(*right, at))
