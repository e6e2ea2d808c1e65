"""What the simulated camera sees, and wrists that stop beside their detents."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from calibration.wrist_angles import measure_wrist_angles
from docs.drawing.images import save_jpeg
from firmware_sim.camera.renderer import Renderer
from firmware_sim.physics.jaws import grip_places, pulse_maps
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.rigs.camera_geometry import cameras_of
from robot.rigs.command import OPEN, UP, Grip, Move
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig
from rokumen.show.drawings.wrist_dials import draw_wrist_angles
from solver.cube import Cube
from tests.support.inexact_grippers import InexactGrippers

RIG = load_rig("two-gripper")
SCRAMBLE = "R U F2 L' D B"
# How far the motions are when they are shown, and the white strip between two images.
TURN_FRACTION, ROTATION_FRACTION, GAP = 0.35, 0.3, 6
# A cover lifts the cube in the last part of its way up.
FLIP_FRACTION = 0.7
SIZE = (480, 360)
# Wrist pulses that are too short, in degrees.
OFF = {"L +90": -7.2, "R -90": 2.7}


def draw_camera(path: Path) -> None:
    """Draw a face that is shown, a layer that turns and a whole cube that turns."""
    home = _at_home(RIG)
    released = _during(RIG, home, Grip((("R", OPEN),)), 1)
    states = (
        _during(RIG, released, Move((("L", 90),)), 1),
        _during(RIG, home, Move((("R", 90),)), TURN_FRACTION),
        _during(RIG, released, Move((("L", 90),)), ROTATION_FRACTION),
    )
    _save(path, RIG, states)


def draw_v(path: Path) -> None:
    """Draw grippers in a V: both hold, one turns its layer, one has opened to turn the cube."""
    rig = load_rig("two-gripper-v")
    home = _at_home(rig)
    released = _during(rig, home, Grip((("L", OPEN),)), 1)
    sideways = _during(rig, released, Move((("R", 90),)), 1)
    _save(path, rig, (home, _during(rig, home, Move((("L", 90),)), TURN_FRACTION), sideways))


def draw_flipper(path: Path) -> None:
    """Draw a flipper: the cover open, the base that spins the whole cube, and a flip."""
    rig = load_rig("cubotino")
    closed = _at_home(rig)
    opened = _during(rig, closed, Grip((("cover", OPEN),)), 1)
    flipping = _during(rig, opened, Grip((("cover", UP),)), FLIP_FRACTION)
    _save(path, rig, (opened, _during(rig, opened, Move((("base", 90),)), TURN_FRACTION), flipping))


def _at_home(rig: Rig) -> PhysicalState:
    return PhysicalState.at_home(rig.home, Cube.solved().apply(SCRAMBLE))


def _during(rig: Rig, state: PhysicalState, command: Move | Grip, fraction: float) -> PhysicalState:
    """Return the state when ideal servos have gone a fraction of their ways by a command."""
    after = rig.step(state.pose, command).after
    openings = [grip_places(rig, number)[grip] for number, grip in enumerate(after.grips)]
    ways = zip((*state.angles, *state.openings), (*after.angles, *openings), strict=True)
    places = [now + fraction * (to - now) for now, to in ways]
    mechanics = ServoMechanics(rig, VirtualClock(), state, measures=True)
    pulses = [servo.pulse(at) for servo, at in zip(pulse_maps(rig), places, strict=True)]
    mechanics.follow(pulses, 0.0)
    return mechanics.state()


def _save(path: Path, rig: Rig, states: Sequence[PhysicalState]) -> None:
    renderer = Renderer(rig, cameras_of(rig)[0])
    first, *others = (cv2.resize(renderer.render(state), SIZE) for state in states)
    gap = np.full((first.shape[0], GAP, 3), 255, np.uint8)
    save_jpeg(path, np.hstack([first, *(part for image in others for part in (gap, image))]))


def draw_wrists(path: Path) -> None:
    """Draw the wrist angles that the camera measures on a robot with two wrong pulses."""
    robot = InexactGrippers(OFF)
    angles = measure_wrist_angles(robot, RIG, robot.look)
    cv2.imwrite(str(path), draw_wrist_angles(angles, set(angles)))
