"""The faces of one cube in one photo, and which of them share an edge of the cube.

Two faces that share an edge of the cube share two corners in the image. Their relative placement is
then known: a group of faces of any size has 24 possible placements, as many as a single face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np

from vision.arrays import FloatArray, IntArray
from vision.capture.frame import Frame
from vision.detect.face import FaceView, mean_side
from vision.detect.search import Care, find_faces_at_another_scale, find_faces_at_any_scale
from vision.errors import NoFaceError
from vision.facelet_indices import corner_cubies, facelet_indices

# These numbers were set by hand; `rokumen bench reading` measures their effect on cube-photos,
# real-photos and drawn scenes.

# Two corners are the same if their distance is smaller, in mean sides of the smaller face: faces
# are detected separately, and their outlines end at the stickers, not at the edge of the cube.
MAX_CORNER_GAP = 0.22

# A photo shows an edge or a corner of the cube if the second largest face has at least this share
# of the largest area (pixels); otherwise only the largest face was held towards the camera.
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


def group_views(views: Sequence[FaceView], image_index: Sequence[int]) -> tuple[ViewGroup, ...]:
    """Return views grouped by shared edges; `image_index`: the index of each one's image."""
    shared_edges = sorted(
        (
            shared_edge
            for i, j in combinations(range(len(views)), 2)
            if image_index[i] == image_index[j]
            and (shared_edge := _shared_edge(views, i, j)) is not None
        ),
        key=lambda shared_edge: shared_edge.gap,
    )
    remaining = list(range(len(views)))
    groups = []
    while remaining:
        placed = {remaining[0]: facelet_indices(0, 0)}
        while (placement := _next_placement(placed, shared_edges)) is not None:
            placed[placement[0]] = placement[1]
        groups.append(ViewGroup(tuple(placed), np.stack(list(placed.values()))))
        remaining = [view for view in remaining if view not in placed]
    return tuple(groups)


def _shared_edge(views: Sequence[FaceView], first: int, other: int) -> _SharedEdge | None:
    """Return the edge that two views share, or None."""
    ours, theirs = views[first].corners, views[other].corners
    max_gap = MAX_CORNER_GAP * min(mean_side(ours), mean_side(theirs))
    gap, a, b = min((_gap(ours, theirs, a, b), a, b) for a in range(4) for b in range(4))
    return _SharedEdge(first, other, a, b, gap / max_gap) if gap < max_gap else None


def _gap(ours: FloatArray, theirs: FloatArray, a: int, b: int) -> float:
    """Return the distance of the ends of two edges, which both run clockwise round their faces."""
    difference = ours[[a, (a + 1) % 4]] - theirs[[(b + 1) % 4, b]]
    return float(np.hypot(*difference.T).max())


def _next_placement(
    placed: dict[int, IntArray], shared_edges: Sequence[_SharedEdge]
) -> tuple[int, IntArray] | None:
    """Return one more view that shares an edge with a placed one, and its facelets."""
    for shared_edge in shared_edges:
        if shared_edge.first in placed and shared_edge.other not in placed:
            view, found = (
                shared_edge.other,
                _adjacent_placement(
                    placed[shared_edge.first], shared_edge.first_edge, shared_edge.other_edge
                ),
            )
        elif shared_edge.other in placed and shared_edge.first not in placed:
            view, found = (
                shared_edge.first,
                _adjacent_placement(
                    placed[shared_edge.other], shared_edge.other_edge, shared_edge.first_edge
                ),
            )
        else:
            continue
        if all(found[4] != other[4] for other in placed.values()):
            return view, found
    return None


def _adjacent_placement(facelets: IntArray, a: int, b: int) -> IntArray:
    """Return the facelets of the view whose edge b is the given view's edge a."""
    start, end = corner_cubies(facelets)[a], corner_cubies(facelets)[(a + 1) % 4]
    for position in range(6):
        for turns in range(4):
            found = facelet_indices(position, turns)
            corners = corner_cubies(found)
            if position != facelets[4] // 9 and (corners[(b + 1) % 4], corners[b]) == (start, end):
                return found
    raise AssertionError("every edge of a cube has two faces")


@dataclass(frozen=True, slots=True, eq=False)
class ImageFaces:
    """The faces of one cube in one image, the one held towards the camera first."""

    name: str
    views: tuple[FaceView, ...]

    @property
    def main_face_only(self) -> ImageFaces:
        """The same with only the face held towards the camera."""
        return replace(self, views=self.views[:1])


def detect_cube_faces(frame: Frame) -> ImageFaces:
    """Return the face held towards the camera and its neighbours. Raises NoFaceError."""
    return ImageFaces(frame.name, _connected_faces(_found_in(frame, Care.ALL_FACES)))


def detect_cube_faces_again(frame: Frame, before: ImageFaces) -> ImageFaces:
    """Return the faces of a photo as searched at another scale; `before` where none are."""
    faces = find_faces_at_another_scale(frame.image)
    return ImageFaces(frame.name, _connected_faces(faces)) if faces else before


def connected(faces: ImageFaces) -> ImageFaces:
    """Return the face held towards the camera and its neighbours, of all faces in an image."""
    return replace(faces, views=_connected_faces(faces.views))


def detect_main_face(frame: Frame) -> ImageFaces:
    """Return the face held towards the camera. Raises NoFaceError."""
    return ImageFaces(frame.name, _found_in(frame, Care.MAIN_FACE)[:1])


def detect_all_faces(frame: Frame) -> ImageFaces:
    """Return all faces, whether they share edges or not. Raises NoFaceError."""
    return ImageFaces(frame.name, _found_in(frame, Care.ALL_FACES))


def _found_in(frame: Frame, care: Care) -> tuple[FaceView, ...]:
    faces = find_faces_at_any_scale(frame.image, care)
    if not faces:
        raise NoFaceError(
            frame.name,
            f"{frame.name!r}: no cube face found; hold one face towards the camera so that it "
            "fills about half of the image and all nine stickers are visible",
        )
    return faces


def _connected_faces(views: Sequence[FaceView]) -> tuple[FaceView, ...]:
    """Return the first face and those connected with it by edges, at most three."""
    groups = group_views(views, [0] * len(views))
    joined = tuple(views[i] for i in groups[0].views[:MAX_VISIBLE_FACES])
    areas = sorted((_area(view) for view in joined), reverse=True)
    return joined if len(areas) > 1 and areas[1] >= MIN_AREA_RATIO * areas[0] else joined[:1]


def _area(view: FaceView) -> float:
    return cv2.contourArea(view.corners.astype(np.float32))
