"""The faces of one cube in one photo, and which of them share an edge of the cube.

Two faces that share an edge of the cube share two corners in the image. Their relative placement is
then known, which leaves 24 ways to place a group of faces, however large, where each face by itself
had 24 of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np

from vision.arrays import FloatArray, IntArray
from vision.capture.frame import Frame
from vision.detect.face import FaceView
from vision.detect.face_finder import find_faces
from vision.errors import NoFaceError
from vision.facelet_indices import corner_cubies, facelet_indices

# These numbers were set by hand; `rokumen bench reading` measures their effect on cube-photos,
# real-photos and drawn scenes.

# Corners are one and the same if they are this near to each other, in mean sides of the smaller
# face: two faces are found apart, and their outlines end at stickers, not at the cube's edge.
MAX_CORNER_GAP = 0.22

# A photo shows an edge or a corner of the cube if the second largest face is at least so large
# (areas in pixels); what is seen more obliquely is not what was held to the camera.
MIN_AREA_RATIO = 0.47
MAX_VISIBLE_FACES = 3  # that one image of a cube can show


@dataclass(frozen=True, slots=True)
class ViewGroup:
    """Views of one image whose relative placement is known.

    `views`: their indices; `facelets` (views x 9): the facelets of their stickers if the first view
    is face U as the image shows it.
    """

    views: tuple[int, ...]
    facelets: IntArray


@dataclass(frozen=True, slots=True)
class _SharedEdge:
    """An edge of the cube that two views share.

    The first's edge from corner `first_edge` to the next is the other's from `other_edge` + 1 to
    `other_edge`; `gap`: their distance as a share of the largest allowed one.
    """

    first: int
    other: int
    first_edge: int
    other_edge: int
    gap: float


def group_views(views: Sequence[FaceView], frames: Sequence[int]) -> tuple[ViewGroup, ...]:
    """Return views grouped by shared edges; `frames`: the index of each one's image."""
    joints = sorted(
        (
            joint
            for i, j in combinations(range(len(views)), 2)
            if frames[i] == frames[j] and (joint := _shared_edge(views, i, j)) is not None
        ),
        key=lambda joint: joint.gap,
    )
    loose = list(range(len(views)))
    groups = []
    while loose:
        placed = {loose[0]: facelet_indices(0, 0)}
        while (step := _next_placement(placed, joints)) is not None:
            placed[step[0]] = step[1]
        groups.append(ViewGroup(tuple(placed), np.stack(list(placed.values()))))
        loose = [view for view in loose if view not in placed]
    return tuple(groups)


def _shared_edge(views: Sequence[FaceView], first: int, other: int) -> _SharedEdge | None:
    """Return the edge that two views share, or None."""
    ours, theirs = views[first].corners, views[other].corners
    max_gap = MAX_CORNER_GAP * min(_side(ours), _side(theirs))
    gap, a, b = min((_gap(ours, theirs, a, b), a, b) for a in range(4) for b in range(4))
    return _SharedEdge(first, other, a, b, gap / max_gap) if gap < max_gap else None


def _gap(ours: FloatArray, theirs: FloatArray, a: int, b: int) -> float:
    """Return the distance of the ends of two edges, which both run clockwise round their faces."""
    apart = ours[[a, (a + 1) % 4]] - theirs[[(b + 1) % 4, b]]
    return float(np.hypot(*apart.T).max())


def _side(corners: FloatArray) -> float:
    return float(np.hypot(*(corners - np.roll(corners, 1, 0)).T).mean())


def _next_placement(
    placed: dict[int, IntArray], joints: Sequence[_SharedEdge]
) -> tuple[int, IntArray] | None:
    """Return one more view that shares an edge with a placed one, and its facelets."""
    for joint in joints:
        if joint.first in placed and joint.other not in placed:
            view, found = (
                joint.other,
                _adjacent_placement(placed[joint.first], joint.first_edge, joint.other_edge),
            )
        elif joint.other in placed and joint.first not in placed:
            view, found = (
                joint.first,
                _adjacent_placement(placed[joint.other], joint.other_edge, joint.first_edge),
            )
        else:
            continue
        if all(found[4] != other[4] for other in placed.values()):
            return view, found
    return None


def _adjacent_placement(placing: IntArray, a: int, b: int) -> IntArray:
    """Return the facelets of the view whose edge b is the given view's edge a."""
    start, end = corner_cubies(placing)[a], corner_cubies(placing)[(a + 1) % 4]
    for position in range(6):
        for turns in range(4):
            found = facelet_indices(position, turns)
            corners = corner_cubies(found)
            if position != placing[4] // 9 and (corners[(b + 1) % 4], corners[b]) == (start, end):
                return found
    raise AssertionError("every edge of a cube has two faces")


@dataclass(frozen=True, slots=True, eq=False)
class ImageFaces:
    """The faces of one cube in one image, the one held to the camera first."""

    name: str
    views: tuple[FaceView, ...]

    @property
    def main_face_only(self) -> ImageFaces:
        """The same with the face held to the camera alone."""
        return replace(self, views=self.views[:1])


def detect_cube_faces(frame: Frame) -> ImageFaces:
    """Return the face held to the camera and its neighbours. Raises NoFaceError."""
    return ImageFaces(frame.name, _connected_faces(_faces_in(frame)))


def detect_main_face(frame: Frame) -> ImageFaces:
    """Return the face held to the camera. Raises NoFaceError."""
    return ImageFaces(frame.name, _faces_in(frame)[:1])


def detect_all_faces(frame: Frame) -> ImageFaces:
    """Return all faces, whether they share edges or not. Raises NoFaceError."""
    return ImageFaces(frame.name, _faces_in(frame))


def _faces_in(frame: Frame) -> tuple[FaceView, ...]:
    faces = find_faces(frame.image)
    if not faces:
        raise NoFaceError(
            frame.name,
            f"{frame.name!r}: no cube face found; hold one face towards the camera so that it "
            "fills about half of the image and all nine stickers are visible",
        )
    return faces


def _connected_faces(views: Sequence[FaceView]) -> tuple[FaceView, ...]:
    """Return the first face and those connected with it by edges, at most the three of a corner."""
    groups = group_views(views, [0] * len(views))
    joined = tuple(views[i] for i in groups[0].views[:MAX_VISIBLE_FACES])
    areas = sorted((_area(view) for view in joined), reverse=True)
    return joined if len(areas) > 1 and areas[1] >= MIN_AREA_RATIO * areas[0] else joined[:1]


def _area(view: FaceView) -> float:
    return cv2.contourArea(view.corners.astype(np.float32))
