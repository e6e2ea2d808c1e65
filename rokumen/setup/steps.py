"""The steps of the setup, in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rokumen.setup import angles, connection, cube, trials
from rokumen.setup.screen import Dialogue
from rokumen.setup.tools import Tools
from rokumen.storage.robots import RobotFile


@dataclass(frozen=True, slots=True)
class SetupStep:
    """One step: the `key` by which it is named, what the user does, and when it is done."""

    key: str
    title: str
    what: str
    done_when: str
    dialogue: Callable[[RobotFile, Tools], Dialogue]


STEPS = (
    SetupStep("port", "Plug it in", "name the port", "it can be opened", connection.port),
    SetupStep("board", "The board", "say which board it is", "it answers", connection.board),
    SetupStep("rig", "The kind of robot", "choose it", "one is chosen", connection.rig),
    SetupStep(
        "angles",
        "The angles",
        "jog each servo until it looks like the picture",
        "every place was looked at",
        angles.angles,
    ),
    SetupStep(
        "camera", "The camera", "choose it and place it", "its picture looks right", cube.camera
    ),
    SetupStep(
        "load",
        "Put the cube in",
        "hold the cube between the jaws",
        "the camera sees nine stickers, and they stay at a tug",
        cube.load,
    ),
    SetupStep(
        "timings",
        "How fast it moves",
        "watch: each motion is made three times",
        "each motion has its time",
        trials.timings,
    ),
    SetupStep(
        "conformance",
        "The protocol",
        "take the cube out, and watch",
        "every rule was tested",
        trials.conformance,
    ),
    SetupStep(
        "first-turn",
        "The first turn",
        "watch: the right face turns",
        "the camera saw it",
        trials.first_turn,
    ),
    SetupStep(
        "first-solve",
        "The first solve",
        "watch, a finger at the switch",
        "the camera says that the cube is solved",
        trials.first_solve,
    ),
)
STEP_KEYS = tuple(step.key for step in STEPS)
# Without these no other step can be done.
NEEDED_FIRST = STEP_KEYS[:3]


def next_step(robot: RobotFile) -> SetupStep | None:
    """Return the first step that is not done, None where all are."""
    return next((step for step in STEPS if step.key not in robot.done), None)


def step_named(key: str) -> SetupStep:
    """Return the step of this key. Raises KeyError."""
    return {step.key: step for step in STEPS}[key]
