"""Faces of one photograph: groups of neighbouring faces and the main face."""

from collections.abc import Callable
from itertools import combinations, permutations

import numpy as np
import pytest

from solver.core.geometry import FACES
from solver.cube import Cube
from tests.support.benchmarks import draw_scene
from tests.support.cases import for_each
from tests.support.drawn_faces import PAINT, corner, single
from tests.support.drawn_stickers import SIZE, TABLE, draw_stickers
from tests.support.face_views import face_view, square
from tests.support.photographs import PHOTOS, corner_error, load_photographed_cubes
from vision.capture.frame import Frame
from vision.detect.face import group_views
from vision.detect.lattice import face_homography
from vision.detect.photograph import (
    ImageFaces,
    detect_all_faces,
    detect_cube_faces,
    detect_main_face,
)
from vision.errors import NoFaceError
from vision.facelet_indices import corner_cubies, facelet_indices

FACELETS = Cube.solved().apply("R U F2 D L'").facelets
COLOURS = PAINT[[0, 1, 2, 3, 4, 5, 0, 1, 2]].reshape(3, 3, 3)


def seen_corner(faces: str, roll: float) -> ImageFaces:
    return corner(FACELETS, faces, roll, np.random.default_rng(3))


@for_each("roll", [0, 40, 200])
@for_each("faces", ["UFR", "DBL", "UF", "LB"])
def test_faces_that_meet_in_the_image_meet_on_the_cube(faces: str, roll: float) -> None:
    views = seen_corner(faces, roll).views
    (group,) = group_views(views, [0] * len(views))
    assert sorted(group.views) == list(range(len(faces)))
    assert len({places[4] // 9 for places in group.facelets}) == len(faces)
    placed = dict(zip(group.views, group.facelets, strict=True))
    for i, j in combinations(placed, 2):
        for a, first in zip(views[i].corners, corner_cubies(placed[i]), strict=True):
            for b, other in zip(views[j].corners, corner_cubies(placed[j]), strict=True):
                assert (np.hypot(*(a - b)) < 1) == (first == other)


def test_a_small_face_in_a_large_photograph_is_found() -> None:
    # A face of 120 pixels is one of 19 as the photograph is first searched.
    corners = square(120, 100, 60)
    photograph = np.full((3024, 4032, 3), TABLE, np.uint8)
    photograph[1000:1240, 2000:2320] = draw_stickers(COLOURS, face_homography(corners))
    (view,) = detect_main_face(Frame(photograph, 0.0, "table")).views
    assert corner_error(view.corners, np.add(corners, (2000, 1000))) < 0.04
    assert np.abs(view.colours - COLOURS).max() < 4


def test_the_first_view_of_a_group_is_face_u_in_image_orientation() -> None:
    (group,) = group_views(seen_corner("UFR", 20).views, [0, 0, 0])
    assert group.facelets[0].tolist() == facelet_indices(0, 0).tolist()


def test_faces_side_by_side_are_neighbours_to_the_right_as_the_cube_unfolds() -> None:
    # Each is as wide as a square that is seen at 45 degrees.
    left, right = (face_view(COLOURS, square(100, x / 0.7, 50) * [0.7, 1]) for x in (20, 92))
    (group,) = group_views([left, right], [0, 0])
    # U as in the net, with R folded up on its right: R's first row is then on its left.
    assert group.facelets[1].reshape(3, 3)[:, 0].tolist() == [11, 10, 9]


def test_faces_of_different_images_are_not_grouped() -> None:
    views = seen_corner("UFR", 20).views
    groups = group_views(views, [0, 1, 0])
    assert sorted(sorted(group.views) for group in groups) == [[0, 2], [1]]


@pytest.mark.parametrize("tilt", [0.0, 25.0])
def test_faces_that_lie_flat_beside_each_other_are_not_of_one_cube(tilt: float) -> None:
    # Two cubes on a table; turned about the edge that they share, which is nearly upright.
    turned = np.array([[1, 0.1], [-0.1, 1]]) * [[np.cos(np.radians(tilt))], [1]]
    flat = [face_view(COLOURS, square(100, x, 50) @ turned.T) for x in (20, 122)]
    assert [group.views for group in group_views(flat, [0, 0])] == [(0,), (1,)]


def test_distant_faces_are_not_grouped() -> None:
    apart = [face_view(COLOURS, square(100, x, 50)) for x in (20, 160)]
    assert [group.views for group in group_views(apart, [0, 0])] == [(0,), (1,)]


def test_each_order_of_the_views_gives_the_same_pairs() -> None:
    views = seen_corner("UFR", 20).views
    for order in permutations(range(3)):
        (group,) = group_views([views[i] for i in order], [0, 0, 0])
        assert len(group.views) == 3


def test_the_main_face_alone_is_the_first() -> None:
    picture = seen_corner("UFR", 0)
    assert picture.main_face_only.views == picture.views[:1]
    assert picture.main_face_only.name == picture.name


@pytest.mark.parametrize("detect", [detect_main_face, detect_cube_faces, detect_all_faces])
def test_an_image_without_a_face_is_named(detect: Callable[[Frame], ImageFaces]) -> None:
    with pytest.raises(NoFaceError, match=r"'table\.jpg'"):
        detect(Frame(np.full((*SIZE[::-1], 3), 118, np.uint8), 0.0, "table.jpg"))


def test_a_face_held_to_the_camera_is_detected() -> None:
    corners = square(150, 80, 40)
    frame = Frame(draw_stickers(COLOURS, face_homography(corners)), 0.0, "front.jpg")
    for detect in (detect_main_face, detect_cube_faces, detect_all_faces):
        picture = detect(frame)
        assert picture.name == "front.jpg"
        (view,) = picture.views
        assert corner_error(view.corners, corners) < 0.04
        assert np.abs(view.colours - COLOURS).max() < 5


def test_a_corner_of_the_cube_shows_its_faces_and_the_main_face_alone_if_asked() -> None:
    scene = draw_scene(3, 7201, tilt=45)
    frame = Frame(scene.image, 0.0, "corner.jpg")
    faces = detect_cube_faces(frame).views
    assert len(faces) > 1
    for view in faces:
        assert min(corner_error(view.corners, true) for true in scene.corners) < 0.1
    assert len(detect_main_face(frame).views) == 1


def test_single_faces_are_one_to_a_group() -> None:
    rng = np.random.default_rng(1)
    views = [single(FACELETS, face, 1, rng).views[0] for face in FACES]
    assert len(group_views(views, range(6))) == 6


@pytest.mark.parametrize(("name", "face", "side"), [("cube13", "B", 0), ("cube20", "D", 3)])
def test_a_face_that_runs_out_of_the_picture_is_found(name: str, face: str, side: int) -> None:
    """The picture ends at 42% of the face, at its top (0) or its left (3)."""
    cube = next(cube for cube in load_photographed_cubes(PHOTOS) if cube.name == name)
    image, corners = cube.frames[FACES.index(face)].image, cube.corners[FACES.index(face)]
    axis = 1 if side == 0 else 0
    first = round(0.58 * corners[:, axis].min() + 0.42 * corners[:, axis].max())
    cut = np.ascontiguousarray(image[first:] if axis else image[:, first:])
    view = detect_cube_faces(Frame(cut, 0.0, "cut.png")).views[0]
    shift = np.array([0, first] if axis else [first, 0])
    assert corner_error(view.corners + shift, corners) < 0.1
    outside = view.hidden[0] if axis else view.hidden[:, 0]
    assert outside.all()
    assert view.hidden.sum() == 3
