"""Chips that answer what no chip should: wrong numbers, floods, silence, nonsense."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import rokumen
from benchmarks.attacks import valid_files
from benchmarks.attacks.isolation import Malformed
from benchmarks.attacks.mutation import malformed_value, mutate
from firmware_sim.boards.chip import ChipPort
from firmware_sim.boards.chip_robot import SoftwareRobot
from firmware_sim.drives.device_clock import DeviceClock
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from robot.errors import FrameError
from robot.link.port import add_scheme
from robot.link.protocol import Message, decode, encode
from robot.rigs.registry import load_rig
from rokumen import exit_status
from rokumen.cli.main import run
from solver.cube import Cube

SCHEME = "misbehaving"
# A chip that answers some lines is asked again and again, in virtual time.
_MAX_SECONDS = 40.0
_RIG = "two-gripper"
_TURNS = "R U F2 L'"

Misbehave = Callable[[bytes, Random], bytes]


def misbehaving_robot(folder: Path, number: int, chance: Random) -> Malformed:
    """Return the drive of one misbehaving robot."""
    names = chance.sample(sorted(_MISBEHAVIOURS), chance.choice((1, 1, 2)))
    rate = chance.choice((0.02, 0.2, 1.0))
    drive = chance.choice((_drive, _run))
    film = folder / "film.avi"
    film.write_bytes(valid_files.film())

    settings = folder / "settings.toml"

    def work() -> int:
        rig, clock = load_rig(_RIG), DeviceClock()
        state = PhysicalState.at_home(rig.home, Cube.solved())
        robot = SoftwareRobot(ServoMechanics(rig, clock, state), Random(1))
        clock.devices.append(robot.advance)
        settings.write_text(robot.settings(), encoding="utf-8")
        say = partial(_misbehaved, [_MISBEHAVIOURS[name] for name in names], rate, chance)
        add_scheme(SCHEME, lambda url: ChipPort(robot, clock, to_host=say))
        return drive(f"chip://{SCHEME}://{number}?settings={settings}", film)

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


def _misbehaved(misbehave: list[Misbehave], rate: float, chance: Random, said: bytes) -> bytes:
    """Return what arrives of the lines that a chip says."""
    changes = (
        (chance.choice(misbehave) if chance.random() < rate else _say, line)
        for line in said.splitlines(keepends=True)
    )
    return b"".join(change(line, chance) for change, line in changes)


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


def _with_field(line: bytes, key: str, value: str) -> bytes:
    """Return a line in which a field has another value."""
    try:
        message = decode(line.rstrip())
    except FrameError:
        return line
    fields = tuple((name, value if name == key else said) for name, said in message.fields)
    return _encoded(message, fields) or line


def _encoded(message: Message, fields: tuple[tuple[str, str], ...]) -> bytes:
    try:
        return encode(Message(message.seq, message.verb, fields))
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
    "endless statuses": lambda line, chance: (
        encode(Message(0, "status", (("clock", "0"), ("stop", "none")))) * 200 + line
    ),
    "endless errors": lambda line, chance: b"".join(
        encode(Message(number, "err", (("code", "BUSY"),))) for number in range(1, 100)
    ),
    "restarts": lambda line, chance: (
        encode(Message(0, "status", (("epoch", f"{chance.randrange(65536):04X}"),))) + line
    ),
    "stops": lambda line, chance: _with_field(
        line, "stop", chance.choice(("hold", "relax", "off"))
    ),
}
