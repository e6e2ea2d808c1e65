"""The cube of a film after the turns that were decided, and what the frames show of it.

Whether their stickers agree with it, and fix all its pieces.
"""

from __future__ import annotations

import numpy as np

from solver.core.facelets import CORNERS, EDGES
from solver.core.geometry import FACES
from solver.core.watched_turn import WatchedTurn
from vision.arrays import FloatArray, IntArray
from vision.film.held_moves import LAYER_TURNS, MOVES, SOURCES

GAP_SECONDS = 0.5  # a cube that is not seen for longer leaves a gap

# The mean over about so many frames in which nothing turns; of the stickers, weighted by what they
# say, more than this share agrees where the cube is right, and less where it is another one. Drawn
# films (0, 2, 9, 13): 0.91 at least; with another cube at their start (0, 5, 16) 0.74 at most.
FRAMES, LOST_SHARE, RIGHT_SHARE = 60, 0.8, 0.9
# A sticker is seen when it was, in whole frames that agree more than those that disagree.
MIN_VOTES = 3.0


class DecidedCube:
    """The cube with which a film begins, and then with each decided turn the next one.

    `start`: the 54 facelets before the first turn, "" before the cube is seen; `letters`: those of
    the colours 0..5, each the face on which the centre of this colour was at the start.
    `has_turned`: whether a layer was turned; `certain_turns`: whether all turns are certain.
    """

    def __init__(self) -> None:
        self.state: IntArray | None = None
        self.letters = self.start = ""
        self.has_turned = False
        self.certain_turns = True
        self._first_pieces, self._last_pieces = SeenPieces(), SeenPieces()
        self._last_seen: float | None = None
        self._returned_until = float("-inf")
        self._gaps = 0
        self._is_after_gap = False

    @property
    def facelets(self) -> str:
        """The 54 facelets as the cube is held; "" before it is seen."""
        return "" if self.state is None else self.lettered(self.state)

    def lettered(self, state: IntArray) -> str:
        """Return the facelets of a cube (54 colours)."""
        return "".join(self.letters[colour] for colour in state)

    @property
    def certain(self) -> bool:
        """Whether all turns are certain, and the first and last views fix all pieces."""
        ends = self._first_pieces.fix_the_cube and self._last_pieces.fix_the_cube
        return self.certain_turns and ends and not self._gaps

    def begin(self, state: IntArray) -> None:
        """Begin with a cube (54 colours), as it is held."""
        self.state = state
        order = {int(state[9 * k + 4]): FACES[k] for k in range(6)}
        self.letters = "".join(order[colour] for colour in range(6))
        self.start = self.facelets

    def begin_again(self, state: IntArray) -> None:
        """Go on after a gap with a cube that was found again."""
        self.state = state
        self._last_pieces, self._last_seen = SeenPieces(), None
        self._leave_gap()

    def _leave_gap(self) -> None:
        self._gaps += 1
        self._is_after_gap = True

    def turn(self, move: int, start: float, end: float, *, certain: bool) -> WatchedTurn | None:
        """Make a move (of MOVES; times in seconds); return it as a turn, None if it was before."""
        assert self.state is not None
        self.state = self.state[SOURCES[move]]
        if move < len(LAYER_TURNS):
            self.has_turned = True
            self._last_pieces = SeenPieces()
        else:
            self._last_pieces.turn(SOURCES[move])
            if not self.has_turned:
                self._first_pieces.turn(SOURCES[move])
        if end <= self._returned_until:
            return None
        is_gap, self._is_after_gap, self._returned_until = self._is_after_gap, False, end
        certain = certain and not is_gap
        self.certain_turns = self.certain_turns and certain
        return WatchedTurn(MOVES[move], start, end, self.facelets, certain, is_gap)

    def see(self, time: float, still: FloatArray) -> None:
        """Compare it with a frame: `still` (54 x 6), the likelihoods of the colours."""
        assert self.state is not None
        if self._last_seen is not None and time - self._last_seen > GAP_SECONDS:
            self._leave_gap()
        self._last_seen = time
        self._last_pieces.see(still, self.state)
        if not self.has_turned:
            self._first_pieces.see(still, self.state)


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
