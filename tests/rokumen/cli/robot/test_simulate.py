"""`rokumen simulate` refuses what it cannot be, and ends with its host."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.support.command_line import Rokumen
from tests.support.processes import ROKUMEN


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--faults=flood@3"], "flood"),
        (["--tcp=nowhere"], "nowhere"),
        (["--jam=2"], "2 is not from 0 to 1"),
        (["--scramble=R Q"], "'Q' is not a move"),
        (["--jaws=0.1"], "--jaws 0.1 needs --maestro, --board or --no-feedback"),
        (["--latency=1"], "1 is not from 0 to 0.255"),
        (["--maestro", "--no-feedback"], "boards never have feedback"),
        (["--no-feedback", "--faults=false_jam"], "the fault 'false_jam' needs motors that meas"),
        (["--wiring=dead 0"], "--wiring 'dead 0' needs --maestro, --board or --no-feedback"),
        (["--maestro", "--stiffness=0"], "0 is not from 1 to 60"),
        (["--servos=ds9999"], "'ds9999' is not one of 'ds3218', 'mg996r'"),
        (["--supply=5"], "--supply '5' is not VOLTS,OHM, such as 5,0.1"),
        (["--supply=50,0.1"], "from 3 to 15 V"),
        (["--cube=frozen"], "'frozen' is not one of 'usual', 'stiff', 'heavy'"),
        (["--jaw-stiffness=1000"], "1000 is not from 1 to 100"),
        (["--ideal", "--cube=stiff"], "--cube stiff: ideal servos have any torque"),
        (["--rig=octopus"], "'octopus' is not"),
    ],
)
def test_an_error_quotes_bad_input(rokumen: Rokumen, arguments: list[str], message: str) -> None:
    result = rokumen("simulate", *arguments)
    assert result.status == 2
    assert message in result.err
    assert result.out == ""


def test_an_error_names_a_damaged_state_file(rokumen: Rokumen, tmp_path: Path) -> None:
    state = tmp_path / "robot.json"
    state.write_text("no state")
    result = rokumen("simulate", f"--state={state}")
    assert result.status == 2
    assert str(state) in result.err


@pytest.mark.parametrize("is_stopped_by_host", [True, False])
def test_an_attached_simulator_ends_in_order(is_stopped_by_host: bool) -> None:
    command = [*ROKUMEN, "simulate", "--attached", "--seed=1", "--faults=jam_once@1"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as robot:
        assert robot.stdout is not None
        assert robot.stdin is not None
        assert robot.stderr is not None
        robot.stdout.readline()
        if is_stopped_by_host:
            robot.terminate()
            robot.wait()
        else:
            robot.stdin.close()
        result = robot.stderr.read()
    assert robot.returncode == 0, result
    assert result.splitlines()[-1] == "No fault was injected.", result


def test_a_simulated_robot_takes_no_camera(rokumen: Rokumen) -> None:
    refused = rokumen("run", "--port=sim://two-gripper", "--camera=7")
    assert "--camera 7: a simulated robot has cameras of its own" in refused.err
    assert refused.status == 2
