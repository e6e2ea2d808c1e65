"""STOP's own entrance: it acts while everything else is held, and strangers cannot take it up."""

from __future__ import annotations

import asyncio
import ctypes
import http.client
import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from struct import pack
from threading import Event, Thread
from typing import Any

import pytest
from playwright.sync_api import expect

from rokumen.storage.runs import RunSettings, SolutionPolicy
from rokumen.web import app, server
from rokumen.web.app import ServerSettings, create_app
from rokumen.web.certificate import make_certificate
from rokumen.web.robot_settings import AttachedRobot
from rokumen.web.runs import RunController
from rokumen.web.stop_door import StopDoor, StopEntrance, Stoppable
from rokumen.web.stop_worker import MAX_WAITING
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
    secured = make_certificate("127.0.0.1", ()) if scheme == "https" else None
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield StopEntrance(listener, secured)


@contextmanager
def opened(scheme: str, robot: Robot) -> Iterator[StopEntrance]:
    with served(scheme, robot) as (at, _):
        yield at


@contextmanager
def served(scheme: str, robot: Robot) -> Iterator[tuple[StopEntrance, StopDoor]]:
    """Yield an entrance, and what serves it."""
    with entrance(scheme) as at, StopDoor(at, [Stoppable(robot.sent.set, robot.act)]) as door:
        yield at, door


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
def test_strangers_do_not_take_up_the_entrance(scheme: str) -> None:
    robot = Robot()
    robot.may_end.set()
    with opened(scheme, robot) as at, ExitStack() as stack:
        held = []
        for sent, count in (
            (STRANGER, 15),
            (b"POST /stop/", 15),
            (b"", MAX_WAITING),
            (at.path.encode()[:-1], 15),
        ):
            for _ in range(count):
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
        # The oldest of those that say nothing more made way.
        assert held[15].recv(4096) == b""


def test_silent_connections_do_not_close_a_press_in_its_handshake() -> None:
    robot = Robot()
    robot.may_end.set()
    with opened("https", robot) as at, ExitStack() as stack:
        arriving, leaving = ssl.MemoryBIO(), ssl.MemoryBIO()
        secured = ssl._create_unverified_context().wrap_bio(arriving, leaving)
        pressing = stack.enter_context(connect(at.port))
        with pytest.raises(ssl.SSLWantReadError):
            secured.do_handshake()
        pressing.sendall(leaving.read())
        # The server has answered, and waits for the rest.
        answered = pressing.recv(65536)
        for _ in range(MAX_WAITING + 50):
            stack.enter_context(connect(at.port))
        arriving.write(answered)
        while True:
            try:
                secured.do_handshake()
                break
            except ssl.SSLWantReadError:
                arriving.write(pressing.recv(65536))
        secured.write(f"POST {at.path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        pressing.sendall(leaving.read())
        arriving.write(pressing.recv(65536))
        assert secured.read(12) == b"HTTP/1.1 200"
        assert robot.sent.is_set()


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


def pid_of(door: StopDoor) -> int:
    assert door._process is not None
    return door._process.pid


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_press_that_can_be_read_is_not_closed_for_newer_connections(scheme: str) -> None:
    robot = Robot()
    robot.may_end.set()
    with served(scheme, robot) as (at, door), ExitStack() as stack:
        pressed = stack.enter_context(connect(at.port, scheme))
        for _ in range(MAX_WAITING - 2):
            stack.enter_context(connect(at.port))
        # They have been accepted before this one, which takes the last place for a moment.
        assert press(at, scheme, path="/") == 404
        os.kill(pid_of(door), signal.SIGSTOP)
        for _ in range(10):
            stack.enter_context(connect(at.port))
        pressed.sendall(f"POST {at.path} HTTP/1.1\r\n\r\n".encode())
        os.kill(pid_of(door), signal.SIGCONT)
        assert pressed.recv(4096).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_strangers_that_send_anything_and_reset_do_not_end_the_process(scheme: str) -> None:
    chance = Random(1)
    robot = Robot()
    robot.may_end.set()
    with served(scheme, robot) as (at, door):
        assert press(at, scheme, path="/") == 404
        before = pid_of(door)
        for is_held in (True, False):
            if is_held:  # accepted only once they were reset
                os.kill(before, signal.SIGSTOP)
            for number in range(60):
                sent = (b"", b"\x16\x03\x01", chance.randbytes(4000))[number % 3]
                with connect(at.port) as stranger:
                    stranger.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, pack("ii", 1, 0))
                    with suppress(ConnectionError):
                        stranger.sendall(sent)
            os.kill(before, signal.SIGCONT)
            assert press(at, scheme) == 200
        assert pid_of(door) == before


@pytest.mark.skipif(sys.platform != "linux", reason="counts what /proc tells of a process")
def test_connections_that_were_closed_at_once_take_no_place() -> None:
    robot = Robot()
    robot.may_end.set()
    with served("https", robot) as (at, door):
        assert press(at, "https", path="/") == 404
        descriptors = f"/proc/{pid_of(door)}/fd"
        before = len(os.listdir(descriptors))
        os.kill(pid_of(door), signal.SIGSTOP)
        for _ in range(4 * MAX_WAITING):
            connect(at.port).close()
        os.kill(pid_of(door), signal.SIGCONT)
        statuses: list[int] = []
        pressing = Thread(target=lambda: statuses.append(press(at, "https")))
        pressing.start()
        most = before
        while pressing.is_alive():
            most = max(most, len(os.listdir(descriptors)))
            pressing.join(0.001)
        assert statuses == [200]
        assert most <= before + MAX_WAITING


# Presses, with a byte to standard output once the port has refused a stranger meanwhile, and has
# taken the connection of the press; then says what was answered to it.
_CLIENT = """
import os, select, socket, ssl, sys
port, scheme, path = int(sys.argv[1]), sys.argv[2], sys.argv[3]
def connect():
    made = socket.create_connection(("127.0.0.1", port), 30)
    return made if scheme == "http" else ssl._create_unverified_context().wrap_socket(made)
sys.stdin.readline()
try:
    stranger = connect()
    stranger.sendall(b"GET / HTTP/1.1\\r\\n\\r\\n")
    seen = stranger.recv(4096).split()[1].decode()
    press = connect()
    press.sendall(f"POST {path} HTTP/1.1\\r\\n\\r\\n".encode())
    early = bool(select.select([press], [], [], 0.1)[0])
finally:
    os.write(1, b".")
print(seen, early, press.recv(4096).split()[1].decode())
"""


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_presses_are_taken_while_the_interpreter_of_the_pages_is_held(scheme: str) -> None:
    robot = Robot()
    with opened(scheme, robot) as at:
        assert press(at, scheme, path="/") == 404  # the process has started
        command = [sys.executable, "-c", _CLIENT, str(at.port), scheme, at.path]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as client:
            assert client.stdin is not None
            assert client.stdout is not None
            client.stdin.write(b"\n")
            client.stdin.flush()
            # A call that does not let the other threads run, until the client has said something.
            ctypes.PyDLL(None).read(client.stdout.fileno(), ctypes.create_string_buffer(1), 1)
            # The stranger was refused, and the press was not answered before it could be sent.
            assert client.stdout.read().split() == [b"404", b"False", b"200"]
        assert robot.sent.is_set()


def test_another_process_takes_the_place_of_one_that_was_killed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    robot = Robot()
    with served("https", robot) as (at, door):
        assert press(at, "https", path="/") == 404
        os.kill(pid_of(door), signal.SIGKILL)
        assert _pressed_again(at) == 200
        assert robot.sent.is_set()
        assert "another one is started" in caplog.text


def _pressed_again(at: StopEntrance) -> int:
    """Press by new connections until one is not reset by the end of a process."""
    while True:
        with suppress(ConnectionError, http.client.HTTPException):
            return press(at, "https")


def test_the_process_ends_when_the_server_is_killed() -> None:
    source = """
import socket, time
from rokumen.web.stop_door import StopDoor, StopEntrance
with socket.create_server(("127.0.0.1", 0)) as listener:
    with StopDoor(StopEntrance(listener), []):
        print(listener.getsockname()[1], flush=True)
        time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", source], stdout=subprocess.PIPE) as killed:
        assert killed.stdout is not None
        port = int(killed.stdout.readline())
        with connect(port) as stranger:
            stranger.sendall(STRANGER)
            assert stranger.recv(4096).startswith(b"HTTP/1.1 404 ")
        killed.kill()
    assert _listens_no_more(port)


def _listens_no_more(port: int) -> bool:
    until = time.monotonic() + TIMEOUT_SECONDS
    while time.monotonic() < until:
        try:
            connect(port).close()
        except ConnectionRefusedError:
            return True
        except ConnectionResetError:
            pass
        time.sleep(0.01)
    return False


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
    attached = AttachedRobot(RunSettings(SolutionPolicy(), port=f"sim://two-gripper?name={name}"))
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
