"""Follows the pose of a cube from frame to frame, and tells when the whole cube was turned.

Each frame the last pose is refined by the lines between the stickers; the search for faces, which
takes longer, is made now and then, and where the cube was lost.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import FloatArray, Image, IntArray
from vision.film.cube_pose import (
    SYMMETRIES,
    USUALLY_HELD,
    CubeInFrame,
    camera_matrix,
    pose_of_faces,
)
from vision.film.film_frame import FilmFrame
from vision.film.held_moves import MOVES, SOURCES, WHOLE_TURNS
from vision.film.line_models import AT_REST
from vision.film.pose_refinement import (
    BEST,
    BEST_OF_ROTATING,
    RefinedPose,
    places_after,
    refine_layer,
    refine_pose,
)

# Faces are searched in every third frame, and in every frame after one with less contrast.
SEARCH_EVERY = 3
# Where a rotation is followed: faces are searched while it is faster (degrees a frame); one that is
# faster than slow goes on, unless it is so fast that it is rather an error.
FAST, SLOW, MAX_MOTION = 2.5, 1.0, 15.0
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
USUAL_LINES = 24  # of two faces: the contrast of as many counts as it is
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
# The largest rotation between two frames (degrees) that is followed, if both are clear.
MAX_ROTATION = 40.0

# Prices (natural logarithms) of a whole-cube turn that was seen, of one that may have happened
# while the cube was not seen clearly, and of others.
SEEN_PRICE, HIDDEN_PRICE, ABSENT_PRICE = 0.5, 5.0, 13.0


def _whole_turn_of() -> dict[int, int]:
    """Return for each of SYMMETRIES that is one turn of the whole cube which of WHOLE_TURNS."""
    found = {}
    for k, rotation in enumerate(SYMMETRIES):
        places = places_after(rotation)
        for number, name in enumerate(WHOLE_TURNS):
            if (SOURCES[MOVES.index(name)] == places).all():
                found[k] = number
    return found


_WHOLE_TURN_OF = _whole_turn_of()
_PLACES_AFTER = [places_after(rotation) for rotation in SYMMETRIES]


@dataclass(frozen=True, slots=True, eq=False)
class CubeSeen:
    """A cube in one frame: its pose or None, and the price of each of WHOLE_TURNS (9).

    `places` (54): which facelet of the frame before is at each place of this pose; None where the
    cube was not followed from there.
    """

    pose: CubeInFrame | None
    whole_turn_prices: FloatArray
    places: IntArray | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Motion:
    """How a cube moves from frame to frame: `turn` (3, a rotation vector) and `shift` (3).

    Both are in the axes of the camera.
    """

    turn: FloatArray
    shift: FloatArray

    @property
    def degrees(self) -> float:
        """The angle of the rotation."""
        return float(np.degrees(np.linalg.norm(self.turn)))

    def after(self, pose: CubeInFrame) -> CubeInFrame:
        """Return where a cube is expected one frame later."""
        rotation = np.asarray(cv2.Rodrigues(self.turn)[0], float)
        return replace(pose, rotation=rotation @ pose.rotation, position=pose.position + self.shift)

    def with_step(self, before: CubeInFrame, pose: CubeInFrame) -> _Motion:
        """Return the motion after one more step; a step that is rather an error ends it."""
        if before.angle_to(pose) > MAX_MOTION:
            return _AT_REST
        turn = cv2.Rodrigues(pose.rotation @ before.rotation.T)[0].ravel()
        shift = pose.position - before.position
        return _Motion((self.turn + turn) / 2, (self.shift + shift) / 2)


_AT_REST = _Motion(np.zeros(3), np.zeros(3))


class PoseTracker:
    """The pose of a cube in consecutive frames of one size.

    `follows`: whether a cube that rotates is expected to rotate on, as one that is shown from all
    sides does. Hands that turn layers move it to and fro. `still_frames`: for how many frames
    nothing has moved.
    """

    def __init__(self, *, follows: bool = False) -> None:
        self.follows = follows
        self._last: CubeInFrame | None = None
        self._contrast = 0.0
        self._motion = _AT_REST
        self._number = 0
        self._distances: deque[float] = deque(maxlen=DISTANCES)
        self._contrasts: deque[float] = deque(maxlen=DISTANCES)
        self._rested: CubeInFrame | None = None
        self.still_frames = self._layer_frames = self._fast_frames = 0

    def see(self, frame: FilmFrame) -> CubeSeen:
        """Return the cube in the next frame."""
        light = frame.brightest
        before, before_contrast = self._last, self._contrast
        expected = None if before is None else self._motion.after(before)
        candidates = [] if before is None else [self._refined(light, before)]
        if expected is not None and self._motion.degrees > SLOW:
            candidates.append(self._refined(light, expected))
        is_still = before is not None and self._is_still(candidates[0], before)
        self.still_frames = self.still_frames + 1 if is_still else 0
        if self.still_frames >= RESTED_FRAMES:
            self._rested = candidates[0].pose
        if before is not None and not is_still and not self.follows:
            if before_contrast > MIN_CONTRAST and not self._rotates:
                candidates.append(refine_layer(light, before))
            if self._rested is not None:
                rested = self._refined(light, self._rested)
                candidates.append(self._refined(light, rested.pose))
        is_fast = self._motion.degrees > FAST
        if self._number % SEARCH_EVERY == 0 or before_contrast < CLEAR_CONTRAST or is_fast:
            found = self._search(frame, expected)
            if found is not None:
                candidates.append(self._refined(light, found))
        self._number += 1
        best = max(candidates, key=lambda each: self._score(each, before, expected), default=None)
        if best is None or best.contrast < MIN_CONTRAST:
            has_contrast = best is not None and best.contrast > 0
            self._last, self._contrast = (before if has_contrast else None), 0.0
            self._motion, self._fast_frames = _AT_REST, 0
            return CubeSeen(None, np.full(len(WHOLE_TURNS), HIDDEN_PRICE))
        self._layer_frames = 0 if best.model == AT_REST else self._layer_frames + 1
        self._motion = (
            self._motion.with_step(before, best.pose.held_as(before.rotation))
            if before is not None and best.model == AT_REST
            else _AT_REST
        )
        self._fast_frames = self._fast_frames + 1 if self._motion.degrees > FAST else 0
        pose = best.pose.held_as(USUALLY_HELD)
        self._last, self._contrast = pose, best.contrast
        self._distances.append(float(pose.position[2]))
        self._contrasts.append(best.contrast)
        if before is None or before_contrast < MIN_CONTRAST:
            return CubeSeen(pose, np.full(len(WHOLE_TURNS), HIDDEN_PRICE))
        return _followed(before, pose)

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
        clear = refined.contrast if self._rotates else refined.evidence / math.sqrt(USUAL_LINES)
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


def _followed(before: CubeInFrame, pose: CubeInFrame) -> CubeSeen:
    """Return a cube that was seen in the frame before too, with the whole-cube turn between."""
    prices = np.full(len(WHOLE_TURNS), ABSENT_PRICE)
    agreement = np.einsum("ij,ik,skj->s", pose.rotation, before.rotation, SYMMETRIES)
    k = int(agreement.argmax())
    degrees = np.degrees(np.arccos(np.clip((agreement[k] - 1) / 2, -1, 1)))
    if degrees >= MAX_ROTATION:
        return CubeSeen(pose, prices)
    if k in _WHOLE_TURN_OF:
        prices[_WHOLE_TURN_OF[k]] = SEEN_PRICE
    return CubeSeen(pose, prices, _PLACES_AFTER[k])
