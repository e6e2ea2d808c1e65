"""The benchmark of drives: good ones are good, and what is wrong with one is seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.robot import drive_faults
from benchmarks.robot import drives as bench
from benchmarks.robot.drive_faults import FAULTS, FaultFigures
from benchmarks.robot.drives import DriveFigures, NotRun, drives
from robot.drives.drive import ChannelState
from robot.drives.feetech import FeetechDrive
from tests.support.benchmarks import (
    BROKEN_TWINS,
    DriveTwin,
    FeetechScene,
    MaestroScene,
    Pca9685Scene,
    PwmChipScene,
)

NOWHERE = Path("/nowhere")


@pytest.fixture(autouse=True)
def without_campaigns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "kill_figures", lambda *_: iter(()))
    monkeypatch.setattr(bench, "stall_figures", lambda *_: iter(()))
    monkeypatch.setattr(bench, "setup_figures", lambda *_: iter(()))


def test_a_drive_with_its_faults_is_good(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "DRIVE_SCENES", (Pca9685Scene, FeetechScene, MaestroScene))
    monkeypatch.setattr(bench, "_QUICK_TRIES", 2)
    found = list(drives(quick=True, firmware=NOWHERE, processes=1))
    measured = [record for record in found if not isinstance(record, NotRun)]
    assert all(record.is_good for record in measured), measured
    figures, *_ = [record for record in found if isinstance(record, DriveFigures)]
    assert 0.04 < figures.uncalibrated < 0.046
    assert figures.when_killed == "stay, unsafe"
    faults = [record for record in found if isinstance(record, FaultFigures)]
    assert {record.drive for record in faults} == {"PCA9685", "Feetech", "Maestro"}
    assert {(record.tried, record.wanted) for record in faults} == {(2, 20)}


def test_what_cannot_be_run_is_said_and_not_good(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "DRIVE_SCENES", ())
    found = list(drives(firmware=NOWHERE, processes=1))
    missing = {each.drive for each in found if isinstance(each, NotRun)}
    assert {"chip", "Uno", "Mega", "RP2040", "ESP32-C3"} <= missing
    assert not any(record.is_good for record in found if isinstance(record, NotRun))


class DeafDrive(FeetechDrive):
    """A drive that does not look at what its servos answer."""

    _seen: tuple[ChannelState, ...] = ()

    def read(self) -> tuple[ChannelState, ...]:
        try:
            self._seen = super().read()
        except OSError:
            return self._seen
        return self._seen

    def beat(self) -> None:
        try:
            super().beat()
        except OSError:
            return


class DeafScene(FeetechScene):
    def opened(self) -> FeetechDrive:
        drive = super().opened()
        drive.__class__ = DeafDrive
        return drive


def test_what_is_wrong_with_a_drive_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "DRIVE_SCENES", (PwmChipScene, DeafScene))
    monkeypatch.setattr(bench, "BROKEN_TWINS", dict.fromkeys(BROKEN_TWINS, DriveTwin))
    monkeypatch.setattr(bench, "_QUICK_TRIES", 1)
    lost = [each for each in FAULTS[FeetechScene] if each.name == "lost servo"]
    monkeypatch.setattr(drive_faults, "FAULTS", {DeafScene: lost})
    found = list(drives(quick=True, firmware=NOWHERE, processes=1))
    figures, _, fault, *_ = (record for record in found if not isinstance(record, NotRun))
    assert isinstance(figures, DriveFigures)
    assert (figures.rules, figures.twins, figures.is_good) == (12, 0, False)
    assert isinstance(fault, FaultFigures)
    assert (fault.reported, fault.is_good) == (0, False)
