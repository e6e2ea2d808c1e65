"""The simulator over real ports, in real time."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import serial

from firmware_sim import state_file
from firmware_sim.boards.chip_robot import check_servos, settings_of
from firmware_sim.errors import OptionError, SimulatorError
from firmware_sim.options import SimulatorOptions
from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.simulator import Simulator, SimulatorAddresses
from robot.drives import chip_line
from robot.errors import RigError, RobotError
from robot.execution.recovery import clear_and_home
from robot.firmware.servo_settings import read_settings
from robot.link.protocol import BAUD, Message, decode, encode
from robot.link.session import Link
from robot.rigs.command import Move
from robot.rigs.registry import RIGS, load_rig
from rokumen.devices import serial_schemes
from solver.cube import Cube

HELLO = Message(1, "HELLO", (("proto", "2"),))
TURN = Move((("L", 90),))

# Seconds, on a busy machine, for what comes at once on a quiet one.
PATIENCE = 60.0


@contextmanager
def running(options: SimulatorOptions) -> Iterator[Simulator]:
    with Simulator(options) as simulator:
        thread = threading.Thread(target=simulator.serve)
        thread.start()
        try:
            yield simulator
        finally:
            simulator.stop()
            thread.join()


def line_of(url: str) -> str:
    """Return the address of the line in the URL of a robot on a chip."""
    return url.removeprefix("chip://").partition("?")[0]


def address(simulator: Simulator) -> str:
    """Return the address of the line to a robot's chip."""
    return line_of(simulator.announcement.port)


@contextmanager
def connected(options: SimulatorOptions) -> Iterator[tuple[Simulator, serial.SerialBase]]:
    with (
        running(options) as simulator,
        serial.serial_for_url(address(simulator), baudrate=BAUD, timeout=PATIENCE) as port,
    ):
        yield simulator, port


def linked(simulator: Simulator) -> Link:
    """Return a link to a robot, whose motions take a twentieth of their time."""
    url = simulator.announcement.port
    serial_schemes.register(url)
    settings = Path(url.partition("settings=")[2])
    if "pace" not in settings.read_text():
        settings.write_text(f"pace = 20\n{settings.read_text()}")
    return Link(url)


def wait_for(is_true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def ask(port: serial.SerialBase, sent: Message) -> Message:
    port.write(encode(sent))
    while line := port.read_until(b"\n"):
        reply = decode(line.rstrip())
        if reply.seq == sent.seq and reply.verb in ("done", "err"):
            return reply
    raise AssertionError(f"no reply to {sent}")


def turn_left(simulator: Simulator) -> None:
    with linked(simulator) as link:
        assert clear_and_home(link) == link.rig.home
        assert link.execute(TURN).pose.angles == (90, 0)


IDEAL = SimulatorOptions(ideal=True, scramble="", camera_port=None)


def fast_options(**changes: Any) -> SimulatorOptions:
    return replace(IDEAL, **changes)


@pytest.fixture(autouse=True)
def _patient_host(monkeypatch: pytest.MonkeyPatch) -> None:
    # A busy machine may answer late.
    monkeypatch.setattr(chip_line, "TRIES", 200)


def test_a_real_serial_port() -> None:
    with connected(IDEAL) as (_, port):
        assert isinstance(port, serial.Serial)
        assert ask(port, HELLO).get("channels") == "4"
    with running(IDEAL) as simulator:
        turn_left(simulator)
        assert simulator.robot.state().cube == Cube.solved().apply("L")


def test_hosts_can_reconnect() -> None:
    with running(IDEAL) as simulator:
        epochs = set()
        for _ in range(3):
            with serial.Serial(address(simulator), BAUD, timeout=PATIENCE) as port:
                epochs.add(ask(port, HELLO).get("epoch"))
        assert len(epochs) == 1


def test_replies_are_immediate() -> None:
    with connected(IDEAL) as (_, port):
        ask(port, HELLO)
        times = []
        for seq in range(2, 102):
            began = time.perf_counter()
            ask(port, Message(seq, "BEAT"))
            times.append(time.perf_counter() - began)
        # A loop that looks at intervals would delay each, since each is sent after a reply.
        assert min(times) < 0.02


def test_many_lines_sent_at_once_are_all_answered() -> None:
    with connected(IDEAL) as (_, port):
        lines = [encode(HELLO), *(encode(Message(seq, "BEAT")) for seq in range(2, 40))]
        port.write(b"".join(lines))
        answered: set[int] = set()
        while len(answered) < len(lines):
            reply = decode(port.read_until(b"\n").rstrip())
            if reply.verb == "done":
                answered.add(reply.seq)


def test_the_same_over_tcp() -> None:
    with running(fast_options(tcp="127.0.0.1:0")) as simulator:
        assert address(simulator).startswith("socket://127.0.0.1:")
        for _ in range(2):
            with serial.serial_for_url(address(simulator), timeout=PATIENCE) as port:
                assert ask(port, HELLO).verb == "done"
        turn_left(simulator)


def test_a_new_host_takes_over_the_line() -> None:
    with connected(fast_options(tcp="127.0.0.1:0")) as (simulator, first):
        ask(first, HELLO)
        with serial.serial_for_url(address(simulator), timeout=PATIENCE) as second:
            assert ask(second, HELLO).verb == "done"


def test_an_unplugged_port_disappears() -> None:
    with connected(fast_options(faults="unplug@2")) as (simulator, port):
        ask(port, HELLO)
        port.write(encode(Message(2, "BEAT")))
        with pytest.raises(serial.SerialException):
            port.read_until(b"\n")
        with pytest.raises(serial.SerialException):
            serial.Serial(address(simulator), BAUD)


@pytest.mark.parametrize("address", ["5000", "localhost:", ":x", "127.0.0.1:99999", "nowhere:x"])
def test_an_error_quotes_a_bad_address(address: str) -> None:
    with pytest.raises(OptionError, match=address), Simulator(fast_options(tcp=address)):
        pass


def test_a_port_in_use_is_named() -> None:
    with Simulator(fast_options(tcp="127.0.0.1:0")) as first:
        taken = address(first).removeprefix("socket://")
        with pytest.raises(OptionError, match=taken), Simulator(fast_options(tcp=taken)):
            pass


def test_a_rig_that_does_not_exist() -> None:
    with pytest.raises(RigError, match="octopus"), Simulator(fast_options(rig="octopus")):
        pass


def test_a_robot_that_is_switched_off_keeps_its_cube(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    cube = Cube.random(1)
    epochs = []
    options = fast_options(scramble=cube.facelets, state=path)
    for _ in range(2):
        with connected(options) as (_, port):
            epochs.append(ask(port, HELLO).get("epoch"))
        with running(options) as simulator:
            turn_left(simulator)
    # Homing turns L back, so that it has been turned once in total.
    truth = state_file.load(path, load_rig("two-gripper"))
    assert truth.cube == cube.apply("L")
    assert epochs[0] != epochs[1]


def test_the_state_is_saved_after_each_motion(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    with running(fast_options(state=path)) as simulator:
        turn_left(simulator)
        rig = simulator.robot.rig
        wait_for(lambda: state_file.load(path, rig) == simulator.robot.state())


def test_a_turn_interrupted_by_the_end_of_the_process_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    with running(fast_options(state=path)) as simulator, linked(simulator) as link:
        clear_and_home(link)
        turning = threading.Thread(target=lambda: suppressed(link, Move((("R", 90),), 2)))
        turning.start()
        wait_for(lambda: any(each.degrees > 5 for each in simulator.robot.state().layers))
        simulator.stop()
        turning.join()
    (layer,) = state_file.load(path, load_rig("two-gripper")).layers
    assert 5 < layer.degrees < 85


def suppressed(link: Link, command: Move) -> None:
    """Begin a motion that does not end."""
    with suppress(RobotError):
        link.execute(command)


PROGRAM = """
import sys
from pathlib import Path
from firmware_sim.options import SimulatorOptions
from firmware_sim.simulator import run
options = SimulatorOptions(ideal=True, scramble="", state=Path(sys.argv[1]))
run(options, lambda address: print(address.to_json(), flush=True))
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_simulator_process_ends_on_a_signal(tmp_path: Path, number: signal.Signals) -> None:
    command = [sys.executable, "-W", "error", "-c", PROGRAM, str(tmp_path / "state.json")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        announcement = json.loads(process.stdout.readline())
        assert announcement["camera"].startswith("http://127.0.0.1:")
        with serial.Serial(
            announcement["port"].removeprefix("chip://").partition("?")[0], BAUD, timeout=PATIENCE
        ) as port:
            assert ask(port, HELLO).verb == "done"
        process.send_signal(number)
        wait_or_kill(process)
        assert process.returncode == 0
        assert process.stderr.read() == ""
    assert (tmp_path / "state.json").exists()


def wait_or_kill(process: subprocess.Popen[str]) -> None:
    try:
        process.wait(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()


def test_a_signal_whose_handler_comes_too_late_ends_the_simulator(tmp_path: Path) -> None:
    """A handler runs after the wait that began just before; here it never does anything."""
    late = f"import firmware_sim.simulator as s\ns.Simulator.stop = lambda self: None\n{PROGRAM}"
    with subprocess.Popen(
        [sys.executable, "-c", late, str(tmp_path / "state.json")],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.terminate()
        wait_or_kill(process)
    assert process.returncode == 0


def test_a_robot_without_a_camera_needs_no_opencv() -> None:
    code = (
        "import sys, firmware_sim.simulator, firmware_sim.named_robots; "
        "print([m for m in ('numpy', 'cv2') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_announcement_is_a_line_of_json() -> None:
    url = "http://127.0.0.1:8090"
    assert (
        SimulatorAddresses("/dev/pts/3", url).to_json()
        == f'{{"port": "/dev/pts/3", "camera": "{url}"}}'
    )
    assert (
        SimulatorAddresses("/dev/pts/3", None).to_json() == '{"port": "/dev/pts/3", "camera": null}'
    )


def test_a_maestro_moves_the_servos_of_any_rig_that_has_some() -> None:
    with Simulator(SimulatorOptions("cubotino", "", maestro=True, camera_port=None)) as simulator:
        assert simulator.robot.rig.name == "cubotino"
    with (
        pytest.raises(SimulatorError, match="motors of a six-axis rig are no servos"),
        Simulator(SimulatorOptions("six-axis", "", maestro=True, camera_port=None)),
    ):
        raise AssertionError


@pytest.mark.parametrize(
    ("rig", "words"),
    [
        ("six-axis", "not up to 8 servos"),
        ("mindcuber", "turns further than a servo"),
        ("two-gripper-270", "axis L of a two-gripper-270 rig turns further"),
    ],
)
def test_a_rig_that_a_chip_cannot_drive_is_refused(rig: str, words: str) -> None:
    with pytest.raises(SimulatorError, match=words):
        check_servos(load_rig(rig))


@pytest.mark.parametrize("name", ["two-gripper-v", "four-gripper", "otvinta", "cubotino", *RIGS])
def test_the_settings_of_a_simulated_chip_describe_its_rig(name: str, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(settings_of(load_rig(name), USUAL_CONTACT))
    settings = read_settings(path)
    assert settings.rig == load_rig(name)
    assert [each.channel for each in settings.servos] == list(range(len(settings.rig.actuators)))
