"""Find the faces of a cube in a photo: searched at one scale after another, until one is clear."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np

from vision.arrays import Image
from vision.capture.frame import Frame
from vision.detect.face import FaceView, group_views, mean_side, sample_face
from vision.detect.face_finder import faces_in, faces_of_all_lattices, total_score
from vision.detect.lattice import Lattice, ScoredLattice, enlarging, resized
from vision.detect.lattice_finder import SIZES, USUAL_SIZE
from vision.detect.lattice_score import EdgeMap
from vision.detect.refinement import distorted_homography, lens_distortion, undistorted
from vision.detect.regions import Blobs
from vision.detect.second_search import (
    MIN_STICKERS_BESIDE,
    regions_outside,
    search_again,
    seen_stickers,
    shows_more_faces,
)
from vision.errors import NoFaceError

# These numbers were set by hand; the benchmark `reading` measures their effect on cube-photos,
# real-photos and drawn scenes.

# An image is searched with a longer side of this many pixels at most: stickers are then large
# enough to have a shape, outlines are sharp even in an enlarged photo, and the time is bounded.
SEARCH_SIDE = 640
# Where the search of a photo finds nothing, it is repeated with its longer side at these pixels. A
# photo is enlarged to the smallest of them at most.
OTHER_SEARCH_SIDES = (480, 1280, 2560)
SMALLEST_SEARCH_SIDE = 480
# Where that finds nothing either, all lattices are examined at these: blurred outlines, as those of
# dim photos are, are clearer in a smaller one.
THOROUGH_SIDES = (480, 320)
CLEAR_SIDE = 60  # pixels of a face as searched; the stickers of a smaller one are often not found

# A photo shows an edge or a corner of the cube if the second largest face has at least this share
# of the largest area (pixels); otherwise only the largest face was held towards the camera.
MIN_AREA_RATIO = 0.47

MAX_VISIBLE_FACES = 3  # that one image of a cube can show


class Care(Enum):
    """What a search does beside fitting lattices to the image once."""

    ONCE = "nothing"
    # These two search again at small scales, and without the distortion of the lens.
    MAIN_FACE = "search again if a sticker of the face held towards the camera was not seen"
    ALL_FACES = "search again if the image shows more faces than were found"
    ALL_LATTICES = "examine all lattices, however little they look like faces at first"


@dataclass(frozen=True, slots=True)
class ImageSearch:
    """One search of an image.

    `side`: the pixels of its longer side as it is searched; `size`: stickers a side, or None where
    it is estimated (with ONCE only); `care`.
    """

    side: int
    size: int | None = USUAL_SIZE
    care: Care = Care.ONCE

    def faces(self, image: Image) -> tuple[FaceView, ...]:
        """Return the faces that it finds in an image (H x W x 3 uint8 BGR), in its pixels."""
        searched = image if self.side == max(image.shape[:2]) else resized(image, self.side)
        scale = np.array(image.shape[1::-1]) / searched.shape[1::-1]
        return tuple(view.scaled(scale) for view in self._views(searched))

    def _views(self, searched: Image) -> list[FaceView]:
        edge_map = EdgeMap.from_image(searched)
        if self.care is Care.ONCE:
            return _views_of(searched, faces_in(edge_map, self.size))
        assert self.size is not None
        if self.care is Care.ALL_LATTICES:
            return _views_of(searched, faces_of_all_lattices(edge_map, self.size))
        found = faces_in(edge_map, self.size)
        if self.care is Care.ALL_FACES or not _is_main_face_seen(found):
            found = _searched_again(searched, edge_map, found, self.size)
        return _without_distortion(searched, edge_map, found, self.size)


def find_faces(image: Image, n: int | None = USUAL_SIZE) -> tuple[FaceView, ...]:
    """Return the faces of n x n x n cubes in an H x W x 3 uint8 BGR image, n from 2 to 7.

    With n = None the size is estimated, which takes somewhat longer. A large image is searched at
    SEARCH_SIDE. Faces do not overlap; the one that is most probably held towards the camera (large
    and clear) comes first.
    """
    return ImageSearch(min(SEARCH_SIDE, max(image.shape[:2])), n).faces(image)


def find_faces_at_any_scale(image: Image, care: Care = Care.ALL_FACES) -> tuple[FaceView, ...]:
    """Return the faces of the first search of an image that finds any of a clear size.

    Where a search finds only a small face, larger scales are searched for a better view of it.
    `care` is that of the first one. With that for the main face others may be missing.
    """
    longer = max(image.shape[:2])
    found: tuple[FaceView, ...] = ()
    found_at = 0
    for search in _searches(longer, care):
        if search.side < found_at:
            continue
        faces = search.faces(image)
        if faces:
            found, found_at = faces, search.side
            if mean_side(faces[0].corners) * search.side >= CLEAR_SIDE * longer:
                break
    thorough = dict.fromkeys(min(side, longer) for side in THOROUGH_SIDES)
    return found or max(
        (ImageSearch(side, care=Care.ALL_LATTICES).faces(image) for side in thorough), key=len
    )


def find_faces_at_another_scale(image: Image) -> tuple[FaceView, ...]:
    """Return the faces of an image as searched smaller, and of a small one enlarged."""
    longer = max(image.shape[:2])
    if longer > SMALLEST_SEARCH_SIDE:
        return ImageSearch(OTHER_SEARCH_SIDES[0]).faces(image)
    if longer < SMALLEST_SEARCH_SIDE:
        enlarged = resized(image, SEARCH_SIDE)
        scale = np.array(image.shape[1::-1]) / enlarged.shape[1::-1]
        return tuple(view.scaled(scale) for view in find_faces_at_any_scale(enlarged))
    return ()


def _searches(longer: int, care: Care) -> Iterable[ImageSearch]:
    """Return the searches of an image with this longer side, in order, the first with care."""
    largest = max(longer, SMALLEST_SEARCH_SIDE)
    first = min(SEARCH_SIDE, longer)
    others = dict.fromkeys(min(side, largest) for side in OTHER_SEARCH_SIDES)
    return [ImageSearch(first, care=care), *(ImageSearch(side) for side in others if side != first)]


def _views_of(image: Image, found: Sequence[ScoredLattice]) -> list[FaceView]:
    return [sample_face(image, face.lattice, face.score) for face in found]


def _is_main_face_seen(found: Sequence[ScoredLattice]) -> bool:
    """Return whether all stickers of the face held towards the camera were seen."""
    return bool(found) and bool(found[0].lattice.has_sticker.all())


def _searched_again(
    searched: Image, edge_map: EdgeMap, found: Sequence[ScoredLattice], n: int
) -> Sequence[ScoredLattice]:
    """Return the faces of a second search, `found` where the image shows no more."""
    before = [face.lattice for face in found]
    if not shows_more_faces(edge_map, before):
        return found
    again = search_again(searched, before, n)
    if again is before:
        return found
    with_stickers = [edge_map.lattice_with_blobs(n, each.homography) for each in again]
    return [ScoredLattice(edge_map.score(each), each) for each in with_stickers]


def _without_distortion(
    searched: Image, edge_map: EdgeMap, found: Sequence[ScoredLattice], n: int
) -> list[FaceView]:
    """Return the views of faces; those of the undistorted image where they are clearer there."""
    distortion = lens_distortion([face.lattice for face in found], edge_map.size)
    if distortion:
        image = undistorted(searched, distortion)
        faces = faces_in(EdgeMap.from_image(image), n)
        if faces and total_score(faces) >= total_score(found):
            return [
                replace(
                    view,
                    homography=distorted_homography(
                        view.homography, view.n, edge_map.size, distortion
                    ),
                )
                for view in _views_of(image, faces)
            ]
    return _views_of(searched, found)


# These numbers were set by hand; the benchmark `reading` measures their effect on cube-photos,
# real-photos and drawn scenes.


@dataclass(frozen=True, slots=True, eq=False)
class ImageFaces:
    """The faces of one cube in one image, the one held towards the camera first.

    `oblique`: faces beside it of an image that does not show an edge or a corner to be read; they
    are less clear, and count only where the others are not enough.
    """

    name: str
    views: tuple[FaceView, ...]
    oblique: tuple[FaceView, ...] = ()

    @property
    def main_face_only(self) -> ImageFaces:
        """The same with only the face held towards the camera."""
        return replace(self, views=self.views[:1], oblique=())

    @property
    def with_oblique_faces(self) -> ImageFaces:
        """The same in which the faces seen obliquely count as the others do."""
        return replace(self, views=(*self.views, *self.oblique), oblique=())


def detect_cube_faces(frame: Frame) -> ImageFaces:
    """Return the face held towards the camera and its neighbours. Raises NoFaceError."""
    return connected(detect_all_faces(frame))


def detect_cube_faces_again(frame: Frame, before: ImageFaces) -> ImageFaces:
    """Return the faces of a photo as searched at another scale; `before` where none are."""
    faces = find_faces_at_another_scale(frame.image)
    return connected(ImageFaces(frame.name, faces)) if faces else before


def connected(faces: ImageFaces) -> ImageFaces:
    """Return the face held towards the camera and its neighbours, of all faces in an image."""
    views = faces.views
    groups = group_views(views, [0] * len(views))
    joined = tuple(views[i] for i in groups[0].views[:MAX_VISIBLE_FACES])
    areas = sorted((_area(view) for view in joined), reverse=True)
    if len(areas) > 1 and areas[1] < MIN_AREA_RATIO * areas[0]:
        return replace(faces, views=joined[:1], oblique=joined[1:])
    return replace(faces, views=joined)


def detect_main_face(frame: Frame, n: int = USUAL_SIZE) -> ImageFaces:
    """Return the face of n x n stickers held towards the camera. Raises NoFaceError."""
    if n == USUAL_SIZE:
        return ImageFaces(frame.name, _found_in(frame, Care.MAIN_FACE)[:1])
    faces = find_faces(frame.image, n)
    if not faces:
        raise NoFaceError(
            frame.name,
            f"{frame.name!r}: no face of a {n}x{n}x{n} found; hold one face towards the camera so "
            "that it fills about half of the image and all its stickers are visible",
        )
    return ImageFaces(frame.name, faces[:1])


def detect_all_faces(frame: Frame) -> ImageFaces:
    """Return all faces, whether they share edges or not. Raises NoFaceError."""
    return ImageFaces(frame.name, _found_in(frame, Care.ALL_FACES))


def with_whole_sizes(frame: Frame, found: ImageFaces) -> ImageFaces:
    """Return the faces found in a photo, those that are a part of a larger face with its size.

    Three rows of three stickers are found on a cube of 4x4x4 or more too; there the rows go on.
    """
    longer = max(frame.image.shape[:2])
    smallest = min(mean_side(view.corners) for view in found.views)
    side = min(longer, max(SEARCH_SIDE, math.ceil(CLEAR_SIDE * longer / smallest)))
    searched = resized(frame.image, side)
    scale = np.array(frame.image.shape[1::-1]) / searched.shape[1::-1]
    smaller = np.linalg.inv(enlarging(scale))
    faces = [Lattice.without_stickers(v.n, smaller @ v.homography) for v in found.views]
    regions = EdgeMap.from_image(searched).blobs
    views = []
    for view, face in zip(found.views, faces, strict=True):
        others = [other for other in faces if other is not face]
        n = _whole_size(regions_outside(regions, others), face)
        views.append(replace(view, whole_n=n if n > face.n else 0))
    return replace(found, views=tuple(views))


def _whole_size(regions: Blobs, face: Lattice) -> int:
    """Return how many stickers a side the rows of a face have, as far as they are seen."""

    def beyond(column: int, row: int) -> int:
        """Return how many rows of stickers follow the last one in a direction (-1, 0 or 1)."""
        axis, last = (0, column) if column else (1, row)
        outermost = face.n - 1 if last > 0 else 0
        for count in range(max(SIZES) - face.n):
            moved = face.shifted(column * (count + 1), row * (count + 1))
            cells = seen_stickers(regions, moved).cells
            if (cells[:, axis] == outermost).sum() < MIN_STICKERS_BESIDE:
                return count
        return max(SIZES) - face.n

    return min(
        max(SIZES),
        face.n + max(beyond(-1, 0) + beyond(1, 0), beyond(0, -1) + beyond(0, 1)),
    )


def _found_in(frame: Frame, care: Care) -> tuple[FaceView, ...]:
    faces = find_faces_at_any_scale(frame.image, care)
    if not faces:
        raise NoFaceError(
            frame.name,
            f"{frame.name!r}: no cube face found; hold one face towards the camera so that it "
            "fills about half of the image and all nine stickers are visible",
        )
    return faces


def _area(view: FaceView) -> float:
    return cv2.contourArea(view.corners.astype(np.float32))
