"""The pruning tables are lower bounds, and a damaged file of them is never used."""

from __future__ import annotations

import multiprocessing
import os
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from random import Random
from threading import Barrier, Lock
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from files import table_cache
from files.errors import TableCacheError
from files.folders import cache_folder
from solver.core.turn import ALL_TURNS, random_turns
from solver.cube import Cube
from solver.search import phase_distance
from solver.search import phase_tables as two_phase_tables
from solver.search.compilation import compiling
from solver.search.coordinates import coordinates, eight_piece_rank
from solver.search.directions import directions
from solver.search.metric import METRICS
from solver.search.phase_tables import (
    NO_MOVE,
    PHASE_TWO_BASE_DISTANCE,
    PHASE_TWO_TURNS,
    Tables,
    tables,
)
from tests.support.variants import thorough_but

SMALL: dict[str, NDArray[Any]] = {
    "one": np.arange(1000, dtype=np.uint16).reshape(10, 100),
    "two": np.ones(7, np.uint8),
}
NEAR_TURNS = [ALL_TURNS[number] for number in PHASE_TWO_TURNS]


def phase_one(cube: Cube) -> tuple[int, int, int]:
    seen = coordinates(cube)
    return seen.twist, seen.flip, seen.slice_sorted // 24


@pytest.mark.parametrize("kind", thorough_but(["htm"], ["htm", "qtm", "axial"]))
def test_phase_1_distances_are_those_of_a_breadth_first_search(kind: str) -> None:
    """Compare all states up to two moves from the goal, found on coordinates alone."""
    loaded = tables(kind)
    layer = {phase_one(Cube.solved())}
    seen = set(layer)
    for depth in range(3):
        for state in layer:
            assert phase_distance.distance(loaded, *state) == depth
        following = set()
        for twist, flip, slice_ in layer:
            for move in np.flatnonzero(loaded.halfway == NO_MOVE):
                following.add(
                    (
                        int(loaded.twist_move[twist, move]),
                        int(loaded.flip_move[flip, move]),
                        int(loaded.slice_move[slice_, move]),
                    )
                )
        layer = following - seen
        seen |= layer


def pair_distance(loaded: Tables, cube: Cube) -> tuple[int, int, int]:
    """Return the bounds of the three tables of phase 2; 0 where the large one says only `near`."""
    seen = coordinates(cube)
    layers = loaded_layers(cube)
    order = seen.slice_sorted % 24
    entry = int(loaded.corner_class[seen.corners])
    index = (entry >> 4) * 40320 + int(loaded.layer_image[entry & 15, layers])
    value = loaded.phase_two[index >> 2] >> 2 * (index & 3) & 3
    return (
        int(loaded.near[0] + value) if value else 0,
        int(loaded.corners_slice[seen.corners * 24 + order]),
        int(loaded.layers_slice[layers * 24 + order]),
    )


def loaded_layers(cube: Cube) -> int:
    return int(eight_piece_rank(np.argsort(cube.edges)[:8]))


@pytest.mark.parametrize("kind", ["htm", "qtm", "axial"])
def test_the_moves_of_a_class_are_those_within_the_bound(kind: str) -> None:
    """Follow random turns by classes and, for comparison, by coordinates."""
    loaded, rng = tables(kind), Random(9)
    metric, direction = METRICS[kind], directions(METRICS[kind])[0]
    cube, row, view = Cube.solved(), home_class(loaded), 0
    for _ in range(200):
        move = rng.randrange(len(metric.moves))
        look = int(np.flatnonzero(direction.moves.from_conjugate[view] == move)[0])
        child = int(loaded.class_move[row, look])
        spent = metric.costs[move] + int(loaded.class_distance[child >> 4])
        for more, mask in enumerate(loaded.class_near[row]):
            kept = int(mask) >> look & 1
            assert kept == (spent <= int(loaded.class_distance[row]) + more)
        cube = cube.apply(metric.moves[move])
        row, view = child >> 4, int(loaded.view_product[child & 15, view])
        _, flip, slice_ = phase_one(cube)
        assert int(loaded.flip_slice_class[slice_ * 2048 + flip]) >> 4 & 0xFFFF == row
        assert loaded.class_distance[row] <= phase_distance.distance(loaded, *phase_one(cube))


def home_class(loaded: Tables) -> int:
    (home,) = np.flatnonzero(loaded.class_distance == 0)
    return int(home)


def test_phase_2_bounds_never_exceed_a_known_solution() -> None:
    loaded, rng = tables("htm"), Random(5)
    for _ in range(300):
        length = rng.randrange(19)
        cube = Cube.solved().apply(rng.choice(NEAR_TURNS) for _ in range(length))
        assert max(pair_distance(loaded, cube)) <= length


def test_phase_2_is_exact_near_the_goal() -> None:
    """For all states up to four turns away, the largest bound is the distance or less."""
    loaded = tables("htm")
    layer, seen = {Cube.solved()}, {Cube.solved()}
    for depth in range(4):
        assert all(max(pair_distance(loaded, cube)) <= depth for cube in layer)
        layer = {cube.turn(turn) for cube in layer for turn in NEAR_TURNS} - seen
        seen |= layer
    assert pair_distance(loaded, Cube.solved()) == (0, 0, 0)
    assert PHASE_TWO_BASE_DISTANCE["htm"] == loaded.near[0]


def test_an_axial_move_reaches_at_most_as_far_as_its_two_turns() -> None:
    loaded, rng = tables("axial"), Random(6)
    for _ in range(100):
        moves = [rng.choice(METRICS["axial"].moves) for _ in range(rng.randrange(8))]
        cube = Cube.solved().apply(turn for move in moves for turn in move)
        assert phase_distance.distance(loaded, *phase_one(cube)) <= len(moves)


def test_along_a_path_the_distance_changes_by_at_most_one() -> None:
    loaded = tables("htm")
    cube = Cube.solved()
    before = 0
    for turn in random_turns(Random(7), 200):
        cube = cube.turn(turn)
        after = phase_distance.distance(loaded, *phase_one(cube))
        assert abs(after - before) <= 1
        before = after


def files_beside_the_key(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if not path.name.startswith("tables.key")]


def test_saved_arrays_are_loaded_unchanged(tmp_path: Path) -> None:
    table_cache.save(tmp_path / "new" / "it", SMALL)
    back = table_cache.load(tmp_path / "new" / "it")
    assert list(back) == list(SMALL)
    for name, array in SMALL.items():
        assert back[name].dtype == array.dtype
        assert np.array_equal(back[name], array)
        assert not back[name].flags.writeable
    assert files_beside_the_key(tmp_path / "new") == ["it"]


@pytest.mark.parametrize("where", [0, 5, 200, -1])
def test_a_changed_byte_is_detected(tmp_path: Path, where: int) -> None:
    path = tmp_path / "it"
    table_cache.save(path, SMALL)
    raw = bytearray(path.read_bytes())
    raw[where] ^= 1
    path.write_bytes(raw)
    with pytest.raises(TableCacheError, match="it"):
        table_cache.load(path)


@pytest.mark.parametrize("kept", [0, 10, 100, 1000, -1])
def test_a_truncated_file_is_detected(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "it"
    table_cache.save(path, SMALL)
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(TableCacheError):
        table_cache.load(path)


def test_damaged_tables_are_built_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = tables("htm")
    monkeypatch.setenv("ROKUMEN_CACHE", str(tmp_path))
    monkeypatch.setattr(two_phase_tables, "build", lambda kind, progress: sound)
    assert tables("htm").phase_one[12345] == sound.phase_one[12345]
    (path,) = tmp_path.glob("*.tables")
    written = path.stat().st_size
    path.write_bytes(path.read_bytes()[:5000])
    two_phase_tables._LOADED.kept.clear()
    assert np.array_equal(tables("htm").corner_class, sound.corner_class)
    assert path.stat().st_size == written
    two_phase_tables._LOADED.kept.clear()


def test_a_write_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(file: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(TableCacheError, match="the disk is full"):
        table_cache.save(tmp_path / "it", SMALL)
    assert files_beside_the_key(tmp_path) == []


def test_an_old_file_is_kept_until_the_new_one_is_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "it"
    table_cache.save(path, SMALL)

    def killed(file: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", killed)
    with pytest.raises(KeyboardInterrupt):
        table_cache.save(path, {"other": np.zeros(5)})
    assert list(table_cache.load(path)) == list(SMALL)


def write_often(path: Path, value: int) -> None:
    for _ in range(40):
        table_cache.save(path, {"all": np.full(20_000, value)})


@pytest.mark.thorough
def test_concurrent_writes_never_leave_a_bad_file(tmp_path: Path) -> None:
    path = tmp_path / "it"
    write_often(path, 0)
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=write_often, args=(path, value)) for value in (1, 2)]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        assert len(set(table_cache.load(path)["all"].tolist())) == 1
    assert [writer.exitcode for writer in writers] == [0, 0]
    assert files_beside_the_key(tmp_path) == ["it"]


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TableCacheError, match="ROKUMEN_CACHE"):
        table_cache.save(tmp_path / "file" / "it", SMALL)


ARRAYS = """
twist_move flip_move slice_move four_turn eight_turn order_product set_rank flip_slice_class
class_move class_distance class_near view_product halfway corner_class twist_image layer_image
phase_one phase_two corners_slice layers_slice near
"""


def test_the_names_of_the_arrays_in_the_file() -> None:
    tables("htm")
    path = cache_folder() / f"two-phase-htm-{two_phase_tables.VERSION}.tables"
    assert list(table_cache.load(path)) == ARRAYS.split()


def test_only_one_compiles_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROKUMEN_CACHE", str(tmp_path / "cache"))
    all_are_there, at_work = Barrier(4), Lock()

    def compile_alone(_: int) -> bool:
        all_are_there.wait()
        with compiling("kernels"):
            is_alone = at_work.acquire(blocking=False)
            time.sleep(0.05)
            if is_alone:
                at_work.release()
            return is_alone

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(compile_alone, range(4)))


def test_a_cache_that_cannot_be_written_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache").write_text("no folder")
    monkeypatch.setenv("ROKUMEN_CACHE", str(tmp_path / "cache"))
    with ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(compiling("kernels"))
