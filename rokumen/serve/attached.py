"""The robot that the page drives: which one it is, and how a run of it is opened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom

from robot.link import Link
from rokumen.choice import Choice
from rokumen.demo import simulated_robot
from rokumen.drive import robot_and_eyes
from rokumen.eyes import Eyes
from rokumen.runs import RunSettings, Simulated


@dataclass(frozen=True, slots=True)
class Demo:
    """The simulator, with a new cube for each run; `seed` is the first one's, None for any."""

    rig: str
    seed: int | None
    jam: float
    pace: float


@dataclass(frozen=True, slots=True)
class Attached:
    """A robot on a port with its cameras, or the simulator."""

    choice: Choice
    port: str = ""
    camera: str = ""
    demo: Demo | None = None

    @property
    def words(self) -> str:
        """Name it for people."""
        return f"a simulated {self.demo.rig} robot" if self.demo else f"the robot on {self.port}"

    def settings(self, path: Path, number: int) -> RunSettings:
        """Give the settings of the `number`-th run, from 0, whose journal is at `path`."""
        if self.demo is None:
            return RunSettings(self.choice, self.port, self.camera)
        seed = self.demo.seed
        robot = Simulated(
            rig=self.demo.rig,
            seed=SystemRandom().randrange(1_000_000) if seed is None else seed + number,
            jam=self.demo.jam,
            pace=self.demo.pace,
            state=str(path.with_suffix(".robot.json")),
        )
        return RunSettings(self.choice, simulated=robot)


@contextmanager
def opened(settings: RunSettings) -> Iterator[tuple[Link, Eyes]]:
    """Open the robot of a run, or start its simulator.

    Raises RobotError, CameraError or SimulatorStartError where it does not answer.
    """
    if settings.simulated is not None:
        with simulated_robot(settings.simulated, None) as robot:
            yield robot
    else:
        with robot_and_eyes(settings.port, settings.camera) as robot:
            yield robot
