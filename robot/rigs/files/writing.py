"""Writes the description of a rig as the TOML that `reading` reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from files.documents import toml_string
from robot.errors import RigError
from robot.rigs.camera_places import camera_rolls
from robot.rigs.files.reading import ENDLESS, JAWS, SHAPES
from robot.rigs.flipper import Flipper
from robot.rigs.four_gripper import FourGripper
from robot.rigs.jaws import HiddenStickers, Jaws
from robot.rigs.rig import Rig
from robot.rigs.six_axis import SixAxis
from robot.rigs.two_gripper import TwoGripper


def rig_text(rig: Rig, about: str = "") -> str:
    """Return a rig file. Raises RigError for a rig of another mechanism than a file can have."""
    return "\n".join([*_lines(rig, about), ""])


def _lines(rig: Rig, about: str) -> Iterator[str]:
    if about:
        yield f"about = {toml_string(about)}"
    yield f"mechanism = {toml_string(rig.mechanism)}"
    match rig:
        case TwoGripper():
            shape = next(name for name, (held, _) in SHAPES.items() if held == rig.positions)
            yield from ("", "[grippers]", f'shape = "{shape}"', f"angles = {list(rig.detents)}")
            yield from _jaw_lines(rig.jaws)
            yield from _loading_lines(rig.grippers, rig.loading)
        case FourGripper():
            yield from ("", "[grippers]", f"angles = {list(rig.detents)}")
            yield from _jaw_lines(rig.jaws)
            yield from _loading_lines(rig.grippers, rig.loading)
        case Flipper():
            angles = toml_string(ENDLESS) if rig.endless else list(rig.detents)
            yield from ("", "[base]", f"angles = {angles}")
            yield from (f"overshoot = {rig.overshoot}", f"play = {rig.play}")
            yield from ("", "[cover]")
            yield from (
                f"{each.name} = {getattr(rig.cover, each.name):g}" for each in fields(rig.cover)
            )
        case SixAxis():
            yield from ("", "[motors]", f"faces = {toml_string(''.join(rig.axes))}")
        case _:
            raise RigError(f"the {rig.name} rig is Python code, which no rig file can describe")
    yield from ("", "[durations]")
    for each in fields(rig.durations):
        yield f"{each.name} = {getattr(rig.durations, each.name):g}"
    for looks, roll in zip(rig.cameras, camera_rolls(rig), strict=True):
        yield from ("", "[[cameras]]", f"looks = {toml_string(looks)}", f"roll = {roll:g}")
    for stickers in () if isinstance(rig, SixAxis) else rig.hidden:
        yield from _hidden_lines(stickers)


def _jaw_lines(jaws: Jaws) -> Iterator[str]:
    kind = next(name for name, usual in JAWS.items() if usual.withdraw == jaws.withdraw)
    yield f"jaws = {toml_string(kind)}"
    for each in fields(jaws):
        yield f"{each.name} = {getattr(jaws, each.name):g}"


def _loading_lines(grippers: tuple[str, ...], loading: tuple[float, ...]) -> Iterator[str]:
    if loading:
        each = (f"{name} = {far:g}" for name, far in zip(grippers, loading, strict=True))
        yield f"loading = {{ {', '.join(each)} }}"


def _hidden_lines(stickers: HiddenStickers) -> Iterator[str]:
    numbers = sorted(facelet + 1 for facelet in stickers.facelets)
    conditions = [f"{axis}:{at:+d}" for axis, at in stickers.angles]
    conditions += [f"{name}:{grip}" for name, grip in stickers.grips]
    quoted = ", ".join(map(toml_string, conditions))
    yield from ("", "[[hidden]]", f"at = {toml_string(stickers.position)}")
    yield from (f"stickers = {numbers}", f"when = [{quoted}]")
