"""The first evening with a new robot: wrongly wired ones, and what the setup says of them.

Each robot is simulated with usual servos without feedback. Its camera stands a little elsewhere
than the rig says, each time otherwise. The robot's clock is virtual. A person who has Enter and
eyes only presses Enter, puts the wiring right as the words say, answers what can be seen, and puts
the cube in when asked, to the first solve; the times of the person are among those of the clock.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Annotated

from benchmarks.harness.kept import Kept
from benchmarks.harness.options import CORES, Option, Processes, Seed
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Criterion
from benchmarks.harness.work import USUAL_WORK, Work
from benchmarks.support.own_folders import in_own_folders
from benchmarks.support.wired_tools import WiredTools, WrongWiring
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig
from rokumen.setup.cube import HOLD_THE_CUBE
from rokumen.setup.screen import Screen
from rokumen.setup.servos import first_servos
from rokumen.setup.trials import SOLVED
from rokumen.setup.wiring import wiring
from rokumen.setup.wiring_faults import ASKEW, CLIPPED, DEAD, REVERSED, SWAPPED
from rokumen.setup.wizard import Wizard
from rokumen.storage.robots import SIMULATED, RobotFile

RIGS = ("two-gripper", "two-gripper-plain", "four-gripper", "cubotino")
_WIRINGS, _QUICK_WIRINGS = 100, 12
_RIGHT, _QUICK_RIGHT = 20, 4
_SOLVES, _QUICK_SOLVES = 20, 4
_MINUTES = 15
# How the titles begin of what a person is asked.
_ASKED = ("Watch", "Which", "Did the", "Does the")
_HORN_DEGREES = 15.0
# A wrist that a Maestro as delivered ends; jaws that something stops on their way, and a cover.
_LOW_END, _HIGH_END, _JAW_END, _COVER_END = 992, 2000, 1700, 1250
_NAMED_SECONDS, _LEAST_NAMED, _LEAST_OF_KIND = 300.0, 0.95, 0.9
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


@dataclass(frozen=True, slots=True)
class WiredRobot:
    """One robot: its wrong wiring (None: a right one), and what the setup made of it.

    `named`: it said in words what is wrong, or that nothing is; `seconds`: until then, by the
    robot's clock, with the person's seconds; `started`: it went on to the next step.
    """

    rig: str
    truth: WrongWiring | None
    named: bool
    seconds: float
    started: bool


def wrong_wirings(rig: Rig) -> Iterator[WrongWiring]:
    """Yield the wrong wirings of a rig: swapped pairs, reversed, dead, turned and clipped ones."""
    actuators = [":".join(each) for each in rig.actuators]
    for pair in combinations(actuators, 2):
        yield WrongWiring(SWAPPED, pair)
    for actuator in actuators:
        yield WrongWiring(REVERSED, (actuator,))
        yield WrongWiring(DEAD, (actuator,))
        if actuator.startswith("axis:"):
            yield from (WrongWiring(ASKEW, (actuator,), s * _HORN_DEGREES) for s in (1, -1))
            yield WrongWiring(CLIPPED, (actuator,), low=_LOW_END)
            yield WrongWiring(CLIPPED, (actuator,), high=_HIGH_END)
        else:
            end = _JAW_END if len(rig.grippers) > 1 else _COVER_END
            yield WrongWiring(CLIPPED, (actuator,), low=end)


def first_evening(
    progress: Progress,
    kept: Kept,
    quick: Annotated[bool, Option("Fewer robots: within three minutes.")] = False,
    seed: Seed = 0,
    processes: Processes = CORES,
) -> Iterator[Criterion]:
    """Let the setup look at robots that are wrongly wired, and a person set some up to the end.

    The exit status is 1 if a figure is not as it is wanted.
    """
    count, right = (_QUICK_WIRINGS, _QUICK_RIGHT) if quick else (_WIRINGS, _RIGHT)
    work = Work(processes, progress, kept)
    trials = measure(count, right, seed, work)
    wrong = [trial for trial in trials if trial.truth]
    named = [trial for trial in wrong if trial.named and trial.seconds <= _NAMED_SECONDS]
    words = f"wrong wirings named in words within {_NAMED_SECONDS:g} s"
    yield Criterion.at_least(words, len(named), _LEAST_NAMED * count)
    for kind, words in _KINDS.items():
        own = [trial for trial in wrong if trial.truth and trial.truth.kind == kind]
        good = sum(trial in named for trial in own)
        least = math.floor(_LEAST_OF_KIND * len(own))
        yield Criterion.at_least(f"of these {words}, of {len(own)}", good, least)
    yield Criterion.at_most("wrongly wired and not stopped", sum(t.started for t in wrong), 0)
    others = [trial for trial in trials if not trial.truth]
    alarms = sum(not trial.named for trial in others)
    yield Criterion.at_most(f"rightly wired and not let on, of {right}", alarms, 0)
    solves = _QUICK_SOLVES if quick else _SOLVES
    yield from first_solves(measure_solves(solves, seed, work))


def first_solves(found: Sequence[FirstSolve]) -> Iterator[Criterion]:
    """Yield the figures of wrongly wired robots that a person has set up with Enter and eyes."""
    solved = [each for each in found if each.solved]
    in_time = sum(each.seconds <= 60 * _MINUTES for each in solved)
    words = f"wrongly wired, first solve within {_MINUTES} minutes"
    yield Criterion.at_least(words, in_time, len(found))
    longest = max((each.seconds for each in solved), default=0.0) / 60
    yield Criterion.at_most("longest time to a first solve (min)", round(longest, 1), _MINUTES)
    hurt = sum(each.accidents > 0 for each in found)
    yield Criterion.at_most("of these, with an accident once wired rightly", hurt, 0)


_KINDS = {
    SWAPPED: "exchanged pairs",
    REVERSED: "reversed",
    DEAD: "dead",
    ASKEW: "with a horn 15 degrees off",
    CLIPPED: "that end too early",
}


def measure(wrong: int, right: int, seed: int, work: Work = USUAL_WORK) -> tuple[WiredRobot, ...]:
    """Return trials of so many wrong and right wirings, over all RIGS."""
    known = [(rig, each) for rig in RIGS for each in wrong_wirings(load_rig(rig))]
    chosen: list[tuple[str, WrongWiring | None]] = list(Random(seed).sample(known, wrong))
    chosen += [(RIGS[number % len(RIGS)], None) for number in range(right)]
    jobs = {seed + number: (*each, seed + number) for number, each in enumerate(chosen)}
    return work.results(f"wirings, {wrong} from seed {seed}, robot", WiredRobot, _try, jobs)


def measure_solves(count: int, seed: int, work: Work = USUAL_WORK) -> tuple[FirstSolve, ...]:
    """Return what becomes of so many wrongly wired robots, of all RIGS in turn."""
    random = Random(f"{seed} first solve")
    wrong = {rig: tuple(wrong_wirings(load_rig(rig))) for rig in RIGS}
    names = [RIGS[number % len(RIGS)] for number in range(count)]
    jobs = {seed + n: (rig, random.choice(wrong[rig]), seed + n) for n, rig in enumerate(names)}
    return work.results(f"first solves from seed {seed}, robot", FirstSolve, set_up, jobs)


def _try(job: tuple[str, WrongWiring | None, int]) -> WiredRobot:
    name, truth, seed = job
    with WiredTools(name, truth, seed) as tools:
        file = RobotFile("evening", tools.url, SIMULATED, name, servos=first_servos(tools.rig))
        title = _last_title(file, tools)
        named = title == "" if truth is None else tools.is_named(title)
        return WiredRobot(name, truth, named, tools.clock.now(), started=title == "")


def _last_title(file: RobotFile, tools: WiredTools) -> str:
    """Return what the setup says once it has looked, "" if it goes on.

    The person says what is to be seen of the robot.
    """
    dialogue = wiring(file, tools)
    try:
        next(dialogue)
        screen = dialogue.send("ok")
        while screen.title.startswith(_ASKED):
            screen = dialogue.send(tools.answer(screen) or "ok")
    except StopIteration:
        return ""
    dialogue.close()
    return screen.title
