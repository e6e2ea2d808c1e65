"""The house: who may import whom, and what a light command must not pay for."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("rokumen", "robot", "vision", "calibration", "firmware_sim", "solver")
MAY_IMPORT = {
    "rokumen": set(ROOMS),
    "calibration": {"vision", "robot", "solver"},
    "firmware_sim": {"robot", "solver"},
    "robot": {"solver"},
    "vision": {"solver"},
    "solver": set(),
}
# The simulator shares the grammar and the rigs with the host, never what the host does with them.
SIMULATOR_SHARES = {
    "robot.protocol",
    "robot.command",
    "robot.rig",
    "robot.rigs",
    "robot.clock",
    "robot.errors",
}


def imports(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_imports_run_one_way(room: str) -> None:
    allowed = MAY_IMPORT[room] | {room}
    files = list((ROOT / room).rglob("*.py"))
    assert files
    for file in files:
        for name in imports(file):
            package = name.split(".")[0]
            assert package not in ROOMS or package in allowed, f"{file} imports {name}"


def test_the_simulator_does_not_know_the_host() -> None:
    for file in (ROOT / "firmware_sim").rglob("*.py"):
        for name in imports(file):
            if name.startswith("robot."):
                shared = any(name == m or name.startswith(f"{m}.") for m in SIMULATOR_SHARES)
                assert shared, f"{file} imports {name}"


def test_solving_a_cube_loads_no_heavy_library() -> None:
    code = (
        "import sys; from solver import Cube; Cube.solved(); "
        "print(','.join(m for m in ('numpy','cv2','sklearn','serial','rich') if m in sys.modules))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.strip() == ""
