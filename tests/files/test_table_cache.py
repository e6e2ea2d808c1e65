"""A file of tables that another program wrote is built again, or named with what to do."""

from __future__ import annotations

import hashlib
import hmac
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from files import table_cache
from files.errors import DamagedTableError, TableCacheError
from papers.polyhedra.picture_cubes import centres
from solver.engines.optimal import tables as optimal_tables
from solver.puzzles.polyhedra import schreier_sims
from solver.puzzles.polyhedra.polyhedron import polyhedron
from solver.puzzles.polyhedra.stabiliser_chain import StabiliserChain
from solver.puzzles.polyhedra.turn_group import TurnGroup
from solver.puzzles.tsukuda import tables as tsukuda_tables
from solver.search import distance_table, phase_tables

LAYOUT: table_cache.Layout = {
    "words": (np.uint8, ("words", 4)),
    "lengths": (np.uint16, ("words",)),
}
SOUND: dict[str, NDArray[Any]] = {
    "words": np.zeros((3, 4), np.uint8),
    "lengths": np.zeros(3, np.uint16),
}


def forge(path: Path, description: bytes, content: bytes = bytes(64)) -> None:
    """Write a file with the right digest."""
    table_cache.save(path, SOUND)
    key = path.with_name(table_cache.KEY_FILE).read_bytes()
    rest = description + b"\n" + content
    digest = hmac.new(key, path.name.encode() + b"\n" + rest, hashlib.sha256)
    path.write_bytes(digest.hexdigest().encode() + b"\n" + rest)


def test_tables_of_the_expected_types_and_shapes_are_loaded(tmp_path: Path) -> None:
    table_cache.save(tmp_path / "it", SOUND)
    assert list(table_cache.load_as(tmp_path / "it", LAYOUT)) == ["words", "lengths"]


@pytest.mark.parametrize(
    "arrays",
    [
        {"words": SOUND["words"]},
        {**SOUND, "more": SOUND["words"]},
        {**SOUND, "words": np.zeros((3, 4), np.uint16)},
        {**SOUND, "words": np.zeros((3, 5), np.uint8)},
        {**SOUND, "words": np.zeros((3, 4, 1), np.uint8)},
        {**SOUND, "lengths": np.zeros(4, np.uint16)},
    ],
)
def test_other_tables_are_damaged(tmp_path: Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    table_cache.save(tmp_path / "it", arrays)
    with pytest.raises(DamagedTableError, match=r"it' is corrupt .* delete it"):
        table_cache.load_as(tmp_path / "it", LAYOUT)


@pytest.mark.parametrize(
    "description",
    [
        b"[]",
        b"[" * 100_000,
        b'{"a": 1}',
        b'{"a": {"type": "|O", "shape": [1], "offset": 0}}',
        b'{"a": {"type": "|u1", "shape": [-1], "offset": 0}}',
        b'{"a": {"type": "|u1", "shape": [99999999999], "offset": 0}}',
        b'{"a": {"type": "|u1", "shape": ["x"], "offset": 0}}',
        b'{"a": {"type": "|u1", "shape": [1], "offset": -5}}',
        b'{"a": {"type": "?!", "shape": [1], "offset": 0}}',
        b'{"a": {"type": 5, "shape": 1e400, "offset": null}}',
    ],
)
def test_a_forged_description_is_damaged(tmp_path: Path, description: bytes) -> None:
    forge(tmp_path / "it", description)
    with pytest.raises(DamagedTableError, match="delete it"):
        table_cache.load(tmp_path / "it")


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_something_other_than_a_file_is_named(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "it")
    with pytest.raises(TableCacheError, match=r"it': it is a .*; delete it"):
        table_cache.load(tmp_path / "it")


def _chain() -> StabiliserChain:
    return schreier_sims.load_or_build_chain(TurnGroup(polyhedron("tetrahedron-edges-2")))


@pytest.mark.parametrize(
    ("name", "load"),
    [
        (f"two-phase-htm-{phase_tables.VERSION}.tables", lambda: phase_tables.tables("htm")),
        (f"optimal-{optimal_tables.VERSION}.tables", optimal_tables.load_pattern_database),
        ("small.tables", lambda: distance_table.load_or_build("small", {"all": 7}, dict)),
        ("picture-1.bin", centres.centre_table.__wrapped__),
        (
            "tsukuda-1-top-corners-3.bin",
            lambda: tsukuda_tables.load_table.__wrapped__("top-corners", 3),
        ),
    ],
)
def test_a_folder_in_place_of_an_engines_tables_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, load: Callable[[], object]
) -> None:
    monkeypatch.setenv("ROKUMEN_CACHE", str(tmp_path))
    (tmp_path / name).mkdir()
    with pytest.raises(TableCacheError, match=rf"{name}': it is a folder.*delete it"):
        load()


def test_a_chain_of_other_turns_is_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROKUMEN_CACHE", str(tmp_path))
    path = tmp_path / f"tetrahedron-edges-2-{schreier_sims.VERSION}.tables"
    sound = _chain().order
    for entry, turns in (((0, 0, 1, 1), [9999]), ((9, 0, 1, 0), []), ((0, 0, 1, 5), [1])):
        arrays = {"base": [0], "entries": [entry], "turns": turns}
        table_cache.save(path, {key: np.array(row, np.uint16) for key, row in arrays.items()})
        assert _chain().order == sound


def count_builds(path: Path, builds: Path) -> None:
    """Need the tables of `path`; add a line to `builds` for each time they are built."""

    def build() -> Mapping[str, NDArray[Any]]:
        with builds.open("a") as file:
            file.write("built\n")
        time.sleep(1.0)
        return SOUND

    table_cache.load_or_build(path, lambda file: table_cache.load_as(file, LAYOUT), build)


def test_of_several_processes_that_need_a_file_one_builds_it(tmp_path: Path) -> None:
    builds = tmp_path / "builds"
    context = multiprocessing.get_context("fork")
    processes = [
        context.Process(target=count_builds, args=(tmp_path / "it", builds)) for _ in range(3)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0, 0]
    assert builds.read_text() == "built\n"


def test_other_tables_of_an_engine_are_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = phase_tables.tables("htm")
    monkeypatch.setenv("ROKUMEN_CACHE", str(tmp_path))
    monkeypatch.setattr(phase_tables, "build", lambda kind, progress: sound)
    path = tmp_path / f"two-phase-htm-{phase_tables.VERSION}.tables"
    table_cache.save(path, {**sound._asdict(), "phase_one": sound.phase_one[:100]})
    assert phase_tables.tables("htm").phase_one.shape == sound.phase_one.shape
    small = {"all": np.arange(7, dtype=np.uint8)}
    table_cache.save(tmp_path / "small.tables", {"all": np.zeros(6, np.uint8)})
    loaded = distance_table.load_or_build("small", {"all": 7}, lambda: small)
    assert np.array_equal(loaded["all"], small["all"])


def test_wrong_values_under_a_digest_that_anybody_can_make_are_damaged(tmp_path: Path) -> None:
    path, elsewhere = tmp_path / "it", tmp_path / "another user" / "it"
    table_cache.save(path, SOUND)
    table_cache.save(elsewhere, {**SOUND, "lengths": np.full(3, 60_000, np.uint16)})
    path.write_bytes(elsewhere.read_bytes())
    with pytest.raises(DamagedTableError, match="checksum mismatch"):
        table_cache.load_as(path, LAYOUT)
    _, rest = path.read_bytes().split(b"\n", 1)
    path.write_bytes(hashlib.sha256(rest).hexdigest().encode() + b"\n" + rest)
    with pytest.raises(DamagedTableError, match="checksum mismatch"):
        table_cache.load_as(path, LAYOUT)


def test_two_tables_that_changed_places_are_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROKUMEN_CACHE", str(tmp_path))
    names = ("one-1", "other-1")
    tables = {name: {"all": np.full(7, number, np.uint8)} for number, name in enumerate(names)}

    def load(name: str) -> int:
        found = distance_table.load_or_build(name, {"all": 7}, lambda: tables[name])
        return int(found["all"][0])

    assert [load(name) for name in names] == [0, 1]
    one, other = (tmp_path / f"{name}.tables" for name in names)
    content = one.read_bytes(), other.read_bytes()
    other.write_bytes(content[0])
    one.write_bytes(content[1])
    with pytest.raises(DamagedTableError, match="checksum mismatch"):
        table_cache.load(one)
    assert [load(name) for name in names] == [0, 1]
    assert (one.read_bytes(), other.read_bytes()) == content


def test_a_file_that_is_cut_off_later_does_not_change_what_was_loaded(tmp_path: Path) -> None:
    path = tmp_path / "it"
    table_cache.save(path, {"all": np.arange(1_000_000)})
    loaded = table_cache.load(path)["all"]
    os.truncate(path, 0)
    assert int(loaded.sum()) == 499_999_500_000
    with pytest.raises(ValueError, match="read-only"):
        loaded[0] = 1


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX systems")
@pytest.mark.parametrize("which", ["it", "."])
def test_a_cache_that_every_user_may_write_is_refused(tmp_path: Path, which: str) -> None:
    path = tmp_path / "it"
    table_cache.save(path, SOUND)
    (tmp_path / which).chmod(0o777)
    with pytest.raises(TableCacheError, match=r"every user may write .* set ROKUMEN_CACHE"):
        table_cache.load_or_build(path, table_cache.load, dict)


@pytest.mark.skipif(
    sys.platform == "win32" or os.getuid() != 0, reason="only root can give a file away"
)
@pytest.mark.parametrize("which", ["it", "."])
def test_a_cache_of_another_user_is_refused(tmp_path: Path, which: str) -> None:
    path = tmp_path / "it"
    table_cache.save(path, SOUND)
    os.chown(tmp_path / which, 65534, 65534)
    with pytest.raises(TableCacheError, match="belongs to another user; set ROKUMEN_CACHE"):
        table_cache.load(path)


@pytest.mark.parametrize("place", ["file", "file/within", "folder"])
def test_tables_that_cannot_be_kept_are_used_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, place: str
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    if place == "folder":
        # As on a disk that is full while the file is written.
        monkeypatch.setattr("files.table_cache.flush_to_disk", _fail_once())
    path = tmp_path / place / "it"
    kept = table_cache.load_or_build(path, table_cache.load, lambda: SOUND)
    assert {name: array.tolist() for name, array in kept.items()} == {
        name: array.tolist() for name, array in SOUND.items()
    }
    assert "its tables are built each time; set ROKUMEN_CACHE" in caplog.text
    assert not path.exists()


def _fail_once() -> Callable[[object], None]:
    failures = iter([OSError("the disk is full")])

    def flush(_: object) -> None:
        for failure in failures:
            raise failure

    return flush
