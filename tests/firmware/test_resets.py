"""The board after each kind of restart, and while its main loop hangs.

What the firmware keeps in the EEPROM when the power fails during a write.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_sim.boards.uno import SimulatedUno
from firmware_sim.physics.state import PhysicalState
from firmware_sim.sim_port import Serial
from robot.conformance.probe import RawClient
from robot.link.protocol import STATUS, STOP, Event, Line, LineSplitter, Message, decode, encode
from robot.rigs.command import Grip, Home, Move
from solver.cube import Cube
from tests.firmware.conftest import chip_of, open_board
from tests.support.benchmarks import NativeFirmware

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


GARBAGE = (0x00, 0x36, 0x55, 0xAA, 0xFF)


def read_lines(native: NativeFirmware) -> list[Line]:
    return [decode(raw) for raw in LineSplitter().feed(native.read_output())]


def restart(native: NativeFirmware) -> Event:
    native.boot()
    (event,) = read_lines(native)
    assert isinstance(event, Event)
    return event


def execute(native: NativeFirmware, *commands: tuple[str, tuple[str, str] | None]) -> Message:
    """Execute commands in a new session and return the final reply to the last one."""
    for seq, (verb, field) in enumerate((("HELLO", ("proto", "1")), *commands), start=1):
        native.receive(encode(Message(seq, verb, (field,) if field else ())))
        for _ in range(30):
            native.advance(1000)
            native.receive(STATUS)
    answers = [line for line in read_lines(native) if isinstance(line, Message) and line.seq == seq]
    return answers[-1]


HOME = ("HOME", None)
TURN = ("MOVE", ("L", "+90"))


def test_the_epoch_is_new_whichever_byte_was_being_written(native: NativeFirmware) -> None:
    last = int(restart(native).get("epoch"), 16)
    # Enough boots for carries into the high byte, interrupted at each byte in turn.
    for start in range(1200):
        native.cut_power(after_writes=start % 5, left=GARBAGE[start % len(GARBAGE)])
        native.boot()
        native.read_output()
        epoch = int(restart(native).get("epoch"), 16)
        assert 1 <= epoch - last <= 2
        last = epoch


def test_epochs_wrap_around(native: NativeFirmware) -> None:
    epochs = {restart(native).get("epoch") for _ in range(0x10000)}
    assert len(epochs) == 0x10000


@pytest.mark.parametrize("left", GARBAGE)
@pytest.mark.parametrize("rounds", [0, 1], ids=["new", "used"])
def test_an_interrupted_record_of_a_start_leaves_the_pose_of_rest(
    native: NativeFirmware, left: int, rounds: int
) -> None:
    fill_memory(native, rounds)
    for writes in range(2):
        execute(native, HOME)
        native.cut_power(after_writes=writes, left=left)
        execute(native, HOME, TURN)
        assert restart(native).get("pose") == ""
        assert pose_of(native) == "L:+0,R:+0;L:closed,R:closed"


@pytest.mark.parametrize("left", GARBAGE)
@pytest.mark.parametrize("rounds", [0, 1], ids=["new", "used"])
def test_an_interrupted_record_of_an_end_leaves_an_unknown_pose(
    native: NativeFirmware, left: int, rounds: int
) -> None:
    fill_memory(native, rounds)
    for writes in range(2, 4):
        execute(native, HOME)
        native.cut_power(after_writes=writes, left=left)
        execute(native, HOME, TURN)
        assert restart(native).get("pose") == "unknown"
        assert pose_of(native) == "L:+45,R:+0;L:closed,R:closed"


def fill_memory(native: NativeFirmware, rounds: int) -> None:
    """Fill the whole EEPROM with poses, by many turns."""
    native.receive(encode(Message(1, "HELLO", (("proto", "1"),))))
    for seq in range(2, 2 + 300 * rounds):
        angle = "+90" if seq % 2 else "+0"
        verb, fields = ("MOVE", (("L", angle),)) if seq > 2 else ("HOME", ())
        native.receive(encode(Message(seq, verb, fields)))
        native.advance(1500)
        native.receive(STATUS)
    native.read_output()


def pose_of(native: NativeFirmware) -> str:
    native.receive(STATUS)
    return read_lines(native)[-1].get("pose")


def test_home_is_slow_once_after_a_restart_in_mid_turn(native: NativeFirmware) -> None:
    execute(native, HOME)
    native.receive(encode(Message(3, "MOVE", (("L", "+90"),))))
    native.advance(500)
    assert restart(native).get("pose") == "unknown"
    # Four servos are enabled, a second apart; half a quarter turn takes 0.1 s and half of the rest,
    # at a quarter of full speed.
    assert execute(native, HOME).get("took") == "6.200"
    assert execute(native, HOME, TURN).get("took") == "1.000"
    assert restart(native).get("pose") == ""


def test_a_restart_by_the_watchdog_keeps_the_pulses(native: NativeFirmware) -> None:
    execute(native, HOME)
    native.receive(encode(Message(3, "MOVE", (("R", "-90"),))))
    native.advance(250)
    native.read_output()
    native.boot_by_watchdog()
    (event,) = read_lines(native)
    assert (event.get("why"), event.get("pose")) == ("watchdog", "unknown")
    # It is held where it was, which need not be the middle of its path.
    assert pose_of(native).startswith("L:+0,R:-20;")
    assert [native.pulse(servo) for servo in range(4)] == [1500, 1278, 1000, 1000]


def test_a_wrist_that_was_stopped_between_detents_is_unknown(native: NativeFirmware) -> None:
    execute(native, HOME)
    native.receive(encode(Message(3, "MOVE", (("L", "+90"),))))
    native.advance(400)
    native.receive(b"\x18")
    native.receive(encode(Message(4, "CLEAR")))
    native.receive(encode(Message(5, "GRIP", (("R", "open"),))))
    native.advance(1500)
    native.read_output()
    assert restart(native).get("pose") == "unknown"
