"""The frames of a film: as they are searched, and as they are kept until turns are decided.

One frame may be searched by several trackers, but only once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.arrays import BoolArray, FloatArray, Image, IntArray
from vision.detect.face import FaceView
from vision.detect.lattice import resized
from vision.detect.photograph import find_faces
from vision.film.sticker_colours import StickersSeen

# The longer side (pixels) of the frames as they are searched.
SMALLEST_SIDE, LARGEST_SIDE = 360, 640

# The longer nothing moves, the less does one more frame show: it counts half after so many.
STILL_FRAMES = 4
# A whole-cube turn may be seen so many frames before or after the pose is named anew.
PRICE_FRAMES = 3


class FilmFrame:
    """One frame, and what is found in it, each when it is first asked for.

    `image` (H x W x 3 uint8 BGR): as it is searched.
    """

    def __init__(self, image: Image) -> None:
        """Take a frame of any size."""
        self.image = searched(image)

    @cached_property
    def brightest(self) -> Image:
        """The brightest channel (H x W uint8), a little blurred."""
        blue, green, red = cv2.split(cv2.blur(self.image, (3, 3)))
        return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)

    @cached_property
    def faces(self) -> Sequence[FaceView]:
        """The faces of a cube, as far as they are found."""
        return find_faces(self.image)


def searched(image: Image) -> Image:
    """Return an image as it is searched: neither very small nor large."""
    longer = max(image.shape[:2])
    if longer > LARGEST_SIDE:
        return resized(image, LARGEST_SIDE)
    if longer >= SMALLEST_SIDE:
        return image
    scale = SMALLEST_SIDE / longer
    enlarged = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    return np.asarray(enlarged, np.uint8)


def nearest_pixels(image: Image | BoolArray, places: FloatArray) -> tuple[IntArray, IntArray]:
    """Return the rows and columns of the pixels nearest to places (... x 2), in pixels.

    For places outside of the image they are those at its border.
    """
    height, width = image.shape[:2]
    nearest = np.rint(places).astype(np.int64)
    return np.clip(nearest[..., 1], 0, height - 1), np.clip(nearest[..., 0], 0, width - 1)


@dataclass(frozen=True, slots=True, eq=False)
class ObservedFrame:
    """One frame: its time, the stickers or None, the prices of WHOLE_TURNS.

    `still_frames`: for how many frames nothing has moved.
    """

    time: float
    seen: StickersSeen | None
    prices: FloatArray
    still_frames: int = 0

    @property
    def share(self) -> float:
        """How much the frame counts (0..1), as it shows nearly what those before it did."""
        return 1 / (1 + self.still_frames / STILL_FRAMES)


class ObservedFrames:
    """Frames by their number, of which those before `first` were dropped."""

    def __init__(self) -> None:
        self.first = 0
        self._kept: deque[ObservedFrame] = deque()

    def __len__(self) -> int:
        """Return how many frames are kept."""
        return len(self._kept)

    @property
    def end(self) -> int:
        """The number of the next frame."""
        return self.first + len(self._kept)

    def add(self, observation: ObservedFrame) -> None:
        """Add the next frame."""
        self._kept.append(observation)

    def __getitem__(self, number: int) -> ObservedFrame:
        """Return the frame with a number; the first or last one kept in place of others."""
        return self._kept[min(max(number - self.first, 0), len(self._kept) - 1)]

    def prices(self, number: int) -> FloatArray:
        """Return the lowest prices of WHOLE_TURNS of a frame and those around it."""
        around = range(max(number - PRICE_FRAMES, self.first), number + PRICE_FRAMES + 1)
        prices: FloatArray = np.min([self[k].prices for k in around if k < self.end], 0)
        return prices

    def clear(self) -> Iterator[tuple[int, StickersSeen]]:
        """Yield the frames in which the cube is seen, with their numbers."""
        for number, each in enumerate(self._kept, self.first):
            if each.seen is not None:
                yield number, each.seen

    def drop_unseen(self) -> None:
        """Drop the first frames, in which no cube is seen; they do not count."""
        while self._kept and self._kept[0].seen is None:
            self._kept.popleft()

    def last(self, count: int) -> ObservedFrames:
        """Return the last frames, numbered from 0."""
        found = ObservedFrames()
        for number in range(max(self.first, self.end - count), self.end):
            found.add(self[number])
        return found

    def drop_before(self, number: int) -> None:
        """Drop the frames before one."""
        while self.first < number:
            self._kept.popleft()
            self.first += 1
