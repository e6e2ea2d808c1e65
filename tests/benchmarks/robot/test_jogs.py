"""What the benchmark `safety` says of questions and jogs on each board."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.harness.records import Criterion
from benchmarks.robot.jogs import NotMeasured, jogs
from benchmarks.support.pulse_recorder import PlainBoard, PulseRecorder
from robot.rigs.command import JOG_SPEED


def test_a_board_whose_program_was_not_built_is_named(tmp_path: Path) -> None:
    first, *others = jogs(tmp_path / "rokumen.elf")
    assert isinstance(first, NotMeasured)
    assert "Uno" in first.board
    assert "make -C firmware tests" in first.why
    figures = {each.name: each for each in others if isinstance(each, Criterion)}
    assert len(figures) == 4
    for name, figure in figures.items():
        assert figure.is_good
        # A jog that did not move would be slower than it may be.
        assert figure.value == (JOG_SPEED if "jog" in name else 0)


def test_the_fastest_change_of_a_pulse_counts() -> None:
    pins = PulseRecorder(PlainBoard())
    pins.recorded = [(0.0, (1500.0, None)), (0.02, (1510.0, None)), (0.04, (1610.0, None))]
    assert pins.fastest(0) == pytest.approx(5000)
    assert pins.fastest(1) == 0
