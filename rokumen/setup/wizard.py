"""The steps of the setup in order, and what runs them one after the other, saving the robot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from files.errors import Error
from files.wording import reason
from robot.errors import StoppedError
from rokumen.errors import InputError
from rokumen.setup import angles, connection, cube, trials, wiring
from rokumen.setup.screen import AGAIN, Choice, Dialogue, Screen
from rokumen.setup.tools import Tools
from rokumen.storage.robots import RobotFile, load_or_new_robot, save_changes

LEAVE = Choice("leave", "Save and leave")


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
        "camera", "The camera", "choose it and place it", "its picture looks right", cube.camera
    ),
    SetupStep(
        "wiring",
        "The wiring",
        "watch: each servo moves, and you say what you see",
        "you saw every part move as it should",
        wiring.wiring,
    ),
    SetupStep(
        "angles",
        "The angles",
        "jog each servo until it looks like the picture",
        "every place was looked at",
        angles.angles,
    ),
    SetupStep(
        "load",
        "Put the cube in",
        "hold the cube between the jaws, then a hand below it",
        "the camera sees nine stickers, and each gripper alone holds the cube at rest",
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


class Wizard:
    """The setup of one robot: `screen` is to be shown, `answer` takes what the user says.

    With `only` that step is done, otherwise all from the first that is not done. `screen` is None
    at the end. What a step raises is shown, and the step begins anew.
    """

    def __init__(self, name: str, tools: Tools, only: str | None = None) -> None:
        """Load the robot, and begin.

        Raises InputError, also for a step before those that it needs, and KeyError for an unknown
        one.
        """
        self.robot = load_or_new_robot(name)
        _check_order(self.robot, only)
        self._tools = tools
        self._only = only
        self._dialogue: Dialogue | None = None
        self._failed = False
        self.step: SetupStep | None = step_named(only) if only else next_step(self.robot)
        self.screen: Screen | None = None
        self._begin()

    def answer(self, text: str) -> None:
        """Go on with what the user says; an empty text means the default, or the main choice."""
        screen, text = self.screen, text.strip()
        if screen is None or self.step is None:
            return
        if text == LEAVE.key:
            self.close()
            return
        if self._failed:
            self._begin()
            return
        meant = _meant(screen, text)
        if meant in _keys(screen) or screen.entry or screen.jog:
            self._run(lambda dialogue: dialogue.send(meant))

    def close(self) -> None:
        """Leave the setup; what was found is kept."""
        if self._dialogue is not None:
            self._dialogue.close()
        self._dialogue = self.screen = self.step = None

    def _begin(self) -> None:
        """Begin the present step, or end without one."""
        self._failed = False
        if self.step is None:
            self.screen = None
            return
        self._dialogue = self.step.dialogue(self.robot, self._tools)
        self._run(next)

    def _run(self, go_on: Callable[[Dialogue], Screen]) -> None:
        assert self._dialogue is not None
        try:
            self.screen = go_on(self._dialogue)
        except StopIteration as end:
            self._finish(end.value)
        except StoppedError as error:
            self._fail("Stopped", error)
        except (Error, OSError) as error:
            self._fail("That did not work", error)

    def _finish(self, robot: RobotFile) -> None:
        assert self.step is not None
        self.robot = save_changes(self.robot, robot.with_done(self.step.key))
        self.step = None if self._only else next_step(self.robot)
        self._begin()

    def _fail(self, title: str, error: Exception) -> None:
        """Show an error; the places that a step has saved before it are kept."""
        self.robot = load_or_new_robot(self.robot.name) if self.robot.done else self.robot
        advice = getattr(error, "advice", "")
        alert = str(error) if isinstance(error, Error) else reason(error)
        self.screen = Screen(title, advice, (AGAIN, LEAVE), alert=alert)
        self._failed = True


def _check_order(robot: RobotFile, only: str | None) -> None:
    """Raise InputError if a step needs the port, the board or the rig, and they are not known."""
    if only is None:
        return
    missing = [key for key in NEEDED_FIRST[: STEP_KEYS.index(only)] if key not in robot.done]
    if missing:
        raise InputError(
            f"the step {only!r} needs {' and '.join(missing)} first: rokumen setup {robot.name}"
        )


def _meant(screen: Screen, text: str) -> str:
    """Return the answer that a text stands for: the default, or a choice by its number."""
    if not text:
        return screen.default if screen.entry else _keys(screen)[0]
    if text not in _keys(screen) and text.isdecimal() and not screen.jog:
        choices = dict(enumerate(_keys(screen), 1))
        return choices.get(int(text), text)
    return text


def _keys(screen: Screen) -> tuple[str, ...]:
    return tuple(choice.key for choice in screen.choices)
