"""A photograph as far as a reading is concerned: its name and the faces in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.camera import Frame
from vision.errors import NoFaceError
from vision.face import FaceView
from vision.find import find_faces
from vision.neighbours import group_views
from vision.same_face import is_same_face

# A photograph shows an edge or a corner of the cube if the second largest face is at least so large
# beside the largest; what is seen more obliquely is not what was held to the camera.
SHOWN_TOO = 0.47


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """The faces of one cube in one photograph, the one held to the camera first."""

    name: str
    views: tuple[FaceView, ...]

    @property
    def front(self) -> Picture:
        """The face held to the camera alone."""
        return replace(self, views=self.views[:1])


def look(frame: Frame) -> Picture:
    """Find the face held to the camera and those that meet it; raises NoFaceError."""
    return Picture(frame.name, _of_one_cube(_faces_in(frame)))


def look_for_one(frame: Frame) -> Picture:
    """Find the face held to the camera; raises NoFaceError."""
    return Picture(frame.name, _faces_in(frame)[:1])


def look_for_all(frame: Frame) -> Picture:
    """Find all faces, whether they meet or not; raises NoFaceError."""
    return Picture(frame.name, _faces_in(frame))


def with_neighbours(frame: Frame, voted: FaceView) -> Picture:
    """Return a picture of the face that was voted for, and of the faces that meet it in a frame."""
    try:
        front, *others = look(frame).views
    except NoFaceError:
        return Picture(frame.name, (voted,))
    return Picture(frame.name, (voted, *others) if is_same_face(front, voted) else (voted,))


def _faces_in(frame: Frame) -> tuple[FaceView, ...]:
    faces = find_faces(frame.image)
    if not faces:
        raise NoFaceError(
            frame.name,
            f"{frame.name!r}: no face of a cube found in this picture; hold one face towards the "
            "camera so that it fills about half of the picture, all nine stickers in view",
        )
    return faces


def _of_one_cube(views: Sequence[FaceView]) -> tuple[FaceView, ...]:
    """Keep the first face and those that hang together with it, at most the three of a corner."""
    groups = group_views(views, [0] * len(views))
    joined = tuple(views[i] for i in groups[0].views[:3])
    areas = sorted((_area(view) for view in joined), reverse=True)
    return joined if len(areas) > 1 and areas[1] >= SHOWN_TOO * areas[0] else joined[:1]


def _area(view: FaceView) -> float:
    return cv2.contourArea(view.corners.astype(np.float32))
