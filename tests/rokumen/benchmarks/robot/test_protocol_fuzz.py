"""The fuzz bench: it finds nothing in what is sound, and something in what is not."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from robot.link.protocol import LineSplitter
from rokumen.benchmarks.robot.protocol_fuzz import (
    HostReader,
    SimulatedReader,
    fuzz,
    fuzz_in_processes,
    readers,
    table,
)
from tests.support.command_line import CommandResult


@pytest.mark.parametrize("make", [HostReader, SimulatedReader])
def test_bad_lines_move_nothing(make: type[HostReader | SimulatedReader]) -> None:
    done = fuzz(make(), 5000, seed=3)
    assert done.lines == 5000
    assert done.motions == 0
    assert done.still_valid < 200


class Gullible(SimulatedReader):
    """Takes every line that says MOVE for a motion, whatever its check sum."""

    def __init__(self) -> None:
        super().__init__()
        self._fooled = 0

    @property
    def motions(self) -> int:
        return self._fooled

    def receive(self, data: bytes) -> None:
        self._fooled += sum(b"MOVE" in line for line in LineSplitter().feed(data))
        super().receive(data)


def test_a_reader_that_checks_nothing_is_found_out() -> None:
    assert fuzz(Gullible(), 500, seed=3).motions > 10


class Fragile(HostReader):
    """Ends its process."""

    def receive(self, data: bytes) -> None:
        os._exit(1)


def test_a_crash_is_counted() -> None:
    done = fuzz_in_processes(Fragile, 1000, 0, 1, lambda _: None)
    assert done.crashed
    assert done.lines == 0
    assert "yes" in [str(cell) for cell in table({"it": done}).columns[4].cells]


def test_without_the_board_there_are_two_readers(rokumen: Callable[..., CommandResult]) -> None:
    assert len(readers(None)) == 2
    assert len(readers(Path("libnative.so"))) == 3
    result = rokumen("bench", "fuzz", "--lines=1000", "--processes=1")
    assert result.status == 0
    assert "the simulated robot" in result.out
