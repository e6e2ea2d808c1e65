"""Version 2 of the firmware on simulated chips: edges of pulses, steps, stops and restarts."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from threading import Thread

import pytest

from firmware_sim.boards.avr import Uno
from firmware_sim.boards.chip import SimulatedChip
from firmware_sim.endpoints import PseudoTerminal
from firmware_sim.server import SerialServer
from robot.clock import SystemClock
from robot.conformance.drive_rules import run_drive_checks
from robot.drives import chip_line
from robot.drives.drive import Segment
from robot.drives.registry import open_drive
from robot.errors import DriveError
from robot.link.protocol import StopLevel
from tests.firmware.conftest import FIRMWARE
from tests.support.benchmarks import Esp32, Pico
from tests.support.chip_bench import BoardBench, soon

# Edges come when they should, give or take this many microseconds.
JITTER_US = 2.0
PERIOD_US = 20_000


CHIPS = ("atmega328p", "atmega2560", "rp2040", "esp32c3")
# Of Arduinos: the chip, and the pins of steps and directions, by port and number.
ARDUINOS = {
    "atmega328p": ("atmega328p", "D2D3D4B4B1B2", "D5D6D7B5C0C1"),
    "atmega2560": ("atmega2560", "E4E5G5B6H6B4", "E3H3H4B7F0F1"),
    "ramps": ("atmega2560", "F0F6L3A4C1G1", "F1F7L1A6C3L7"),
}
# What gives motors power, while low.
ENABLES: dict[str, tuple[str, ...]] = {
    "atmega328p": ("B0",),
    "atmega2560": ("H5",),
    "ramps": ("D7", "F2", "K0", "A2", "C7", "L5"),
    "rp2040": ("14",),
    "esp32c3": ("7",),
}


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, list[str]], Path]:
    """Return a function that makes a target of the firmware; it skips without what is needed."""

    @cache
    def make(target: str) -> Path:
        folder = tmp_path_factory.mktemp(target)
        command: list[str | Path] = ["make", "-C", FIRMWARE, target, f"BUILD={folder}"]
        subprocess.run(command, check=True, capture_output=True)
        return folder

    def make_or_skip(target: str, lacking: list[str]) -> Path:
        if lacking:
            pytest.skip(f"{target} is not emulated: {', '.join(lacking)} missing")
        return make(target)

    return make_or_skip


def start_board(request: pytest.FixtureRequest, chip: str, kind: str) -> Uno | Pico | Esp32:
    built: Callable[[str, list[str]], Path] = request.getfixturevalue("built")
    if chip == "rp2040":
        return Pico(built("pico", Pico.missing()) / f"drive-rp2040{kind}.uf2")
    if chip == "esp32c3":
        return Esp32(built("esp32", Esp32.missing()) / f"drive-esp32c3{kind}.bin")
    build: Callable[..., Path] = request.getfixturevalue("build")
    name, steps, directions = ARDUINOS[chip]
    uno = Uno(build() / f"drive-{chip}{kind}.elf", name)
    uno.watch_motors(steps, directions)
    return uno


@contextmanager
def run_program(request: pytest.FixtureRequest, chip: str, kind: str = "") -> Iterator[BoardBench]:
    board = start_board(request, chip, kind)
    with closing(BoardBench(board)) as bench:
        bench.wait(0.05)
        yield bench
    if isinstance(board, Pico):
        board.close()


@pytest.fixture(params=CHIPS)
def bench(request: pytest.FixtureRequest) -> Iterator[BoardBench]:
    with run_program(request, request.param) as bench:
        yield bench


@pytest.fixture(params=ENABLES)
def motors(request: pytest.FixtureRequest) -> Iterator[BoardBench]:
    with run_program(request, request.param, "-steps") as bench:
        yield bench


@pytest.fixture
def enables(request: pytest.FixtureRequest, motors: BoardBench) -> Callable[[], list[bool]]:
    """Return a function that tells the levels of what gives the motors power."""
    pins = ENABLES[request.node.callspec.params["motors"]]
    return lambda: [motors.board.is_high(pin) for pin in pins]


def test_it_keeps_all_rules(bench: BoardBench) -> None:
    results = list(run_drive_checks(bench.drive, bench))
    assert [each for each in results if not each.passed or each.skip_reason] == []
    if isinstance(bench.board, Uno):
        # The stack must stay clear of the variables.
        assert bench.board.unused_ram_bytes > 200


def test_edges_of_eight_servos_come_when_they_should(bench: BoardBench) -> None:
    drive = bench.drive()
    # Pairs that fall together, closely one after the other, and far apart.
    pulses = (1500, 1502, 500, 2500, 1500, 1510, 2500, 1000)
    for channel, pulse in enumerate(pulses):
        drive.enable(channel, pulse)
    bench.wait(0.05)
    begun = [bench.board.rise(servo) for servo in range(8)]
    for count in range(1, 50):
        # The line is busy meanwhile, with questions, answers and segments.
        drive.read()
        bench.wait(0.02 - bench.clock.now() % 0.02)
        for servo, pulse in enumerate(pulses):
            measured = bench.board.pulses()[servo]
            assert measured is not None
            assert abs(measured - pulse) <= JITTER_US, (servo, count)
            late = (bench.board.rise(servo) - begun[servo]) % PERIOD_US
            assert min(late, PERIOD_US - late) <= JITTER_US, (servo, count)


def test_a_servo_goes_evenly_and_stops_at_once(bench: BoardBench) -> None:
    drive = bench.drive()
    drive.enable(0, 1000)
    bench.wait(0.03)
    segment = soon(drive, 0, 2000, 1.0)
    drive.start((segment,))
    while (now := drive.info.clock.now()) < segment.at + 0.7:
        pulse = bench.outputs()[0]
        assert pulse is not None
        due = 1000 + 1000 * max(0.0, now - segment.at)
        # The last complete pulse began up to a period ago.
        assert due - 30 <= pulse <= due + 3
        bench.wait(0.013)
    drive.stop(StopLevel.HOLD, {})
    bench.wait(0.025)
    stopped = bench.outputs()[0]
    assert stopped is not None
    assert 1700 <= stopped < 1750
    bench.wait(0.5)
    assert bench.outputs()[0] == stopped


def test_motors_make_each_step_at_its_time(motors: BoardBench) -> None:
    drive = motors.drive()
    for channel in range(6):
        drive.enable(channel, 0)
    begin = drive.info.clock.now() + 0.1
    drive.start(
        (
            *(Segment(channel, begin, 800, 0.2) for channel in range(6)),
            *(Segment(channel, begin + 0.2, 700, 0.1) for channel in range(3)),
        )
    )
    motors.wait(0.1)
    while (now := drive.info.clock.now()) < begin + 0.19:
        due = 800 * max(0.0, now - begin) / 0.2
        # They may be late by a period; an ATmega writes its time up to 3 ms before it is sent, so
        # that its clock is taken to be behind.
        most = due + 4000 * 0.003
        assert due - 4000 * drive.info.period_s <= motors.board.steps(0) <= most
        motors.wait(0.011)
    motors.wait(0.2)
    assert [motors.board.steps(motor) for motor in range(6)] == [700] * 3 + [800] * 3
    assert [state.commanded for state in drive.read()] == [700] * 3 + [800] * 3


def test_motors_have_power_from_enable_to_off(
    motors: BoardBench, enables: Callable[[], list[bool]]
) -> None:
    assert all(enables())
    drive = motors.drive()
    drive.enable(0, 0)
    motors.wait(0.01)
    assert not any(enables())
    drive.stop(StopLevel.OFF, {})
    motors.wait(0.01)
    assert all(enables())


def test_a_stop_ends_steps_at_once(motors: BoardBench) -> None:
    drive = motors.drive()
    drive.enable(0, 0)
    drive.start((soon(drive, 0, 10_000, 1.0),))
    motors.wait(0.5)
    sent_at = 1e6 * motors.board.seconds
    drive.stop(StopLevel.HOLD, {})
    motors.wait(0.1)
    assert motors.board.last_step(0) - sent_at < 5000
    assert drive.read()[0].commanded == motors.board.steps(0)


def test_a_program_that_hangs_keeps_its_pulses_and_drops_its_segments(
    bench: BoardBench,
) -> None:
    drive = bench.drive()
    drive.enable(0, 1500)
    drive.start((soon(drive, 0, 1600, 5),))
    bench.wait(1)
    bench.board.hang()
    bench.wait(0.6)
    held = bench.outputs()[0]
    assert held is not None
    assert 1515 < held < 1525
    with pytest.raises(DriveError, match="restarted"):
        drive.start((Segment(0, drive.info.clock.now() + 9, 1500, 1),))
    assert drive.read()[0].commanded == held
    bench.wait(0.5)
    assert bench.outputs()[0] == held


def test_the_button_stops(bench: BoardBench) -> None:
    drive = bench.drive()
    drive.enable(0, 1500)
    bench.board.press(pressed=False)
    drive.start((soon(drive, 0, 1600, 2),))
    bench.wait(1)
    bench.board.press(pressed=True)
    bench.wait(0.05)
    bench.board.press(pressed=False)
    stopped = bench.outputs()[0]
    bench.wait(0.5)
    assert bench.outputs()[0] == stopped


def test_a_chip_at_a_pseudo_terminal(
    build: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The simulated chip may be slower than a real one.
    monkeypatch.setattr(chip_line, "TRIES", 200)
    clock = SystemClock()
    chip = SimulatedChip(Uno(build() / "drive-atmega328p.elf"), clock)
    endpoint = PseudoTerminal()
    with SerialServer(chip, endpoint, clock) as server:
        thread = Thread(target=server.serve)
        thread.start()
        try:
            with closing(open_drive(f"chip://{endpoint.address}")) as drive:
                drive.enable(0, 1500)
                drive.start((Segment(0, drive.info.clock.now() + 2, 1600, 0.1),))
                for _ in range(1000):
                    drive.beat()
                    if drive.read()[0].commanded == 1600:
                        break
                assert drive.read()[0].commanded == 1600
        finally:
            server.stop()
            thread.join()
