"""Programs that are killed in a motion, in real time: what becomes of the outputs and the cube."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Protocol

from benchmarks.harness.records import Record, column, not_shown
from benchmarks.support.driven_rigs import settings_for
from benchmarks.support.killed_host import GUARDED
from firmware_sim.boards.chip import NativeChip, SimulatedChip
from firmware_sim.boards.maestro import SimulatedMaestro
from firmware_sim.drives.feetech import EmulatedFeetechServo
from firmware_sim.drives.feetech_bus import EmulatedFeetechBus
from firmware_sim.drives.pwm_chip import EmulatedPwmChip
from firmware_sim.endpoints import PseudoTerminal
from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.physics.servo import HOBBY_SERVO
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from robot.clock import SystemClock
from robot.drives.drive import OnSilence
from robot.drives.feetech import SERIES
from robot.rigs.actuators import resting_pulse
from robot.rigs.command import CLOSED, CONTACT
from robot.rigs.registry import load_rig
from solver.cube import Cube

# When outputs have to be as announced, and for how long they then stay so, in seconds.
_LATEST_SECONDS, _STAY_SECONDS = 2.2, 1.0
_STEP_SECONDS, _FOLLOW_SECONDS = 0.002, 0.02
_STEP_MICROSECONDS = 1.0
# A program that ends before it moves begins anew: files of an emulator are not written at once.
_MOST_BEGINS = 3
# A program has begun to move within this time, in seconds.
_BEGIN_SECONDS = 120.0

Pulses = Mapping[int, float | None]


@dataclass(frozen=True, slots=True)
class KillFigures(Record):
    """Programs that were killed by SIGKILL in a motion, while their electronics lived on."""

    key = "kills"
    title = "programs killed in a motion, in real time"

    drive: str = column("drive")
    announced: str = column("announced")
    killed: int = column("killed", "{killed} of {wanted}")
    wanted: int = not_shown()
    as_announced: int = column("as announced within 2.2 s")
    dropped: int | None = column("cubes dropped")

    @property
    def is_good(self) -> bool:
        """Return True if all outputs came to what was announced, and no cube fell."""
        return self.killed == self.as_announced and not self.dropped


class _Served(Protocol):
    """Electronics at a pseudo-terminal."""

    def receive(self, data: bytes, /) -> None: ...

    def read_output(self) -> bytes: ...

    def advance(self) -> None: ...


@dataclass(frozen=True, slots=True)
class _Desk:
    """Electronics that a program reaches at a URL; `step` lets them go on.

    `repair` puts right what no electronics would keep of a program that was killed in its writing.
    """

    name: str
    rig: str
    url: str
    step: Callable[[], None]
    outputs: Callable[[], Pulses]
    repair: Callable[[], None] = lambda: None


_Desks = Iterator[_Desk]
# Yields one desk, which lives until it is asked for another.
_Opened = Callable[[Path, Path], _Desks]


def kill_figures(count: int, wanted: int, firmware: Path, seed: int) -> Iterator[KillFigures]:
    """Yield what becomes of so many programs on each drive; all drives at the same time."""
    desks: dict[str, _Opened] = {"chip": _chip} if (firmware / "libdrive.so").exists() else {}
    desks |= {"Maestro": _maestro, "Feetech": _feetech, "pwmchip": _pwm_chip, "pin": _guarded}
    with ThreadPoolExecutor(len(desks)) as pool:
        counts = count, wanted
        jobs = ((opened, firmware, counts, f"{seed} {name}") for name, opened in desks.items())
        yield from pool.map(lambda job: _figures(*job), jobs)


def _figures(opened: _Opened, firmware: Path, counts: tuple[int, int], seed: str) -> KillFigures:
    random, said, is_right, right, dropped = Random(seed), "", False, 0, 0
    with TemporaryDirectory() as folder:
        for desk in opened(firmware, Path(folder)):
            watch = _Mechanics(desk)
            for _ in range(counts[0]):
                said = ""
                for _ in range(_MOST_BEGINS):
                    if not said:
                        said, is_right = _kill(desk, watch, Path(folder), random.uniform(0.1, 0.9))
                right += is_right
                dropped += watch.take_dropped()
    has_cube = not desk.url.startswith(GUARDED)
    return KillFigures(desk.name, said, *counts, right, dropped if has_cube else None)


def _kill(desk: _Desk, watch: _Mechanics, folder: Path, seconds: float) -> tuple[str, bool]:
    """Kill a program in its motion; return what its drive announced, and whether it came so."""
    command = [sys.executable, "-m", "benchmarks.support.killed_host"]
    process = subprocess.Popen(
        [*command, desk.url, desk.rig, str(folder / "memory.json")], stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    os.set_blocking(process.stdout.fileno(), False)
    said, end = b"", time.monotonic() + _BEGIN_SECONDS
    while not said and time.monotonic() < end and process.poll() is None:
        watch.run(0.05)
        said = process.stdout.read() or b""
    watch.run(seconds)
    process.kill()
    process.wait()
    process.stdout.close()
    desk.repair()
    watch.run(_LATEST_SECONDS)
    announced = said.decode().partition("moving ")[2].partition("\n")[0]
    early = desk.outputs()
    watch.run(_STAY_SECONDS)
    late = desk.outputs()
    if announced == OnSilence.RELAX:
        return announced, _have_relaxed(desk, early, late)
    return announced, bool(announced) and _is_as_announced(OnSilence(announced), early, late)


def _have_relaxed(desk: _Desk, early: Pulses, late: Pulses) -> bool:
    """Return whether axes have stopped in time, and jaws rest a second later."""
    settings = settings_for(load_rig(desk.rig), sorted(early))
    rests = {
        jaws.channel: resting_pulse(dict(jaws.pulses)[CLOSED], dict(jaws.pulses)[CONTACT])
        for jaws in settings.grippers.values()
    }
    stopped = all(late[axis.channel] == early[axis.channel] for axis in settings.axes.values())
    return stopped and all(
        abs((late[channel] or 0.0) - rest) <= _STEP_MICROSECONDS for channel, rest in rests.items()
    )


def _is_as_announced(announced: OnSilence, early: Pulses, late: Pulses) -> bool:
    """Return whether outputs do what is announced, and go on doing so."""
    if announced is OnSilence.OFF:
        return not any(early.values()) and not any(late.values())
    return announced is OnSilence.HOLD and early == late and None not in early.values()


class _Mechanics:
    """The servos and the cube of a desk, which follow its outputs in real time."""

    def __init__(self, desk: _Desk) -> None:
        self._desk, rig = desk, load_rig(desk.rig)
        self._home = PhysicalState.at_home(rig.home, Cube.solved())
        self._clock = SystemClock()
        self._rig = rig
        self._mechanics = self._made()
        self._followed = 0.0

    def run(self, seconds: float) -> None:
        """Let the electronics and what they move go on."""
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end:
            self._desk.step()
            if now - self._followed >= _FOLLOW_SECONDS:
                self._followed = now
                pulses = [pulse for _, pulse in sorted(self._desk.outputs().items())]
                self._mechanics.follow(pulses, self._clock.now())
            time.sleep(_STEP_SECONDS)

    def _made(self) -> ServoMechanics:
        return ServoMechanics(self._rig, self._clock, self._home, HOBBY_SERVO, USUAL_CONTACT)

    def take_dropped(self) -> bool:
        """Return whether the cube has fallen; it is put back then."""
        dropped = self._mechanics.state().dropped
        if dropped:
            self._mechanics = self._made()
        return dropped


@contextmanager
def _terminal(served: _Served) -> Iterator[tuple[str, Callable[[], None]]]:
    """Serve electronics at a pseudo-terminal; yield its path, and what lets them go on."""
    with closing(PseudoTerminal()) as endpoint:

        def step() -> None:
            if data := endpoint.read():
                served.receive(data)
            served.advance()
            if out := served.read_output():
                endpoint.write(out)

        yield endpoint.address, step


def _maestro(firmware: Path, folder: Path) -> _Desks:
    rig = load_rig("two-gripper")
    state = PhysicalState.at_home(rig.home, Cube.solved())
    robot = SimulatedMaestro(ServoMechanics(rig, SystemClock(), state))
    with _terminal(robot) as (address, step):
        url = f"maestro://{address}?channels=0-3"
        yield _Desk("Maestro", rig.name, url, step, lambda: dict(enumerate(robot.board.pulses(4))))


def _chip(firmware: Path, folder: Path) -> _Desks:
    native = NativeChip(firmware / "libdrive.so")
    with _terminal(SimulatedChip(native, SystemClock())) as (address, step):
        url = f"chip://{address}?channels=0-3"
        yield _Desk("chip", "two-gripper", url, step, lambda: dict(enumerate(native.pulses()[:4])))


def _feetech(firmware: Path, folder: Path) -> _Desks:
    bus = EmulatedFeetechBus(SystemClock(), [EmulatedFeetechServo(n) for n in range(1, 5)])

    def outputs() -> Pulses:
        series = SERIES["sts"]
        return {
            number: None if goal is None else series.pulse(round(goal))
            for number, goal in enumerate(bus.goals(), 1)
        }

    with _terminal(bus) as (address, step):
        url = f"feetech://{address}?channels=1-4"
        yield _Desk("Feetech", "two-gripper", url, step, outputs)


def _pwm_chip(firmware: Path, folder: Path) -> _Desks:
    chip = EmulatedPwmChip(folder / "pwmchip0", SystemClock())
    url = f"pwmchip://{chip.folder}"

    def outputs() -> Pulses:
        return dict(enumerate(chip.pulses()))

    yield _Desk("pwmchip", "flipper", url, chip.advance, outputs, chip.fill)


def _guarded(firmware: Path, folder: Path) -> _Desks:
    pin = folder / "brightness"
    pin.write_text("0\n")

    def outputs() -> Pulses:
        # What the chip gives is not seen from here, only whether it comes through.
        is_on = pin.read_text().strip() == "1"
        return dict.fromkeys(range(4), 1500.0 if is_on else None)

    yield _Desk("PCA9685 with a pin", "two-gripper", f"{GUARDED}{pin}", lambda: None, outputs)
