"""A face over the last frames: whether it stands still and is sharp, and what they agree on."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.face import FaceView

# How long a face must stand still (seconds), and in how many frames it must be seen meanwhile.
STILL_SECONDS = 0.35
LEAST_FRAMES = 4

# How far a corner of a face that stands still may be from its middle place, in sides of the face:
# an unsteady hand, and what the finder is off.
STILL = 0.06

LEAST_SHARPNESS = 0.65

# A frame votes for a sticker's colour if it saw it no further off (0..255) than this.
AGREES = 22.0

# So many stickers may be hidden, or flicker, in a face that is taken: the others make up for them.
MOST_UNSURE = 3


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """One frame's view of the face that is followed: when, and how sharp (0..1)."""

    time: float
    view: FaceView
    sharpness: float


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """A face in consecutive frames, the newest last; no longer than is needed to judge it."""

    seen: tuple[Seen, ...] = ()

    def longer(self, seen: Seen) -> Track:
        """Follow it into one more frame, and forget what was longer ago than is needed."""
        kept = [*self.seen, seen]
        while len(kept) > LEAST_FRAMES and seen.time - kept[1].time >= STILL_SECONDS:
            kept.pop(0)
        return Track(tuple(kept))

    @property
    def newest(self) -> FaceView:
        """The face where it was last seen."""
        return self.seen[-1].view

    @property
    def progress(self) -> float:
        """How much of the time that is needed this face has been still (0..1)."""
        still = 1
        while still < len(self.seen) and self._is_still(self.seen[-still - 1 :]):
            still += 1
        seconds = self.seen[-1].time - self.seen[-still].time
        return min(seconds / STILL_SECONDS, still / LEAST_FRAMES, 1.0)

    @property
    def is_still(self) -> bool:
        """Tell whether it has stood still for long enough."""
        return self.progress >= 1

    @property
    def is_sharp(self) -> bool:
        """Tell whether it is sharp in most of the frames."""
        return bool(np.median([seen.sharpness for seen in self.seen]) >= LEAST_SHARPNESS)

    @property
    def is_sure(self) -> bool:
        """Tell whether the frames agree on the colours of nearly all stickers."""
        return int(self.vote().hidden.sum()) <= MOST_UNSURE

    def vote(self) -> FaceView:
        """Return the face by the votes of all frames, placed as in the sharpest one.

        Each sticker has its median colour over the frames that saw most of it, and counts as seen
        by as much as they saw and agreed on.
        """
        best = max(self.seen, key=lambda seen: seen.sharpness).view
        visible = np.stack([seen.view.visible for seen in self.seen])
        clear = visible >= np.median(visible, 0)
        colours = np.stack([seen.view.colours for seen in self.seen])
        middle = np.nanmedian(np.where(clear[..., None], colours, np.nan), 0)
        agreed = (np.abs(colours - middle).max(-1) <= AGREES).mean(0)
        return replace(best, colours=middle, visible=np.median(visible, 0) * agreed)

    @staticmethod
    def _is_still(seen: tuple[Seen, ...]) -> bool:
        corners = np.stack([each.view.corners for each in seen])
        middle = np.median(corners, 0)
        side = np.hypot(*(middle - np.roll(middle, 1, 0)).T).mean()
        return bool(np.hypot(*np.moveaxis(corners - middle, -1, 0)).max() < STILL * side)
