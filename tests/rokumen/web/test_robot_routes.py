"""The routes of the robot page: starting, pausing, stopping and resuming runs."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Semaphore
from typing import TypeVar

import pytest
from starlette.testclient import TestClient

from robot.execution.journal import Journal
from rokumen import connect
from rokumen.devices.discovery import FoundCamera
from rokumen.storage.history import history_file, list_runs
from rokumen.storage.runs import SolutionPolicy
from rokumen.web import robot_routes
from rokumen.web import runs as controller
from rokumen.web.app import ServerSettings, create_app
from rokumen.web.broadcaster import MAX_LOG_LENGTH, MAX_QUEUED, Broadcaster, Message
from rokumen.web.robot_settings import AttachedRobot, DemoRobot
from rokumen.web.run_status import ACTIVE_STATES, RunState
from rokumen.web.runs import RunController
from solver.engines.two_phase import engine
from tests.support.command_line import CommandResult

Result = TypeVar("Result")
TIMEOUT_SECONDS = 60
THREADS = 40  # of the server for all requests except stops
HOST = "127.0.0.1:8000"
HEADERS = {"Origin": f"http://{HOST}", "Host": HOST, "Accept": "application/json"}
PORT = "sim://two-gripper?seed=1&scramble=R+U&name="


def wait_for(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture
def runs(request: pytest.FixtureRequest) -> Iterator[RunController]:
    """Return the runs of a robot in this process, in virtual time."""
    runs = RunController(AttachedRobot(SolutionPolicy(), port=f"{PORT}{request.node.name}"))
    yield runs
    runs.shut_down()


def run_in_thread(coroutine: Callable[[], Coroutine[None, None, Result]]) -> Result:
    """Run a coroutine in another thread, since an open browser has an event loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(coroutine())).result()


def state_of(runs: RunController) -> str:
    return runs.status.state.value


def messages_of(runs: RunController) -> list[Message]:
    async def log() -> list[Message]:
        with runs.broadcaster.subscribe() as (messages, _):
            return messages

    return run_in_thread(log)


def test_a_run_ends_solved_and_is_in_the_history(runs: RunController) -> None:
    runs.start()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert runs.status.state == RunState.SOLVED
    (run,) = list_runs(history_file())
    assert run.ending.outcome == "solved"
    assert {"robot", "planned", "read", "state"} <= {
        message["what"] for message in messages_of(runs)
    }


def test_a_paused_run_waits_and_a_stopped_one_is_resumed(runs: RunController) -> None:
    runs.start()
    wait_for(lambda: runs.status.state == RunState.RUNNING)
    runs.pause()
    runs.start()
    assert state_of(runs) == "paused"
    runs.stop()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert state_of(runs) == "stopped"
    assert runs.status.resumable
    runs.resume()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert state_of(runs) == "solved"
    one, two = list_runs(history_file())
    assert (one.ending.outcome, two.ending.outcome) == ("stopped", "solved")
    assert one.beginning.journal == two.beginning.journal


def test_a_run_that_can_be_resumed_is_given_up_only_when_that_is_asked_for(
    runs: RunController,
) -> None:
    runs.start()
    wait_for(lambda: runs.status.state == RunState.RUNNING)
    runs.stop()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    runs.start()
    assert (state_of(runs), runs.status.resumable) == ("stopped", True)
    assert "press Resume" in runs.status.words
    runs.start_new()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert state_of(runs) == "solved"
    one, two = list_runs(history_file())
    assert one.beginning.journal != two.beginning.journal


def test_the_pose_of_a_stopped_run_is_asked_for_after_the_stop(
    request: pytest.FixtureRequest, runs: RunController
) -> None:
    runs.start()
    wait_for(lambda: any(each["what"] == "ended" for each in messages_of(runs)))
    runs.stop()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    with connect(f"{PORT}{request.node.name}") as robot:
        pose = robot.pose
    shown = {each["name"]: each["at"] for each in runs.status.as_message()["pose"]}
    assert shown == {
        **{f"{axis} turns": f"{angle:+.0f}°" for axis, angle in pose.angles.items()},
        **{f"{gripper} grips": position for gripper, position in pose.grips.items()},
    }


def test_a_command_names_the_actuators_that_it_moves(runs: RunController) -> None:
    runs.start()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    began = [each for each in messages_of(runs) if each["what"] == "began"]
    turning = next(each for each in began if each["words"].startswith("L to"))
    assert [each["name"] for each in turning["pose"] if each["moves"]] == ["L turns"]
    gripping = next(each for each in began if each["words"] == "R open")
    assert [each["name"] for each in gripping["pose"] if each["moves"]] == ["R grips"]
    assert {each["name"]: each["at"] for each in gripping["pose"]}["R grips"] == "open"


def stopped_run(attached: AttachedRobot) -> Path:
    """Return a stopped run that another server started."""
    runs = RunController(attached)
    runs.start()
    wait_for(lambda: runs.status.state == RunState.RUNNING)
    runs.stop()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    return Path(list_runs(history_file())[-1].beginning.journal)


def test_a_robot_is_moved_by_hand_between_its_runs(runs: RunController) -> None:
    runs.home()
    assert state_of(runs) == "ready"
    runs.connect()
    assert state_of(runs) == "connected"
    runs.home()
    assert state_of(runs) == "armed"
    runs.jog("axis:L", 10)
    assert (state_of(runs), "Open for a cube first" in runs.status.words) == ("armed", True)
    runs.load()
    assert {part["at"] for part in runs.status.pose if "gripper" in part} == {"open"}
    runs.jog("axis:Q", 10)
    assert (state_of(runs), "axis:L" in runs.status.words) == ("connected", True)
    runs.home()
    # A run opens the robot itself.
    runs.start()
    wait_for(lambda: state_of(runs) == "running")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("jog", {"actuator": "axis:L", "step": 101}),
        ("jog", {"actuator": "axis:L", "step": "10"}),
        ("jog", {"step": 10}),
        ("use-camera", {"camera": "the other one"}),
    ],
)
def test_a_bad_command_by_hand_is_reported(path: str, body: dict[str, object]) -> None:
    attached = AttachedRobot(SolutionPolicy(), port="sim://two-gripper?seed=1")
    app = create_app(ServerSettings(attached=attached))
    client = TestClient(app, base_url=f"http://{HOST}")
    answer = client.post(f"/robot/{path}", json=body, headers=HEADERS)
    assert (answer.status_code, "send" in answer.json()["error"]) == (400, True)


def test_another_camera_of_the_computer_is_used_from_then_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cameras = (FoundCamera(2, "HD Webcam", (640, 480), "640 x 480"),)
    monkeypatch.setattr(robot_routes, "find_cameras", lambda: cameras)
    attached = AttachedRobot(SolutionPolicy(), port="sim://two-gripper?seed=1", camera="0")
    app = create_app(ServerSettings(attached=attached))
    client = TestClient(app, base_url=f"http://{HOST}")
    (found,) = client.get("/robot/cameras", headers=HEADERS).json()["cameras"]
    assert found == {"number": 2, "name": "HD Webcam", "words": "640 x 480"}
    answer = client.post("/robot/use-camera", json={"camera": 2}, headers=HEADERS).json()
    assert "Camera 2 is used from now on" in answer["words"]
    assert attached.with_camera("2").settings(Path("run"), 0).camera == "2"


def test_an_earlier_run_of_this_robot_is_resumed(tmp_path: Path) -> None:
    profile = tmp_path / "rig.toml"
    profile.write_text("[two-gripper]\nturn = 3.5\n")
    attached = AttachedRobot(SolutionPolicy(), port=f"{PORT}earlier", rig_profile=profile)
    journal = stopped_run(attached)
    runs = RunController(attached)
    assert (state_of(runs), runs.status.resumable) == ("ready", True)
    assert "Press Resume" in runs.status.words
    runs.resume()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert state_of(runs) == "solved"
    # With the durations with which the run was started.
    (plan,) = (message for message in messages_of(runs) if message["what"] == "planned")
    assert 3.5 in [bar["seconds"] for bar in plan["bars"]]
    assert list(plan["bars"][0]) == ["row", "start", "seconds", "label", "kind"]
    assert journal == Path(list_runs(history_file())[-1].beginning.journal)
    assert not RunController(attached).status.resumable


def test_runs_of_other_robots_and_active_runs_are_not_offered() -> None:
    journal = stopped_run(AttachedRobot(SolutionPolicy(), port=f"{PORT}mine"))
    for other in (
        AttachedRobot(SolutionPolicy(), port=f"{PORT}another"),
        AttachedRobot(SolutionPolicy(), demo=DemoRobot("two-gripper", 1, 0.0, 60.0)),
    ):
        assert not RunController(other).status.resumable
    waiting = RunController(AttachedRobot(SolutionPolicy(), port=f"{PORT}mine"))
    with Journal(journal) as taken_up:
        assert not RunController(
            AttachedRobot(SolutionPolicy(), port=f"{PORT}mine")
        ).status.resumable
        taken_up.write("finished")
    assert waiting.status.resumable
    waiting.resume()
    assert "is finished" in waiting.status.words
    assert not waiting.status.resumable


def test_a_stop_before_the_robot_has_replied_is_kept(runs: RunController) -> None:
    runs.start()
    runs.stop()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert runs.status.state == RunState.STOPPED


def test_tables_that_are_built_are_shown_and_a_stop_ends_that(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    freed = Event()

    def build(metric: str, progress: Callable[[float], None]) -> None:
        progress(0.25)
        freed.wait(TIMEOUT_SECONDS)
        progress(0.5)

    monkeypatch.setattr(engine, "warm_up", build)
    monkeypatch.setattr(controller, "WORDS_SECONDS", 0.0)
    policy = SolutionPolicy(method="two-phase")
    runs = RunController(AttachedRobot(policy, port=f"{PORT}{request.node.name}"))
    runs.start()
    wait_for(lambda: "first use" in runs.status.words)
    assert runs.status.words.startswith(
        "Building the tables of two-phase (first use only): 25 %, 0 s so far."
    )
    runs.stop()
    assert state_of(runs) == "stopping"
    freed.set()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert state_of(runs) == "stopped"
    assert "before the robot was connected" in runs.status.words


def test_a_missing_robot_is_reported() -> None:
    runs = RunController(AttachedRobot(SolutionPolicy(), port="/dev/nowhere", camera="0"))
    runs.start()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert runs.status.state == RunState.STOPPED
    assert "/dev/nowhere" in runs.status.words


@pytest.mark.parametrize("button", ["start", "stop", "resume"])
def test_pages_of_other_sites_cannot_press_buttons(button: str) -> None:
    attached = AttachedRobot(SolutionPolicy(), port=f"{PORT}untouched")
    app = create_app(ServerSettings(attached=attached))
    client = TestClient(app, base_url=f"http://{HOST}")
    other_site = {**HEADERS, "Origin": "http://evil.example"}
    assert client.post(f"/robot/{button}", headers=other_site).status_code == 403
    assert client.get(f"/robot/{button}", headers=HEADERS).status_code in (404, 405)
    assert client.get("/robot/now", headers=HEADERS).json()["state"] == "ready"
    assert client.post("/robot/stop", headers=HEADERS).json()["state"] == "ready"


def test_buttons_work_in_a_browser_without_scripts() -> None:
    app = create_app(ServerSettings(attached=AttachedRobot(SolutionPolicy(), port=f"{PORT}plain")))
    client = TestClient(app, base_url=f"http://{HOST}")
    answer = client.post("/robot/stop", headers={**HEADERS, "Accept": "text/html"})
    assert 'action="/robot/stop"' in answer.text
    assert re.findall('formaction="/robot/([^"]+)"', answer.text) == ["start"]
    assert "form-action 'self'" in answer.headers["content-security-policy"]
    assert "<script" not in answer.text


def test_a_slow_browser_is_disconnected_and_does_not_block_others() -> None:
    async def lag() -> int:
        broadcaster = Broadcaster()
        with broadcaster.subscribe() as (_, queue):
            for _ in range(MAX_QUEUED + 100):
                broadcaster.publish({"what": "ended"})
            await asyncio.sleep(0)
            messages = [queue.get_nowait() for _ in range(queue.qsize())]
        assert messages.count(None) == 1
        assert messages[-1] is None
        return len(messages)

    assert run_in_thread(lag) == MAX_QUEUED + 1


def test_a_stop_waits_for_no_other_request(monkeypatch: pytest.MonkeyPatch) -> None:
    freed, waiting = Event(), Semaphore(0)

    def never_come(runs: RunController) -> tuple[bytes, ...]:
        waiting.release()
        freed.wait(TIMEOUT_SECONDS)
        return ()

    monkeypatch.setattr(RunController, "pictures", never_come)
    app = create_app(ServerSettings(attached=AttachedRobot(SolutionPolicy(), port=f"{PORT}busy")))
    with TestClient(app, base_url=f"http://{HOST}") as client, ThreadPoolExecutor(50) as pool:
        requests = [
            pool.submit(client.get, "/robot/camera.jpg", headers=HEADERS) for _ in range(50)
        ]
        for _ in range(THREADS):
            assert waiting.acquire(timeout=TIMEOUT_SECONDS)
        assert client.post("/robot/stop", headers=HEADERS).json()["state"] == "ready"
        assert not any(each.done() for each in requests)
        freed.set()


def test_the_log_for_late_subscribers_is_bounded() -> None:
    async def late() -> list[str]:
        broadcaster = Broadcaster()
        for _ in range(MAX_LOG_LENGTH + 100):
            broadcaster.publish({"what": "caught"})
        broadcaster.publish({"what": "ended"})
        broadcaster.publish({"what": "planned"})
        with broadcaster.subscribe() as (log, _):
            return [message["what"] for message in log]

    kinds = run_in_thread(late)
    assert kinds.count("caught") == MAX_LOG_LENGTH
    assert kinds[-1] == "planned"
    assert "ended" not in kinds


def test_two_robots_are_rejected(rokumen: Callable[..., CommandResult]) -> None:
    result = rokumen("serve", "--demo", "--robot=/dev/ttyUSB0")
    assert result.status == 2
    assert "/dev/ttyUSB0" in result.err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--demo", "--faults=flood@3"), "flood"),
        (("--demo", "--time-limit=2"), "--time-limit 2 needs --fastest"),
        (("--demo", "--rig-profile=/"), "/"),
    ],
)
def test_a_robot_s_options_are_checked_before_the_page_is_served(
    rokumen: Callable[..., CommandResult],
    options: tuple[str, ...],
    words: str,
) -> None:
    result = rokumen("serve", "--port=0", *options)
    assert result.status == 2
    assert words in result.err


def test_a_run_is_started_with_the_options_of_the_page(tmp_path: Path) -> None:
    profile = tmp_path / "rig.toml"
    demo = DemoRobot("flipper", 7, 0.5, 60.0, "jam_once@12")
    settings = AttachedRobot(SolutionPolicy(fastest=True), demo=demo, rig_profile=profile).settings(
        tmp_path / "run.jsonl", 2
    )
    assert settings.choice.fastest
    assert settings.rig_profile == str(profile)
    assert settings.simulated is not None
    assert (settings.simulated.seed, settings.simulated.faults) == (9, "jam_once@12")


def test_runs_of_the_page_know_where_the_cameras_look(tmp_path: Path) -> None:
    attached = AttachedRobot(SolutionPolicy(), PORT, "0,2", camera_at="UF,DR")
    assert attached.settings(tmp_path / "run.jsonl", 0).camera_at == "UF,DR"
