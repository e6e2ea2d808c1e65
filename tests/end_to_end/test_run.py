"""`rokumen run` and `resume` with a simulator in a separate process."""

from __future__ import annotations

import json
import math
import os
import pty
import re
import resource
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.camera_lens import CameraProfile, save_camera_profile
from rokumen.devices.robot_connection import RobotAddress, open_robot_and_cameras
from rokumen.storage.settings import camera_file
from solver.cube import Cube
from tests.support.command_line import CommandResult, Rokumen
from tests.support.processes import (
    Simulation,
    announced,
    call,
    end,
    finish,
    start,
    wait_for_turns,
)
from tests.support.terminal_user import TerminalUser
from tests.support.variants import thorough_but
from vision.capture.frame import Lens
from vision.capture.open import open_camera

Simulate = Callable[..., Simulation]

# A cube that is solved soon.
SCRAMBLE = "--scramble=R U F2 L'"
# A robot in the process of the command, slow enough to interrupt it.
DEMO = ("demo", "--seed=3", "--jam=0", "--pace=30")


def run_on(robot: Simulation, *options: str) -> CommandResult:
    return call("run", f"--port={robot.port}", f"--camera={robot.camera}", "--json", *options)


def device_of(robot: Simulation) -> str:
    return robot.port.removeprefix("chip://").partition("?")[0]


def test_a_run_over_a_pseudo_terminal_with_a_trace_of_its_line(
    simulate: Simulate, tmp_path: Path
) -> None:
    path = tmp_path / "line.txt"
    robot = simulate("--scramble=R U F", "--faults=jam_once@2")
    result = run_on(robot, f"--trace={path}", "-v")
    assert result.status == 0, result.err
    assert "robot.execution.recovery: " in result.err
    assert re.search(r"rokumen.jobs.scan_cube: the 48 numbers:( \d+){48}\n", result.err)
    lines = path.read_text("utf-8").splitlines()
    assert f" {robot.port} opened: " in lines[0]
    sent = "".join(line.split(" > ", 1)[1] for line in lines if " > " in line)
    assert result.json()["solved"] is True
    done = result.json()["moves"].split()
    assert sent.count("MOVE ") + sent.count("REGRIP ") >= len(done) > 0
    assert any("the turn jammed" in line for line in lines if " < " in line)


@pytest.mark.thorough
def test_a_solved_cube_is_not_turned_over_tcp(simulate: Simulate) -> None:
    answer = run_on(simulate("--tcp=127.0.0.1:0", "--scramble=R R'")).json()
    assert answer["solved"] is True
    assert answer["moves"] == ""


@pytest.mark.parametrize(
    "name", thorough_but(["old.avi"], ["old.avi", "pictures", "face.jpg", "pictures/*.png"])
)
def test_files_and_films_are_no_camera_of_a_robot(
    simulate: Simulate, rokumen: Rokumen, tmp_path: Path, name: str
) -> None:
    robot = simulate()
    path = tmp_path / name
    for arguments in (
        ("run", f"--port={robot.port}", f"--camera={path}"),
        ("serve", f"--robot={robot.port}", f"--camera={path}", "--port=0"),
    ):
        result = rokumen(*arguments)
        assert result.status == 2, result.err
        assert f"'{path}' is a file or a film" in result.err
        assert "the URL of a stream" in result.err


@pytest.mark.slow
def test_a_reboot_in_mid_turn_stops_safely_and_is_resumed(simulate: Simulate) -> None:
    robot = simulate(SCRAMBLE, "--faults=reboot_mid_turn@4")
    result = run_on(robot)
    assert result.status == 5, result.err
    assert "have lost their power" in result.err
    assert result.json()["solved"] is False
    resumed = call("resume", "--json")
    assert resumed.status == 0, resumed.err
    assert resumed.json()["solved"] is True


def test_ctrl_c_during_solving_stops_the_robot_and_the_run_is_resumed(tmp_path: Path) -> None:
    process = start(*DEMO, "--json")
    wait_for_turns(tmp_path / "state" / "runs", 2)
    process.send_signal(signal.SIGINT)
    result = finish(process)
    assert result.status == 130, result.err
    assert result.json()["outcome"] == "interrupted"
    assert "rokumen resume" in result.err
    # Nobody can press a key: the jaws hold, and relax at rest by themselves.
    assert "The jaws stay as they are." in result.err
    assert re.search(r"The camera last saw the cube at \d\d:\d\d:\d\d\.", result.err)
    (journal,) = (tmp_path / "state" / "runs").glob("*.jsonl")
    assert '"record": "stop", "level": "hold"' in journal.read_text()
    resumed = call("resume", "--json")
    assert resumed.status == 0, resumed.err
    assert resumed.json()["solved"] is True


@pytest.mark.thorough
def test_a_robot_that_is_plugged_in_at_another_port_is_found_by_its_lasting_name(
    simulate_in_real_time: Simulate, tmp_path: Path
) -> None:
    # Such a link of udev leads to whatever number the port has.
    link, state = tmp_path / "usb-rokumen_robot", tmp_path / "robot.json"
    with socket.create_server(("127.0.0.1", 0)) as server:
        camera = f"--set=camera_port={server.getsockname()[1]}"
    options = ("--set=feedback=false", SCRAMBLE, f"--set=state={state}", camera)
    process = start("simulate", "--json", "--faults=unplug@1000", *options)
    robot = announced(process)
    link.symlink_to(device_of(robot))
    settings = robot.port.partition("?")[2]
    port = f"--port=chip://{link}?{settings}"
    stopped = call("run", port, f"--camera={robot.camera}", "--json")
    assert stopped.status == 5, stopped.err
    end(process)
    # Whatever opens a terminal meanwhile takes the number that the port had.
    others = os.openpty()
    again = simulate_in_real_time(*options)
    link.unlink()
    link.symlink_to(device_of(again))
    resumed = call("resume", "--json")
    for other in others:
        os.close(other)
    assert resumed.status == 0, resumed.err
    assert Cube.from_facelets(json.loads(state.read_text())["cube"]).is_solved()


@pytest.mark.thorough
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_end_stops_the_robot_and_the_run_is_resumed(
    number: signal.Signals, tmp_path: Path
) -> None:
    trace = tmp_path / "line.txt"
    process = start(*DEMO, "--json", f"--trace={trace}")
    journal = wait_for_turns(tmp_path / "state" / "runs", 2)
    process.send_signal(number)
    # Whoever ends it does so again while the robot comes to rest: the stop is not cut short.
    process.send_signal(number)
    result = finish(process)
    assert result.status == 130, result.err
    assert result.json()["outcome"] == "interrupted"
    assert '"stopped", "outcome": "interrupted", "why": "KeyboardInterrupt"' in journal.read_text()
    sent = [line for line in trace.read_text("ascii").splitlines() if " > " in line]
    assert any(" > STOP " in line for line in sent), sent
    resumed = call("resume", "--json")
    assert resumed.status == 0, resumed.err
    assert resumed.json()["solved"] is True


@pytest.mark.thorough
def test_a_terminal_that_is_closed_stops_the_robot_and_asks_nothing(tmp_path: Path) -> None:
    user = TerminalUser(*DEMO)
    journal = wait_for_turns(tmp_path / "state" / "runs", 2)
    assert user.hang_up() == 130
    assert '"stopped", "outcome": "interrupted", "why": "KeyboardInterrupt"' in journal.read_text()
    assert '"record": "stop", "level": "hold"' in journal.read_text()
    resumed = call("resume", "--json")
    assert resumed.status == 0, resumed.err


@pytest.mark.skipif(sys.platform != "linux", reason="the limits of another process are Linux's")
def test_a_disk_that_is_full_in_mid_run_stops_the_robot_safely(
    tmp_path: Path,
) -> None:
    process = start(*DEMO, "--json")
    journal = wait_for_turns(tmp_path / "state" / "runs", 2)
    # No file of this process may grow from now on.
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (journal.stat().st_size,) * 2)
    result = finish(process)
    assert result.status == 5, result.err
    assert result.json()["outcome"] == "stopped"
    assert f"cannot write the journal '{journal}': file too large" in result.err
    assert "Free some space on the disk" in result.err
    assert "standard output" not in result.err
    assert "Traceback" not in result.err
    resumed = call("resume", "--json")
    assert resumed.status == 0, resumed.err
    assert resumed.json()["solved"] is True


@pytest.mark.thorough
def test_a_host_that_is_killed_is_resumed(tmp_path: Path) -> None:
    process = start(*DEMO)
    wait_for_turns(tmp_path / "state" / "runs", 2)
    process.kill()
    finish(process)
    resumed = call("resume", "--json")
    assert resumed.status == 0, resumed.err
    assert resumed.json()["solved"] is True


def test_a_port_that_does_not_exist(rokumen: Rokumen) -> None:
    result = rokumen("run", "--port=/dev/no-such-robot", "--camera=0")
    assert result.status == 1
    assert "/dev/no-such-robot" in result.err


def test_a_silent_robot(rokumen: Rokumen) -> None:
    our_end, its_end = pty.openpty()
    try:
        result = rokumen("run", f"--port={os.ttyname(its_end)}", "--camera=0")
    finally:
        os.close(our_end)
        os.close(its_end)
    assert result.status == 1
    assert "no reply within" in result.err


def test_a_camera_that_does_not_answer(simulate: Simulate, rokumen: Rokumen) -> None:
    robot = simulate("--seed=16")
    result = rokumen("run", f"--port={robot.port}", "--camera=http://127.0.0.1:9/none")
    assert result.status == 1
    assert "http://127.0.0.1:9/none" in result.err


def test_nothing_to_resume(rokumen: Rokumen) -> None:
    result = rokumen("resume")
    assert result.status == 2
    assert "nothing to resume" in result.err


@pytest.mark.thorough
def test_naming_one_camera_of_a_rig_with_two_is_an_error(
    simulate: Simulate, rokumen: Rokumen
) -> None:
    robot = simulate("--rig=six-axis", "--seed=15")
    result = rokumen("run", f"--port={robot.port}", f"--camera={robot.camera.partition(',')[0]}")
    assert result.status == 2
    assert "the six-axis rig has 2, on URF and DLB" in result.err


def test_the_pictures_of_a_calibrated_camera_are_undistorted(
    simulate: Simulate,
) -> None:
    robot = simulate("--seed=1")
    lens = Lens((640, 480), (500.0, 500.0), (320.0, 240.0), (-0.4, 0.0, 0.0, 0.0, 0.0))
    save_camera_profile(camera_file(robot.camera), CameraProfile(robot.camera, lens, {}))
    with (
        open_camera(robot.camera) as raw_camera,
        open_robot_and_cameras(RobotAddress(robot.port, robot.camera)) as (_, scanner),
    ):
        (seen,) = scanner.latest_frames()
        image = raw_camera.read_after(-math.inf).image
    matrix, distortion = lens.camera_matrix(image.shape[1::-1]), np.array(lens.distortion)
    undistorted = cv2.undistort(image, matrix, distortion)
    assert np.mean(cv2.absdiff(seen.image, undistorted)) < 3
    assert np.mean(cv2.absdiff(seen.image, image)) > 6
