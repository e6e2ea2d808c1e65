"""Calls the command line in this process and keeps what it said."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from rokumen.cli import run


@dataclass(frozen=True)
class Said:
    """How a command ended, and what it wrote."""

    status: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def rokumen(capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """Run `rokumen` with arguments."""

    def call(*arguments: str) -> Said:
        capsys.readouterr()
        status = run(arguments)
        out, err = capsys.readouterr()
        return Said(status, out, err)

    return call
