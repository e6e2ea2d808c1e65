"""Robots by name: one TOML file each, which `rokumen setup` writes and commands read.

The same file is the settings file of a Maestro (robot.servos.servo_settings) and the profile of
the rig's durations (robot.rigs.durations). It keeps where the robot's cameras look, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from reprlib import repr as short_repr
from typing import Any, Self

import numpy as np

from files.access import replace_text, visible
from files.bounds import entry
from files.documents import optional, read_toml, require, with_line
from files.folders import config_file
from files.locks import changing
from files.records import read_record, record_table
from files.toml_writing import toml_text
from files.wording import reason
from robot.drives.registry import DRIVES
from robot.errors import RigError
from robot.rigs.actuators import REST_SECONDS
from robot.rigs.camera_places import UNKNOWN_WORD, parse_places, place_text
from robot.rigs.command import USUAL_PULSES, WIDEST_PULSES
from robot.rigs.durations import MAX_SETTLING_SECONDS
from robot.rigs.rig import MAX_SECONDS, MIN_SECONDS
from robot.rigs.servo_speeds import Servos, check_servo_names
from rokumen.errors import InputError
from rokumen.storage.stored_names import check_stored_camera, check_stored_port
from vision.arrays import FloatArray, IntArray
from vision.facelet_indices import CUBE_ROTATIONS
from vision.held.outlines import Outlines, positions_seen
from vision.held.placed_views import CameraPlace

_MAX_FACES = 3  # that one camera sees
_DECIMALS = 1  # of pixels

Corners = tuple[tuple[tuple[float, ...], ...], ...]

MAESTRO = "maestro"
# A board with the firmware of this project.
CHIP = "chip"
# A robot in this process, at a sim:// URL, which knows its rig.
SIMULATED = "simulated"
BOARDS = (SIMULATED, *DRIVES)

# Names are written on command lines, and are those of files.
_NAME = re.compile(r"\w[\w.-]*")
# Of the names of ports, those on Windows are words too.
_PORT_NAME = re.compile(r"COM[0-9]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class StoredPlace:
    """Where one camera looks, and what its pictures have shown.

    `looks`: its place, as users write it; `rotation`: the index of its rotation in CUBE_ROTATIONS,
    None for a camera that is upright as `looks` says; `corners` (places x 4 x 2, pixels) and
    `facelets` (places x 9): where its pictures show faces, both empty for a camera that sees one
    face. Raises ValueError where they contradict each other.
    """

    looks: str = UNKNOWN_WORD
    rotation: int | None = entry(
        None,
        minimum=0,
        maximum=len(CUBE_ROTATIONS) - 1,
        help="what its pictures have shown; remove it, corners and facelets if the camera is moved",
    )
    corners: Corners = ()
    facelets: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        positions = self.positions
        if self.corners or self.facelets:
            _check_outlines(self.corners, self.facelets)
        if self.rotation is None:
            return
        seen = positions_seen(self.rotation, self._outlines)
        if set(seen) != set(positions):
            raise ValueError(
                f"looks = {self.looks!r} and rotation = {self.rotation} contradict each other: "
                f"with this rotation the camera looks at {seen}; remove rotation, corners and "
                "facelets"
            )

    @classmethod
    def of(cls, place: CameraPlace) -> Self:
        """Return what is stored of a place."""
        looks, found = place_text(place.positions), place.outlines
        if found is None:
            return cls(looks, place.learnt)
        corners = tuple(
            tuple(tuple(round(value, _DECIMALS) for value in point) for point in face)
            for face in found.corners.tolist()
        )
        return cls(looks, place.learnt, corners, tuple(map(tuple, found.facelets.tolist())))

    @property
    def positions(self) -> str:
        """Return the positions that it sees, "" where they are unknown. Raises ValueError."""
        try:
            places = parse_places(self.looks)
        except RigError as error:
            raise ValueError(f"looks = {self.looks!r}: {error}") from error
        if len(places) != 1:
            raise ValueError(
                f"looks = {self.looks!r} must be one place; each camera has its [[cameras]]"
            )
        return places[0]

    def place(self) -> CameraPlace:
        """Return the place for a scan."""
        return CameraPlace(self.positions, self.rotation, self._outlines)

    @property
    def _outlines(self) -> Outlines | None:
        if self.rotation is None or not self.corners:
            return None
        return Outlines(np.array(self.corners, float), np.array(self.facelets))


def _check_outlines(corners: Corners, facelets: tuple[tuple[int, ...], ...]) -> None:
    try:
        is_right = _are_outlines(np.array(corners, float), np.array(facelets))
    except ValueError:
        is_right = False
    if not is_right:
        raise ValueError(
            f"corners = {short_repr(corners)} and facelets = {short_repr(facelets)} must be, for "
            "each face that is seen (3 at most), four points in pixels, and the nine facelets "
            "(0 to 53) of one face; remove rotation, corners and facelets"
        )


def _are_outlines(corners: FloatArray, facelets: IntArray) -> bool:
    """Return whether arrays are four finite points, and the facelets of one face, for each face."""
    count = len(corners)
    if not 1 <= count <= _MAX_FACES or corners.shape != (count, 4, 2):
        return False
    if facelets.shape != (count, 9) or facelets.dtype.kind != "i" or not np.isfinite(corners).all():
        return False
    faces = np.arange(54).reshape(6, 9).tolist()
    return all(sorted(face) in faces for face in facelets.tolist())


@dataclass(frozen=True, slots=True)
class Servo:
    """The servo of an axis or gripper (`kind`): its channel, and its pulse at each place.

    `pulses`: place (an angle such as `-90`, or a position such as `open`) -> microseconds.
    """

    kind: str = entry(is_stored=False)
    name: str = entry(is_stored=False)
    channel: int = entry()
    pulses: Mapping[str, float] = entry()

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
    `moved_by`: the kinds of its servos, such as "ds3218", None where they are not known;
    `rest`: the seconds after a motion at which jaws relax on a board without a program of its own;
    `overlap`: whether motions overlap, None where the robot can; `has_run`: whether it has solved a
    cube: until then it turns at half pace;
    `challenge`: whether a cube that looks solved is turned once more, for the camera to see;
    `limits`: the lowest and the highest pulse of any servo, in microseconds;
    `places`: where each camera looks, none if that is where the rig's look.
    """

    name: str = entry(is_stored=False)
    port: str = entry("", key="robot.port")
    board: str = entry("", key="robot.board", choices=("", *BOARDS))
    rig: str = ""
    camera: str = entry("", key="robot.camera")
    pace: float = entry(
        1.0, minimum=0.01, maximum=1000, help="times as fast as the rig's own durations"
    )
    settle: float = entry(
        0.0, minimum=0, maximum=2, help="seconds in which servos arrive after their last pulse"
    )
    rest: float = entry(
        REST_SECONDS,
        minimum=0,
        maximum=60,
        help="seconds after a motion at which closed jaws relax, 0 for never",
    )
    limits: tuple[int, int] = entry(
        USUAL_PULSES,
        minimum=WIDEST_PULSES[0],
        maximum=WIDEST_PULSES[1],
        help="the lowest and the highest pulse of any servo, in microseconds",
    )
    challenge: bool = entry(
        True,
        key="robot.challenge",
        help="whether a solved cube is turned once more, for the camera to see",
    )
    overlap: bool | None = entry(
        None, key="robot.overlap", help="whether motions overlap that cannot touch"
    )
    has_run: bool = entry(
        False, key="robot.has_run", help="until it has solved a cube it turns at half pace"
    )
    done: tuple[str, ...] = entry((), key="robot.done", help="steps of the setup")
    seen: tuple[str, ...] = entry((), key="robot.seen", help="places that were looked at")
    servos: tuple[Servo, ...] = entry((), is_stored=False)
    moved_by: Servos | None = entry(None, key="servos", help="by which motions take their time")
    durations: Mapping[str, float] = entry(
        {}, minimum=MIN_SECONDS, maximum=MAX_SECONDS, help="measured, in seconds at full speed"
    )
    settling: Mapping[str, float] = entry(
        {},
        minimum=0,
        maximum=MAX_SETTLING_SECONDS,
        help="measured: seconds in which servos arrive after the reported end",
    )
    places: tuple[StoredPlace, ...] = entry((), key="cameras", help="where it looks")

    @property
    def path(self) -> Path:
        """Return the file of the robot."""
        return robot_path(self.name)

    @property
    def url(self) -> str:
        """Return the URL of the robot's port, with its settings where the board needs them."""
        if not self.has_drive:
            return self.port
        separator = "&" if "?" in self.port else "?"
        return f"{self.board}://{self.port}{separator}settings={self.path}"

    @property
    def has_drive(self) -> bool:
        """Return True if its electronics are a drive, which keeps nothing: this file does."""
        return self.board in DRIVES

    @property
    def durations_file(self) -> Path | None:
        """Return the file of its durations, None where they are those of the rig."""
        return self.path if self.durations or self.moved_by else None

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


# `rokumen setup list` lists the robots.
LIST = "list"


def robots_folder() -> Path:
    """Return the folder of the robots' files."""
    return config_file().parent / "robots"


def robot_path(name: str) -> Path:
    """Return the file of a robot. Raises InputError for a name that is not one word, and LIST."""
    if not _NAME.fullmatch(name) or name == LIST:
        raise InputError(f"{name!r} cannot be the name of a robot; give a word, such as desk")
    return robots_folder() / f"{name}.toml"


def robot_names() -> tuple[str, ...]:
    """Return the names of the robots that have a file, sorted."""
    return tuple(path.stem for path in visible(robots_folder().glob("*.toml")))


def is_robot_name(text: str) -> bool:
    """Return whether a text that may be a port too is the name of a robot, stored or not."""
    is_port = _PORT_NAME.fullmatch(text) is not None
    return text in robot_names() or (_NAME.fullmatch(text) is not None and not is_port)


def load_robot(name: str) -> RobotFile:
    """Return a robot. Raises InputError where it has no file, or one that is not right."""
    path = robot_path(name)
    try:
        table = read_toml(path)
        servos = tuple(_take_servos(table))
        robot = read_record(RobotFile, table, name=name, servos=servos)
        check_stored_port(robot.port)
        check_stored_camera(robot.camera)
        if robot.moved_by is not None:
            check_servo_names(robot.moved_by)
    except FileNotFoundError:
        known = ", ".join(robot_names()) or "none"
        raise InputError(
            f"there is no robot {name!r} in {str(path.parent)!r}; known: {known}. "
            f"`rokumen setup {name}` sets it up"
        ) from None
    except (OSError, ValueError, RigError) as error:
        words = with_line(reason(error), path)
        raise InputError(f"cannot read the robot in {str(path)!r}: {words}") from error
    return robot


def load_or_new_robot(name: str) -> RobotFile:
    """Return a robot, or one of this name of which nothing is known. Raises InputError."""
    return load_robot(name) if robot_path(name).exists() else RobotFile(name)


def is_challenged(name: str) -> bool:
    """Return whether a cube that a robot has solved is turned once more: unless its file says no.

    `name`: "" for a robot without a name. Raises InputError for a file that is not right.
    """
    return not name or load_or_new_robot(name).challenge


def save_robot(robot: RobotFile) -> None:
    """Write the file of a robot, in place of an older one. Raises InputError."""
    with _changing(robot.path):
        _write(robot)


def change_robot(name: str, change: Callable[[RobotFile], RobotFile]) -> RobotFile:
    """Store what `change` makes of a robot, or of one of which nothing is known, and return it.

    Nobody else changes its file meanwhile. Raises InputError.
    """
    with _changing(robot_path(name)):
        robot = change(load_or_new_robot(name))
        _write(robot)
    return robot


def save_changes(before: RobotFile, robot: RobotFile) -> RobotFile:
    """Store what of a robot has changed, and return it with what others stored meanwhile.

    Raises InputError.
    """
    changes = {
        each.name: now
        for each in fields(robot)
        if (now := getattr(robot, each.name)) != getattr(before, each.name)
    }
    return change_robot(robot.name, lambda stored: replace(stored, **changes))


@contextmanager
def _changing(path: Path) -> Iterator[None]:
    try:
        with changing(path):
            yield
    except OSError as error:
        raise InputError(
            f"cannot write {str(path)!r}: {reason(error)}. Make the folder writable, or set "
            "ROKUMEN_CONFIG to a file in another folder"
        ) from error


def _write(robot: RobotFile) -> None:
    heading = f"The robot {robot.name}, by `rokumen setup {robot.name}`."
    replace_text(robot.path, toml_text(robot, heading, **_servo_tables(robot)))


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
