"""The layout: who may import whom, one name for one class, plain words, and light imports."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from fnmatch import fnmatch
from graphlib import TopologicalSorter
from pathlib import Path

from tests.support.cases import for_each
from tests.support.photographs import PHOTOS
from tests.support.structure import BENCHMARKS, PACKAGES, PAPERS, ROOT, SOURCES, VENDORED, Structure

MAY_IMPORT = {
    BENCHMARKS: set(PACKAGES) - {PAPERS},
    PAPERS: {"rokumen", "solver", "drawing", "files"},
    "rokumen": set(PACKAGES) - {BENCHMARKS, PAPERS},
    "calibration": {"vision", "robot", "solver", "drawing", "files"},
    "firmware_sim": {"robot", "solver", "drawing", "files"},
    "robot": {"solver", "drawing", "files"},
    "vision": {"solver", "drawing", "files"},
    "solver": {"drawing", "files"},
    "drawing": {"files"},
    "files": set(),
}
# The simulator shares drives, protocol and rigs with the host, but not its logic.
SIMULATOR_SHARES = (
    "robot.drives",
    "robot.servos",
    "robot.link.protocol",
    "robot.rigs",
    "robot.clock",
    "robot.errors",
    "robot.rules",
)

# Lines of a function, with its signature and docstring.
MAX_FUNCTION_LINES = 60

# What is left of older ways: these shrink, and nothing is added.
UPWARD: set[tuple[str, str]] = set()
MAX_EXCEPTIONS = 64
MAX_NAMESAKES = 1
MAX_RENAMED = 0

# Files with fewer than 60 lines: why they stand alone.
SHORT_FILES = {
    "*/errors.py": "the errors of a package are beneath all its files",
    "*/registry.py": "a table by which things are found, and which loads none of them",
    "*/__main__.py": "what `python -m` runs",
    "rokumen/cli/*": "a command, or what several share, is loaded when it is called",
    "rokumen/web/json_messages.py": "what all routes and sockets read and send",
    "rokumen/web/*_worker.py": "the program of a process, which imports as little as it can",
    "firmware/*": "a program that `make` runs",
    "rokumen/early_signals.py": "loaded before all others, and loads none",
    "rokumen/extend/*": "public names by their use, which commands alone or all parts need",
    "papers/*figures.py": "the figures of a document, which all begin alike",
    "papers/*command.py": "a command is loaded when it is called",
    "papers/beam_options.py": "what engines of two papers share",
    "papers/*/shimauchi.py": "a notation is a file",
    "papers/*/named_permutations.py": "a notation is a file",
    "papers/*/middle_layers.py": "a notation is a file",
    "rokumen/run_result.py": "a value that the API returns, and that loads no job",
    "rokumen/exit_status.py": "numbers that a user's script knows, documented as a table",
    "rokumen/show/drawings/*": "a drawing is a file, and loads what only it needs",
    "rokumen/api/*": "a verb of the API is a file, which is loaded on its first use",
    "solver/notation/*": "a notation is a file",
    "solver/*/engine.py": "an engine's class and options, which load its kernel when it solves",
    "files/*": "beneath all packages: each is imported by some of them only",
    "vision/arrays.py": "types that all of the package imports",
    "drawing/*": "colours without numpy, and files without colours, are wanted alone",
    "robot/clock.py": "imported by the simulator, which imports little else of the host",
    "robot/rules.py": "one table for Python and for the C of the firmware",
    "robot/rigs/command.py": "words for people, which rigs, setup and pages share",
    "robot/link/single_servos.py": "what a person sets by hand, which no plan does",
    "benchmarks/sprint/*": "rows of one subject are a file, which several people measure",
    "benchmarks/support/own_folders.py": "attacks load it without the simulated robot",
    "rokumen/devices/serial_schemes.py": "registered before any port is opened",
    "rokumen/devices/simulated_connection.py": "a robot in this process, without its cameras",
    "rokumen/smart_cubes/protocols/*": "what several protocols share, and no tracking imports",
    "rokumen/smart_cubes/pocket_cube.py": "a type of what cubes tell, which protocols share",
    "rokumen/smart_cubes/opening.py": "names alone, before any link is loaded",
    "rokumen/smart_cubes/tracking/missing.py": "a search that all ways of tracking share",
    "rokumen/show/stage_names.py": "words for people, which terminal, pages and drawings share",
    "rokumen/storage/seals.py": "a secret key, which nothing else reads",
    "solver/core/*": "a type of what a cube is made of",
    "vision/film/*": "a part of watching a film that knows nothing of the others",
    "vision/assignment.py": "SciPy's solver, loaded without the rest of SciPy",
}
MAX_OTHER_SHORT_FILES = 4

# Of the way of a photograph through our modules: see tests/support/walk.py.
LONGEST_WALK = {"files": 60, "returns": 35, "file pairs calling both ways": 1}

# Words that have a plainer one: separated, N seconds, attack, malformed, repair, distortion, press.
WORDS = (
    r"\bparted by\b",
    r"\bso many seconds\b",
    r"\bholds what it holds\b",
    r"\bsays what holds the cube\b",
    r"\bcommands that say what is wrong\b",
    r"lens_bow",
    r"\bstrikes?\b",
    r"\bsiege",
    r"\bhostile",
    r"\bmend(s|ed|ing)?\b",
)

OURS = Structure()


def is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


@for_each("package", PACKAGES)
def test_imports_run_one_way(package: str) -> None:
    allowed = MAY_IMPORT[package] | {package}
    members = [name for name in OURS.modules if is_within(name, package)]
    assert members
    for name in members:
        for other in OURS.imports[name]:
            assert other.split(".")[0] in allowed, f"{name} imports {other}"


def test_papers_use_of_the_application_what_others_use() -> None:
    for name, others in OURS.imports.items():
        if is_within(name, PAPERS):
            for other in others:
                shared = is_within(other, "rokumen.extend")
                assert shared or not is_within(other, "rokumen"), f"{name} imports {other}"


def test_the_simulator_does_not_import_the_host() -> None:
    for name, others in OURS.imports.items():
        if is_within(name, "firmware_sim"):
            for other in others:
                shared = any(is_within(other, package) for package in SIMULATOR_SHARES)
                assert shared or not is_within(other, "robot"), f"{name} imports {other}"


def test_what_drives_a_real_robot_uses_nothing_of_the_simulator() -> None:
    parts = ("camera", "connection", "robot")
    simulated = tuple(f"rokumen.devices.simulated_{part}" for part in parts)
    for name, others in OURS.imports.items():
        if any(is_within(name, each) for each in ("robot", "rokumen.setup", "rokumen.devices")):
            if name in simulated:
                continue
            assert not any(is_within(other, "firmware_sim") for other in others), name


def test_commands_and_pages_use_runs_only_through_the_api() -> None:
    for name, others in OURS.imports.items():
        if is_within(name, "rokumen.cli") or is_within(name, "rokumen.web"):
            assert not others & {"rokumen.jobs.cube_job", "rokumen.jobs.recorded_job"}, name


def test_the_list_of_benchmarks_imports_none_of_them() -> None:
    code = (
        "import sys; from benchmarks.command import run; run(['--help']); "
        "loaded = [m for m in sys.modules if m.startswith('benchmarks.')]; "
        "print('loaded:', *loaded)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.splitlines()[-1] == "loaded: benchmarks.command"


def test_tests_reach_shared_scenes_of_benchmarks_through_one_module() -> None:
    for file in (ROOT / "tests").rglob("*.py"):
        tests_benchmarks = ROOT / "tests" / "benchmarks"
        if tests_benchmarks in file.parents or file == ROOT / "tests" / "support" / "benchmarks.py":
            continue
        assert not any(is_within(name, "benchmarks") for name in OURS.imported_by(file)), file


def test_no_test_imports_another() -> None:
    for file in (ROOT / "tests").rglob("*.py"):
        for node in OURS.statements(file):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests."):
                last = (node.module or "").rpartition(".")[2]
                assert not last.startswith("test_"), f"{file} imports {node.module}"


def test_no_function_is_long() -> None:
    for file in [*OURS.modules.values(), *(ROOT / "tests").rglob("*.py")]:
        for node in OURS.statements(file):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                assert lines <= MAX_FUNCTION_LINES, f"{file}: {node.name} has {lines} lines"


def test_there_are_no_import_cycles() -> None:
    # Raises CycleError, which names the modules of a cycle.
    TopologicalSorter(OURS.imports).prepare()


def test_solving_a_cube_loads_no_heavy_library() -> None:
    code = (
        "import sys; from solver import Cube; Cube.solved(); "
        "print(','.join(m for m in ('numpy','cv2','sklearn','serial','rich') if m in sys.modules))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.strip() == ""


def test_reading_and_solving_load_nothing_that_only_tests_and_calibration_need() -> None:
    photographs = sorted(str(path) for path in PHOTOS.glob("cube02/*.jpg"))
    code = (
        "import sys; from rokumen.cli.main import run; "
        f"print([run(['solve', 'R U F']), run(['read', *{photographs}, '--json'])]); "
        "import rokumen.jobs.cube_job, rokumen.web.app; "
        "print([m for m in ('scipy', 'sklearn', 'distributed', 'pytest') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-2:] == ["[0, 0]", "[]"]


def test_imports_run_down_inside_packages() -> None:
    for folders, found in OURS.upward_imports.items():
        assert folders in UPWARD, f"{folders[0]} is beneath {folders[1]}: {found}"


def test_one_name_is_one_class() -> None:
    assert len(OURS.namesakes) <= MAX_NAMESAKES, OURS.namesakes


def test_our_names_are_imported_as_they_are() -> None:
    assert len(OURS.renamed_imports) <= MAX_RENAMED, OURS.renamed_imports


def test_errors_that_are_handled_alike_are_one_class() -> None:
    assert len(OURS.exceptions) <= MAX_EXCEPTIONS, sorted(OURS.exceptions)


def test_words_are_plain() -> None:
    unwanted = re.compile("|".join(WORDS), re.IGNORECASE)
    for path in OURS.tracked:
        if not path.endswith((*SOURCES, ".md", ".toml")) or path.startswith(VENDORED):
            continue
        file = ROOT / path
        if file == Path(__file__):
            continue
        text = file.read_text(encoding="utf-8")
        for found in unwanted.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            raise AssertionError(f"{path}:{line}: {found[0]}")


def test_a_short_file_has_a_reason() -> None:
    others = [
        file
        for file in OURS.short_files
        if not any(fnmatch(file, pattern) for pattern in SHORT_FILES)
    ]
    assert len(others) <= MAX_OTHER_SHORT_FILES, others


def test_a_photograph_goes_forward_through_the_files() -> None:
    walk = [sys.executable, "-m", "tests.support.walk", "photograph"]
    shown = subprocess.run(walk, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    for figure, most in LONGEST_WALK.items():
        (line,) = (line for line in shown.splitlines() if line.startswith(f"  {figure} "))
        assert int(line.split()[-1]) <= most, shown
