"""One servo on the simulated chip: questions, jogs and first pulses, measured at its pins."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from firmware_sim.boards.avr import SERVOS, Uno
from robot.conformance.probe import RawClient
from robot.link.protocol import STOP
from robot.rigs.command import JOG_SPEED, Grip, Home, Move
from tests.firmware.conftest import chip_of, open_board
from tests.support.benchmarks import PulseRecorder

Pins = PulseRecorder[Uno]

LEFT_WRIST, RIGHT_WRIST, LEFT_JAWS, RIGHT_JAWS = range(SERVOS)


@pytest.fixture
def pins(board: Path) -> Pins:
    return PulseRecorder(Uno(board))


def test_a_question_after_a_restart_starts_no_pulse(pins: Pins) -> None:
    for kind in ("axis", "gripper"):
        for name in ("L", "R"):
            assert pins.send("JOG", (kind, name)).get("us") == "0"
            assert pins.send("JOG", (kind, name), ("by", "+0")).get("why") == "servo-off"
    pins.wait(0.5)
    assert pins.board.pulses() == (None,) * SERVOS


def test_a_question_changes_no_pulse_and_keeps_the_pose(pins: Pins) -> None:
    pins.send("HOME", seconds=5.0)
    before = [pins.changes(servo) for servo in range(SERVOS)]
    assert pins.send("JOG", ("axis", "R")).get("us") == "1500"
    assert pins.send("JOG", ("gripper", "L")).get("us") == "1000"
    pins.wait(0.2)
    assert [pins.changes(servo) for servo in range(SERVOS)] == before
    assert pins.send("MOVE", ("R", "+90"), seconds=1.5).verb == "done"


@pytest.mark.parametrize("step", [1000, -1000])
def test_a_jog_of_1000_microseconds_takes_two_seconds(pins: Pins, step: int) -> None:
    pins.send("ENABLE", ("axis", "L"), ("us", "1500"), seconds=1.2)
    done = pins.send("JOG", ("axis", "L"), ("by", f"{step:+d}"), seconds=2.2)
    assert (done.verb, done.get("us"), done.get("took")) == ("done", f"{1500 + step}", "2.000")
    changes = pins.changes(LEFT_WRIST)
    assert changes[-1][1] == pytest.approx(1500 + step, abs=0.5)
    # A pulse is measured at its end, which a shorter one reaches 10 microseconds sooner.
    assert pins.fastest(LEFT_WRIST) <= 1.001 * JOG_SPEED
    assert [pulse for pulse in pins.board.pulses() if pulse is not None] == [changes[-1][1]]


def test_a_stop_in_the_middle_of_a_jog_holds(pins: Pins) -> None:
    pins.send("ENABLE", ("gripper", "R"), ("us", "1000"), seconds=1.2)
    assert pins.send("JOG", ("gripper", "R"), ("by", "+1000"), seconds=0.8).verb == "busy"
    pins.board.send(STOP)
    lines = pins.wait(0.05)
    assert [line.get("code") for line in lines if line.verb == "err"] == ["STOPPED"]
    held = pins.changes(RIGHT_JAWS)[-1]
    assert 1300 < held[1] < 1500
    pins.wait(1.0)
    assert pins.changes(RIGHT_JAWS)[-1] == held
    assert pins.send("JOG", ("gripper", "R")).get("us") == f"{held[1]:.0f}"
    assert pins.send("JOG", ("gripper", "R"), ("by", "+10")).get("code") == "STOPPED"


def test_servos_start_one_by_one_after_power_up(pins: Pins) -> None:
    # Nothing is known of a robot that has never moved: each has a second to get there.
    assert pins.send("HOME", seconds=5.0).get("took") == "4.000"
    assert intervals(pins) == pytest.approx([1.0] * 3, abs=0.03)


def test_closed_grippers_start_first_after_a_restart(pins: Pins) -> None:
    pins.send("HOME", seconds=5.0)
    assert pins.send("GRIP", ("L", "open"), seconds=1.5).verb == "done"
    pins.board.switch_on()
    pins.recorded.clear()
    pins.start()
    assert pins.send("HOME", seconds=3.0).get("took") == "2.200"
    assert [servo for _, servo in first_pulses(pins)] == [
        RIGHT_JAWS,
        LEFT_JAWS,
        LEFT_WRIST,
        RIGHT_WRIST,
    ]
    assert min(intervals(pins)) >= 0.3 - 0.02
    assert pins.changes(LEFT_JAWS)[0][1] == pytest.approx(2000, abs=0.5)


def first_pulses(pins: Pins) -> list[tuple[float, int]]:
    """Return when each servo got its first pulse, in this order."""
    return sorted((pins.changes(servo)[0][0], servo) for servo in range(SERVOS))


def intervals(pins: Pins) -> list[float]:
    return [after - before for (before, _), (after, _) in pairwise(first_pulses(pins))]


def test_a_stop_while_servos_are_enabled_enables_no_more(pins: Pins) -> None:
    assert pins.send("HOME", seconds=1.5).verb == "busy"
    pins.board.send(STOP)
    pins.wait(3.0)
    assert pins.board.pulses() == (None, None, *[pytest.approx(1000, abs=0.5)] * 2)
    pins.send("CLEAR")
    assert pins.send("HOME", seconds=3.0).verb == "done"
    assert None not in pins.board.pulses()


def test_a_cube_is_kept_while_servos_are_enabled(board: Path) -> None:
    port = open_board(board)
    probe = RawClient(port)
    probe.execute(Home())
    probe.execute(Grip((("R", "open"),)))
    probe.execute(Move((("L", 90),)))
    chip = chip_of(port)
    probe.drain_input()
    chip.reset()
    probe.drain_input()
    probe.hello()
    probe.execute(Home())
    assert chip.state().angles == (0, 0)
    assert not chip.state().dropped
    assert chip.accidents == ()
    assert chip.untouched > 200
