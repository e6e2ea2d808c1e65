"""Processes that change the same file do so one after the other, and name one that is stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from files import table_cache
from files.access import FileError
from files.errors import TableCacheError
from files.locks import changing, holding, is_stopped, this_process

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="locks and processes of Linux")

HOLDER = """
import os, signal, sys
from pathlib import Path
from files.locks import holding
with holding(Path(sys.argv[1])):
    print("held", flush=True)
    os.kill(os.getpid(), signal.SIGSTOP)
"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return tmp_path / "it.tables"


def test_a_builder_that_was_stopped_is_named_with_its_process(table: Path) -> None:
    command = [sys.executable, "-c", HOLDER, f"{table}.lock"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(
            TableCacheError,
            match=rf"process {holder.pid} .* was stopped: .*kill -CONT {holder.pid}",
        ):
            table_cache.load_or_build(table, table_cache.load, dict)
        assert is_stopped(holder.pid)
        holder.send_signal(signal.SIGCONT)
    kept = table_cache.load_or_build(table, table_cache.load, lambda: {"all": np.zeros(3)})
    assert list(kept) == ["all"]


@pytest.mark.parametrize("make", ["symlink_to", "hardlink_to"])
def test_a_lock_file_is_not_written_through_a_link(tmp_path: Path, make: str) -> None:
    victim, lock = tmp_path / "victim", tmp_path / "it.lock"
    victim.write_text("precious")
    getattr(lock, make)(victim)
    with pytest.raises(FileError, match=r"it\.lock' is a .*; remove it"), holding(lock):
        pass
    assert victim.read_text() == "precious"


def test_a_pipe_in_the_place_of_a_lock_file_is_named(table: Path) -> None:
    os.mkfifo(f"{table}.lock")
    with pytest.raises(TableCacheError, match="it is a FIFO"):
        table_cache.load_or_build(table, table_cache.load, dict)


def test_threads_of_one_process_change_a_file_one_after_the_other(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    path = tmp_path / "count"
    path.write_text("0")

    def add(_: int) -> None:
        with changing(path):
            path.write_text(str(int(path.read_text()) + 1))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add, range(200)))
    assert path.read_text() == "200"


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["/bin/rokumen", "serve", "--robot", "--token", "hunter2"], "rokumen serve"),
        (["/x/rokumen/__main__.py", "calibrate", "grippers", "--port=tcp://me:hunter2@a:1"], ""),
        (["/bin/rokumen", "ports", "tcp://me:hunter2@robot:5000"], "rokumen ports"),
        (["/bin/rokumen", "hunter2"], "rokumen"),
        (["/home/me/mine.py", "hunter2"], "mine.py"),
        ([""], "python"),
    ],
)
def test_a_process_is_named_without_its_secrets(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], shown: str
) -> None:
    monkeypatch.setattr(sys, "argv", arguments)
    shown = shown or "rokumen calibrate grippers"
    assert this_process() == f"process {os.getpid()} ({shown!r})"
