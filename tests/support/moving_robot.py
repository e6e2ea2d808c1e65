"""Pictures of a two-gripper robot in the middle of a motion."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from firmware_sim.camera.renderer import Renderer
from firmware_sim.physics.state import PhysicalState
from robot.rigs.camera_geometry import cameras_of
from robot.rigs.registry import load_rig
from robot.rigs.rig import Step

RIG = load_rig("two-gripper")
CAMERA = cameras_of(RIG)[0]
RENDERER = Renderer(RIG, CAMERA)
# The corners of the face that the camera sees, in space and in its pictures.
UPPER_FACE = np.array([[-1.5, 1.5, -1.5], [1.5, 1.5, -1.5], [1.5, 1.5, 1.5], [-1.5, 1.5, 1.5]])
FACE = CAMERA.project(UPPER_FACE)


def moved(state: PhysicalState, step: Step, share: float) -> PhysicalState:
    """Return the state when a share of a step is done; jaws that open stand at 1."""
    openings = tuple(float(grip == "open") for grip in step.after.grips)
    part = replace(
        state,
        angles=tuple(
            now + share * (to - now)
            for now, to in zip(state.angles, step.after.angles, strict=True)
        ),
        openings=tuple(
            now + share * (to - now) for now, to in zip(state.openings, openings, strict=True)
        ),
    )
    for effect in step.effects:
        part = part.with_effect(effect, share)
    return part
