"""Drives on emulated electronics: their rules, broken twins, pulses, edges, faults and kills."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

from benchmarks.harness.kept import NOT_KEPT, Kept
from benchmarks.harness.options import CORES, FOLDER, Option, Processes, Seed
from benchmarks.harness.progress import QUIET, Progress
from benchmarks.harness.records import Criterion, Record, column, not_shown
from benchmarks.harness.work import Work
from benchmarks.robot.drive_faults import FaultFigures, fault_figures
from benchmarks.robot.drive_kills import KillFigures, kill_figures
from benchmarks.robot.drive_setup import setup_figures
from benchmarks.robot.drive_stalls import StallFigures, stall_figures
from benchmarks.support.broken_drives import BROKEN_TWINS
from benchmarks.support.driven_rigs import is_solved_behind
from benchmarks.support.emulated_boards import (
    DRIVE_SCENES,
    BoardScene,
    Esp32Scene,
    MegaScene,
    NativeChipScene,
    PicoScene,
    UnoScene,
)
from benchmarks.support.emulated_drives import (
    DriveScene,
    Pca9685Scene,
    SceneOpener,
    scene_kind,
)
from firmware_sim.drives.pca9685 import FASTEST_HZ, SLOWEST_HZ
from firmware_sim.errors import SimulatorError
from robot.conformance.drive_rules import DRIVE_CHECKS, run_drive_checks
from robot.drives.drive import OnSilence
from robot.drives.pca9685 import NOMINAL_HZ, calibrated_clock
from robot.link.protocol import StopLevel

# Pulses of which half a step of a PCA9685, 2.4 µs, is less than half a percent.
_PULSES = tuple(float(pulse) for pulse in range(600, 2500, 100))
_CLOCKS = 8
_MOST_ERROR, _MOST_JITTER = 0.005, 2.0
# Pairs of edges that fall together, closely one after the other, and far apart.
_EDGES = (1500.0, 1502.0, 500.0, 2500.0, 1500.0, 1510.0, 2500.0, 1000.0)
_PERIOD_US, _PERIODS = 20_000, 50
# How often the line is busy in a period, and after so much more time than in the one before (s).
_READS, _LATER_SECONDS = 3, 0.00013
FIRMWARE = Path("firmware/build")
_TRIES, _QUICK_TRIES = 20, 2
_KILLS, _QUICK_KILLS = 50, 3
_SOLVES, _QUICK_SOLVES = 100, 1
_SETUPS, _QUICK_SETUPS = 20, 1
ROOT = Path(__file__).parents[2]
_PULSE_DRIVE, _MOST_DRIVE_LINES = "robot/drives/pwm_chip.py", 120
_MAESTRO, _MOST_MAESTRO_LINES = ("maestro.py", "maestro_protocol.py"), 250
_CHIP_FOLDERS, _MOST_FIRMWARE_LINES = ("firmware/core", "firmware/boards"), 3200


@dataclass(frozen=True, slots=True)
class DriveFigures(Record):
    """How many rules a drive keeps, how many of its broken twins are found, and its pulses."""

    key = "drives"
    title = "drives on emulated electronics, in virtual time"

    drive: str = column("drive")
    measured: str = column("measured on")
    rules: int = column("rules kept", "{rules} of {of}")
    twins: int = column("broken twins found", "{twins} of {of}")
    of: int = not_shown()
    uncalibrated: float = column("pulse error as bought", ".2%")
    error: float = column("calibrated", ".2%")
    jitter: float | None = column("edges, µs", ".1f")
    when_killed: str = column("killed, its outputs")

    @property
    def is_good(self) -> bool:
        """Return True for a drive that keeps all rules, each of whose twins is found."""
        is_exact = self.error <= _MOST_ERROR and (self.jitter or 0.0) <= _MOST_JITTER
        return self.rules == self.twins == self.of and is_exact


@dataclass(frozen=True, slots=True)
class NotRun(Record):
    """A drive that cannot be run here, and why, which is not good."""

    key = "not_run"
    sentence = "not run: {drive}: {why}"

    drive: str
    why: str

    @property
    def is_good(self) -> bool:
        """Return False."""
        return False


def drives(
    progress: Progress = QUIET,
    kept: Kept = NOT_KEPT,
    quick: Annotated[bool, Option("Fewer of everything: within three minutes.")] = False,
    firmware: Annotated[
        Path, Option("Folder of what `make -C firmware tests pico esp32` builds.", FOLDER)
    ] = FIRMWARE,
    seed: Seed = 1,
    processes: Processes = CORES,
) -> Iterator[DriveFigures | NotRun | FaultFigures | KillFigures | StallFigures | Criterion]:
    """Yield for each drive what `check_drive` finds of it and its twins, and what faults do.

    The exit status is 1 if a figure is not as it is wanted, or a drive cannot be run.
    """
    openers: list[SceneOpener] = [*DRIVE_SCENES]
    for kind in (NativeChipScene, UnoScene, MegaScene, PicoScene, Esp32Scene):
        try:
            kind(firmware)
        except SimulatorError as error:
            yield NotRun(kind.name, str(error))
        else:
            openers.append(partial(kind, firmware))
    work, numbered = Work(processes, progress, kept), dict(enumerate(openers))
    yield from work.results("rules, twins and pulses", DriveFigures, _drive_figures, numbered)
    tries = _QUICK_TRIES if quick else _TRIES
    yield from fault_figures(openers, tries, _TRIES, seed, work)
    progress.begin("programs killed in a motion")
    yield from kill_figures(_QUICK_KILLS if quick else _KILLS, _KILLS, firmware, seed)
    yield from stall_figures(_QUICK_SOLVES if quick else _SOLVES, _SOLVES, seed, work)
    yield from setup_figures(_QUICK_SETUPS if quick else _SETUPS, seed, work)
    yield from _eight_servos(openers, NativeChipScene if quick else UnoScene)
    yield from _lines()


def _eight_servos(openers: Sequence[SceneOpener], kind: type[DriveScene]) -> Iterator[Criterion]:
    """Yield whether a chip with eight servos moves a rig of four grippers, where one can be run."""
    for opener in openers:
        if scene_kind(opener) is kind:
            words = f"cubes solved by four grippers on {kind.name}"
            yield Criterion.at_least(words, is_solved_behind(opener(), "four-gripper"), 1)


def _lines() -> Iterator[Criterion]:
    """Yield how long drives are, and the firmware of chips."""
    drive = len((ROOT / _PULSE_DRIVE).read_text().splitlines())
    yield Criterion.at_most("lines of a drive of pulses, pwmchip", drive, _MOST_DRIVE_LINES)
    maestro = sum(len((ROOT / "robot/drives" / each).read_text().splitlines()) for each in _MAESTRO)
    yield Criterion.at_most("lines of the drive of a Maestro", maestro, _MOST_MAESTRO_LINES)
    sources = [each for folder in _CHIP_FOLDERS for each in (ROOT / folder).rglob("*.[ch]")]
    lines = sum(len(each.read_text().splitlines()) for each in sources)
    yield Criterion.at_most("lines of the firmware of chips", lines, _MOST_FIRMWARE_LINES)


def _drive_figures(opener: SceneOpener) -> DriveFigures:
    uncalibrated, error = _pulse_errors(opener)
    scene = opener()
    when_killed = _on_silence(scene)
    scene.end()
    return DriveFigures(
        scene.name,
        scene.measured_on,
        len(DRIVE_CHECKS) - len(_broken_rules(opener)),
        sum(_is_found(opener, number) for number in range(len(DRIVE_CHECKS))),
        len(DRIVE_CHECKS),
        uncalibrated,
        error,
        _jitter(opener()),
        when_killed,
    )


def _broken_rules(opener: SceneOpener) -> list[str]:
    scene = opener()
    try:
        results = list(run_drive_checks(scene.opened, scene))
    finally:
        scene.end()
    return [result.rule for result in results if not result.passed or result.skip_reason]


def _is_found(opener: SceneOpener, number: int) -> bool:
    """Return whether the rule of a number finds the twin that breaks it."""
    scene, rule = opener(), DRIVE_CHECKS[number]
    twin = BROKEN_TWINS[rule[0].split()[0]]
    try:
        (result,) = run_drive_checks(lambda: twin(scene.opened(), scene.clock), scene, (rule,))
    finally:
        scene.end()
    return not result.passed


def _on_silence(scene: DriveScene) -> str:
    info = scene.opened().info
    if info.watchdog_s is None:
        return "stay, unsafe" if info.on_silence is OnSilence.HOLD else str(info.on_silence)
    return f"{info.on_silence} after {info.watchdog_s:g} s"


def _pulse_errors(opener: SceneOpener) -> tuple[float, float]:
    """Return the largest error of pulses, as a share: as bought, and with a calibrated clock."""
    made = opener()
    if not isinstance(made, Pca9685Scene):
        error = _pulse_error(made)
        return error, error
    made.end()
    kind = type(made)
    before, after = [], []
    for number in range(_CLOCKS):
        hertz = SLOWEST_HZ + (FASTEST_HZ - SLOWEST_HZ) * number / (_CLOCKS - 1)
        before.append(_pulse_error(kind(hertz)))
        scene = kind(hertz)
        drive = scene.opened()
        drive.enable(0, 1500.0)
        commanded, measured = drive.read()[0].commanded, scene.outputs()[0]
        scene.end()
        assert commanded is not None
        assert measured is not None
        after.append(_pulse_error(kind(hertz, calibrated_clock(NOMINAL_HZ, commanded, measured))))
    return max(before), max(after)


def _pulse_error(scene: DriveScene) -> float:
    drive, errors = scene.opened(), []
    number = drive.info.channels[0].number
    for pulse in _PULSES:
        drive.enable(number, pulse)
        scene.clock.sleep(2 * drive.info.period_s)
        came = scene.outputs()[number]
        assert came is not None
        errors.append(abs(came / pulse - 1))
        drive.stop(StopLevel.OFF, {})
        scene.clock.sleep(2 * drive.info.period_s)
    scene.end()
    return max(errors)


def _jitter(scene: DriveScene) -> float | None:
    """Return by how many microseconds edges of pulses come at another time than they should.

    The line is busy meanwhile. None where no program makes the edges, but the electronics do.
    """
    if not isinstance(scene, BoardScene):
        scene.end()
        return None
    drive, board, clock = scene.opened(), scene.board, scene.clock
    for channel, pulse in enumerate(_EDGES):
        drive.enable(channel, pulse)
    clock.sleep(0.05)
    begun, worst = [board.rise(servo) for servo in range(len(_EDGES))], 0.0
    for number in range(_PERIODS):
        for _ in range(_READS):
            clock.sleep(number * _LATER_SECONDS)
            drive.read()
        clock.sleep(0.02 - clock.now() % 0.02)
        scene.chip.advance()
        for servo, pulse in enumerate(_EDGES):
            measured = board.pulses()[servo]
            assert measured is not None
            late = (board.rise(servo) - begun[servo]) % _PERIOD_US
            worst = max(worst, abs(measured - pulse), min(late, _PERIOD_US - late))
    scene.end()
    return worst
