"""Every number on the command line has bounds, and is written in ASCII digits."""

from __future__ import annotations

from collections.abc import Iterator

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
        ("simulate", "--pace", "nan"),
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
