"""What turns do to the stickers of a cube that is held, and the poses of such cubes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.core.turn import ALL_TURNS, Turn
from solver.cube import Cube
from vision.arrays import FloatArray, IntArray
from vision.detect.face import FaceView
from vision.film.cube_pose import (
    MIDDLES,
    USUALLY_HELD,
    CubeInFrame,
    camera_matrix,
    pose_of_faces,
)
from vision.film.held_moves import MOVES, SOURCES
from vision.film.sticker_agreement import SeenPieces

ANGLE = st.floats(-15, 15)


def moved(letters: str, move: str) -> str:
    return "".join(letters[source] for source in SOURCES[MOVES.index(move)])


@given(st.integers(0, 1000), st.sampled_from([t for t in ALL_TURNS if t.quarter_turns != 2]))
def test_a_layer_turns_as_that_of_a_cube(seed: int, turn: Turn) -> None:
    cube = Cube.random(seed)
    assert moved(cube.facelets, str(turn)) == cube.turn(turn).facelets


@pytest.mark.parametrize(
    ("turn", "centres"),
    # Of U R F D L B: what was in front is up after x, to the left after y; what was up is to the
    # right after z.
    [("x", "FRDBLU"), ("y", "UBRDFL"), ("z", "LUFRDB"), ("y2", "ULBDRF")],
)
def test_turns_of_the_whole_cube_bring_its_faces_elsewhere(turn: str, centres: str) -> None:
    assert moved(Cube.solved().facelets, turn)[4::9] == centres


@given(ANGLE, ANGLE, ANGLE)
def test_the_pose_of_two_faces_is_found(x: float, y: float, z: float) -> None:
    turn, _ = cv2.Rodrigues(np.radians([x, y, z]))
    camera = camera_matrix(360, 270)
    pose = CubeInFrame(np.asarray(turn @ USUALLY_HELD, float), np.array([0.3, -0.2, 14]), camera)
    views = [_view(pose, first) for first in (0, 18)]
    found = pose_of_faces(views, camera, USUALLY_HELD)
    assert found is not None
    assert np.abs(found.pixels(MIDDLES) - pose.pixels(MIDDLES)).max() < 0.5


def _view(pose: CubeInFrame, first: int) -> FaceView:
    """Return the view of the face whose first facelet this is."""
    cells = np.array([[k % 3 + 0.5, k // 3 + 0.5] for k in range(9)])
    homography, _ = cv2.findHomography(cells, pose.pixels(MIDDLES[first : first + 9]))
    nothing = np.zeros((3, 3, 3))
    return FaceView(3, np.asarray(homography, float), nothing, np.ones((3, 3)), 1.0, np.zeros(3))


def test_views_fix_the_cube_if_every_piece_but_one_is_seen() -> None:
    state = np.repeat(np.arange(6), 9)
    assert not seen_pieces(state, list(range(45))).fix_the_cube
    assert seen_pieces(state, [k for k in range(54) if k not in (1, 46)]).fix_the_cube  # edge UB
    assert seen_pieces(state, list(range(54))).fix_the_cube


def test_a_sticker_of_another_colour_contradicts_the_cube() -> None:
    state = np.repeat(np.arange(6), 9)
    pieces = seen_pieces(state, list(range(54)))
    state[0] = 1
    for _ in range(10):
        pieces.see(likelihoods(np.repeat(np.arange(6), 9), list(range(54))), state)
    assert not pieces.fix_the_cube


def seen_pieces(state: IntArray, places: list[int]) -> SeenPieces:
    pieces = SeenPieces()
    for _ in range(5):
        pieces.see(likelihoods(state, places), state)
    return pieces


def likelihoods(state: IntArray, places: list[int]) -> FloatArray:
    table = np.zeros((54, 6))
    table[places] = -1.0
    table[places, state[places]] = 1.0
    return table
