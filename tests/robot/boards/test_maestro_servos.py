"""Driving a Maestro, down to the bytes on its wire."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_sim.boards.maestro import SimulatedMaestro
from firmware_sim.boards.maestro_wire import GO_HOME, SERIAL_PROTOCOL_ERROR
from firmware_sim.physics.state import PhysicalState
from robot.boards.maestro import MaestroBoard
from robot.boards.maestro_protocol import MaestroClient
from robot.boards.maestro_servos import MaestroServos
from robot.boards.maestro_settings import MaestroError, read_settings
from robot.clock import VirtualClock
from robot.errors import StoppedError
from robot.rigs.command import CLOSED, OPEN, Grip, Home, Move
from robot.rigs.registry import load_rig
from solver.core.cube import Cube
from tests.support.maestro_example import EXAMPLE


class Wire:
    """The cable to an emulated board, and what went over it."""

    def __init__(self, robot: SimulatedMaestro) -> None:
        self._robot = robot
        self._came = bytearray()
        self.sent: list[bytes] = []
        self.cut = False

    def read(self, size: int = 1, /) -> bytes:
        data = bytes(self._came[:size])
        del self._came[:size]
        return data

    def write(self, data: bytes, /) -> int:
        self.sent.append(data)
        if not self.cut:
            self._robot.receive(data)
            self._came += self._robot.read_output()
        return len(data)


class Bench:
    """A rig on an emulated Maestro, and a clock that never waits."""

    def __init__(self, folder: Path, settings: str = EXAMPLE) -> None:
        path = folder / "maestro.toml"
        path.write_text(settings)
        self.clock = VirtualClock()
        rig = load_rig("two-gripper")
        self.robot = SimulatedMaestro(
            rig, self.clock, PhysicalState.at_home(rig.home, Cube.solved())
        )
        self.wire = Wire(self.robot)
        self.servos = MaestroServos(MaestroClient(self.wire), read_settings(path), self.clock)

    def do(self, command: Move | Grip) -> float:
        """Carry out a command; gives the seconds that it took."""
        self.servos.start(command)
        for _ in range(10_000):
            arrived = self.servos.poll()
            if arrived is not None:
                return getattr(arrived, "seconds", -1.0)
            self.clock.sleep(0.01)
            self.robot.advance()
        raise AssertionError(f"{command} never ended")


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_the_bytes_are_those_of_the_guide() -> None:
    # The guide's own example: channel 2 to 1500 µs, which is 6000 quarters.
    rig = load_rig("two-gripper")
    wire = Wire(
        SimulatedMaestro(rig, VirtualClock(), PhysicalState.at_home(rig.home, Cube.solved()))
    )
    maestro = MaestroClient(wire)
    maestro.set_target(2, 6000)
    maestro.set_speed(5, 140)
    assert wire.sent == [b"\x84\x02\x70\x2e", b"\x87\x05\x0c\x01"]
    assert maestro.positions([2, 5]) == {2: 6000, 5: 0}
    assert wire.sent[2] == b"\x90\x02\x90\x05"
    assert maestro.errors() == ()


def test_limp_servos_hold_nothing_and_are_woken_by_the_first_motion(bench: Bench) -> None:
    limp = bench.servos.read().pose
    assert limp.grips == (OPEN, OPEN)
    assert limp.angles == (0, 0)
    homing = load_rig("two-gripper").homing_commands(limp)
    assert homing
    for command in homing:
        assert not isinstance(command, Home)
        bench.do(command)
    assert bench.servos.read().pose == load_rig("two-gripper").home
    assert bench.robot.board.pulses(4) == (1500, 1500, 1000, 1000)


@pytest.mark.parametrize(("speed", "seconds"), [(100, 1.0), (50, 2.0), (10, 10.0), (1, 40.0)])
def test_a_turn_takes_the_rigs_time(bench: Bench, speed: int, seconds: float) -> None:
    bench.do(Grip((("L", CLOSED),)))
    took = bench.do(Move((("L", 90),), speed))
    assert took == pytest.approx(seconds, rel=0.05)
    assert bench.robot.state().angles == (90, 0)
    assert not bench.robot.state().cube.is_solved
    assert bench.servos.read().pose.angles == (90, 0)


def test_acceleration_makes_it_gentle(tmp_path: Path) -> None:
    gentle = Bench(tmp_path, EXAMPLE.replace("channel = 0", "channel = 0\nacceleration = 4"))
    gentle.do(Grip((("L", CLOSED),)))
    assert gentle.do(Move((("L", 90),))) > 1.3
    assert gentle.robot.state().angles == (90, 0)


def test_a_halt_stands_still_between_detents(bench: Bench) -> None:
    bench.do(Grip((("L", CLOSED),)))
    bench.servos.start(Move((("L", 90),)))
    for _ in range(40):
        bench.clock.sleep(0.01)
        bench.robot.advance()
    bench.servos.halt()
    halted = bench.robot.state().angles
    bench.clock.sleep(1.0)
    bench.robot.advance()
    assert bench.robot.state().angles == halted
    assert halted[0] == pytest.approx(36, abs=2)
    assert bench.servos.read().pose.angles[0] == pytest.approx(halted[0], abs=0.1)
    bench.do(Move((("L", 0),)))
    assert bench.robot.state() == PhysicalState.at_home(load_rig("two-gripper").home, Cube.solved())


def test_a_gripper_on_its_way_does_not_hold(bench: Bench) -> None:
    bench.do(Grip((("L", CLOSED),)))
    bench.servos.start(Grip((("R", OPEN),)))
    bench.clock.sleep(0.2)
    bench.robot.advance()
    sensed = bench.servos.read()
    assert sensed.pose.grips == (CLOSED, OPEN)
    assert 0.1 < sensed.progress < 0.3


def test_a_board_that_does_not_answer(bench: Bench) -> None:
    bench.wire.cut = True
    with pytest.raises(MaestroError, match="no reply from the Maestro"):
        bench.do(Move((("L", 90),)))


def test_a_board_that_heard_wrongly(bench: Bench) -> None:
    bench.wire.write(b"\x00")
    with pytest.raises(MaestroError, match="serial protocol error"):
        bench.do(Grip((("L", CLOSED),)))


def test_something_else_than_a_board(bench: Bench) -> None:
    bench.robot.board.errors = int.from_bytes(b"!1", "little")
    with pytest.raises(MaestroError, match="unexpected reply b'!1': this is not a Maestro"):
        bench.do(Grip((("L", CLOSED),)))


@pytest.mark.parametrize("sent", [b"\x05", b"\x84\x00\x84", b"\xf0", b"\x84\x18\x00\x00"])
def test_the_emulator_knows_a_wrong_byte(bench: Bench, sent: bytes) -> None:
    bench.robot.receive(sent)
    assert bench.robot.board.errors == SERIAL_PROTOCOL_ERROR


def test_the_emulator_goes_home(bench: Bench) -> None:
    bench.do(Grip((("L", CLOSED),)))
    bench.robot.receive(bytes([GO_HOME]))
    assert bench.robot.board.pulses(4) == (None,) * 4


class PacedClock(VirtualClock):
    """A clock that moves the emulated board on while somebody sleeps."""

    robot: SimulatedMaestro

    def sleep(self, seconds: float) -> None:
        super().sleep(seconds)
        self.robot.advance()


class Cable(Wire):
    """The cable of a board that is used directly."""

    closed = False

    def close(self) -> None:
        self.closed = True


def test_the_board_moves_and_grips_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "maestro.toml"
    path.write_text(EXAMPLE)
    clock = PacedClock()
    rig = load_rig("two-gripper")
    clock.robot = SimulatedMaestro(rig, clock, PhysicalState.at_home(rig.home, Cube.solved()))
    cable = Cable(clock.robot)
    board = MaestroBoard(cable, read_settings(path), clock)
    assert board.info().rig == rig
    assert board.move({"L": 90}, 100).pose.angles == (90, 0)
    arrival = board.grip({"R": OPEN})
    assert arrival.pose == board.pose()
    assert arrival.pose.grips == (CLOSED, OPEN)
    assert arrival.seconds > 0
    board.stop()
    with pytest.raises(StoppedError):
        board.move({"L": 0}, 100)
    assert board.pose().angles == (90, 0)
    board.clear()
    assert board.move({"L": 0}, 50).pose.angles == (0, 0)
    board.close()
    assert cable.closed
