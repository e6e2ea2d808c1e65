"""A robot whose chip is software, over its line: by a virtual clock, and at a pseudo-terminal."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from threading import Thread, Timer

import pytest

from firmware_sim.boards.chip import ChipPort
from firmware_sim.boards.chip_robot import SoftwareRobot
from firmware_sim.drives.simulated_drive import PERIOD_SECONDS
from firmware_sim.faults import FaultSchedule, FaultSpec
from firmware_sim.options import SimulatorOptions
from firmware_sim.physics.cube_forces import Forces
from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.physics.powered_servos import Supply
from firmware_sim.physics.servo import IDEAL_SERVO, ServoModel, usual_servo
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from firmware_sim.simulator import Simulator
from robot.clock import VirtualClock
from robot.drives import chip_line
from robot.errors import DriveError, RebootedError, StoppedError
from robot.execution.recovery import FailedAttempt, attempts, clear_and_home
from robot.link.port import add_scheme
from robot.link.session import Link
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.command import Arrival, Home, Jog, Move
from robot.rigs.registry import load_rig, preset_path
from robot.servos.servo_settings import read_settings
from rokumen.devices import serial_schemes
from solver.core.turn import inverse, parse_turns
from solver.cube import Cube

TURNS = parse_turns("R U' F2")
BAD_LINE = ("drop_cmd", "drop_reply", "dup_line", "truncate")
CUBE = Cube.solved().apply(inverse(TURNS))
RIGS = ("two-gripper", "four-gripper", "two-gripper-270", "mindcuber", "flipper")
# A port is locked by its name.
_numbers = count()


class Bench:
    """A robot with some faults at the end of a line, in virtual time; `url` connects to it."""

    def __init__(
        self,
        folder: Path,
        *faults: str,
        rig: str = "two-gripper",
        servo: ServoModel = IDEAL_SERVO,
        supply: Supply | None = None,
    ) -> None:
        self.clock = VirtualClock()
        self.rig = load_rig(rig)
        state = PhysicalState.at_home(self.rig.home, CUBE)
        schedule = FaultSchedule(map(FaultSpec.parse, faults), 1, self.clock)
        self.robot = SoftwareRobot(
            ServoMechanics(
                self.rig, self.clock, state, servo, USUAL_CONTACT, schedule, forces=Forces(supply)
            )
        )
        settings = folder / "settings.toml"
        settings.write_text(self.robot.settings())
        self.url = f"chip://software://{os.getpid()}-{next(_numbers)}?settings={settings}"
        add_scheme("software", lambda url: ChipPort(self.robot, self.clock))
        serial_schemes.register(self.url)

    def wait(self, seconds: float) -> None:
        """Let time pass without a host."""
        end = self.clock.now() + seconds
        while self.clock.now() < end:
            self.clock.sleep(PERIOD_SECONDS / 2)
            self.robot.advance()

    def solve(self, link: Link) -> None:
        """Turn the cube, which is solved then."""
        for action in plan_turns(link.rig, TURNS, home_state(link.rig)).commands:
            link.execute(action.command)


@pytest.mark.parametrize("rig", RIGS)
@pytest.mark.parametrize("servo", [IDEAL_SERVO, usual_servo("ds3218")], ids=["ideal", "ds3218"])
def test_a_cube_is_turned(tmp_path: Path, rig: str, servo: ServoModel) -> None:
    bench = Bench(tmp_path, rig=rig, servo=servo)
    with Link(bench.url, rig=bench.rig) as link:
        link.execute(Home())
        bench.solve(link)
    bench.wait(1)
    assert bench.robot.accidents == ()
    assert bench.robot.state().cube.is_solved()


def test_a_bad_line_doubles_and_skips_no_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chip_line, "TRIES", 50)
    bench = Bench(tmp_path, *(f"{kind}~0.05" for kind in BAD_LINE))
    with Link(bench.url, rig=bench.rig) as link:
        link.execute(Home())
        bench.solve(link)
    assert {each.kind for each in bench.robot.injections} == set(BAD_LINE)
    assert bench.robot.accidents == ()
    assert bench.robot.state().cube.is_solved()


def test_a_port_that_is_unplugged_ends_the_session_and_the_motion(tmp_path: Path) -> None:
    bench = Bench(tmp_path, "unplug@600")
    with Link(bench.url, rig=bench.rig) as link:
        link.execute(Home())
        with pytest.raises(DriveError, match="unplugged"):
            bench.solve(link)
    bench.wait(3)
    stopped = bench.robot.state()
    bench.wait(3)
    assert bench.robot.state() == stopped


def test_noise_that_is_a_stop_to_the_chip_costs_a_clear(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    with Link(bench.url, rig=bench.rig) as link:
        link.execute(Home())
        turn, sleep, due = Move((("L", 90),)), bench.clock.sleep, bench.clock.now() + 0.5

        def sleep_and_disturb(seconds: float) -> None:
            sleep(seconds)
            if bench.clock.now() >= due:
                del vars(bench.clock)["sleep"]
                bench.robot.receive(b"\x18")

        vars(bench.clock)["sleep"] = sleep_and_disturb
        made = attempts(link, turn, bench.rig.home)
        stopped = next(made)
        assert isinstance(stopped, FailedAttempt)
        assert isinstance(stopped.error, StoppedError)
        assert not link.is_intentional_stop
        arrived = next(made)
        assert isinstance(arrived, Arrival)
        assert arrived.pose.angles == (90, 0)


@pytest.mark.parametrize("kind", ["reboot_mid_turn", "lost_banner"])
def test_a_restart_in_a_turn_is_noticed_and_the_robot_homed(tmp_path: Path, kind: str) -> None:
    bench = Bench(tmp_path, f"{kind}@1")
    with Link(bench.url, rig=bench.rig) as link:
        link.execute(Home())
        with pytest.raises(RebootedError, match="lost their power"):
            link.execute(Move((("L", 90),)))
    with Link(bench.url, rig=bench.rig) as link:
        assert clear_and_home(link) == bench.rig.home


def test_a_supply_that_is_too_weak_restarts_the_chip(tmp_path: Path) -> None:
    bench = Bench(tmp_path, servo=usual_servo("ds3218"), supply=Supply(5.0, 4.0))
    with Link(bench.url, rig=bench.rig) as link:
        link.execute(Home())
        with pytest.raises(RebootedError):
            bench.solve(link)


def test_the_time_of_a_chip_lags_behind_where_this_computer_is_busy(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    before = bench.robot.chip.seconds
    bench.robot.advance()
    bench.clock.sleep(5.0)
    bench.robot.advance()
    bench.robot.advance()
    assert bench.robot.chip.seconds - before <= 2 * PERIOD_SECONDS + 0.05
    bench.wait(1.0)
    assert bench.robot.chip.seconds - before == pytest.approx(1.0, abs=0.2)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A robot at a pseudo-terminal, whose opening does not restart it."""
    # A busy machine may answer late.
    monkeypatch.setattr(chip_line, "TRIES", 200)
    with Simulator(SimulatorOptions(ideal=True, feedback=False, camera_port=None)) as simulator:
        server = Thread(target=simulator.serve)
        server.start()
        serial_schemes.register(simulator.announcement.port)
        yield simulator.announcement.port
        simulator.stop()
        server.join()


def test_a_stop_ends_a_jog_on_a_terminal_where_it_is(terminal: str) -> None:
    with Link(terminal) as link:
        link.execute(Home())
        link.off()
        link.enable("axis", "L", 1500)
        Timer(0.4, link.stop).start()
        with pytest.raises(StoppedError, match="was stopped"):
            link.jog(Jog("axis", "L", 1000))
    with Link(terminal) as link:
        halted = link.pulse("axis", "L")
        assert 1500 < halted < 2400
        assert link.pulse("axis", "L") == halted


def test_a_host_knows_where_the_servos_of_a_new_robot_stand(terminal: str) -> None:
    with Link(terminal) as link:
        assert link.pose() == link.rig.home


def test_a_host_knows_a_rig_that_a_file_describes(tmp_path: Path) -> None:
    rig = tmp_path / "own.toml"
    rig.write_text(preset_path("cubotino").read_text())
    options = SimulatorOptions(str(rig), "", ideal=True, feedback=False, camera_port=None)
    with Simulator(options) as simulator:
        path = simulator.announcement.port.partition("?settings=")[2]
        assert read_settings(Path(path)).rig == load_rig(str(rig))


def test_a_robot_that_is_stored_is_the_same_one_at_another_port(tmp_path: Path) -> None:
    options = SimulatorOptions(
        ideal=True, feedback=False, camera_port=None, state=tmp_path / "robot.json"
    )
    settings = []
    for _ in range(2):
        with Simulator(options) as simulator:
            settings.append(simulator.announcement.port.partition("?")[2])
    assert settings == [f"settings={tmp_path}/robot.settings.toml"] * 2
