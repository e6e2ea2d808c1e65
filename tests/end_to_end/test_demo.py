"""The main job: `rokumen demo`, from a scrambled cube to the camera's final check."""

from __future__ import annotations

import json
import re
import threading
import time
from pathlib import Path

import pytest

from firmware_sim.options import SimulatorOptions
from firmware_sim.simulator import Simulator
from robot.link.session import Link
from robot.planning.robot_state import home_state
from robot.planning.scan_planner import plan_scan
from robot.rigs.command import Home
from rokumen.devices import serial_schemes
from solver.cube import Cube
from solver.notation import parse, resolve
from tests.support.command_line import CommandResult
from tests.support.processes import call, finish, start, wait_for_turns
from vision.capture.open import open_camera
from vision.live.scanner import FaceScanner, scan_frames

ALL_SEEDS = tuple(range(1, 21))


def check_solved(result: CommandResult, least_seconds: float = 30) -> None:
    assert result.status == 0, result.err
    answer = result.json()
    assert answer["solved"] is True
    assert answer["outcome"] == "solved"
    assert answer["htm"] == len(answer["moves"].split())
    assert answer["motion_seconds"] > least_seconds
    assert answer["resume"] is None
    # The turns solve the cube of the first reading, unless an abandoned turn has come between.
    if not answer["replans"]:
        assert Cube.from_facelets(answer["facelets"]).apply(answer["moves"]).is_solved()


@pytest.mark.slow
@pytest.mark.parametrize("rig", ["four-gripper", "two-gripper-270", "flipper"])
def test_every_rig_that_turns_the_whole_cube_solves_it_with_the_fastest_solution(rig: str) -> None:
    options = ("--fastest", "--time-limit=0.3", "--seed=3", "--jam=0.05", "--json")
    result = call("demo", f"--rig={rig}", *options)
    check_solved(result, 30)
    assert "by fastest in" in result.err


@pytest.mark.slow
@pytest.mark.parametrize(("rig", "jam"), [("six-axis", 0.1), ("five-axis", 0.03)])
def test_rigs_with_face_motors_solve_the_cube_with_two_corner_cameras(rig: str, jam: float) -> None:
    check_solved(call("demo", f"--rig={rig}", "--seed=3", f"--jam={jam}", "--json"), 0.1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", ALL_SEEDS)
def test_twenty_demos_with_many_jams_end_solved(seed: int) -> None:
    check_solved(call("demo", f"--seed={seed}", "--jam=0.1", "--json"))


@pytest.mark.thorough
def test_a_demo_shows_stages_jams_and_a_summary() -> None:
    result = call("demo", "--seed=5", "--jam=0.05", "--method=lbl")
    assert result.status == 0
    assert "on sim://two-gripper" in result.err
    assert "the turn jammed" in result.err
    assert "backing off" in result.err
    assert re.search(r"[1-9] jams?, [1-9] retr", result.out)
    for word in ("Cross", "F2L", "OLL", "PLL", "Read", "Planned"):
        assert word in result.err
    assert "solved, verified by the camera" in result.out
    shown = re.search(r"the 48 numbers:((?:\n +[ULFRBD](?: +\d+){8}){6})\n", result.err)
    assert shown is not None
    numbers = [int(number) for number in re.findall(r"\d+", shown[1])]
    turns = " ".join(re.findall(r"^ {9}\S.*?  +([URFDLB].*)$", result.err, re.MULTILINE))
    assert Cube.from_numbers(numbers).apply(turns).is_solved()


@pytest.mark.thorough
def test_turns_that_always_jam_end_in_a_safe_stop() -> None:
    result = call("demo", "--seed=4", "--jam=1", "--json")
    assert result.status == 5
    answer = result.json()
    assert answer["solved"] is False
    assert answer["outcome"] == "stopped"
    assert answer["moves"] == ""
    assert "rokumen resume" in result.err
    journal = Path(answer["resume"])
    assert journal.exists()
    robot_state = json.loads(journal.with_suffix(".robot.json").read_text())
    assert robot_state["openings"] == {"L": 0.0, "R": 0.0}
    assert not robot_state["dropped"]
    assert robot_state["cube"] == answer["facelets"]


@pytest.mark.slow
def test_a_killed_demo_of_the_fastest_solution_is_resumed(tmp_path: Path) -> None:
    process = start("demo", "--seed=6", "--jam=0", "--fastest", "--time-limit=0.3")
    wait_for_turns(tmp_path / "state" / "runs", 4)
    process.kill()
    assert "by fastest in" in finish(process).err
    check_solved(call("resume", "--json"))
    repeated = call("resume")
    assert repeated.status == 2
    assert "nothing to resume" in repeated.err


SCRAMBLE = "R U2 F' L D2 B R' U F2 D'"
SHOWN_SECONDS = 2.5
TIMEOUT_SECONDS = 120


def show_all_faces(url: str) -> None:
    """Show the six faces one after another with the robot, each for `SHOWN_SECONDS`."""
    serial_schemes.register(url)
    with Link(url) as link:
        link.execute(Home())
        for leg in plan_scan(link.rig, home_state(link.rig)):
            for action in leg.plan.commands:
                link.execute(action.command)
            time.sleep(SHOWN_SECONDS)


@pytest.mark.slow
def test_a_cube_is_scanned_with_the_simulators_camera() -> None:
    cube = Cube.solved().apply(resolve(parse(SCRAMBLE).moves()).turns)
    scan = FaceScanner()
    with Simulator(SimulatorOptions(ideal=True, scramble=cube.facelets)) as simulator:
        server = threading.Thread(target=simulator.serve)
        server.start()
        try:
            announced = simulator.announcement
            assert announced.camera is not None
            presenter = threading.Thread(target=show_all_faces, args=(announced.port,))
            presenter.start()
            end = time.monotonic() + TIMEOUT_SECONDS
            with open_camera(announced.camera) as camera:
                for _ in scan_frames(camera, scan):
                    if time.monotonic() > end:
                        break
            presenter.join()
        finally:
            simulator.stop()
            server.join()
    assert scan.reading is not None
    assert scan.reading.certain
    assert scan.reading.facelets == cube.facelets
