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


Rokumen = Callable[..., CommandResult]
