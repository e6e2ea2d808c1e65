"""What speaks for a pose of a cube beside the lines between its stickers.

The lines look alike in each row: where hands cover a part of a cube, a pose may be wrong by a row.
Then its stickers look otherwise than those believed, some of them are where the background is
seen, or a row of the cube is left out.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import BoolArray, FloatArray, Image
from vision.colour.colour_space import squared_distance
from vision.colour.illumination import STICKER_SIGMA, log_light
from vision.film.background import STEP, Background
from vision.film.cube_pose import MIDDLES, MIN_COSINE, NORMALS, USUALLY_HELD, CubeInFrame
from vision.film.film_frame import nearest_pixels

# So far (squared standard deviations) a sticker is like the one expected to exp(-1/2): light may
# differ more than where colours are told apart. And how many must be seen.
_LIKE, _MIN_SEEN = 4.0, 5
USUAL_STICKERS = 18  # of two faces
# Around a cube, this far from its middle in its own size, stickers would be left out. What is not
# dark is one with a probability of a half if it is so saturated (1 where a channel has no light),
# and of nearly 1 or 0 where that differs by some widths.
_AROUND, _VIVID, _WIDTH, _DARKEST, _OFFSET = 1.12, 0.65, 0.05, np.log(0.02), 1e-4
_ALONG = np.array([0.1, 0.3, 0.5, 0.7, 0.9])[:, None, None]  # places on each side of its outline
# How much it counts that stickers look as expected, that the background is where all those of two
# faces should be, and that all around is left out.
AGREEMENT, ON_BACKGROUND, LEFT_OUT = 0.45, 1.0, 0.25


class PoseEvidence:
    """What a film has shown so far by which poses are told apart.

    `expected_light` (54 x 3): of the stickers as they are believed to be, log light, NaN where
    that is unknown; None before anything is.
    """

    def __init__(self) -> None:
        self.expected_light: FloatArray | None = None
        self._background = Background()
        self._image: Image = np.zeros((0, 0, 3), np.uint8)
        self._shown: BoolArray = np.zeros((0, 0), bool)

    def begin(self, image: Image) -> None:
        """Go on to the next frame (H x W x 3 uint8 BGR)."""
        self._image, self._shown = image, self._background.shown(image)

    def learn(self, pose: CubeInFrame | None) -> None:
        """Learn from this frame, in which the cube has a pose, or is not seen."""
        self._background.see(self._image, pose)

    def of(self, pose: CubeInFrame, before: CubeInFrame | None) -> float:
        """Return how much speaks for a pose in this frame; `before`: that of the last one."""
        found = -ON_BACKGROUND * on_background(self._shown, pose)
        found -= LEFT_OUT * left_out(self._image, self._shown, pose)
        if self.expected_light is None or before is None:
            return found
        # After a turn of the whole cube, or without one.
        named = pose.held_as(before.rotation), pose.held_as(USUALLY_HELD)
        agreed = max(agreement(self._image, each, self.expected_light) for each in named)
        return found + AGREEMENT * agreed


def agreement(image: Image, pose: CubeInFrame, expected: FloatArray) -> float:
    """Return how much (0..1) the stickers of a pose look as expected; 0 where too few are seen.

    `image` (H x W x 3 uint8 BGR); `expected` (54 x 3): log light, NaN where it is unknown.
    """
    facing = pose.cosines(MIDDLES, NORMALS) > MIN_COSINE
    seen = np.flatnonzero(facing & np.isfinite(expected[:, 0]))
    if len(seen) < _MIN_SEEN:
        return 0.0
    light = log_light(image[nearest_pixels(image, pose.pixels(MIDDLES[seen]))].astype(float))
    distance = squared_distance(light - expected[seen], STICKER_SIGMA)
    return float(np.exp(-0.5 * distance / _LIKE).mean())


def on_background(shown: BoolArray, pose: CubeInFrame) -> float:
    """Return how many stickers of a pose are where the background is seen, as a share of 18.

    `shown`: as of `Background.shown`.
    """
    facing = pose.cosines(MIDDLES, NORMALS) > MIN_COSINE
    covers = shown[nearest_pixels(shown, pose.pixels(MIDDLES[facing]) / STEP)]
    return float(covers.sum()) / USUAL_STICKERS


def left_out(image: Image, shown: BoolArray, pose: CubeInFrame) -> float:
    """Return how much (0..1) around a pose looks like stickers, and is not the background.

    `image` (H x W x 3 uint8 BGR); `shown`: as of `Background.shown`.
    """
    middle = pose.pixels(np.zeros(3))
    outline = pose.outline
    sides = (1 - _ALONG) * outline + _ALONG * np.roll(outline, -1, 0)
    around = (middle + _AROUND * (sides - middle)).reshape(-1, 2)
    light = log_light(image[nearest_pixels(image, around)].astype(float), offset=_OFFSET)
    darkest, brightest = light.min(1), light.max(1)
    saturation = 1 - np.exp(darkest - brightest)
    sticker = (brightest > _DARKEST) / (1 + np.exp((_VIVID - saturation) / _WIDTH))
    return float((sticker * ~shown[nearest_pixels(shown, around / STEP)]).mean())
