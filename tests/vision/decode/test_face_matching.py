"""Matching views of the same face by their stickers, in any rotation."""

from collections.abc import Sequence

import numpy as np
import pytest

from vision.arrays import FloatArray
from vision.decode.face_matching import ViewClusters, cluster_views, other_matches
from vision.facelet_indices import FACE_ROTATIONS

LIGHT = np.random.default_rng(1).uniform(-3, 0, (6, 9, 3))  # six faces, no two stickers alike
SEEN = np.ones((6, 9))


def clustered(
    light: FloatArray, visibility: FloatArray, image_index: Sequence[int], faces: int = 6
) -> ViewClusters:
    """Return the clusters of views that show no more faces than that."""
    found = cluster_views(light, visibility, image_index, faces)
    assert found is not None
    return found


def rotated(face: int, turns: int) -> FloatArray:
    """Return a view that looks like a face after a number of clockwise turns."""
    view = np.empty((9, 3))
    view[FACE_ROTATIONS[turns]] = LIGHT[face]
    return view


def test_six_views_are_six_faces() -> None:
    found = clustered(LIGHT, SEEN, range(6))
    assert found.face_ids.tolist() == [0, 1, 2, 3, 4, 5]
    assert found.quarter_turns.tolist() == [0] * 6
    assert (found.sticker_ids == np.arange(54).reshape(6, 9)).all()


@pytest.mark.parametrize("turns", range(4))
def test_a_rotated_view_is_matched_with_its_face(turns: int) -> None:
    views = np.concatenate([LIGHT, rotated(3, turns)[None]])
    found = clustered(views, np.ones((7, 9)), range(7))
    assert found.face_ids.tolist() == [0, 1, 2, 3, 4, 5, 3]
    assert found.quarter_turns[6] == turns
    assert (LIGHT.reshape(54, 3)[found.sticker_ids[6]] == views[6]).all()


def test_a_view_in_different_light_is_matched_with_its_face() -> None:
    views = np.concatenate([LIGHT, rotated(2, 1)[None] + [-0.5, -0.3, -0.1]])
    found = clustered(views, np.ones((7, 9)), range(7))
    assert (found.face_ids[6], found.quarter_turns[6]) == (2, 1)


def test_hidden_stickers_do_not_count() -> None:
    """Five stickers of the second view are hidden by a hand that resembles another face."""
    second = LIGHT[1].copy()
    second[:5] = LIGHT[4, :5]
    visible = np.ones((7, 9))
    visible[6, :5] = 0
    views = np.concatenate([LIGHT, second[None]])
    assert clustered(views, visible, range(7)).face_ids[6] == 1
    assert clustered(views, np.ones((7, 9)), range(7)).face_ids[6] == 4


def test_views_of_one_photo_are_different_faces() -> None:
    views = np.concatenate([LIGHT, rotated(0, 2)[None]])  # the last one looks like the first
    found = clustered(views, np.ones((7, 9)), [0, 1, 2, 3, 4, 5, 0])
    assert found.face_ids[6] != found.face_ids[0]


def test_seven_faces_of_one_photo_are_rejected() -> None:
    views = np.concatenate([LIGHT, rotated(3, 1)[None]])
    assert cluster_views(views, np.ones((7, 9)), [0] * 7) is None


def test_five_views_are_too_few() -> None:
    with pytest.raises(ValueError, match="5 views given"):
        cluster_views(LIGHT[:5], SEEN[:5], range(5))


def test_sticker_ids_follow_the_rotation() -> None:
    clusters = ViewClusters(np.array([0, 1]), np.array([0, 1]))
    # the view is rotated by a quarter turn anticlockwise: its bottom left is the face's top left
    assert clusters.sticker_ids[1].reshape(3, 3)[2, 0] == 9
    assert clusters.sticker_ids[1].reshape(3, 3)[0, 0] == 9 + 2


def test_a_part_may_match_a_face_in_every_rotation_that_its_stickers_allow() -> None:
    """Of the second view of a face the centre is seen, and a corner that is hidden in the first."""
    visible = np.ones((7, 9))
    visible[1, [0, 2, 6, 8]] = 0
    visible[6, 1:4] = visible[6, 5:] = 0
    views = np.concatenate([LIGHT, LIGHT[1:2]])
    found = clustered(views, visible, range(7))
    assert found.face_ids[6] == 1
    others = [
        (int(other.face_ids[6]), int(other.quarter_turns[6]))
        for other in other_matches(views, visible, range(7), found)
    ]
    turns = {int(found.quarter_turns[6]), *(turns for face, turns in others if face == 1)}
    assert turns == {0, 1, 2, 3}


def test_a_face_that_is_seen_whole_is_matched_in_one_way() -> None:
    views = np.concatenate([LIGHT, rotated(3, 1)[None]])
    found = clustered(views, np.ones((7, 9)), range(7))
    assert not list(other_matches(views, np.ones((7, 9)), range(7), found))


def test_five_faces_are_clustered_where_five_are_asked_for() -> None:
    views = np.concatenate([LIGHT[:5], rotated(2, 3)[None]])
    assert clustered(views, np.ones((6, 9)), range(6), 5).face_ids.tolist() == [
        0,
        1,
        2,
        3,
        4,
        2,
    ]
