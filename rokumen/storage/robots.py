"""Robots by name: one TOML file each, which `rokumen setup` writes and commands read.

The same file is the settings file of a Maestro (robot.boards.maestro_settings) and the profile of
the rig's durations (robot.rigs.durations).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from files.access import replace_text
from files.documents import optional, read_toml, require, toml_string
from rokumen.errors import InputError
from rokumen.storage.settings import config_file
from rokumen.storage.stored_places import StoredPlace, place_from_table, place_lines

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

    kind: str
    name: str
    channel: int
    pulses: Mapping[str, float]
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

    name: str
    port: str = ""
    board: str = ""
    rig: str = ""
    camera: str = ""
    pace: float = 1.0
    settle: float = 0.0
    done: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    servos: tuple[Servo, ...] = ()
    durations: Mapping[str, float] = field(default_factory=dict)
    settling: Mapping[str, float] = field(default_factory=dict)
    places: tuple[StoredPlace, ...] = ()

    @property
    def path(self) -> Path:
        """Return the file of the robot."""
        return robot_path(self.name)

    @property
    def url(self) -> str:
        """Return the URL of the robot's port, with its settings where the board needs them."""
        return f"maestro://{self.port}?settings={self.path}" if self.board == MAESTRO else self.port

    @property
    def profile(self) -> Path | None:
        """Return the profile of the measured durations, None where none were measured."""
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
        return _from_table(name, read_toml(path))
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
        replace_text(robot.path, "\n".join([*_lines(robot), ""]))
    except OSError as error:
        raise InputError(
            f"cannot write {str(robot.path)!r}: {error}. Make the folder writable, or set "
            "ROKUMEN_CONFIG to a file in another folder"
        ) from error


def _lines(robot: RobotFile) -> Iterator[str]:
    yield f"# The robot {robot.name}, by `rokumen setup {robot.name}`."
    yield f"rig = {toml_string(robot.rig)}"
    yield f"pace = {robot.pace:g}  # times as fast as the rig's own durations"
    yield f"settle = {robot.settle:g}  # seconds in which servos arrive after their last pulse"
    yield ""
    yield "[robot]"
    for key, text in (("port", robot.port), ("board", robot.board), ("camera", robot.camera)):
        yield f"{key} = {toml_string(text)}"
    yield f"done = {_list(robot.done)}  # steps of the setup"
    yield f"seen = {_list(robot.seen)}  # places that were looked at"
    for servo in robot.servos:
        yield ""
        yield f"[{_TABLES[servo.kind]}.{servo.name}]"
        yield f"channel = {servo.channel}"
        pulses = ", ".join(f"{place} = {pulse:g}" for place, pulse in servo.pulses.items())
        yield f"pulses = {{ {pulses} }}"
        if servo.acceleration:
            yield f"acceleration = {servo.acceleration}"
    if robot.durations:
        yield ""
        yield "[durations]  # measured, in seconds at full speed"
        yield from (f"{name} = {seconds:g}" for name, seconds in robot.durations.items())
    if robot.settling:
        yield ""
        yield "[settling]  # measured: seconds in which servos arrive after the reported end"
        yield from (f"{kind} = {seconds:g}" for kind, seconds in robot.settling.items())
    for place in robot.places:
        yield ""
        yield from place_lines(place)


_TABLES = {"axis": "axes", "gripper": "grippers"}


def _list(words: tuple[str, ...]) -> str:
    return "[" + ", ".join(map(toml_string, words)) + "]"


def _from_table(name: str, table: Mapping[str, Any]) -> RobotFile:
    """Return the robot of a file. Raises ValueError, which quotes what is wrong."""
    own = optional(table, "robot", {}, dict)
    board = optional(own, "board", "", str)
    if board not in ("", *BOARDS):
        raise ValueError(f"board = {board!r} must be one of {', '.join(BOARDS)}")
    durations = optional(table, "durations", {}, dict)
    settling = optional(table, "settling", {}, dict)
    return RobotFile(
        name,
        port=optional(own, "port", "", str),
        board=board,
        rig=optional(table, "rig", "", str),
        camera=optional(own, "camera", "", str),
        pace=float(optional(table, "pace", 1.0, float)),
        settle=float(optional(table, "settle", 0.0, float)),
        done=_words(own, "done"),
        seen=_words(own, "seen"),
        servos=tuple(_servos(table)),
        durations={key: float(require(durations, key, float)) for key in durations},
        settling={key: float(require(settling, key, float)) for key in settling},
        places=tuple(_places(table)),
    )


def _places(table: Mapping[str, Any]) -> Iterator[StoredPlace]:
    cameras = optional(table, "cameras", [], list)
    if not all(isinstance(each, dict) for each in cameras):
        raise ValueError(f"cameras = {cameras!r} must be tables: [[cameras]]")
    yield from map(place_from_table, cameras)


def _words(table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    words = optional(table, key, [], list)
    if not all(isinstance(word, str) for word in words):
        raise ValueError(f"{key} = {words!r} must be a list of texts")
    return tuple(words)


def _servos(table: Mapping[str, Any]) -> Iterator[Servo]:
    for kind, key in _TABLES.items():
        tables = optional(table, key, {}, dict)
        for name in tables:
            servo = require(tables, name, dict)
            pulses = require(servo, "pulses", dict)
            yield Servo(
                kind,
                name,
                require(servo, "channel", int),
                {place: float(require(pulses, place, float)) for place in pulses},
                optional(servo, "acceleration", 0, int),
            )
