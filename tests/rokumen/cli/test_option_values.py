"""Values of options: numbers have bounds and ASCII digits, pictures a suffix that is known."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.types import FloatParamType, IntParamType

from rokumen.cli.main import cli
from tests.support.command_line import Rokumen

Found = tuple[str, click.Parameter]


def numbers(command: click.Command, path: str = "") -> Iterator[Found]:
    """Yield each parameter that is a number, by the words of its command."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from numbers(inner, f"{path} {name}")
    for parameter in command.params:
        if (
            isinstance(parameter.type, IntParamType | FloatParamType)
            and parameter.name != "verbose"
        ):
            yield f"{path} {parameter.name}", parameter


NUMBERS = dict(numbers(cli))
NONE = ("nan", "inf", "-inf", "9" * 30, "9" * 5000, "²", "٣", "", "1_0", True, [1], float("nan"))


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_is_bounded(name: str) -> None:
    parameter = NUMBERS[name]
    for value in NONE:
        with pytest.raises(click.BadParameter):
            parameter.type.convert(value, parameter, None)


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "R", "--effort", "9" * 30),
        ("solve", "R", "--all", "1000000000000"),
        ("solve", "-", "--processes", "1000000000"),
        ("solve", "R", "--method=two-phase", "--threads", "100000"),
        ("demo", "--pace", "nan"),
        ("demo", "--jam", "nan"),
    ],
)
def test_an_error_quotes_a_number_out_of_bounds(
    rokumen: Rokumen, arguments: tuple[str, ...]
) -> None:
    result = rokumen(*arguments)
    assert result.status == 2
    assert f"Invalid value for '{arguments[-2]}': " in result.err
    assert arguments[-1][:20] in result.err


LONG = "9" * 4400


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", " ".join(["²"] * 48)),
        ("solve", " ".join(["1"] * 47 + [LONG])),
        ("solve", "--puzzle=4x4x4", f"{LONG}R"),
        ("solve", "--puzzle=4x4x4", f"xl{LONG}"),
        ("solve", "--puzzle=4x4x4", "٣R"),
        ("solve", "--puzzle=cube-faces-3", f"{LONG}A"),
        ("puzzle", "steps", f"{LONG}x{LONG}x{LONG}", "R"),
        ("paper", "pack", "--box", "٣x٣x٣"),
        ("simulate", "--faults", f"jam_once@{LONG}"),
        ("simulate", "--tcp", "127.0.0.1:²"),
    ],
)
def test_an_error_quotes_digits_that_are_not_a_number(
    rokumen: Rokumen, arguments: tuple[str, ...]
) -> None:
    result = rokumen(*arguments)
    assert result.status == 2
    assert "error: " in result.err.lower()


@pytest.mark.parametrize(
    "arguments",
    [
        ("scan", "--camera", "http://[::1"),
        ("run", "--port", "maestro://[::1"),
        ("run", "--port", "sim://[::1"),
        ("run", "--port", "sim://two-gripper?pace=nan"),
    ],
)
def test_an_error_quotes_a_bad_address(rokumen: Rokumen, arguments: tuple[str, ...]) -> None:
    result = rokumen(*arguments)
    assert result.status == 1
    assert arguments[-1].partition("?")[0] in result.err


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
