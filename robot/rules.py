"""The rules by which commands are refused; docs/drive.md lists them."""

from __future__ import annotations

from enum import Enum


class Rule(Enum):
    """A rule that a refused command breaks, in words."""

    UNHOMED = "the pose is unknown; HOME first"
    JAMMED = "a motion jammed or a gripper slipped; CLEAR first"
    STOPPED = "a stop is in force; CLEAR first"
    FAILED = "a servo does not respond; CLEAR first"
    CUBE_HELD = "a gripper may hold a cube; LOAD or OFF first"
    UNKNOWN_ACTUATOR = "the rig has no axis or gripper of this name"
    UNKNOWN_ANGLE = "the axis does not stop at this angle"
    UNKNOWN_POSITION = "GRIP does not bring this gripper to such a position"
    ONE_AT_A_TIME = "the rig does not move these actuators together"
    GRIPPER_COLLISION = "a gripper would collide with another one"
    CUBE_DROP = "too few grippers would hold the cube"
    CUBE_TWIST = "grippers would twist the cube against each other"
    LAYER_COLLISION = "a layer would collide with a layer across it"
    COVER_UP = "the base does not turn while the cover is up"
    COVER_NOT_OPEN = "the cover has to open first"
    MECHANISM = "the mechanism forbids it"
    PULSE_BEYOND_LIMITS = (
        "the pulse would leave the limits of the servos; docs/drive.md says how to widen them"
    )
    SERVO_OFF = "the servo gets no pulse; ENABLE it first"
    HOLD_FIRST = "all grippers have to be closed before, and all wrists on detents"

    def __init__(self, words: str) -> None:
        self.words = words

    @property
    def number(self) -> int:
        """Return its number in docs/drive.md, from 1."""
        return list(Rule).index(self) + 1
