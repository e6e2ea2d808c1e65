"""Rigs as TOML files: read, with every wrong value quoted, and written; docs/rigs.md shows them.

A file of each mechanism is a data class. What it leaves out is as in the rig of that name.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from reprlib import repr as short_repr
from typing import Any

from files.bounds import entry
from files.documents import read_toml, with_line
from files.records import read_record, record_table
from files.toml_writing import toml_text
from files.wording import reason
from robot.errors import RigError
from robot.rigs.camera_places import camera_rolls
from robot.rigs.mechanisms.flipper import CoverAngles, Flipper, FlipperDurations
from robot.rigs.mechanisms.four_gripper import FourGripper, FourGripperDurations
from robot.rigs.mechanisms.six_axis import SixAxis, SixAxisDurations, motor_durations
from robot.rigs.mechanisms.two_gripper import TwoGripper, TwoGripperDurations
from robot.rigs.motion_profile import USUAL_ACCELERATION_SECONDS
from robot.rigs.motors import Motors
from robot.rigs.rig import Rig
from robot.rigs.rig_tables import (
    DETENTS,
    JAWS,
    SHAPES,
    BaseTable,
    CameraTable,
    GrippersTable,
    HiddenTable,
    base_table,
    checked_detents,
    grippers_table,
    hidden_tables,
    with_camera_tables,
    with_hidden_tables,
)
from robot.rigs.servo_speeds import Servos, with_servos

_NAME = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class DescribedRig:
    """A rig that was read from a file, and what the file says about it in a line."""

    rig: Rig
    about: str


def read_rig(path: Path) -> DescribedRig:
    """Return the rig that a TOML file describes; its name is that of the file.

    Raises RigError, which names the file and quotes what is wrong in it.
    """
    if not _NAME.fullmatch(path.stem):
        raise RigError(f"{str(path)!r}: use letters, digits, '-' and '_' in the name of a rig file")
    try:
        return _described_rig(path.stem, read_toml(path))
    except (OSError, ValueError) as error:
        raise RigError(
            f"cannot use the rig file {str(path)!r}: {with_line(reason(error), path)}. "
            "docs/rigs.md shows the format"
        ) from error


def rig_text(rig: Rig, about: str = "") -> str:
    """Return a rig file. Raises RigError for a rig of another mechanism than a file can have."""
    return toml_text(_file_of(rig, about or None))


def _described_rig(name: str, table: Mapping[str, Any]) -> DescribedRig:
    mechanism = table.get("mechanism", "")
    if not isinstance(mechanism, str) or mechanism not in _FILES:
        raise ValueError(
            f"mechanism = {short_repr(mechanism)} must be one of {', '.join(_FILES)} (a file of "
            "measured durations is for --durations)"
        )
    grippers = table.get("grippers")
    if isinstance(grippers, Mapping):
        table = {**table, "grippers": _with_usual_lengths(grippers)}
    file = read_record(_FILES[mechanism], table)
    about = file.about or ""
    if not about.isprintable():
        raise ValueError(f"about = {about!r} must be one line")
    rig = replace(file.rig(name), acceleration=file.acceleration)
    return DescribedRig(rig if file.servos is None else with_servos(rig, file.servos), about)


def _with_usual_lengths(grippers: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the table of the grippers with the lengths that jaws of its kind have."""
    usual = JAWS.get(str(grippers.get("jaws")))
    return {**record_table(usual), **grippers} if usual else grippers


@dataclass(frozen=True, slots=True)
class _RigFile(ABC):
    """A rig file; `about` is None where it says nothing about the rig.

    With `servos` their durations and acceleration time take the place of those that it has.
    """

    about: str | None = None
    mechanism: str = ""
    acceleration: float = entry(USUAL_ACCELERATION_SECONDS, minimum=0.001, maximum=1)
    servos: Servos | None = None

    @abstractmethod
    def rig(self, name: str) -> Rig:
        """Return the rig of this name. Raises ValueError for what no such rig can do."""


@dataclass(frozen=True, slots=True)
class _TwoGripperFile(_RigFile):
    """The file of a rig with two grippers."""

    grippers: GrippersTable = entry(GrippersTable())
    durations: TwoGripperDurations = entry(TwoGripperDurations())
    cameras: tuple[CameraTable, ...] = ()
    hidden: tuple[HiddenTable, ...] = ()

    def rig(self, name: str) -> Rig:
        """See `_RigFile.rig`."""
        positions, looks = SHAPES[self.grippers.shape or "L"]
        rig = TwoGripper(name, positions=positions, cameras=(looks,), durations=self.durations)
        rig = with_camera_tables(self.grippers.put_on(rig), self.cameras)
        return with_hidden_tables(rig, self.hidden)


@dataclass(frozen=True, slots=True)
class _FourGripperFile(_RigFile):
    """The file of a rig with four grippers."""

    grippers: GrippersTable = entry(GrippersTable())
    durations: FourGripperDurations = entry(FourGripperDurations())
    cameras: tuple[CameraTable, ...] = ()
    hidden: tuple[HiddenTable, ...] = ()

    def rig(self, name: str) -> Rig:
        """See `_RigFile.rig`."""
        if self.grippers.shape is not None:
            raise ValueError(
                f"[grippers] shape = {self.grippers.shape!r} is for two grippers; leave it out"
            )
        rig = self.grippers.put_on(FourGripper(name, durations=self.durations))
        if not rig.jaws.withdraw:
            raise ValueError(
                f"[grippers] draw_back = {rig.jaws.draw_back:g}: the grippers of a four-gripper "
                f"rig must draw back by their reach, {rig.jaws.reach:g}, or they meet when they "
                "turn"
            )
        return with_hidden_tables(with_camera_tables(rig, self.cameras), self.hidden)


@dataclass(frozen=True, slots=True)
class _FlipperFile(_RigFile):
    """The file of a flipper."""

    base: BaseTable = entry(BaseTable())
    cover: CoverAngles = entry(CoverAngles())
    durations: FlipperDurations = entry(FlipperDurations())
    cameras: tuple[CameraTable, ...] = ()
    hidden: tuple[HiddenTable, ...] = ()

    def rig(self, name: str) -> Rig:
        """See `_RigFile.rig`."""
        _check_cover(self.cover)
        angles = self.base.angles
        rig = Flipper(
            name,
            durations=self.durations,
            detents=DETENTS if isinstance(angles, str) else checked_detents("[base]", angles),
            endless_axes=("base",) if isinstance(angles, str) else (),
            overshoot=self.base.overshoots,
            play=round(self.base.play),
            cover=self.cover,
        )
        return with_hidden_tables(with_camera_tables(rig, self.cameras), self.hidden)


@dataclass(frozen=True, slots=True)
class _SixAxisFile(_RigFile):
    """The file of a rig with a motor at each face, or at each but U."""

    motors: Motors = entry(Motors())
    durations: SixAxisDurations | None = None
    cameras: tuple[CameraTable, ...] = ()

    def rig(self, name: str) -> Rig:
        """See `_RigFile.rig`. The motors' own times are those where no durations are given."""
        motors, axes = self.motors, tuple(self.motors.faces)
        motors.check()
        if self.durations is not None:
            motors.check_durations(self.durations.quarter, self.durations.half)
        durations = self.durations or motor_durations(motors)
        rig = SixAxis(name, axes, durations=durations, endless_axes=axes, motors=motors)
        return with_camera_tables(rig, self.cameras)


_FILES: Mapping[str, type[_RigFile]] = {
    "two-gripper": _TwoGripperFile,
    "four-gripper": _FourGripperFile,
    "flipper": _FlipperFile,
    "six-axis": _SixAxisFile,
}


def _file_of(rig: Rig, about: str | None) -> _RigFile:
    looks = zip(rig.cameras, camera_rolls(rig), strict=True)
    cameras = tuple(CameraTable(seen, roll) for seen, roll in looks)
    head = (about, rig.mechanism, rig.acceleration, None)
    match rig:
        case TwoGripper():
            shape = next(name for name, (held, _) in SHAPES.items() if held == rig.positions)
            grippers, hidden = grippers_table(rig, shape), hidden_tables(rig)
            return _TwoGripperFile(*head, grippers, rig.durations, cameras, hidden)
        case FourGripper():
            grippers, hidden = grippers_table(rig, None), hidden_tables(rig)
            return _FourGripperFile(*head, grippers, rig.durations, cameras, hidden)
        case Flipper():
            base, hidden = base_table(rig), hidden_tables(rig)
            return _FlipperFile(*head, base, rig.cover, rig.durations, cameras, hidden)
        case SixAxis():
            durations = None if rig.has_laws else rig.durations
            return _SixAxisFile(*head, rig.motors, durations, cameras)
    raise RigError(f"the {rig.name} rig is Python code, which no rig file can describe")


def _check_cover(cover: CoverAngles) -> None:
    if not cover.open < cover.low < cover.up:
        raise ValueError(
            f"[cover] open = {cover.open:g}, low = {cover.low:g}, up = {cover.up:g} must rise: "
            "they are degrees from closed"
        )
    if cover.release > cover.open / 3:
        raise ValueError(
            f"[cover] release = {cover.release:g} must be at most a third of open = "
            f"{cover.open:g}: a cover that goes further back does not hold the cube"
        )
