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
from robot.link.protocol import BAUD, Message, decode, encode
from robot.link.session import Link
from robot.rigs.command import Home, Move
from robot.rigs.registry import RIGS, load_rig
from robot.servos.servo_settings import read_settings
from rokumen.devices import serial_schemes
from solver.cube import Cube

HELLO = Message(1, "HELLO", (("proto", "2"),))

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


@contextmanager
def connected(options: SimulatorOptions) -> Iterator[tuple[Simulator, Link]]:
    with running(options) as simulator:
        serial_schemes.register(simulator.announcement.port)
        with Link(simulator.announcement.port) as link:
            yield simulator, link


def device_of(simulator: Simulator) -> str:
    return device_at(simulator.announcement.port)


def device_at(url: str) -> str:
    return url.removeprefix("chip://").partition("?")[0]


@contextmanager
def opened(simulator: Simulator) -> Iterator[serial.SerialBase]:
    device = device_of(simulator)
    with serial.serial_for_url(device, baudrate=BAUD, timeout=PATIENCE) as port:
        yield port


def wait_for(is_true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def ask(port: serial.SerialBase, sent: Message) -> Message:
    port.write(encode(sent))
    while line := port.read_until(b"\n"):
        reply = decode(line.rstrip())
        if isinstance(reply, Message) and reply.seq == sent.seq and reply.verb in ("done", "err"):
            return reply
    raise AssertionError(f"no reply to {sent}")


def turn_left(link: Link) -> None:
    assert link.rig.name == "two-gripper"
    link.execute(Home())
    assert link.execute(TURN).pose.angles == (90, 0)


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    # A busy machine may answer late.
    monkeypatch.setattr(chip_line, "TRIES", 200)


TURN = Move((("L", 90),))
IDEAL = SimulatorOptions(ideal=True, scramble="", camera_port=None)


def ideal(**changes: Any) -> SimulatorOptions:
    return replace(IDEAL, **changes)


def test_a_real_serial_port() -> None:
    with connected(ideal()) as (simulator, link):
        assert Path(device_of(simulator)).is_char_device()
        turn_left(link)
        assert simulator.robot.state().cube == Cube.solved().apply("L")


def test_hosts_can_reconnect() -> None:
    with running(ideal()) as simulator:
        epochs = set()
        for _ in range(3):
            with opened(simulator) as port:
                epochs.add(ask(port, HELLO).get("epoch"))
        assert len(epochs) == 1


def test_replies_are_immediate() -> None:
    with running(ideal()) as simulator, opened(simulator) as port:
        ask(port, HELLO)
        times = []
        for seq in range(2, 102):
            began = time.perf_counter()
            ask(port, Message(seq, "READ"))
            times.append(time.perf_counter() - began)
        # A loop that looks at intervals would delay each, since each is sent after a reply.
        assert min(times) < 0.02


def test_many_lines_sent_at_once_are_all_answered() -> None:
    with running(ideal()) as simulator, opened(simulator) as port:
        lines = [encode(HELLO), *(encode(Message(seq, "READ")) for seq in range(2, 40))]
        port.write(b"".join(lines))
        answered: set[int] = set()
        while len(answered) < len(lines):
            reply = decode(port.read_until(b"\n").rstrip())
            if isinstance(reply, Message) and reply.verb == "done":
                answered.add(reply.seq)


def test_the_same_over_tcp() -> None:
    with running(ideal(tcp="127.0.0.1:0")) as simulator:
        assert device_of(simulator).startswith("socket://127.0.0.1:")
        for _ in range(2):
            with opened(simulator) as port:
                assert ask(port, HELLO).verb == "done"
        serial_schemes.register(simulator.announcement.port)
        with Link(simulator.announcement.port) as link:
            turn_left(link)


def test_a_new_host_takes_over_the_line() -> None:
    with running(ideal(tcp="127.0.0.1:0")) as simulator, opened(simulator) as first:
        ask(first, HELLO)
        with opened(simulator) as second:
            assert ask(second, HELLO).verb == "done"


def test_an_unplugged_port_disappears() -> None:
    with running(ideal(faults="unplug@2")) as simulator:
        with opened(simulator) as port:
            ask(port, HELLO)
            port.write(encode(Message(2, "READ")))
            with pytest.raises(serial.SerialException):
                port.read_until(b"\n")
        with pytest.raises(serial.SerialException):
            serial.Serial(device_of(simulator), BAUD)


@pytest.mark.parametrize("address", ["5000", "localhost:", ":x", "127.0.0.1:99999", "nowhere:x"])
def test_an_error_quotes_a_bad_address(address: str) -> None:
    with pytest.raises(OptionError, match=address), Simulator(ideal(tcp=address)):
        pass


def test_a_port_in_use_is_named() -> None:
    with Simulator(ideal(tcp="127.0.0.1:0")) as first:
        address = device_of(first).removeprefix("socket://")
        with pytest.raises(OptionError, match=address), Simulator(ideal(tcp=address)):
            pass


def test_a_rig_that_does_not_exist() -> None:
    with pytest.raises(RigError, match="octopus"), Simulator(ideal(rig="octopus")):
        pass


def test_a_robot_that_is_switched_off_keeps_its_cube(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    cube = Cube.random(1)
    for _ in range(2):
        with connected(ideal(scramble=cube.facelets, state=path)) as (_, link):
            turn_left(link)
    # Homing turns L back, so that it has been turned once in total.
    truth = state_file.load(path, load_rig("two-gripper"))
    assert truth.cube == cube.apply("L")


def test_the_state_is_saved_after_each_motion(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    with connected(ideal(state=path)) as (simulator, link):
        turn_left(link)
        rig = simulator.robot.rig
        wait_for(lambda: state_file.load(path, rig) == simulator.robot.state())


def turn_as_far_as_it_goes(link: Link) -> None:
    with suppress(RobotError):
        link.execute(TURN)


def test_a_turn_interrupted_by_the_end_of_the_process_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    with running(ideal(state=path)) as simulator:
        serial_schemes.register(simulator.announcement.port)
        link = Link(simulator.announcement.port)
        link.execute(Home())
        turning = threading.Thread(target=turn_as_far_as_it_goes, args=(link,))
        turning.start()
        wait_for(lambda: any(each.degrees > 5 for each in simulator.robot.state().layers))
    turning.join()
    link.close()
    (layer,) = state_file.load(path, load_rig("two-gripper")).layers
    assert 5 < layer.degrees < 85


def test_a_robot_at_a_port_lives_in_real_time() -> None:
    with pytest.raises(OptionError, match="pace=5: a robot at a port lives in real time"):
        ideal(pace=5.0)


@pytest.mark.parametrize("kind", ["busy_forever", "home_fail"])
def test_a_robot_at_a_port_has_no_faults_of_its_host(kind: str) -> None:
    with (
        pytest.raises(OptionError, match=f"the fault '{kind}' needs .* a host controls"),
        Simulator(ideal(faults=kind)),
    ):
        pass


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
        with serial.Serial(device_at(announcement["port"]), BAUD, timeout=PATIENCE) as port:
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
