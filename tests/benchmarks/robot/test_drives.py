"""The benchmark of drives: good ones are good, and what is wrong with one is seen."""

from __future__ import annotations

import pytest

from benchmarks.robot import drives as bench
from benchmarks.robot.drives import DriveFigures, FaultFigures, drives
from robot.drives.feetech import FeetechDrive
from tests.support.benchmarks import FeetechScene, Pca9685Scene, PwmChipScene


def test_a_drive_with_its_faults_is_good(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "DRIVE_SCENES", (Pca9685Scene,))
    found = list(drives(2))
    assert all(record.is_good for record in found), found
    (figures,) = [record for record in found if isinstance(record, DriveFigures)]
    assert 0.04 < figures.uncalibrated < 0.046
    assert figures.when_killed == "stay, unsafe"
    faults = [record for record in found if isinstance(record, FaultFigures)]
    assert {record.drive for record in faults} == {"PCA9685", "Feetech"}


class DeafDrive(FeetechDrive):
    """A drive that does not look at what its servos answer."""

    def beat(self) -> None:
        try:
            super().beat()
        except OSError:
            return


class DeafScene(FeetechScene):
    kind = DeafDrive

    def opened(self, kind: type | None = None) -> FeetechDrive:
        drive = super().opened(kind or DeafDrive)
        assert isinstance(drive, FeetechDrive)
        return drive


def test_what_is_wrong_with_a_drive_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "DRIVE_SCENES", (PwmChipScene,))
    monkeypatch.setattr(bench, "BROKEN_TWINS", {"D1": type("Unbroken", (), {})})
    lost = {"lost servo": bench._FAULTS[FeetechScene]["lost servo"]}
    monkeypatch.setattr(bench, "_FAULTS", {DeafScene: lost})
    figures, fault = drives(1)
    assert isinstance(figures, DriveFigures)
    assert (figures.rules, figures.twins, figures.is_good) == (12, 0, False)
    assert isinstance(fault, FaultFigures)
    assert (fault.reported, fault.is_good) == (0, False)
