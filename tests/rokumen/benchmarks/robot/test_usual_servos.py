"""Solves on usual servos beside ideal ones, and what goes wrong without settling times."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from calibration.gripper_timings import RigProfile
from robot.rigs.settling import SettlingTimes
from rokumen.benchmarks.robot.usual_servos import measure, table

# As measured with `rokumen calibrate grippers`; the durations are the rig's own.
LEARNT = RigProfile("flipper", {}, {}, 0, SettlingTimes(others=0.12))


def test_a_cube_is_solved_on_usual_servos_and_takes_longer() -> None:
    (trial,) = measure("flipper", LEARNT, 1, seed=3)
    assert trial.is_good
    assert 1.05 < trial.usual / trial.ideal < 1.3
    output = StringIO()
    Console(file=output, width=100).print(table({"flipper": (trial,)}, {"flipper": LEARNT}))
    rows = {row.split("│")[1].strip(): row.split("│")[2].strip() for row in _rows(output)}
    assert rows["solved"] == "1"
    assert rows["falsely called solved"] == rows["dropped"] == "0"


def _rows(output: StringIO) -> list[str]:
    return [line for line in output.getvalue().splitlines() if line.startswith("│")]


def test_without_settling_times_it_is_not_solved_and_not_called_so() -> None:
    impatient = RigProfile("flipper", {}, {}, 0)
    (trial,) = measure("flipper", impatient, 1, seed=3)
    assert not trial.is_good
    assert not trial.falsely
