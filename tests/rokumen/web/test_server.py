"""A flooded server still serves requests, and STOP still works."""

from __future__ import annotations

import http.client
import logging
import os
import resource
import select
import socket
import ssl
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from queue import Queue
from threading import Event, Thread
from urllib.parse import urlsplit

import pytest
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from rokumen.storage.runs import RunSettings, SolutionPolicy
from rokumen.web import app, arrivals, guards, json_messages, server
from rokumen.web.app import STATIC, ServerSettings, create_app
from rokumen.web.certificate import Certificate, make_certificate
from rokumen.web.guards import LoadGuard
from rokumen.web.robot_settings import AttachedRobot
from tests.support.processes import end, start

TIMEOUT_SECONDS = 30
CLOSE_1007 = b"\x03\xef"  # the code for text that is not UTF-8
Address = tuple[str, int]


@pytest.fixture
def address(request: pytest.FixtureRequest) -> Iterator[Address]:
    """Serve the pages with a robot that is never opened; yield the address."""
    with served(request.node.name) as found:
        yield found


@pytest.fixture
def secured_address(request: pytest.FixtureRequest) -> Iterator[Address]:
    """Serve the same pages by https."""
    with served(request.node.name, make_certificate("127.0.0.1", ())) as found:
        yield found


@contextmanager
def served(
    name: str, secured: Certificate | None = None, listener: socket.socket | None = None
) -> Iterator[Address]:
    attached = AttachedRobot(RunSettings(SolutionPolicy(), port=f"sim://two-gripper?name={name}"))
    serving = server.make_server(create_app(ServerSettings(attached=attached)), secured)
    with listener or socket.create_server(("127.0.0.1", 0)) as listener:
        thread = Thread(target=serving.run, kwargs={"sockets": [listener]})
        thread.start()
        yield listener.getsockname()
        serving.should_exit = True
        thread.join()


def ask(
    address: Address, method: str, path: str, scheme: str = "http", body: str | None = None
) -> int:
    connection = http.client.HTTPConnection(*address, timeout=TIMEOUT_SECONDS)
    if scheme == "https":
        trusting = ssl._create_unverified_context()
        connection = http.client.HTTPSConnection(
            *address, timeout=TIMEOUT_SECONDS, context=trusting
        )
    origin = f"{scheme}://{address[0]}:{address[1]}"
    connection.request(method, path, body, headers={"Origin": origin, "Connection": "close"})
    return connection.getresponse().status


def _other_port(pid: int, port: int) -> int:
    """Return the other port on which a process listens (Linux)."""
    own = set()
    for each in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # it was closed meanwhile
            own.add(os.readlink(each))
    rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    listening = "0A"
    ports = {
        int(row[1].split(":")[1], 16)
        for row in rows
        if row[3] == listening and f"socket:[{row[9]}]" in own
    }
    (other,) = ports - {port}
    return other


def closed(connections: list[socket.socket], count: int) -> None:
    """Wait until the server has closed `count` of the connections."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while len(select.select(connections, [], [], 0.05)[0]) < count:
        assert time.monotonic() < deadline


def test_stop_works_while_hundreds_of_requests_are_half_sent(address: Address) -> None:
    with ExitStack() as stack:
        half_sent = []
        for number in range(300):
            connection = stack.enter_context(socket.create_connection(address))
            connection.sendall(
                b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                if number % 2
                else b"POST /robot/stop HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n1"
            )
            half_sent.append(connection)
        assert ask(address, "POST", "/robot/stop") == 200
        assert ask(address, "GET", "/") == 200
        closed(half_sent, 300 - arrivals.MAX_WAITING)


def test_no_connection_that_can_be_read_is_closed_for_newer_ones(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrivals, "MAX_WAITING", 5)
    with ExitStack() as stack, socket.create_server(("127.0.0.1", 0), backlog=400) as listener:
        asked = []
        for _ in range(300):
            connection = stack.enter_context(socket.create_connection(listener.getsockname()))
            connection.sendall(b"GET /robot/now HTTP/1.1\r\nHost: localhost\r\n\r\n")
            asked.append(connection)
        # Each of them waits in the system's queue before the first is accepted, and stays open.
        stack.enter_context(served(request.node.name, listener=listener))
        for connection in asked:
            connection.settimeout(TIMEOUT_SECONDS)
            # More than MAX_REQUESTS at once are told to try again, which is an answer too.
            assert connection.recv(12) in (b"HTTP/1.1 200", b"HTTP/1.1 503")


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"GET / HTTP/1.1\r\nHost: evil.example\r\n", b"421"),
        (b"POST /robot/stop HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n", b"403"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999\r\n", b"413"),
    ],
)
def test_a_refused_request_is_not_kept_alive(address: Address, head: bytes, status: bytes) -> None:
    with socket.create_connection(address, TIMEOUT_SECONDS) as connection:
        connection.sendall(head + b"\r\n")
        answer = b""
        while chunk := connection.recv(4096):
            answer += chunk
    assert answer.startswith(b"HTTP/1.1 " + status)


def test_nothing_is_parsed_or_compressed_on_the_loop(
    address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other requests are served while a thread parses, and another one compresses."""
    began, go_on = Queue[str](), Event()

    def held(name: str) -> Callable[..., bytes]:
        def work(*_: object) -> bytes:
            began.put(name)
            go_on.wait(TIMEOUT_SECONDS)
            return b""

        return work

    monkeypatch.setattr(json_messages, "parse_json", held("parse"))
    monkeypatch.setattr(app, "_compressed_once", held("compress"))
    host = f"{address[0]}:{address[1]}".encode()
    head = b" HTTP/1.1\r\nHost: %b\r\nOrigin: http://%b\r\n" % (host, host)
    with ExitStack() as stack:
        for sent in (
            b"POST /api/solve" + head + b"Content-Length: 2\r\n\r\n{}",
            *[b"GET /styles/page.css" + head + b"Accept-Encoding: gzip\r\n\r\n"] * 3,
        ):
            connection = stack.enter_context(socket.create_connection(address, TIMEOUT_SECONDS))
            connection.sendall(sent)
        assert {began.get(timeout=TIMEOUT_SECONDS) for _ in range(2)} == {"parse", "compress"}
        assert ask(address, "POST", "/robot/stop") == 200
        # One of those that asked for the file compresses it.
        assert began.empty()
        go_on.set()


@pytest.mark.parametrize("sent", [b"", b"\x16\x03\x01"])  # nothing, and a handshake's beginning
def test_stop_works_by_https_while_hundreds_of_handshakes_do_not_end(
    secured_address: Address, sent: bytes
) -> None:
    with ExitStack() as stack:
        silent = []
        for _ in range(300):
            connection = stack.enter_context(socket.create_connection(secured_address))
            connection.sendall(sent)
            silent.append(connection)
        assert ask(secured_address, "POST", "/robot/stop", "https") == 200
        closed(silent, 300 - arrivals.MAX_WAITING)


def test_a_handshake_that_does_not_end_times_out(
    secured_address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrivals, "REQUEST_SECONDS", 0.2)
    with socket.create_connection(secured_address, TIMEOUT_SECONDS) as connection:
        connection.sendall(b"\x16")
        closed([connection], 1)


@pytest.mark.skipif(sys.platform != "linux", reason="the limits of another process are Linux's")
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_stop_works_where_silent_connections_have_taken_all_descriptors(scheme: str) -> None:
    options = ["--demo", "--port=0", "--token=" if scheme == "http" else "--phone"]
    with start("serve", *options, "--host=127.0.0.1") as process, ExitStack() as stack:
        assert process.stdout is not None
        parts = urlsplit(process.stdout.readline())
        assert parts.port is not None
        address = ("127.0.0.1", parts.port)
        status = 200 if scheme == "http" else 401  # no token is sent
        assert ask(address, "POST", "/robot/stop", scheme) == status
        # A path that is wrong is answered as well.
        own = (address[0], _other_port(process.pid, address[1]))
        assert ask(own, "POST", "/stop/wrong", scheme) == 404
        # Fewer than the connections that may wait.
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (48, 48))
        for _ in range(200):
            stack.enter_context(socket.create_connection(address))
        assert ask(address, "POST", "/robot/stop", scheme) == status
        assert ask(own, "POST", "/stop/wrong", scheme) == 404
        for _ in range(200):
            stack.enter_context(socket.create_connection(own))
        assert ask(own, "POST", "/stop/wrong", scheme) == 404
        end(process)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\n",
        b"POST /robot/stop HTTP/1.1\r\nHost: evil\r\nContent-Length: 10\r\n\r\n1",
    ],
)
def test_an_incomplete_request_times_out(
    address: Address, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(arrivals, "REQUEST_SECONDS", 0.2)
    with socket.create_connection(address, TIMEOUT_SECONDS) as connection:
        connection.sendall(sent)
        closed([connection], 1)


def test_an_incomplete_body_times_out(address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards, "BODY_SECONDS", 0.1)
    host = f"{address[0]}:{address[1]}".encode()
    with socket.create_connection(address, TIMEOUT_SECONDS) as connection:
        head = b"POST /api/solve HTTP/1.1\r\nHost: %b\r\nOrigin: http://%b\r\n" % (host, host)
        connection.sendall(head + b"Content-Length: 10\r\n\r\n1")
        assert connection.recv(1000).startswith(b"HTTP/1.1 408 ")


def test_invalid_messages_leave_no_traceback(
    address: Address, caplog: pytest.LogCaptureFixture
) -> None:
    logger = logging.getLogger("uvicorn.error")
    logger.addHandler(caplog.handler)
    host = f"{address[0]}:{address[1]}".encode()
    head = b"Host: %b\r\nOrigin: http://%b\r\n" % (host, host)
    upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    key = b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    not_utf_8 = b"\x81\x81\0\0\0\0\xff"  # a text frame
    with socket.create_connection(address, TIMEOUT_SECONDS) as connection:
        connection.sendall(b"GET /api/scan HTTP/1.1\r\n" + head + upgrade + key)
        assert connection.recv(65_536).startswith(b"HTTP/1.1 101 ")
        connection.sendall(not_utf_8)
        while (data := connection.recv(65_536)) and CLOSE_1007 not in data:
            pass
    with socket.create_connection(address, TIMEOUT_SECONDS) as connection:
        request = b"POST /api/solve HTTP/1.1\r\n" + head + b"Content-Length: 9\r\n\r\n{"
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(65_536):
            pass
    assert ask(address, "GET", "/") == 200
    logger.removeHandler(caplog.handler)
    assert [record.message for record in caplog.records if "UTF-8" in record.message]
    assert not any(record.exc_info for record in caplog.records)


def test_an_unread_answer_times_out(address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrivals, "REQUEST_SECONDS", 0.2)
    largest = max(STATIC.rglob("*.js"), key=lambda path: path.stat().st_size)
    count = 50_000_000 // largest.stat().st_size
    request = f"GET /{largest.relative_to(STATIC)} HTTP/1.1\r\nHost: localhost\r\n\r\n"
    received = 0
    with socket.create_connection(address, TIMEOUT_SECONDS) as connection:
        connection.sendall(request.encode() * count)
        time.sleep(2)  # ten times what the server waits
        with suppress(ConnectionResetError):
            while chunk := connection.recv(65_536):
                received += len(chunk)
    assert received < 50_000_000 / 2


def test_excess_requests_are_rejected_but_never_a_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards, "MAX_REQUESTS", 1)
    monkeypatch.setattr(guards, "MAX_SOCKETS", 0)
    arrived, answer = Event(), Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == "/slow":
            arrived.set()
            answer.wait(TIMEOUT_SECONDS)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body"})

    guarded = TestClient(LoadGuard(app, always=["/stop"]))
    slow = Thread(target=guarded.get, args=("/slow",))
    slow.start()
    assert arrived.wait(TIMEOUT_SECONDS)
    assert TestClient(guarded.app).get("/").status_code == 503
    assert TestClient(guarded.app).post("/stop").status_code == 200
    answer.set()
    slow.join()
    assert TestClient(guarded.app).get("/").status_code == 200
    with pytest.raises(WebSocketDisconnect), guarded.websocket_connect("/"):
        pass
