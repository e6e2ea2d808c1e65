"""The drive of a chip, compiled or in software: its rules, a bad line, restarts and silence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware_sim.drives.chip_server import Restart
from robot.conformance.chip_rules import CHIP_CHECKS, run_chip_checks
from robot.conformance.drive_rules import run_drive_checks
from robot.drives import chip_line
from robot.drives.chip import ChipDrive
from robot.drives.drive import ChannelKind, Segment
from robot.errors import DriveError
from robot.link.protocol import StopLevel
from rokumen.extend import check_drive
from tests.support.chip_bench import NativeBench, ServedBench, soon

Bench = NativeBench | ServedBench


def made(name: str, build: Callable[..., Path], kind: ChannelKind) -> Bench:
    if name == "served":
        return ServedBench(kind)
    return NativeBench(build() / f"libdrive{'-steps' if kind is ChannelKind.STEPPER else ''}.so")


@pytest.fixture(params=["native", "served"])
def bench(request: pytest.FixtureRequest, build: Callable[..., Path]) -> Iterator[Bench]:
    with closing(made(request.param, build, ChannelKind.PULSE)) as bench:
        yield bench


@pytest.fixture(params=["native", "served"])
def motors(request: pytest.FixtureRequest, build: Callable[..., Path]) -> Iterator[Bench]:
    with closing(made(request.param, build, ChannelKind.STEPPER)) as bench:
        yield bench


def commanded(drive: ChipDrive) -> list[float | None]:
    return [state.commanded for state in drive.read()]


def test_it_keeps_all_rules_by_its_pins(bench: Bench) -> None:
    results = list(run_drive_checks(bench.drive, bench))
    assert [each for each in results if not each.passed or each.skip_reason] == []


def test_its_line_keeps_all_rules(bench: Bench) -> None:
    results = list(run_chip_checks(bench.port))
    assert [each.violation for each in results] == [""] * len(CHIP_CHECKS)


def test_the_line_of_motors_keeps_all_rules(motors: Bench) -> None:
    results = list(run_chip_checks(motors.port))
    assert [each.violation for each in results] == [""] * len(CHIP_CHECKS)


def test_motors_keep_all_rules_by_what_the_chip_says(motors: Bench) -> None:
    check_drive(f"{motors.url}?min=-20000&max=20000")


def test_eight_servos_are_described(bench: Bench) -> None:
    info = bench.drive().info
    assert (info.unit, len(info.channels), info.depth, info.period_s) == ("µs", 8, 8, 0.02)
    assert (info.on_silence.value, info.watchdog_s) == ("relax", 2.0)


def test_six_motors_are_described(motors: Bench) -> None:
    info = motors.drive().info
    assert (info.unit, len(info.channels), info.step) == ("steps", 6, 1.0)


def test_a_batch_of_many_lines_is_taken_whole(bench: Bench) -> None:
    drive = bench.drive()
    for channel in range(8):
        drive.enable(channel, 1500)
    begin = drive.info.clock.now() + 0.5
    segments = [
        Segment(channel, begin + 0.2 * count, 1500 + 10 * channel + 100 * (count % 2), 0.2)
        for channel in range(8)
        for count in range(6)
    ]
    bad = Segment(7, begin + 1.2, 1500, 0.0000001)
    with pytest.raises(DriveError):
        drive.start((*segments, bad, Segment(7, begin + 1.3, 2501, 1)))
    drive.start(tuple(segments))
    drive.start(tuple(segments))
    bench.wait_with(drive, 1.9)
    assert commanded(drive) == [1600 + 10 * channel for channel in range(8)]
    assert list(bench.outputs().values()) == commanded(drive)


def test_a_chip_that_does_not_answer_is_stopped(bench: Bench) -> None:
    drive = bench.drive()
    drive.enable(0, 1500)
    drive.start((soon(drive, 0, 1600, 2),))
    bench.wait(0.5)
    bench.to_host = lambda data: b""
    before = bench.clock.now()
    with pytest.raises(DriveError, match="did not answer READ in 4 tries"):
        drive.read()
    assert bench.clock.now() - before < 1.0
    bench.to_host = bytes
    stopped = commanded(drive)[0]
    assert stopped is not None
    assert 1510 < stopped < 1540
    bench.wait(1)
    assert commanded(drive)[0] == stopped


def test_what_is_late_is_asked_again_within_50_ms(bench: Bench) -> None:
    drive = bench.drive()
    lost = iter([True])
    bench.to_host = lambda data: b"" if data and next(lost, False) else data
    before = bench.clock.now()
    drive.read()
    assert bench.clock.now() - before < 0.06


def test_silence_relaxes_the_channels_that_were_told_where(bench: Bench) -> None:
    drive = bench.drive()
    drive.enable(0, 1000)
    drive.enable(1, 1500)
    drive.set_relaxing({0: 1030})
    drive.start((soon(drive, 1, 2000, 10),))
    bench.wait(2.2)
    held = bench.outputs()[1]
    assert held is not None
    assert 1500 < held < 1620
    bench.wait(0.5)
    assert bench.outputs()[0] == 1030
    assert bench.outputs()[1] == held
    with pytest.raises(DriveError, match="stopped by itself"):
        drive.start((soon(drive, 1, 1500),))
    drive.start((soon(drive, 1, 1500),))
    bench.wait_with(drive, 1)
    assert bench.outputs()[1] == 1500


def test_the_button_stops_and_is_told(bench: Bench) -> None:
    drive = bench.drive()
    drive.enable(0, 1500)
    drive.start((soon(drive, 0, 1600, 2),))
    bench.wait(0.5)
    bench.chip.press_button()
    bench.wait(0.05)
    stopped = bench.outputs()[0]
    bench.wait_with(drive, 1)
    assert bench.outputs()[0] == stopped
    with pytest.raises(DriveError, match="stopped by itself: button"):
        drive.enable(1, 1500)
    assert drive.stopped_by == "button"
    drive.stop(StopLevel.HOLD, {})
    assert drive.stopped_by == ""


def test_what_relaxes_is_held_by_another_stop(bench: Bench) -> None:
    drive = bench.drive()
    drive.enable(0, 1000)
    drive.stop(StopLevel.RELAX, {0: 1500})
    bench.wait(0.2)
    drive.stop(StopLevel.HOLD, {})
    bench.wait(0.05)
    held = bench.outputs()[0]
    assert held is not None
    assert 1100 < held < 1400
    bench.wait(0.5)
    assert bench.outputs()[0] == held


@pytest.mark.parametrize(
    ("why", "at_rest", "in_motion"),
    [
        (Restart.LOST_POWER, False, False),
        (Restart.WAS_RESET, True, False),
        (Restart.WAS_HUNG, True, True),
    ],
)
def test_pulses_over_a_restart(
    bench: Bench, why: Restart, *, at_rest: bool, in_motion: bool
) -> None:
    drive = bench.drive()
    for moving, keeps in ((False, at_rest), (True, in_motion)):
        drive.stop(StopLevel.OFF, {})
        drive.enable(0, 1500)
        begun = soon(drive, 0, 1600)
        if moving:
            drive.start((begun,))
        bench.wait(0.3)
        bench.restart(why)
        bench.wait(0.05)
        kept = bench.outputs()[0]
        assert (kept is not None) == keeps
        later = Segment(0, begun.end + 1, 1700, 1)
        for _ in range(2):
            with pytest.raises(DriveError, match="restarted"):
                drive.start((later,))
        assert commanded(drive)[0] == kept
        bench.wait_with(drive, 0.5)
        assert bench.outputs()[0] == kept


def test_the_drive_s_clock_goes_on_over_a_restart(bench: Bench) -> None:
    drive = bench.drive()
    bench.wait_with(drive, 3)
    before = drive.info.clock.now()
    bench.cut_power()
    drive.beat()
    bench.wait_with(drive, 1)
    assert drive.info.clock.now() == pytest.approx(before + 1, abs=0.01)
    drive.enable(0, 1500)
    drive.start((soon(drive, 0, 1600, 0.2),))
    bench.wait_with(drive, 0.4)
    assert commanded(drive)[0] == 1600


def test_limits_are_told_to_the_chip(bench: Bench) -> None:
    drive = bench.drive("?min=400&max=2600")
    bench.cut_power()
    drive.read()
    drive.enable(0, 2600)
    assert bench.say("HELLO", proto=2).verb == "done"
    assert bench.say("ENABLE", channel=1, target=2601).get("code") == "LIMIT"
    for wrong in ("?min=x", "?deep=1", "?channels=x"):
        with pytest.raises(DriveError):
            bench.drive(wrong)


def test_a_begin_that_the_chip_s_clock_would_mistake_for_a_sooner_one_is_refused(
    bench: Bench,
) -> None:
    drive = bench.drive()
    drive.enable(0, 1500.0)
    wrapped = drive.info.clock.now() + 2**32 / 1e6 + 0.1
    with pytest.raises(DriveError, match="cannot begin at") as refused:
        drive.start((Segment(0, wrapped, 2000.0, 0.1),))
    assert (refused.value.channel, refused.value.value) == (0, wrapped)
    drive.info.clock.sleep(0.5)
    assert commanded(drive)[0] == 1500.0


def test_only_the_channels_that_are_named_are_used(bench: Bench) -> None:
    drive = bench.drive("?channels=7,2&min=500&max=2500")
    drive.enable(2, 1500)
    drive.enable(7, 1600)
    assert [(each.channel, each.commanded) for each in drive.read()] == [(7, 1600), (2, 1500)]
    with pytest.raises(DriveError, match="channel 0"):
        drive.enable(0, 1500)
    drive.close()
    with pytest.raises(DriveError, match="channel 8"):
        bench.drive("?channels=6-8")


def test_a_stop_of_a_former_host_is_ended_by_the_first_order(bench: Bench) -> None:
    bench.drive().close()
    drive = bench.drive()
    drive.enable(0, 1500)
    assert drive.stopped_by == ""


def test_version_1_is_refused(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chip_line, "CHIP_VERSION", 1)
    with pytest.raises(DriveError, match="speaks version '2'"):
        bench.drive()
