"""Whether the frames of a film agree with the cube that a search of its turns has found."""

from __future__ import annotations

import numpy as np

from vision.arrays import FloatArray, IntArray

# The mean over about so many frames in which nothing turns; of the stickers, weighted by what they
# say, more than this share agrees where the cube is right, and less where it is another one. Drawn
# films (0, 2, 9, 13): 0.91 at least; with another cube at their start (0, 5, 16) 0.74 at most.
FRAMES, LOST_SHARE, RIGHT_SHARE = 60, 0.8, 0.9


class StickerAgreement:
    """`share`: of the stickers that were seen lately, those of the colour that they should have."""

    def __init__(self) -> None:
        self.share = 1.0

    def see(self, still: FloatArray, state: IntArray) -> None:
        """Count a frame: `still` (54 x 6), the likelihoods; `state` (54), the colours expected."""
        weight = np.abs(still).max(1)
        if weight.any():
            share = float(weight[still.argmax(1) == state].sum() / weight.sum())
            self.share += (share - self.share) / FRAMES

    @property
    def is_lost(self) -> bool:
        """Whether the cube is another one."""
        return self.share < LOST_SHARE

    @property
    def is_right(self) -> bool:
        """Whether nothing speaks against the cube."""
        return self.share > RIGHT_SHARE
