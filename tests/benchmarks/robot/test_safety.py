"""What the benchmark `safety` says of servos of one stiffness, and of servos that are drawn."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from benchmarks.robot import safety
from benchmarks.support.scripted_person import FIRST_TOUCH, PERSONS, Person, PlainJaws
from firmware_sim.physics.cube_forces import USUAL_FORCES
from firmware_sim.physics.jaws import RIGID_NEWTONS_PER_MM, USUAL_CONTACT
from firmware_sim.physics.servo import HOBBY_SERVO
from robot.rigs.servo_presets import SERVO_PRESETS
from tests.support.command_line import Rokumen


@pytest.mark.parametrize("person", PERSONS, ids=str)
@pytest.mark.parametrize("number", range(len(SERVO_PRESETS)))
def test_no_cube_falls_at_rest_whoever_has_set_the_jaws_up(person: Person, number: int) -> None:
    rest = safety.hold_at_rest((person, number))
    assert rest.trials is not None
    assert not rest.fell


def test_rigid_jaws_of_stiff_servos_burn_unless_they_relax() -> None:
    stiff = replace(HOBBY_SERVO, full_drive_error=3.0)
    rigid = replace(USUAL_CONTACT, newtons_per_mm=RIGID_NEWTONS_PER_MM)
    found = PlainJaws(stiff, rigid, USUAL_FORCES).set_up(FIRST_TOUCH)
    assert found is not None
    pressing = safety.hold(stiff, rigid, found.pulses, relaxes=False)
    assert pressing.load > 0.6
    assert pressing.out_after is not None
    relaxed = safety.hold(stiff, rigid, found.pulses, relaxes=True)
    assert relaxed.out_after is None
    assert relaxed.heat < 0.6
    assert not relaxed.fell


def test_servos_that_are_enabled_one_by_one_lose_fewer_volts() -> None:
    figures = list(safety.supply_figures())
    assert all(figure.is_good for figure in figures), figures
    # One stalled servo of 2.5 A behind 0.5 ohm: 5 V / (1 + 0.5 x 0.5) = 4 V.
    assert figures[0].value == pytest.approx(1.0, abs=0.05)


@pytest.mark.thorough
def test_its_rows_have_a_name_a_value_and_what_is_wanted(
    bench: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(safety, "STIFFNESSES", (5.0,))
    monkeypatch.setattr(safety, "_QUICK_DRAWS", 2)
    # It has its own test.
    monkeypatch.setattr(safety, "plan_figures", lambda *how: ())
    result = bench("safety", "--quick", "--json", "--processes=1")
    assert result.status == 0, result.err
    found = json.loads(result.out)
    assert [row["stiffness"] for row in found["stiffness"]] == [5.0] * 4
    assert all(row["is_reached"] for row in found["figures"])
    names = [row["name"] for row in found["figures"]]
    assert any("fastest jog, plain simulator" in name for name in names)
    assert any("load 0.5 s after closing" in name for name in names)
