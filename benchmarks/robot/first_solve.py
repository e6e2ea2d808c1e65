"""The setup of a wrongly wired robot by a person who has Enter and eyes only, to its first solve.

The person presses Enter, puts the wiring right as the words say, answers what can be seen, and puts
the cube in when asked. All times are by the robot's clock, those of the person among them.
"""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.support.own_folders import in_own_folders
from benchmarks.support.wired_tools import WiredTools, WrongWiring
from rokumen.setup.cube import HOLD_THE_CUBE
from rokumen.setup.screen import Screen
from rokumen.setup.trials import SOLVED
from rokumen.setup.wizard import Wizard

# What a person takes to change a plug or a horn.
WIRE_SECONDS = 60.0
# A setup that has asked so often does not end.
_MOST_SCREENS = 120


@dataclass(frozen=True, slots=True)
class FirstSolve:
    """What became of the first evening of a robot.

    `solved`: the setup says so, and it is so; `seconds`: until it says so, or was given up;
    `accidents`: how many once it was wired rightly; `last`: the title of the last screen.
    """

    rig: str
    truth: WrongWiring
    solved: bool
    seconds: float
    accidents: int
    last: str


def set_up(job: tuple[str, WrongWiring, int]) -> FirstSolve:
    """Return what becomes of a robot of a rig that is wired so, with the random cube of a seed."""
    name, truth, seed = job
    with in_own_folders(), WiredTools(name, truth, seed) as tools:
        wizard, last = Wizard("evening", tools), ""
        for _ in range(_MOST_SCREENS):
            if wizard.screen is None or last == SOLVED:
                break
            last = wizard.screen.title
            if last != SOLVED:
                wizard.answer(_answer(wizard.screen, tools))
        solved = last == SOLVED and tools.robot.state().is_solved()
        wizard.close()
        return FirstSolve(name, truth, solved, tools.clock.now(), len(tools.robot.accidents), last)


def _answer(screen: Screen, tools: WiredTools) -> str:
    """Do what a screen says, and return the answer: "" is Enter."""
    if tools.is_named(screen.title):
        tools.clock.sleep(WIRE_SECONDS)
        tools.wire_rightly()
    elif screen.title == HOLD_THE_CUBE:
        tools.robot.repair()
    return tools.answer(screen)
