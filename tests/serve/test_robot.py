"""A robot's runs as the page has them: started, paused, stopped and taken up again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Semaphore
from typing import TypeVar

import pytest
from starlette.testclient import TestClient

from robot.journal import Journal
from rokumen.choice import Choice
from rokumen.history import history_file, past_runs
from rokumen.serve.app import PageSettings, page
from rokumen.serve.attached import Attached, Demo
from rokumen.serve.hearers import MOST_KEPT, MOST_WAITING, Hearers, Message
from rokumen.serve.runs import GOING, Runs, State
from tests.rokumen.conftest import Said, rokumen  # noqa: F401

Result = TypeVar("Result")
PATIENCE_SECONDS = 60
THREADS = 40  # that the server has for all requests but stops
HOST = "127.0.0.1:8000"
HEADERS = {"Origin": f"http://{HOST}", "Host": HOST, "Accept": "application/json"}
PORT = "sim://two-gripper?seed=1&scramble=R+U&name="


def wait_for(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture
def runs(request: pytest.FixtureRequest) -> Iterator[Runs]:
    """Runs of a robot in this process that takes no time."""
    runs = Runs(Attached(Choice(), port=f"{PORT}{request.node.name}"))
    yield runs
    runs.shut()


def apart(coroutine: Callable[[], Coroutine[None, None, Result]]) -> Result:
    """Run in a thread of its own: a browser that is open has a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(coroutine())).result()


def state_of(runs: Runs) -> str:
    return runs.standing.state.value


def heard_of(runs: Runs) -> list[Message]:
    async def log() -> list[Message]:
        with runs.hearers.hearing() as (said, _):
            return said

    return apart(log)


def test_a_run_ends_solved_and_is_in_the_history(runs: Runs) -> None:
    runs.start()
    wait_for(lambda: runs.standing.state not in GOING)
    assert runs.standing.state == State.SOLVED
    (run,) = past_runs(history_file())
    assert run.ending.outcome == "solved"
    assert {"robot", "planned", "read", "state"} <= {message["what"] for message in heard_of(runs)}


def test_a_paused_run_waits_and_a_stopped_one_is_resumed(runs: Runs) -> None:
    runs.start()
    wait_for(lambda: runs.standing.state == State.RUNNING)
    runs.pause()
    runs.start()
    assert state_of(runs) == "paused"
    runs.stop()
    wait_for(lambda: runs.standing.state not in GOING)
    assert state_of(runs) == "stopped"
    assert runs.standing.resumable
    runs.resume()
    wait_for(lambda: runs.standing.state not in GOING)
    assert state_of(runs) == "solved"
    one, two = past_runs(history_file())
    assert (one.ending.outcome, two.ending.outcome) == ("stopped", "solved")
    assert one.beginning.journal == two.beginning.journal


def stopped_run(attached: Attached) -> Path:
    """A run that another server began, and that was stopped."""
    runs = Runs(attached)
    runs.start()
    wait_for(lambda: runs.standing.state == State.RUNNING)
    runs.stop()
    wait_for(lambda: runs.standing.state not in GOING)
    return Path(past_runs(history_file())[-1].beginning.journal)


def test_an_earlier_run_of_this_robot_is_taken_up(tmp_path: Path) -> None:
    profile = tmp_path / "rig.toml"
    profile.write_text("[two-gripper]\nturn = 3.5\n")
    attached = Attached(Choice(), port=f"{PORT}earlier", rig_profile=profile)
    journal = stopped_run(attached)
    runs = Runs(attached)
    assert (state_of(runs), runs.standing.resumable) == ("ready", True)
    assert "or Resume" in runs.standing.words
    runs.resume()
    wait_for(lambda: runs.standing.state not in GOING)
    assert state_of(runs) == "solved"
    # With the durations that the run was begun with.
    (plan,) = (message for message in heard_of(runs) if message["what"] == "planned")
    assert 3.5 in [bar["seconds"] for bar in plan["bars"]]
    assert journal == Path(past_runs(history_file())[-1].beginning.journal)
    assert not Runs(attached).standing.resumable


def test_a_run_of_another_robot_or_one_that_goes_on_is_not_offered() -> None:
    journal = stopped_run(Attached(Choice(), port=f"{PORT}mine"))
    for other in (
        Attached(Choice(), port=f"{PORT}another"),
        Attached(Choice(), demo=Demo("two-gripper", 1, 0.0, 60.0)),
    ):
        assert not Runs(other).standing.resumable
    waiting = Runs(Attached(Choice(), port=f"{PORT}mine"))
    with Journal(journal) as taken_up:
        assert not Runs(Attached(Choice(), port=f"{PORT}mine")).standing.resumable
        taken_up.write("finished")
    assert waiting.standing.resumable
    waiting.resume()
    assert "is finished" in waiting.standing.words
    assert not waiting.standing.resumable


def test_a_stop_before_the_robot_has_answered_holds(runs: Runs) -> None:
    runs.start()
    runs.stop()
    wait_for(lambda: runs.standing.state not in GOING)
    assert runs.standing.state == State.STOPPED


def test_a_robot_that_is_not_there_is_said() -> None:
    runs = Runs(Attached(Choice(), port="/dev/nowhere", camera="0"))
    runs.start()
    wait_for(lambda: runs.standing.state not in GOING)
    assert runs.standing.state == State.STOPPED
    assert "/dev/nowhere" in runs.standing.words


@pytest.mark.parametrize("button", ["start", "stop", "resume"])
def test_no_other_page_presses_buttons(button: str) -> None:
    attached = Attached(Choice(), port=f"{PORT}untouched")
    app = page(PageSettings(attached=attached))
    client = TestClient(app, base_url=f"http://{HOST}")
    foreign = {**HEADERS, "Origin": "http://evil.example"}
    assert client.post(f"/robot/{button}", headers=foreign).status_code == 403
    assert client.get(f"/robot/{button}", headers=HEADERS).status_code in (404, 405)
    assert client.get("/robot/now", headers=HEADERS).json()["state"] == "ready"
    assert client.post("/robot/stop", headers=HEADERS).json()["state"] == "ready"


def test_buttons_answer_a_browser_without_scripts_with_words_and_buttons() -> None:
    app = page(PageSettings(attached=Attached(Choice(), port=f"{PORT}plain")))
    client = TestClient(app, base_url=f"http://{HOST}")
    answer = client.post("/robot/stop", headers={**HEADERS, "Accept": "text/html"})
    assert 'action="/robot/stop"' in answer.text
    assert "form-action 'self'" in answer.headers["content-security-policy"]
    assert "<script" not in answer.text


def test_a_browser_that_lags_is_cut_off_and_holds_nobody_up() -> None:
    async def lag() -> int:
        hearers = Hearers()
        with hearers.hearing() as (_, queue):
            for _ in range(MOST_WAITING + 100):
                hearers.tell({"what": "ended"})
            await asyncio.sleep(0)
            said = [queue.get_nowait() for _ in range(queue.qsize())]
        assert said.count(None) == 1
        assert said[-1] is None
        return len(said)

    assert apart(lag) == MOST_WAITING + 1


def test_a_stop_waits_for_no_other_request(monkeypatch: pytest.MonkeyPatch) -> None:
    freed, waiting = Event(), Semaphore(0)

    def never_comes(runs: Runs) -> bytes:
        waiting.release()
        freed.wait(PATIENCE_SECONDS)
        return b""

    monkeypatch.setattr(Runs, "picture", never_comes)
    app = page(PageSettings(attached=Attached(Choice(), port=f"{PORT}busy")))
    with TestClient(app, base_url=f"http://{HOST}") as client, ThreadPoolExecutor(50) as pool:
        asked = [pool.submit(client.get, "/robot/camera.jpg", headers=HEADERS) for _ in range(50)]
        for _ in range(THREADS):
            assert waiting.acquire(timeout=PATIENCE_SECONDS)
        assert client.post("/robot/stop", headers=HEADERS).json()["state"] == "ready"
        assert not any(each.done() for each in asked)
        freed.set()


def test_what_is_kept_for_late_comers_is_bounded() -> None:
    async def late() -> list[str]:
        hearers = Hearers()
        for _ in range(MOST_KEPT + 100):
            hearers.tell({"what": "caught"})
        hearers.tell({"what": "ended"})
        hearers.tell({"what": "planned"})
        with hearers.hearing() as (log, _):
            return [message["what"] for message in log]

    kept = apart(late)
    assert kept.count("caught") == MOST_KEPT
    assert kept[-1] == "planned"
    assert "ended" not in kept


def test_two_robots_are_refused(rokumen: Callable[..., Said]) -> None:  # noqa: F811
    said = rokumen("serve", "--demo", "--robot=/dev/ttyUSB0")
    assert said.status == 2
    assert "/dev/ttyUSB0" in said.err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--demo", "--faults=flood@3"), "flood"),
        (("--demo", "--time-limit=2"), "--time-limit 2 is for --fastest"),
        (("--demo", "--rig-profile=/"), "/"),
    ],
)
def test_a_robot_s_options_are_checked_before_the_page_is_served(
    rokumen: Callable[..., Said],  # noqa: F811
    options: tuple[str, ...],
    words: str,
) -> None:
    said = rokumen("serve", "--port=0", *options)
    assert said.status == 2
    assert words in said.err


def test_a_run_is_begun_with_the_options_of_the_page(tmp_path: Path) -> None:
    profile = tmp_path / "rig.toml"
    demo = Demo("flipper", 7, 0.5, 60.0, "jam_once@12")
    settings = Attached(Choice(fastest=True), demo=demo, rig_profile=profile).settings(
        tmp_path / "run.jsonl", 2
    )
    assert settings.choice.fastest
    assert settings.rig_profile == str(profile)
    assert settings.simulated is not None
    assert (settings.simulated.seed, settings.simulated.faults) == (9, "jam_once@12")
