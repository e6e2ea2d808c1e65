"""Finding the neighbouring faces of a front face with pose hypotheses."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.support.benchmarks import Scene, draw_scene
from tests.support.drawn_faces import PAINT
from tests.support.drawn_stickers import draw_stickers
from tests.support.face_views import face_homography, square
from tests.support.photographs import corner_error
from vision.detect.lattice import Lattice, ScoredLattice
from vision.detect.lattice_score import EdgeMap
from vision.detect.photograph import find_faces
from vision.detect.visible_faces import (
    UNAMBIGUOUS_SCORE,
    PoseHypotheses,
    complete_cube,
    complete_moved_cube,
    is_unambiguous,
    pose_hypotheses,
    total_score,
)

COLOURS = PAINT[[0, 1, 2, 3, 4, 5, 0, 1, 2]].reshape(3, 3, 3)
FRONT = square(150, 80, 40)


def scored(*scores: float) -> list[ScoredLattice]:
    lattice = Lattice.without_stickers(3, face_homography(FRONT))
    return [ScoredLattice(score, lattice) for score in scores]


def hypotheses_of(scene: Scene) -> tuple[EdgeMap, PoseHypotheses]:
    """Return the pose hypotheses of a drawn cube whose front is known."""
    edges = EdgeMap.from_image(scene.image)
    front = edges.lattice_with_blobs(3, face_homography(scene.corners[0]))
    return edges, pose_hypotheses(edges, edges.scored([front]))[0]


@pytest.fixture(scope="module")
def corner() -> tuple[Scene, EdgeMap, PoseHypotheses]:
    scene = draw_scene(3, 7201, tilt=45)
    return scene, *hypotheses_of(scene)


def test_two_faces_are_unambiguous_if_both_score_well() -> None:
    good, poor = UNAMBIGUOUS_SCORE + 0.1, UNAMBIGUOUS_SCORE - 0.1
    assert is_unambiguous(scored(good, good))
    assert not is_unambiguous(scored(1.0, poor))
    assert not is_unambiguous(scored(1.0))


def test_three_faces_are_unambiguous_if_they_score_well_on_average() -> None:
    good, poor = UNAMBIGUOUS_SCORE + 0.2, UNAMBIGUOUS_SCORE - 0.1
    assert is_unambiguous(scored(good, good, poor))
    assert not is_unambiguous(scored(good, poor, poor))


def test_the_total_score_grows_with_each_face_and_never_falls() -> None:
    one, two = total_score(scored(0.8)), total_score(scored(0.8, 0.6))
    assert two > one > 0
    assert total_score(scored(0.8, -0.5)) == one


def test_a_face_seen_from_the_front_has_no_neighbours() -> None:
    edges = EdgeMap.from_image(draw_stickers(COLOURS, face_homography(FRONT)))
    front = edges.lattice_with_blobs(3, face_homography(FRONT))
    (hypotheses,) = pose_hypotheses(edges, edges.scored([front]))
    assert not hypotheses.neighbours_likely
    ((score, lattice),) = complete_cube(edges, hypotheses)
    assert score > 0.5
    assert corner_error(lattice.corners, FRONT) < 0.02


def test_the_neighbours_of_a_cube_seen_from_a_corner_are_likely(
    corner: tuple[Scene, EdgeMap, PoseHypotheses],
) -> None:
    _, _, hypotheses = corner
    assert len(hypotheses.poses) == len(hypotheses.neighbour_support) == 2
    assert hypotheses.neighbours_likely


def test_the_faces_of_a_cube_seen_from_a_corner_are_found_from_its_front(
    corner: tuple[Scene, EdgeMap, PoseHypotheses],
) -> None:
    scene, edges, hypotheses = corner
    (_, front), *others = complete_cube(edges, hypotheses)
    assert corner_error(front.corners, scene.corners[0]) < 0.05
    assert others
    for _, lattice in others:
        assert min(corner_error(lattice.corners, true) for true in scene.corners[1:]) < 0.1


def test_without_support_the_neighbours_are_not_searched(
    corner: tuple[Scene, EdgeMap, PoseHypotheses],
) -> None:
    _, edges, hypotheses = corner
    alone = replace(hypotheses, neighbour_support=(0.0, 0.0))
    assert complete_cube(edges, alone) == (hypotheses.front,)


def test_a_front_that_fits_poorly_is_moved_and_its_neighbours_are_found() -> None:
    scene = draw_scene(3, 7205, tilt=45)
    edges = EdgeMap.from_image(scene.image)
    shift = np.array([[1, 0, -0.3], [0, 1, 0.3], [0, 0, 1]])
    front = edges.lattice_with_blobs(3, face_homography(scene.corners[0]) @ shift)
    (hypotheses,) = pose_hypotheses(edges, edges.scored([front]))
    assert len(complete_cube(edges, hypotheses)) == 1
    found = complete_moved_cube(edges, hypotheses)
    assert len(found) == len(scene.corners) == 3
    for _, lattice in found:
        assert min(corner_error(lattice.corners, true) for true in scene.corners) < 0.05


def test_a_pose_gives_a_front_of_two_by_two_its_perspective() -> None:
    corners = np.array([[90, 45], [235, 60], [225, 205], [75, 190]], float)
    edges = EdgeMap.from_image(draw_stickers(PAINT[[[0, 1], [2, 5]]], face_homography(corners, 2)))
    start = edges.lattice_with_blobs(2, face_homography(corners + 3, 2))
    score, front = pose_hypotheses(edges, edges.scored([start]))[0].front
    assert corner_error(front.corners, corners) < 0.05
    assert score == edges.score(front)


@pytest.mark.parametrize("seed", [7101, 7106, 7123])
def test_the_faces_in_a_picture_squeezed_to_a_square_are_found(seed: int) -> None:
    scene = draw_scene(3, seed, tilt=45)
    assert scene.image.shape == (480, 640, 3)
    squeezed = np.asarray(cv2.resize(scene.image, (640, 640)), np.uint8)
    found = find_faces(squeezed)
    assert len(found) == len(scene.corners)
    for corners in scene.corners:
        true = (corners + 0.5) * (1, 640 / 480) - 0.5
        assert min(corner_error(view.corners, true) for view in found) < 0.06
