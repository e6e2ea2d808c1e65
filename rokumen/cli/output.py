"""Output of the commands: JSON on stdout, and the options that ask for it and for a drawing."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from files.errors import NumberedError
from files.strict_json import strict_json


def error_json(error: NumberedError) -> dict[str, str]:
    """Return an error as commands and pages print it: its number, and its text without it."""
    return {"code": error.code, "message": error.message}


def print_json(values: Mapping[str, Any]) -> None:
    """Print one strict JSON object on one line of stdout."""
    text = strict_json(values)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        # A terminal without UTF-8, or a pipe on Windows: with \u escapes it is the same JSON.
        text = json.dumps(json.loads(text))
    click.echo(text)


def json_option(
    words: str = "Print one JSON object.",
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option `--json` of a command, as its parameter `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help=words)


def draw_option(words: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option `--draw FILE` of a command, as its parameter `draw`."""
    return click.option("--draw", type=click.Path(path_type=Path), help=words)
