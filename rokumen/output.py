"""How results and progress are written: results to stdout, everything else to stderr."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import click

from solver.notation import shintani
from solver.turn import Turn


def print_json(values: Mapping[str, Any]) -> None:
    """Print one JSON object on one line of stdout."""
    click.echo(json.dumps(values, ensure_ascii=False))


def moves_text(turns: Iterable[Turn]) -> str:
    """Write turns as one line of WCA notation."""
    return " ".join(str(turn) for turn in turns)


Writer = Callable[[Iterable[Turn]], str]

# How turns can be written: R U', or E1 U3 as seed 002 does.
NOTATIONS: Mapping[str, Writer] = {"wca": moves_text, "shintani": shintani.print_turns}
DEFAULT_NOTATION = "wca"
