"""The rendered pictures agree with the physical state.

Shadows, motion blur and a swaying cube in the picture.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

from firmware_sim.camera.optics import WEBCAM, Exposure, Optics
from firmware_sim.camera.renderer import Renderer
from firmware_sim.physics.state import MisalignedLayer, PartialRotation, PhysicalState
from robot.clock import VirtualClock
from robot.planning.robot_state import home_state
from robot.planning.scan_planner import plan_scan
from robot.rigs.camera_geometry import cameras_of
from robot.rigs.mechanisms.two_gripper import RIG
from robot.rigs.registry import load_rig
from robot.rigs.rig import whole_faces
from solver.core.geometry import FACELET_INDEX, FRAMES, Facelet, Vector
from solver.core.orientation import Orientation
from solver.cube import Cube
from tests.support.rendered_faces import (
    HOME,
    RENDERER,
    SHOWING_L,
    SHOWING_R,
    colour_at,
    pixel,
    upper_face,
)
from tests.support.strategies import cubes, orientations


def expected_upper_face(cube: Cube, held: Orientation) -> str:
    """Return the stickers of the upper face, row by row as the camera sees them."""

    def to_cube_axes(space: Vector) -> Vector:
        parts = [
            Vector(*(component * part for part in FRAMES[held.face_at(position)].normal))
            for component, position in zip(space, "RUF", strict=True)
        ]
        return Vector(*(sum(of_axis) for of_axis in zip(*parts, strict=True)))

    facelets = cube.facelets
    return "".join(
        facelets[
            FACELET_INDEX[Facelet(to_cube_axes(Vector(x, 1, z)), to_cube_axes(Vector(0, 1, 0)))]
        ]
        for z in (-1, 0, 1)
        for x in (-1, 0, 1)
    )


@settings(max_examples=60, deadline=None)
@given(cubes, orientations)
def test_the_upper_face_has_its_colours(cube: Cube, held: Orientation) -> None:
    for pose in (SHOWING_L, SHOWING_R):
        assert whole_faces(RIG, pose.pose) == ("U",)
        frame = RENDERER.render(replace(pose, cube=cube, orientation=held))
        assert upper_face(frame) == expected_upper_face(cube, held)


@pytest.mark.parametrize("name", ["two-gripper", "two-gripper-270", "four-gripper", "flipper"])
def test_no_gripper_covers_a_face_that_a_scan_shows(name: str) -> None:
    rig = load_rig(name)
    renderer = Renderer(rig)
    cube = Cube.random(Random(name))
    for leg in plan_scan(rig, home_state(rig)):
        shown = leg.plan.end
        truth = replace(PhysicalState.at_home(shown.pose, cube), orientation=shown.orientation)
        assert upper_face(renderer.render(truth)) == expected_upper_face(cube, shown.orientation)


def test_plain_jaws_cover_the_stickers_that_their_rig_says() -> None:
    rig = load_rig("two-gripper-plain")
    renderer = Renderer(rig, cameras_of(rig)[0])
    cube = Cube.random(1)
    for leg in plan_scan(rig, home_state(rig))[:3]:
        shown = leg.plan.end
        (view,) = leg.views
        truth = replace(PhysicalState.at_home(shown.pose, cube), orientation=shown.orientation)
        frame = renderer.render(truth)
        pairs = zip(upper_face(frame), expected_upper_face(cube, shown.orientation), strict=True)
        assert {at for at, (seen, due) in enumerate(pairs) if seen != due} <= view.hidden
        for at in view.hidden:
            u, v = pixel(at % 3 - 1, 1.5, at // 3 - 1)
            # The grey of a finger.
            assert np.ptp(frame[v, u].astype(int)) < 40


def test_a_picture_is_turned_by_its_camera_s_roll() -> None:
    rig = load_rig("two-gripper-v")
    (camera,) = cameras_of(rig)
    up, centre = camera.project(np.array([[0.0, 1.5, 1.5], [0.0, 0.0, 1.5]]))
    # Turned counter-clockwise by 45 degrees, the upper side of the face is at the upper left.
    assert up[0] - centre[0] == pytest.approx(up[1] - centre[1])
    assert up[0] < centre[0]


def test_both_layers_of_a_double_turn_are_rendered() -> None:
    home = PhysicalState.at_home(RIG.home, Cube.solved())
    layers = (MisalignedLayer("R", 90.0), MisalignedLayer("L", 180.0))
    frame = Renderer(load_rig("six-axis")).render(replace(home, layers=layers))
    seen = upper_face(frame)
    assert seen == "DUF" * 3


def test_known_pictures() -> None:
    def seen(cube: Cube, held: Orientation) -> str:
        return upper_face(RENDERER.render(replace(SHOWING_L, cube=cube, orientation=held)))

    solved, upright = Cube.solved(), Orientation.identity()
    assert seen(solved, upright) == "U" * 9
    assert seen(solved, upright.rotated("L", 1)) == "B" * 9
    assert seen(solved, upright.rotated("B", 1)) == "R" * 9
    assert seen(solved.apply("F"), upright) == "UUUUUULLL"
    assert seen(solved.apply("R"), upright) == "UUFUUFUUF"
    assert seen(solved.apply("F"), upright.rotated("U", 1)) == "LUULUULUU"


def test_the_picture_has_the_size_and_noise_of_a_camera() -> None:
    frame = RENDERER.render(SHOWING_L)
    assert frame.shape == (480, 640, 3)
    assert frame.dtype == np.uint8
    again = RENDERER.render(SHOWING_L)
    noise = frame.astype(int) - again
    assert 0.5 < noise.std() < 8
    corners = [pixel(x, 1.5, z) for x in (-1.5, 1.5) for z in (-1.5, 1.5)]
    assert 270 < corners[2][0] - corners[0][0] < 330
    assert all(0 < u < 640 and 0 < v < 480 for u, v in corners)


def test_jaws_cover_the_stickers_that_they_grip() -> None:
    home, shown = RENDERER.render(HOME), RENDERER.render(SHOWING_L)
    for x, z, hidden in ((-1, 0, True), (0, -1, True), (0, 0, False), (1, 1, False)):
        u, v = pixel(x, 1.5, z)
        assert shown[v, u].min() > 150
        assert (home[v, u].min() < 110) == hidden


def test_a_misaligned_layer_is_rendered() -> None:
    # With L turned by 45 degrees its stickers stand on edge; the others are unchanged.
    frame = RENDERER.render(replace(HOME, angles=(45.0, 0.0), layers=(MisalignedLayer("L", 45.0),)))
    away = (1.5 + 1.0) / np.sqrt(2), (1.5 - 1.0) / np.sqrt(2)
    assert colour_at(frame, -1, *away) == "U"  # the upper face's front sticker, going down
    back_up = (1.5 - (-1.0)) / np.sqrt(2), -(1.5 + (-1.0)) / np.sqrt(2)
    assert colour_at(frame, -1, *back_up) == "B"  # the back's upper sticker, coming up
    assert colour_at(frame, 1, 1.5, 0) == "U"


def test_a_tilted_cube_is_rendered() -> None:
    tilted = replace(SHOWING_L, angles=(45.0, 0.0), tilt=PartialRotation("L", 45.0))
    frame = RENDERER.render(tilted)
    middle = 1.5 / np.sqrt(2)
    assert colour_at(frame, 1, middle, middle) == "U"
    assert colour_at(frame, 1, middle, -middle) == "B"


def test_a_dropped_cube_is_not_rendered() -> None:
    held = RENDERER.render(replace(HOME, openings=(1.0, 1.0)))
    dropped = RENDERER.render(replace(HOME, openings=(1.0, 1.0), dropped=True))
    u, v = pixel(0, 1.5, 0)
    assert held[v, u].min() > 150
    assert dropped[v, u].max() < 150


@pytest.mark.parametrize("position", "URFDLB")
def test_points_are_projected_in_the_right_direction(position: str) -> None:
    u, v = pixel(0, 1.5, 0)
    across, down = {"R": (1, 0), "L": (-1, 0), "F": (0, 1), "B": (0, -1)}.get(position, (0, 0))
    x, _, z = FRAMES[position].normal
    right, below = pixel(x, 1.5, z)
    assert np.sign(right - u) == across
    assert np.sign(below - v) == down


AT_HOME = PhysicalState.at_home(RIG.home, Cube.solved())
# In the picture, the middle of the upper face and what is around it.
MIDDLE, FACE = (slice(235, 285), slice(340, 380)), (slice(120, 400), slice(200, 490))


def test_grippers_throw_shadows_on_the_face_below_them() -> None:
    plain = Renderer(RIG).render(AT_HOME).astype(int)
    shaded = Renderer(RIG, shadow=0.5).render(AT_HOME).astype(int)
    darker = plain - shaded
    assert darker.max() > 50
    assert darker.min() > -15
    assert abs(darker[MIDDLE]).max() < 15
    assert 0.02 < (darker[FACE].max(axis=2) > 30).mean() < 0.3


def test_what_moves_during_the_exposure_is_blurred() -> None:
    turning = [replace(AT_HOME, layers=(MisalignedLayer("U", degrees),)) for degrees in (0, 20, 40)]
    renderer = Renderer(RIG)
    blurred = renderer.render_blurred(turning).astype(int)
    apart = [renderer.render(state).astype(int) for state in turning]
    assert abs(blurred - np.mean(apart, axis=0)).mean() < 3
    assert abs(blurred - apart[0]).mean() > 5


def test_an_exposure_lasts_only_while_something_moves() -> None:
    clock = VirtualClock()
    angle = 90.0

    def look() -> PhysicalState:
        return replace(AT_HOME, angles=(angle * clock.now(), 0.0))

    taken = Exposure(Optics(exposure=0.02), look, clock.now, clock.sleep)
    assert [state.angles[0] for state in taken.states()] == [0, 0.9, 1.8]
    angle = 0.0
    assert len(taken.states()) == 1


def test_a_cube_sways_after_a_motion_and_comes_to_rest() -> None:
    clock = VirtualClock()
    now = AT_HOME
    taken = Exposure(replace(WEBCAM, exposure=0), lambda: now, clock.now, clock.sleep)
    assert taken.states() == [AT_HOME]
    now = replace(AT_HOME, angles=(90.0, 0.0))
    taken.states()
    clock.sleep(0.03)
    (seen,) = taken.states()
    assert seen.tilt is not None
    assert 0.1 < abs(seen.tilt.degrees) < 1
    clock.sleep(0.3)
    assert taken.states() == [now]


def test_a_lost_camera_takes_no_states() -> None:
    clock = VirtualClock()
    assert Exposure(WEBCAM, lambda: None, clock.now, clock.sleep).states() == []
