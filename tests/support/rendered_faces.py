"""Colours of the upper face in pictures of the two-gripper rig's simulated camera."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from firmware_sim.camera.renderer import Renderer
from firmware_sim.physics.state import PhysicalState
from robot.rigs.camera_geometry import TOP_CAMERA
from robot.rigs.mechanisms.two_gripper import RIG
from solver.cube import Cube

Image = npt.NDArray[np.uint8]

RENDERER = Renderer(RIG)
# Ranges of OpenCV's hue (0 to 179) of the colours.
HUES = {"R": (170, 6), "L": (7, 19), "D": (22, 34), "F": (45, 80), "B": (100, 125)}
HOME = PhysicalState.at_home(RIG.home, Cube.solved())
SHOWING_L = replace(HOME, angles=(90.0, 0.0), openings=(0.0, 1.0))
SHOWING_R = replace(HOME, angles=(0.0, -90.0), openings=(1.0, 0.0))


def pixel(x: float, y: float, z: float) -> tuple[int, int]:
    u, v = TOP_CAMERA.project(np.array([x, y, z]))
    return round(float(u)), round(float(v))


def colour_at(frame: Image, x: float, y: float, z: float) -> str:
    """Return the colour seen at a point in space, as a face letter."""
    u, v = pixel(x, y, z)
    patch = frame[v - 6 : v + 7, u - 6 : u + 7]
    hue, saturation, value = np.median(cv2.cvtColor(patch, cv2.COLOR_BGR2HSV), axis=(0, 1))
    if saturation < 40 and value > 130:
        return "U"
    if value < 60:
        return "black"
    for face, (low, high) in HUES.items():
        if low <= hue <= high if low < high else hue >= low or hue <= high:
            return face
    raise AssertionError(f"hue {hue} saturation {saturation} value {value} is no colour")


def upper_face(frame: Image) -> str:
    return "".join(colour_at(frame, x, 1.5, z) for z in (-1, 0, 1) for x in (-1, 0, 1))
