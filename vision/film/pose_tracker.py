"""Follows the pose of a cube from frame to frame, and tells when the whole cube was turned.

Each frame the last pose is refined by the lines between the stickers; the search for faces, which
takes longer, is made now and then.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.arrays import FloatArray, Image, IntArray
from vision.film.cube_pose import (
    STANDING,
    SYMMETRIES,
    USUALLY_HELD,
    CubeInFrame,
    camera_matrix,
    places_after,
    pose_of_faces,
)
from vision.film.film_frames import FilmFrame
from vision.film.held_moves import MOVES, SOURCES, WHOLE_TURNS
from vision.film.pose_refinement import (
    AT_REST,
    BEST,
    BEST_OF_ROTATING,
    USUAL_LINES,
    RefinedPose,
    refine_layer,
    refine_pose,
)

# The largest rotation between two frames (degrees) that is followed, if both are clear.
MAX_ROTATION = 40.0
# Prices (natural logarithms) of a whole-cube turn that was seen, of one that may have happened
# while the cube was not seen for many frames, or for one, and of others. Hands take some ten frames
# for one.
SEEN_PRICE, HIDDEN_PRICE, BRIEFLY_HIDDEN_PRICE, ABSENT_PRICE = 0.5, 5.0, 12.0, 13.0

# Faces are searched in every third frame, and in each one after less contrast or fast motion.
SEARCH_EVERY = 3
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


def hidden_price(frames: int) -> float:
    """Return the price of a turn of the whole cube while it was not seen for some frames."""
    return max(HIDDEN_PRICE, BRIEFLY_HIDDEN_PRICE + 1 - max(frames, 1))


def not_followed(pose: CubeInFrame | None, price: float) -> CubeSeen:
    """Return a cube that may have been turned as a whole since the last frame, at a price."""
    return CubeSeen(pose, np.full(len(WHOLE_TURNS), price))


def followed(before: CubeInFrame, pose: CubeInFrame) -> CubeSeen:
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
        self._motion = STANDING
        self._number = self._unseen = 0
        self._distances: deque[float] = deque(maxlen=DISTANCES)
        self._contrasts: deque[float] = deque(maxlen=DISTANCES)
        self._rested: CubeInFrame | None = None
        self.still_frames = self._layer_frames = self._fast_frames = 0

    def see(self, frame: FilmFrame) -> CubeSeen:
        """Return the cube in the next frame."""
        before, before_contrast = self._last, self._contrast
        if before_contrast >= MIN_CONTRAST:
            self._unseen = 0
        candidates = [*self._going_on(frame), *self._new(frame)]
        self._number += 1
        clear = [each for each in candidates if each.contrast >= MIN_CONTRAST]
        if not clear:
            has_contrast = any(each.contrast > 0 for each in candidates)
            self._last, self._contrast = (before if has_contrast else None), 0.0
            self._motion, self._fast_frames = STANDING, 0
            self._unseen += 1
            return not_followed(None, hidden_price(self._unseen))
        expected = self._expected
        pose = self._take(max(clear, key=lambda each: self._score(each, before, expected)), before)
        if before is None or before_contrast < MIN_CONTRAST:
            return not_followed(pose, hidden_price(self._unseen))
        return followed(before, pose)

    def _going_on(self, frame: FilmFrame) -> Iterator[RefinedPose]:
        """Yield the poses that go on from that of the frame before."""
        light, before, expected = frame.brightest, self._last, self._expected
        if before is None or expected is None:
            self.still_frames = 0
            return
        first = self._refined(light, before)
        yield first
        if self._motion.degrees > SLOW:
            yield self._refined(light, expected)
        is_still = self._is_still(first, before)
        self.still_frames = self.still_frames + 1 if is_still else 0
        if self.still_frames >= RESTED_FRAMES:
            self._rested = first.pose
        is_clear = self._contrast > MIN_CONTRAST
        if not is_still and not self.follows and is_clear and not self._rotates:
            yield refine_layer(light, before)

    def _new(self, frame: FilmFrame) -> Iterator[RefinedPose]:
        """Yield poses that do not go on from that of the frame before."""
        light, before, expected = frame.brightest, self._last, self._expected
        is_moving = before is not None and not self.follows and not self.still_frames
        if is_moving and self._rested is not None:
            yield self._refined(light, self._refined(light, self._rested).pose)
        found = self._search(frame, expected) if self._searches else None
        if found is not None:
            yield self._refined(light, found)

    def _take(self, best: RefinedPose, before: CubeInFrame | None) -> CubeInFrame:
        """Make a pose that of this frame; return it as it is named. `before`: that before it."""
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
        return is_unclear or self._number % SEARCH_EVERY == 0

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
