"""One mirrored photograph among good ones: which it is.

A face that a mirror shows fits into no cube that can exist, but for the few that look the same in
a mirror. Where the others are right, turning that photograph back makes the cube whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from vision.face import FaceView
from vision.picture import Picture


def turned_back(picture: Picture) -> Picture:
    """Return a picture's faces as a mirror shows them; pixels run to the left from 0."""
    return replace(picture, views=tuple(_mirrored(view) for view in picture.views))


def find_mirrored(
    pictures: Sequence[Picture], is_certain: Callable[[Sequence[Picture]], bool]
) -> Picture | None:
    """Return the photograph without whose mirroring a reading would be certain, if it is only one.

    `is_certain` tells whether photographs give a certain reading.
    """
    suspects = [
        picture
        for k, picture in enumerate(pictures)
        if is_certain([*pictures[:k], turned_back(picture), *pictures[k + 1 :]])
    ]
    return suspects[0] if len(suspects) == 1 else None


def mirrored_advice(picture: Picture) -> str:
    """Say that a photograph is mirrored and what to do about it."""
    return (
        f"{picture.name!r} looks mirrored: turned back, it fits the other photographs. Switch the "
        "camera's mirroring off and photograph that side again."
    )


def _mirrored(view: FaceView) -> FaceView:
    pixels = np.diag([-1.0, 1.0, 1.0])
    columns = np.array([[-1, 0, view.n], [0, 1, 0], [0, 0, 1.0]])
    return replace(
        view,
        homography=pixels @ view.homography @ columns,
        colours=view.colours[:, ::-1],
        visible=view.visible[:, ::-1],
    )
