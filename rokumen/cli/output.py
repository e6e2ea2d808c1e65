"""Output of the commands: JSON on stdout."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import click


def print_json(values: Mapping[str, Any]) -> None:
    """Print one JSON object on one line of stdout."""
    click.echo(json.dumps(values, ensure_ascii=False))
