"""Tools of a setup with a simulated robot that is wired rightly or wrongly, and its person's eyes.

It has usual servos that measure nothing, and runs on a virtual clock.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random

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
from rokumen.api.robot import Robot
from rokumen.devices.discovery import Port
from rokumen.devices.simulated_camera import register, wait_for_picture
from rokumen.jobs.calibrate_grippers import GripperMeasurement, measure_by_camera
from rokumen.setup.tools import Tools
from rokumen.setup.wiring_diagnosis import DEAD, REVERSED, SWAPPED, Suspect
from rokumen.storage.robots import RobotFile
from solver.cube import Cube
from vision.arrays import Image

# How far a camera may be from its place: degrees, pixels of 640 x 480, a share of its distance.
_ASKEW, _ASIDE, _NEARER = 4.0, 20.0, 0.08
_REPEATS = 3
# What a person sees; that a horn is askew, or that a servo ends too early, is not seen so.
_ANSWERS = {SWAPPED: "another", REVERSED: "other", DEAD: "nothing"}


class WiredTools(Tools):
    """Tools with one robot without a cube; a context manager.

    `truth` is what is wrong with its wiring, None for nothing. While its servos are looked at, the
    camera stands a little elsewhere than the rig says, each time otherwise by `seed`.
    """

    def __init__(self, rig_name: str, truth: Suspect | None, seed: int) -> None:
        super().__init__(lambda words: None)
        register()
        self.rig = load_rig(rig_name)
        self.clock = VirtualClock()
        self.truth = truth
        self.url = f"sim://{rig_name}?name=wired{seed}"
        self._name = f"wired{seed}"
        self._seed = seed
        at_home = PhysicalState.at_home(self.rig.home, Cube.random(seed))
        self.robot = self._made(replace(at_home, dropped=True))
        self._renderer = Renderer(self.rig, _displaced(cameras_of(self.rig)[0], Random(seed)))

    def _made(self, state: PhysicalState) -> SimulatedRobot:
        return SimulatedRobot(
            self.rig,
            self.clock,
            state,
            rng=Random(self._seed),
            servo=HOBBY_SERVO,
            jaws=USUAL_CONTACT,
            wiring=parse_wiring(self.truth.wiring if self.truth else "", self.rig),
        )

    def __enter__(self) -> WiredTools:
        register_robot(self._name, self.robot, self.clock)
        return self

    def __exit__(self, *_: object) -> None:
        unregister_robot(self._name)

    def wire_rightly(self) -> None:
        """Put right what is wrong, as a person does with the power off."""
        self.truth = None
        self.robot = self._made(self.robot.power_off())
        register_robot(self._name, self.robot, self.clock)

    def true_answer(self, title: str) -> str:
        """Return what a person says who is asked for a servo that the camera does not see."""
        if self.truth is None or title.startswith("The camera"):
            return "ok"
        if title.startswith("Which one"):
            # The one that was asked for comes first.
            return self.truth.actuators[-1]
        names = (actuator_name(each, self.rig.grippers) for each in self.truth.actuators)
        return _ANSWERS.get(self.truth.kind, "ok") if any(n in title for n in names) else "ok"

    def is_named(self, title: str) -> bool:
        """Return True if a title says what is wrong; by how much may differ a little."""
        if self.truth is None:
            return False
        return title.startswith(re.split(r"[0-9]", self.truth.words(self.rig))[0])

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
        return measure_by_camera(robot.url, "", _REPEATS, self.say)


def is_question(title: str) -> bool:
    """Return True for a screen that `WiredTools.true_answer` answers."""
    return title.startswith(("The camera does not see the", "Did the", "Which one moved"))


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
