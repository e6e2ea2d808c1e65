"""STOP's own entrance: it acts while everything else is held, and strangers cannot take it up."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Any

import pytest
from playwright.sync_api import expect

from rokumen.storage.runs import SolutionPolicy
from rokumen.web import app, server, stop_door
from rokumen.web.app import ServerSettings, create_app
from rokumen.web.certificate import make_certificate
from rokumen.web.robot_settings import AttachedRobot
from rokumen.web.runs import RunController
from rokumen.web.stop_door import StopDoor, StopEntrance, Stoppable
from tests.support.browser import OpenBrowser
from tests.support.robot_page import open_robot_page, wait_for_state

TIMEOUT_SECONDS = 30
STRANGER = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


@dataclass
class Robot:
    """What is stopped: `sent` and `done` tell of it, and it is done only once it `may_end`."""

    sent: Event = field(default_factory=Event)
    may_end: Event = field(default_factory=Event)
    done: Event = field(default_factory=Event)

    def act(self) -> None:
        self.may_end.wait(TIMEOUT_SECONDS)
        self.done.set()


@contextmanager
def entrance(scheme: str = "http") -> Iterator[StopEntrance]:
    secured = make_certificate("127.0.0.1", ()).context() if scheme == "https" else None
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield StopEntrance(listener, secured)


@contextmanager
def opened(scheme: str, robot: Robot) -> Iterator[StopEntrance]:
    with entrance(scheme) as at, StopDoor(at, [Stoppable(robot.sent.set, robot.act)]):
        yield at


def connect(port: int, scheme: str = "http") -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), TIMEOUT_SECONDS)
    if scheme == "http":
        return connection
    trusting = ssl._create_unverified_context()
    return trusting.wrap_socket(connection)


def press(at: StopEntrance, scheme: str = "http", path: str = "") -> int:
    """Press STOP as a page does, and return the status of the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", at.port, timeout=TIMEOUT_SECONDS)
    connection.sock = connect(at.port, scheme)
    origin = f"{scheme}://127.0.0.1:8000"
    connection.request("POST", path or at.path, headers={"Origin": origin, "Accept": "*/*"})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_press_is_answered_once_the_stop_is_sent_whatever_follows_it(scheme: str) -> None:
    robot = Robot()
    with opened(scheme, robot) as at:
        # What is to be done after each stop has not ended.
        assert [press(at, scheme) for _ in range(3)] == [200, 200, 200]
        assert robot.sent.is_set()
        assert not robot.done.is_set()
        robot.may_end.set()
        assert robot.done.wait(TIMEOUT_SECONDS)


def test_one_robot_that_fails_keeps_no_other_from_its_stop() -> None:
    robot = Robot()

    def fail() -> None:
        raise RuntimeError("no port")

    stops = [Stoppable(fail, fail), Stoppable(robot.sent.set, robot.may_end.set)]
    with entrance() as at, StopDoor(at, stops):
        assert press(at) == 200
        assert robot.sent.is_set()
        assert robot.may_end.wait(TIMEOUT_SECONDS)


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_strangers_do_not_take_up_the_entrance(
    monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    monkeypatch.setattr(stop_door, "MAX_WAITING", 10)
    robot = Robot()
    robot.may_end.set()
    with opened(scheme, robot) as at, ExitStack() as stack:
        held = []
        for sent in (STRANGER, b"POST /stop/", b"", at.path.encode()[:-1]):
            for _ in range(15):
                # Without a handshake for the silent ones.
                said = stack.enter_context(connect(at.port, scheme if sent else "http"))
                said.sendall(sent)
                held.append(said)
        assert press(at, scheme) == 200
        assert robot.sent.is_set()
        # Those that asked for something else are refused and closed, though they stay.
        for each in held[:15]:
            answer = b""
            while chunk := each.recv(4096):
                answer += chunk
            assert answer.startswith(b"HTTP/1.1 404 ")
            assert b"STOP only" in answer


@pytest.mark.parametrize("path", ["/robot/stop", "/stop/", "/stop/wrong"])
def test_who_does_not_know_the_path_stops_nothing(path: str) -> None:
    robot = Robot()
    with opened("http", robot) as at:
        assert press(at, path=path) == 404
        assert press(at, path=at.path[:-1] + chr(ord(at.path[-1]) ^ 1)) == 404
        assert press(at, path=f"{at.path}x") == 404
        with connect(at.port) as seen:
            seen.sendall(f"GET {at.path} HTTP/1.1\r\n\r\n".encode())
            assert seen.recv(4096).startswith(b"HTTP/1.1 404 ")
        assert not robot.sent.is_set()


def test_a_press_that_can_be_read_is_not_closed_for_newer_connections(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stop_door, "MAX_WAITING", 2)
    robot, holds, go_on = Robot(), Event(), Event()
    robot.may_end.set()
    serve_or_refuse = StopDoor._serve_or_refuse

    def hold(door: StopDoor, connection: socket.socket, line: bytes) -> None:
        holds.set()
        go_on.wait(TIMEOUT_SECONDS)
        serve_or_refuse(door, connection, line)

    monkeypatch.setattr(StopDoor, "_serve_or_refuse", hold)
    with opened("http", robot) as at, ExitStack() as stack:
        pressed = stack.enter_context(connect(at.port))
        stranger = stack.enter_context(connect(at.port))
        # The first one has been accepted before, and has said nothing.
        stranger.sendall(STRANGER)
        assert holds.wait(TIMEOUT_SECONDS)
        for _ in range(10):
            stack.enter_context(connect(at.port))
        pressed.sendall(f"POST {at.path} HTTP/1.1\r\n\r\n".encode())
        go_on.set()
        assert pressed.recv(4096).startswith(b"HTTP/1.1 200 ")


@dataclass
class Pages:
    """The pages with a robot, in this process; `loop` serves them."""

    address: str
    at: StopEntrance
    runs: RunController
    loop: asyncio.AbstractEventLoop

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let a handler keep the loop for the length of the block."""
        holds, go_on = Event(), Event()

        def hold() -> None:
            holds.set()
            go_on.wait(TIMEOUT_SECONDS)

        self.loop.call_soon_threadsafe(hold)
        assert holds.wait(TIMEOUT_SECONDS)
        try:
            yield
        finally:
            go_on.set()


@contextmanager
def pages(name: str, monkeypatch: pytest.MonkeyPatch, scheme: str = "http") -> Iterator[Pages]:
    made: list[Any] = []

    class KnownRuns(RunController):
        def __init__(self, attached: AttachedRobot) -> None:
            super().__init__(attached)
            made.append(self)

    class KnownServer(server.PageServer):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            made.append(asyncio.get_running_loop())
            started.set()

    monkeypatch.setattr(app, "RunController", KnownRuns)
    monkeypatch.setattr(server, "PageServer", KnownServer)
    started = Event()
    attached = AttachedRobot(SolutionPolicy(), port=f"sim://two-gripper?name={name}")
    with (
        entrance(scheme) as at,
        socket.create_server(("127.0.0.1", 0)) as listener,
    ):
        certificate = make_certificate("127.0.0.1", ()) if scheme == "https" else None
        settings = ServerSettings(attached=attached, stop_at=at)
        serving = server.make_server(create_app(settings), certificate)
        thread = Thread(target=serving.run, kwargs={"sockets": [listener]})
        thread.start()
        assert started.wait(TIMEOUT_SECONDS)
        port = listener.getsockname()[1]
        try:
            yield Pages(f"{scheme}://127.0.0.1:{port}/", at, made[0], made[1])
        finally:
            serving.should_exit = True
            thread.join()


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_stop_reaches_the_robot_while_the_loop_of_the_pages_is_held(
    scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pages(f"held-{scheme}", monkeypatch, scheme) as served:
        served.runs.connect()
        robot = served.runs._robot
        assert robot is not None
        with served.held():
            assert press(served.at, scheme) == 200
            assert robot.is_stopped_by_person


def test_a_page_is_told_of_the_entrance_and_may_ask_it_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pages("told", monkeypatch) as served:
        connection = http.client.HTTPConnection(served.address.split("/")[2])
        connection.request("GET", "/api/settings")
        answer = connection.getresponse()
        told = json.loads(answer.read())["stop"]
        assert press(served.at, path=told["path"]) == 200
        assert told["port"] == served.at.port
        policy = answer.headers["Content-Security-Policy"]
        assert f"connect-src 'self' http://127.0.0.1:{served.at.port};" in policy
        connection.close()


def test_stop_on_the_page_acts_while_the_server_answers_nothing_else(
    monkeypatch: pytest.MonkeyPatch, browser: OpenBrowser
) -> None:
    with pages("page", monkeypatch) as served:
        page = open_robot_page(browser(), served.address)
        page.click("#connect")
        wait_for_state(page, "connected")
        robot = served.runs._robot
        assert robot is not None
        with served.held():
            page.keyboard.press("Escape")
            expect(page.locator("#words")).to_have_text("STOP was sent to the robot.")
            assert robot.is_stopped_by_person
        wait_for_state(page, "ready")
        expect(page.locator("#words")).to_contain_text("Stopped.")
        page.context.close()


def test_stop_on_the_page_acts_where_its_own_entrance_cannot_be_reached(
    monkeypatch: pytest.MonkeyPatch, browser: OpenBrowser
) -> None:
    with pages("firewall", monkeypatch) as served:
        page = open_robot_page(browser(), served.address)
        # As behind a firewall: no answer at all.
        page.route(f"**{served.at.path}", lambda route: None)
        page.click("#connect")
        wait_for_state(page, "connected")
        page.click("#stop")
        wait_for_state(page, "ready")
        expect(page.locator("#words")).to_contain_text("Stopped.")
        page.context.close()
