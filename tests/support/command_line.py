"""What a command printed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Said:
    """How a command ended, and what it wrote."""

    status: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)
