"""The robot that the server controls, real or simulated, and its run settings."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import SystemRandom

from files.lasting_names import absent_devices, lasting_port
from robot.link.connection import ConnectionOpener
from robot.link.registry import open_connection
from robot.rigs.registry import DEFAULT_RIG, PRESETS, RIGS, about_rig, load_rig
from rokumen.devices.robot_connection import SIMULATED
from rokumen.errors import InputError
from rokumen.storage.runs import (
    RunSettings,
    SimulatedRobotSettings,
    SolutionPolicy,
    state_beside,
)
from rokumen.web.run_messages import CHECK, Message

MIN_PACE, MAX_PACE = 0.1, 1000.0


@dataclass(frozen=True, slots=True)
class DemoRobot:
    """The simulator, with a new cube for each run; `seed` is that of the first, None for random.

    `faults` are as `rokumen simulate --faults` takes them; `servos`: their kind, None for the usual
    ones of its rig.
    """

    rig: str = DEFAULT_RIG
    seed: int | None = None
    jam: float = 0.05
    pace: float = 8.0
    faults: str = ""
    servos: str | None = None

    def as_fields(self) -> Message:
        """Return what the fields of the page show of it, and the rigs that it can have."""
        known = _known_rigs()
        return {
            "rigs": known if self.rig in known else {**known, self.rig: ""},
            "rig": self.rig,
            "jams": round(self.jam * 100, 3),
            "pace": self.pace,
        }

    def with_fields(self, fields: Mapping[str, str]) -> DemoRobot:
        """Return the simulator with what the fields of the page say; those left out change nothing.

        Raises InputError for what cannot be simulated.
        """
        rig = fields.get("rig", self.rig)
        known = self.as_fields()["rigs"]
        if rig not in known:
            names = ", ".join(known)
            raise InputError(f"there is no simulated robot {rig[:100]!r}; known: {names}")
        jams = _number(fields, "jams", self.jam * 100, 0.0, 100.0)
        pace = _number(fields, "pace", self.pace, MIN_PACE, MAX_PACE)
        return replace(self, rig=rig, jam=jams / 100, pace=pace)


@cache
def _known_rigs() -> dict[str, str]:
    """Return the name of each rig of the package -> what a list says about it."""
    return {name: about_rig(name) for name in (*RIGS, *PRESETS)}


def _number(
    fields: Mapping[str, str], name: str, before: float, least: float, most: float
) -> float:
    """Return the number of a field, `before` where it is left out. Raises InputError."""
    text = fields.get(name)
    if text is None:
        return before
    with suppress(ValueError):
        if least <= float(text) <= most:
            return float(text)
    raise InputError(f"{name}: {text[:40]!r} is not a number from {least:g} to {most:g}")


@dataclass(frozen=True, slots=True)
class AttachedRobot:
    """Robot on a port with its cameras, or the simulator; with neither, none.

    `run`: the settings of each of its runs, without a port for none or a simulator; `opened_by`
    connects to it.
    """

    run: RunSettings
    demo: DemoRobot | None = None
    opened_by: ConnectionOpener = open_connection

    @property
    def description(self) -> str:
        """Return the robot's description for the user."""
        if self.demo:
            return f"a simulated {self.demo.rig} robot"
        name = f"the robot {self.run.robot}" if self.run.robot else "the robot"
        return f"{name} on {self.run.port}"

    @property
    def is_none(self) -> bool:
        """Return whether there is neither a robot nor a simulator."""
        return not self.run.port and self.demo is None

    @property
    def simulator(self) -> DemoRobot | None:
        """Return the simulator, or the one that can be tried; None beside a robot."""
        return None if self.run.port else self.demo or DemoRobot()

    def with_simulator(self, fields: Mapping[str, str]) -> AttachedRobot:
        """Return the robot, a simulator as the fields of the page say. Raises InputError."""
        simulator = self.simulator
        return self if simulator is None else replace(self, demo=simulator.with_fields(fields))

    @property
    def absence(self) -> str:
        """Return what to connect, in words, where port or camera are not there; "" otherwise."""
        # A simulated robot has cameras of its own.
        is_real = self.run.port and not self.run.port.startswith(SIMULATED)
        absent = absent_devices(self.run.port, self.run.camera) if is_real else ()
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
            return self.run
        seed = self.demo.seed
        robot = SimulatedRobotSettings(
            rig=self.demo.rig,
            seed=SystemRandom().randrange(1_000_000) if seed is None else seed + number,
            jam=self.demo.jam,
            pace=self.demo.pace,
            state=state_beside(path),
            faults=self.demo.faults,
        )
        servos = self.demo.servos or load_rig(self.demo.rig).usual_servos
        return replace(self.run, simulated=robot, servos=servos)

    def with_camera(self, source: str) -> AttachedRobot:
        """Return the robot with another camera; the simulator has its own."""
        return self if self.demo else replace(self, run=self.run.on(camera=source).lasting)

    def owns_run(self, settings: RunSettings) -> bool:
        """Return whether a run was one of this robot, or of the simulator if that is attached."""
        if self.demo is None:
            return settings.simulated is None and lasting_port(settings.port) == self.run.port
        return settings.simulated is not None


NO_ROBOT = AttachedRobot(RunSettings(SolutionPolicy()))
