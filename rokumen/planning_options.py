"""Options of all that plans: how to choose a solution, and how fast hands are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from solver.engine import DEFAULT_METHOD, ENGINES

_OPTIONS = (
    click.option(
        "--method", type=click.Choice(sorted(ENGINES)), help=f"The engine [{DEFAULT_METHOD}]."
    ),
    click.option(
        "--fastest",
        is_flag=True,
        help="Let the rig's time choose: among --method's solutions, or any if none is named.",
    ),
    click.option(
        "--time-limit",
        type=click.FloatRange(min=0),
        metavar="S",
        help="With --fastest: seconds to look for a solution [1.5].",
    ),
    click.option(
        "--rig-profile",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Measured durations of the rig, as TOML.",
    ),
)


def planning_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options `method`, `fastest`, `time_limit` and `rig_profile`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
