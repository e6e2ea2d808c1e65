"""How servos with force follow their pulses, share a supply, hold, get hot and burn.

Where a figure is one that others measured or that follows from a data sheet, the test says so; the
sources are in `robot.rigs.servo_presets`.
"""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_sim.physics.powered_servos import PoweredServos, Supply
from firmware_sim.physics.servo import (
    HOBBY_SERVO,
    MOST_EFFICIENT,
    ServoModel,
    drawn_servo,
    usual_servo,
)
from firmware_sim.physics.servo_motor import STICTION, HornLoad
from robot.rigs.servo_presets import SERVO_PRESETS

STS3215 = usual_servo("sts3215")
# What an STS3215 gets in the measurements of SO-ARM100 #134.
TWELVE_VOLTS = Supply(12.0)
KG_CM = 0.0980665
# So far from its target a servo that stands has no more torque than friction and stiction take, at
# its own volts; nearer than its dead band it has none.
KEPT_DEGREES = max(
    HOBBY_SERVO.full_drive_error * (HOBBY_SERVO.friction + STICTION), HOBBY_SERVO.dead_band
)


def one(
    servo: ServoModel, load: HornLoad | None = None, supply: Supply | None = None
) -> PoweredServos:
    """Return a servo in the middle, without pulses, that has its own volts."""
    servos = PoweredServos(servo, [0.0], supply or Supply(servo.volts))
    servos.follow([None], 0.0)
    if load is not None:
        servos.push([load])
    return servos


def course(servos: PoweredServos, target: float, seconds: float) -> list[tuple[float, float]]:
    """Return time and angle every 2 ms of a servo that gets one target."""
    found = []
    for tick in range(1, round(seconds * 500) + 1):
        servos.follow([target], tick / 500)
        found.append((tick / 500, servos.motors[0].angle))
    return found


def hung(servo: ServoModel, kg_cm: float) -> PoweredServos:
    """Return a servo at 12 V whose horn a weight pulls, once it has come to rest."""
    servos = one(replace(servo, play=0.0), None, TWELVE_VOLTS)
    # A long soft spring pulls like a weight, which a hand lets go within a second.
    for tick in range(1, 101):
        part = min(tick / 50, 1.0)
        servos.push([HornLoad(contact=1000.0, spring=part * kg_cm * KG_CM / 1000)])
        servos.follow([0.0], tick / 50)
    return servos


@pytest.mark.parametrize("name", SERVO_PRESETS)
def test_a_servo_without_load_is_as_fast_as_its_preset(name: str) -> None:
    servo = replace(usual_servo(name), end_stop=math.inf)
    servos = one(servo)
    way = course(servos, 10_000.0, 1.0)
    speed = (way[-1][1] - way[-251][1]) / 0.5
    assert speed == pytest.approx(servo.no_load_speed, rel=0.01)


def test_an_sts3215_needs_as_long_for_60_degrees_as_its_fit_says() -> None:
    # 0.199 s by the parameters that Rhoban's bam found, 0.192 s in the data sheet.
    assert 60 / STS3215.no_load_speed == pytest.approx(0.199, abs=0.0015)


def test_an_sts3215_gives_as_much_duty_for_a_count_as_was_measured() -> None:
    # 0.8% a count of 4096 a turn, by oscilloscope, at P 32.
    assert STS3215.drive_at(5.0) / 5.0 * 360 / 4096 == pytest.approx(0.008, rel=0.01)


def test_an_sts3215_gives_way_as_far_as_was_measured() -> None:
    # 10.6 kg cm: 1.8 to 2.6 degrees measured at 12 V; its gears' friction holds a part.
    angle = hung(STS3215, 10.6).motors[0].angle
    assert 1.8 <= angle <= 2.6
    bare = replace(STS3215, friction=0.0, load_friction=0.0, dead_band=0.0)
    # Without friction it swings for long.
    assert hung(bare, 10.6).motors[0].angle == pytest.approx(3.8, abs=0.4)


def test_an_sts3215_that_holds_15_kg_cm_gets_as_warm_as_was_measured() -> None:
    servos = hung(STS3215, 15.0)
    (heat,) = servos.heat
    servos.follow([0.0], 600.0)
    # 48 degrees after ten minutes, and stable for an hour.
    assert heat.case == pytest.approx(48, abs=4)
    after = heat.case
    servos.follow([0.0], 3600.0)
    assert heat.case == pytest.approx(after, abs=5)
    assert not heat.is_out


@pytest.mark.parametrize("error", [3.0, 5.0, 8.0, 11.0, 15.0])
def test_a_step_of_a_ds3218_overshoots_and_settles(error: float) -> None:
    # As computed for an inertia of 0.005 kg m2 and a motor whose own speed is 375 degrees a second.
    servo = replace(
        HOBBY_SERVO,
        full_drive_error=error,
        time_constant=0.0273,
        no_load_speed=375 * (1 - HOBBY_SERVO.friction),
        end_stop=math.inf,
    )
    way = course(one(servo), 90.0, 1.5)
    assert 1.45 <= max(angle for _, angle in way) - 90 <= 3.4
    settled = max(time for time, angle in way if abs(angle - 90) > 1)
    assert 0.07 <= settled - 90 / servo.no_load_speed <= 0.19


@given(st.integers(0, 10_000), st.sampled_from(sorted(SERVO_PRESETS)))
def test_no_servo_that_is_drawn_makes_energy(seed: int, name: str) -> None:
    servo = drawn_servo(name, Random(seed))
    speed = math.radians(servo.no_load_speed) / (1 - servo.friction)
    assert servo.stall_torque * speed <= MOST_EFFICIENT * servo.volts * servo.stall_current * 1.001


@given(st.floats(-90, 90), st.floats(-90, 90))
@settings(max_examples=30)
def test_a_usual_servo_arrives_within_what_friction_keeps(start: float, target: float) -> None:
    servos = PoweredServos(HOBBY_SERVO, [start], Supply(5.0))
    servos.follow([target], 0.0)
    servos.follow([target], 2.0)
    assert servos.are_still
    assert abs(servos.motors[0].angle - target) <= KEPT_DEGREES + 1e-6


def test_friction_and_stiction_keep_a_servo_that_stands() -> None:
    for share, stays in ((0.999, True), (1.001, False)):
        servos = one(HOBBY_SERVO)
        course(servos, share * KEPT_DEGREES, 0.5)
        assert (servos.motors[0].angle == 0) == stays


def test_a_horn_has_play_when_its_motor_turns_back() -> None:
    servos = one(replace(HOBBY_SERVO, play=2.0))
    motor = servos.motors[0]
    for tick in range(1, 40):
        servos.follow([float(tick)], tick / 50)
    assert motor.horn == pytest.approx(motor.angle - 1)
    for tick in range(1, 40):
        servos.follow([39.0 - tick], 2.0 + tick / 50)
    assert motor.horn == pytest.approx(motor.angle + 1)


def test_a_servo_stops_at_its_end_stop_and_pushes_on() -> None:
    servos = one(HOBBY_SERVO)
    servos.follow([120.0], 1.0)
    assert servos.motors[0].angle == HOBBY_SERVO.end_stop
    assert servos.amperes == pytest.approx(HOBBY_SERVO.stall_current, rel=0.05)


def test_a_digital_servo_goes_all_the_way_at_one_pulse() -> None:
    servos = one(HOBBY_SERVO)
    servos.follow([60.0], 0.02)
    servos.follow([None], 0.5)
    assert servos.motors[0].angle == pytest.approx(60, abs=1)
    # Later it is limp.
    servos.follow([None], 2.0)
    assert servos.motors[0].target is None


@pytest.mark.parametrize("name", ["mg996r", "sg90", "hs-311"])
def test_an_analog_servo_moves_only_while_pulses_come(name: str) -> None:
    servos = one(usual_servo(name))
    servos.follow([60.0], 0.02)
    servos.follow([None], 0.5)
    assert 0 < servos.motors[0].angle < 40
    for tick in range(1, 50):
        servos.follow([60.0], 0.5 + tick / 50)
    assert servos.motors[0].angle == pytest.approx(60, abs=2)


def test_an_sts3215_holds_without_pulses() -> None:
    servos = one(STS3215)
    servos.follow([30.0], 1.0)
    servos.push([HornLoad(contact=1000.0, spring=0.5 / 1000)])
    servos.follow([None], 100.0)
    assert servos.motors[0].angle == pytest.approx(30, abs=2)


def test_friction_holds_a_limp_servo_against_a_small_force_only() -> None:
    # 5% of 1.2 N m, and a fifth of what pushes.
    small, large = (
        HornLoad(contact=1000.0, spring=0.07e-3),
        HornLoad(contact=1000.0, spring=0.08e-3),
    )
    for load, moves in ((small, False), (large, True)):
        servos = one(HOBBY_SERVO, load)
        servos.follow([None], 1.0)
        assert (servos.motors[0].angle > 1) == moves


@pytest.mark.parametrize(
    ("ohm", "volts"), [(0.1, [4.83, 4.66, 4.51, 4.37]), (0.5, [4.24, 3.68, 3.25, 2.91])]
)
def test_stalled_servos_share_what_their_supply_gives(ohm: float, volts: list[float]) -> None:
    """As computed for one to four servos of 1.8 A at 5 V."""
    servo = replace(HOBBY_SERVO, stall_current=1.8, idle_current=0.0)
    for count, least in enumerate(volts, 1):
        servos = PoweredServos(servo, [0.0] * count, Supply(5.0, ohm))
        servos.push([HornLoad(lowest=0.0, highest=0.0)] * count)
        servos.follow([45.0] * count, 0.0)
        servos.follow([45.0] * count, 1.0)
        assert servos.lowest_volts == pytest.approx(least, abs=0.01)


def test_a_weak_supply_makes_servos_slow() -> None:
    times = []
    for supply in (Supply(5.0), Supply(5.0, 1.0), Supply(4.0)):
        way = course(one(HOBBY_SERVO, None, supply), 80.0, 1.0)
        times.append(next(time for time, angle in way if angle > 75))
    assert times[0] < times[1]
    assert times[0] < times[2]


def test_a_stalled_servo_burns_within_two_minutes_and_stays_so() -> None:
    servos = one(HOBBY_SERVO, HornLoad(highest=0.0))
    assert servos.follow([45.0], 20.0) == ()
    assert servos.follow([45.0], 120.0) == (0,)
    assert servos.heat[0].is_out
    servos.follow([45.0], 10_000.0)
    assert servos.heat[0].share < 0.1
    servos.push([HornLoad()])
    servos.follow([45.0], 10_001.0)
    assert servos.motors[0].angle == pytest.approx(0, abs=0.1)


def test_an_overloaded_sts3215_gives_a_fifth_of_its_torque() -> None:
    servos = one(STS3215, HornLoad(highest=0.0))
    servos.follow([45.0], 1.5)
    assert servos.motors[0].drive == 1
    servos.follow([45.0], 4.0)
    assert servos.motors[0].drive == 0.2
    servos.follow([45.0], 600.0)
    assert not servos.heat[0].is_out


def test_a_servo_turns_a_usual_layer_and_a_small_one_stalls_at_a_stiff_one() -> None:
    usual, stiff = HornLoad(friction=0.05, breakaway=1.6), HornLoad(friction=0.25, breakaway=1.6)
    for name, load, turns in (
        ("ds3218", stiff, True),
        ("sg90", usual, True),
        ("sg90", stiff, False),
    ):
        servos = one(usual_servo(name), load)
        for tick in range(1, 100):
            servos.follow([90.0], tick / 50)
        assert (servos.motors[0].angle > 80) == turns, (name, load)
        if not turns:
            assert servos.motors[0].angle == 0
            assert servos.amperes == pytest.approx(0.65, rel=0.1)


def test_long_rests_heat_a_servo_as_many_short_ones_do() -> None:
    load = HornLoad(highest=0.0)
    whole, parts = one(HOBBY_SERVO, load), one(HOBBY_SERVO, load)
    whole.follow([3.0], 300.0)
    for second in range(1, 301):
        parts.follow([3.0], float(second))
    assert whole.heat[0].winding == pytest.approx(parts.heat[0].winding, abs=0.2)
    assert whole.heat[0].winding > 25
