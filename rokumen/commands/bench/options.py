"""Options that several benchmarks have."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def data_folder(holds: str) -> Callable[[Command], Command]:
    """Ask for `data`, the folder of the evaluation data; `holds` says which of it is used."""
    return click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        envvar="ROKUMEN_DATA",
        show_envvar=True,
        required=True,
        help=f"Holds {holds}.",
    )


def processes(what: str) -> Callable[[Command], Command]:
    """Ask for `processes`; `what` says what so many do at once."""
    return click.option(
        "--processes",
        type=click.IntRange(min=1),
        default=os.cpu_count() or 1,
        show_default="all cores",
        help=f"How many {what} at once.",
    )
