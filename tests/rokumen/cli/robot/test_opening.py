"""What is done and said before a robot's port is opened: a board that restarts then is limp."""

from __future__ import annotations

import logging
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

import rokumen as api
from firmware_sim.named_robots import unregister_robot
from firmware_sim.robot import SimulatedRobot
from rokumen.storage.runs import RunSettings, SolutionPolicy, create_journal, new_run_path
from rokumen.web.robot_settings import AttachedRobot
from rokumen.web.run_messages import RunState
from rokumen.web.runs import RunController
from solver.engines.two_phase import engine, search
from tests.support.command_line import Rokumen

NAME = "opened"
PORT = f"sim://two-gripper?dtr=edge&name={NAME}"
METHOD = "two-phase"
WARNING = "may restart its board"
TABLES, SAID, OPENED = "tables", "said", "opened"

# Imports of these packages between the opening of the port and the first motion fail.
LATE_IMPORTS = """
import sys
from firmware_sim.robot import SimulatedRobot
from robot.control.drive_connection import DriveConnection
from rokumen.cli.main import run

OWN = ("rokumen", "robot", "vision", "solver", "files", "drawing", "calibration", "numba", "cv2")
is_limp, late = False, []
reset, begin = SimulatedRobot.reset, DriveConnection.begin

def opened(robot):
    global is_limp
    is_limp = True
    reset(robot)

def sent(connection, command, settling=0.0):
    global is_limp
    is_limp = is_limp and command.verb != "HOME"
    begin(connection, command, settling)

def audit(event, arguments):
    if event == "import" and is_limp and arguments[0].split(".")[0] in OWN:
        late.append(arguments[0])

SimulatedRobot.reset, DriveConnection.begin = opened, sent
sys.addaudithook(audit)
for arguments in (["run", "--no-watch"], ["robot", "home"]):
    status = run([*arguments, "--port=sim://two-gripper?dtr=edge"])
    assert (status, is_limp, late) == (0, False, []), (status, is_limp, late)
"""


@pytest.fixture
def order(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Return what happens, in order: tables are there, the person is told, the port is opened."""
    order: list[str] = []

    class Reader(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if WARNING in record.getMessage():
                order.append(SAID)

    def reset(robot: SimulatedRobot) -> None:
        order.append(OPENED)
        restart(robot)

    restart, build, reader = SimulatedRobot.reset, search.warm_up, Reader()

    def warm_up(metric: str, progress: Callable[[float], None]) -> None:
        build(metric, progress)
        order.append(TABLES)

    monkeypatch.setattr(SimulatedRobot, "reset", reset)
    monkeypatch.setattr(engine, "warm_up", warm_up)
    logging.getLogger("rokumen").addHandler(reader)
    yield order
    logging.getLogger("rokumen").removeHandler(reader)
    unregister_robot(NAME)


def unfinished_run() -> None:
    settings = RunSettings(SolutionPolicy(METHOD), PORT)
    with create_journal(new_run_path(), settings) as journal:
        journal.write_last("stopped", why="a test")


def page_connects() -> None:
    runs = RunController(AttachedRobot(RunSettings(SolutionPolicy(METHOD), port=PORT)))
    runs.connect()
    runs.shut_down()


def page_starts() -> None:
    runs = RunController(AttachedRobot(RunSettings(SolutionPolicy(METHOD), port=PORT)))
    runs.start()
    # It asks people to stand clear, since the board that has restarted is limp.
    while not runs.status.asks_first:
        assert runs.status.state is RunState.STARTING
        time.sleep(0.01)
    runs.shut_down()


def program_resumes() -> None:
    unfinished_run()
    api.resume()


def program_connects() -> None:
    api.connect(PORT, method=METHOD).close()


@pytest.mark.parametrize("begin", [page_connects, page_starts, program_resumes, program_connects])
def test_tables_are_there_and_the_person_is_told_before_the_port_is_opened(
    begin: Callable[[], None], order: list[str]
) -> None:
    begin()
    assert order[0] == TABLES
    assert order.index(SAID) < order.index(OPENED)


@pytest.mark.parametrize("command", ["run", "resume"])
def test_so_they_are_before_a_run_and_one_that_is_resumed(
    command: str, order: list[str], rokumen: Rokumen
) -> None:
    if command == "resume":
        unfinished_run()
        result = rokumen(command)
    else:
        result = rokumen(command, f"--port={PORT}", f"--method={METHOD}")
    assert result.status == 0, result.err
    assert order[0] == TABLES
    assert order.index(SAID) < order.index(OPENED)


def test_a_pose_is_asked_once_the_person_was_told(order: list[str], rokumen: Rokumen) -> None:
    assert rokumen("robot", "pose", f"--port={PORT}").status == 0
    assert order == [SAID, OPENED]


def test_nothing_is_loaded_between_the_opening_of_the_port_and_the_first_motion() -> None:
    done = subprocess.run([sys.executable, "-c", LATE_IMPORTS], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
