"""What the simulated camera sees, and wrists that stop beside their detents."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from calibration.wrist_angles import measure_wrist_angles
from docs.drawing.images import save_jpeg
from firmware_sim.camera.renderer import Renderer
from firmware_sim.physics.kinematics import Kinematics
from firmware_sim.physics.state import PhysicalState
from robot.rigs.command import OPEN, Grip, Move
from robot.rigs.registry import load_rig
from rokumen.show.drawings.wrist_dials import draw_wrist_angles
from solver.core.cube import Cube
from solver.core.turn import parse_turns
from tests.support.inexact_grippers import InexactGrippers

RIG = load_rig("two-gripper")
SCRAMBLE = "R U F2 L' D B"
# How far the motions are when they are shown, and the white strip between two images.
TURN_FRACTION, ROTATION_FRACTION, GAP = 0.35, 0.3, 6
SIZE = (480, 360)
# Wrist pulses that are too short, in degrees.
OFF = {"L +90": -7.2, "R -90": 2.7}


def draw_camera(path: Path) -> None:
    """Draw a face that is shown, a layer that turns and a whole cube that turns."""
    home = PhysicalState.at_home(RIG.home, Cube.solved().apply(parse_turns(SCRAMBLE)))
    released = _during(home, Grip((("R", OPEN),)), 1)
    states = (
        _during(released, Move((("L", 90),)), 1),
        _during(home, Move((("R", 90),)), TURN_FRACTION),
        _during(released, Move((("L", 90),)), ROTATION_FRACTION),
    )
    renderer = Renderer(RIG)
    images = [cv2.resize(renderer.render(state), SIZE) for state in states]
    gap = np.full((images[0].shape[0], GAP, 3), 255, np.uint8)
    save_jpeg(path, np.hstack([images[0], gap, images[1], gap, images[2]]))


def _during(state: PhysicalState, command: Move | Grip, fraction: float) -> PhysicalState:
    step = RIG.step(state.pose, command)
    return Kinematics(RIG, corner_cutting=0).plan_motion(state, command, step).at(fraction)


def draw_wrists(path: Path) -> None:
    """Draw the wrist angles that the camera measures on a robot with two wrong pulses."""
    robot = InexactGrippers(OFF)
    angles = measure_wrist_angles(robot, RIG, robot.look)
    cv2.imwrite(str(path), draw_wrist_angles(angles, set(angles)))
