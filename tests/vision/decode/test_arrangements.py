"""Arrangements: which view is which face of the cube, in which rotation."""

import numpy as np
import pytest

from vision.decode.arrangements import (
    Arrangement,
    Arrangements,
    enumerate_arrangements,
    fixed_arrangement,
    unconstrained_arrangements,
)
from vision.decode.face_matching import ViewClusters
from vision.detect.face import ViewGroup
from vision.facelet_indices import FACE_ROTATIONS, cube_rotation, facelet_indices

UPRIGHT = facelet_indices(0, 0)
ONE_EACH = ViewClusters(np.arange(6), np.zeros(6, np.int64))
ALONE = tuple(ViewGroup((view,), UPRIGHT[None]) for view in range(6))


def corner_group(views: tuple[int, ...], positions: tuple[int, ...]) -> ViewGroup:
    """Return views of upright faces, turned so that the first of them is up."""
    placed = np.stack([facelet_indices(position, 0) for position in positions])
    neighbour = {0: 2, 3: 5}[positions[0]]
    return ViewGroup(views, cube_rotation(positions[0], neighbour)[placed])


def shows_every_facelet_once(arrangements: Arrangements, index: int) -> bool:
    return sorted(arrangements.for_all_views(index).facelets.ravel()) == list(range(54))


def test_six_unknown_faces_have_120_placements_with_1024_rotations_each() -> None:
    found = unconstrained_arrangements()
    assert len(found) == 120 * 1024
    assert (found.facelets[:, 0] == np.arange(9)).all()  # the first face is up and not rotated
    assert len({row.tobytes() for row in found.facelets}) == len(found)
    for index in range(0, len(found), 4999):
        assert shows_every_facelet_once(found, index)
        shown = found.for_all_views(index)
        assert (shown.facelets[shown.position_colours, 4] == np.arange(4, 54, 9)).all()


def test_a_fixed_arrangement_has_each_view_in_its_place() -> None:
    placements = [(2, 1), (0, 0), (5, 3), (1, 2), (4, 0), (3, 1)]
    found = fixed_arrangement(placements)
    assert len(found) == 1
    shown = found.for_all_views(0)
    for view, (position, turns) in enumerate(placements):
        assert (shown.facelets[view] == facelet_indices(position, turns)).all()
        assert shown.position_colours[position] == view


def test_single_faces_are_unconstrained() -> None:
    found = enumerate_arrangements(ALONE, ONE_EACH)
    assert found.is_unconstrained
    assert len(found) == 120 * 1024


def test_two_opposite_corners_have_three_arrangements() -> None:
    groups = [corner_group((0, 1, 2), (0, 1, 2)), corner_group((3, 4, 5), (3, 4, 5))]
    found = enumerate_arrangements(groups, ONE_EACH)
    assert not found.is_unconstrained
    # the second corner may be rotated by thirds of a turn about the diagonal
    assert len(found) == 3
    assert all(shows_every_facelet_once(found, index) for index in range(3))
    true = np.arange(54).reshape(6, 9)
    assert any((found.for_all_views(index).facelets == true).all() for index in range(3))


def test_a_corner_leaves_all_positions_and_rotations_of_three_single_faces() -> None:
    groups = [corner_group((0, 1, 2), (0, 1, 2)), *ALONE[3:]]
    found = enumerate_arrangements(groups, ONE_EACH)
    assert len(found) == 6 * 4**3
    assert all(shows_every_facelet_once(found, index) for index in range(0, len(found), 37))


def test_a_face_in_both_corners_allows_only_one_arrangement() -> None:
    """U, R and F in one photo, D, F and R in the other, L and B by themselves."""
    matching = ViewClusters(np.array([0, 1, 2, 3, 2, 1, 4, 5]), np.zeros(8, np.int64))
    loose = [ViewGroup((6,), UPRIGHT[None]), ViewGroup((7,), UPRIGHT[None])]
    groups = [corner_group((0, 1, 2), (0, 1, 2)), corner_group((3, 4, 5), (3, 2, 1)), *loose]
    found = enumerate_arrangements(groups, matching)
    # only the two single faces are free: two placements, with four rotations each
    assert len(found) == 2 * 4**2
    for index in range(len(found)):
        shown = found.for_all_views(index).facelets
        assert shown[3, 4] == 9 * 3 + 4  # D is opposite U
        assert shown[1, 4] == shown[5, 4]
        assert shown[2, 4] == shown[4, 4]


def test_contradictory_faces_have_no_arrangement() -> None:
    """One photo shows two faces as neighbours that the other shows with the same two others."""
    matching = ViewClusters(np.array([0, 1, 2, 0, 2, 1]), np.zeros(6, np.int64))
    groups = [corner_group((0, 1, 2), (0, 1, 2)), corner_group((3, 4, 5), (0, 1, 2))]
    assert len(enumerate_arrangements(groups, matching)) == 0


def test_log_probs_of_stickers_are_assigned_to_facelets_and_letters() -> None:
    facelets = np.stack([facelet_indices(p, q) for p, q in [(1, 2), (0, 1)]])
    arrangement = Arrangement(facelets, np.array([1, 0, 2, 3, 4, 5]))
    stickers = np.random.default_rng(1).normal(size=(2, 9, 6))
    table = arrangement.facelet_log_probs(stickers)
    # colour 0 is that of face R, and colour 1 that of face U
    upright = stickers[0][FACE_ROTATIONS[2]]
    assert table[9:18, [1, 0, 2, 3, 4, 5]] == pytest.approx(upright)
    assert (table[18:] == 0).all()


def test_log_probs_of_a_face_seen_twice_are_added_up() -> None:
    matching = ViewClusters(np.array([0, 1, 2, 3, 4, 5, 2]), np.array([0, 0, 0, 0, 0, 0, 1]))
    found = enumerate_arrangements((*ALONE, ViewGroup((6,), UPRIGHT[None])), matching)
    stickers = np.random.default_rng(1).normal(size=(7, 9, 6))
    pooled = found.pool_log_probs(stickers)
    assert pooled.shape == (6, 9, 6)
    assert pooled[2] == pytest.approx(stickers[2] + stickers[6][FACE_ROTATIONS[1]])
    assert pooled[3] == pytest.approx(stickers[3])
    shown = found.for_all_views(7).facelets
    assert (shown[6][FACE_ROTATIONS[1]] == shown[2]).all()
    assert (found.for_representatives(7).facelets == shown[:6]).all()
