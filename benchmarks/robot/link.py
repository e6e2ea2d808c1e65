"""Lines that a chip answers in a second, compared with a bare serial echo."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from statistics import median

import serial

from benchmarks.harness.options import Count
from benchmarks.harness.records import Record, column
from robot.drives.chip_line import ChipLine
from robot.link.port import open_port
from robot.link.protocol import BAUD, Message, encode

# A line of typical length, echoed.
PING = encode(Message(12345, "BEAT"))
_ECHO = "import os, sys\nline = int(sys.argv[1])\nwhile True: os.write(line, os.read(line, 4096))"

ROUNDS = 5
_BARE = "bare pySerial echo"


@dataclass(frozen=True, slots=True)
class ExchangeRate(Record):
    """Exchanges per second: the median and the best round, and the ratio to the bare echo."""

    key = "rates"
    title = "exchanges per second, over a pseudo-terminal"

    what: str = column("exchange")
    median: float = column("median", ",.0f")
    best: float = column("best", ",.0f")
    ratio: float = column("of bare", ".0%")


def link(count: Count = 2000) -> Iterator[ExchangeRate]:
    """Measure the lines per second that a chip in software answers over a pseudo-terminal.

    For comparison, a bare pySerial echo of the same line is measured in the same run, in turn with
    the others.
    """
    with (
        _bare_line() as port,
        _simulator() as port_of_chip,
        closing(ChipLine(open_port(port_of_chip))) as line,
    ):
        kinds: dict[str, Callable[[], object]] = {
            _BARE: lambda: _ping(port),
            "BEAT, answered": lambda: line.exchange("BEAT"),
            "READ, answered": lambda: line.exchange("READ"),
        }
        rates: dict[str, list[float]] = {what: [] for what in kinds}
        for _ in range(ROUNDS):
            for what, ask in kinds.items():
                rates[what].append(_rate(ask, count))
    bare = median(rates[_BARE])
    for what, found in rates.items():
        yield ExchangeRate(what, median(found), max(found), median(found) / bare)


@contextmanager
def _simulator() -> Iterator[str]:
    """Yield the port of a simulated robot's chip, which a process of its own serves."""
    options = ["--json", "--ideal", "--set=feedback=false", "--set=camera_port=0"]
    command = [sys.executable, "-m", "rokumen", "simulate", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            url = json.loads(process.stdout.readline())["port"]
            yield url.removeprefix("chip://").partition("?")[0]
        finally:
            process.terminate()


def _rate(ask: Callable[[], object], count: int) -> float:
    began = time.perf_counter()
    for _ in range(count):
        ask()
    return count / (time.perf_counter() - began)


def _ping(port: serial.Serial) -> None:
    port.write(PING)
    port.read(len(PING))


@contextmanager
def _bare_line() -> Iterator[serial.Serial]:
    """Yield a pseudo-terminal whose other end is echoed by a process."""
    far, near = pty.openpty()
    tty.setraw(near)
    echo = subprocess.Popen([sys.executable, "-c", _ECHO, str(far)], pass_fds=[far])
    try:
        with serial.Serial(os.ttyname(near), BAUD, timeout=2.0) as port:
            _ping(port)
            yield port
    finally:
        echo.kill()
        echo.wait()
        os.close(far)
        os.close(near)
