"""Where a camera's picture should change when servos get other pulses, by the rig's description.

Grippers are drawn as flat shapes without colours: of two pictures only is compared where they
differ, and of a motion where its shapes are before and after.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from firmware_sim.camera.geometry import PinholeCamera, cameras_of
from firmware_sim.camera.gripper_shapes import gripper_parts
from firmware_sim.physics.jaws import pulse_maps
from firmware_sim.physics.state import PhysicalState
from robot.rigs.camera_places import with_cameras
from robot.rigs.rig import Rig
from solver.cube import Cube
from vision.arrays import BoolArray, Image

# Pictures are compared at this size (width, height): a cubie is some 50 pixels wide.
SIZE = (320, 240)
# Grey values that differ by more than this have changed: noise is far less, a moved edge far more.
_CHANGED_GREY = 8
# Shapes of real grippers, and places of cameras, are known only to some pixels.
_TOLERANCE = 3
# Fewer changed pixels than these are noise; with so many a motion is seen well.
MIN_PIXELS, MANY_PIXELS = 100, 1000
# What is so near the border of a picture (a share of it) may be beyond that of a real camera.
_MARGIN = 0.08
# Angles (degrees) and openings are drawn in steps of these.
_ANGLE_STEP, _OPENING_STEP = 1.0, 0.01

Pulses = Mapping[str, float]
# Angles (degrees) of axes, then openings of grippers.
Places = tuple[float, ...]


class PixelChange:
    """Where two pictures differ: true `pixels` (H x W, at SIZE), and so many of them.

    `inner_count`: how many of these a camera that is a little displaced sees too. They are kept as
    bits, with those of all pixels near them: many are compared.
    """

    def __init__(self, pixels: BoolArray) -> None:
        side = 2 * _TOLERANCE + 1
        near = np.asarray(cv2.dilate(pixels.astype(np.uint8), np.ones((side, side), np.uint8))) > 0
        self._bits, self._near = (np.packbits(each).view(np.uint64) for each in (pixels, near))
        self.count = int(np.count_nonzero(pixels))
        high, wide = (round(_MARGIN * side) for side in pixels.shape)
        self.inner_count = int(np.count_nonzero(pixels[high:-high, wide:-wide]))

    @property
    def pixels(self) -> BoolArray:
        """Return where the pictures differ, H x W."""
        width, height = SIZE
        return np.unpackbits(self._bits.view(np.uint8)).reshape(height, width) > 0

    def count_near(self, other: PixelChange) -> int:
        """Return how many of its pixels have one of another change near them."""
        return int(np.bitwise_count(self._bits & other._near).sum())


@dataclass(frozen=True, slots=True, eq=False)
class SeenMotion:
    """What a camera saw: pulses (microseconds) of actuators before and after, and the change."""

    before: Pulses
    after: Pulses
    change: PixelChange


def changed(before: Image, after: Image) -> PixelChange:
    """Return where two pictures of a camera (H x W x 3 BGR) differ, at SIZE."""
    first, second = (
        cv2.resize(cv2.cvtColor(each, cv2.COLOR_BGR2GRAY), SIZE, interpolation=cv2.INTER_AREA)
        for each in (before, after)
    )
    return PixelChange(cv2.absdiff(first, second) > _CHANGED_GREY)


def unlikeness(seen: PixelChange, expected: PixelChange) -> float:
    """Return how much two changes differ, 0 to 1; less where the larger of both is small."""
    counts = seen.count, expected.count
    weight = min(max(counts) / MANY_PIXELS, 1.0)
    if max(counts) < MIN_PIXELS:
        return 0.0
    if min(counts) < MIN_PIXELS:
        return weight
    right = seen.count_near(expected) / counts[0]
    found = expected.count_near(seen) / counts[1]
    return weight * (1 - 2 * right * found / max(right + found, 1e-9))


class ExpectedMotions:
    """The changes that motions of a `rig` make in the picture of a camera.

    `looks`: the positions that the camera sees, "" for those of the rig's first one.
    """

    def __init__(self, rig: Rig, looks: str = "") -> None:
        seen = with_cameras(rig, (looks,)) if looks else rig
        self._rig = rig
        self._camera = _small(cameras_of(seen)[0])
        self._maps = pulse_maps(rig)
        self._home = PhysicalState.at_home(rig.home, Cube.solved())
        self._picture = lru_cache(maxsize=2048)(self._drawn)
        self._change = lru_cache(maxsize=8192)(self._changed)

    def change(self, before: Places, after: Places) -> PixelChange:
        """Return where the picture changes from places of all actuators to others."""
        return self._change(before, after)

    def _changed(self, before: Places, after: Places) -> PixelChange:
        return PixelChange(np.asarray(self._picture(before) != self._picture(after)))

    def places(self, pulses: Sequence[float]) -> Places:
        """Return the places that pulses (microseconds, axes first) command, in small steps."""
        axes = len(self._rig.axes)
        steps = [_ANGLE_STEP] * axes + [_OPENING_STEP] * (len(pulses) - axes)
        return tuple(
            step * round(each.position(pulse) / step)
            for each, pulse, step in zip(self._maps, pulses, steps, strict=True)
        )

    def _drawn(self, places: Places) -> Image:
        """Return a number for each pixel: that of the flat shape which is seen there, or 0."""
        axes = len(self._rig.axes)
        state = replace(self._home, angles=places[:axes], openings=places[axes:])
        picture = np.zeros(SIZE[::-1], np.uint8)
        parts = gripper_parts(self._rig, state)
        if not parts:
            return picture
        faces = np.concatenate([part.solid.faces for part in parts])
        normals = np.concatenate([part.solid.normals for part in parts])
        facing = np.einsum("ij,ij->i", self._camera.position - faces[:, 0], normals) > 0
        shown = np.flatnonzero(facing)
        outlines = np.rint(self._camera.project(faces[shown])).astype(np.int32)
        for number, outline in zip(shown.tolist(), outlines, strict=True):
            cv2.fillConvexPoly(picture, outline, number % 255 + 1)
        return picture


@lru_cache(maxsize=8)
def expected_motions(rig: Rig, looks: str = "") -> ExpectedMotions:
    """Return what a camera should see of a rig, see `ExpectedMotions`, drawn only once."""
    return ExpectedMotions(rig, looks)


def _small(camera: PinholeCamera) -> PinholeCamera:
    """Return a camera whose pictures have SIZE."""
    part = SIZE[0] / camera.width
    x, y = camera.centre
    return replace(
        camera,
        centre=(part * x, part * y),
        focal=part * camera.focal,
        width=SIZE[0],
        height=SIZE[1],
    )
