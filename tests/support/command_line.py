"""The result of a command, and the function that runs one: what the fixture `rokumen` gives."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class CommandResult:
    """Exit status and output of a command."""

    status: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def rows(self) -> list[list[str]]:
        """The rows of the tables in the output, with their heads, cell by cell."""
        return table_rows(self.out)


def table_rows(text: str) -> list[list[str]]:
    """Return the rows of the tables in a text, with their heads, cell by cell."""
    lines = [line.replace("┃", "│") for line in text.splitlines() if line.startswith(("┃", "│"))]
    return [[cell.strip() for cell in line.strip("│").split("│")] for line in lines]


Rokumen = Callable[..., CommandResult]
