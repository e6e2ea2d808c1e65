"""A run of a robot is paused, continued and stopped from another thread, and recorded."""

from __future__ import annotations

import json
import sys
import time
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from threading import Event as Signal
from threading import Thread
from typing import Any

import cv2
import numpy as np
import pytest

import rokumen
from robot.execution.events import CommandDone, CommandStarted, Paused
from robot.execution.journal import Journal
from robot.execution.turning import KEEP_ALIVE_SECONDS
from robot.link.session import Link
from robot.rigs.command import Pose
from rokumen.api.robot import FIRST_RUN
from rokumen.jobs.events import PlanMade
from rokumen.storage.robots import RobotFile, load_robot, save_robot
from rokumen.storage.runs import SolutionPolicy, new_run_path
from solver.core.turn import Turn
from tests.support.command_line import Rokumen


class PausedRun:
    """A run in a separate thread, paused by the first command of its plan that makes no turn."""

    def __init__(self, robot: rokumen.Robot) -> None:
        self.robot = robot
        self.events: list[object] = []
        self.is_planned = False
        self.result: rokumen.Result | None = None
        self.error: rokumen.errors.SafeStopError | None = None
        self.paused = Signal()
        self.thread = Thread(target=self._run)

    def _run(self) -> None:
        try:
            self.result = self.robot.solve_cube(on_event=self._on_event)
        except rokumen.errors.SafeStopError as error:
            self.error = error

    def _on_event(self, event: object) -> None:
        self.events.append(event)
        self.is_planned |= isinstance(event, PlanMade)
        if isinstance(event, Paused):
            self.paused.set()
        if (
            self.is_planned
            and isinstance(event, CommandStarted)
            and not event.action.turns
            and not self.paused.is_set()
        ):
            self.robot.pause()

    def end(self) -> None:
        self.thread.join(60)
        assert not self.thread.is_alive()


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PausedRun]:
    monkeypatch.setenv("ROKUMEN_STATE", str(tmp_path))
    with rokumen.connect("sim://two-gripper?seed=1&scramble=R+U") as robot:
        run = PausedRun(robot)
        run.thread.start()
        assert run.paused.wait(60)
        try:
            yield run
        finally:
            robot.stop()
            run.end()


def test_a_paused_run_waits_at_the_end_of_a_turn_of_a_face(run: PausedRun) -> None:
    time.sleep(0.3)
    *_, turned, paused = run.events
    assert isinstance(turned, CommandDone)
    assert turned.action.turns
    assert isinstance(paused, Paused)
    # All grippers of this rig are closed then.
    assert set(run.robot.pose.grips.values()) == {"closed"}
    run.robot.resume()
    run.end()
    assert run.result is not None
    assert run.result.solved


def test_a_stop_ends_a_pause_and_returns_the_result_so_far(run: PausedRun) -> None:
    run.robot.stop()
    run.end()
    assert "was stopped" in str(run.error)
    # At most the next command was begun, and none was made.
    (at,) = (at for at, event in enumerate(run.events) if isinstance(event, Paused))
    assert len(run.events) <= at + 2
    assert run.error is not None
    assert run.error.result is not None
    assert (run.error.result.solved, run.error.result.outcome) == (False, "stopped")
    assert run.error.result.journal == run.error.journal


def test_a_waiting_robot_is_polled(run: PausedRun, monkeypatch: pytest.MonkeyPatch) -> None:
    polled = Signal()
    original = Link.pose

    def pose(link: Link) -> Pose:
        polled.set()
        return original(link)

    monkeypatch.setattr(Link, "pose", pose)
    assert polled.wait(10 * KEEP_ALIVE_SECONDS)


PORT = "--port=sim://two-gripper?scramble=R U&ideal=true&seed=1&name=recorded"


def messages(path: Path) -> list[tuple[str, int, Any]]:
    """Return topic, time in nanoseconds and content of each message, in order."""
    reader = pytest.importorskip("mcap.reader")
    with path.open("rb") as file:
        opened = reader.make_reader(file)
        return [
            (channel.topic, message.log_time, json.loads(message.data))
            for _, channel, message in opened.iter_messages()
        ]


@pytest.mark.thorough
@pytest.mark.job
def test_a_run_is_recorded_with_events_poses_and_pictures(rokumen: Rokumen, tmp_path: Path) -> None:
    reader = pytest.importorskip("mcap.reader")
    path = tmp_path / "run.mcap"
    options = ("--seed=1", "--jam=0", "--ideal", "--method=two-phase")
    result = rokumen("demo", *options, f"--record={path}", "--json")
    assert result.status == 0, result.err
    recorded = messages(path)
    events = [each for topic, _, each in recorded if topic == "/events"]
    kinds = [each["kind"] for each in events]
    assert kinds.count("CommandStarted") == kinds.count("CommandDone") > 10
    assert "CubeRead" in kinds
    made = [turn for each in events if each["kind"] == "CommandDone" for turn in each["turns"]]
    *made, first, first_back, second, second_back = made
    assert made == result.json()["moves"].split()
    # The last turns are seen by the camera, and taken back.
    assert str(Turn.parse(first).inverse()) == first_back
    assert str(Turn.parse(second).inverse()) == second_back
    poses = [each for topic, _, each in recorded if topic == "/pose"]
    assert len(poses) == 1 + kinds.count("CommandDone")
    assert poses[-1]["grips"].keys() == {"L", "R"}
    assert {pose["angles"]["R"] for pose in poses} >= {0, 90}
    pictures = [each for topic, _, each in recorded if topic == "/pictures/0"]
    # One of each look of a scan, and one after each turn.
    assert len(pictures) >= len(made) + 6
    data = np.frombuffer(b64decode(pictures[0]["data"]), np.uint8)
    assert cv2.imdecode(data, cv2.IMREAD_COLOR) is not None
    times = [at for _, at, _ in recorded]
    assert times == sorted(times)
    with path.open("rb") as file:
        (about,) = reader.make_reader(file).iter_metadata()
        assert about.metadata["rig"] == "two-gripper"


def test_a_file_that_exists_is_kept(rokumen: Rokumen, tmp_path: Path) -> None:
    pytest.importorskip("mcap.writer")
    path = tmp_path / "run.mcap"
    path.write_text("mine")
    refused = rokumen("run", PORT, f"--record={path}")
    assert refused.status == 2
    assert "is there already, and a recording replaces no file" in refused.err
    assert path.read_text() == "mine"
    nowhere = rokumen("run", PORT, f"--record={tmp_path / 'none' / 'run.mcap'}")
    assert nowhere.status == 2
    assert "cannot write the recording" in nowhere.err


def test_without_the_extra_it_is_said_how_to_install_it(
    rokumen: Rokumen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "mcap.writer", None)
    missing = rokumen("run", PORT, f"--record={tmp_path / 'run.mcap'}")
    assert missing.status == 2
    assert "pip install 'rokumen[recordings]'" in missing.err
    assert not (tmp_path / "run.mcap").exists()


def test_until_a_robot_has_solved_a_cube_its_wrists_turn_at_half_pace() -> None:
    # Without the turns of the last check, which are drawn.
    save_robot(RobotFile("desk", rig="two-gripper", challenge=False))
    seconds, said = [], list[str]()
    for number in range(2):
        url = f"sim://two-gripper?seed=1&scramble=R+U&ideal=true&name=paced{number}"
        with rokumen.connect(url, robot="desk") as robot, Journal(new_run_path()) as journal:
            journal.write("begin")
            policy = SolutionPolicy("two-phase", overlap=False)
            result = robot.run_job(policy, journal, warn=said.append)
        assert result.solved
        seconds.append(result.motion_seconds)
    assert said.count(FIRST_RUN) == 1
    # Jaws go as fast in both.
    assert seconds[0] > 1.3 * seconds[1]
    assert load_robot("desk").has_run
