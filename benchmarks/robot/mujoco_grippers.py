"""Two grippers and a cube in MuJoCo, an independent physics engine: contacts, friction, gravity.

The cube is two boxes, the layer that the moving gripper faces and the rest, joined by a hinge
with friction. Whether the layer turns against the rest, the whole cube turns, or nothing does,
comes from the contacts of the jaws alone. At rest the layer is taken to be at its nearest quarter
turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from robot.rigs.command import OPEN, Grip, Move
from rokumen.errors import InputError
from solver.core.geometry import FRAMES
from solver.core.turn import Turn
from solver.cube import Cube

Array = npt.NDArray[np.float64]

# A cubie of a usual cube, in metres; in cubies, how far open jaws are drawn back and apart, and how
# far closed jaws would go into the cube.
CUBIE = 0.019
_DRAWN_BACK, _APART, _SQUEEZE = 1.45, 0.3, 0.08
_MOTION_SECONDS, _SETTLING_SECONDS, _STEP_SECONDS = 0.6, 0.3, 0.002
# Jaws go apart in this share of an opening, and are drawn back in the rest.
_APART_FIRST = 0.4
# A jaw that presses with more than this (newtons) touches the cube.
_TOUCH_NEWTONS = 0.1
# The grippers in the order of the model, and where they stand.
_POSITIONS = {"L": "L", "R": "B"}
# Of the state of the model: the rest of the cube has 7 coordinates, its layer one.
_HINGE, _GRIPPERS = 7, 8

_GRIPPER = """
<body name="{name}" quat="{quat}">
  <joint name="{name}back" type="slide" axis="-1 0 0" damping="20" armature="0.1"/>
  <joint name="{name}wrist" type="hinge" axis="1 0 0" damping="0.05" armature="0.0005"/>
  <geom type="box" size="0.004 0.006 0.006" pos="-0.057 0 0" mass="0.05" contype="0"
        conaffinity="0"/>
  {jaws}
</body>"""
_JAW = """
<body name="{name}jaw{side}">
  <joint name="{name}jaw{side}" type="slide" axis="0 {side} 0" damping="20" armature="0.02"/>
  <geom name="{name}pad{side}" type="box" size="0.008 0.0019 0.008" pos="-0.019 {height} 0"
        mass="0.02" friction="1.2" contype="2" conaffinity="1"/>
</body>"""
_ACTUATORS = """
<position joint="{name}back" kp="2000"/> <position joint="{name}wrist" kp="6"/>
<position joint="{name}jaw1" kp="5000"/> <position joint="{name}jaw-1" kp="5000"/>"""
_WORLD = """
<mujoco>
  <option timestep="{step}" gravity="0 -9.81 0" cone="elliptic" impratio="10"/>
  <default><geom solref="0.005 1" solimp="0.95 0.99 0.0002"/></default>
  <worldbody>
    <body name="rest"><freejoint/>
      <geom type="box" size="{rest_size}" pos="{rest_place}" mass="0.06" contype="1"
            conaffinity="2"/>
      <body name="layer">
        <joint type="hinge" axis="{normal}" frictionloss="0.03" damping="0.0005" armature="1e-5"/>
        <geom type="box" size="{layer_size}" pos="{layer_place}" mass="0.03" contype="1"
              conaffinity="2"/>
      </body>
    </body>
    {grippers}
  </worldbody>
  <actuator>{actuators}</actuator>
</mujoco>"""


@dataclass(frozen=True, slots=True)
class EngineState:
    """The state after a command, by the engine.

    `frame` is the rotation of the cube (3 x 3), as it would be held straight; `touching` are the
    grippers that press on the cube; `askew_degrees` is by how much the cube or its layer is not
    straight, and `moved_cubies` how far the cube is from its place.
    """

    cube: Cube
    frame: Array
    touching: frozenset[str]
    askew_degrees: float
    moved_cubies: float


class MujocoGrippers:
    """Two grippers that hold a cube at home. Raises InputError if MuJoCo is not installed."""

    def __init__(self, cube: Cube) -> None:
        try:
            self._engine: Any = import_module("mujoco")
        except ImportError as error:
            raise InputError(
                "the package mujoco is not installed: pip install 'rokumen[physics]'"
            ) from error
        self._cube = cube
        self._rest = np.array([0.0, 0, 0, 1, 0, 0, 0])  # place and quaternion
        self._angles = dict.fromkeys(_POSITIONS, 0.0)
        self._openings = dict.fromkeys(_POSITIONS, 0.0)
        self._joints = np.zeros(4 * len(_POSITIONS))

    def execute(self, command: Move | Grip) -> EngineState:
        """Execute a command of one gripper, and return the state once all is still."""
        ((name, target),) = command.targets
        face = self._face_at(name)
        normal = np.array(FRAMES[face].normal, float)
        model = self._engine.MjModel.from_xml_string(_world(normal))
        data = self._engine.MjData(model)
        data.qpos[:_HINGE], data.qpos[_GRIPPERS:] = self._rest, self._joints
        places = self._openings if isinstance(command, Grip) else self._angles
        begin = places[name]
        end = float(target == OPEN) if isinstance(command, Grip) else float(target)
        steps = round(_MOTION_SECONDS / _STEP_SECONDS)
        for step in range(1, steps + round(_SETTLING_SECONDS / _STEP_SECONDS) + 1):
            places[name] = begin + (end - begin) * min(step / steps, 1.0)
            data.ctrl[:] = self._targets()
            self._engine.mj_step(model, data)
        self._rest, self._joints = data.qpos[:_HINGE].copy(), data.qpos[_GRIPPERS:].copy()
        # A hinge turns anticlockwise as seen from where its axis points to.
        clockwise = -float(np.degrees(data.qpos[_HINGE]))
        quarters = round(clockwise / 90)
        self._cube = self._cube.turn(Turn(face, quarters % 4)) if quarters % 4 else self._cube
        return self._outcome(self._touching(model, data), abs(clockwise - 90 * quarters))

    def _outcome(self, touching: frozenset[str], layer_degrees: float) -> EngineState:
        frame = self._frame()
        straight = np.rint(frame)
        cosine = (np.trace(frame @ straight.T) - 1) / 2
        tilt = float(np.degrees(np.arccos(np.clip(cosine, -1, 1))))
        moved = float(np.linalg.norm(self._rest[:3])) / CUBIE
        return EngineState(self._cube, straight, touching, max(tilt, layer_degrees), moved)

    def _touching(self, model: Any, data: Any) -> frozenset[str]:
        force, found = np.zeros(6), set()
        for number in range(data.ncon):
            self._engine.mj_contactForce(model, data, number, force)
            contact = data.contact[number]
            names = [model.geom(int(geom)).name for geom in (contact.geom1, contact.geom2)]
            if force[0] > _TOUCH_NEWTONS:
                found |= {name[0] for name in names if "pad" in name}
        return frozenset(found)

    def _face_at(self, name: str) -> str:
        """Return the face of the cube that is towards a gripper."""
        outward = self._frame().T @ np.array(FRAMES[_POSITIONS[name]].normal, float)
        return max(FRAMES, key=lambda face: float(outward @ np.array(FRAMES[face].normal, float)))

    def _frame(self) -> Array:
        matrix = np.zeros(9)
        self._engine.mju_quat2Mat(matrix, self._rest[3:])
        return matrix.reshape(3, 3)

    def _targets(self) -> list[float]:
        targets = []
        for name in _POSITIONS:
            opening = self._openings[name]
            apart = CUBIE * ((_APART + _SQUEEZE) * min(opening / _APART_FIRST, 1.0) - _SQUEEZE)
            back = CUBIE * _DRAWN_BACK * max(opening - _APART_FIRST, 0.0) / (1 - _APART_FIRST)
            targets += [back, float(np.radians(self._angles[name])), apart, apart]
        return targets


def _world(normal: Array) -> str:
    """Return the model of a cube whose layer with this normal may turn against the rest."""
    along = normal != 0
    half = np.sqrt(0.5)
    # A gripper's own x axis points to the cube.
    quats = {"L": "1 0 0 0", "R": f"{half} 0 {-half} 0"}
    grippers = [
        _GRIPPER.format(
            name=name,
            quat=quats[name],
            jaws="".join(
                _JAW.format(name=name, side=side, height=side * 1.6 * CUBIE) for side in (1, -1)
            ),
        )
        for name in _POSITIONS
    ]
    return _WORLD.format(
        step=_STEP_SECONDS,
        normal=_numbers(normal),
        rest_size=_numbers(CUBIE * np.where(along, 1.0, 1.5)),
        rest_place=_numbers(-0.5 * CUBIE * normal),
        layer_size=_numbers(CUBIE * np.where(along, 0.5, 1.5)),
        layer_place=_numbers(CUBIE * normal),
        grippers="".join(grippers),
        actuators="".join(_ACTUATORS.format(name=name) for name in _POSITIONS),
    )


def _numbers(values: Array) -> str:
    return " ".join(f"{value:.6g}" for value in values)
