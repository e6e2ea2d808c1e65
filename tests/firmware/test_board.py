"""The firmware on the simulated chip: serial line, servo pins and the motions they cause."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import rokumen
from firmware_sim.boards.uno import SimulatedUno
from firmware_sim.errors import SimulatorError
from firmware_sim.physics.state import PhysicalState
from firmware_sim.sim_port import Serial, unregister_robot
from robot.clock import VirtualClock
from robot.conformance import CHECKS, run_checks
from robot.conformance.probe import ProtocolViolationError, RawClient
from robot.link.protocol import STOP
from robot.rigs.command import Grip, Home, Move
from robot.rigs.registry import load_rig
from robot.rigs.servo_constants import NAMES, rig_constants
from solver.cube import Cube
from tests.firmware.conftest import chip_of, open_board
from tests.support.command_line import CommandResult
from tests.support.processes import Simulation, announced, call, end, finish, start, wait_for_turns

Simulate = Callable[..., Simulation]


@pytest.mark.thorough
def test_it_conforms_to_the_protocol(board: Path) -> None:
    port = open_board(board)

    def restarted() -> Serial:
        chip_of(port).reset()
        return port

    _tell_jaws(port)
    results = list(run_checks(port, reopen=restarted))
    assert [result for result in results if not result.passed or result.skip_reason] == []
    assert len(results) == len(CHECKS)
    # The chip has 2 KB of memory; the stack must stay clear of the variables.
    assert chip_of(port).untouched > 200


STORE_SECONDS = 2.0  # for the whole EEPROM to be written


def _tell_jaws(port: Serial) -> None:
    """Store where jaws touch a cube, so that they relax at rest, and that open ones draw back."""
    probe = RawClient(port)
    rig = rig_constants(load_rig("two-gripper"))
    for name, value in {**rig, "grip_L_contact": 1040, "grip_R_contact": 1040}.items():
        probe.send("CONSTANT", (("n", str(NAMES.index(name))), ("value", str(value))))
        probe.expect_reply("done")
    probe.send("STORE")
    probe.expect_reply("done", timeout=STORE_SECONDS)


def test_its_pulses_are_exact_and_move_the_cube(board: Path) -> None:
    port = open_board(board)
    probe = RawClient(port)
    chip = chip_of(port)
    assert chip.pulses() == (None,) * 4
    probe.execute(Home())
    assert duration_of(probe, Move((("L", 90),))) == "1.000"
    assert duration_of(probe, Move((("L", 0),))) == "1.000"
    assert duration_of(probe, Grip((("R", "open"),))) == "1.250"
    assert duration_of(probe, Move((("L", -90),), speed=50)) == "2.000"
    probe.drain_input()
    for pulse, expected in zip(chip.pulses(), (500, 1500, 1000, 2000), strict=True):
        assert pulse == pytest.approx(expected, abs=0.5)
    # L turned its face and back; then, with R open, it turned the whole cube.
    physical = chip.state()
    assert physical.cube.is_solved()
    assert physical.angles == (-90, 0)
    assert physical.orientation.face_at("U") != "U"
    assert chip.accidents == ()


def test_it_turns_a_cube_as_a_flipper_once_it_is_told(board: Path) -> None:
    url = f"sim://flipper?board={board}&name=flipper"
    with rokumen.connect(url) as robot:
        # The pulses of the simulated cover, the durations of the rig.
        pulses = {"grip_L_open": 1500, "cover_low": 1750, "cover_up": 2000}
        robot.set_constants({"rig": 1, **pulses, "turn_ms": 800, "open_ms": 500, "close_ms": 500})
    due = rokumen.plan("R U'", rig="flipper")
    with rokumen.connect(url) as robot:
        assert robot.info.rig == "flipper"
        robot.home()
        assert robot.run(due) == pytest.approx(due.seconds, abs=0.01)
        robot.load()
        assert robot.pose.grips == {"cover": "open"}
    port = Serial(url)
    assert port.robot.state().cube == Cube.solved().apply("R U'")
    assert port.robot.accidents == ()
    assert chip_of(port).untouched > 200


def test_it_loads_a_cube_and_jogs_a_servo(board: Path) -> None:
    with rokumen.connect(f"sim://two-gripper?board={board}&name=loading") as robot:
        try:
            chip = chip_of(open_board_named("loading"))
            robot.load()
            let_a_pulse_pass(robot)
            assert chip.pulses() == pytest.approx((1500, 1500, 2000, 2000), abs=0.5)
            robot.home()
            let_a_pulse_pass(robot)
            assert chip.pulses() == pytest.approx((1500, 1500, 1000, 1000), abs=0.5)
            robot.off()
            assert robot.pulse("axis:L") is None
            assert robot.enable("axis:L", 1500) == 1500
            assert robot.jog("axis:L", step=40) == 1540
            let_a_pulse_pass(robot)
            # The others are limp.
            first, *others = chip.pulses()
            assert first == pytest.approx(1540, abs=0.5)
            assert others == [None, None, None]
            assert robot.jog("axis:L", 1500) == 1500
            assert robot.enable("gripper:R", 1000) == 1000
            assert robot.jog("gripper:R", 1234) == 1234
            assert robot.pulse("gripper:R") == 1234
            robot.home()
            let_a_pulse_pass(robot)
            assert chip.pulses() == pytest.approx((1500, 1500, 1000, 1000), abs=0.5)
            assert chip.accidents == ()
            assert chip.state().is_solved()
        finally:
            unregister_robot("loading")


@pytest.mark.thorough
def test_a_motion_waits_until_its_servo_has_settled(build: Callable[..., Path]) -> None:
    probe = RawClient(open_board(build("SETTLE_MS=80") / "rokumen.elf"))
    probe.execute(Home())
    assert duration_of(probe, Move((("L", 90),))) == "1.080"
    assert duration_of(probe, Move((("L", 90),))) == "0.000"


def let_a_pulse_pass(robot: rokumen.Robot) -> None:
    for _ in range(10):
        assert robot.pose
        robot._link.clock.sleep(0.01)


def open_board_named(name: str) -> Serial:
    return Serial(f"sim://two-gripper?name={name}")


def duration_of(probe: RawClient, command: Move | Grip) -> str:
    return probe.execute(command).get("took")


def test_a_stop_halts_all_motion_within_50_ms(board: Path) -> None:
    port = open_board(board)
    probe = RawClient(port)
    probe.execute(Home())
    for seconds in (0.2, 0.411, 0.623):
        probe.start_motion(Move((("L", 90),)))
        began = port.clock.now()
        while port.clock.now() < began + seconds:
            probe.read_line(0.005)
        probe.send_raw(STOP)
        began = port.clock.now()
        while port.clock.now() < began + 0.05:
            probe.read_line(0.005)
        halted = chip_of(port).state().angles
        probe.drain_input()
        assert chip_of(port).state().angles == pytest.approx(halted, abs=0.05)
        assert 0 < halted[0] < 90
        probe.send("CLEAR")
        probe.expect_reply("done")
        probe.execute(Move((("L", 0),)))


def test_a_stop_behind_many_bytes_is_obeyed(board: Path) -> None:
    port = open_board(board)
    probe = RawClient(port)
    probe.execute(Home())
    probe.start_motion(Move((("L", 90),)))
    probe.read_line(0.3)
    began = port.clock.now()
    probe.send_raw(b"?" * 200 + STOP)
    # 201 bytes at 115200 baud take their time on the line.
    while port.clock.now() < began + 201 * 10 / 115200 + 0.05:
        probe.read_line(0.005)
    halted = chip_of(port).state().angles
    probe.read_line(0.5)
    # The pulses are exact to a tenth of a microsecond.
    assert chip_of(port).state().angles == pytest.approx(halted, abs=0.05)


def test_a_reset_during_a_turn_starts_a_new_epoch_and_homes_safely(board: Path) -> None:
    port = open_board(board)
    probe = RawClient(port)
    before = probe.greeting.get("epoch")
    probe.execute(Home())
    probe.start_motion(Move((("L", 90),)))
    probe.read_line(0.4)
    chip = chip_of(port)
    chip.reset()
    probe.drain_input()
    assert 0 < chip.state().angles[0] < 90
    assert probe.hello().get("epoch") != before
    assert probe.status().get("state") == "unhomed"
    probe.send("MOVE", Move((("L", 0),)).fields)
    probe.expect_error("POSE")
    assert 0 < chip.state().angles[0] < 90
    probe.execute(Home())
    probe.drain_input()
    assert chip.state() == PhysicalState.at_home(chip.rig.home, Cube.solved())
    assert chip.accidents == ()


def test_its_eeprom_outlives_the_process(board: Path, tmp_path: Path) -> None:
    epochs, memory = [], tmp_path / "robot.eeprom"
    for _ in range(2):
        clock = VirtualClock()
        rig_home = PhysicalState.at_home(open_board(board).robot.rig.home, Cube.solved())
        chip = SimulatedUno(board, clock, rig_home, memory)
        clock.sleep(0.1)
        chip.advance()
        epochs.append(chip.read_output())
        chip.save_memory()
    assert epochs[0].startswith(b"!1 BOOT epoch=0000")
    assert epochs[1].startswith(b"!1 BOOT epoch=0001")


def test_the_stop_button_stops(board: Path) -> None:
    port = open_board(board)
    probe = RawClient(port)
    probe.execute(Home())
    probe.start_motion(Move((("R", 90),)))
    probe.read_line(0.5)
    chip_of(port).set_button(pressed=True)
    assert probe.expect_event("ESTOP").get("why") == "button"


@pytest.mark.slow
def test_it_conforms_to_the_protocol_over_a_pseudo_terminal(
    simulate_board: Simulate, quick_board: Path
) -> None:
    robot = simulate_board(quick_board)
    result = call("robot", "conformance", f"--port={robot.port}")
    assert result.status == 0, result.out
    # A chip on an ideal line goes on when its port is opened again.
    assert "not applicable, the robot does not restart when its port is opened" in result.out
    # Nor does it know where its jaws touch a cube.
    assert "not applicable, the jaws of L have not relaxed" in result.out
    assert result.out.count("✓") == len(CHECKS) - 2


@pytest.mark.slow
def test_it_does_a_whole_run(simulate_board: Simulate, quick_board: Path) -> None:
    robot = simulate_board(quick_board, "--scramble=R U2 F' L D")
    check_solved(call("run", f"--port={robot.port}", f"--camera={robot.camera}", "--json"))


@pytest.mark.waits
@pytest.mark.slow
def test_a_run_is_resumed_after_the_board_lost_its_power(
    simulate_board: Simulate, quick_board: Path, tmp_path: Path
) -> None:
    state = f"--set=state={tmp_path / 'robot.json'}"
    board = start("simulate", f"--board={quick_board}", "--scramble=R U2 F' L D", state, "--json")
    robot = announced(board)
    host = start("run", f"--port={robot.port}", f"--camera={robot.camera}", "--json")
    wait_for_turns(tmp_path / "state" / "runs", 2)
    end(board)
    stopped = finish(host)
    assert stopped.status == 5, stopped.err
    assert "rokumen resume" in stopped.err

    restarted = simulate_board(quick_board, state)
    resumed = call("resume", f"--port={restarted.port}", f"--camera={restarted.camera}", "--json")
    assert resumed.status == 0, resumed.err
    assert resumed.json()["solved"] is True


def check_solved(result: CommandResult) -> None:
    assert result.status == 0, result.err
    answer = result.json()
    assert answer["solved"] is True
    assert answer["htm"] >= 5
    assert answer["replans"] == 0


def test_a_jam_holds_a_wrist_though_its_pulses_go_on(board: Path) -> None:
    port = open_board(f"{board}&faults=jam_once@1")
    probe = RawClient(port)
    chip = chip_of(port)
    probe.execute(Home())
    probe.execute(Move((("L", 90),)))
    probe.drain_input()
    assert chip.pulses()[0] == pytest.approx(2500, abs=0.5)
    assert 6 <= chip.state().angles[0] <= 84
    assert [(each.kind, each.number) for each in chip.injections] == [("jam_once", 1)]
    probe.execute(Move((("L", 0),)))
    probe.drain_input()
    assert chip.state().angles[0] == 0
    probe.execute(Move((("L", 90),)))
    probe.drain_input()
    assert chip.state().cube == Cube.solved().apply("L")


def test_faults_of_the_line_and_restarts_reach_the_chip(board: Path) -> None:
    port = open_board(f"{board}&faults=drop_reply@2,reboot_mid_turn@1")
    probe = RawClient(port)
    chip = chip_of(port)
    probe.execute(Home())
    with pytest.raises(ProtocolViolationError):
        probe.execute(Move((("L", 90),)))
    assert [each.kind for each in chip.injections] == ["drop_reply", "reboot_mid_turn"]
    assert 0 < chip.state().angles[0] < 90


def test_a_missing_program_file() -> None:
    result = call("simulate", "--board=/no/such/board.elf", "--set=camera_port=0")
    assert result.status == 2
    assert "/no/such/board.elf" in result.err
    assert "make -C firmware tests" in result.err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--rig=four-gripper",), "it knows two-gripper and flipper"),
        (
            ("--faults=false_jam",),
            "motors that measure where they stand, and an Uno has none",
        ),
        (("--faults=lost_banner",), "needs a simulated firmware, and this board runs a real one"),
        (("--pace=2",), "a pace cannot be combined with a board"),
    ],
)
def test_options_that_a_board_does_not_have_are_rejected(
    options: tuple[str, ...], words: str
) -> None:
    result = call("simulate", "--board=board.elf", *options)
    assert result.status == 2
    assert words in result.err


def test_a_file_that_is_not_a_program_is_rejected(board: Path) -> None:
    wrong = board.parent / "wrong.elf"
    wrong.write_bytes(b"\x7fELF or so")
    with pytest.raises(SimulatorError, match="not a program for this chip"):
        SimulatedUno(
            wrong,
            VirtualClock(),
            PhysicalState.at_home(open_board(board).robot.rig.home, Cube.solved()),
        )
