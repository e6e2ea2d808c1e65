"""The benchmark `safety`, and the first evening of a person with a wrongly wired robot."""

from __future__ import annotations

import json
import os
from dataclasses import replace

import pytest

from benchmarks.robot import safety
from benchmarks.robot.first_evening import FirstSolve, first_solves, set_up
from benchmarks.support.pulse_recorder import PlainBoard, PulseRecorder
from benchmarks.support.scripted_person import FIRST_TOUCH, PERSONS, Person, PlainJaws
from benchmarks.support.wired_tools import WrongWiring
from firmware_sim.physics.cube_forces import USUAL_FORCES
from firmware_sim.physics.jaws import RIGID_NEWTONS_PER_MM, USUAL_CONTACT
from firmware_sim.physics.servo import HOBBY_SERVO
from robot.rigs.command import JOG_SPEED
from robot.rigs.servo_presets import SERVO_PRESETS
from rokumen.setup.wiring_faults import SWAPPED
from tests.support.command_line import Rokumen
from tests.support.variants import thorough_but


@pytest.mark.parametrize("person", PERSONS, ids=str)
@pytest.mark.parametrize("number", thorough_but([0], range(len(SERVO_PRESETS))))
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


def test_no_question_moves_a_servo_and_no_jog_is_too_fast() -> None:
    figures = {each.name: each for each in safety.jogs()}
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


EXCHANGED = WrongWiring(SWAPPED, ("axis:base", "gripper:cover"))


@pytest.mark.thorough
def test_a_person_does_what_the_words_say_and_the_setup_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    after_wiring = "The firmware has the angles"
    monkeypatch.setattr("benchmarks.robot.first_evening.SOLVED", after_wiring)
    before = dict(os.environ)
    done = set_up(("cubotino", EXCHANGED, 2))
    assert done.last == after_wiring
    # A minute for the plugs, and five seconds for each of more than twelve screens.
    assert done.seconds > 120
    assert not done.accidents
    # It has no cube yet.
    assert not done.solved
    assert dict(os.environ) == before


def test_what_nobody_mends_never_comes_to_a_solve(monkeypatch: pytest.MonkeyPatch) -> None:
    tools = "benchmarks.support.wired_tools.WiredTools"
    monkeypatch.setattr(f"{tools}.is_named", lambda self, title: False)
    monkeypatch.setattr("benchmarks.robot.first_evening._MOST_SCREENS", 40)
    done = set_up(("cubotino", EXCHANGED, 2))
    assert not done.solved
    assert done.last.startswith(("Look whether", "Watch", "Which", "The cover and the base"))


def test_the_figures_count_what_was_solved_in_time_and_without_an_accident() -> None:
    good = FirstSolve("cubotino", EXCHANGED, True, 600.0, 0, "")
    late = FirstSolve("cubotino", EXCHANGED, True, 930.0, 0, "")
    hurt = FirstSolve("cubotino", EXCHANGED, False, 100.0, 2, "")
    assert all(each.is_good for each in first_solves([good]))
    in_time, longest, accidents = first_solves([good, late, hurt])
    assert (in_time.value, longest.value, accidents.value) == (1, 15.5, 1)
    assert not any(each.is_good for each in (in_time, longest, accidents))
