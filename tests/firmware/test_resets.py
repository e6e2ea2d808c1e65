"""The board after each kind of restart, and while its main loop hangs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_sim.boards.uno import SimulatedUno
from firmware_sim.physics.state import PhysicalState
from firmware_sim.sim_port import Serial
from robot.conformance.probe import RawClient
from robot.link.protocol import STATUS, STOP, Event
from robot.rigs.command import Grip, Home, Move
from solver.cube import Cube
from tests.firmware.conftest import chip_of, open_board

# The watchdog resets after 0.25 s; the board then starts in about 20 ms.
RESTART_SECONDS = 0.35
GRIPS_CLOSED = (1000, 1000)


@pytest.fixture
def port(board: Path) -> Serial:
    """Return a board that has homed."""
    return open_board(board)


@pytest.fixture
def probe(port: Serial) -> RawClient:
    client = RawClient(port)
    client.execute(Home())
    return client


def hang(port: Serial, probe: RawClient) -> Event:
    """Hang the main loop until the watchdog restarts the board; return its BOOT event."""
    chip_of(port).hang()
    return probe.expect_event("BOOT", RESTART_SECONDS)


def test_a_main_loop_that_hangs_during_a_turn_ends_with_the_servos_holding(
    port: Serial, probe: RawClient
) -> None:
    before = probe.status().get("epoch")
    probe.start_motion(Move((("L", 90),)))
    probe.read_line(0.3)
    event = hang(port, probe)
    chip = chip_of(port)
    angle = chip.state().angles[0]
    assert 20 < angle < 40
    assert (event.get("why"), event.get("pose")) == ("watchdog", "unknown")
    assert event.get("epoch") != before
    assert probe.status().get("state") == "unhomed"
    # The servos have their previous pulses again, and none has moved.
    probe.read_line(0.05)
    wrist, _, *grips = chip.pulses()
    assert wrist == pytest.approx(1500 + angle * 1000 / 90, abs=1)
    assert grips == pytest.approx(GRIPS_CLOSED, abs=0.5)
    assert chip.state().angles[0] == pytest.approx(angle, abs=0.05)

    probe.hello()
    # At a quarter of full speed, since the gripper may have met an obstacle.
    way = float(probe.execute(Home()).get("took"))
    assert way == pytest.approx(4 * (0.1 + 0.9 * angle / 90), abs=0.02)
    assert chip.state() == PhysicalState.at_home(chip.rig.home, Cube.solved())
    assert chip.accidents == ()


def test_a_main_loop_that_hangs_at_rest_leaves_a_known_pose(port: Serial, probe: RawClient) -> None:
    probe.execute(Grip((("R", "open"),)))
    event = hang(port, probe)
    assert (event.get("why"), event.get("pose")) == ("watchdog", "")
    assert probe.status().get("pose") == "L:+0,R:+0;L:closed,R:open"
    probe.hello()
    assert probe.execute(Home()).get("took") == "1.000"


def press(chip: SimulatedUno) -> None:
    chip.set_button(pressed=True)


@pytest.mark.parametrize(
    ("stop", "why"),
    [(lambda chip: chip.receive(STOP), "host"), (press, "button")],
    ids=["byte", "button"],
)
def test_a_stop_is_obeyed_while_the_main_loop_hangs(
    port: Serial, probe: RawClient, stop: Callable[[SimulatedUno], None], why: str
) -> None:
    chip = chip_of(port)
    probe.start_motion(Move((("L", 90),)))
    probe.read_line(0.3)
    chip.hang()
    stop(chip)
    probe.read_line(0.05)
    chip.set_button(pressed=False)
    assert probe.expect_event("ESTOP", RESTART_SECONDS).get("why") == why
    assert probe.status().get("state") == "stopped"
    assert 20 < chip.state().angles[0] < 40
    assert chip.pulses()[2:] == pytest.approx(GRIPS_CLOSED, abs=0.5)


def test_a_main_loop_without_its_timer_is_reset(board: Path) -> None:
    port = open_board(board)
    RawClient(port)
    chip_of(port).break_timer()
    output = b""
    # Bytes keep the main loop running, but without the timer no motion would be right.
    for _ in range(20):
        port.write(STATUS)
        output += port.read(1000)
    assert b"!1 BOOT epoch=0001" in output


def test_a_reset_during_a_turn_is_reported_and_no_servo_gets_pulses(
    port: Serial, probe: RawClient
) -> None:
    probe.start_motion(Move((("L", 90),)))
    probe.read_line(0.3)
    chip_of(port).reset()
    event = probe.expect_event("BOOT")
    assert (event.get("why"), event.get("pose")) == ("", "unknown")
    assert chip_of(port).pulses() == (None,) * 4
    # The middle of the path is the best estimate.
    assert probe.status().get("pose") == "L:+45,R:+0;L:closed,R:closed"


@pytest.mark.parametrize("dtr", ["edge", "held"])
def test_a_cube_in_one_gripper_stays_there_when_the_port_is_opened(board: Path, dtr: str) -> None:
    # Servos and a cube of which limp jaws lose hold.
    port = open_board(f"{board}&ideal=false&seed=0&dtr={dtr}")
    probe = RawClient(port)
    epoch = probe.greeting.get("epoch")
    probe.execute(Home())
    probe.execute(Grip((("R", "open"),)))
    probe.execute(Move((("L", 90),)))
    port.close()
    port.open()
    probe = RawClient(port)
    assert (probe.greeting.get("epoch") == epoch) == (dtr == "held")
    for _ in range(5):
        probe.read_line(1.0)
    # Nothing moves, and the jaws go on pressing.
    chip = chip_of(port)
    assert None not in chip.pulses()
    assert chip.state().angles == (90, 0)
    assert chip.accidents == ()
    probe.execute(Home())
    assert chip.accidents == ()


def test_no_servo_gets_a_pulse_after_a_loss_of_power(port: Serial, probe: RawClient) -> None:
    chip_of(port).switch_on()
    probe.expect_event("BOOT")
    assert chip_of(port).pulses() == (None,) * 4


def test_a_reset_at_rest_reports_only_the_epoch(port: Serial, probe: RawClient) -> None:
    chip_of(port).reset()
    assert [key for key, _ in probe.expect_event("BOOT").fields] == ["epoch"]
