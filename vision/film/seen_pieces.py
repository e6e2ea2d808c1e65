"""Whether the stickers seen between two turns fix all pieces of the cube."""

from __future__ import annotations

import numpy as np

from solver.core.facelets import CORNERS, EDGES
from vision.arrays import FloatArray, IntArray

# A sticker is seen when it was, in whole frames that agree more than those that disagree.
MIN_VOTES = 3.0


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
