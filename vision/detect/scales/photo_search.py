"""Search one photo at one scale after another, until it shows no more faces than were found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from vision.arrays import Image
from vision.detect.face import FaceView, mean_side
from vision.detect.face_finder import (
    SEARCH_SIDE,
    faces_at,
    find_faces_at,
    search,
    search_thoroughly,
    views_of,
)
from vision.detect.lattice_score import EdgeMap
from vision.detect.scales.evidence import shows_more_faces
from vision.detect.scales.lens_bow import bent_homography, lens_bow, straightened
from vision.detect.scales.second_search import search_again
from vision.detect.visible_faces import ScoredLattice, total_score

# These numbers were set by hand; `rokumen bench reading` measures their effect on cube-photos,
# real-photos and drawn scenes.

# Where the search of a photo finds nothing, it is repeated with its longer side at these pixels. A
# photo is enlarged to the smallest of them at most.
OTHER_SEARCH_SIDES = (480, 1280, 2560)
SMALLEST_SEARCH_SIDE = 480
# Where that finds nothing either, it is searched thoroughly at these: blurred outlines, as those of
# dim photos are, are clearer in a smaller one.
THOROUGH_SIDES = (480, 320)
CLEAR_SIDE = 60  # pixels of a face as searched; the stickers of a smaller one are often not found

CUBE_SIZE = 3  # of the cubes searched in photos

ImageSearch = Callable[[Image], Sequence[FaceView]]


def find_at_any_scale(image: Image) -> tuple[FaceView, ...]:
    """Return the faces of the first search of an image that finds any of a clear size.

    Where a search finds only a small face, larger scales are searched for a better view of it.
    """
    return _find_at_any_scale(image, _search_carefully)


def find_main_face_at_any_scale(image: Image) -> tuple[FaceView, ...]:
    """Return what `find_at_any_scale` does, the face held towards the camera first.

    Other faces may be missing: an image is not searched again where all stickers of that face were
    seen.
    """
    return _find_at_any_scale(image, _search_for_main_face)


def find_at_another_scale(image: Image) -> tuple[FaceView, ...]:
    """Return the faces of a large image as searched smaller, and of a small one enlarged.

    None of those that are searched at about their own size.
    """
    longer = max(image.shape[:2])
    if longer > SEARCH_SIDE:
        return find_faces_at(OTHER_SEARCH_SIDES[0], image)
    if longer < SMALLEST_SEARCH_SIDE:
        return faces_at(SEARCH_SIDE, image, find_at_any_scale)
    return ()


def _find_at_any_scale(image: Image, search_first: ImageSearch) -> tuple[FaceView, ...]:
    longer = max(image.shape[:2])
    found: tuple[FaceView, ...] = ()
    found_at = 0
    first, *others = _search_sides(longer)
    for side in (first, *others):
        if side < found_at:
            continue
        faces = faces_at(side, image, search_first) if side == first else find_faces_at(side, image)
        if faces:
            found, found_at = faces, side
            if mean_side(faces[0].corners) * side >= CLEAR_SIDE * longer:
                break
    return found or _find_thoroughly(image)


def _find_thoroughly(image: Image) -> tuple[FaceView, ...]:
    """Return the faces at that one of THOROUGH_SIDES at which most are found."""
    longer = max(image.shape[:2])
    sides = dict.fromkeys(min(side, longer) for side in THOROUGH_SIDES)
    return max((faces_at(side, image, _search_thoroughly) for side in sides), key=len)


def _search_thoroughly(searched: Image) -> list[FaceView]:
    return views_of(searched, search_thoroughly(EdgeMap.from_image(searched), CUBE_SIZE))


def _search_sides(longer: int) -> Iterable[int]:
    """Return the sides at which an image with this longer side is searched, in order."""
    largest = max(longer, SMALLEST_SEARCH_SIDE)
    others = [min(side, largest) for side in OTHER_SEARCH_SIDES]
    return dict.fromkeys([min(SEARCH_SIDE, longer), *others])


def _search_carefully(searched: Image) -> list[FaceView]:
    """Return the faces in an image, searched again where it shows more than were found.

    And where its lens bends them: then the image is straightened first.
    """
    edge_map = EdgeMap.from_image(searched)
    found = search(edge_map, CUBE_SIZE)
    return _without_bow(searched, edge_map, _searched_again(searched, edge_map, found))


def _search_for_main_face(searched: Image) -> list[FaceView]:
    """Return what `_search_carefully` does, but search again only if stickers were not seen."""
    edge_map = EdgeMap.from_image(searched)
    found = search(edge_map, CUBE_SIZE)
    if not found or len(found[0][1].sticker_centres) < CUBE_SIZE**2:
        found = _searched_again(searched, edge_map, found)
    return _without_bow(searched, edge_map, found)


def _searched_again(
    searched: Image, edge_map: EdgeMap, found: Sequence[ScoredLattice]
) -> Sequence[ScoredLattice]:
    """Return the faces of a second search, `found` where the image shows no more."""
    before = [lattice for _, lattice in found]
    if not shows_more_faces(edge_map, before):
        return found
    again = search_again(searched, before, CUBE_SIZE)
    if again is before:
        return found
    with_stickers = [edge_map.lattice_with_blobs(CUBE_SIZE, each.homography) for each in again]
    return [(edge_map.score(each), each) for each in with_stickers]


def _without_bow(
    searched: Image, edge_map: EdgeMap, found: Sequence[ScoredLattice]
) -> list[FaceView]:
    """Return the views of faces, searched again in a straightened image where the lens bends."""
    bow = lens_bow([lattice for _, lattice in found], edge_map.size)
    return (_search_straightened(searched, bow, found) if bow else []) or views_of(searched, found)


def _search_straightened(
    searched: Image, bow: float, found: Sequence[ScoredLattice]
) -> list[FaceView]:
    """Return the faces in an image without its bow, none if they are not clearer than `found`."""
    image = straightened(searched, bow)
    faces = search(EdgeMap.from_image(image), CUBE_SIZE)
    if total_score(faces) < total_score(found):
        return []
    size = (searched.shape[1], searched.shape[0])
    return [
        replace(view, homography=bent_homography(view.homography, view.n, size, bow))
        for view in views_of(image, faces)
    ]
