"""`rokumen simulate` refuses what it cannot be, and ends with its host."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_sim.simulator import SimulatorAddresses
from tests.support.command_line import Rokumen
from tests.support.processes import ROKUMEN


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--faults=flood@3"], "flood"),
        (["--tcp=nowhere"], "nowhere"),
        (["--jam=2"], "2 is not from 0 to 1"),
        (["--scramble=R Q"], "'Q' is not a move"),
        (["--set=jaws=0.1"], "jaws=0.1 needs --maestro, --board or feedback=false"),
        (["--set=latency=1"], "latency = 1.0 must be a finite number from 0 to 0.255"),
        (["--maestro", "--set=feedback=false"], "boards never have feedback"),
        (
            ["--set=feedback=false", "--faults=false_jam"],
            "the fault 'false_jam' needs motors that meas",
        ),
        (["--set=wiring=dead 0"], "wiring='dead 0' needs --maestro, --board or feedback=false"),
        (
            ["--maestro", "--set=stiffness=0"],
            "stiffness = 0.0 must be a finite number from 1 to 60",
        ),
        (["--set=servos=ds9999"], "servos = 'ds9999' must be one of ds3218, mg996r"),
        (["--set=supply=5"], "supply='5' is not VOLTS,OHM, such as 5,0.1"),
        (["--set=supply=50,0.1"], "from 3 to 15 V"),
        (["--set=cube=frozen"], "cube = 'frozen' must be one of usual, stiff, heavy"),
        (
            ["--set=jaw_stiffness=1000"],
            "jaw_stiffness = 1000.0 must be a finite number from 1 to 100",
        ),
        (["--ideal", "--set=cube=stiff"], "cube=stiff: ideal servos have any torque"),
        (["--set=board=/a.elf"], "'board'"),
        (["--set=jaws"], "jaws"),
        (["--dtr=edge"], "no option '--dtr'; it is now `--set dtr=VALUE`"),
        (["--camera-port=0"], "it is now `--set camera_port=VALUE`"),
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
    result = rokumen("simulate", f"--set=state={state}")
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


def test_what_runs_the_robot_in_another_terminal_means_the_same_in_a_shell(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    port, camera = "chip:///dev/pts/5?settings=/a b/c.toml", "http://127.0.0.1:4000/camera.mjpg"

    def announce(
        options: object, on_ready: Callable[[SimulatorAddresses], None], **_: object
    ) -> None:
        on_ready(SimulatorAddresses(port, camera))

    monkeypatch.setattr("rokumen.cli.robot.simulate.run", announce)
    line = rokumen("simulate").err.partition("In another terminal: rokumen ")[2].strip()
    # As zsh does, a shell so set takes no pattern that no file matches.
    shell = ["bash", "-O", "failglob", "-c", f"printf '%s\\n' {line}"]
    words = subprocess.run(shell, capture_output=True, text=True, check=True).stdout.splitlines()
    assert words == ["run", "--port", port, "--camera", camera]
