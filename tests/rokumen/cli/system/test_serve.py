"""`rokumen serve` prints its address and rejects bad options."""

from __future__ import annotations

import re
import socket
import time
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import pytest
import uvicorn
from starlette.testclient import TestClient
from starlette.types import ASGIApp

from firmware_sim.named_robots import unregister_robot
from robot.execution.journal import read_journal
from robot.rigs.servo_speeds import Servos, SpeedTable
from rokumen.storage.history import history_file, list_runs
from rokumen.storage.learnt_times import forget_learnt_times
from rokumen.storage.robots import RobotFile, save_robot
from rokumen.web.runs import RunController
from tests.support.command_line import Rokumen
from tests.support.served_robot import TIMEOUT_SECONDS


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[ASGIApp]:
    """Return what would be served."""
    apps: list[ASGIApp] = []

    def run(server: uvicorn.Server, sockets: list[socket.socket]) -> None:
        apps.append(cast("ASGIApp", server.config.app))

    monkeypatch.setattr(uvicorn.Server, "run", run)
    return apps


@pytest.mark.parametrize(
    "option", ["--host=", "--host=a..b", "--token=\udcff", "--token=a\nb", "--token=sesam"]
)
def test_an_error_quotes_bad_input(rokumen: Rokumen, option: str) -> None:
    result = rokumen("serve", "--port=0", option)
    assert result.status == 2
    assert option.partition("=")[0][2:] in result.err or "a..b" in result.err


@pytest.mark.parametrize("host", ["0.0.0.0", "0"])
def test_other_computers_need_a_token_and_are_not_encrypted(
    rokumen: Rokumen, served: list[ASGIApp], host: str
) -> None:
    result = rokumen("serve", "--port=0", f"--host={host}", "--token=a&b#c-long-enough")
    assert result.status == 0, result.err
    assert result.out.startswith(f"http://{socket.gethostname()}:")
    assert result.out.endswith("/?token=a%26b%23c-long-enough\n")
    assert "The connection is not encrypted" in result.err
    port = urlsplit(result.out).port
    assert f"On this computer: http://localhost:{port}/?token=a%26b%23c-long-enough\n" in result.err
    page = TestClient(served[0], base_url=result.out.strip().partition("?")[0])
    assert page.get("/").status_code == 401
    assert page.get(result.out.strip()).status_code == 200


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_other_users_of_this_computer_need_the_token_of_the_printed_address(
    rokumen: Rokumen, served: list[ASGIApp], host: str
) -> None:
    result = rokumen("serve", "--port=0", f"--host={host}")
    address = result.out.strip()
    assert re.fullmatch(r"http://[^/]+:\d+/\?token=[\w-]{22}", address)
    assert "encrypted" not in result.err
    page = TestClient(served[0], base_url=address.partition("?")[0])
    assert page.get("/").status_code == 401
    assert page.post("/robot/stop", headers={"Origin": address.partition("/?")[0]}).is_error
    assert page.get(address).status_code == 200
    assert page.get("/").status_code == 200
    again = rokumen("serve", "--port=0", f"--host={host}").out
    assert urlsplit(again).query != urlsplit(address).query


def test_an_empty_token_lets_all_of_this_computer_in(
    rokumen: Rokumen, served: list[ASGIApp]
) -> None:
    result = rokumen("serve", "--port=0", "--token=")
    assert "token" not in result.out
    assert "encrypted" not in result.err
    page = TestClient(served[0], base_url=result.out.strip())
    assert page.get("/").status_code == 200
    assert page.get("/", headers={"Host": "evil.example"}).status_code == 421


def test_an_empty_token_lets_no_other_computer_in(rokumen: Rokumen, served: list[ASGIApp]) -> None:
    result = rokumen("serve", "--port=0", "--host=0.0.0.0", "--token=")
    assert re.search(r"/\?token=[\w-]{22}$", result.out.strip())
    page = TestClient(served[0], base_url=result.out.partition("/?")[0])
    assert page.get("/").status_code == 401


def test_a_robot_that_is_set_up_runs_as_by_the_command_run(
    rokumen: Rokumen, served: list[ASGIApp], monkeypatch: pytest.MonkeyPatch
) -> None:
    controllers: list[RunController] = []

    def controller(*arguments: Any) -> RunController:
        controllers.append(RunController(*arguments))
        return controllers[-1]

    monkeypatch.setattr("rokumen.web.app.RunController", controller)
    port = "sim://two-gripper?seed=3&scramble=R+U&name=stored"
    slow: Servos = {"axes": SpeedTable(200.0), "grippers": "ds3218"}
    # Without the turns of the last check, which are drawn.
    desk = RobotFile("desk", port, rig="two-gripper", moved_by=slow, has_run=True, challenge=False)
    save_robot(desk)
    options = ("--robot=desk", "--method=two-phase")
    assert rokumen("run", *options).status == 0
    unregister_robot("stored")
    forget_learnt_times("desk")
    address = rokumen("serve", *options, "--port=0", "--token=").out.strip()
    page = TestClient(served[0], base_url=address, headers={"Accept": "application/json"})
    page.headers["Origin"] = address.removesuffix("/")
    assert page.get("/robot/now").json()["words"].startswith(f"The robot desk on {port}.")
    assert page.post("/robot/start").is_success
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while (now := page.get("/robot/now").json())["state"] != "solved":
        assert time.monotonic() < deadline, now["words"]
        if now["next"] and now["next"]["name"] == "clear":
            page.post("/robot/clear")
        time.sleep(0.01)
    run, of_page = list_runs(history_file())
    by_command, by_page = (read_journal(Path(each.beginning.journal)) for each in (run, of_page))
    assert by_command[0]["settings"] == by_page[0]["settings"]
    (plan,) = (each for each in by_page if each["record"] == "plan")
    assert plan["seconds"] in [each.get("seconds") for each in by_command]
    # The rig's own durations are multiples of this.
    assert plan["seconds"] % 0.25
    for each in controllers:
        each.shut_down()
    unregister_robot("stored")


def test_a_name_of_no_robot_is_no_port(rokumen: Rokumen) -> None:
    result = rokumen("serve", "--robot=desk", "--port=0")
    assert result.status == 2
    assert "there is no robot 'desk'" in result.err
    assert "`rokumen setup desk` sets it up" in result.err


def test_a_robot_without_a_port_is_not_run(rokumen: Rokumen) -> None:
    save_robot(RobotFile("desk"))
    result = rokumen("serve", "--robot=desk", "--port=0")
    assert result.status == 2
    assert "the robot 'desk' has no port yet: type rokumen setup desk" in result.err
