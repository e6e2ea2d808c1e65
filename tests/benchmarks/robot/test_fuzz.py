"""The fuzz benchmark finds the faults of readers and only those; the link's rates are measured."""

from __future__ import annotations

import os

import pytest

from benchmarks.robot.fuzz import (
    ChipReader,
    FuzzedReader,
    HostReader,
    fuzz_in_processes,
    fuzz_reader,
)
from benchmarks.robot.link import link
from robot.link.protocol import LineSplitter, Message, encode
from tests.support.command_line import Rokumen


@pytest.mark.parametrize("make", [HostReader, ChipReader])
def test_bad_lines_move_nothing(make: type[HostReader | ChipReader]) -> None:
    result = fuzz_reader(make(), 5000, seed=0)
    assert result.lines == 5000
    assert result.motions == 0
    assert result.still_valid < 200


@pytest.mark.parametrize(
    "line",
    [
        Message(2, "START", (("n", "0"), ("t", "0"), ("s", "0,0,1600,250000"))),
        Message(2, "ENABLE", (("channel", "1"), ("target", "1500"))),
    ],
)
def test_a_good_line_moves_a_chip(line: Message) -> None:
    reader = ChipReader()
    reader.synchronise()
    reader.receive(encode(line))
    assert reader.motions == 1


class UncheckedReader(ChipReader):
    """Counts every line with START as a motion, whatever its checksum."""

    def __init__(self) -> None:
        super().__init__()
        self._motions = 0

    @property
    def motions(self) -> int:
        return self._motions

    def receive(self, data: bytes) -> None:
        self._motions += sum(b"START" in line for line in LineSplitter().feed(data))
        super().receive(data)


def test_a_reader_without_checks_is_found() -> None:
    assert fuzz_reader(UncheckedReader(), 500, seed=3).motions > 10


class CrashingReader(HostReader):
    """Ends its process at the first byte."""

    def receive(self, data: bytes) -> None:
        os._exit(1)


def test_a_crash_is_counted() -> None:
    result = fuzz_in_processes("it", CrashingReader, 1000, seed=0, processes=1)
    assert result.crashed
    assert result.lines == 0
    assert not result.is_good
    assert not FuzzedReader("it", lines=9, motions=1).is_good
    assert FuzzedReader("it", lines=9).is_good


def test_each_reader_is_named(bench: Rokumen) -> None:
    result = bench("fuzz", "--lines=1000", "--processes=1")
    assert result.status == 0
    assert "a chip in software" in result.out


def test_three_rates_are_measured() -> None:
    bare, asked, read = rates = list(link(30))
    assert all(0 < rate.median <= rate.best for rate in rates)
    assert bare.ratio == 1
    assert asked.ratio == asked.median / bare.median
    assert read.what == "READ, answered"
