"""The first evening with a new robot: wrongly wired ones, and what the setup says of them.

Each robot is simulated with usual servos without feedback, and without a cube. Its camera stands
a little elsewhere than the rig says, each time otherwise. The robot's clock is virtual.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Annotated

import rokumen
from firmware_sim.camera.geometry import PinholeCamera, cameras_of
from firmware_sim.camera.renderer import Renderer
from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.physics.servo import HOBBY_SERVO
from firmware_sim.physics.state import PhysicalState
from firmware_sim.robot import SimulatedRobot
from firmware_sim.sim_port import register_robot, unregister_robot
from firmware_sim.wiring import parse_wiring
from robot.clock import VirtualClock
from robot.rigs.command import actuator_name
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig
from rokumen.api.robot import Robot
from rokumen.benchmarks.harness.options import CORES, Option, Processes, Seed
from rokumen.benchmarks.harness.progress import QUIET, Progress, in_processes
from rokumen.benchmarks.harness.records import Criterion
from rokumen.devices.simulated_camera import register, wait_for_picture
from rokumen.setup.servos import first_servos
from rokumen.setup.tools import Tools
from rokumen.setup.wiring import wiring
from rokumen.setup.wiring_diagnosis import CLIPPED, DEAD, REVERSED, SWAPPED, TURNED, Suspect
from rokumen.storage.robots import FIRMWARE, RobotFile
from solver.cube import Cube
from vision.arrays import Image

RIGS = ("two-gripper", "two-gripper-plain", "four-gripper", "cubotino")
_WIRINGS, _QUICK_WIRINGS = 100, 20
_RIGHT, _QUICK_RIGHT = 20, 4
_HORN_DEGREES = 15.0
# A wrist that a Maestro as delivered ends; jaws that something stops on their way, and a cover.
_LOW_END, _HIGH_END, _JAW_END, _COVER_END = 992, 2000, 1700, 1250
_NAMED_SECONDS, _LEAST_NAMED, _LEAST_OF_KIND = 60.0, 0.95, 0.9
# How far a camera may be from its place: degrees, pixels of 640 x 480, a share of its distance.
_ASKEW, _ASIDE, _NEARER = 4.0, 20.0, 0.08


@dataclass(frozen=True, slots=True)
class WiredRobot:
    """One robot: its wrong wiring (None: a right one), and what the setup made of it.

    `named`: it said in words what is wrong, or that nothing is; `seconds`: until then, by the
    robot's clock; `started`: it went on to the next step.
    """

    rig: str
    truth: Suspect | None
    named: bool
    seconds: float
    started: bool


def wrong_wirings(rig: Rig) -> Iterator[Suspect]:
    """Yield the wrong wirings of a rig: swapped pairs, reversed, dead, turned and clipped ones."""
    actuators = [":".join(each) for each in rig.actuators]
    for pair in combinations(actuators, 2):
        yield Suspect(SWAPPED, pair)
    for actuator in actuators:
        yield Suspect(REVERSED, (actuator,))
        yield Suspect(DEAD, (actuator,))
        if actuator.startswith("axis:"):
            yield from (Suspect(TURNED, (actuator,), s * _HORN_DEGREES) for s in (1, -1))
            yield Suspect(CLIPPED, (actuator,), low=_LOW_END)
            yield Suspect(CLIPPED, (actuator,), high=_HIGH_END)
        else:
            end = _JAW_END if len(rig.grippers) > 1 else _COVER_END
            yield Suspect(CLIPPED, (actuator,), low=end)


def first_evening(
    progress: Progress,
    quick: Annotated[bool, Option("Fewer robots: within three minutes.")] = False,
    seed: Seed = 0,
    processes: Processes = CORES,
) -> Iterator[Criterion]:
    """Let the setup look at robots that are wrongly wired.

    The exit status is 1 if a figure is not as it is wanted.
    """
    count, right = (_QUICK_WIRINGS, _QUICK_RIGHT) if quick else (_WIRINGS, _RIGHT)
    trials = measure(count, right, seed, processes, progress)
    wrong = [trial for trial in trials if trial.truth]
    named = [trial for trial in wrong if trial.named]
    yield Criterion.at_least("wrong wirings named in words", len(named), _LEAST_NAMED * count)
    for kind, words in _KINDS.items():
        own = [trial for trial in wrong if trial.truth and trial.truth.kind == kind]
        good = sum(trial.named for trial in own)
        least = math.floor(_LEAST_OF_KIND * len(own))
        yield Criterion.at_least(f"of these {words}, of {len(own)}", good, least)
    longest = max((trial.seconds for trial in named), default=0.0)
    yield Criterion.at_most("longest time until named (s)", round(longest, 1), _NAMED_SECONDS)
    yield Criterion.at_most("wrongly wired and not stopped", sum(t.started for t in wrong), 0)
    others = [trial for trial in trials if not trial.truth]
    alarms = sum(not trial.named for trial in others)
    yield Criterion.at_most(f"rightly wired and not let on, of {right}", alarms, 0)


_KINDS = {
    SWAPPED: "exchanged pairs",
    REVERSED: "reversed",
    DEAD: "dead",
    TURNED: "with a horn 15 degrees off",
    CLIPPED: "that end too early",
}


def measure(
    wrong: int, right: int, seed: int, processes: int = 1, progress: Progress = QUIET
) -> tuple[WiredRobot, ...]:
    """Return trials of so many wrong and right wirings, over all RIGS."""
    known = [(rig, each) for rig in RIGS for each in wrong_wirings(load_rig(rig))]
    chosen: list[tuple[str, Suspect | None]] = list(Random(seed).sample(known, wrong))
    chosen += [(RIGS[number % len(RIGS)], None) for number in range(right)]
    jobs = [(rig, truth, seed + number) for number, (rig, truth) in enumerate(chosen)]
    found = in_processes(_try, jobs, processes)
    return tuple(progress.each("wirings", found, len(jobs)))


class _BenchTools(Tools):
    """Tools with one robot, and a camera that stands a little elsewhere than it should."""

    def __init__(self, simulated: SimulatedRobot, clock: VirtualClock, seed: int) -> None:
        super().__init__(lambda words: None)
        self._simulated = simulated
        self._clock = clock
        camera = _displaced(cameras_of(simulated.rig)[0], Random(seed))
        self._renderer = Renderer(simulated.rig, camera)

    @contextmanager
    def watched(self, robot: RobotFile) -> Iterator[tuple[Robot, Callable[[], Image]]]:
        """See `Tools.watched`."""
        with rokumen.connect(robot.url, rig=robot.rig) as opened:
            yield opened, self._look

    def _look(self) -> Image:
        wait_for_picture(self._simulated, self._clock)
        return self._renderer.render(self._simulated.state())


def _displaced(camera: PinholeCamera, random: Random) -> PinholeCamera:
    def off(most: float) -> float:
        return random.uniform(-most, most)

    x, y, z = camera.forward
    tilt = math.tan(math.radians(_ASKEW))
    return replace(
        camera,
        forward=(x + off(tilt), y, z + off(tilt)),
        centre=(camera.centre[0] + off(_ASIDE), camera.centre[1] + off(_ASIDE)),
        focal=camera.focal * (1 + off(_NEARER)),
        roll=camera.roll + off(_ASKEW),
    )


def _try(job: tuple[str, Suspect | None, int]) -> WiredRobot:
    name, truth, seed = job
    rig, clock = load_rig(name), VirtualClock()
    register()
    empty = replace(PhysicalState.at_home(rig.home, Cube.solved()), dropped=True)
    wired = parse_wiring(truth.wiring if truth else "", rig)
    simulated = SimulatedRobot(
        rig,
        clock,
        empty,
        rng=Random(seed),
        servo=HOBBY_SERVO,
        jaws=USUAL_CONTACT,
        wiring=wired,
    )
    register_robot(f"evening{seed}", simulated, clock)
    try:
        url = f"sim://{name}?name=evening{seed}"
        file = RobotFile("evening", url, FIRMWARE, name, servos=first_servos(rig))
        title = _last_title(file, _BenchTools(simulated, clock, seed), truth)
        named = title == "" if truth is None else _names(title, truth, rig)
        return WiredRobot(name, truth, named, clock.now(), started=title == "")
    finally:
        unregister_robot(f"evening{seed}")


def _last_title(file: RobotFile, tools: Tools, truth: Suspect | None) -> str:
    """Return what the setup says once it has looked, "" if it goes on.

    Asked for a servo that the camera does not see, a person says what is true.
    """
    grippers = load_rig(file.rig).grippers
    dialogue = wiring(file, tools)
    try:
        next(dialogue)
        screen = dialogue.send("ok")
        while screen.title.startswith(("The camera does not see", "Did the", "Which one")):
            screen = dialogue.send(_true_answer(screen.title, truth, grippers))
    except StopIteration:
        return ""
    dialogue.close()
    return screen.title


def _true_answer(title: str, truth: Suspect | None, grippers: tuple[str, ...]) -> str:
    if truth is None or title.startswith("The camera"):
        return "ok"
    if title.startswith("Which one"):
        # The one that was asked for comes first.
        return truth.actuators[-1]
    asked = any(actuator_name(each, grippers) in title for each in truth.actuators)
    return _ANSWERS.get(truth.kind, "ok") if asked else "ok"


# What a person sees; that a horn is askew, or that a servo ends too early, is not seen so.
_ANSWERS = {SWAPPED: "another", REVERSED: "other", DEAD: "nothing"}


def _names(title: str, truth: Suspect, rig: Rig) -> bool:
    """Return True if a title says what is wrong; by how much may differ a little."""
    return title.startswith(_before_number(truth.words(rig)))


def _before_number(words: str) -> str:
    return re.split(r"[0-9]", words)[0]
