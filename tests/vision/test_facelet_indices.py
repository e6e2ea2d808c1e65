"""Facelet indices of rotated views and of rotated cubes."""

import numpy as np
import pytest

from solver.core.facelets import CORNERS, EDGES, SOLVED
from solver.core.geometry import FACES, FRAMES
from tests.support.cases import for_each
from vision.facelet_indices import (
    CUBE_ROTATIONS,
    FACE_ROTATIONS,
    corner_cubies,
    cube_rotation,
    facelet_indices,
)

OPPOSITE = {0: 3, 3: 0, 1: 4, 4: 1, 2: 5, 5: 2}


def test_turning_a_view_clockwise_brings_its_bottom_left_sticker_to_the_top_left() -> None:
    assert FACE_ROTATIONS[1][0] == 6
    assert FACE_ROTATIONS[1][2] == 0
    assert FACE_ROTATIONS[2][0] == 8


@for_each("position", range(6))
@for_each("turns", range(4))
def test_a_view_after_its_turns_is_the_upright_face(position: int, turns: int) -> None:
    shown = facelet_indices(position, turns)
    upright = 9 * position + np.arange(9)
    assert (np.rot90(shown.reshape(3, 3), -turns).ravel() == upright).all()
    assert (facelet_indices(position, turns + 4) == shown).all()


def test_corners_of_an_upright_top_face_run_clockwise_from_its_back_left() -> None:
    names = ("ULB", "UBR", "URF", "UFL")
    cubies = tuple(tuple(np.sum([FRAMES[f].normal for f in name], axis=0)) for name in names)
    assert corner_cubies(facelet_indices(0, 0)) == cubies
    # turned by 90 degrees anticlockwise, its back right corner is at the top left
    assert corner_cubies(facelet_indices(0, 1)) == cubies[1:] + cubies[:1]


def test_there_are_24_rotations_that_keep_every_piece_together() -> None:
    assert len({tuple(rotation) for rotation in CUBE_ROTATIONS.tolist()}) == 24
    corners = {place[i:] + place[:i] for place in CORNERS for i in range(3)}
    edges = {frozenset(edge) for edge in EDGES}
    for rotation in CUBE_ROTATIONS:
        assert sorted(rotation) == list(range(54))
        # in the same sense of rotation; otherwise the cube would be mirrored
        assert all(tuple(rotation[list(place)].tolist()) in corners for place in CORNERS)
        assert all(frozenset(rotation[list(edge)].tolist()) in edges for edge in EDGES)


def test_a_cube_with_its_right_face_up_shows_that_face_above() -> None:
    facelets = np.array(list(SOLVED))
    seen = "".join(facelets[np.argsort(cube_rotation(1, 2))])
    assert seen[4::9] == "RDFLUB"


@pytest.mark.parametrize("up", range(6))
def test_adjacent_faces_can_be_brought_up_and_to_the_front_and_others_cannot(up: int) -> None:
    for front in range(6):
        if front in (up, OPPOSITE[up]):
            with pytest.raises(ValueError, match=f"{up} and {front} are not next to each other"):
                cube_rotation(up, front)
        else:
            rotation = cube_rotation(up, front)
            assert rotation[9 * up + 4] // 9 == FACES.index("U")
            assert rotation[9 * front + 4] // 9 == FACES.index("F")
