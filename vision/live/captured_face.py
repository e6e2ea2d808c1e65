"""A face captured by the scanner, with extra views of it from before and after."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from vision.detect.face import FaceView
from vision.detect.photograph import ImageFaces
from vision.live.stability import is_same_face

# These numbers were set by hand; `rokumen bench scan` measures their effect on cube-clips.

# An extra view is stored if its detection score (1 at most) is at least this, and if a corner of
# the face was at least this far (in its own sides) from the other views: a highlight has moved
# meanwhile.
MIN_DETECTION_SCORE = 0.6
MIN_DISPLACEMENT = 0.1
MAX_EXTRA_VIEWS = 4  # of one face: each costs a reading time


@dataclass(frozen=True, slots=True, eq=False)
class CapturedFace:
    """A face that was still in front of the camera.

    `name`; `picture`: the face fused from all frames, with the neighbouring faces; `extra_views`:
    the face while it came and went, blurred but with its highlights elsewhere.
    """

    name: str
    picture: ImageFaces
    extra_views: tuple[FaceView, ...] = ()

    @property
    def view(self) -> FaceView:
        """The face itself."""
        return self.picture.views[0]

    @property
    def all_images(self) -> tuple[ImageFaces, ...]:
        """All views of it, one to an image."""
        return (self.picture, *(ImageFaces(self.name, (glance,)) for glance in self.extra_views))

    def with_extra_views(self, views: Iterable[FaceView]) -> CapturedFace:
        """Return the face with those of some views added that show it from elsewhere."""
        kept = list(self.extra_views)
        for view in views:
            if (
                len(kept) < MAX_EXTRA_VIEWS
                and view.detection_score > MIN_DETECTION_SCORE
                and all(_has_moved(view, other) for other in (self.view, *kept))
                and is_same_face(view, self.view)
            ):
                kept.append(view)
        return replace(self, extra_views=tuple(kept))


def _has_moved(view: FaceView, other: FaceView) -> bool:
    side = np.hypot(*(other.corners - np.roll(other.corners, 1, 0)).T).mean()
    return bool(np.hypot(*(view.corners - other.corners).T).max() > MIN_DISPLACEMENT * side)
