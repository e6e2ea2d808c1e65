"""The routes of the robot page: buttons, options, moves by hand, and what is refused.

What the pages are told of a run, and how it reaches several browsers.
"""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Semaphore

import pytest

from files.wording import capital
from robot.planning.robot_state import home_state, views_from
from robot.rigs.camera_places import with_cameras
from robot.rigs.registry import load_rig
from rokumen.devices.discovery import FoundCamera
from rokumen.jobs.events import PictureTaken, PlacesLearnt
from rokumen.storage.runs import RunSettings, SolutionPolicy
from rokumen.web import robot_routes
from rokumen.web.app import ServerSettings
from rokumen.web.event_encoding import encode_event
from rokumen.web.robot_settings import AttachedRobot, DemoRobot
from rokumen.web.run_messages import MAX_LOG_LENGTH, MAX_QUEUED, Broadcaster, Message
from rokumen.web.runs import RunController
from tests.support.browser import run_in_thread
from tests.support.command_line import Rokumen
from tests.support.page_client import page_client
from tests.support.served_robot import PORT, TIMEOUT_SECONDS

THREADS = 40  # of the server for all requests except stops


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
    attached = AttachedRobot(RunSettings(SolutionPolicy(), port="sim://two-gripper?seed=1"))
    client = page_client(ServerSettings(attached=attached))
    answer = client.post(f"/robot/{path}", json=body)
    assert (answer.status_code, "send" in answer.json()["error"]) == (400, True)


def test_only_a_run_of_the_history_is_verified() -> None:
    client = page_client(ServerSettings())
    for query, status, words in (
        ("", 400, "?run="),
        ("?run=x", 400, "?run="),
        ("?run=7", 404, "no run 7"),
    ):
        answer = client.get(f"/robot/verify{query}")
        assert (answer.status_code, words in answer.json()["error"]) == (status, True)


def test_another_camera_of_the_computer_is_used_from_then_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cameras = (FoundCamera(2, "HD Webcam", (640, 480), "640 x 480"),)
    monkeypatch.setattr(robot_routes, "find_cameras", lambda: cameras)
    attached = AttachedRobot(
        RunSettings(SolutionPolicy(), port="sim://two-gripper?seed=1", camera="0")
    )
    client = page_client(ServerSettings(attached=attached))
    (found,) = client.get("/robot/cameras").json()["cameras"]
    assert found == {"number": 2, "name": "HD Webcam", "words": "640 x 480"}
    answer = client.post("/robot/use-camera", json={"camera": 2}).json()
    assert "Camera 2 is used from now on" in answer["words"]
    assert attached.with_camera("2").settings(Path("run"), 0).camera == "2"


@pytest.mark.parametrize("button", ["start", "stop", "resume"])
def test_pages_of_other_sites_cannot_press_buttons(button: str) -> None:
    attached = AttachedRobot(RunSettings(SolutionPolicy(), port=f"{PORT}untouched"))
    client = page_client(ServerSettings(attached=attached))
    other_site = {"Origin": "http://evil.example"}
    assert client.post(f"/robot/{button}", headers=other_site).status_code == 403
    assert client.get(f"/robot/{button}").status_code in (404, 405)
    assert client.get("/robot/now").json()["state"] == "ready"
    assert client.post("/robot/stop").json()["state"] == "ready"


def test_buttons_work_in_a_browser_without_scripts() -> None:
    client = page_client(
        ServerSettings(attached=AttachedRobot(RunSettings(SolutionPolicy(), port=f"{PORT}plain")))
    )
    answer = client.post("/robot/stop", headers={"Accept": "text/html"})
    assert 'action="/robot/stop"' in answer.text
    assert re.findall('formaction="/robot/([^"]+)"', answer.text) == ["start"]
    assert "form-action 'self'" in answer.headers["content-security-policy"]
    assert "<script" not in answer.text


def test_without_a_robot_the_simulator_is_offered_and_what_it_cannot_be_is_said() -> None:
    client = page_client()
    plain = client.get("/robot/now", headers={"Accept": "text/html"}).text
    assert re.findall('formaction="/robot/([^"]+)">([^<]+)', plain) == [
        ("start", "Try the simulator")
    ]
    assert "<code>rokumen serve --robot" in plain
    for fields, words in (
        ({"rig": "eight-gripper"}, "two-gripper"),
        ({"jams": "101"}, "not a number from 0 to 100"),
        ({"pace": "fast"}, "not a number from 0.1 to 1000"),
    ):
        answer = client.post("/robot/start", data=fields).json()
        assert (answer["state"], words in answer["words"]) == ("none", True)
    # Without one nothing is connected, nor looked at.
    for press in ("connect", "home", "resume", "stop"):
        assert client.post(f"/robot/{press}").json()["state"] == "none"
    assert client.get("/robot/camera.jpg").status_code == 204


def test_a_stop_waits_for_no_other_request(monkeypatch: pytest.MonkeyPatch) -> None:
    freed, waiting = Event(), Semaphore(0)

    def never_come(runs: RunController) -> tuple[bytes, ...]:
        waiting.release()
        freed.wait(TIMEOUT_SECONDS)
        return ()

    monkeypatch.setattr(RunController, "pictures", never_come)
    attached = AttachedRobot(RunSettings(SolutionPolicy(), port=f"{PORT}busy"))
    settings = ServerSettings(attached=attached)
    with page_client(settings) as client, ThreadPoolExecutor(50) as pool:
        requests = [pool.submit(client.get, "/robot/camera.jpg") for _ in range(50)]
        for _ in range(THREADS):
            assert waiting.acquire(timeout=TIMEOUT_SECONDS)
        assert client.post("/robot/stop").json()["state"] == "ready"
        assert not any(each.done() for each in requests)
        freed.set()


def test_two_robots_are_rejected(rokumen: Rokumen) -> None:
    result = rokumen("serve", "--demo", "--robot=/dev/ttyUSB0")
    assert result.status == 2
    assert "/dev/ttyUSB0" in result.err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--demo", "--faults=flood@3"), "flood"),
        (("--demo", "--durations=/"), "/"),
    ],
)
def test_a_robot_s_options_are_checked_before_the_page_is_served(
    rokumen: Rokumen,
    options: tuple[str, ...],
    words: str,
) -> None:
    result = rokumen("serve", "--port=0", *options)
    assert result.status == 2
    assert words in result.err


def test_a_run_is_started_with_the_options_of_the_page(tmp_path: Path) -> None:
    profile = tmp_path / "rig.toml"
    demo = DemoRobot("flipper", 7, 0.5, 60.0, "jam_once@12")
    settings = AttachedRobot(
        RunSettings(SolutionPolicy(fastest=True), durations=str(profile)), demo=demo
    ).settings(tmp_path / "run.jsonl", 2)
    assert settings.choice.fastest
    assert settings.durations == str(profile)
    assert settings.simulated is not None
    assert (settings.simulated.seed, settings.simulated.faults) == (9, "jam_once@12")


def test_runs_of_the_page_know_where_the_cameras_look(tmp_path: Path) -> None:
    attached = AttachedRobot(RunSettings(SolutionPolicy(), PORT, "0,2", camera_at="UF,DR"))
    assert attached.settings(tmp_path / "run.jsonl", 0).camera_at == "UF,DR"


def test_words_begin_with_a_capital_but_addresses_are_as_they_are() -> None:
    assert capital("no cube face found") == "No cube face found"
    assert capital("http://desk/camera: no picture") == "http://desk/camera: no picture"


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


def test_the_log_for_late_subscribers_is_bounded() -> None:
    async def late() -> list[Message]:
        broadcaster = Broadcaster()
        for _ in range(MAX_LOG_LENGTH + 100):
            broadcaster.publish({"what": "failed"})
        broadcaster.publish({"what": "ended"})
        broadcaster.publish({"what": "planned"})
        with broadcaster.subscribe() as (log, _):
            return log

    log = run_in_thread(late)
    kinds = [message["what"] for message in log]
    # What is no longer there is counted all the same.
    assert log[-1]["counts"] == {"began": 0, "jams": MAX_LOG_LENGTH + 100, "retries": 0, "plans": 1}
    assert kinds.count("failed") == MAX_LOG_LENGTH
    assert kinds[-1] == "planned"
    assert "ended" not in kinds


RIG = load_rig("two-gripper")


def test_pictures_count_by_the_faces_that_were_shown() -> None:
    rig = with_cameras(RIG, ("URF",))
    views = views_from(rig, home_state(rig))
    message = encode_event(PictureTaken(views, 3), rig)
    assert (message["what"], message["shown"]) == ("looked", 3)
    assert message["words"] == "3 of 6 faces shown; now the right, front"


def test_learnt_places_are_no_picture() -> None:
    message = encode_event(PlacesLearnt(("URF", "D")), RIG)
    assert message == {"what": "learnt", "words": "The cameras look at URF and D"}
