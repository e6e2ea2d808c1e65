"""Version 2 of the firmware on simulated chips: edges of pulses, steps, stops and restarts."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
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
from tests.support import pico
from tests.support.chip_bench import BoardBench, soon
from tests.support.pico import Pico

# Edges come when they should, give or take this many microseconds.
JITTER_US = 2.0
PERIOD_US = 20_000


CHIPS = ("atmega328p", "atmega2560", "rp2040")


@pytest.fixture(scope="session")
def pico_programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with the programs of an RP2040; skip without what runs them."""
    if lacking := pico.missing():
        pytest.skip(f"the RP2040 is not emulated: {', '.join(lacking)} missing")
    folder = tmp_path_factory.mktemp("pico")
    command: list[str | Path] = ["make", "-C", FIRMWARE, "pico", f"BUILD={folder}"]
    subprocess.run(command, check=True, capture_output=True)
    return folder


@contextmanager
def run_program(request: pytest.FixtureRequest, chip: str, kind: str = "") -> Iterator[BoardBench]:
    if chip == "rp2040":
        folder: Path = request.getfixturevalue("pico_programs")
        board: Uno | Pico = Pico(folder / f"drive-rp2040{kind}.uf2")
    else:
        build: Callable[..., Path] = request.getfixturevalue("build")
        board = Uno(build() / f"drive-{chip}{kind}.elf", chip)
    with closing(BoardBench(board)) as bench:
        bench.wait(0.05)
        yield bench
    if isinstance(board, Pico):
        board.close()


@pytest.fixture(params=CHIPS)
def bench(request: pytest.FixtureRequest) -> Iterator[BoardBench]:
    with run_program(request, request.param) as bench:
        yield bench


@pytest.fixture(params=["atmega328p", "rp2040"])
def motors(request: pytest.FixtureRequest) -> Iterator[BoardBench]:
    with run_program(request, request.param, "-steps") as bench:
        yield bench


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
        # They may be late by a period.
        assert due - 4000 * drive.info.period_s <= motors.board.steps(0) <= due + 2
        motors.wait(0.011)
    motors.wait(0.2)
    assert [motors.board.steps(motor) for motor in range(3)] == [700] * 3
    assert [state.commanded for state in drive.read()] == [700] * 3 + [800] * 3


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
