"""The options of `demo` and `serve --demo`: which simulated robot, and what goes wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from robot.rig import DEFAULT_RIG, RIGS

_OPTIONS = (
    click.option("--seed", type=int, help="Repeats a demo: its cube and its jams [random]."),
    click.option("--rig", type=click.Choice(sorted(RIGS)), default=DEFAULT_RIG, show_default=True),
    click.option(
        "--jam",
        type=click.FloatRange(0, 1),
        default=0.05,
        show_default=True,
        help="Chance that a turn catches.",
    ),
    click.option("--faults", default="", metavar="LIST|FILE", help="Such as jam_once@12, or TOML."),
)


def simulated_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options `seed`, `rig`, `jam` and `faults`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
