"""Follows the pose of a cube from frame to frame, and tells when the whole cube was turned.

Each frame the last poses are refined by the lines between the stickers, and others are tried from
which they may have slipped; the search for faces, which takes longer, is made now and then.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from vision.arrays import Image
from vision.film.cube_motion import STANDING
from vision.film.cube_pose import USUALLY_HELD, CubeInFrame, camera_matrix, pose_of_faces
from vision.film.cube_seen import (
    CORRECTED_PRICE,
    CubeSeen,
    followed,
    hidden_price,
    not_followed,
)
from vision.film.film_frame import FilmFrame
from vision.film.line_models import AT_REST
from vision.film.pose_evidence import PoseEvidence
from vision.film.pose_refinement import (
    BEST,
    BEST_OF_ROTATING,
    USUAL_LINES,
    RefinedPose,
    refine_layer,
    refine_pose,
)
from vision.film.slipped_poses import slipped

# Faces are searched in every third frame, and after one with less contrast or fast motion in every
# second one; in each of these where no other poses are tried.
SEARCH_EVERY, SEARCH_UNCLEAR_EVERY = 3, 2
# Where a rotation is followed: faces are searched while it is faster (degrees a frame); one that is
# faster than slow goes on.
FAST, SLOW = 2.5, 1.0
# There a pose this far (degrees) from the expected one must explain more by this (standard errors
# of the contrast), and any pose by this at most.
JUMP_DEGREES, JUMP_PRICE, LARGEST_JUMP_PRICE = 5.0, 0.1, 0.6
CLEAR_CONTRAST = 0.5
# Hands that turn layers hardly move the rest of the cube: a pose this far (degrees) from the last
# one must have so much more contrast, and any pose by this at most; so must one of a cube of which
# a layer turns. Where less moves and the contrast is nearly as usual, none does.
STEP_DEGREES, STEP_PRICE, LARGEST_STEP_PRICE = 5.0, 0.03, 0.06
LAYER_PRICE, LAYER_FRAMES = 0.01, 10  # it is expected to turn for so many frames at most
STILL_DEGREES, STILL_CONTRAST = 1.5, 0.9
# A pose in which the cube was still for so many frames is tried again where another is less clear.
RESTED_FRAMES = 5
# After so many fast frames the whole cube is being turned: no layer is meanwhile, and the one face
# that is seen in between counts as much as two.
ROTATING_FRAMES = 3
LARGEST_ROTATING_PRICE = 0.2  # a face alone looks alike from two sides
# The contrast (1 at most) with less of which a cube counts as lost.
MIN_CONTRAST = 0.25
# The largest difference of a cube's distance from the usual one in this film, as a share.
MAX_DISTANCE_CHANGE = 0.3
DISTANCES = 60  # how many frames make it usual
# So many poses are followed beside each other, if they differ by so much (cubies, degrees): which
# of them is right is seen later. What speaks for a pose sums up over frames, of which each counts
# this share of the next; a pose that does not go on from the frame before has a price.
MODES, APART_CUBIES, APART_DEGREES = 3, 0.5, 15.0
KEPT, NEW_PRICE = 0.6, 0.1
# In each frame so many poses are tried from which the best one may have slipped by a row, and so
# many where the cube is lost.
SLIPS, LOST_SLIPS = 2, 6


@dataclass(frozen=True, slots=True, eq=False)
class _Mode:
    """A pose that the cube may have, and how much speaks for it in all frames so far."""

    pose: CubeInFrame
    total: float


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    """A pose in this frame, the one from which it goes on, and what spoke for that before.

    `before`, `expected`: where the cube was, and where it was expected; None for the first pose.
    `goes_on`: whether it goes on from the best pose of the frame before.
    """

    refined: RefinedPose
    before: CubeInFrame | None
    expected: CubeInFrame | None
    total: float
    goes_on: bool


class PoseTracker:
    """The pose of a cube in consecutive frames of one size.

    `follows`: whether a cube that rotates is expected to rotate on, as one that is shown from all
    sides does. Hands that turn layers move it to and fro. `still_frames`: for how many frames
    nothing has moved. `evidence`: what tells apart poses of small cubes.
    """

    def __init__(self, *, follows: bool = False) -> None:
        self.follows = follows
        self.evidence = PoseEvidence()
        self._last: CubeInFrame | None = None
        self._contrast = 0.0
        self._modes: list[_Mode] = []
        self._slips_easily = False
        self._motion = STANDING
        self._number = self._slips = self._unseen = 0
        self._distances: deque[float] = deque(maxlen=DISTANCES)
        self._contrasts: deque[float] = deque(maxlen=DISTANCES)
        self._rested: CubeInFrame | None = None
        self.still_frames = self._layer_frames = self._fast_frames = 0

    def see(self, frame: FilmFrame) -> CubeSeen:
        """Return the cube in the next frame."""
        before, before_contrast = self._last, self._contrast
        self._slips_easily = frame.is_small and not self.follows
        if self._slips_easily:
            self.evidence.begin(frame.image)
        if before_contrast >= MIN_CONTRAST:
            self._unseen = 0
        candidates = [*self._going_on(frame), *self._new(frame)]
        self._number += 1
        totals = [self._total(each) for each in candidates]
        order = sorted(range(len(candidates)), key=lambda k: -totals[k])
        clear = [k for k in order if candidates[k].refined.contrast >= MIN_CONTRAST]
        if not clear:
            has_contrast = any(each.refined.contrast > 0 for each in candidates)
            self._last, self._contrast = (before if has_contrast else None), 0.0
            self._modes, self._motion, self._fast_frames = [], STANDING, 0
            self._unseen += 1
            if self._slips_easily:
                self.evidence.learn(None)
            return not_followed(None, hidden_price(self._unseen))
        self._keep([(candidates[k].refined.pose, totals[k]) for k in clear])
        best = candidates[clear[0]]
        is_other = not best.goes_on and self._slips_easily
        is_other = is_other and before is not None and _are_apart(best.refined.pose, before)
        pose = self._take(best.refined, None if is_other else before)
        if self._slips_easily:
            self.evidence.learn(pose)
        if before is None or before_contrast < MIN_CONTRAST:
            return not_followed(pose, hidden_price(self._unseen))
        return not_followed(pose, CORRECTED_PRICE) if is_other else followed(before, pose)

    def _going_on(self, frame: FilmFrame) -> Iterator[_Candidate]:
        """Yield the poses that go on from those of the frame before."""
        light, before, expected = frame.brightest, self._last, self._expected
        if before is None or expected is None:
            self.still_frames = 0
            return
        total = self._best_total
        first = self._refined(light, before)
        yield _Candidate(first, before, expected, total, goes_on=True)
        for mode in self._modes[1:]:
            refined = self._refined(light, mode.pose)
            yield _Candidate(refined, mode.pose, mode.pose, mode.total, goes_on=False)
        if self._motion.degrees > SLOW:
            yield _Candidate(self._refined(light, expected), before, expected, total, goes_on=True)
        is_still = self._is_still(first, before)
        self.still_frames = self.still_frames + 1 if is_still else 0
        if self.still_frames >= RESTED_FRAMES:
            self._rested = first.pose
        is_clear = self._contrast > MIN_CONTRAST
        if not is_still and not self.follows and is_clear and not self._rotates:
            refined = refine_layer(light, before)
            yield _Candidate(refined, before, expected, total, goes_on=True)

    def _new(self, frame: FilmFrame) -> Iterator[_Candidate]:
        """Yield poses that do not go on from those of the frame before."""
        light, before, expected = frame.brightest, self._last, self._expected
        tried = []
        if before is not None and not self.follows:
            if self._rested is not None and not self.still_frames:
                tried.append(self._refined(light, self._rested).pose)
            count = SLIPS if self._contrast >= MIN_CONTRAST else LOST_SLIPS
            for _ in range(count if self._tries_others else 0):
                self._slips += 1
                tried.append(self._refined(light, slipped(before, self._slips)).pose)
        if self._searches:
            found = self._search(frame, expected)
            if found is not None:
                tried.append(found)
        price = NEW_PRICE if self._slips_easily else 0.0
        for pose in tried:
            refined = self._refined(light, pose)
            yield _Candidate(refined, before, expected, self._best_total - price, goes_on=False)

    def _total(self, candidate: _Candidate) -> float:
        """Return how much speaks for a pose in all frames so far."""
        score = self._score(candidate.refined, candidate.before, candidate.expected)
        if self._slips_easily:
            score += self.evidence.of(candidate.refined.pose, candidate.before)
        return KEPT * candidate.total + score

    def _keep(self, poses: Iterable[tuple[CubeInFrame, float]]) -> None:
        """Keep the best of some poses with their totals, the best first, that are apart."""
        kept: list[_Mode] = []
        for pose, total in poses:
            if all(_are_apart(pose, mode.pose) for mode in kept):
                kept.append(_Mode(pose.held_as(USUALLY_HELD), total))
            if len(kept) == (MODES if self._tries_others else 1):
                break
        self._modes = kept

    def _take(self, best: RefinedPose, before: CubeInFrame | None) -> CubeInFrame:
        """Make a pose that of this frame; return it as it is named.

        `before`: the one from which the cube has moved there, None where that is not known.
        """
        self._layer_frames = 0 if best.model == AT_REST else self._layer_frames + 1
        self._motion = (
            self._motion.with_step(before, best.pose.held_as(before.rotation))
            if before is not None and best.model == AT_REST
            else STANDING
        )
        self._fast_frames = self._fast_frames + 1 if self._motion.degrees > FAST else 0
        pose = best.pose.held_as(USUALLY_HELD)
        self._last, self._contrast = pose, best.contrast
        self._distances.append(float(pose.position[2]))
        self._contrasts.append(best.contrast)
        return pose

    @property
    def _expected(self) -> CubeInFrame | None:
        """Where the cube is expected; None where it was not seen yet."""
        return None if self._last is None else self._motion.after(self._last)

    @property
    def _searches(self) -> bool:
        """Return whether faces are searched in this frame."""
        is_unclear = self._contrast < CLEAR_CONTRAST or self._motion.degrees > FAST
        every = SEARCH_UNCLEAR_EVERY if self._slips_easily else 1
        return self._number % SEARCH_EVERY == 0 or (is_unclear and self._number % every == 0)

    @property
    def _tries_others(self) -> bool:
        """Return whether other poses are tried, and followed, beside the best one."""
        return self._slips_easily and not self._rotates

    @property
    def _best_total(self) -> float:
        return self._modes[0].total if self._modes else 0.0

    def _refined(self, light: Image, predicted: CubeInFrame) -> RefinedPose:
        """Return the best pose near a predicted one."""
        best = BEST_OF_ROTATING if self.follows else BEST
        return refine_pose(light, predicted, best=best)

    def _search(self, frame: FilmFrame, expected: CubeInFrame | None) -> CubeInFrame | None:
        """Return the pose of a cube that is found in a frame, if it is as far as usual."""
        held = expected.rotation if expected is not None and self.follows else USUALLY_HELD
        height, width = frame.image.shape[:2]
        pose = pose_of_faces(frame.faces, camera_matrix(width, height), held)
        if pose is None or len(self._distances) < DISTANCES // 2:
            return pose
        change = abs(pose.position[2] / float(np.median(self._distances)) - 1)
        return pose if change < MAX_DISTANCE_CHANGE else None

    @property
    def _rotates(self) -> bool:
        """Return whether the whole cube is being turned."""
        return self._fast_frames >= ROTATING_FRAMES

    def _is_still(self, refined: RefinedPose, before: CubeInFrame) -> bool:
        """Return whether nothing moves: a pose is the one before, and as clear as usual."""
        usual = float(np.median(self._contrasts))
        moved = before.angle_to(refined.pose)
        return moved < STILL_DEGREES and refined.contrast > STILL_CONTRAST * usual

    def _score(
        self, refined: RefinedPose, before: CubeInFrame | None, expected: CubeInFrame | None
    ) -> float:
        """Return how good a pose is, of which less is expected the further it is from others."""
        if self._rotates:
            clear = refined.contrast
        elif self._slips_easily:
            clear = refined.explained
        else:
            clear = refined.evidence / math.sqrt(USUAL_LINES)
        if before is None or expected is None:
            return refined.evidence if self.follows else clear
        degrees = _angle(expected, refined.pose)
        if self.follows:
            jump = JUMP_PRICE * (degrees / JUMP_DEGREES) ** 2
            return refined.evidence - min(jump, LARGEST_JUMP_PRICE)
        degrees = min(degrees, _angle(before, refined.pose))
        largest = LARGEST_ROTATING_PRICE if self._rotates else LARGEST_STEP_PRICE
        step = min(STEP_PRICE * (degrees / STEP_DEGREES) ** 2, largest)
        if refined.model == AT_REST:
            return clear - step
        return clear - step - LAYER_PRICE * max(1, self._layer_frames - LAYER_FRAMES)


def _angle(pose: CubeInFrame, other: CubeInFrame) -> float:
    """Return the smallest rotation (degrees) after which a cube looks as in another pose."""
    return pose.angle_to(other.held_as(pose.rotation))


def _are_apart(pose: CubeInFrame, other: CubeInFrame) -> bool:
    distance = float(np.linalg.norm(pose.position - other.position))
    return distance > APART_CUBIES or _angle(pose, other) > APART_DEGREES
