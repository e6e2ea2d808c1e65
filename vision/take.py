"""A face that a scan has taken."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from vision.face import FaceView
from vision.picture import Picture
from vision.same_face import is_same_face

# A glance is worth keeping if it was found so clearly, and if the face was so far (in its own
# sides) from where the others saw it: a highlight has moved meanwhile.
CLEAR = 0.6
ELSEWHERE = 0.1
MOST_GLANCES = 4


@dataclass(frozen=True, slots=True, eq=False)
class Take:
    """A face that stood still before the camera.

    `name`; `picture`: the face by the votes of all frames, and the faces that meet it; `glances`:
    the face while it came and went, blurred but with its highlights elsewhere.
    """

    name: str
    picture: Picture
    glances: tuple[FaceView, ...] = ()

    @property
    def view(self) -> FaceView:
        """The face itself."""
        return self.picture.views[0]

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """Everything that was seen of it, a picture each."""
        return (self.picture, *(Picture(self.name, (glance,)) for glance in self.glances))

    def with_glances(self, views: Iterable[FaceView]) -> Take:
        """Keep those of some views that show this face from elsewhere."""
        kept = list(self.glances)
        for view in views:
            if (
                len(kept) < MOST_GLANCES
                and view.score > CLEAR
                and all(_is_elsewhere(view, other) for other in (self.view, *kept))
                and is_same_face(view, self.view)
            ):
                kept.append(view)
        return replace(self, glances=tuple(kept))


def _is_elsewhere(view: FaceView, other: FaceView) -> bool:
    side = np.hypot(*(other.corners - np.roll(other.corners, 1, 0)).T).mean()
    return bool(np.hypot(*(view.corners - other.corners).T).max() > ELSEWHERE * side)
