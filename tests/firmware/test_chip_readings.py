"""A chip whose servos or motors measure: its host knows what they do, and what is not known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from threading import Thread

import pytest

from firmware_sim.boards.chip import SimulatedChip
from firmware_sim.drives.chip_server import ChipServer
from firmware_sim.endpoints import Endpoint, PseudoTerminal, TcpPort
from firmware_sim.server import SerialServer
from robot.clock import SystemClock
from robot.conformance.drive_rules import run_drive_checks
from robot.drives.chip_readings import feedback_said, states_said
from robot.drives.drive import Channel, ChannelKind, ChannelState, DriveInfo, Feedback, Segment
from robot.drives.registry import open_drive
from robot.errors import DriveError
from robot.link.protocol import StopLevel
from tests.support.chip_bench import ServedBench, soon
from tests.support.emulated_drive import EmulatedDrive, Outputs


class MeasuringDrive(EmulatedDrive):
    """Its first servo stands 20 µs short of where it should be; of the second nothing is known."""

    @property
    def info(self) -> DriveInfo:
        return replace(super().info, feedback=frozenset(Feedback))

    def read(self) -> tuple[ChannelState, ...]:
        first, second, *others = super().read()
        pressing = replace(
            first,
            measured=None if first.commanded is None else first.commanded - 20.25,
            load=0.35,
            current=0.5,
            volts=7.4,
            temperature=-3.5,
            errors=("overload", "over-temperature"),
        )
        return (pressing, second, *(replace(each, load=0.0, errors=()) for each in others))


class FailingDrive(MeasuringDrive):
    """Its servos are lost once a motion begins."""

    def start(self, segments: tuple[Segment, ...]) -> None:
        raise DriveError("servo 3 does not answer", 3)


@pytest.fixture
def bench() -> Iterator[ServedBench]:
    with closing(ServedBench(ChannelKind.SERVO, MeasuringDrive)) as bench:
        yield bench


def test_measurements_reach_the_host(bench: ServedBench) -> None:
    drive = bench.drive()
    assert (drive.info.kind, drive.info.unit) == (ChannelKind.SERVO, "µs")
    assert drive.info.feedback == frozenset(Feedback)
    drive.enable(0, 1500)
    drive.enable(1, 1600)
    first, second, third, *_ = drive.read()
    assert (first.commanded, first.measured) == (1500, 1479.75)
    assert (first.load, first.current, first.volts, first.temperature) == (0.35, 0.5, 7.4, -3.5)
    assert first.errors == ("overload",)  # as many letters as fit into a line
    assert second == ChannelState(1, second.at, 1600)
    assert (third.commanded, third.load, third.errors) == (None, 0, ())


def test_a_chip_that_measures_keeps_all_rules(bench: ServedBench) -> None:
    results = list(run_drive_checks(bench.drive, bench))
    assert [each for each in results if not each.passed or each.skip_reason] == []


def test_motors_that_measure_are_described() -> None:
    with closing(ServedBench(ChannelKind.STEPPER, MeasuringDrive)) as bench:
        drive = bench.drive()
        assert (drive.info.unit, len(drive.info.channels)) == ("steps", 6)
        drive.enable(0, -1_000_000 // 100)
        assert drive.read()[0].measured == -10_020.25


def test_a_question_for_what_is_not_measured_is_refused(bench: ServedBench) -> None:
    bench.drive()
    assert bench.say("HELLO", proto=2).verb == "done"
    assert bench.say("READ", of="place").get("code") == "ARGUMENT"


def test_a_fault_of_the_electronics_is_told() -> None:
    with closing(ServedBench(ChannelKind.SERVO, FailingDrive)) as bench:
        drive = bench.drive()
        drive.enable(0, 1500)
        with pytest.raises(DriveError, match="reports a fault"):
            drive.start((soon(drive, 0, 1600),))
        assert drive.read()[0].commanded == 1500
        drive.stop(StopLevel.OFF, {})


@pytest.mark.parametrize("endpoint", [PseudoTerminal, lambda: TcpPort("127.0.0.1:0")])
def test_a_drive_is_served_as_a_chip_at_a_port(endpoint: Callable[[], Endpoint]) -> None:
    served = MeasuringDrive(Outputs(SystemClock()), ChannelKind.SERVO, 1.0)
    chip = SimulatedChip(ChipServer(served), SystemClock())
    port = endpoint()
    with SerialServer(chip, port, SystemClock()) as server:
        thread = Thread(target=server.serve)
        thread.start()
        try:
            with closing(open_drive(f"chip://{port.address}")) as drive:
                drive.enable(0, 1500)
                drive.start((Segment(0, drive.info.clock.now() + 1, 1600, 0.1),))
                for _ in range(1000):
                    drive.beat()
                    if drive.read()[0].measured == 1579.75:
                        break
                assert drive.read()[0].measured == 1579.75
        finally:
            server.stop()
            thread.join()


@pytest.mark.parametrize(
    ("places", "loads"),
    [("1500", "0.5,0.5"), ("1500,-", "0.5"), ("1500,x", "0.5,-"), ("1500,-", "nan,-"), ("", "-,-")],
)
def test_senseless_readings_are_refused(places: str, loads: str) -> None:
    channels = (Channel(0, 500, 2500), Channel(1, 500, 2500))
    with pytest.raises(DriveError, match="the chip says"):
        states_said(channels, 0.0, places, {Feedback.LOAD: loads})


def test_unknown_feedback_is_refused() -> None:
    assert feedback_said("") == frozenset()
    with pytest.raises(DriveError, match="measures load,mass"):
        feedback_said("load,mass")
