"""The pose of a cube from the lattice of its front face."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.benchmarks import HEIGHT, WIDTH, draw_scene
from tests.support.photographs import corner_error
from vision.arrays import FloatArray
from vision.detect.lattice import apply_homography
from vision.detect.pose import (
    CubePose,
    GapPoints,
    fit_pose,
    fit_poses,
    initial_poses,
    possible_aspects,
)

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
