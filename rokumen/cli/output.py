"""Output of the commands: JSON on stdout."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from solver.core.strict_json import strict_json


def print_json(values: Mapping[str, Any]) -> None:
    """Print one strict JSON object on one line of stdout."""
    click.echo(strict_json(values))
