"""What may be wrong with how a servo is connected or mounted, in words, and what remedies it.

A camera may tell whether the part moved that a person says has moved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

import cv2
import numpy as np

from robot.rigs.camera_geometry import cameras_of
from robot.rigs.camera_places import with_cameras
from robot.rigs.command import GRIP_OPENINGS, actuator_name
from robot.rigs.gripper_shapes import gripper_parts
from robot.rigs.rig import Rig
from rokumen.storage.robots import RobotFile
from vision.arrays import BoolArray, Image

SWAPPED, REVERSED, DEAD, CLIPPED, ASKEW = "swap", "reverse", "dead", "clip", "horn"
_MIDDLE = 1500.0


@dataclass(frozen=True, slots=True)
class WiringFault:
    """One wrong connection: its kind, such as SWAPPED, and the actuators that it concerns."""

    kind: str
    actuators: tuple[str, ...]

    def words(self, rig: Rig) -> str:
        """Return what is wrong, and what to do, for a person."""
        names = [actuator_name(each, rig.grippers) for each in self.actuators]
        the = f"The {names[0]}"
        return {
            SWAPPED: f"{the} and the {names[-1]} are exchanged: swap their plugs.",
            REVERSED: f"{the} turns the wrong way: its pulses must be turned round.",
            DEAD: f"{the} does not move: look at its plug, its supply and its ground.",
            CLIPPED: f"{the} ends too early: look what stops it, and at the limits of its channel.",
            ASKEW: f"{the} stands askew: refit its horn. Less than one of its teeth is set in the "
            "step of the angles.",
        }[self.kind]

    def remedy(self, robot: RobotFile) -> tuple[str, RobotFile] | None:
        """Return what the setup can do itself, in words, and the robot then; None for nothing.

        Channels and pulses are those of a drive. Pulses stay within the robot's limits.
        """
        servos = {each.actuator: each for each in robot.servos}
        first, last = servos[self.actuators[0]], servos[self.actuators[-1]]
        if self.kind == SWAPPED and robot.has_drive:
            words = "Leave the plugs: exchange their channels"
            servos[first.actuator] = replace(first, channel=last.channel)
            servos[last.actuator] = replace(last, channel=first.channel)
        elif self.kind == REVERSED and robot.has_drive:
            words, pulses = "Turn its pulses round", _turned_round(first.pulses)
            low, high = robot.limits
            if not all(low <= pulse <= high for pulse in pulses.values()):
                return None
            servos[first.actuator] = replace(first, pulses=pulses)
        else:
            return None
        return words, replace(robot, servos=tuple(servos.values()))


def _turned_round(pulses: Mapping[str, float]) -> Mapping[str, float]:
    return {place: 2 * _MIDDLE - pulse for place, pulse in pulses.items()}


# Grey values that differ by more than this have changed: noise is far less, a moved edge far more.
_CHANGED_GREY = 8
# Shares of a picture: less is noise, or too little of a part to be seen well.
_NOISE, _SEEN_WELL = 0.0013, 0.05
# A camera stands a little elsewhere than it was told: so much of the width may be between.
_TOLERANCE = 0.04
# Of what changed at least so much is where the part can be.
_LEAST_SHARE = 0.5
_ANGLES, _OPENINGS = (-90.0, -45.0, 0.0, 45.0, 90.0), (0.0, 0.5, 1.0)


def agrees(rig: Rig, looks: str, before: Image, after: Image, actuator: str | None) -> bool:
    """Return False where two pictures (H x W x 3 BGR) speak against what is said to have moved.

    `looks`: the positions that the camera sees, "" where nobody knows; `actuator`: None for
    nothing. What the camera does not see well speaks against nothing.
    """
    first, second = (cv2.cvtColor(each, cv2.COLOR_BGR2GRAY) for each in (before, after))
    changed = np.asarray(cv2.absdiff(first, second) > _CHANGED_GREY)
    has_changed = changed.mean() > _NOISE
    if actuator is None:
        return not has_changed
    where = _swept(rig, looks, actuator, changed.shape) if looks else np.ones_like(changed)
    if where.mean() < _SEEN_WELL:
        return True
    return bool(has_changed and changed[where].sum() >= _LEAST_SHARE * changed.sum())


@lru_cache(maxsize=16)
def _swept(rig: Rig, looks: str, actuator: str, size: tuple[int, int]) -> BoolArray:
    """Return where in a picture (H, W) the part that an actuator moves can be."""
    camera = cameras_of(with_cameras(rig, (looks,)))[0]
    width = size[1]
    _, _, name = actuator.partition(":")
    at_home = tuple(map(float, rig.home.angles))
    closed = tuple(GRIP_OPENINGS[grip] for grip in rig.home.grips)
    seen = np.zeros(size, np.uint8)
    for angle, opening in product(_ANGLES, _OPENINGS):
        turned = [angle if axis == name else at for axis, at in zip(rig.axes, at_home, strict=True)]
        opened = [opening if each == name else 0.0 for each in rig.grippers]
        states = gripper_parts(rig, at_home, closed), gripper_parts(rig, turned, opened)
        for both in zip(*states, strict=True):
            first, second = (part.solid.faces.reshape(-1, 3) for part in both)
            for each in () if np.array_equal(first, second) else (first, second):
                corners = np.rint(width / camera.width * camera.project(each)).astype(np.int32)
                cv2.fillConvexPoly(seen, cv2.convexHull(corners), 1)
    side = 2 * round(_TOLERANCE * width) + 1
    return np.asarray(cv2.dilate(seen, np.ones((side, side), np.uint8)) > 0)
