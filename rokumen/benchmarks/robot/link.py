"""Acknowledged commands per second, compared with a bare serial echo."""

from __future__ import annotations

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
from rich.table import Table

from robot.link.protocol import BAUD, Message, encode
from robot.link.session import Link
from robot.rigs.command import CLOSED, Grip, Home
from rokumen.devices.simulated_robot import SimulatorProcess

# A line of typical length, echoed.
PING = encode(Message(12345, "POSE"))
_ECHO = "import os, sys\nline = int(sys.argv[1])\nwhile True: os.write(line, os.read(line, 4096))"

ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Rate:
    """Exchanges per second: the median and the best round."""

    what: str
    typical: float
    best: float


def measure(count: int) -> tuple[Rate, ...]:
    """Measure `count` exchanges of each kind in each of a few interleaved rounds.

    The gripper is already at its target, so that only the communication takes time.
    """
    with (
        _bare_line() as port,
        SimulatorProcess(("--rig=two-gripper",)) as robot,
        Link(robot.port) as link,
    ):
        link.clear()
        link.execute(Home())
        held = Grip((("L", CLOSED),))
        kinds: dict[str, Callable[[], object]] = {
            "bare pySerial echo": lambda: _ping(port),
            "POSE, answered": link.pose,
            "GRIP, acknowledged and done": lambda: link.execute(held),
        }
        rates: dict[str, list[float]] = {what: [] for what in kinds}
        for _ in range(ROUNDS):
            for what, ask in kinds.items():
                rates[what].append(_rate(ask, count))
    return tuple(Rate(what, median(found), max(found)) for what, found in rates.items())


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


def table(rates: tuple[Rate, ...]) -> Table:
    """Return a table of the rates, each with its ratio to the bare echo."""
    shown = Table(title="exchanges per second, over a pseudo-terminal")
    shown.add_column("exchange", no_wrap=True)
    for column in ("median", "best", "of bare"):
        shown.add_column(column, justify="right")
    bare = rates[0].typical
    for rate in rates:
        part = f"{rate.typical / bare:.0%}"
        shown.add_row(rate.what, f"{rate.typical:,.0f}", f"{rate.best:,.0f}", part)
    return shown
