"""The last frames of a film, as they are kept until the turns in them are decided."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.arrays import FloatArray
from vision.film.sticker_colours import StickersSeen

# The longer nothing moves, the less does one more frame show: it counts half after so many.
STILL_FRAMES = 4
# A whole-cube turn may be seen so many frames before or after the pose is named anew.
PRICE_FRAMES = 3


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
