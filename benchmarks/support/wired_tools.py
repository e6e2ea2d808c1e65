"""Tools of a setup with a simulated robot that is wired rightly or wrongly, and its person's eyes.

It has usual servos that measure nothing, and runs on a virtual clock.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random

import rokumen
from firmware_sim.camera.renderer import Renderer
from firmware_sim.named_robots import register_robot, unregister_robot
from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.physics.servo import HOBBY_SERVO
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from firmware_sim.robot import SimulatedRobot
from firmware_sim.wiring import parse_wiring
from robot.clock import VirtualClock
from robot.rigs.camera_geometry import PinholeCamera, cameras_of
from robot.rigs.command import WIDEST_PULSES, axis_name
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig
from rokumen.api.robot import Robot
from rokumen.devices.discovery import Port
from rokumen.devices.robot_connection import RobotAddress
from rokumen.devices.serial_schemes import register
from rokumen.devices.simulated_camera import wait_for_picture
from rokumen.jobs.calibrate_grippers import GripperMeasurement, measure_by_camera
from rokumen.setup.screen import Screen
from rokumen.setup.tools import Tools
from rokumen.setup.wiring_faults import ASKEW, CLIPPED, WiringFault
from rokumen.storage.robots import RobotFile
from solver.cube import Cube
from vision.arrays import Image

# How far a camera may be from its place: degrees, pixels of 640 x 480, a share of its distance.
_ASKEW, _ASIDE, _NEARER = 4.0, 20.0, 0.08
_REPEATS = 3
# What a person takes to read a screen and do what it says.
READ_SECONDS = 5.0
# What a person sees: a turn (degrees), a part of the way of jaws, and that something is askew.
_SEEN_DEGREES, _SEEN_PART, _SEEN_ASKEW = 5.0, 0.04, 10.0
_LOWEST, _HIGHEST = WIDEST_PULSES


@dataclass(frozen=True, slots=True)
class WrongWiring:
    """One wrong connection: its kind, such as SWAPPED, and the actuators that it concerns.

    `degrees`: by how many a part stands off; `low`, `high`: the pulses at which its servo ends.
    """

    kind: str
    actuators: tuple[str, ...]
    degrees: float = 0.0
    low: int = _LOWEST
    high: int = _HIGHEST

    @property
    def wiring(self) -> str:
        """Return it as `wiring` of the simulator has it."""
        names = " ".join(self.actuators)
        if self.kind == ASKEW:
            return f"{self.kind} {names} {self.degrees:g}"
        if self.kind == CLIPPED:
            return f"{self.kind} {names} {self.low} {self.high}"
        return f"{self.kind} {names}"


class Eyes:
    """What a person has seen of a robot since the setup let its parts move one by one."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self._names = [":".join(each) for each in rig.actuators]
        self._seen: list[tuple[float, ...]] = []

    def answer(self, screen: Screen, state: PhysicalState) -> str:
        """Return what a person says of the wiring who looks at a robot: "" is Enter."""
        now = (*state.angles, *state.openings)
        if screen.title.startswith("Watch the robot"):
            self._seen = [now]
        elif screen.title.startswith("Which part"):
            self._seen.append(now)
            by = zip(self._names, self._by(), strict=True)
            parts = {name: abs(change) / _least(name) for name, change in by}
            most = max(parts, key=lambda name: parts[name])
            return most if parts[most] >= 1 else "none"
        elif screen.title.startswith("Which way"):
            by = zip(self._names, self._by(), strict=True)
            moved = max(by, key=lambda each: abs(each[1]) / _least(each[0]))
            ways = ("clockwise", "counterclockwise") if "axis" in moved[0] else ("opened", "closed")
            return ways[moved[1] < 0]
        elif screen.title.startswith("Did the"):
            first = max(map(abs, self._by()[len(state.angles) :]))
            further = max(abs(a - b) for a, b in zip(state.openings, self._openings(), strict=True))
            return "ok" if further > 1.5 * first else "short"
        elif screen.title.startswith("Does the"):
            return self._standing(screen, state)
        return ""

    def _by(self) -> list[float]:
        """Return by how much each part has moved since the person began to watch."""
        return [after - before for before, after in zip(*self._seen, strict=True)]

    def _openings(self) -> tuple[float, ...]:
        return self._seen[-1][len(self._rig.axes) :]

    def _standing(self, screen: Screen, state: PhysicalState) -> str:
        """Return how the axis stands that a screen asks for."""
        due = float(screen.title.split(" at ")[1].split("°")[0])
        names = [axis_name(axis, self._rig.grippers) for axis in self._rig.axes]
        (at,) = (at for name, at in zip(names, state.angles, strict=True) if name in screen.title)
        if abs(at - due) < _SEEN_ASKEW:
            return "ok"
        return "short" if due and abs(at) < abs(due) - _SEEN_ASKEW else "askew"


class WiredTools(Tools):
    """Tools with one robot without a cube; a context manager.

    `truth` is what is wrong with its wiring, None for nothing. While its servos are looked at, the
    camera stands a little elsewhere than the rig says, each time otherwise by `seed`.
    """

    def __init__(self, rig_name: str, truth: WrongWiring | None, seed: int) -> None:
        super().__init__(lambda words: None)
        register("sim://")
        self.rig = load_rig(rig_name)
        self.clock = VirtualClock()
        self.truth = truth
        self.url = f"sim://{rig_name}?name=wired{seed}"
        self._name = f"wired{seed}"
        self._seed = seed
        at_home = PhysicalState.at_home(self.rig.home, Cube.random(seed))
        self.robot = self._made(replace(at_home, dropped=True))
        self._eyes = Eyes(self.rig)
        self._renderer = Renderer(self.rig, _displaced(cameras_of(self.rig)[0], Random(seed)))

    def _made(self, state: PhysicalState) -> SimulatedRobot:
        wiring = parse_wiring(self.truth.wiring if self.truth else "", self.rig)
        return SimulatedRobot(
            ServoMechanics(self.rig, self.clock, state, HOBBY_SERVO, USUAL_CONTACT, wiring=wiring)
        )

    def __enter__(self) -> WiredTools:
        register_robot(self._name, self.robot, self.clock)
        return self

    def __exit__(self, *_: object) -> None:
        unregister_robot(self._name)

    def wire_rightly(self) -> None:
        """Put right what is wrong, as a person does with the power off."""
        self.truth = None
        self.robot = self._made(self.robot.state())
        register_robot(self._name, self.robot, self.clock)

    def answer(self, screen: Screen) -> str:
        """Return what a person says who reads a screen and looks at the robot: "" is Enter."""
        self.clock.sleep(READ_SECONDS)
        wait_for_picture(self.robot, self.clock)
        return self._eyes.answer(screen, self.robot.state())

    def is_named(self, title: str) -> bool:
        """Return True if a title says what is wrong, of an exchanged pair in any order."""
        if self.truth is None:
            return False
        names = self.truth.actuators
        orders = (names, names[::-1])
        return title in [WiringFault(self.truth.kind, each).words(self.rig) for each in orders]

    def ports(self) -> tuple[Port, ...]:
        """See `Tools.ports`: only the robot is plugged in."""
        return (Port(self.url, "", None, "a robot"),)

    @contextmanager
    def watched(self, robot: RobotFile) -> Iterator[tuple[Robot, Callable[[], Image]]]:
        """See `Tools.watched`."""
        with rokumen.connect(robot.url, rig=robot.rig) as opened:
            yield opened, self._look

    def _look(self) -> Image:
        wait_for_picture(self.robot, self.clock)
        return self._renderer.render(self.robot.state())

    def measure(self, robot: RobotFile) -> GripperMeasurement:
        """See `Tools.measure`: by the camera, as of a robot that is no simulator."""
        return measure_by_camera(RobotAddress(robot.url), _REPEATS, self.say)


def _least(actuator: str) -> float:
    """Return by how much an actuator has to move for a person to see it."""
    return _SEEN_DEGREES if actuator.startswith("axis:") else _SEEN_PART


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
