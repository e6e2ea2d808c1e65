"""Recordings of emulated smart cubes, to be replayed where a user names a cube."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rokumen.smart_cubes.opening import REPLAY
from rokumen.smart_cubes.smart_cube import SmartCube
from tests.support.benchmarks import EmulatedLink


def recorded_cube(file: Path, identifier: str, moves: str = "", **options: Any) -> str:
    """Record into `file` what an emulated cube tells, see `EmulatedLink`; return its name."""
    with SmartCube(EmulatedLink(identifier, moves, **options), file) as cube:
        for _ in cube.events():
            pass
    return f"{REPLAY}{file}"
