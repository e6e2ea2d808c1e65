"""Robots over TCP that answer what no robot should: wrong numbers, floods, silence, nonsense."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from select import select
from threading import Thread

import rokumen
from benchmarks.attacks import valid_files
from benchmarks.attacks.isolation import Malformed
from benchmarks.attacks.mutation import malformed_value, mutate
from firmware_sim.line_robot import LineRobot
from robot.errors import FrameError
from robot.link.port import SerialPort, add_scheme, open_port
from robot.link.protocol import Event, Line, Message, decode, encode
from robot.rigs.registry import load_rig
from rokumen import exit_status
from rokumen.cli.main import run

SCHEME = "misbehaving"
# Robot and host run this many times faster than real ones, so that time-outs do not take seconds.
_SPEED = 60.0
# A robot that answers some lines of each command takes minutes of its own time to be given up.
_MAX_SECONDS = 40.0
_RIG = "two-gripper"
_TURNS = "R U F2 L'"

Misbehave = Callable[[bytes, Random], bytes]


class _FastClock:
    is_virtual = False

    def now(self) -> float:
        return time.monotonic() * _SPEED

    def sleep(self, seconds: float) -> None:
        time.sleep(max(seconds, 0.0) / _SPEED)


class _FastPort:
    """A port whose clock runs faster than real time."""

    def __init__(self, port: SerialPort) -> None:
        self.clock = _FastClock()
        self._port = port
        self._timeout: float | None = 1.0

    @property
    def in_waiting(self) -> int:
        return self._port.in_waiting

    @property
    def timeout(self) -> float | None:
        return self._timeout

    @timeout.setter
    def timeout(self, seconds: float | None) -> None:
        self._timeout = seconds
        self._port.timeout = None if seconds is None else seconds / _SPEED

    def read(self, size: int = 1, /) -> bytes:
        return self._port.read(size)

    def write(self, data: bytes, /) -> int | None:
        return self._port.write(data)

    def close(self) -> None:
        self._port.close()


def misbehaving_robot(folder: Path, number: int, chance: Random) -> Malformed:
    """Return the drive of one misbehaving robot."""
    names = chance.sample(sorted(_MISBEHAVIOURS), chance.choice((1, 1, 2)))
    rate = chance.choice((0.02, 0.2, 1.0))
    drive = chance.choice((_drive, _run))
    film = folder / "film.avi"
    film.write_bytes(valid_files.film())

    def work() -> int:
        add_scheme(SCHEME, lambda url: _FastPort(open_port(url.replace(SCHEME, "socket"))))
        with _robot([_MISBEHAVIOURS[name] for name in names], rate, chance) as place:
            return drive(f"{SCHEME}://{place}", film)

    shown = f"{drive.__name__[1:]}: {' and '.join(names)}, {rate:g} of the lines"
    return Malformed(shown, work, drive is not _drive, max_seconds=_MAX_SECONDS)


def _drive(url: str, film: Path) -> int:
    """Drive a robot through the Python API."""
    plan = rokumen.plan(_TURNS, rig=_RIG)
    try:
        with rokumen.connect(url) as robot:
            robot.home()
            robot.run(plan)
    except rokumen.errors.Error as error:
        print(error)
        return exit_status.FAILURE
    return exit_status.DONE


def _run(url: str, film: Path) -> int:
    return run(["run", f"--port={url}", f"--camera={film}", "--json"])


@contextmanager
def _robot(misbehave: list[Misbehave], rate: float, chance: Random) -> Iterator[str]:
    """Serve a robot at a port of this computer; gives HOST:PORT."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        serving = Thread(target=_serve, args=(server, misbehave, rate, chance), daemon=True)
        serving.start()
        yield f"127.0.0.1:{server.getsockname()[1]}"


def _serve(server: socket.socket, misbehave: list[Misbehave], rate: float, chance: Random) -> None:
    robot = LineRobot(load_rig(_RIG), _FastClock(), rng=Random(1))
    while True:
        connection, _ = server.accept()
        with connection, suppress(OSError):
            while True:
                if _has_bytes(connection):
                    data = connection.recv(4096)
                    if not data:
                        break
                    robot.receive(data)
                robot.advance()
                for line in robot.read_output().splitlines(keepends=True):
                    change = chance.choice(misbehave) if chance.random() < rate else _say
                    connection.sendall(change(line, chance))


def _has_bytes(connection: socket.socket) -> bool:
    return bool(select((connection,), (), (), 0.002)[0])


def _say(line: bytes, chance: Random) -> bytes:
    return line


def _change_a_value(line: bytes, chance: Random) -> bytes:
    """Replace the value of one field, under a right check sum."""
    try:
        message = decode(line.rstrip())
    except FrameError:
        return line
    if not message.fields:
        return line
    at = chance.randrange(len(message.fields))
    key, _ = message.fields[at]
    fields = (*message.fields[:at], (key, _word(chance)), *message.fields[at + 1 :])
    return _encoded(message, fields) or line


def _drop_a_field(line: bytes, chance: Random) -> bytes:
    try:
        message = decode(line.rstrip())
    except FrameError:
        return line
    at = chance.randrange(len(message.fields) + 1)
    return _encoded(message, (*message.fields[:at], *message.fields[at + 1 :])) or line


def _encoded(message: Line, fields: tuple[tuple[str, str], ...]) -> bytes:
    changed = (
        Event(message.number, message.verb, fields)
        if isinstance(message, Event)
        else Message(message.seq, message.verb, fields)
    )
    try:
        return encode(changed)
    except FrameError:
        return b""


def _word(chance: Random) -> str:
    """Return a malformed value as far as a line can carry it."""
    return "".join(c for c in malformed_value(chance)[:60] if c.isascii() and c.isprintable())


_MISBEHAVIOURS: dict[str, Misbehave] = {
    "changed values": _change_a_value,
    "missing fields": _drop_a_field,
    "mutated lines": lambda line, chance: mutate(line, chance)[:100_000],
    "silence": lambda line, chance: b"",
    "lines twice": lambda line, chance: line + line,
    "noise": lambda line, chance: chance.randbytes(chance.choice((1, 100, 20_000))) + line,
    "endless events": lambda line, chance: (
        b"".join(encode(Event(number, "JAM", (("axis", "L"),))) for number in range(1, 200)) + line
    ),
    "endless busy": lambda line, chance: b"".join(
        encode(Message(number, "busy", (("pct", "40"),))) for number in range(1, 100)
    ),
    "restarts": lambda line, chance: (
        encode(
            Event(
                chance.randrange(1, 60_000), "BOOT", (("epoch", f"{chance.randrange(65536):04X}"),)
            )
        )
        + line
    ),
}
