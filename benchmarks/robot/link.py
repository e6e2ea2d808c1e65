"""Acknowledged commands per second, compared with a bare serial echo."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median

import serial

from benchmarks.harness.options import Count
from benchmarks.harness.records import Record, column
from robot.link.protocol import BAUD, Message, encode
from robot.link.session import Link
from robot.rigs.command import CLOSED, Grip, Home

# A line of typical length, echoed.
PING = encode(Message(12345, "POSE"))
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
    """Measure the commands per second that a simulated robot acknowledges over a pseudo-terminal.

    For comparison, a bare pySerial echo of the same line is measured in the same run, in turn with
    the others. The gripper is already at its target, so that only the communication takes time.
    """
    with (
        _bare_line() as port,
        _simulator() as port_of_robot,
        Link(port_of_robot) as connected,
    ):
        connected.clear()
        connected.execute(Home())
        held = Grip((("L", CLOSED),))
        kinds: dict[str, Callable[[], object]] = {
            _BARE: lambda: _ping(port),
            "POSE, answered": connected.pose,
            "GRIP, acknowledged and done": lambda: connected.execute(held),
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
    """Yield the port of a simulated robot, which a process of its own serves."""
    command = [sys.executable, "-m", "rokumen", "simulate", "--json", "--rig=two-gripper"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield json.loads(process.stdout.readline())["port"]
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
