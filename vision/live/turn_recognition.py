"""Decide from views of a scanned cube which turns of a solution have been made.

A face is compared with the expected cube, the cube one turn before, the cube after the next turns,
and the cube after any single wrong turn; in any orientation, which only rotates the face in the
image. Ambiguous cases are reported as such: a face that looks the same before and after a turn is
never evidence of that turn.

Reading a cube estimates its colours. Here they are known from the scan, and it is tested how well a
face shows a given pattern of nine of them. Only the illumination may have changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

import numpy as np

from solver.core.geometry import FACES
from solver.core.turn import ALL_TURNS, Turn
from solver.cube import Cube
from vision.arrays import BoolArray, FloatArray, IntArray
from vision.colour.colour_model import log_posterior, outlier_probability
from vision.colour.illumination import (
    CLIPPING_LEVEL,
    MIN_WEIGHT,
    OUTLIER,
    STICKER_LIGHT_SIGMA,
    fit_gains,
    log_light,
    shrink,
    squared_distance,
    student_t,
)
from vision.detect.face import FaceView
from vision.facelet_indices import FACE_ROTATIONS
from vision.live.captured_cube import CapturedFace
from vision.reading_result import Reading

ROUNDS = 5  # of fitting the light with new weights
# Standard deviations (natural logarithms of linear light) in brightness and in each channel
# relative to it: of stickers of one colour, which are smaller than in `illumination` since the
# colours were measured on this cube; and of the gain since the scan, with the same camera and lamp.
STICKER_SIGMA = (0.4, 0.14)
GAIN_SIGMA = (0.4, 0.15)

# A view with a larger loss (natural logarithms) does not show a cube. One clearly visible sticker
# of another colour has a loss of 8.
MAX_FIT_LOSS = 4.0
# A cube is excluded if its loss exceeds that of the most probable one by this: more than one such
# sticker, which may be a highlight.
EXCLUSION_MARGIN = 9.0
MAX_SKIPPED_TURNS = 2  # turns that may have been made since the last check


@dataclass(frozen=True, slots=True, eq=False)
class ScannedColours:
    """The six colours of a scanned cube: `log_colours` (6 x 3), logarithms of linear light, BGR."""

    log_colours: FloatArray

    @classmethod
    def fit(cls, views: Sequence[FaceView], letters: IntArray) -> ScannedColours:
        """Return the colours fitted to views with known stickers.

        `letters` (views x 9): the colour index of each sticker, as the view shows them.
        """
        colours = np.stack([view.colours.reshape(-1, 3) for view in views])
        visibility = np.stack([view.visibility.ravel() for view in views])
        prior_log_gains = np.zeros((len(views), 3))
        image_index = list(range(len(views)))
        light = log_light(colours)
        gains = fit_gains(
            light, visibility, letters, prior_log_gains, image_index, colours >= CLIPPING_LEVEL
        )
        light = light - np.log(gains)[:, None]
        return cls(np.array([np.median(light[letters == colour], 0) for colour in range(6)]))

    def pattern_losses(self, view: FaceView, patterns: IntArray) -> FloatArray:
        """Return the log-probability loss of a view under each of some patterns (count).

        `patterns`: count x 9, colour indices. 0 if each sticker looks most like the expected
        colour. The gain of the light is fitted to each pattern, with a Gaussian prior around that
        of the scan.
        """
        colours = view.colours.reshape(-1, 3)
        visibility = view.visibility.ravel()
        is_clipped = np.asarray(colours >= CLIPPING_LEVEL)
        light = log_light(colours)
        expected = self.log_colours[patterns]
        visible = np.clip(visibility, MIN_WEIGHT, 1)[:, None]
        gains: FloatArray = np.zeros((len(patterns), 1, 3))
        for _ in range(ROUNDS):
            log_ratio = light - expected
            residual = np.where(is_clipped & (log_ratio < gains), 0.0, log_ratio - gains)
            weight = visible / (1 + (np.abs(residual).max(2, keepdims=True) / OUTLIER) ** 2)
            weighted_sum = (weight * (residual + gains)).sum(1, keepdims=True)
            total = weight.sum(1, keepdims=True)
            gains = shrink(weighted_sum, total, (STICKER_LIGHT_SIGMA,) * 2, GAIN_SIGMA)
        log_probs = self._log_posteriors(light - gains, is_clipped, visibility)
        chosen = np.take_along_axis(log_probs, patterns[..., None], 2)[..., 0]
        unlikely_light = 0.5 * squared_distance(gains[:, 0], GAIN_SIGMA)
        return np.asarray((log_probs.max(2) - chosen).sum(1) + unlikely_light, float)

    def _log_posteriors(
        self, light: FloatArray, is_clipped: BoolArray, visibility: FloatArray
    ) -> FloatArray:
        """Return log-posteriors (patterns x 9 x 6) of the six colours, gains removed."""
        residual = light[:, :, None] - self.log_colours
        # A clipped channel may be brighter than its value.
        residual = np.where(is_clipped[:, None] & (residual < 0), 0.0, residual)
        distance = squared_distance(residual, STICKER_SIGMA)
        return log_posterior(student_t(distance), outlier_probability(visibility)[None])


def fit_scanned_colours(
    captured_faces: Sequence[CapturedFace], reading: Reading, facelets: str
) -> ScannedColours | None:
    """Return the colours of a cube from its captured faces and their reading.

    `facelets`: the cube's, which a user may have corrected. None if the captured faces are not
    among those of the reading.
    """
    views, known = known_stickers(captured_faces, reading, facelets)
    if len(np.unique(known)) < len(FACES):
        return None
    return ScannedColours.fit(views, known)


def known_stickers(
    captured_faces: Sequence[CapturedFace], reading: Reading, facelets: str
) -> tuple[list[FaceView], IntArray]:
    """Return the views of captured faces that a reading has, and their colours (views x 9)."""
    views: list[FaceView] = []
    letters = []
    for found in reading.places:
        first = 9 * FACES.index(found.letter)
        own = np.array([FACES.index(letter) for letter in facelets[first : first + 9]])
        for captured in captured_faces:
            turns = captured.turns_in(found)
            if turns is not None:
                views.append(captured.view)
                letters.append(own[FACE_ROTATIONS[turns]])
    return views, np.array(letters, np.int64)


class TurnStatus(Enum):
    """The outcome of a check."""

    NO_MATCH = "unknown"  # none of the candidates
    INDISTINGUISHABLE = "same"  # the face looks the same before and after a turn
    ON_COURSE = "here"  # the turns so far are done, the next one is not
    TURN_DONE = "done"  # the next turn is done, or some of the next
    TURN_NOT_DONE = "behind"  # the last turn is not done yet
    WRONG_TURN = "wrong"  # another turn was made: `wrong_turn`
    # another turn was made, and the views do not determine which one
    UNIDENTIFIED_TURN = "astray"


@dataclass(frozen=True, slots=True)
class TurnCheckResult:
    """The result of a check.

    `turns_done`: how many turns of the solution are done, at least; `wrong_turn`: the wrong turn
    that was made in place of the next one, if it is known; `is_conclusive`: whether all other
    candidates are excluded, also those with an invisible turn.
    """

    status: TurnStatus
    turns_done: int
    wrong_turn: Turn | None = None
    is_conclusive: bool = False


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A possible state of the cube: after `turns_done` turns, and perhaps a wrong one."""

    cube: Cube
    turns_done: int
    wrong: Turn | None = None


class TurnChecker:
    """Checks which turns of a solution have been made on a cube with known colours."""

    def __init__(self, cube: Cube, turns: Sequence[Turn], colours: ScannedColours) -> None:
        """Prepare the states of `cube` after each of `turns`."""
        self.turns = tuple(turns)
        self._colours = colours
        self._cubes = [cube]
        for turn in self.turns:
            self._cubes.append(self._cubes[-1].turn(turn))

    def check(self, views: Sequence[FaceView], at: int, *, confirmed: bool) -> TurnCheckResult:
        """Return which turns are done, from views of one moment.

        `at`: how many should be done; `confirmed`: whether that number was verified.
        """
        candidates = self._candidates(at, confirmed=confirmed)
        losses = [self._losses(view, candidates) for view in views]
        total = np.sum(losses, axis=0)
        best = int(total.argmin())
        if max(each[best] for each in losses) > MAX_FIT_LOSS:
            return TurnCheckResult(TurnStatus.NO_MATCH, at)

        def candidates_within(margin: float) -> list[_Candidate]:
            pairs = zip(candidates, total, strict=True)
            return [candidate for candidate, loss in pairs if loss < total[best] + margin]

        return _decide(candidates_within(MAX_FIT_LOSS), candidates_within(EXCLUSION_MARGIN), at)

    def _candidates(self, at: int, *, confirmed: bool) -> list[_Candidate]:
        """Return the possible states of the cube, the most probable first, each state once."""
        first = at if confirmed else max(at - 1, 0)
        last = min(at + MAX_SKIPPED_TURNS, len(self.turns))
        listed = [
            _Candidate(self._cubes[turns_done], turns_done) for turns_done in range(first, last + 1)
        ]
        for turns_done in range(at, first - 1, -1):
            for turn in ALL_TURNS:
                listed.append(_Candidate(self._cubes[turns_done].turn(turn), turns_done, turn))
        # Of equal states the first is kept: a turn of the solution is not a wrong turn.
        return list({candidate.cube: candidate for candidate in reversed(listed)}.values())[::-1]

    def _losses(self, view: FaceView, candidates: Sequence[_Candidate]) -> FloatArray:
        """Return the loss of each candidate in a view, at the face and rotation that fit best."""
        patterns_of_candidates = np.concatenate(
            [_face_patterns(candidate.cube) for candidate in candidates]
        )
        patterns, which = np.unique(patterns_of_candidates, axis=0, return_inverse=True)
        losses = self._colours.pattern_losses(view, patterns)[which.ravel()]
        return np.asarray(losses.reshape(len(candidates), -1).min(1), float)


@lru_cache(maxsize=1000)
def _face_patterns(cube: Cube) -> IntArray:
    """Return the faces of a cube as images may show them (24 x 9): each in four rotations."""
    letters = np.array([FACES.index(letter) for letter in cube.facelets]).reshape(6, 9)
    return np.asarray(letters[:, FACE_ROTATIONS].reshape(24, 9), np.int64)


def _decide(
    plausible: Sequence[_Candidate], not_excluded: Sequence[_Candidate], at: int
) -> TurnCheckResult:
    """Derive the result from the candidates that fit (`plausible`) and those that are not excluded.

    An invisible wrong turn is assumed only where the next turn would otherwise count as done.
    """
    right = [candidate.turns_done for candidate in not_excluded if candidate.wrong is None]
    wrong = [candidate for candidate in not_excluded if candidate.wrong is not None]
    if not right:
        if len(wrong) > 1:
            return TurnCheckResult(TurnStatus.UNIDENTIFIED_TURN, at)
        return TurnCheckResult(
            TurnStatus.WRONG_TURN, wrong[0].turns_done, wrong[0].wrong, is_conclusive=True
        )
    fits = any(candidate.wrong is None for candidate in plausible)
    if min(right) > at and not wrong:
        return TurnCheckResult(TurnStatus.TURN_DONE, min(right))
    if right == [at] and fits:
        return TurnCheckResult(TurnStatus.ON_COURSE, at, is_conclusive=not wrong)
    if right == [at - 1] and fits:
        return TurnCheckResult(TurnStatus.TURN_NOT_DONE, at - 1, is_conclusive=not wrong)
    return TurnCheckResult(TurnStatus.INDISTINGUISHABLE, min(*right, at))
