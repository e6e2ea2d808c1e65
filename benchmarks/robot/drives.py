"""Drives on emulated electronics: their twelve rules, broken twins, pulses and faults."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from benchmarks.harness.options import Count
from benchmarks.harness.records import Record, column, not_shown
from benchmarks.support.broken_drives import BROKEN_TWINS, twin_of
from benchmarks.support.emulated_drives import (
    DRIVE_SCENES,
    DriveScene,
    FeetechScene,
    Pca9685Scene,
)
from firmware_sim.drives.pca9685 import FASTEST_HZ, SLOWEST_HZ
from robot.conformance.drive_rules import DRIVE_CHECKS, run_drive_checks
from robot.drives.drive import Segment
from robot.drives.pca9685 import NOMINAL_HZ, calibrated_clock
from robot.drives.stepped_drive import SteppedDrive
from robot.errors import DriveError
from robot.link.protocol import StopLevel

# Pulses of which half a step of a PCA9685, 2.4 µs, is less than half a percent.
_PULSES = tuple(float(pulse) for pulse in range(600, 2500, 100))
_CLOCKS = 8
_MOST_ERROR, _MOST_SECONDS = 0.005, 0.1


@dataclass(frozen=True, slots=True)
class DriveFigures(Record):
    """How many rules a drive keeps, how many of its broken twins are found, and its pulses."""

    key = "drives"
    title = "drives on emulated electronics"

    drive: str = column("drive")
    rules: int = column("rules kept", "{rules} of {of}")
    twins: int = column("broken twins found", "{twins} of {of}")
    of: int = not_shown()
    uncalibrated: float = column("pulse error as bought", ".2%")
    error: float = column("calibrated", ".2%")
    when_killed: str = column("killed, its outputs")

    @property
    def is_good(self) -> bool:
        """Return True for a drive that keeps all rules, each of whose twins is found."""
        return self.rules == self.twins == self.of and self.error <= _MOST_ERROR


@dataclass(frozen=True, slots=True)
class FaultFigures(Record):
    """Motions that a fault of the electronics or of the line met, at a random time."""

    key = "faults"
    title = "faults in a motion"

    drive: str = column("drive")
    fault: str = column("fault")
    tried: int = column("tried")
    reported: int = column("reported")
    still: int = column("nothing moved after it")
    resumed: int = column("resumed")
    slowest: float = column("reported within", "{slowest:.0f} ms")

    @property
    def is_good(self) -> bool:
        """Return True if each was reported within 100 ms, and the drive then went on."""
        all_of_them = self.tried == self.reported == self.still == self.resumed
        return all_of_them and self.slowest <= _MOST_SECONDS * 1000


def drives(tries: Count = 20, *, seed: int = 1) -> Iterator[DriveFigures | FaultFigures]:
    """Yield for each drive what `check_drive` finds of it and its twins, and what faults do."""
    for scene in DRIVE_SCENES:
        uncalibrated, error = _pulse_errors(scene)
        yield DriveFigures(
            scene.name,
            len(DRIVE_CHECKS) - len(_broken_rules(scene())),
            sum(
                rule in _broken_rules(scene(), twin_of(scene.kind, broken))
                for rule, broken in BROKEN_TWINS.items()
            ),
            len(DRIVE_CHECKS),
            uncalibrated,
            error,
            _on_silence(scene()),
        )
    random = Random(seed)
    for kind, faults in _FAULTS.items():
        for fault, (begin, end) in faults.items():
            yield _fault_figures(kind, fault, begin, end, tries, random)


def _broken_rules(scene: DriveScene, kind: type[SteppedDrive] | None = None) -> set[str]:
    try:
        results = list(run_drive_checks(lambda: scene.opened(kind), scene))
    finally:
        scene.end()
    return {result.rule.split()[0] for result in results if not result.passed}


def _on_silence(scene: DriveScene) -> str:
    drive = scene.opened()
    announced = "end" if drive.info.watchdog_s else "stay, unsafe"
    scene.end()
    return announced


def _pulse_errors(kind: type[DriveScene]) -> tuple[float, float]:
    """Return the largest error of pulses, as a share: as bought, and with a calibrated clock."""
    if not issubclass(kind, Pca9685Scene):
        error = _pulse_error(kind())
        return error, error
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
        came = scene.outputs()[number]
        assert came is not None
        errors.append(abs(came / pulse - 1))
        drive.stop(StopLevel.OFF, {})
    scene.end()
    return max(errors)


_Change = Callable[[DriveScene], None]


def _chip(naks: int) -> _Change:
    def change(scene: DriveScene) -> None:
        assert isinstance(scene, Pca9685Scene)
        scene.chip.naks = naks

    return change


def _bus(fault: str, value: int) -> _Change:
    def change(scene: DriveScene) -> None:
        assert isinstance(scene, FeetechScene)
        setattr(scene.bus.faults, fault, value)

    return change


def _number(number: int) -> _Change:
    def change(scene: DriveScene) -> None:
        assert isinstance(scene, FeetechScene)
        scene.servos[1].registers[5] = number

    return change


def _cut(scene: DriveScene) -> None:
    scene.cut_power()


def _nothing(scene: DriveScene) -> None:
    """Leave the electronics as they are."""


# Of each drive the faults: what begins one, and what ends it.
_FAULTS: Mapping[type[DriveScene], Mapping[str, tuple[_Change, _Change]]] = {
    Pca9685Scene: {
        "bytes not acknowledged": (_chip(10**6), _chip(0)),
        "brown-out": (_cut, _nothing),
    },
    FeetechScene: {
        "lost servo": (_bus("lost", 10**6), _bus("lost", 0)),
        "wrong id": (_bus("wrong_ids", 10**6), _bus("wrong_ids", 0)),
        "two of one id": (_number(1), _number(2)),
        "wrong baud rate": (_bus("has_wrong_baud", 1), _bus("has_wrong_baud", 0)),
        "wrong sums": (_bus("bad_sums", 10**6), _bus("bad_sums", 0)),
        "short replies": (_bus("short", 10**6), _bus("short", 0)),
        "brown-out": (_cut, _nothing),
    },
}


def _fault_figures(
    kind: type[DriveScene], fault: str, begin: _Change, end: _Change, tries: int, random: Random
) -> FaultFigures:
    reported = still = resumed = 0
    slowest = 0.0
    for _ in range(tries):
        scene = kind()
        drive = scene.opened()
        number = drive.info.channels[0].number
        _move(scene, drive, number, 2000.0, random.uniform(0.1, 0.9))
        begin(scene)
        began, before = scene.clock.now(), scene.outputs()[number]
        try:
            _run(scene, drive, 1.0)
        except DriveError as error:
            reported += error.channel in (number, None)
            slowest = max(slowest, scene.clock.now() - began)
        end(scene)
        _run(scene, drive, 0.5)
        after = scene.outputs()[number]
        still += after is None or (before is not None and abs(after - before) < _STEP_MICROSECONDS)
        _move(scene, drive, number, 2000.0, 1.2)
        came = scene.outputs()[number]
        resumed += came is not None and abs(came - 2000.0) <= drive.info.step
        scene.end()
    return FaultFigures(kind.name, fault, tries, reported, still, resumed, slowest * 1000)


# What a motion of 500 µs in a second may go on in two periods, and some.
_STEP_MICROSECONDS = 25.0


def _move(
    scene: DriveScene, drive: SteppedDrive, number: int, target: float, seconds: float
) -> None:
    """Begin a motion of a second, and let it go on for some seconds."""
    commanded = {state.channel: state.commanded for state in drive.read()}
    if commanded[number] is None:
        drive.enable(number, 1500.0)
    drive.start((Segment(number, scene.clock.now() + 0.02, target, 1.0),))
    _run(scene, drive, seconds)


def _run(scene: DriveScene, drive: SteppedDrive, seconds: float) -> None:
    end = scene.clock.now() + seconds
    while scene.clock.now() < end:
        scene.clock.sleep(drive.info.period_s)
        drive.beat()
