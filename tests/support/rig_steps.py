"""What the steps of a rig do to the cube, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from hypothesis import strategies as st

from robot.planning.robot_state import RobotState
from robot.rigs.command import Command, Pose
from robot.rigs.registry import RIGS, load_rig
from robot.rigs.rig import CubeRotation, Effect, Rig, Step
from solver.core.orientation import Orientation
from solver.core.turn import Turn
from solver.cube import Cube

rigs = st.sampled_from(RIGS).map(load_rig)


def apply_effects(
    orientation: Orientation, effects: Sequence[Effect]
) -> tuple[Orientation, list[Turn]]:
    """Return the cube's orientation after effects, and the turns that they made."""
    made = []
    for effect in effects:
        if isinstance(effect, CubeRotation):
            orientation = orientation.rotated(effect.position, effect.quarter_turns)
        else:
            made.append(Turn(orientation.face_at(effect.position), effect.quarter_turns))
    return orientation, made


def replay(
    rig: Rig, start: RobotState, commands: Sequence[Command]
) -> tuple[Cube, RobotState, float]:
    """Return a solved cube, the state and the time after commands, by the rig's rules alone."""
    cube, orientation, pose = Cube.solved(), start.orientation, start.pose
    seconds = 0.0
    for command in commands:
        step = rig.step(pose, command)
        pose = step.after
        seconds += step.seconds
        orientation, made = apply_effects(orientation, step.effects)
        cube = cube.apply(made)
    return cube, RobotState(orientation, pose), seconds


@lru_cache(maxsize=4096)
def steps(rig: Rig, pose: Pose) -> tuple[Step, ...]:
    return rig.steps(pose)
