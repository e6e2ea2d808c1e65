"""Shadows, motion blur and a swaying cube in the picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from firmware_sim.camera.optics import WEBCAM, Exposure, Optics
from firmware_sim.camera.renderer import Renderer
from firmware_sim.physics.state import MisalignedLayer, PhysicalState
from robot.clock import VirtualClock
from robot.rigs.mechanisms.two_gripper import RIG
from solver.cube import Cube

HOME = PhysicalState.at_home(RIG.home, Cube.solved())
# In the picture, the middle of the upper face and what is around it.
MIDDLE, FACE = (slice(235, 285), slice(340, 380)), (slice(120, 400), slice(200, 490))


def test_grippers_throw_shadows_on_the_face_below_them() -> None:
    plain = Renderer(RIG).render(HOME).astype(int)
    shaded = Renderer(RIG, shadow=0.5).render(HOME).astype(int)
    darker = plain - shaded
    assert darker.max() > 50
    assert darker.min() > -15
    assert abs(darker[MIDDLE]).max() < 15
    assert 0.02 < (darker[FACE].max(axis=2) > 30).mean() < 0.3


def test_what_moves_during_the_exposure_is_blurred() -> None:
    turning = [replace(HOME, layers=(MisalignedLayer("U", degrees),)) for degrees in (0, 20, 40)]
    renderer = Renderer(RIG)
    blurred = renderer.render_blurred(turning).astype(int)
    apart = [renderer.render(state).astype(int) for state in turning]
    assert abs(blurred - np.mean(apart, axis=0)).mean() < 3
    assert abs(blurred - apart[0]).mean() > 5


def test_an_exposure_lasts_only_while_something_moves() -> None:
    clock = VirtualClock()
    angle = 90.0

    def look() -> PhysicalState:
        return replace(HOME, angles=(angle * clock.now(), 0.0))

    taken = Exposure(Optics(exposure=0.02), look, clock.now, clock.sleep)
    assert [state.angles[0] for state in taken.states()] == [0, 0.9, 1.8]
    angle = 0.0
    assert len(taken.states()) == 1


def test_a_cube_sways_after_a_motion_and_comes_to_rest() -> None:
    clock = VirtualClock()
    now = HOME
    taken = Exposure(replace(WEBCAM, exposure=0), lambda: now, clock.now, clock.sleep)
    assert taken.states() == [HOME]
    now = replace(HOME, angles=(90.0, 0.0))
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
