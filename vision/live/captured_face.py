"""A face captured by the scanner, with extra views of it from before and after."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from vision.detect.face import FaceView, mean_side
from vision.detect.photograph import ImageFaces
from vision.live.stability import is_same_face
from vision.reading_result import FoundFace

# These numbers were set by hand; `rokumen bench scan` measures their effect on cube-clips.

# An extra view is stored if its detection score (1 at most) is above this, and if a corner of the
# face is further than this (in its own sides) from that of the other views, so that highlights have
# moved.
MIN_DETECTION_SCORE = 0.6
MIN_DISPLACEMENT = 0.1
MAX_EXTRA_VIEWS = 4  # of one face, as each makes a reading slower
CORNER_TOLERANCE = 0.1  # pixels: the rounding of a reading's corners


@dataclass(frozen=True, slots=True, eq=False)
class CapturedFace:
    """A face that was held still in front of the camera.

    `name`; `image_faces`: the face fused from all frames, with the neighbouring faces;
    `extra_views`: the face before and after, blurred but with its highlights in other positions.
    """

    name: str
    image_faces: ImageFaces
    extra_views: tuple[FaceView, ...] = ()

    @property
    def view(self) -> FaceView:
        """The face itself."""
        return self.image_faces.views[0]

    @property
    def all_images(self) -> tuple[ImageFaces, ...]:
        """All views of it, one to an image."""
        return (self.image_faces, *(ImageFaces(self.name, (view,)) for view in self.extra_views))

    def turns_in(self, found: FoundFace) -> int | None:
        """Return the quarter turns of this face in a reading's face; None if it is another."""
        if self.name != found.image_name:
            return None
        return next(
            (
                turns
                for turns in range(4)
                if np.allclose(
                    np.roll(self.view.corners, -turns, axis=0), found.corners, atol=CORNER_TOLERANCE
                )
            ),
            None,
        )

    def with_extra_views(self, views: Iterable[FaceView]) -> CapturedFace:
        """Return the face with those views added that show it at another position."""
        extra_views = list(self.extra_views)
        for view in views:
            if (
                len(extra_views) < MAX_EXTRA_VIEWS
                and view.detection_score > MIN_DETECTION_SCORE
                and all(_has_moved(view, other) for other in (self.view, *extra_views))
                and is_same_face(view, self.view)
            ):
                extra_views.append(view)
        return replace(self, extra_views=tuple(extra_views))


def _has_moved(view: FaceView, other: FaceView) -> bool:
    displacement = np.hypot(*(view.corners - other.corners).T).max()
    return bool(displacement > MIN_DISPLACEMENT * mean_side(other.corners))
