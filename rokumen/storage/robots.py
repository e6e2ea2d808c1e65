"""Robots by name: one TOML file each, which `rokumen setup` writes and commands read.

The same file is the settings file of a Maestro (robot.boards.maestro_settings) and the profile of
the rig's durations (robot.rigs.durations).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from files.access import replace_text
from files.bounds import entry
from files.documents import optional, read_toml, require
from files.folders import config_file
from files.records import read_record, record_table
from files.toml_writing import toml_text
from rokumen.errors import InputError
from rokumen.storage.stored_places import StoredPlace

MAESTRO = "maestro"
# A board with firmware that speaks the wire protocol.
FIRMWARE = "firmware"
BOARDS = (FIRMWARE, MAESTRO)

# Names are written on command lines, and are those of files.
_NAME = re.compile(r"\w[\w.-]*")


@dataclass(frozen=True, slots=True)
class Servo:
    """The servo of an axis or gripper (`kind`): its channel, and its pulse at each place.

    `pulses`: place (an angle such as `-90`, or a position such as `open`) -> microseconds.
    """

    kind: str = entry(is_stored=False)
    name: str = entry(is_stored=False)
    channel: int = entry()
    pulses: Mapping[str, float] = entry()
    acceleration: int = 0

    @property
    def actuator(self) -> str:
        """Return the name of the actuator among axes and grippers, such as `axis:L`."""
        return f"{self.kind}:{self.name}"


@dataclass(frozen=True, slots=True)
class RobotFile:
    """What is known about one robot.

    `port`, `camera`: as for `rokumen run`, "" where unknown; `board`: one of BOARDS, or "";
    `done`: the steps of the setup that are done; `seen`: the places that were looked at, such as
    `axis:L -90`; `durations`: seconds of the rig's motions; `settling`: the seconds in which its
    servos arrive after each kind of motion, as a camera saw them; `settle`: those that its board
    gives them after their last pulse; `pace`: how many times as fast as the rig's own durations;
    `places`: where each camera looks, none if that is where the rig's look.
    """

    name: str = entry(is_stored=False)
    port: str = entry("", key="robot.port")
    board: str = entry("", key="robot.board", choices=("", *BOARDS))
    rig: str = ""
    camera: str = entry("", key="robot.camera")
    pace: float = entry(1.0, help="times as fast as the rig's own durations")
    settle: float = entry(0.0, help="seconds in which servos arrive after their last pulse")
    done: tuple[str, ...] = entry((), key="robot.done", help="steps of the setup")
    seen: tuple[str, ...] = entry((), key="robot.seen", help="places that were looked at")
    servos: tuple[Servo, ...] = entry((), is_stored=False)
    durations: Mapping[str, float] = entry({}, help="measured, in seconds at full speed")
    settling: Mapping[str, float] = entry(
        {}, help="measured: seconds in which servos arrive after the reported end"
    )
    places: tuple[StoredPlace, ...] = entry((), key="cameras", help="where it looks")

    @property
    def path(self) -> Path:
        """Return the file of the robot."""
        return robot_path(self.name)

    @property
    def url(self) -> str:
        """Return the URL of the robot's port, with its settings where the board needs them."""
        return f"maestro://{self.port}?settings={self.path}" if self.board == MAESTRO else self.port

    @property
    def durations_file(self) -> Path | None:
        """Return the file of the measured durations, None where none were measured."""
        return self.path if self.durations else None

    def servo(self, actuator: str) -> Servo:
        """Return the servo of an actuator. Raises KeyError."""
        for servo in self.servos:
            if servo.actuator == actuator:
                return servo
        raise KeyError(actuator)

    def with_pulse(self, actuator: str, place: str, pulse: float) -> RobotFile:
        """Return the robot with another pulse of a servo at a place."""
        changed = self.servo(actuator)
        new = replace(changed, pulses={**changed.pulses, place: pulse})
        return replace(self, servos=tuple(new if s is changed else s for s in self.servos))

    def with_done(self, step: str) -> RobotFile:
        """Return the robot with one more step done."""
        return replace(self, done=(*(each for each in self.done if each != step), step))


def robots_folder() -> Path:
    """Return the folder of the robots' files."""
    return config_file().parent / "robots"


def robot_path(name: str) -> Path:
    """Return the file of a robot. Raises InputError for a name that is not one word."""
    if not _NAME.fullmatch(name):
        raise InputError(f"{name!r} cannot be the name of a robot; give a word, such as desk")
    return robots_folder() / f"{name}.toml"


def robot_names() -> tuple[str, ...]:
    """Return the names of the robots that have a file, sorted."""
    return tuple(sorted(path.stem for path in robots_folder().glob("*.toml")))


def load_robot(name: str) -> RobotFile:
    """Return a robot. Raises InputError where it has no file, or one that is not right."""
    path = robot_path(name)
    try:
        table = read_toml(path)
        servos = tuple(_take_servos(table))
        return read_record(RobotFile, table, name=name, servos=servos)
    except FileNotFoundError:
        known = ", ".join(robot_names()) or "none"
        raise InputError(
            f"there is no robot {name!r} in {str(path.parent)!r}; known: {known}. "
            f"`rokumen setup {name}` sets it up"
        ) from None
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read the robot in {str(path)!r}: {error}") from error


def load_or_new_robot(name: str) -> RobotFile:
    """Return a robot, or one of this name of which nothing is known. Raises InputError."""
    return load_robot(name) if robot_path(name).exists() else RobotFile(name)


def save_robot(robot: RobotFile) -> None:
    """Write the file of a robot, in place of an older one. Raises InputError."""
    try:
        heading = f"The robot {robot.name}, by `rokumen setup {robot.name}`."
        replace_text(robot.path, toml_text(robot, heading, **_servo_tables(robot)))
    except OSError as error:
        raise InputError(
            f"cannot write {str(robot.path)!r}: {error}. Make the folder writable, or set "
            "ROKUMEN_CONFIG to a file in another folder"
        ) from error


_TABLES = {"axis": "axes", "gripper": "grippers"}


def _servo_tables(robot: RobotFile) -> Mapping[str, Mapping[str, Any]]:
    """Return the tables `axes` and `grippers`, with a table for each servo."""
    return {
        key: {servo.name: record_table(servo) for servo in robot.servos if servo.kind == kind}
        for kind, key in _TABLES.items()
    }


def _take_servos(table: dict[str, Any]) -> Iterator[Servo]:
    """Yield the servos of a robot's file, and remove their tables from it. Raises ValueError."""
    for kind, key in _TABLES.items():
        tables = optional(table, key, {}, dict)
        for name in tables:
            servo = require(tables, name, dict)
            yield read_record(Servo, servo, f"{key}.{name}", kind=kind, name=name)
        table.pop(key, None)
