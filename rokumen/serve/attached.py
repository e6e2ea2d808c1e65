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
from rokumen.runs import RunSettings, Simulated, named


@dataclass(frozen=True, slots=True)
class Demo:
    """The simulator, with a new cube for each run; `seed` is the first one's, None for any.

    `faults` are as `rokumen simulate --faults` takes them.
    """

    rig: str
    seed: int | None
    jam: float
    pace: float
    faults: str = ""


@dataclass(frozen=True, slots=True)
class Attached:
    """A robot on a port with its cameras, or the simulator.

    `rig_profile` is the file of measured durations, if one was named.
    """

    choice: Choice
    port: str = ""
    camera: str = ""
    demo: Demo | None = None
    rig_profile: Path | None = None

    @property
    def words(self) -> str:
        """Name it for people."""
        return f"a simulated {self.demo.rig} robot" if self.demo else f"the robot on {self.port}"

    def settings(self, path: Path, number: int) -> RunSettings:
        """Give the settings of the `number`-th run, from 0, whose journal is at `path`."""
        if self.demo is None:
            return RunSettings(
                self.choice, self.port, self.camera, rig_profile=named(self.rig_profile)
            )
        seed = self.demo.seed
        robot = Simulated(
            rig=self.demo.rig,
            seed=SystemRandom().randrange(1_000_000) if seed is None else seed + number,
            jam=self.demo.jam,
            pace=self.demo.pace,
            state=str(path.with_suffix(".robot.json")),
            faults=self.demo.faults,
        )
        return RunSettings(self.choice, simulated=robot, rig_profile=named(self.rig_profile))

    def is_of(self, settings: RunSettings) -> bool:
        """Tell whether a run was one of this robot, or of the simulator if that is attached."""
        if self.demo is None:
            return settings.simulated is None and settings.port == self.port
        return settings.simulated is not None


@contextmanager
def opened(settings: RunSettings) -> Iterator[tuple[Link, Eyes]]:
    """Open the robot of a run, or start its simulator.

    Raises RobotError, CameraError or SimulatorStartError where it does not answer, and
    ProfileError.
    """
    rig_profile = None if settings.rig_profile is None else Path(settings.rig_profile)
    if settings.simulated is not None:
        with simulated_robot(settings.simulated, rig_profile) as robot:
            yield robot
    else:
        with robot_and_eyes(settings.port, settings.camera, rig_profile) as robot:
            yield robot
