"""Pictures of a robot in its poses: is each actuator where the last command has brought it?

What a camera at a fixed place sees depends on where the actuators are, and on the stickers of the
cube. A picture is kept of each pose. From the pictures of two successive poses it is learnt which
pixels an actuator changes when it moves; from two pictures of one pose, which pixels change by
themselves: those of stickers. The rest must look as in the pictures before it: a pixel is compared
with every picture in which the actuators that change it are where they should be now, or at a place
that looks the same there, so that a pose that was never seen is known by its parts. It is a
silhouette's comparison with itself: neither the shape of the grippers nor the place of the camera
need be known. The gaps between the stickers are among these pixels, so that a layer which stands
askew shows too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from robot.link.arrival import Agrees, NotSeen, Observation, Stuck
from robot.rigs.command import Pose
from robot.rigs.rig import Rig
from rokumen.devices.unchanged_pixels import Place, UnchangedPixels
from vision.arrays import BoolArray, FloatArray, Image
from vision.detect.lattice import apply_homography, face_homography

# Pictures are compared with a longer side of this many pixels.
COMPARED_SIDE = 320
# A pixel differs if one of its colours does by more than this (0..255).
MAX_DIFFERENCE = 24
# Something is where it should not be if so large a share of the picture differs. A wrist that is 9
# degrees off changes 0.2% at least, one that is right 0.1% at most.
MAX_CHANGED_SHARE = 0.002
# The same in a pose that is known only by its parts, and while it is not known well what changes
# by itself: before this number of pictures of poses that came again.
MAX_CHANGED_SHARE_AT_FIRST = 0.008
WELL_KNOWN_REPEATS = 12
# The same between the stickers, and beside the cube: layers are always askew by a few degrees,
# which changes 0.14% at most, 0.43% in one of 700 runs, and one that is 9 degrees off 0.55%.
MAX_ASKEW_SHARE = 0.005
# Stickers of the cube's sides are seen beside its face, and change with the turns: a little of them
# also farther off, 0.25% at most. Of a wrist that is 9 degrees off 0.5% is seen there at least.
MIN_ELSEWHERE_SHARE = 0.0035
# If more differs, the camera was moved, or somebody stands in its light.
MAX_UPSET_SHARE = 0.4
# An actuator that changes a smaller share of the picture is not seen.
MIN_SEEN_SHARE = 0.003
_HALF_TURN = 180
# A sticker's part of its facelet, with some room for a face that is not exactly where it was.
_STICKER = 0.92
# How far beside a face stickers of its neighbours are seen, in parts of its size.
_BESIDE = 1.17
# Specks of fewer pixels are noise.
_GRAIN = np.ones((2, 2), np.uint8)
_NEIGHBOURS = np.ones((3, 3), np.uint8)
# The brightness of a picture is measured at one of this number of the pixels that never change.
_BRIGHTNESS_STEP = 11
_MIN_STILL = 200

ANOTHER_VIEW = NotSeen("all of the picture is another one")


def compared(image: Image) -> Image:
    """Return an image (H x W x 3 uint8 BGR) in the size in which pictures are compared."""
    height, width = image.shape[:2]
    factor = min(1.0, COMPARED_SIDE / max(height, width))
    size = (max(1, round(factor * width)), max(1, round(factor * height)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def sticker_mask(faces: Iterable[FloatArray], image: Image) -> BoolArray:
    """Return the pixels (H x W, of the compared size) that show stickers of faces.

    `faces`: the corners of each in the image (4 x 2 pixels), in order around it.
    """
    small = compared(image)
    mask = np.zeros(small.shape[:2], np.uint8)
    scale = small.shape[1] / image.shape[1]
    margin = (1 - _STICKER) / 2
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * _STICKER + margin
    for corners in faces:
        homography = face_homography(corners * scale)
        for row in range(3):
            for column in range(3):
                pixels = apply_homography(homography, square + np.array([column, row]))
                cv2.fillConvexPoly(mask, np.rint(pixels).astype(np.int32), (1,))
    return mask.astype(bool)


def cube_mask(faces: Iterable[FloatArray], image: Image) -> BoolArray:
    """Return the pixels of faces, as `sticker_mask`, and those next to them, where layers show."""
    small = compared(image)
    mask = np.zeros(small.shape[:2], np.uint8)
    scale = small.shape[1] / image.shape[1]
    for corners in faces:
        middle = corners.mean(axis=0)
        around = (corners - middle) * _BESIDE + middle
        cv2.fillConvexPoly(mask, np.rint(around * scale).astype(np.int32), (1,))
    return mask.astype(bool)


@dataclass(frozen=True, slots=True, eq=False)
class PosePictures:
    """What is known of a rig's pictures (all of one size, as `compared` returns them).

    `pose`: the last one; `pictures`: the latest of each pose; `moved`: the pixels that each
    actuators change that were moved together (a wrist and its jaws are one); `unchanged`: those
    that each leaves; `unsteady`: those that change by themselves; `cube`: those of the cube, where
    layers stand a little askew; `repeats`: how often a pose has come again.
    """

    rig: Rig
    pose: Pose | None = None
    pictures: Mapping[Pose, Image] = field(default_factory=dict)
    moved: Mapping[frozenset[str], BoolArray] = field(default_factory=dict)
    unchanged: UnchangedPixels = field(default_factory=UnchangedPixels)
    unsteady: BoolArray | None = None
    cube: BoolArray | None = None
    repeats: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the actuators; a wrist and its jaws have one."""
        return tuple(dict.fromkeys((*self.rig.axes, *self.rig.grippers)))

    def after(self, picture: Image, pose: Pose) -> PosePictures:
        """Return what is known after a picture of a pose in which all is where it should be."""
        if self.unsteady is None or self.unsteady.shape != picture.shape[:2]:
            return self._begun(picture, pose)
        picture = self._with_usual_light(picture)
        moved, unsteady, repeats = dict(self.moved), self.unsteady, self.repeats
        unchanged = self.unchanged
        before = self.pictures.get(self.pose) if self.pose else None
        if self.pose and before is not None:
            changed = _grown(_differs(before, picture))
            movers = self._movers(self.pose, pose)
            together = frozenset(movers)
            moved[together] = moved.get(together, False) | changed
            ways = [
                (name, self._place(name, self.pose), self._place(name, pose)) for name in movers
            ]
            unchanged = unchanged.after(ways, ~changed)
        if self.pose != pose and pose in self.pictures:
            unsteady = unsteady | _grown(_differs(self.pictures[pose], picture))
            repeats += 1
        return replace(
            self,
            pose=pose,
            pictures={**self.pictures, pose: picture},
            moved=moved,
            unchanged=unchanged,
            unsteady=unsteady,
            repeats=repeats,
        )

    def without_pictures(self) -> PosePictures:
        """Return the same without the pictures, of which one may be wrong."""
        return replace(self, pose=None, pictures={})

    def with_cube(self, stickers: BoolArray, cube: BoolArray) -> PosePictures:
        """Return the same for a cube at these pixels, with stickers at some of them."""
        if self.unsteady is None or self.unsteady.shape != stickers.shape:
            return self
        return replace(self, unsteady=self.unsteady | stickers, cube=cube)

    def sees(self, name: str) -> bool:
        """Return whether an actuator's motion has been seen."""
        return float(self._changed_by(name).mean()) >= MIN_SEEN_SHARE

    def knows(self, pose: Pose) -> bool:
        """Return whether each actuator was seen before where it is in a pose."""
        return self.pose in self.pictures and all(
            self.was_seen_at(name, self._place(name, pose)) for name in self.names
        )

    def have_changed(self, picture: Image) -> bool:
        """Return whether something has moved since the last picture of the last pose."""
        if self.pose is None or self.pictures[self.pose].shape != picture.shape:
            return False
        wrong = self._wrong_pixels(self._with_usual_light(picture), self.pose)
        return float(wrong.mean()) > MAX_CHANGED_SHARE

    def judge(self, picture: Image, pose: Pose) -> Observation:
        """Return what a picture says after a command that should have led to a pose."""
        if self.unsteady is None or self.pose is None or self.pose not in self.pictures:
            return NotSeen("there is no picture of the pose before")
        if self.unsteady.shape != picture.shape[:2]:
            return NotSeen("the pictures have another size than before")
        movers = self._movers(self.pose, pose)
        unknown = [name for name in movers if not self.was_seen_at(name, self._place(name, pose))]
        nowhere = NotSeen(f"{', '.join(unknown)} has not been there before")
        known = [name for name in movers if name not in unknown]
        if unknown and not known:
            return nowhere
        picture = self._with_usual_light(picture)
        wrong = self._wrong_pixels(picture, pose)
        if unknown:
            # What these change at a place that is new is not known: the others alone are judged.
            wrong = wrong & np.logical_or.reduce([self._changed_by(name) for name in known])
        if not self._is_too_much(wrong, pose):
            hidden = [name for name in known if not self.sees(name)]
            unseen = NotSeen(f"{', '.join(hidden)} is out of sight") if hidden else Agrees()
            return nowhere if unknown else unseen
        if wrong.mean() > MAX_UPSET_SHARE:
            return ANOTHER_VIEW
        # After a motion back to where the robot was before, none should have moved.
        suspects = known or self.names
        name = max(suspects, key=lambda each: int((wrong & self._changed_by(each)).sum()))
        at = self._angle(name, picture, pose, int(wrong.sum()))
        is_axis = name in self.rig.axes and (at is not None or name not in self.rig.grippers)
        return Stuck("axis" if is_axis else "gripper", name, at)

    def _begun(self, picture: Image, pose: Pose) -> PosePictures:
        nothing = np.zeros(picture.shape[:2], bool)
        return replace(
            self,
            pose=pose,
            pictures={pose: picture},
            moved={},
            unchanged=UnchangedPixels(),
            unsteady=nothing,
        )

    def _is_too_much(self, wrong: BoolArray, pose: Pose) -> bool:
        """Return whether so many pixels are wrong that an actuator must be elsewhere."""
        is_known = pose in self.pictures and self.repeats >= WELL_KNOWN_REPEATS
        limit = MAX_CHANGED_SHARE if is_known else MAX_CHANGED_SHARE_AT_FIRST
        if self.cube is None:
            return float(wrong.mean()) > limit
        askew, elsewhere = wrong & self.cube, wrong & ~self.cube
        return float(askew.mean()) > MAX_ASKEW_SHARE or float(elsewhere.mean()) > limit

    def _changed_by(self, name: str) -> BoolArray:
        """Return the pixels that an actuator changes.

        What it changed together with others counts, unless one of these changes it by itself.
        """
        assert self.unsteady is not None
        changed = np.zeros_like(self.unsteady)
        for movers, pixels in self.moved.items():
            if name in movers:
                mine = pixels
                for other in movers - {name}:
                    alone = self.moved.get(frozenset({other}))
                    mine = mine if alone is None else mine & ~alone
                changed = changed | mine
        return changed

    def _wrong_pixels(self, picture: Image, pose: Pose) -> BoolArray:
        """Return the pixels that differ from every picture that should show the same there.

        Of those of the cube, which may show stickers of its sides, only what pictures have shown
        alike counts, unless so much differs elsewhere that a wrist must be off.
        """
        assert self.unsteady is not None
        wrong = np.zeros_like(self.unsteady)
        right = np.zeros_like(self.unsteady)
        for valid, other in self._comparable(pose):
            right |= valid & ~_differs(picture, other)
            wrong = (wrong | valid) & ~right
            if pose in self.pictures and wrong.mean() <= MAX_CHANGED_SHARE:
                # It is as before in this pose, whose picture comes first.
                break
        if self.cube is not None:
            elsewhere = _without_grain(wrong & ~self.cube)
            if float(elsewhere.mean()) <= MIN_ELSEWHERE_SHARE and (wrong & self.cube).any():
                wrong &= ~self.cube | self._shown_alike(pose)
        return _without_grain(wrong)

    def _shown_alike(self, pose: Pose) -> BoolArray:
        """Return the pixels that two or more pictures show as in `pose`, all of them alike.

        What a single picture shows may be a sticker, which has another colour after a turn.
        """
        assert self.unsteady is not None
        once, twice, unlike = (np.zeros_like(self.unsteady) for _ in range(3))
        first = np.zeros((*once.shape, 3), np.uint8)
        for valid, other in self._comparable(pose):
            again = once & valid
            twice |= again
            unlike |= again & _differs(first, other)
            first = np.where((valid & ~once)[..., None], other, first)
            once |= valid
        return twice & ~unlike

    def _comparable(self, pose: Pose) -> Iterator[tuple[BoolArray, Image]]:
        """Yield pictures, and the pixels that look in `pose` as they do there."""
        assert self.unsteady is not None
        same = {name: ~self._changed_by(name) for name in self.names}
        for other in sorted(self.pictures, key=lambda each: len(self._movers(each, pose))):
            valid = ~self.unsteady
            for name in self._movers(other, pose):
                places = self._place(name, other), self._place(name, pose)
                left = self.unchanged.between(name, *places)
                valid &= same[name] if left is None else same[name] | left
            if valid.any():
                yield valid, self.pictures[other]

    def _angle(self, name: str, picture: Image, pose: Pose, wrong: int) -> float | None:
        """Return about where an axis that was to move stands, else None.

        The nearer to one end, the more it looks as there. Both ends of a half turn look alike:
        of one it is said to be between the middle and the second end.
        """
        if name not in self.rig.axes or self.pose is None:
            return None
        index = self.rig.axes.index(name)
        begin, end = self.pose.angles[index], pose.angles[index]
        if begin == end:
            return None
        other = self.pose
        if abs(end - begin) == _HALF_TURN:
            begin = (begin + end) / 2
            angles = (*pose.angles[:index], begin, *pose.angles[index + 1 :])
            other = replace(pose, angles=angles)
        left = self._wrong_pixels(picture, other)
        share = float(left.sum()) / max(float(left.sum()) + wrong, 1.0)
        return float(round(begin + (end - begin) * share))

    def was_seen_at(self, name: str, place: Place) -> bool:
        """Return whether there is a picture of an actuator at a place."""
        return any(self._place(name, each) == place for each in self.pictures)

    def _movers(self, before: Pose, after: Pose) -> Sequence[str]:
        """Return the names of the actuators that are elsewhere in one pose than in the other."""
        return [
            name for name in self.names if self._place(name, before) != self._place(name, after)
        ]

    def _place(self, name: str, pose: Pose) -> Place:
        """Return the angle of an axis and the position of its jaws, None for what it has not."""
        rig = self.rig
        return (
            pose.angles[rig.axes.index(name)] if name in rig.axes else None,
            pose.grips[rig.grippers.index(name)] if name in rig.grippers else None,
        )

    def _with_usual_light(self, picture: Image) -> Image:
        """Return a picture as bright as the others, by the pixels that never change."""
        assert self.unsteady is not None
        still = ~self.unsteady
        for changed in self.moved.values():
            still = still & ~changed
        chosen = np.flatnonzero(still)[::_BRIGHTNESS_STEP]
        other = next(iter(self.pictures.values()), None)
        if other is None or len(chosen) < _MIN_STILL:
            return picture
        difference = picture.reshape(-1, 3)[chosen].astype(np.int16) - other.reshape(-1, 3)[chosen]
        lighter = np.median(difference, axis=0)
        if not lighter.any():
            return picture
        return np.asarray(np.clip(picture - lighter, 0, 255), np.uint8)


def _differs(first: Image, second: Image) -> BoolArray:
    blue, green, red = cv2.split(cv2.absdiff(first, second))
    return np.asarray(cv2.max(cv2.max(blue, green), red) > MAX_DIFFERENCE)


def _without_grain(mask: BoolArray) -> BoolArray:
    return cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, _GRAIN).astype(bool)


def _grown(mask: BoolArray) -> BoolArray:
    """Return a mask with the pixels next to it."""
    return cv2.dilate(mask.astype(np.uint8), _NEIGHBOURS).astype(bool)
