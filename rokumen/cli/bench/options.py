"""Options shared by the benchmark commands."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from rokumen.cli.number_types import WORKERS

Command = TypeVar("Command", bound=Callable[..., Any])


def data_folder(holds: str) -> Callable[[Command], Command]:
    """Add `data`, the folder of the evaluation data; `holds` names the data sets that are used."""
    return click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        envvar="ROKUMEN_DATA",
        show_envvar=True,
        required=True,
        help=f"Holds {holds}.",
    )


def processes(what: str) -> Callable[[Command], Command]:
    """Add `processes`; `what` names the things that run in parallel, one in each process."""
    return click.option(
        "--processes",
        type=WORKERS,
        default=os.cpu_count() or 1,
        show_default="all cores",
        help=f"Number of {what} in parallel.",
    )
