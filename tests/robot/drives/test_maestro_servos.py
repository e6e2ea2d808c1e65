"""Driving a Maestro: its pulses, motions, and the bytes on its serial line."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_sim.boards.maestro import (
    GO_HOME,
    RECOMMENDED_SETTINGS,
    SERIAL_PROTOCOL_ERROR,
    BoardSettings,
    SimulatedMaestro,
)
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.drives.maestro_protocol import GET_POSITION, MaestroClient
from robot.errors import DriveError
from robot.rigs.command import CLOSED, OPEN, Grip, Home, Move, Pose
from robot.rigs.registry import load_rig
from robot.servos.servo_pulses import ServoPulses
from robot.servos.servo_settings import read_settings
from solver.cube import Cube
from tests.support.benchmarks import MaestroWire
from tests.support.emulated_maestro import EmulatedRig, maestro_drive
from tests.support.maestro_example import EXAMPLE


@pytest.fixture
def emulated(tmp_path: Path) -> EmulatedRig:
    return EmulatedRig(tmp_path)


def test_the_bytes_are_those_of_the_user_guide() -> None:
    # The guide's example: channel 2 to 1500 µs, which is 6000 quarter microseconds.
    rig = load_rig("two-gripper")
    state = PhysicalState.at_home(rig.home, Cube.solved())
    wire = MaestroWire(SimulatedMaestro(ServoMechanics(rig, VirtualClock(), state)))
    maestro = MaestroClient(wire)
    maestro.set_target(2, 6000)
    maestro.set_speed(5, 140)
    assert wire.sent == [b"\x84\x02\x70\x2e", b"\x87\x05\x0c\x01"]
    assert maestro.positions([2, 5]) == {2: 6000, 5: 0}
    assert wire.sent[2] == b"\x90\x02\x90\x05"
    assert maestro.errors() == ()


def test_servos_without_pulses_hold_nothing_until_they_are_homed(emulated: EmulatedRig) -> None:
    unpowered = emulated.servos.read().pose
    assert unpowered.grips == (OPEN, OPEN)
    assert unpowered.angles == (0, 0)
    homing = load_rig("two-gripper").homing_commands(unpowered)
    assert homing
    for command in homing:
        assert not isinstance(command, Home)
        emulated.execute(command)
    assert emulated.servos.read().pose == load_rig("two-gripper").home
    assert emulated.robot.board.pulses(4) == (1500, 1500, 1000, 1000)


@pytest.mark.parametrize(("speed", "seconds"), [(100, 1.0), (50, 2.0), (10, 10.0), (2, 50.0)])
def test_a_turn_takes_the_time_of_the_rig(
    emulated: EmulatedRig, speed: int, seconds: float
) -> None:
    emulated.execute(Grip((("L", CLOSED),)))
    duration = emulated.execute(Move((("L", 90),), speed))
    assert duration == pytest.approx(seconds, rel=0.05)
    assert emulated.robot.state().angles == (90, 0)
    assert not emulated.robot.state().cube.is_solved()
    assert emulated.servos.read().pose.angles == (90, 0)


def test_a_turn_begins_and_ends_slowly(emulated: EmulatedRig) -> None:
    emulated.execute(Grip((("L", CLOSED),)))
    emulated.servos.start(Move((("L", 90),)))
    pulses = []
    while emulated.servos.poll() is None:
        emulated.clock.sleep(0.01)
        emulated.robot.advance()
        pulses.append(emulated.robot.board.pulses(4)[0] or 0.0)
    assert pulses[:8] == sorted(pulses[:8])
    # At constant speed it would be at 1550 after 50 ms.
    assert pulses[4] < 1510
    assert pulses[-6] > 2490
    # The servo gets a pulse every 20 ms; none is further than at the highest speed.
    steps = [after - before for before, after in zip(pulses, pulses[2:], strict=False)]
    assert max(steps) <= 1000 / 0.9 * 0.02 + 1


def test_a_host_that_is_killed_leaves_the_servo_where_it_is(emulated: EmulatedRig) -> None:
    emulated.execute(Grip((("L", CLOSED),)))
    emulated.servos.start(Move((("L", 90),)))
    emulated.run(0.5)
    before = emulated.robot.state().angles[0]
    emulated.wait(5.0)
    assert 40 < before < 50
    assert emulated.robot.state().angles[0] == pytest.approx(before, abs=3)


def test_a_host_that_comes_late_goes_on_at_the_same_speed(emulated: EmulatedRig) -> None:
    emulated.execute(Grip((("L", CLOSED),)))
    emulated.servos.start(Move((("L", 90),)))
    emulated.run(0.3)
    emulated.wait(0.4)
    before = emulated.robot.state().angles[0]
    emulated.run(0.1)
    assert emulated.robot.state().angles[0] - before <= 90 / 0.9 * 0.11


def test_a_halt_stops_between_detents(emulated: EmulatedRig) -> None:
    emulated.execute(Grip((("L", CLOSED),)))
    emulated.servos.start(Move((("L", 90),)))
    emulated.run(0.4)
    emulated.servos.halt()
    # The servo gets its last pulse.
    emulated.wait(0.05)
    halted = emulated.robot.state().angles
    emulated.clock.sleep(1.0)
    emulated.robot.advance()
    assert emulated.robot.state().angles == halted
    assert halted[0] == pytest.approx(34, abs=2)
    assert emulated.servos.read().pose.angles[0] == pytest.approx(halted[0], abs=0.1)
    emulated.execute(Move((("L", 0),)))
    assert emulated.robot.state() == PhysicalState.at_home(
        load_rig("two-gripper").home, Cube.solved()
    )


def test_a_moving_gripper_does_not_hold(emulated: EmulatedRig) -> None:
    emulated.execute(Grip((("L", CLOSED),)))
    emulated.servos.start(Grip((("R", OPEN),)))
    emulated.run(0.2)
    reading = emulated.servos.read()
    assert reading.pose.grips == (CLOSED, OPEN)
    assert 0.1 < reading.progress < 0.3


def test_a_board_that_does_not_answer(emulated: EmulatedRig) -> None:
    emulated.wire.cut = True
    with pytest.raises(DriveError, match="no reply from the Maestro"):
        emulated.execute(Move((("L", 90),)))


def test_a_serial_error_of_the_board(emulated: EmulatedRig) -> None:
    emulated.wire.write(b"\x00")
    with pytest.raises(DriveError, match="serial protocol error"):
        emulated.execute(Grip((("L", CLOSED),)))


def test_another_device_instead_of_a_board(emulated: EmulatedRig) -> None:
    emulated.robot.board.errors = int.from_bytes(b"!1", "little")
    with pytest.raises(DriveError, match="unexpected reply '!1': this is not a Maestro"):
        emulated.execute(Grip((("L", CLOSED),)))


def test_late_replies_to_an_earlier_host_are_discarded(emulated: EmulatedRig) -> None:
    emulated.execute(Move((("L", 90),)))
    maestro = MaestroClient(emulated.wire)
    pulses = maestro.positions(range(4))
    for _ in range(5):
        emulated.wire.write(bytes([GET_POSITION, 0, GET_POSITION, 1]))
    maestro.discard_earlier()
    assert maestro.positions(range(4)) == pulses


@pytest.mark.parametrize("sent", [b"\x05", b"\x84\x00\x84", b"\xf0", b"\x84\x18\x00\x00"])
def test_the_emulator_reports_a_wrong_byte(emulated: EmulatedRig, sent: bytes) -> None:
    emulated.robot.receive(sent)
    assert emulated.robot.board.errors == SERIAL_PROTOCOL_ERROR


def test_the_emulator_goes_home(emulated: EmulatedRig) -> None:
    emulated.execute(Grip((("L", CLOSED),)))
    emulated.robot.receive(bytes([GO_HOME]))
    emulated.clock.sleep(0.1)
    emulated.robot.advance()
    assert emulated.robot.board.pulses(4) == (None,) * 4


def test_the_limits_of_a_channel_shorten_a_motion(tmp_path: Path) -> None:
    limited = EmulatedRig(tmp_path, board_settings=BoardSettings(992, 2000))
    limited.execute(Grip((("L", CLOSED),)))
    limited.execute(Move((("L", 90),)))
    assert limited.robot.state().angles == (45, 0)
    assert limited.servos.read().pose.angles == (45, 0)


def hold_through_an_error(folder: Path, settings: BoardSettings) -> tuple[float | None, ...]:
    """Close the grippers, damage a byte on the line, and return the pulses after it."""
    rig = EmulatedRig(folder, board_settings=settings)
    rig.execute(Grip((("L", CLOSED), ("R", CLOSED))))
    rig.robot.receive(b"\x05")
    rig.clock.sleep(0.1)
    rig.robot.advance()
    return rig.robot.board.pulses(4)


def test_servos_go_on_holding_after_an_error_where_the_board_ignores_it(tmp_path: Path) -> None:
    assert hold_through_an_error(tmp_path, RECOMMENDED_SETTINGS) == (1500, 1500, 1000, 1000)
    limp = hold_through_an_error(tmp_path, BoardSettings(off_at_error=True))
    assert limp == (None, None, None, None)


def test_a_script_on_the_board_is_stopped(tmp_path: Path) -> None:
    clock = VirtualClock()
    rig = load_rig("two-gripper")
    state = PhysicalState.at_home(rig.home, Cube.solved())
    board = BoardSettings(runs_script=True)
    robot = SimulatedMaestro(ServoMechanics(rig, clock, state), board)
    clock.sleep(0.1)
    robot.advance()
    assert robot.board.pulses(1) == (1200,)
    assert robot.next_wakeup() is not None
    path = tmp_path / "maestro.toml"
    path.write_text(EXAMPLE)
    maestro_drive(MaestroWire(robot), read_settings(path), clock)
    clock.sleep(5.0)
    robot.advance()
    assert robot.board.pulses(1) == (1200,)
    assert robot.next_wakeup() is None


def test_a_motion_ends_with_the_last_pulse(emulated: EmulatedRig) -> None:
    """A servo gets a pulse each 20 ms only: what it was last sent is where it is told to be."""
    for degrees in (7, 14, 21, 30):
        emulated.execute(Move((("L", degrees),)))
        assert emulated.robot.board.pulses(1) == (round(4 * (1500 + degrees / 0.09)) / 4,)


@pytest.fixture
def pulses(tmp_path: Path) -> ServoPulses:
    path = tmp_path / "maestro.toml"
    path.write_text(EXAMPLE)
    return ServoPulses(read_settings(path), 0.25)


def test_the_pulses_of_home_are_those_of_its_pose(pulses: ServoPulses) -> None:
    assert pulses.pose(pulses.home()) == Pose((0, 0), (CLOSED, CLOSED))


def test_commands_ask_for_the_pulses_of_the_settings(pulses: ServoPulses) -> None:
    home = pulses.home()
    # Quarters of a microsecond; the settings say 2500 and 2000 microseconds.
    ((axis, quarter),) = pulses.targets(Move((("L", 90),)), home)
    ((gripper, opened),) = pulses.targets(Grip((("L", OPEN),)), home)
    assert (quarter, opened) == (4 * 2500, 4 * 2000)
    assert pulses.pose({**home, axis: quarter, gripper: opened}) == Pose((90, 0), (OPEN, CLOSED))
