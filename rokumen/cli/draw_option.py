"""The option `--draw`, which every command that writes a picture has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click


def draw_option(older: str, help_text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option `--draw FILE` of a command where it had another name.

    The older name still works, and is the name of the parameter and of the setting.
    """
    return click.option(
        "--draw", f"--{older}", older, type=click.Path(path_type=Path), help=help_text
    )
