"""Output of the commands: JSON on stdout."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
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
