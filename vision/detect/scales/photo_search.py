"""Search one photo at one scale after another, until it shows no more faces than were found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from vision.arrays import Image
from vision.detect.face import FaceView
from vision.detect.face_finder import SEARCH_SIDE, faces_at, find_faces_at, search
from vision.detect.lattice_score import EdgeMap
from vision.detect.scales.evidence import shows_more_faces
from vision.detect.scales.second_search import search_again
from vision.detect.visible_faces import ScoredLattice

# These numbers were set by hand; `rokumen bench reading` measures their effect on cube-photos,
# real-photos and drawn scenes.

# Where the search of a photo finds nothing, it is repeated with its longer side at these pixels. A
# photo is enlarged to the smallest of them at most.
OTHER_SEARCH_SIDES = (480, 1280, 2560)
SMALLEST_SEARCH_SIDE = 480
CLEAR_SIDE = 60  # pixels of a face as searched; the stickers of a smaller one are often not found

CUBE_SIZE = 3  # of the cubes searched in photos


def find_at_any_scale(image: Image) -> tuple[FaceView, ...]:
    """Return the faces of the first search of an image that finds any of a clear size.

    Where a search finds only a small face, larger scales are searched for a better view of it.
    """
    longer = max(image.shape[:2])
    found: tuple[FaceView, ...] = ()
    found_at = 0
    first, *others = _search_sides(longer)
    for side in (first, *others):
        if side < found_at:
            continue
        faces = (
            faces_at(side, image, _search_carefully)
            if side == first
            else find_faces_at(side, image)
        )
        if faces:
            found, found_at = faces, side
            if _mean_side(faces[0]) * side >= CLEAR_SIDE * longer:
                break
    return found


def _search_sides(longer: int) -> Iterable[int]:
    """Return the sides at which an image with this longer side is searched, in order."""
    largest = max(longer, SMALLEST_SEARCH_SIDE)
    others = [min(side, largest) for side in OTHER_SEARCH_SIDES]
    return dict.fromkeys([min(SEARCH_SIDE, longer), *others])


def _mean_side(face: FaceView) -> float:
    corners = face.corners
    return float(np.hypot(*(corners - np.roll(corners, 1, 0)).T).mean())


def _search_carefully(searched: Image) -> Sequence[ScoredLattice]:
    """Return the faces in an image, searched again where it shows more than were found."""
    edge_map = EdgeMap.from_image(searched)
    found: Sequence[ScoredLattice] = search(edge_map, CUBE_SIZE)
    before = [lattice for _, lattice in found]
    if shows_more_faces(edge_map, before):
        again = search_again(searched, before, CUBE_SIZE)
        if again is not before:
            found = [
                (edge_map.score(edge_map.lattice_with_blobs(CUBE_SIZE, each.homography)), each)
                for each in again
            ]
    return found
