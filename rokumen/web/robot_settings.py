"""The robot that the server controls, real or simulated, and its run settings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from random import SystemRandom

from files.lasting_names import absent_devices, lasting_cameras, lasting_port
from robot.link.port import PortOpener, open_port
from rokumen.devices.robot_connection import SIMULATED
from rokumen.storage.runs import (
    RunSettings,
    SimulatedRobotSettings,
    SolutionPolicy,
    absolute_name,
    state_beside,
)
from rokumen.web.run_messages import CHECK


@dataclass(frozen=True, slots=True)
class DemoRobot:
    """The simulator, with a new cube for each run; `seed` is that of the first, None for random.

    `faults` are as `rokumen simulate --faults` takes them.
    """

    rig: str
    seed: int | None
    jam: float
    pace: float
    faults: str = ""


@dataclass(frozen=True, slots=True)
class AttachedRobot:
    """Robot on a port with its cameras, or the simulator.

    `durations` is the file of measured durations, if one was named; `opened_by` opens the port;
    `camera_at`: the positions that each camera sees, with commas, "" for those of the rig.
    """

    choice: SolutionPolicy
    port: str = ""
    camera: str = ""
    demo: DemoRobot | None = None
    durations: Path | None = None
    opened_by: PortOpener = open_port
    camera_at: str = ""

    @property
    def description(self) -> str:
        """Return the robot's description for the user."""
        return f"a simulated {self.demo.rig} robot" if self.demo else f"the robot on {self.port}"

    @property
    def absence(self) -> str:
        """Return what to connect, in words, where port or camera are not there; "" otherwise."""
        # A simulated robot has cameras of its own.
        is_real = self.demo is None and not self.port.startswith(SIMULATED)
        absent = absent_devices(self.port, self.camera) if is_real else ()
        if not absent:
            return ""
        are, them = ("are", "them") if len(absent) > 1 else ("is", "it")
        return (
            f"{' and '.join(absent)} {are} not there. Connect {them} and press {CHECK.label}, or "
            "start `rokumen serve` with what `rokumen ports` lists."
        )

    def settings(self, path: Path, number: int) -> RunSettings:
        """Return the settings of the `number`-th run, from 0, whose journal is at `path`."""
        if self.demo is None:
            return RunSettings(
                self.choice,
                self.port,
                self.camera,
                durations=absolute_name(self.durations),
                camera_at=self.camera_at,
            )
        seed = self.demo.seed
        robot = SimulatedRobotSettings(
            rig=self.demo.rig,
            seed=SystemRandom().randrange(1_000_000) if seed is None else seed + number,
            jam=self.demo.jam,
            pace=self.demo.pace,
            state=state_beside(path),
            faults=self.demo.faults,
        )
        return RunSettings(
            self.choice,
            simulated=robot,
            durations=absolute_name(self.durations),
            camera_at=self.camera_at,
        )

    def with_camera(self, source: str) -> AttachedRobot:
        """Return the robot with another camera; the simulator has its own."""
        return self if self.demo else replace(self, camera=lasting_cameras(source))

    def owns_run(self, settings: RunSettings) -> bool:
        """Return whether a run was one of this robot, or of the simulator if that is attached."""
        if self.demo is None:
            return settings.simulated is None and lasting_port(settings.port) == self.port
        return settings.simulated is not None
