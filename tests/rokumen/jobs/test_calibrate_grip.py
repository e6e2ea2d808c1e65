"""Positions of grippers are found with the camera, and settling times of slow servos learnt."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Thread
from unittest.mock import patch

import pytest

from calibration.errors import GripperCalibrationError
from calibration.grip_check import MAX_OVERTRAVEL
from calibration.gripper_timings import RigProfile, measure_motions
from firmware_sim.boards.maestro import SimulatedMaestro
from firmware_sim.drives.simulated_drive import PERIOD_SECONDS
from firmware_sim.named_robots import register_robot, unregister_robot
from firmware_sim.options import SimulatorOptions
from firmware_sim.physics.jaws import USUAL_CONTACT, JawContact
from firmware_sim.physics.servo import HOBBY_SERVO
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from firmware_sim.robot import SimulatedRobot
from firmware_sim.simulator import Simulator
from robot.clock import VirtualClock
from robot.link.session import Link
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.command import Home
from robot.rigs.durations import NO_SETTLING, SettlingTimes
from robot.rigs.registry import load_rig
from robot.servos.servo_settings import read_settings
from rokumen.devices import serial_schemes
from rokumen.devices.rig_cameras import CameraScanner
from rokumen.devices.robot_connection import RobotAddress
from rokumen.devices.serial_schemes import register
from rokumen.devices.simulated_camera import InProcessCamera
from rokumen.jobs.calibrate_grip import find_jaws
from rokumen.jobs.calibrate_grippers import measure_by_camera
from solver.core.turn import inverse, random_turns
from solver.cube import Cube
from tests.support.command_line import Rokumen
from tests.support.maestro_example import EXAMPLE
from vision.held.placed_views import CameraPlace

SCRAMBLED = Cube.solved().apply("R U F2 L' D B")
PULSES = "closed = 1000, open = 2000"


class CalibratedRobot:
    """A simulated robot, its settings file, and all pulses sent to its grippers L and R."""

    def __init__(self, simulator: Simulator, path: Path) -> None:
        assert isinstance(simulator.robot, SimulatedMaestro)
        self.robot = simulator.robot
        self.path = path
        self.port = f"maestro://{simulator.announcement.port}?settings={path}"
        self.camera = str(simulator.announcement.camera)
        self.sent: list[set[float]] = [set(), set()]
        self._pulses = self.robot.board.pulses
        self.robot.board.pulses = self._recorded  # type: ignore[method-assign]
        serial_schemes.register(self.port)

    def find(self) -> dict[str, tuple[float, float]]:
        return dict(find_jaws(RobotAddress(self.port, self.camera), lambda _: None))

    @property
    def accidents(self) -> list[str]:
        """Return the accidents but for jaws that scrape along the cube which they do not hold."""
        words = [each.description for each in self.robot.accidents]
        return [each for each in words if not each.endswith("touches the cube")]

    def _recorded(self, count: int) -> tuple[float | None, ...]:
        pulses = self._pulses(count)
        for sent, pulse in zip(self.sent, pulses[2:], strict=True):
            sent.update([pulse] if pulse is not None else [])
        return pulses


@contextmanager
def simulated_robot(
    folder: Path, jaws: JawContact, left: str = PULSES, right: str = PULSES, cube: Cube = SCRAMBLED
) -> Iterator[CalibratedRobot]:
    path = folder / "maestro.toml"
    text = EXAMPLE.replace("pace = 1.0", "pace = 60.0")
    before, after = text.split("[grippers.R]")
    path.write_text(before.replace(PULSES, left) + "[grippers.R]" + after.replace(PULSES, right))
    options = SimulatorOptions(scramble=cube.facelets, ideal=True, maestro=True)
    with patch("firmware_sim.options.IDEAL_CONTACT", jaws), Simulator(options) as simulator:
        robot = CalibratedRobot(simulator, path)
        thread = Thread(target=simulator.serve)
        thread.start()
        try:
            yield robot
        finally:
            simulator.stop()
            thread.join()


@pytest.mark.slow
@pytest.mark.waits
def test_weak_and_strong_pulses_are_corrected(
    rokumen: Rokumen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The simulated servos are faster than any real ones.
    monkeypatch.setattr("calibration.gripper_timings.MAX_TIME_RATIO", 100)
    weak, strong = "closed = 1180, open = 2000", "closed = 1060, open = 2000"
    with simulated_robot(tmp_path, JawContact(0.15), weak, strong) as robot:
        text = robot.path.read_text()
        options = (f"--port={robot.port}", f"--camera={robot.camera}", "--repeats=1")
        result = rokumen("calibrate", "grippers", *options, "--jaws", "--json")
        assert result.status == 0, result.err
        assert not robot.accidents
    found = result.json()["jaws"]
    for gripper, name, before in (("L", "left", 1180), ("R", "right", 1060)):
        old_pulse, new_pulse = found[f"{gripper} closed"]
        assert old_pulse == before
        assert 1085 <= new_pulse <= 1150
        assert f"{name} gripper closed: {new_pulse:g} µs, was {before}" in result.err
        pulses = dict(read_settings(robot.path).grippers[gripper].pulses)
        # The jaws rest where they just held, a little wider than closed.
        contact = pulses.pop("contact")
        assert new_pulse + 20 <= contact <= 1155
        assert pulses == {"closed": new_pulse, "open": 2000}
    changed = zip(text.splitlines(), robot.path.read_text().splitlines(), strict=True)
    assert sum(old != new for old, new in changed) == 2


@pytest.mark.slow
def test_a_gripper_that_opens_too_little_is_opened_wider(tmp_path: Path) -> None:
    narrow, right = "closed = 1000, open = 1370", "closed = 1380, open = 2000"
    with simulated_robot(tmp_path, JawContact(0.4), narrow, right) as robot:
        found = robot.find()
        assert not robot.accidents
        assert robot.robot.state().cube == SCRAMBLED
        left, _ = robot.sent
    assert found["L open"][0] == 1370
    assert 1405 < found["L open"][1] <= 1370 + MAX_OVERTRAVEL * 370
    assert found["L closed"][1] <= 1400
    assert min(left) >= 1000 - MAX_OVERTRAVEL * 370
    assert max(left) <= 1370 + MAX_OVERTRAVEL * 370 + 0.5


@pytest.mark.thorough
def test_a_gripper_that_never_holds_is_reported_and_limits_are_kept(tmp_path: Path) -> None:
    with simulated_robot(tmp_path, JawContact(0), "closed = 1300, open = 2000") as robot:
        text = robot.path.read_text()
        with pytest.raises(
            GripperCalibrationError,
            match=r"left gripper: the gripper does not hold.*Nothing was stored",
        ):
            robot.find()
        assert not robot.accidents
        truth = robot.robot.state()
        left, right = robot.sent
    assert robot.path.read_text() == text
    assert truth.cube == SCRAMBLED
    assert min(left) >= 1300 - MAX_OVERTRAVEL * 700
    assert max(left) <= 2000
    assert min(right) >= 1000 - MAX_OVERTRAVEL * 1000


@pytest.mark.slow
def test_jaws_that_only_drag_the_layer_do_not_count_as_holding(
    tmp_path: Path,
) -> None:
    with simulated_robot(tmp_path, JawContact(0.0, drag_range=0.6)) as robot:
        found = robot.find()
        assert not robot.accidents
        truth = robot.robot.state()
    assert truth.cube == SCRAMBLED
    assert not truth.layers
    assert 920 <= found["L closed"][1] <= 1000
    assert 920 <= found["R closed"][1] <= 1000


def test_an_open_gripper_that_drags_its_layer_ends_the_calibration(tmp_path: Path) -> None:
    with simulated_robot(tmp_path, JawContact(0, drag_range=1.4)) as robot:
        text = robot.path.read_text()
        with pytest.raises(GripperCalibrationError, match="left gripper"):
            robot.find()
        assert not robot.accidents
        assert robot.robot.state().openings[1] == 0
    assert robot.path.read_text() == text


def test_a_solved_cube_is_rejected(tmp_path: Path) -> None:
    with (
        simulated_robot(tmp_path, JawContact(0), cube=Cube.solved()) as robot,
        pytest.raises(GripperCalibrationError, match="Put a scrambled cube in"),
    ):
        robot.find()


@pytest.mark.parametrize("options", [["--port=maestro:///dev/x"], ["--port=sim://", "--camera=0"]])
def test_the_option_jaws_needs_a_maestro_and_a_camera(rokumen: Rokumen, options: list[str]) -> None:
    result = rokumen("calibrate", "grippers", "--jaws", *options)
    assert result.status == 2
    assert "--jaws needs a Maestro and --camera" in result.err


def test_the_simulators_option_jaws_needs_a_maestro(rokumen: Rokumen) -> None:
    result = rokumen("simulate", "--set=jaws=0.2")
    assert result.status == 2
    assert "jaws=0.2 needs --maestro" in result.err


RIG = load_rig("two-gripper")
TURNS = random_turns(Random(4), 6)


class LaggingRobot:
    """Two grippers without feedback, in virtual time, that hold a scrambled cube.

    Their servos are so many times as slow as usual ones, which would be `lag` seconds behind.
    """

    def __init__(self, lag: float = 0.0, slowness: float = 1.0) -> None:
        register("sim://")
        clock = VirtualClock()
        start = PhysicalState.at_home(RIG.home, Cube.solved().apply(inverse(TURNS)))
        # It is behind by the error that its speed needs: a share of the error at full drive.
        behind = lag * HOBBY_SERVO.no_load_speed or HOBBY_SERVO.full_drive_error
        servo = replace(
            HOBBY_SERVO,
            no_load_speed=HOBBY_SERVO.no_load_speed / slowness,
            time_constant=HOBBY_SERVO.time_constant * slowness,
            full_drive_error=behind,
        )
        self.robot = SimulatedRobot(ServoMechanics(RIG, clock, start, servo, USUAL_CONTACT))
        self.clock = clock

    def __enter__(self) -> LaggingRobot:
        register_robot("lagging", self.robot, self.clock)
        return self

    def __exit__(self, *_: object) -> None:
        unregister_robot("lagging")

    def learn(self) -> RigProfile:
        """Make every motion once before the camera."""
        scanner = CameraScanner([InProcessCamera(URL)], RIG, (CameraPlace("U"),))
        with Link(URL) as link:
            return measure_motions(
                link, RIG, 1, wait_until_still=lambda: scanner.seconds_until_still(link.clock)
            )

    def run(self, settling: SettlingTimes) -> bool:
        """Execute a plan, and return whether it solved the cube without an accident."""
        with Link(URL) as link:
            link.use_settling_times(settling)
            link.execute(Home())
            for each in plan_turns(RIG, TURNS, home_state(RIG)).commands:
                link.execute(each.command)
        self.clock.sleep(1.0)
        self.robot.advance()
        return self.robot.state().is_solved() and not self.robot.accidents


URL = "sim://two-gripper?name=lagging"


@pytest.mark.thorough
@pytest.mark.parametrize(("lag", "slowness"), [(0.05, 3), (0.03, 4), (0.03, 5)])
def test_learnt_settling_times_keep_the_cube(lag: float, slowness: float) -> None:
    with LaggingRobot(lag, slowness) as robot:
        assert not robot.run(NO_SETTLING)
    with LaggingRobot(lag, slowness) as robot:
        profile = robot.learn()
        assert robot.robot.accidents == ()
    # From the end of the pulses on a wrist needs its lag, and more.
    assert lag * slowness < profile.settling.by_kind["move"] < 0.5 * slowness
    # It was waited for until it had arrived, however long that took.
    assert profile.settling.by_kind["half_turn"] > profile.settling.by_kind["move"]
    # A turn that takes a second at full speed, a period of pulses, and the time to arrive.
    assert profile.durations["turn"] == pytest.approx(
        1 + PERIOD_SECONDS + profile.settling.by_kind["move"], abs=0.01
    )
    with LaggingRobot(lag, slowness) as robot:
        assert robot.run(profile.settling)


@pytest.mark.thorough
def test_slow_servos_are_calibrated_without_an_accident() -> None:
    with LaggingRobot(0.03, 4) as robot:
        measured = measure_by_camera(RobotAddress(URL, "sim"), 1, lambda _: None)
        assert robot.robot.accidents == ()
    # A half turn that is planned to take a second needs longer than that to arrive.
    assert measured.profile.settling.by_kind["half_turn"] > 1


def test_servos_that_are_too_slow_to_be_waited_for_end_the_calibration() -> None:
    with LaggingRobot(0.03, 8) as robot:
        with pytest.raises(GripperCalibrationError, match=r"still moves 2 s after.*too slow"):
            robot.learn()
        assert robot.robot.accidents == ()


def test_servos_keep_up_with_motions() -> None:
    with LaggingRobot() as robot:
        assert robot.run(SettlingTimes({"move": 0.15, "grip": 0.15}))
