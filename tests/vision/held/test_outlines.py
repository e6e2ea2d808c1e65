"""Where an upright camera sees the faces of a cube, from each place.

Views that are said to show one face are those, in the turns of which they show it.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot.rigs.camera_geometry import cameras_of
from robot.rigs.camera_places import with_cameras
from robot.rigs.mechanisms.flipper import RIG
from solver.core.geometry import FACES, FRAMES, OPPOSITE
from tests.support.cases import for_each
from vision.facelet_indices import CUBE_ROTATIONS, facelet_indices
from vision.held.outlines import (
    Outlines,
    positions_seen,
    upright_rotation,
    upright_rotation_of_face,
)
from vision.held.placed_views import clusters_of

PLACES = [
    "".join(faces)
    for count in (1, 2, 3)
    for faces in combinations(FACES, count)
    if not any(OPPOSITE[face] in faces for face in faces)
]


def seen_corners(place: str, position: str) -> np.ndarray:
    """Return where a camera at `place` sees the corners of a face, clockwise from its top left."""
    (camera,) = cameras_of(with_cameras(RIG, (place,)))
    frame = FRAMES[position]
    normal, right, down = (np.array(v, float) for v in (frame.normal, frame.right, frame.down))
    ends = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    return camera.project(np.array([1.5 * (normal + x * right + y * down) for x, y in ends]))


@for_each("place", PLACES)
def test_an_upright_camera_sees_each_face_at_its_position(place: str) -> None:
    corners = np.array([seen_corners(place, position) for position in place])
    own = np.array([facelet_indices(FACES.index(position), 0) for position in place])
    # The frame of a camera: its first place is U.
    to_own = next(r for r in CUBE_ROTATIONS if (r[facelet_indices(0, 0)] == own[0]).all())
    outlines = Outlines(corners, np.argsort(to_own)[own])
    rotation = upright_rotation(place, outlines)
    assert (CUBE_ROTATIONS[rotation] == to_own).all()
    assert sorted(positions_seen(rotation, outlines)) == sorted(place)


@pytest.mark.parametrize("position", FACES)
def test_a_camera_of_one_face_sees_it_as_in_the_unfolded_cube(position: str) -> None:
    rotation = upright_rotation_of_face(position)
    first = 9 * FACES.index(position)
    assert CUBE_ROTATIONS[rotation][:9].tolist() == list(range(first, first + 9))
    assert positions_seen(rotation, None) == position


SHOWN = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), min_size=1, max_size=8)


@given(SHOWN)
def test_views_of_one_face_have_one_number_and_their_turn_from_the_first(
    shown: list[tuple[int, int]],
) -> None:
    clusters = clusters_of(np.array([facelet_indices(face, turns) for face, turns in shown]))
    first: dict[int, tuple[int, int]] = {}
    for view, (face, turns) in enumerate(shown):
        number, turns_of_first = first.setdefault(face, (len(first), turns))
        assert clusters.face_ids[view] == number
        # Turned on by the stated number of quarter turns, the first view's face is this one's.
        quarter_turns = int(clusters.quarter_turns[view])
        assert (
            facelet_indices(face, turns_of_first + quarter_turns) == facelet_indices(face, turns)
        ).all()
