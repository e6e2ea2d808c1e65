"""The layout: which package may import which, no cycles, and no heavy imports when solving."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = (
    "rokumen",
    "robot",
    "vision",
    "calibration",
    "firmware_sim",
    "solver",
    "drawing",
    "files",
)
MAY_IMPORT = {
    "rokumen": set(PACKAGES),
    "calibration": {"vision", "robot", "solver", "drawing", "files"},
    "firmware_sim": {"robot", "solver", "drawing", "files"},
    "robot": {"solver", "drawing", "files"},
    "vision": {"solver", "drawing", "files"},
    "solver": {"drawing", "files"},
    "drawing": {"files"},
    "files": set(),
}
# The simulator shares the protocol and the rigs with the host, but not its logic.
SIMULATOR_SHARES = (
    "robot.link.protocol",
    "robot.rigs",
    "robot.clock",
    "robot.errors",
    "robot.rules",
)


def module_name(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if file.name == "__init__.py" else parts)


# Lines of a function, with its signature and docstring.
MAX_FUNCTION_LINES = 60


class Summary(NamedTuple):
    """What a file imports, and its functions with their numbers of lines."""

    imports: tuple[ast.Import | ast.ImportFrom, ...]
    functions: tuple[tuple[str, int], ...]


@cache
def summary(file: Path) -> Summary:
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    return Summary(
        tuple(node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)),
        tuple(
            (node.name, (node.end_lineno or 0) - node.lineno + 1)
            for node in nodes
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ),
    )


@cache
def modules() -> dict[str, Path]:
    """Return every module of the packages by its dotted name."""
    return {
        module_name(file): file for package in PACKAGES for file in (ROOT / package).rglob("*.py")
    }


@cache
def imports() -> dict[str, frozenset[str]]:
    """Return for each module the modules of the project that it imports, also inside functions."""
    return {name: frozenset(imported_by(file)) - {name} for name, file in modules().items()}


def imported_by(file: Path) -> set[str]:
    found = set()
    for node in summary(file).imports:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name in modules()}
        elif node.module in modules():
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            submodules = inner & modules().keys()
            found |= submodules
            if len(submodules) < len(inner):
                found.add(node.module)
    return found


def is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_run_one_way(package: str) -> None:
    allowed = MAY_IMPORT[package] | {package}
    members = [name for name in modules() if is_within(name, package)]
    assert members
    for name in members:
        for other in imports()[name]:
            assert other.split(".")[0] in allowed, f"{name} imports {other}"


def test_the_simulator_does_not_import_the_host() -> None:
    for name, others in imports().items():
        if is_within(name, "firmware_sim"):
            for other in others:
                shared = any(is_within(other, package) for package in SIMULATOR_SHARES)
                assert shared or not is_within(other, "robot"), f"{name} imports {other}"


def test_commands_and_pages_use_runs_only_through_the_api() -> None:
    for name, others in imports().items():
        if is_within(name, "rokumen.cli") or is_within(name, "rokumen.web"):
            assert not others & {"rokumen.jobs.cube_job", "rokumen.jobs.recorded_job"}, name


def test_nothing_imports_the_benchmarks() -> None:
    """The command line names the module of their command, and imports it when it is called."""
    for name, others in imports().items():
        if not is_within(name, "rokumen.benchmarks"):
            for other in others:
                if not is_within(name, "rokumen.cli.bench"):
                    assert not is_within(other, "rokumen.benchmarks"), f"{name} imports {other}"


def test_the_list_of_benchmarks_imports_none_of_them() -> None:
    code = (
        "import sys; from rokumen.cli.main import run; run(['bench', '--help']); "
        "loaded = [m for m in sys.modules if m.startswith('rokumen.benchmarks.')]; "
        "print('loaded:', *loaded)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.splitlines()[-1] == "loaded: rokumen.benchmarks.command"


def test_tests_reach_shared_scenes_of_benchmarks_through_one_module() -> None:
    for file in (ROOT / "tests").rglob("*.py"):
        tests_benchmarks = ROOT / "tests" / "rokumen" / "benchmarks"
        if tests_benchmarks in file.parents or file == ROOT / "tests" / "support" / "benchmarks.py":
            continue
        assert not any(is_within(name, "rokumen.benchmarks") for name in imported_by(file)), file


def test_no_test_imports_another() -> None:
    for file in (ROOT / "tests").rglob("*.py"):
        for node in summary(file).imports:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests."):
                last = (node.module or "").rpartition(".")[2]
                assert not last.startswith("test_"), f"{file} imports {node.module}"


def test_no_function_is_long() -> None:
    for file in [*modules().values(), *(ROOT / "tests").rglob("*.py")]:
        for name, lines in summary(file).functions:
            assert lines <= MAX_FUNCTION_LINES, f"{file}: {name} has {lines} lines"


def test_there_are_no_import_cycles() -> None:
    # Raises CycleError, which names the modules of a cycle.
    TopologicalSorter(imports()).prepare()


def test_solving_a_cube_loads_no_heavy_library() -> None:
    code = (
        "import sys; from solver import Cube; Cube.solved(); "
        "print(','.join(m for m in ('numpy','cv2','sklearn','serial','rich') if m in sys.modules))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.strip() == ""
