"""Cameras at two corners give the cube and its orientation."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from firmware_sim.camera.geometry import cameras_of
from firmware_sim.camera.renderer import Renderer
from firmware_sim.physics.state import PhysicalState
from robot.rigs.registry import load_rig
from rokumen.devices.corner_cameras import orientation_seen
from solver.core.orientation import ORIENTATIONS
from solver.core.random_cube import random_cube
from vision.capture.frame import Frame
from vision.errors import MissingFacesError
from vision.reading import read_cube
from vision.reading_result import FoundFace

SIX = load_rig("six-axis")
RENDERERS = [Renderer(SIX, camera) for camera in cameras_of(SIX)]


@pytest.mark.parametrize("number", range(0, 24, 5))
def test_two_pictures_give_the_cube_and_its_orientation(number: int) -> None:
    cube, orientation = random_cube(Random(number)), ORIENTATIONS[number]
    truth = replace(PhysicalState.at_home(SIX.home, cube), orientation=orientation)
    frames = [Frame(r.render(truth), 0.0, f"camera {n}") for n, r in enumerate(RENDERERS)]
    reading = read_cube(frames)
    assert reading.certain
    assert reading.facelets == cube.facelets()
    assert orientation_seen(reading.faces, SIX.cameras) == orientation


def face(letter: str, frame: int, x: float, y: float) -> FoundFace:
    return FoundFace(letter, "", frame, ((x, y),) * 4, "")


FIRST = [face("U", 0, 320, 120), face("F", 0, 220, 300), face("R", 0, 420, 300)]
SECOND = [face("D", 1, 320, 350), face("B", 1, 220, 180), face("L", 1, 420, 180)]


def test_the_orientation_is_found_from_the_positions_of_the_faces() -> None:
    assert orientation_seen([*FIRST, *SECOND], SIX.cameras) == ORIENTATIONS[0]


def test_a_camera_that_does_not_see_three_faces_is_named() -> None:
    with pytest.raises(MissingFacesError, match="camera 2 shows 2 faces"):
        orientation_seen([*FIRST, *SECOND[:2]], SIX.cameras)


def test_pictures_of_a_camera_upside_down_are_rejected() -> None:
    over = [face(f.face, 1, 640 - f.corners[0][0], 480 - f.corners[0][1]) for f in SECOND]
    with pytest.raises(MissingFacesError, match="do not fit together"):
        orientation_seen([*FIRST, *over], SIX.cameras)
