"""The rules that a robot names when it refuses a command; docs/drive.md lists them."""

from __future__ import annotations

from enum import Enum


class Rule(Enum):
    """A rule that a refused command breaks: its name on the wire, and what it says in words."""

    UNHOMED = "unhomed", "the pose is unknown; HOME first"
    JAMMED = "jammed", "a motion jammed or a gripper slipped; CLEAR first"
    STOPPED = "stopped", "a stop is in force; CLEAR first"
    FAILED = "failed", "a servo does not respond; CLEAR first"
    CUBE_HELD = "cube-held", "a gripper may hold a cube; LOAD or OFF first"
    UNKNOWN_ACTUATOR = "unknown-actuator", "the rig has no axis or gripper of this name"
    UNKNOWN_ANGLE = "unknown-angle", "the axis does not stop at this angle"
    UNKNOWN_POSITION = "unknown-position", "GRIP does not bring this gripper to such a position"
    ONE_AT_A_TIME = "one-at-a-time", "the rig does not move these actuators together"
    GRIPPER_COLLISION = "gripper-collision", "a gripper would collide with another one"
    CUBE_DROP = "cube-drop", "too few grippers would hold the cube"
    CUBE_TWIST = "cube-twist", "grippers would twist the cube against each other"
    LAYER_COLLISION = "layer-collision", "a layer would collide with a layer across it"
    COVER_UP = "cover-up", "the base does not turn while the cover is up"
    COVER_NOT_OPEN = "cover-not-open", "the cover has to open first"
    MECHANISM = "mechanism", "the mechanism forbids it"
    PULSE_BEYOND_LIMITS = (
        "pulse-beyond-limits",
        "the pulse would leave the limits of the servos; docs/drive.md says how to widen them",
    )
    SERVO_OFF = "servo-off", "the servo gets no pulse; ENABLE it first"
    HOLD_FIRST = "hold-first", "all grippers have to be closed before, and all wrists on detents"

    def __init__(self, wire_name: str, words: str) -> None:
        self.wire_name = wire_name
        self.words = words

    @property
    def number(self) -> int:
        """Return its number in docs/drive.md, from 1."""
        return list(Rule).index(self) + 1


def rule_named(wire_name: str) -> Rule | None:
    """Return the rule that a robot names, None for a name that is not in the table."""
    return next((rule for rule in Rule if rule.wire_name == wire_name), None)
