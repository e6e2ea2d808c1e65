"""Pictures: the suffix of the file decides its format, and any other is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command_line import Rokumen

# Each command that writes a picture without photographs or a robot, its file's option last.
COMMANDS = {
    "polyhedra": (("puzzle", "draw", "cube-faces-2", "--output"), ("svg", "png")),
    "steps": (("puzzle", "steps", "4x4x4", "2R", "--draw"), ("svg", "png")),
    "operations": (("paper", "operations", "--draw"), ("svg", "png")),
    "permutation": (("paper", "permutation", "J", "--draw"), ("svg", "png")),
    "packings": (("paper", "pack", "--most=1", "--draw"), ("svg", "png")),
    "lesson": (("explain", "R U", "--draw"), ("svg", "png")),
    "timetable": (("plan", "--moves", "R", "--draw"), ("html", "png")),
    "growth": (("paper", "search", "--counts", "--depth=1", "--draw"), ("svg", "png")),
}
BEGINNINGS = {
    "svg": (b"<svg", b"<?xml"),
    "html": (b"<!doctype html", b"<!DOCTYPE html"),
    "png": (b"\x89PNG",),
}
# These take seconds before they draw.
SLOW = {"steps", "packings", "growth"}


@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - SLOW))
def test_the_suffix_decides_the_format(rokumen: Rokumen, tmp_path: Path, name: str) -> None:
    if name == "timetable":
        pytest.importorskip("matplotlib")
    command, suffixes = COMMANDS[name]
    for suffix in (*suffixes, "PNG"):
        file = tmp_path / f"p.{suffix}"
        result = rokumen(*command, str(file))
        assert result.status == 0, result.err
        assert file.read_bytes().startswith(BEGINNINGS[suffix.lower()])


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("wrong", ["p.xyz", "p"])
def test_another_suffix_is_refused_with_those_that_are_written(
    rokumen: Rokumen, tmp_path: Path, name: str, wrong: str
) -> None:
    command, suffixes = COMMANDS[name]
    result = rokumen(*command, str(tmp_path / wrong))
    assert result.status == 2
    assert repr(str(tmp_path / wrong)) in result.err
    assert f"name a .{suffixes[0]} or .{suffixes[1]} file" in result.err
    assert not list(tmp_path.iterdir())
