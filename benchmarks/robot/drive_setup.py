"""A CUBOTino on a Pi's pins, emulated by a virtual clock, and a person who sets it up.

The person presses Enter where that is right, and else answers by what can be seen of the robot. The
protocol's test is left out: a drive speaks no lines.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from benchmarks.harness.records import Criterion
from benchmarks.harness.work import Work
from benchmarks.support.emulated_drives import PwmChipScene
from benchmarks.support.own_folders import in_own_folders
from benchmarks.support.rendered_camera import RenderedCamera
from benchmarks.support.wired_tools import READ_SECONDS, Eyes
from firmware_sim.physics.jaws import USUAL_CONTACT, grip_places, pulse_maps
from firmware_sim.physics.servo import HOBBY_SERVO
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from robot.clock import Clock
from robot.drives.pwm_chip import PwmChipDrive
from robot.drives.registry import DRIVES
from robot.rigs.command import CLOSED, GRIP_OPENINGS, RELEASE, USUAL_PULSE_PER_DEGREE
from robot.rigs.registry import load_rig
from rokumen.devices import cameras
from rokumen.devices.discovery import FoundCamera, Port
from rokumen.setup.angles import RIGHT, WIDEN, WIDER
from rokumen.setup.cube import HOLD_THE_CUBE
from rokumen.setup.screen import Screen
from rokumen.setup.servos import Place, places
from rokumen.setup.tools import Tools
from rokumen.setup.trials import SOLVED
from rokumen.setup.wizard import Wizard
from solver.cube import Cube

_RIG = "cubotino"
# What a person takes, beside the time to read a screen, to type an answer, and to put the cube in.
_TYPE_SECONDS, _HAND_SECONDS = 20.0, 15.0
# A servo stands right to the eye that is off by less, in degrees.
_SEEN_DEGREES = 1.0
# By how many degrees a cover is closed in one step: while it is plainly apart, and then; a cube
# does not slip when it is pulled after so many steps more than to the first touch.
_FAR_STEP, _NEAR_STEP, _PRESSING_STEPS = 5.0, 1.0, 2
_PLAINLY_APART = 0.25
# A setup that has asked so often does not end.
_MOST_SCREENS = 150
_MINUTES = 15


class CubotinoOnPins:
    """Its two servos on a `pwmchip`, and its cube, which live by one virtual clock."""

    def __init__(self, seed: int) -> None:
        self.rig = load_rig(_RIG)
        self.scene = PwmChipScene()
        self.clock = self.scene.clock
        empty = replace(PhysicalState.at_home(self.rig.home, Cube.random(seed)), dropped=True)
        self.mechanics = ServoMechanics(self.rig, self.clock, empty, HOBBY_SERVO, USUAL_CONTACT)
        self.clock.devices.append(self.advance)

    def state(self) -> PhysicalState:
        """Return the physical state now."""
        return self.mechanics.state()

    def advance(self) -> None:
        """Let the servos follow their pulses."""
        self.mechanics.follow(self.scene.chip.pulses(), self.clock.now())


class EmulatedPins(PwmChipDrive):
    """A computer's outputs, as it finds them by their URL, with an emulated clock."""

    clock: ClassVar[Clock]

    @classmethod
    def open(cls, url: str, clock: Clock | None = None) -> Self:
        """See `PwmChipDrive`."""
        return super().open(url, clock or cls.clock)


@contextmanager
def plugged_in(robot: CubotinoOnPins) -> Iterator[None]:
    """Let this computer find a robot's pins and its camera in place of its own, in the block."""
    own_camera, own_pins = vars(cameras)["open_camera"], DRIVES["pwmchip"]
    EmulatedPins.clock = robot.clock
    vars(cameras)["open_camera"] = lambda source: RenderedCamera(robot)
    DRIVES["pwmchip"] = f"{EmulatedPins.__module__}:{EmulatedPins.__name__}"
    try:
        yield
    finally:
        vars(cameras)["open_camera"] = own_camera
        DRIVES["pwmchip"] = own_pins


class PinTools(Tools):
    """Tools of a setup with the robot, and the person who answers by what is seen of it."""

    def __init__(self, robot: CubotinoOnPins) -> None:
        super().__init__(lambda words: None)
        self._truth = robot
        self._eyes, self._presses = Eyes(robot.rig), 0
        self._places = {each.order(robot.rig): each for each in places(robot.rig)}
        self._typed = {
            "Plug the robot in": f"pwmchip://{robot.scene.chip.folder}",
            "Which kind of robot": _RIG,
            "Do the servos of this robot go further": WIDEN.key,
            "Test the electronics": "skip",
        }

    def ports(self) -> tuple[Port, ...]:
        """See `Tools.ports`: there is none."""
        return ()

    def cameras(self) -> tuple[FoundCamera, ...]:
        """See `Tools.cameras`."""
        return (FoundCamera(0, "a camera", (640, 480), "640x480"),)

    def answer(self, screen: Screen) -> str:
        """Do what a screen says, and return the answer, after the time that it takes."""
        self._wait(READ_SECONDS)
        for title, text in self._typed.items():
            if screen.title.startswith(title):
                self._wait(_TYPE_SECONDS)
                return text
        place = self._places.get(screen.title)
        if screen.title == HOLD_THE_CUBE or (place and place.place == CLOSED):
            self._hold_the_cube()
        if place and screen.jog:
            return self._jogged(place, screen)
        return self._eyes.answer(screen, self._truth.state())

    def _wait(self, seconds: float) -> None:
        """Let the person's time pass, in which a robot that is connected lives on."""
        if self._robot is None:
            self._truth.clock.sleep(seconds)
        else:
            self._robot.wait(seconds)

    def _hold_the_cube(self) -> None:
        if self._truth.state().dropped:
            self._wait(_HAND_SECONDS)
            self._truth.mechanics.repair()

    def _jogged(self, place: Place, screen: Screen) -> str:
        """Return by how many degrees a servo has to go on, or that it looks right."""
        if screen.alert.startswith("Here it turns layers"):
            return WIDER.key
        rig, state = self._truth.rig, self._truth.state()
        if place.kind == "axis":
            off = int(place.place) - state.angles[rig.axes.index(place.name)]
        else:
            number = rig.grippers.index(place.name)
            off = self._cover_off(place.place, number, state.openings[number])
        return RIGHT.key if abs(off) < _SEEN_DEGREES else f"{round(off):+d}"

    def _cover_off(self, place: str, number: int, opening: float) -> float:
        """Return by how many degrees a cover has to go on that is so far from the cube."""
        if opening <= GRIP_OPENINGS[CLOSED] and place in (CLOSED, RELEASE):
            if place == RELEASE or self._presses == _PRESSING_STEPS:
                return 0.0
            self._presses += 1
            return -_NEAR_STEP
        if place == CLOSED:
            return -_FAR_STEP if opening > _PLAINLY_APART else -_NEAR_STEP
        rig = self._truth.rig
        cover, due = pulse_maps(rig)[len(rig.axes) + number], grip_places(rig, number)[place]
        return (cover.pulse(due) - cover.pulse(opening)) / USUAL_PULSE_PER_DEGREE


@dataclass(frozen=True, slots=True)
class SetUpOnPins:
    """What became of a setup: whether it says that the cube is solved, and whether it is.

    `seconds` passed until then; `accidents` would have damaged a robot; `last`: the last title.
    """

    says_solved: bool
    is_solved: bool
    seconds: float
    accidents: int
    last: str


def set_up_on_pins(seed: int) -> SetUpOnPins:
    """Return what becomes of a robot on a Pi's pins that a person sets up, to its first solve."""
    robot, last = CubotinoOnPins(seed), ""
    tools = PinTools(robot)
    with in_own_folders(), plugged_in(robot):
        wizard = Wizard("pins", tools)
        for _ in range(_MOST_SCREENS):
            if wizard.screen is None or last == SOLVED:
                break
            last = wizard.screen.title
            if last != SOLVED:
                wizard.answer(tools.answer(wizard.screen))
        is_solved, seconds = robot.state().is_solved(), robot.clock.now()
        wizard.close()
    robot.scene.end()
    return SetUpOnPins(last == SOLVED, is_solved, seconds, len(robot.mechanics.accidents), last)


def setup_figures(count: int, seed: int, work: Work) -> Iterator[Criterion]:
    """Yield how many of so many robots on a Pi's pins a person has set up, and how long it took."""
    jobs = {seed + number: seed + number for number in range(count)}
    found = work.results("setups on a Pi's pins", SetUpOnPins, set_up_on_pins, jobs)
    solved = [each for each in found if each.says_solved and each.is_solved]
    whole = [each for each in solved if not each.accidents]
    words = f"CUBOTino on a Pi's pins, set up and solved without an accident, of {count}"
    yield Criterion.at_least(words, len(whole), count)
    falsely = sum(each.says_solved and not each.is_solved for each in found)
    yield Criterion.at_most("of these, falsely solved", falsely, 0)
    minutes = max((each.seconds / 60 for each in solved), default=math.inf)
    yield Criterion.at_most("longest time to the first solve (min)", round(minutes, 1), _MINUTES)
