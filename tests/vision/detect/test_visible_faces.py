"""Finding the neighbouring faces of a front face with pose hypotheses.

The pose of a cube from the lattice of its front face.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.benchmarks import HEIGHT, WIDTH, Scene, draw_scene
from tests.support.drawn_faces import PAINT
from tests.support.drawn_stickers import draw_stickers
from tests.support.face_views import square
from tests.support.photographs import corner_error
from vision.arrays import FloatArray
from vision.detect.face_finder import (
    UNAMBIGUOUS_SCORE,
    PoseHypotheses,
    complete_cube,
    complete_moved_cube,
    is_unambiguous,
    pose_hypotheses,
    total_score,
)
from vision.detect.lattice import Lattice, ScoredLattice, apply_homography, face_homography
from vision.detect.lattice_score import EdgeMap
from vision.detect.photograph import find_faces
from vision.detect.pose import (
    CubePose,
    GapPoints,
    fit_pose,
    fit_poses,
    initial_poses,
    possible_aspects,
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


MIDDLE = np.array([WIDTH - 1, HEIGHT - 1]) / 2


def outline(pose: CubePose, face: int) -> FloatArray:
    n = pose.n
    square = np.array([[0, 0], [n, 0], [n, n], [0, n]], float)
    return apply_homography(pose.homographies[face], square)


def standing(turn: list[float], focal: float) -> CubePose:
    return CubePose(3, np.array([*turn, -1.5, -1.5, 10.0, np.log(focal)]), MIDDLE)


@given(
    st.lists(st.floats(-0.6, 0.6), min_size=3, max_size=3),
    st.floats(500, 1500),
)
def test_neighbours_share_their_edges_with_the_front(turn: list[float], focal: float) -> None:
    pose = standing(turn, focal)
    front = outline(pose, 0)
    # The front's top, right, bottom and left edge, and the same edge on the neighbour.
    for face, edge, theirs in ((1, [0, 1], [3, 2]), (2, [1, 2], [0, 3]), (3, [3, 2], [0, 1])):
        assert np.allclose(front[edge], outline(pose, face)[theirs])
    assert np.allclose(front[[0, 3]], outline(pose, 4)[[1, 2]])


@given(st.lists(st.floats(-0.6, 0.6), min_size=3, max_size=3))
def test_at_most_three_faces_of_a_cube_are_visible(turn: list[float]) -> None:
    assert len(list(standing(turn, 800).visible_neighbours())) <= 2


def test_one_of_the_two_poses_of_a_front_predicts_the_neighbours() -> None:
    scene = draw_scene(3, 7201, tilt=45)
    front, *others = scene.corners
    misses = []
    for pose in initial_poses(front, 3, WIDTH, HEIGHT):
        seen = [outline(pose, face) for face in pose.visible_neighbours()]
        misses.append(max(min((corner_error(s, o) for s in seen), default=9.0) for o in others[:1]))
    assert min(misses) < 0.25


def lines_seen(true: CubePose) -> GapPoints:
    """Return points on the lines of the faces that a pose shows."""
    rows = []
    for face in [0, *true.visible_neighbours()]:
        for line in (1.0, 2.0):
            for along in (0.5, 1.5, 2.5):
                rows += [(face, 0, line, (line, along)), (face, 1, line, (along, line))]
    return GapPoints(
        np.array([row[0] for row in rows]),
        np.array([apply_homography(true.homographies[f], np.array([p]))[0] for f, _, _, p in rows]),
        np.array([row[1] for row in rows]),
        np.array([row[2] for row in rows]),
        np.ones(len(rows)),
    )


@pytest.mark.parametrize("focal", [600.0, 1000.0])
def test_a_pose_is_fitted_to_the_lines_seen_on_two_faces(focal: float) -> None:
    true = standing([0.5, -0.4, 0.2], focal)
    shown = [0, *true.visible_neighbours()]
    gaps = lines_seen(true)
    start = CubePose(
        3, true.parameters + np.array([0.05, -0.04, 0.03, 0.1, -0.1, 0.3, 0.1]), MIDDLE
    )
    fitted = fit_pose(start, gaps, rounds=20)
    for face in shown:
        assert corner_error(outline(fitted, face), outline(true, face)) < 0.01


def test_poses_are_fitted_together_as_alone_and_only_a_squeezed_one_changes_its_aspect() -> None:
    first, second = standing([0.5, -0.4, 0.2], 800), standing([0.1, 0.1, 0.3], 900)
    # The second one shows fewer lines.
    gaps = [lines_seen(first), lines_seen(second), lines_seen(first)]
    assert len(gaps[1].face) < len(gaps[0].face)
    starts = [standing([0.45, -0.3, 0.2], 700), standing([0.2, 0.1, 0.3], 900)]
    starts.append(replace(starts[0], aspect=0.75))
    for start, seen, fitted in zip(starts, gaps, fit_poses(starts, gaps), strict=True):
        alone = fit_pose(start, seen)
        assert np.allclose(fitted.parameters, alone.parameters)
        assert fitted.aspect == pytest.approx(alone.aspect)
        assert (fitted.aspect == 1) == (start.aspect == 1)
        assert fitted.aspect != 0.75


@given(st.integers(0, 2**32 - 1))
def test_a_pose_stays_before_the_camera_whatever_it_is_fitted_to(seed: int) -> None:
    chance = np.random.default_rng(seed)
    gaps = GapPoints(
        chance.integers(0, 3, 36),
        chance.uniform(-WIDTH, 2 * WIDTH, (36, 2)),
        chance.integers(0, 2, 36),
        chance.integers(0, 4, 36).astype(float),
        chance.uniform(0, 1, 36),
    )
    pose = standing([*chance.uniform(-0.6, 0.6, 3)], 800)
    for _ in range(10):
        pose = fit_pose(pose, gaps)
        assert pose.parameters[5] > 0
        assert np.isfinite(pose.homographies).all()


def test_only_a_square_picture_may_have_been_squeezed() -> None:
    assert possible_aspects(640, 480) == possible_aspects(480, 640) == (1.0,)
    assert possible_aspects(640, 640) == (1.0, 0.75)


def test_an_aspect_moves_points_across_alone() -> None:
    pose = standing([0.3, 0.2, 0.1], 800)
    squeezed = replace(pose, aspect=0.75)
    expected = (outline(pose, 0) - MIDDLE) * (0.75, 1) + MIDDLE
    assert np.allclose(outline(squeezed, 0), expected)
