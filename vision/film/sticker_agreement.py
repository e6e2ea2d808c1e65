"""Whether the stickers in a film agree with the cube that was found, and fix all its pieces."""

from __future__ import annotations

import numpy as np

from solver.core.facelets import CORNERS, EDGES
from vision.arrays import FloatArray, IntArray

# The mean over about so many frames in which nothing turns; of the stickers, weighted by what they
# say, more than this share agrees where the cube is right, and less where it is another one. Drawn
# films (0, 2, 9, 13): 0.91 at least; with another cube at their start (0, 5, 16) 0.74 at most.
FRAMES, LOST_SHARE, RIGHT_SHARE = 60, 0.8, 0.9
# A sticker is seen when it was, in whole frames that agree more than those that disagree.
MIN_VOTES = 3.0


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


class SeenPieces:
    """The stickers of a cube at rest, as the frames of a while saw them.

    `votes` (54): in frames, how much more of each place was seen with the colour that it should
    have than with others.
    """

    def __init__(self) -> None:
        self.votes: FloatArray = np.zeros(54)

    def see(self, still: FloatArray, state: IntArray) -> None:
        """Count a frame: `still` (54 x 6), the likelihoods; `state` (54), the colours expected."""
        seen = np.abs(still).max(1) > 0
        agrees = still.argmax(1) == state
        weight = np.minimum(np.abs(still).max(1) / max(float(still.max()), 1e-9), 1)
        self.votes += np.where(seen, np.where(agrees, 1.0, -1.0), 0.0) * weight

    def turn(self, sources: IntArray) -> None:
        """Turn the whole cube: place i then has what was at `sources[i]`."""
        self.votes = self.votes[sources]

    @property
    def fix_the_cube(self) -> bool:
        """Whether no sticker disagrees, and every piece but one at most is seen as a whole."""
        seen = self.votes >= MIN_VOTES
        hidden = sum(not all(seen[list(piece)]) for piece in (*CORNERS, *EDGES))
        return bool(hidden <= 1 and self.votes.min() > -MIN_VOTES)
