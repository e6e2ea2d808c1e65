"""Cubes that a robot holds, read from rendered pictures of cameras at any place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from cv2.typing import MatLike

from firmware_sim.camera.renderer import Renderer
from firmware_sim.physics.state import PhysicalState
from robot.planning.robot_state import home_state
from robot.planning.scan_planner import ScanLeg, plan_scan, plan_search
from robot.rigs.camera_geometry import cameras_of
from robot.rigs.camera_places import with_cameras
from robot.rigs.command import GRIP_OPENINGS
from robot.rigs.mechanisms.flipper import RIG
from solver.cube import Cube
from vision.arrays import Image
from vision.capture.frame import Frame
from vision.detect.photograph import ImageFaces, detect_cube_faces
from vision.errors import MissingFacesError, NoFaceError
from vision.held.placed_views import CameraPlace, HeldPicture
from vision.held.reading import read_held_cube

CUBE = Cube.solved().apply("R U F2 L' D B R2 U' F")


def photograph(
    cube: Cube,
    legs: Iterable[ScanLeg],
    places: Sequence[str],
    change: Callable[[Image], MatLike] = np.copy,
) -> list[HeldPicture]:
    """Return the pictures of cameras at some places at the stops of a scan."""
    rig = with_cameras(RIG, places)
    renderers = [Renderer(rig, camera) for camera in cameras_of(rig)]
    pictures = []
    for leg in legs:
        holding = leg.plan.end
        truth = replace(
            PhysicalState.at_home(rig.home, cube),
            orientation=holding.orientation,
            angles=tuple(map(float, holding.pose.angles)),
            openings=tuple(GRIP_OPENINGS[grip] for grip in holding.pose.grips),
        )
        for camera, renderer in enumerate(renderers):
            frame = Frame(
                np.asarray(change(renderer.render(truth)), np.uint8), 0.0, f"camera {camera}"
            )
            try:
                faces = detect_cube_faces(frame)
            except NoFaceError:
                faces = ImageFaces(frame.name, ())
            pictures.append(HeldPicture(faces, camera, holding.orientation))
    return pictures


def search(stops: int) -> list[ScanLeg]:
    """Return the first motions of the search for a camera."""
    return [leg for leg, _ in zip(plan_search(RIG, home_state(RIG)), range(stops), strict=False)]


@pytest.mark.parametrize("place", ["UF", "URF"])
def test_a_camera_that_sees_several_faces_is_read(place: str) -> None:
    legs = plan_scan(with_cameras(RIG, (place,)), home_state(RIG))
    found = read_held_cube(photograph(CUBE, legs, [place]), [CameraPlace(place)])
    assert found.reading.certain
    assert found.reading.facelets == CUBE.facelets


def test_two_cameras_are_read_together() -> None:
    places = ("UF", "UR")
    legs = plan_scan(with_cameras(RIG, places), home_state(RIG))
    pictures = photograph(CUBE, legs, places)
    found = read_held_cube(pictures, [CameraPlace(place) for place in places])
    assert found.reading.certain
    assert found.reading.facelets == CUBE.facelets
    with pytest.raises(MissingFacesError, match="of the six faces"):
        read_held_cube(pictures[:1], [CameraPlace(place) for place in places])


@pytest.mark.thorough
@pytest.mark.parametrize("place", ["R", "UL"])
def test_the_place_of_a_camera_is_learnt_from_its_pictures(place: str) -> None:
    found = read_held_cube(photograph(CUBE, search(12), [place]), [CameraPlace("")])
    assert found.reading.certain
    assert found.reading.facelets == CUBE.facelets
    assert sorted(found.places[0].positions) == sorted(place)


def test_a_camera_that_is_not_upright_is_learnt() -> None:
    legs = plan_scan(RIG, home_state(RIG))
    rolled = photograph(CUBE, legs, ["U"], lambda image: cv2.rotate(image, cv2.ROTATE_180))
    found = read_held_cube(rolled, [CameraPlace("U")])
    assert found.reading.certain
    assert found.reading.facelets == CUBE.facelets
    again = read_held_cube(rolled, found.places)
    assert again.reading.facelets == CUBE.facelets


def without_the_last_face(cube: Cube) -> tuple[list[HeldPicture], str]:
    """Return the pictures of the first five faces of a scan, and the letter of the sixth."""
    legs = plan_scan(RIG, home_state(RIG))
    return photograph(cube, legs[:5], ["U"]), legs[5].views[0].face


def test_the_sixth_face_follows_from_five() -> None:
    pictures, unseen = without_the_last_face(CUBE)
    found = read_held_cube(pictures, [CameraPlace("U")])
    assert found.reading.certain
    assert found.reading.facelets == CUBE.facelets
    assert unseen not in {place.letter for place in found.reading.places}
    with pytest.raises(MissingFacesError):
        read_held_cube(pictures[:4], [CameraPlace("U")])


# Cubes of which another one has the same five faces: opposite edges change places in pairs.
# One whose sixth colour is nowhere else shows too little of it.
@pytest.mark.parametrize("moves", ["", "U", "R2 L2 U R2 L2 U2 R2 L2 U R2 L2"])
def test_a_face_that_does_not_follow_is_missing(moves: str) -> None:
    _, unseen = without_the_last_face(CUBE)
    turned = {"U": "", "D": "x2", "F": "x", "B": "x'", "R": "z'", "L": "z"}[unseen]
    cube = Cube.solved().apply(f"{turned} {moves} {turned[:1] and _undone(turned)}".strip())
    pictures, _ = without_the_last_face(cube)
    with pytest.raises(MissingFacesError):
        read_held_cube(pictures, [CameraPlace("U")])


def _undone(rotation: str) -> str:
    return {"x2": "x2", "x": "x'", "x'": "x", "z": "z'", "z'": "z"}[rotation]


def test_a_solved_cube_is_read_but_teaches_no_place() -> None:
    found = read_held_cube(photograph(Cube.solved(), search(6), ["U"]), [CameraPlace("")])
    assert found.reading.facelets == Cube.solved().facelets
    assert found.places[0].positions == ""


def test_covered_faces_and_stickers_are_left_out() -> None:
    legs = plan_scan(with_cameras(RIG, ("UF",)), home_state(RIG))
    pictures = photograph(CUBE, legs, ["UF"])
    covered = [replace(picture, hidden={"U": set()}) for picture in pictures]
    with pytest.raises(MissingFacesError, match="was to show"):
        read_held_cube(covered[:1], [CameraPlace("UF")])
    # A gripper that is as bright as stickers must not be read as some.
    painted = [replace(picture, faces=_painted(picture.faces)) for picture in pictures]
    hinted = [replace(picture, hidden={"U": {0, 3, 6}, "F": set()}) for picture in painted]
    plain, found = (read_held_cube(each, [CameraPlace("UF")]).reading for each in (painted, hinted))
    assert plain.unconstrained_facelets != CUBE.facelets
    assert found.facelets == CUBE.facelets
    assert found.certain
    assert not plain.certain


def _painted(faces: ImageFaces) -> ImageFaces:
    """Return faces with the left column of the upper one covered in white."""
    upper = min(faces.views, key=lambda view: float(view.corners[:, 1].mean()))
    colours = upper.colours.copy()
    colours[:, 0] = (230, 235, 235)
    painted = replace(upper, colours=colours)
    return replace(faces, views=tuple(painted if v is upper else v for v in faces.views))
