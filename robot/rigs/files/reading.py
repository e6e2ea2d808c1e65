"""Reads the description of a rig from a TOML file; docs/rigs.md shows the format."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TypeVar

from files.documents import read_toml
from robot.errors import RigError
from robot.rigs.camera_places import is_place
from robot.rigs.command import CLOSED, LOW, OPEN, UP
from robot.rigs.files.section import Section
from robot.rigs.flipper import CoverAngles, Flipper
from robot.rigs.four_gripper import FourGripper
from robot.rigs.jaws import CORNER_CLEARANCE, PLAIN, WITHDRAWING, HiddenStickers, Jaws
from robot.rigs.rig import Rig
from robot.rigs.six_axis import SixAxis
from robot.rigs.two_gripper import TwoGripper
from solver.core.geometry import FACES

T = TypeVar("T")
AnyRig = TypeVar("AnyRig", TwoGripper, FourGripper, Flipper, SixAxis)
Holding = TypeVar("Holding", TwoGripper, FourGripper, Flipper)

# The positions that the grippers L and R hold in each shape, and where the camera looks.
SHAPES = {"L": (("L", "B"), "U"), "V": (("L", "D"), "F")}
JAWS = {"withdrawing": WITHDRAWING, "plain": PLAIN}
ENDLESS = "endless"
_HALF_CUBE = 1.5
MAX_ANGLE = 360
MAX_SECONDS = 60.0
MAX_OVERSHOOT = 40
MAX_COVER_ANGLE = 180
# Jaws of which the usual servo moves a little more than half its travel to open reach so much more.
MAX_LOADING = 1.5

_NAME = re.compile(r"[A-Za-z0-9_-]+")
_CONDITION = re.compile(r"([A-Za-z0-9_-]+):([+-]?\d+|[a-z]+)")


@dataclass(frozen=True, slots=True)
class RigFile:
    """A rig that was read from a file, and what the file says about it in a line."""

    rig: Rig
    about: str


def read_rig(path: Path) -> RigFile:
    """Return the rig that a TOML file describes; its name is that of the file.

    Raises RigError, which names the file and quotes what is wrong in it.
    """
    if not _NAME.fullmatch(path.stem):
        raise RigError(f"{str(path)!r}: use letters, digits, '-' and '_' in the name of a rig file")
    try:
        return _rig_file(path.stem, Section("the file", read_toml(path)))
    except (OSError, ValueError) as error:
        raise RigError(
            f"cannot use the rig file {str(path)!r}: {error}. docs/rigs.md shows the format"
        ) from error


def _rig_file(name: str, file: Section) -> RigFile:
    mechanism = file.text("mechanism", "")
    if mechanism not in _READERS:
        raise ValueError(
            f"mechanism = {mechanism!r} must be one of {', '.join(_READERS)} (a file of measured "
            "durations is for --durations)"
        )
    about = file.text("about", "")
    if not about.isprintable():
        raise ValueError(f"about = {about!r} must be one line")
    rig = _READERS[mechanism](name, file)
    file.finish()
    return RigFile(rig, about)


def _two_gripper(name: str, file: Section) -> Rig:
    grippers = file.section("grippers")
    positions, looks = SHAPES[grippers.choice("shape", "L", SHAPES)]
    detents, jaws = _detents(grippers), _jaws(grippers)
    rig = TwoGripper(name, cameras=(looks,), detents=detents, positions=positions, jaws=jaws)
    rig = replace(rig, loading=_loading(grippers, jaws, rig.grippers))
    grippers.finish()
    return _with_hidden(file, _with_cameras_and_durations(file, rig))


def _four_gripper(name: str, file: Section) -> Rig:
    grippers = file.section("grippers")
    detents, jaws = _detents(grippers), _jaws(grippers)
    if not jaws.withdraw:
        raise ValueError(
            f"[grippers] draw_back = {jaws.draw_back:g}: the grippers of a four-gripper rig must "
            f"draw back by their reach, {jaws.reach:g}, or they meet when they turn"
        )
    rig = FourGripper(name, detents=detents, jaws=jaws)
    rig = replace(rig, loading=_loading(grippers, jaws, rig.grippers))
    grippers.finish()
    return _with_hidden(file, _with_cameras_and_durations(file, rig))


def _flipper(name: str, file: Section) -> Rig:
    base = file.section("base")
    endless = base.is_text("angles")
    if endless:
        base.choice("angles", ENDLESS, (ENDLESS,))
    detents = (-90, 0, 90) if endless else _detents(base)
    overshoot = round(base.number("overshoot", 0, 0, MAX_OVERSHOOT))
    play = round(base.number("play", 0, 0, MAX_OVERSHOOT))
    base.finish()
    cover = _cover(file.section("cover"))
    rig = Flipper(
        name,
        detents=detents,
        endless_axes=("base",) if endless else (),
        overshoot=overshoot,
        play=play,
        cover=cover,
    )
    return _with_hidden(file, _with_cameras_and_durations(file, rig))


def _six_axis(name: str, file: Section) -> Rig:
    motors = file.section("motors")
    axes = motors.choice("faces", FACES, (FACES, FACES[1:]))
    motors.finish()
    return _with_cameras_and_durations(file, SixAxis(name, tuple(axes), endless_axes=tuple(axes)))


_READERS: Mapping[str, Callable[[str, Section], Rig]] = {
    "two-gripper": _two_gripper,
    "four-gripper": _four_gripper,
    "flipper": _flipper,
    "six-axis": _six_axis,
}


def _detents(section: Section) -> tuple[int, ...]:
    detents = section.whole_numbers("angles", (-90, 0, 90))
    wrong = [each for each in detents if each % 90 or abs(each) > MAX_ANGLE]
    if wrong or 0 not in detents or len(detents) < 2:
        raise ValueError(
            f"{section.name} angles = {list(detents)} must be multiples of 90 from -{MAX_ANGLE} to "
            f"{MAX_ANGLE}, 0 among them"
        )
    return tuple(sorted(detents))


def _jaws(section: Section) -> Jaws:
    usual = JAWS[section.choice("jaws", "withdrawing", JAWS)]
    jaws = Jaws(
        width=section.number("width", usual.width, 0, 3),
        reach=section.number("reach", usual.reach, 0, 3),
        opening=section.number("opening", usual.opening, 0.05, 3),
        draw_back=section.number("draw_back", usual.draw_back, 0, 5),
    )
    if not jaws.withdraw and jaws.opening < CORNER_CLEARANCE:
        raise ValueError(
            f"{section.name} opening = {jaws.opening:g} with draw_back = {jaws.draw_back:g}: jaws "
            f"that stay over the cube must open at least {CORNER_CLEARANCE:.2f} cubies to turn "
            "around its corners"
        )
    if jaws.reach + jaws.width / 2 > _HALF_CUBE:
        raise ValueError(
            f"{section.name} reach = {jaws.reach:g} with width = {jaws.width:g}: the fingers of "
            f"two grippers meet where reach and half of width are more than {_HALF_CUBE:g} cubies"
        )
    return jaws


def _loading(section: Section, jaws: Jaws, grippers: tuple[str, ...]) -> tuple[float, ...]:
    """Return how far the fingers of each gripper open for loading; () if as far as always."""
    most = round(MAX_LOADING * jaws.opening, 3)
    loading = section.number_each("loading", grippers, jaws.opening, jaws.opening, most)
    return loading if max(loading) > jaws.opening else ()


def _cover(section: Section) -> CoverAngles:
    usual = CoverAngles()
    cover = CoverAngles(
        release=section.number("release", usual.release, 0, MAX_COVER_ANGLE),
        open=section.number("open", usual.open, 1, MAX_COVER_ANGLE),
        low=section.number("low", usual.low, 1, MAX_COVER_ANGLE),
        up=section.number("up", usual.up, 1, MAX_COVER_ANGLE),
    )
    section.finish()
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
    return cover


def _with_cameras_and_durations(file: Section, rig: AnyRig) -> AnyRig:
    """Return the rig with what every mechanism has; what the file leaves out stays as it is."""
    looks, rolls = [], []
    for camera in file.sections("cameras"):
        seen = camera.text("looks", "")
        if not is_place(seen):
            raise ValueError(
                f"{camera.name} looks = {seen!r} must be one to three letters of {FACES} that meet "
                "at a corner, such as 'F' or 'UF'"
            )
        looks.append(seen)
        rolls.append(camera.number("roll", 0, -180, 180))
        camera.finish()
    durations = _durations(file, rig.durations)
    if not looks:
        return replace(rig, durations=durations)
    turned = tuple(rolls) if any(rolls) else ()
    return replace(rig, durations=durations, cameras=tuple(looks), camera_rolls=turned)


def _durations(file: Section, usual: T) -> T:
    section = file.section("durations")
    names = [each.name for each in fields(usual)]  # type: ignore[arg-type]
    seconds = {name: section.number(name, getattr(usual, name), 0, MAX_SECONDS) for name in names}
    section.finish()
    for name, each in seconds.items():
        if not each:
            raise ValueError(f"[durations] {name} = 0 must be more than 0 seconds")
    return replace(usual, **seconds)  # type: ignore[type-var]


def _with_hidden(file: Section, rig: Holding) -> Holding:
    """Return the rig with the stickers that its grippers hide, as the file says."""
    found = []
    for section in file.sections("hidden"):
        position = section.choice("at", "", FACES)
        stickers = section.whole_numbers("stickers", ())
        if not set(stickers) <= set(range(1, 10)):
            raise ValueError(
                f"{section.name} stickers = {list(stickers)} must be numbers from 1 to 9, row by "
                "row as seen from outside"
            )
        angles, grips = [], []
        for condition in section.texts("when", ()):
            name, at = _condition(section, rig, condition)
            if isinstance(at, int):
                angles.append((name, at))
            else:
                grips.append((name, at))
        section.finish()
        facelets = frozenset(sticker - 1 for sticker in stickers)
        found.append(HiddenStickers(position, facelets, tuple(angles), tuple(grips)))
    return replace(rig, hidden=tuple(found))


def _condition(section: Section, rig: Rig, text: str) -> tuple[str, int | str]:
    """Return the actuator of a condition, and the angle or the position at which it is to be."""
    matched = _CONDITION.fullmatch(text)
    name, at = matched.groups() if matched else ("", "")
    if name in rig.axes and at[-1:].isdigit():
        return name, int(at)
    if name in rig.grippers and at in (OPEN, CLOSED, LOW, UP):
        return name, at
    raise ValueError(
        f"{section.name} when has {text!r}; use AXIS:ANGLE with {' '.join(rig.axes)}, or "
        f"GRIPPER:POSITION with {' '.join(rig.grippers)} and {OPEN} or {CLOSED}"
    )
