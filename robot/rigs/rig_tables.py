"""The tables of a rig file: what each may have, and the part of a rig that it describes."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from files.bounds import entry
from robot.rigs.camera_places import is_place
from robot.rigs.command import CLOSED, LOW, OPEN, UP
from robot.rigs.mechanisms.flipper import Flipper
from robot.rigs.mechanisms.four_gripper import FourGripper
from robot.rigs.mechanisms.jaws import CORNER_CLEARANCE, PLAIN, WITHDRAWING, HiddenStickers, Jaws
from robot.rigs.mechanisms.six_axis import SixAxis
from robot.rigs.mechanisms.two_gripper import TwoGripper
from robot.rigs.rig import Rig
from solver.core.geometry import FACES

AnyRig = TypeVar("AnyRig", TwoGripper, FourGripper, Flipper, SixAxis)
Gripping = TypeVar("Gripping", TwoGripper, FourGripper)
Holding = TypeVar("Holding", TwoGripper, FourGripper, Flipper)

# The positions that the grippers L and R hold in each shape, and where the camera looks.
SHAPES = {"L": (("L", "B"), "U"), "V": (("L", "D"), "F")}
JAWS = {"withdrawing": WITHDRAWING, "plain": PLAIN}
DETENTS = (-90, 0, 90)
_HALF_CUBE = 1.5
_MAX_ANGLE = 360
_MAX_OVERSHOOT = 40
# Jaws of which the usual servo moves a little more than half its travel to open reach so much more.
_MAX_LOADING = 1.5

_CONDITION = re.compile(r"([A-Za-z0-9_-]+):([+-]?\d+|[a-z]+)")


@dataclass(frozen=True, slots=True)
class CameraTable:
    """A table [[cameras]] of a rig file: where a camera looks, and its rotation in degrees."""

    looks: str = entry()
    roll: float = entry(0.0, minimum=-180, maximum=180)


@dataclass(frozen=True, slots=True)
class HiddenTable:
    """A table [[hidden]]: stickers, from 1 on, and the conditions in which they are hidden."""

    at: str = entry(choices=FACES)
    stickers: tuple[int, ...] = entry(minimum=1, maximum=9)
    when: tuple[str, ...] = ()

    def stickers_of(self, rig: Rig, where: str) -> HiddenStickers:
        """Return the hidden stickers, numbered from 0, and when they are hidden.

        Raises ValueError for an unknown condition.
        """
        _check_different(where, "stickers", self.stickers)
        conditions = [_condition(where, rig, text) for text in self.when]
        return HiddenStickers(
            self.at,
            frozenset(sticker - 1 for sticker in self.stickers),
            tuple((name, at) for name, at in conditions if isinstance(at, int)),
            tuple((name, at) for name, at in conditions if isinstance(at, str)),
        )


@dataclass(frozen=True, slots=True)
class GrippersTable:
    """The table [grippers]; `shape` is for two of them."""

    shape: str | None = entry(None, choices=tuple(SHAPES))
    angles: tuple[int, ...] = DETENTS
    jaws: str = entry("withdrawing", choices=tuple(JAWS))
    width: float = entry(WITHDRAWING.width, minimum=0, maximum=3)
    reach: float = entry(WITHDRAWING.reach, minimum=0, maximum=3)
    opening: float = entry(WITHDRAWING.opening, minimum=0.05, maximum=3)
    draw_back: float = entry(WITHDRAWING.draw_back, minimum=0, maximum=5)
    loading: float | Mapping[str, float] | None = None
    overlap: bool = False

    def put_on(self, rig: Gripping) -> Gripping:
        """Return the rig with these grippers. Raises ValueError for fingers that collide."""
        jaws = Jaws(self.width, self.reach, self.opening, self.draw_back)
        if not jaws.withdraw and jaws.opening < CORNER_CLEARANCE:
            raise ValueError(
                f"[grippers] opening = {jaws.opening:g} with draw_back = {jaws.draw_back:g}: jaws "
                f"that stay over the cube must open at least {CORNER_CLEARANCE:.2f} cubies to turn "
                "around its corners"
            )
        if jaws.reach + jaws.width / 2 > _HALF_CUBE:
            raise ValueError(
                f"[grippers] reach = {jaws.reach:g} with width = {jaws.width:g}: the fingers of "
                f"two grippers meet where reach and half of width are more than {_HALF_CUBE:g} "
                "cubies"
            )
        detents = checked_detents("[grippers]", self.angles)
        rig = replace(rig, detents=detents, jaws=jaws, loading=self._loading(rig.grippers))
        if self.overlap and not rig.can_overlap:
            raise ValueError(
                "[grippers] overlap = true: motions of four grippers overlap only where open jaws "
                "draw back (draw_back) and are in nobody's way"
            )
        return replace(rig, overlap=self.overlap)

    def _loading(self, grippers: Sequence[str]) -> tuple[float, ...]:
        """Return how far the fingers of each gripper open for loading; () if as far as always."""
        where, each = "[grippers] loading", self.loading
        if not isinstance(each, Mapping):
            named = {where: self.opening if each is None else each}
            loading = (named[where],) * len(grippers)
        else:
            named = {f"{where} {name}": each.get(name, self.opening) for name in grippers}
            loading = tuple(named.values())
            for name in each.keys() - set(grippers):
                known = ", ".join(grippers)
                raise ValueError(f"{where} has the unknown key {name!r}; known: {known}")
        most = round(_MAX_LOADING * self.opening, 3)
        for name, far in named.items():
            if not self.opening <= far <= most:
                raise ValueError(f"{name} = {far:g} must be from {self.opening:g} to {most:g}")
        return loading if max(loading) > self.opening else ()


@dataclass(frozen=True, slots=True)
class BaseTable:
    """The table [base] of a flipper; its values are in degrees."""

    angles: tuple[int, ...] | Literal["endless"] = DETENTS
    overshoot: float | Mapping[str, float] = entry(0.0, minimum=0, maximum=_MAX_OVERSHOOT)
    play: float = entry(0.0, minimum=0, maximum=_MAX_OVERSHOOT)

    @property
    def overshoots(self) -> int | tuple[tuple[int, int], ...]:
        """Return the overshoot as `Flipper` has it. Raises ValueError for one at no detent."""
        if not isinstance(self.overshoot, Mapping):
            return round(self.overshoot)
        angles = () if self.angles == "endless" else self.angles
        if not angles:
            raise ValueError("[base] overshoot must be one number where angles = 'endless'")
        detents = {str(detent): detent for detent in angles}
        if unknown := self.overshoot.keys() - detents.keys():
            raise ValueError(
                f"[base.overshoot] has the unknown angle {sorted(unknown)[0]!r}; known: "
                f"{', '.join(detents)}"
            )
        found = {detent: round(self.overshoot.get(name, 0)) for name, detent in detents.items()}
        return tuple(sorted(found.items()))


def grippers_table(rig: TwoGripper | FourGripper, shape: str | None) -> GrippersTable:
    """Return the table of a rig's grippers, which have this shape if they are two."""
    kind = next(name for name, usual in JAWS.items() if usual.withdraw == rig.jaws.withdraw)
    loading = dict(zip(rig.grippers, rig.loading, strict=True)) if rig.loading else None
    lengths = (rig.jaws.width, rig.jaws.reach, rig.jaws.opening, rig.jaws.draw_back)
    return GrippersTable(shape, rig.detents, kind, *lengths, loading, rig.overlap)


def base_table(rig: Flipper) -> BaseTable:
    """Return the table of a flipper's base."""
    overshoot: float | Mapping[str, float]
    if isinstance(rig.overshoot, int):
        overshoot = rig.overshoot
    else:
        overshoot = {str(detent): degrees for detent, degrees in rig.overshoot}
    return BaseTable("endless" if rig.endless else rig.detents, overshoot, rig.play)


def hidden_tables(rig: TwoGripper | FourGripper | Flipper) -> tuple[HiddenTable, ...]:
    """Return the tables of the stickers that a rig's description says are hidden."""
    found = []
    for hidden in rig.hidden:
        conditions = [f"{axis}:{at:+d}" for axis, at in hidden.angles]
        conditions += [f"{name}:{grip}" for name, grip in hidden.grips]
        numbers = sorted(facelet + 1 for facelet in hidden.facelets)
        found.append(HiddenTable(hidden.position, tuple(numbers), tuple(conditions)))
    return tuple(found)


def with_camera_tables(rig: AnyRig, cameras: Sequence[CameraTable]) -> AnyRig:
    """Return the rig with the cameras of a file; with its own where there are none."""
    for number, camera in enumerate(cameras, 1):
        if not is_place(camera.looks):
            raise ValueError(
                f"[cameras {number}] looks = {camera.looks!r} must be one to three letters of "
                f"{FACES} that meet at a corner, such as 'F' or 'UF'"
            )
    if not cameras:
        return rig
    rolls = tuple(camera.roll for camera in cameras)
    looks = tuple(camera.looks for camera in cameras)
    return replace(rig, cameras=looks, camera_rolls=rolls if any(rolls) else ())


def with_hidden_tables(rig: Holding, hidden: Sequence[HiddenTable]) -> Holding:
    """Return the rig with the stickers that a file says are hidden."""
    found = [each.stickers_of(rig, f"[hidden {n}]") for n, each in enumerate(hidden, 1)]
    return replace(rig, hidden=tuple(found))


def checked_detents(where: str, angles: tuple[int, ...]) -> tuple[int, ...]:
    """Return the angles of a table, called `where` in messages, sorted.

    Raises ValueError for any but different multiples of 90.
    """
    _check_different(where, "angles", angles)
    wrong = [each for each in angles if each % 90 or abs(each) > _MAX_ANGLE]
    if wrong or 0 not in angles or len(angles) < 2:
        raise ValueError(
            f"{where} angles = {list(angles)} must be multiples of 90 from -{_MAX_ANGLE} to "
            f"{_MAX_ANGLE}, 0 among them"
        )
    return tuple(sorted(angles))


def _check_different(where: str, key: str, numbers: Collection[int]) -> None:
    if not numbers or len(set(numbers)) < len(numbers):
        raise ValueError(
            f"{where} {key} = {list(numbers)} must be a list of different whole numbers"
        )


def _condition(where: str, rig: Rig, text: str) -> tuple[str, int | str]:
    """Return the actuator of a condition, and the angle or the position at which it is to be."""
    matched = _CONDITION.fullmatch(text)
    name, at = matched.groups() if matched else ("", "")
    if name in rig.axes and at[-1:].isdigit():
        return name, int(at)
    if name in rig.grippers and at in (OPEN, CLOSED, LOW, UP):
        return name, at
    raise ValueError(
        f"{where} when has {text!r}; use AXIS:ANGLE with {' '.join(rig.axes)}, or "
        f"GRIPPER:POSITION with {' '.join(rig.grippers)} and {OPEN} or {CLOSED}"
    )
