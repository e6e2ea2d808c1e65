"""How results and progress are written: results to stdout, everything else to stderr."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import click

from solver.turn import Turn


def print_json(values: Mapping[str, Any]) -> None:
    """Print one JSON object on one line of stdout."""
    click.echo(json.dumps(values, ensure_ascii=False))


def moves_text(turns: Iterable[Turn]) -> str:
    """Write turns as one line of WCA notation."""
    return " ".join(str(turn) for turn in turns)
