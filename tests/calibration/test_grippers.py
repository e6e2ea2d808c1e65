"""Measuring a rig's durations: known durations, inexact angles and jams."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.errors import CalibrationFileError, GripperCalibrationError
from calibration.grip_check import (
    CLOSED_MARGIN,
    CLOSING_STEP,
    MAX_OVERTRAVEL,
    OPEN_MARGIN,
    find_closed,
    find_open,
)
from calibration.gripper_timings import (
    RigProfile,
    duration_names,
    exercise_steps,
    measure_motions,
    save_rig_profile,
)
from calibration.wrist_angles import measure_wrist_angles, presentation_tours
from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.physics.servo import HOBBY_SERVO
from robot.link.session import Link
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.command import CLOSED, Arrival, Command, Home, Pose
from robot.rigs.durations import with_durations
from robot.rigs.registry import RIGS, load_rig
from robot.rigs.rig import Rig, all_durations
from robot.servos.servo_settings import ServoSettingsError
from rokumen.devices.simulated_camera import wait_for_picture
from rokumen.show.drawings.wrist_dials import OK_COLOUR, WARNING, draw_wrist_angles
from solver.core.turn import parse_turns
from tests.support.benchmarks import VirtualRobot
from tests.support.command_line import Rokumen
from tests.support.inexact_grippers import RIG, InexactGrippers


class SimulatedRig:
    """A rig with durations of its own, and angles and durations that are a little off."""

    def __init__(self, rig: Rig, noise: float = 0.0, off: float = 0.0, times: float = 1.0) -> None:
        self.pose = rig.home
        self._rig = rig
        self._rng = np.random.default_rng(1)
        self._noise, self._off, self._times = noise, off, times

    def execute(self, command: Command, /) -> Arrival:
        if isinstance(command, Home):
            self.pose = self._rig.home
            return Arrival(self.pose, 0.5)
        # raises ForbiddenCommandError for a command that could do damage
        step = self._rig.step(self.pose, command)
        self.pose = step.after
        seconds = self._times * step.seconds * (1 + self._rng.normal(0, self._noise))
        return Arrival(self._measured_pose(), seconds)

    def _measured_pose(self) -> Pose:
        return replace(self.pose, angles=tuple(a + self._off for a in self.pose.angles))


@pytest.mark.parametrize("name", RIGS)
def test_every_rig_is_moved_within_its_limits_and_measured(name: str) -> None:
    rig = load_rig(name)
    rng = np.random.default_rng(7)
    usual = all_durations(rig)
    true = {name: float(seconds * rng.uniform(0.7, 1.4)) for name, seconds in usual.items()}
    made: list[int] = []
    simulated = SimulatedRig(with_durations(rig, true))
    profile = measure_motions(simulated, rig, 2, made.append)
    assert made == list(range(1, profile.motions + 1))
    assert simulated.pose == rig.home
    # Of simultaneous motions only the longest is measured, and the rig's own durations say
    # which one that is; the tolerance allows for it.
    assert profile.durations == pytest.approx(true, rel=0.25)
    assert set(profile.durations) == set(true)


@settings(max_examples=20)
@given(st.tuples(*[st.floats(0.5, 4.0)] * 6))
def test_the_two_gripper_rig_is_measured_exactly(seconds: tuple[float, ...]) -> None:
    rig = load_rig("two-gripper")
    true = dict(zip(duration_names(rig), seconds, strict=True))
    found = measure_motions(SimulatedRig(with_durations(rig, true)), rig, 1).durations
    assert found == pytest.approx(true, abs=2e-4)


def test_noisy_durations_are_averaged() -> None:
    rig = load_rig("two-gripper")
    found = measure_motions(SimulatedRig(rig, noise=0.05), rig, 8).durations
    assert found == pytest.approx(all_durations(rig), rel=0.05)


def test_half_turns_settle_for_a_time_of_their_own() -> None:
    rig = load_rig("two-gripper")
    before: list[Pose] = [rig.home]
    robot = SimulatedRig(rig)

    def wait() -> float:
        last, now = before[-1], robot.pose
        before.append(now)
        ways = (abs(a - b) for a, b in zip(last.angles, now.angles, strict=True))
        return 0.25 if max(ways) > 90 else 0.1

    profile = measure_motions(robot, rig, 2, wait_until_still=wait)
    assert profile.settling.by_kind == {"move": 0.1, "half_turn": 0.25, "open": 0.1, "closed": 0.1}
    assert profile.durations["turn"] == pytest.approx(1.1)
    assert profile.durations["half_turn"] == pytest.approx(1.25)


def test_the_angles_at_which_wrists_stop_are_returned() -> None:
    rig = load_rig("two-gripper")
    angles = measure_motions(SimulatedRig(rig, off=1.5), rig, 1).angles
    assert angles["L +90"] == pytest.approx(91.5)
    assert angles["R -90"] == pytest.approx(-88.5)
    assert len(angles) == 6


def test_a_wrist_far_from_its_detent_ends_the_calibration() -> None:
    rig = load_rig("two-gripper")
    with pytest.raises(GripperCalibrationError, match="stopped at") as error:
        measure_motions(SimulatedRig(rig, off=7.0), rig, 1)
    assert "Adjust the servo's horn" in str(error.value)


def test_far_too_long_durations_suggest_another_rig() -> None:
    rig = load_rig("two-gripper")
    with pytest.raises(GripperCalibrationError, match="is this a two-gripper rig"):
        measure_motions(SimulatedRig(rig, times=20), rig, 1)


@pytest.mark.parametrize("name", [*RIGS, "cubotino"])
def test_the_exercise_is_finite(name: str) -> None:
    assert len(list(exercise_steps(load_rig(name), 3))) < 400


def test_a_cube_with_play_stays_aligned_in_the_exercise() -> None:
    robot = VirtualRobot(0, rig_name="cubotino", servo=HOBBY_SERVO, jaws=USUAL_CONTACT)
    with robot as virtual, Link(virtual.url) as link:

        def wait() -> float:
            wait_for_picture(virtual.robot, virtual.clock)
            return 0.0

        measure_motions(link, virtual.robot.rig, 3, wait_until_still=wait)
        assert not virtual.robot.accidents
        assert not virtual.robot.state().layers


def test_the_profile_is_toml(rokumen: Rokumen, tmp_path: Path) -> None:
    result = rokumen("calibrate", "grippers", "--port", "sim://two-gripper", "--repeats", "1")
    assert result.status == 0, result.err
    assert "turn" in result.out
    document = tomllib.loads((tmp_path / "config" / "durations" / "two-gripper.toml").read_text())
    angles = document["two-gripper"].pop("angles")
    durations = all_durations(load_rig("two-gripper"))
    # The empty table says that nothing has to settle; without it the host would wait.
    assert document == {"two-gripper": {**durations, "settling": {}}}
    assert angles["L +90"] == 90.0
    output = tmp_path / "mine.toml"
    other = rokumen(
        "calibrate", "grippers", "--port=sim://flipper", "--output", str(output), "--json"
    ).json()
    assert other["durations"]["turn_half"] == 1.68
    stored = tomllib.loads(output.read_text())["flipper"]
    assert {**stored, "angles": None} == {**other["durations"], "settling": {}, "angles": None}


def test_plans_use_the_measured_durations(rokumen: Rokumen, tmp_path: Path) -> None:
    rig, profile = load_rig("two-gripper"), tmp_path / "rig.toml"
    slow = with_durations(rig, {"turn": 2.0})
    save_rig_profile(profile, measure_motions(SimulatedRig(slow), rig, 1))
    result = rokumen("plan", "--moves", "R", "--durations", str(profile), "--no-overlap", "--json")
    assert result.json()["seconds"] == plan_turns(slow, parse_turns("R"), home_state(slow)).seconds


def test_a_jam_ends_the_calibration_with_an_error(rokumen: Rokumen) -> None:
    result = rokumen("calibrate", "grippers", "--port", "sim://two-gripper?jam=1&seed=1")
    assert result.status == 1
    assert "the turn jammed" in result.err


def test_a_profile_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CalibrationFileError, match="cannot write"):
        save_rig_profile(tmp_path / "file" / "rig.toml", RigProfile("flipper", {}, {}, 0))


ROUNDING = 1e-9


class Gripper:
    """A gripper that holds up to `touch` and releases beyond `clear`; `sent` are its targets."""

    def __init__(self, touch: float, clear: float = 0.0) -> None:
        self.sent: list[float] = []
        self._touch, self._clear = touch, clear

    def holds(self, position: float) -> bool:
        self.sent.append(position)
        return position <= self._touch

    def releases(self, position: float) -> bool:
        self.sent.append(position)
        return position > max(self._touch, self._clear)


@given(st.floats(-0.15, 1.14), st.floats(0, 1.13))
def test_the_closed_position_holds_and_the_open_one_is_clear(touch: float, clear: float) -> None:
    gripper = Gripper(touch, clear)
    opening = find_open(gripper.releases)
    opened = len(gripper.sent)
    found = find_closed(gripper.holds, opening)
    assert touch - CLOSING_STEP - ROUNDING <= found.widest_holding <= touch
    assert found.closed <= touch
    assert found.closed >= touch - CLOSING_STEP - CLOSED_MARGIN - ROUNDING
    assert found.open > max(touch, clear)
    assert found.open >= min(touch + OPEN_MARGIN, 1 + MAX_OVERTRAVEL)
    assert min(gripper.sent) >= -MAX_OVERTRAVEL
    assert max(gripper.sent) <= 1 + MAX_OVERTRAVEL + ROUNDING
    # Jaws that are too wide drag a layer; at most one step may be tried there.
    assert all(
        position <= touch + CLOSING_STEP + ROUNDING for position in gripper.sent[opened + 1 :]
    )


@pytest.mark.parametrize("touch", [-0.15001, -0.5, -10])
def test_a_gripper_that_never_holds_stays_within_its_limit(touch: float) -> None:
    gripper = Gripper(touch)
    with pytest.raises(ServoSettingsError, match="does not hold"):
        find_closed(gripper.holds, 1)
    assert min(gripper.sent) == -MAX_OVERTRAVEL


@pytest.mark.parametrize("clear", [1.1501, 1.5, 10])
def test_a_gripper_that_never_releases_stays_within_its_limit(clear: float) -> None:
    gripper = Gripper(0, clear)
    with pytest.raises(ServoSettingsError, match="does not release"):
        find_open(gripper.releases)
    assert max(gripper.sent) == pytest.approx(1 + MAX_OVERTRAVEL)


DETENTS = ("L -90", "L +90", "R -90", "R +90")
degrees = st.floats(-10, 10)


@settings(max_examples=5, deadline=None)
@given(st.tuples(degrees, degrees, degrees, degrees))
def test_the_real_angles_of_wrists_are_measured(off: tuple[float, ...]) -> None:
    simulated = InexactGrippers(dict(zip(DETENTS, off, strict=True)))
    seen = measure_wrist_angles(simulated, RIG, simulated.look)
    assert simulated.pose == RIG.home
    for name, each in zip(DETENTS, off, strict=True):
        assert seen[name] == pytest.approx(int(name[1:]) + each, abs=0.7)


def test_no_gripper_closes_on_a_tilted_cube() -> None:
    simulated = InexactGrippers({"L +90": 10.0})
    measure_wrist_angles(simulated, RIG, simulated.look)
    pose = RIG.home
    for command in simulated.executed[1:]:
        after = RIG.step(pose, command).after
        if after.grips.count(CLOSED) > pose.grips.count(CLOSED):
            assert after.angles == (0, 0)
        pose = after


@pytest.mark.parametrize(("gripper", "name"), [("L", "left gripper"), ("R", "right gripper")])
def test_a_cube_that_does_not_turn_with_its_gripper_is_reported(gripper: str, name: str) -> None:
    simulated = InexactGrippers({}, limp=gripper)
    with pytest.raises(GripperCalibrationError, match=f"The {name} does not hold it"):
        measure_wrist_angles(simulated, RIG, simulated.look)


def test_an_implausible_wrist_angle_is_rejected() -> None:
    simulated = InexactGrippers({"R +90": 38.0})
    with pytest.raises(GripperCalibrationError, match=r"right wrist \+90"):
        measure_wrist_angles(simulated, RIG, simulated.look)


def test_a_missing_cube_is_reported() -> None:
    simulated = InexactGrippers({}, lost=True)
    with pytest.raises(GripperCalibrationError, match="sees no face"):
        measure_wrist_angles(simulated, RIG, simulated.look)


@pytest.mark.parametrize("name", RIGS)
def test_only_grippers_that_can_show_the_cube_alone_are_measured(name: str) -> None:
    rig: Rig = load_rig(name)
    shown = [visit.detent for tour in presentation_tours(rig) for visit in tour.visits]
    assert bool(shown) == name.startswith("two-gripper")
    for tour in presentation_tours(rig):
        pose = rig.home
        for command in (
            *(c for visit in tour.visits for c in visit.commands),
            *tour.return_commands,
        ):
            pose = rig.step(pose, command).after
        assert pose == rig.home


def test_a_wrist_that_is_off_is_drawn_in_red() -> None:
    def pixels_of(angles: dict[str, float], colour: tuple[int, int, int]) -> int:
        picture = draw_wrist_angles(angles, measured_by_camera=("L +90",))
        return int((np.abs(picture.astype(int) - colour).max(2) < 10).sum())

    good, bad = {"L +90": 90.4, "L +0": 0.0}, {"L +90": 82.0, "L +0": 0.0}
    assert pixels_of(good, WARNING) == 0
    assert pixels_of(bad, WARNING) > 200
    assert pixels_of(good, OK_COLOUR) > pixels_of(bad, OK_COLOUR) > 200
