"""Fixtures of all tests: each has its own settings and state, never the user's."""

from __future__ import annotations

import functools
import gc
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from rokumen.cli.main import run
from tests.support.command_line import CommandResult, Rokumen
from tests.support.kept_tables import remove_stale
from tests.support.order import dealt

if TYPE_CHECKING:
    from solver.engines.optimal.tables import PatternDatabase

# No deadlines, since the machine may be busy. The same examples are drawn each time, so that a
# result is no accident; HYPOTHESIS_PROFILE=random draws others.
settings.register_profile("repeatable", deadline=None, derandomize=True)

settings.register_profile("random", deadline=None)

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

TESTS = Path(__file__).parent
TABLES = TESTS.parent / ".tables"

# What `make quick` leaves out: tests that lie here, and those that use these fixtures.
PLACES = {
    "calibration/test_colours.py": "long",
    "calibration/test_grippers.py": "long",
    "end_to_end": "job",
    "files/test_failing_disks.py": "long",
    "files/test_table_cache.py": "long",
    "firmware": "board",
    "firmware_sim/camera": "long",
    "firmware_sim/physics": "long",
    "firmware_sim/test_simulator.py": "job",
    "papers": "long",
    "robot/drives/test_drive_plugins.py": "job",
    "robot/drives/test_built_robots.py": "job",
    "robot/drives/test_maestro_motions.py": "long",
    "robot/conformance": "job",
    "robot/execution": "job",
    "robot/link/test_session.py": "long",
    "robot/planning": "long",
    "robot/rigs/test_rig_plugins.py": "long",
    "robot/rigs/test_rigs.py": "long",
    "rokumen/api": "long",
    "benchmarks": "long",
    "rokumen/cli/cube": "long",
    "rokumen/cli/puzzle": "long",
    "rokumen/cli/robot": "job",
    "rokumen/cli/test_streams.py": "long",
    "rokumen/cli/test_option_values.py": "long",
    "rokumen/cli/test_special_files.py": "long",
    "rokumen/devices/test_cameras.py": "long",
    "rokumen/jobs": "job",
    "rokumen/setup/test_wizard.py": "job",
    "rokumen/show/test_terminal.py": "long",
    "rokumen/smart_cubes": "long",
    "rokumen/storage/test_history.py": "job",
    "rokumen/test_errors.py": "long",
    "rokumen/test_layers.py": "long",
    "rokumen/web": "long",
    "solver/engines/lbl": "long",
    "solver/engines/optimal": "long",
    "solver/engines/test_registry.py": "long",
    "solver/engines/test_generate.py": "long",
    "solver/engines/two_phase": "long",
    "solver/puzzles/nxn": "long",
    "papers/polyhedra/picture_cubes": "long",
    "solver/puzzles/polyhedra": "long",
    "solver/puzzles/test_pocket.py": "long",
    "solver/puzzles/test_pyraminx.py": "long",
    "solver/puzzles/tsukuda": "long",
    "papers/polyhedra/tsukuda": "long",
    "solver/search/test_phase_tables.py": "long",
    "test_dependencies.py": "long",
    "test_page_examples.py": "long",
    "test_pictures.py": "job",
    "test_wheel.py": "job",
    "vision/decode/test_map_decoder.py": "long",
    "vision/decode/test_observations.py": "long",
    "vision/decode/test_loose_faces.py": "long",
    "vision/detect/test_cube_sizes.py": "long",
    "vision/detect/test_face_finder.py": "long",
    "vision/detect/test_search.py": "long",
    "vision/held": "long",
    "vision/live": "long",
    "vision/test_any_size.py": "long",
    "vision/test_reading_result.py": "long",
    "vision/test_face_colours.py": "long",
    "vision/test_mirrored_photos.py": "long",
    "vision/test_reading.py": "long",
    "vision/test_reading_fingers.py": "long",
    "vision/test_single_faces.py": "long",
}
# New objects before unreachable ones are searched for: tests make many, and few that need it.
GARBAGE = (20_000, 20, 100)
FIXTURES = {"board": "board", "browser": "browser", "small_patterns": "thorough"}


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return how many workers there are: two more than processors, since some tests wait.

    Each further one collects all tests and makes the fixtures of a session once more.
    """
    return (os.cpu_count() or 1) + 2


def pytest_sessionstart(session: pytest.Session) -> None:
    """Leave the search for unreachable objects until the tests are there: imports make few."""
    gc.disable()
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker is None and not os.environ.get("ROKUMEN_TEST_CACHE"):
        remove_stale(TABLES)
    is_whole = session.config.args == ["tests"] and not session.config.getoption("quick")
    if worker is not None and is_whole:
        workers = int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
        _import_share(int(worker.removeprefix("gw")), workers)


def _import_share(first: int, workers: int) -> None:
    """Import a worker's share of the test modules before it collects all tests.

    What one worker compiles the others then only load; if all began with the same module, each
    would compile everything. A module that cannot be imported is reported by the collection.
    """
    for path in sorted(TESTS.rglob("test_*.py"))[first::workers]:
        with suppress(Exception, pytest.skip.Exception):
            import_module(".".join(path.relative_to(TESTS.parent).with_suffix("").parts))


def pytest_configure() -> None:
    """End at SIGHUP, also where whoever began the tests ignores it: commands inherit that."""
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_collection_finish() -> None:
    """Search for unreachable objects again, but never in modules and tests, which all stay."""
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    gc.enable()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option of `make quick`."""
    parser.addoption("--quick", action="store_true", help="do not even import what lies in PLACES")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out PLACES with --quick: to import them takes longer than many other tests."""
    if not config.getoption("quick"):
        return None
    return True if any(collection_path == TESTS / place for place in PLACES) else None


@functools.cache
def _names_of_place(path: Path) -> frozenset[str]:
    """Return the markers of the tests in a file, by where it lies."""
    place = f"{path.relative_to(TESTS).as_posix()}/"
    return frozenset(name for where, name in PLACES.items() if place.startswith(f"{where}/"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that `make quick` leaves out, and put those first that wait."""
    missing = [place for place in PLACES if not (TESTS / place).exists()]
    assert not missing, f"tests/conftest.py names tests that are not there: {missing}"
    for item in items:
        names = set(_names_of_place(item.path))
        if isinstance(item, pytest.Function):
            names |= {name for used, name in FIXTURES.items() if used in item.fixturenames}
        for name in names:
            item.add_marker(name)
    items[:] = dealt(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", 1)))


@pytest.fixture(scope="session", autouse=True)
def _handle_ctrl_c() -> Iterator[None]:
    """Handle Ctrl-C, which processes that a shell starts in the background ignore."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def table_cache() -> Path:
    """Return the folder of the tables of all tests, or the one named by ROKUMEN_TEST_CACHE.

    The tables are kept for the next run; before it, those that other sources built are removed.
    """
    return Path(os.environ.get("ROKUMEN_TEST_CACHE") or TABLES)


@pytest.fixture(scope="session")
def _lock_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return new folders, which `mktemp` would need the longer for the more of them there are."""
    folder = tmp_path_factory.mktemp("ports")
    return (folder / str(number) for number in count())


@pytest.fixture(autouse=True)
def _own_folders(
    tmp_path: Path,
    table_cache: Path,
    _lock_folders: Iterator[Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Tests in other processes may name a port alike. What a test starts as a process of its own
    # has the locks of this computer, as a user has.
    locks = next(_lock_folders)
    locks.mkdir()
    monkeypatch.setattr("robot.link.port_lock.FOLDERS", (locks,))
    monkeypatch.setenv("ROKUMEN_CACHE", str(table_cache))
    monkeypatch.setenv("ROKUMEN_CONFIG", str(tmp_path / "config" / "config.toml"))
    monkeypatch.setenv("ROKUMEN_STATE", str(tmp_path / "state"))
    # Tests that do not care have robots without imperfect parts, which are fast.
    monkeypatch.setenv("ROKUMEN_SIMULATE_IDEAL", "1")
    monkeypatch.setenv("ROKUMEN_DEMO_IDEAL", "1")


@pytest.fixture(scope="session")
def small_patterns(table_cache: Path) -> PatternDatabase:
    """Return a pattern database of 50 MB, that of phase 1; the real one has 0.9 GB.

    It distinguishes the slice's edges only as a set. One process builds it for all.
    """
    from files.table_cache import load, load_or_build
    from solver.engines.optimal.pattern_database import SliceClasses, set_images
    from solver.engines.optimal.tables import VERSION, PatternDatabase, build

    path = table_cache / f"optimal-small-{VERSION}.tables"
    loaded = load_or_build(
        path, load, lambda: build(SliceClasses.from_images(set_images()), near=7)._asdict()
    )
    return PatternDatabase(**loaded)


@pytest.fixture
def rokumen(capsys: pytest.CaptureFixture[str]) -> Rokumen:
    """Return a function that runs `rokumen` with arguments."""
    return partial(_result, run, capsys)


@pytest.fixture
def bench(capsys: pytest.CaptureFixture[str]) -> Rokumen:
    """Return a function that runs `python -m benchmarks` with arguments."""
    # Imported here: few tests need it.
    from tests.support.benchmarks import run_benchmark

    return partial(_result, run_benchmark, capsys)


def _result(
    program: Callable[[Sequence[str]], int], capsys: pytest.CaptureFixture[str], *arguments: str
) -> CommandResult:
    capsys.readouterr()
    status = program(arguments)
    out, err = capsys.readouterr()
    return CommandResult(status, out, err)
