"""What was found in a picture: one face of a cube."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Flags, Floats


@dataclass(frozen=True, slots=True, eq=False)
class FaceView:
    """A face as one picture shows it, in the picture's own orientation.

    `n`: stickers a side; `homography` (3 x 3) takes (x right, y down, in stickers, 0..n) to
    pixels; `colours` (n x n x 3, BGR 0..255): each sticker's colour; `visible` (n x n, 0..1): how
    much of each sticker shows it; `score` (0..1): how sure it is that this is a face;
    `surroundings` (BGR 0..255): the mean colour of what lies around it.
    """

    n: int
    homography: Floats
    colours: Floats
    visible: Floats
    score: float
    surroundings: Floats

    @property
    def corners(self) -> Floats:
        """The face's four corners in pixels (4 x 2), clockwise from the top left."""
        n = self.n
        return self.pixels(np.array([[0, 0], [n, 0], [n, n], [0, n]], float))

    @property
    def hidden(self) -> Flags:
        """The stickers (n x n) of which too little is seen to tell their colour."""
        return self.visible < 0.4

    def pixels(self, places: Floats) -> Floats:
        """Take places in the face (... x 2, in stickers) to pixels."""
        x = places @ self.homography[:, :2].T + self.homography[:, 2]
        return np.asarray(x[..., :2] / x[..., 2:], float)
