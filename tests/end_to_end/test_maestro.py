"""A robot on an emulated Maestro, in separate processes, over a pseudo-terminal."""

from __future__ import annotations

import re
import signal
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from robot.conformance.drive_rules import DRIVE_CHECKS
from tests.support.command_line import Rokumen
from tests.support.maestro_example import EXAMPLE
from tests.support.processes import Simulation, announced, call, end, finish, start, wait_for_turns

Simulate = Callable[..., Simulation]


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """Return the path of the documented settings, for servos ten times as fast."""
    path = tmp_path / "maestro.toml"
    path.write_text(EXAMPLE.replace("pace = 1.0", "pace = 10.0"))
    return path


@pytest.mark.thorough
@pytest.mark.waits
def test_it_keeps_the_rules_of_drives(simulate_maestro: Simulate, settings: Path) -> None:
    robot = simulate_maestro()
    result = call("robot", "conformance", f"--port=maestro://{robot.port}?settings={settings}")
    assert result.status == 0, result.out
    # Nobody takes its power away.
    assert result.out.count("✓") == len(DRIVE_CHECKS) - 1


def test_a_whole_run(simulate_maestro: Simulate, settings: Path, tmp_path: Path) -> None:
    robot = simulate_maestro("--scramble=R U2 F' L D")
    port, trace = f"maestro://{robot.port}?settings={settings}", tmp_path / "trace.txt"
    camera = f"--camera={robot.camera}"
    result = call("run", f"--port={port}", camera, "--json", f"--trace={trace}")
    assert result.status == 0, result.err
    answer = result.json()
    assert answer["solved"] is True
    assert answer["htm"] >= 5
    assert answer["replans"] == 0
    opened, *lines, closed = trace.read_text().splitlines()
    assert opened.endswith(f"{port} opened: rokumen-maestro/0.1.0, a two-gripper rig")
    assert closed.endswith(" closed")
    said = re.compile(r"\d+\.\d{6} (< done|< halted|> (then )?[A-Z]+)( \w+=[\w+.-]+)*")
    assert [line for line in lines if not said.fullmatch(line)] == []
    assert sum(" > MOVE " in line for line in lines) >= 5
    # The camera looks at nothing while servos move that are quicker than its pictures.
    assert not any(line.endswith("< halted") for line in lines)


@pytest.mark.thorough
def test_a_run_on_a_board_that_was_not_set_up_stops_before_it_can_drop_the_cube(
    simulate_maestro: Simulate, settings: Path
) -> None:
    """Its channels are limited to 992..2000 µs, so that a wrist gets to 45 degrees only."""
    robot = simulate_maestro("--seed=31", "--set=factory_settings=true")
    port = f"maestro://{robot.port}?settings={settings}"
    result = call("run", f"--port={port}", f"--camera={robot.camera}")
    assert result.status == 5, result.out + result.err
    assert re.search(
        r"after (\w+ wrist) to [+-]90° the robot says that the \1 stands at [+-]45", result.err
    )
    assert "limit" in result.err


@pytest.mark.slow
def test_wrong_pulses_are_corrected_with_the_camera(
    simulate_maestro: Simulate, tmp_path: Path
) -> None:
    path, output = tmp_path / "maestro.toml", tmp_path / "rig.toml"
    text = EXAMPLE.replace("pace = 1.0", "pace = 4.0").replace("90 = 2500", "90 = 2420", 1)
    path.write_text(text)
    robot = simulate_maestro("--seed=31")
    port = f"maestro://{robot.port}?settings={path}"
    result = call(
        "calibrate",
        "grippers",
        f"--port={port}",
        f"--camera={robot.camera}",
        f"--output={output}",
        "--repeats=1",
        "--json",
    )
    assert result.status == 0, result.err
    document = result.json()
    assert document["seen"]["L +90"] == pytest.approx(90, abs=1)
    assert list(document["pulses"]) == ["L +90"]
    before, after = document["pulses"]["L +90"]
    assert before == 2420
    assert after == pytest.approx(2500, abs=12)
    assert tomllib.loads(path.read_text())["axes"]["L"]["pulses"]["90"] == after


@pytest.mark.thorough
def test_a_misfitted_servo_horn_is_reported_and_drawn(
    simulate_maestro: Simulate, tmp_path: Path
) -> None:
    path, picture = tmp_path / "maestro.toml", tmp_path / "wrists.png"
    text = EXAMPLE.replace("pace = 1.0", "pace = 10.0").replace("90 = 2500", "90 = 2250", 1)
    path.write_text(text)
    robot = simulate_maestro("--seed=31")
    port = f"--port=maestro://{robot.port}?settings={path}"
    result = call("calibrate", "grippers", port, f"--camera={robot.camera}", f"--draw={picture}")
    assert result.status == 1
    assert "Refit the servo horn" in result.err
    assert path.read_text() == text
    assert picture.exists()


@pytest.mark.thorough
def test_an_unplugged_cable_ends_in_a_safe_stop(settings: Path, tmp_path: Path) -> None:
    board = start("simulate", "--maestro", "--scramble=R U2 F' L D", "--json")
    robot = announced(board)
    port = f"maestro://{robot.port}?settings={settings}"
    host = start("run", f"--port={port}", f"--camera={robot.camera}", "--json")
    wait_for_turns(tmp_path / "state" / "runs", 2)
    end(board)
    stopped = finish(host)
    assert stopped.status == 5, stopped.err
    assert stopped.json()["outcome"] == "stopped"
    assert "Look at cable and switch" in stopped.err
    assert "does not answer" in stopped.err, stopped.err[-900:]
    assert "rokumen resume" in stopped.err
    assert "Traceback" not in stopped.err


@pytest.mark.thorough
def test_ctrl_c_stops_a_motion_where_it_is(
    simulate_maestro: Simulate, settings: Path, tmp_path: Path
) -> None:
    robot = simulate_maestro("--scramble=R U2 F' L D")
    port, trace = f"maestro://{robot.port}?settings={settings}", tmp_path / "trace.txt"
    host = start("run", f"--port={port}", f"--camera={robot.camera}", "--json", f"--trace={trace}")
    wait_for_turns(tmp_path / "state" / "runs", 2)
    host.send_signal(signal.SIGINT)
    stopped = finish(host)
    assert stopped.status == 130, stopped.err
    *_, stop, closed = trace.read_text().splitlines()
    assert stop.endswith(" > STOP level=hold")
    assert closed.endswith(" closed")
    assert "Traceback" not in stopped.err


@pytest.mark.thorough
def test_a_run_goes_on_once_the_cable_is_put_back(settings: Path, tmp_path: Path) -> None:
    cable = tmp_path / "cable"
    board = start("simulate", "--maestro", "--scramble=R U2 F' L D", "--json")
    robot = announced(board)
    cable.symlink_to(robot.port)
    port = f"maestro://{cable}?settings={settings}"
    host = start("run", f"--port={port}", f"--camera={robot.camera}", "--json")
    wait_for_turns(tmp_path / "state" / "runs", 2)
    end(board)
    assert finish(host).status == 5
    board = start("simulate", "--maestro", "--scramble=F R", "--json")
    robot = announced(board)
    cable.unlink()
    cable.symlink_to(robot.port)
    resumed = call("resume", f"--camera={robot.camera}", "--json")
    assert resumed.status == 0, resumed.err
    assert resumed.json()["solved"] is True
    end(board)


def test_without_settings_the_error_names_the_file_to_write(rokumen: Rokumen) -> None:
    result = rokumen("run", "--port=maestro:///dev/ttyACM0", "--camera=0")
    assert result.status == 1
    assert "maestro.toml" in result.err
    assert "docs/maestro.md" in result.err


def test_a_missing_port(settings: Path, rokumen: Rokumen) -> None:
    port = f"--port=maestro:///dev/no-such-port?settings={settings}"
    result = rokumen("robot", "conformance", port)
    assert result.status == 1
    assert "/dev/no-such-port" in result.err


@pytest.mark.thorough
def test_another_device_at_the_port(simulate: Simulate, settings: Path) -> None:
    robot = simulate()
    device = robot.port.removeprefix("chip://").partition("?")[0]
    result = call("robot", "conformance", f"--port=maestro://{device}?settings={settings}")
    assert result.status == 1
    assert "Maestro" in result.err
    assert "Traceback" not in result.err
