"""Kernels are compiled by one process at a time, wherever the cache can be written."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Barrier, Lock

import pytest

from solver.search.compilation import compiling


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
