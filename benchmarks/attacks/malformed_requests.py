"""Requests and socket messages that no browser sends, to a server with a simulated robot."""

from __future__ import annotations

import base64
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO
from urllib.parse import urlsplit

from benchmarks.attacks import valid_files
from benchmarks.attacks.isolation import (
    HANG,
    JSON,
    MAX_BYTES,
    MAX_SECONDS,
    MEMORY,
    STATUS,
    TRACEBACK,
    Attack,
    is_strict_json_lines,
)
from benchmarks.attacks.mutation import MALFORMED_VALUES, malformed_value, mutate
from benchmarks.harness.progress import Progress
from benchmarks.support.own_folders import own_folders

REQUESTS = "requests"
TOKEN = "open-sesame-12"

# After each group of this number of requests the page is opened, a run is started and stopped.
CHECK_EVERY = 250
MAX_STOP_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Target:
    """A route of the server: how it is asked rightly. `frames` are messages of a socket."""

    method: str
    path: str
    body: bytes = b""
    frames: tuple[bytes, ...] = ()


def _targets() -> tuple[Target, ...]:
    solve = json.dumps({"cube": "R U F2", "method": "lbl"}).encode()
    look, start = b'{"do": "look"}', b'{"do": "start"}'
    film = b'{"do": "begin", "solved": true}'
    return (
        Target("GET", "/"),
        Target("GET", "/robot.html"),
        Target("GET", "/api/settings"),
        Target("POST", "/api/solve", solve),
        Target("GET", "/api/profiles"),
        Target("POST", "/api/profiles", b'{"camera": "0", "name": ""}'),
        Target("GET", "/robot/history"),
        Target("GET", "/robot/now"),
        Target("GET", "/robot/camera.jpg"),
        Target("POST", "/robot/pause"),
        Target("POST", "/robot/go-on"),
        Target("GET", "/api/puzzles"),
        Target("GET", "/api/scan", frames=(look, start, valid_files.picture(".jpg"))),
        Target("POST", "/api/photographs", valid_files.picture(".jpg")),
        Target("POST", "/api/photographs/read", b'{"set": "", "scheme": "", "not_mirrored": true}'),
        Target("GET", "/api/colours", frames=(start, valid_files.picture(".jpg"))),
        Target("GET", "/api/film", frames=(film, valid_files.picture(".jpg"))),
        Target("GET", "/robot/events", frames=(b"{}",)),
    )


class Server:
    """`rokumen serve --demo` as a process of its own."""

    def __init__(self, process: subprocess.Popen[str], port: int, err: IO[bytes]) -> None:
        self.port = port
        self._process = process
        self._err = err
        self._read = 0

    def new_errors(self) -> str:
        """Return what the server has printed on its standard error since the last call."""
        self._err.seek(self._read)
        text = self._err.read()
        self._read += len(text)
        return text.decode(errors="replace")

    @property
    def peak_bytes(self) -> int:
        """Return the most memory that the server had at once."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        return int(found[1]) * 1024 if found else 0

    def headers(self, scheme: str = "http") -> dict[str, str]:
        """Return what a request from the server's own page has."""
        host = f"127.0.0.1:{self.port}"
        return {"Host": host, "Origin": f"{scheme}://{host}", "Authorization": f"Bearer {TOKEN}"}

    def request(self, method: str, path: str, patience: float = MAX_SECONDS) -> int:
        """Send a right request and return the status of the answer. Raises OSError."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience)
        try:
            connection.request(method, path, headers=self.headers())
            answer = connection.getresponse()
            answer.read()
            return answer.status
        finally:
            connection.close()


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Server]:
    """Start the server, with more options; it ends with the block."""
    environment = os.environ | own_folders(folder)
    with TemporaryFile() as err:
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "rokumen",
                "serve",
                "--port=0",
                "--demo",
                "--seed=1",
                f"--token={TOKEN}",
                *options,
            ],
            stdout=subprocess.PIPE,
            stderr=err,
            text=True,
            env=environment,
            start_new_session=True,
        )
        assert process.stdout is not None
        try:
            port = urlsplit(process.stdout.readline()).port or 0
            yield Server(process, port, err)
        finally:
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(MAX_SECONDS)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            process.stdout.close()


def attack_server(count: int, seed: int, progress: Progress) -> tuple[list[Attack], list[float]]:
    """Send `count` malformed requests to one server.

    Returns the attacks, and the seconds after which each press of STOP was answered meanwhile.
    """
    targets = _targets()
    attacks: list[Attack] = []
    stops: list[float] = []
    with TemporaryDirectory(prefix="rokumen-attack-") as folder, serving(Path(folder)) as server:
        for number in progress.each(REQUESTS, range(count)):
            chance = Random(f"{seed} {REQUESTS} {number}")
            attacks.append(_attack(server, chance.choice(targets), number, chance))
            if number % CHECK_EVERY == CHECK_EVERY - 1 or number == count - 1:
                stops.append(_stop_run(server))
    return attacks, stops


def _attack(server: Server, target: Target, number: int, chance: Random) -> Attack:
    data = _request(target, server, chance)
    began = time.monotonic()
    answer, hung = _exchange(server.port, data, target.frames, chance)
    seconds = time.monotonic() - began
    errors = server.new_errors()
    failures = [HANG] if hung else []
    if "Traceback (most recent call last)" in errors:
        failures.append(TRACEBACK)
    if answer.startswith(b"HTTP/1.1 5"):
        failures.append(STATUS)
    if b"application/json" in answer and not is_strict_json_lines(body_of(answer)):
        failures.append(JSON)
    peak = server.peak_bytes
    if peak > MAX_BYTES:
        failures.append(MEMORY)
    detail = f"{data[:400]!r}\n{answer[:300]!r}\n{errors[-2000:]}" if failures else ""
    shown = f"{target.method} {target.path}"
    return Attack(REQUESTS, number, shown, tuple(failures), seconds, peak, detail)


def _request(target: Target, server: Server, chance: Random) -> bytes:
    """Return a request with something wrong in its line, a header, its body, or all over."""
    headers = server.headers() | {"Connection": "close"}
    if target.frames:
        key = base64.b64encode(chance.randbytes(16)).decode()
        headers |= {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": key,
        }
    method, path, body = target.method, target.path, target.body
    what = chance.choice(("path", "query", "header", "body", "bytes", "frames"))
    if what == "path":
        path += "/" + _word(chance)
    elif what == "query":
        path += "?" + _word(chance) + "=" + _word(chance)
    elif what == "header":
        name = chance.choice((*headers, "Cookie", "Accept", "Content-Length", "Range", "X-Other"))
        headers[name] = _word(chance)
    elif what == "body":
        body = mutate(body or b"{}", chance)
    headers.setdefault("Content-Length", str(len(body)))
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    data = f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode("utf-8", "surrogatepass") + body
    return mutate(data, chance) if what == "bytes" else data


def _word(chance: Random) -> str:
    """Return a malformed value that does not end the line."""
    extra = ("//evil.example", "..%2f..%2fetc", "%00", "a/b=c", 'x={"a":1}', "path=x", "[::1")
    value = chance.choice((*MALFORMED_VALUES, *extra)) if chance.random() < 0.9 else "x" * 9000
    return value.replace("\n", "").replace("\r", "").replace(" ", "+")


def _exchange(
    port: int, data: bytes, frames: tuple[bytes, ...], chance: Random
) -> tuple[bytes, bool]:
    """Send bytes, then frames if the answer is a socket; return the answer, and whether it hung.

    A request that is not whole is given up by the sender after a moment, which is no hang.
    """
    with socket.create_connection(("127.0.0.1", port), timeout=MAX_SECONDS) as connection:
        answer = b""
        try:
            connection.sendall(data)
            if frames:
                connection.settimeout(0.5)
                answer = connection.recv(65_536)
                for frame in _frames(frames, chance):
                    connection.sendall(frame)
                connection.settimeout(0.2)
            else:
                connection.shutdown(socket.SHUT_WR)
            while chunk := connection.recv(65_536):
                answer += chunk
        except TimeoutError:
            return answer, not frames
        except OSError:
            return answer, False
        return answer, False


def _frames(messages: tuple[bytes, ...], chance: Random) -> Iterator[bytes]:
    """Yield masked frames of mutated messages, of any kind."""
    for message in chance.sample(messages, len(messages)):
        payload = mutate(message, chance)[:200_000]
        kind = chance.choice((1, 1, 2, 2, 0, 8, 9, 15))
        size = len(payload)
        head = bytes([0x80 | kind])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65_536:
            head += bytes([0x80 | 126]) + size.to_bytes(2, "big")
        else:
            head += bytes([0x80 | 127]) + size.to_bytes(8, "big")
        frame = head + bytes(4) + payload
        yield mutate(frame, chance) if chance.random() < 0.2 else frame
    yield json.dumps({"do": malformed_value(chance)[:1000]}).encode()


def body_of(answer: bytes) -> bytes:
    """Return the body of the first answer: bytes after a request are answered as another one."""
    head, _, rest = answer.partition(b"\r\n\r\n")
    length = re.search(rb"\r\ncontent-length: (\d+)", head)
    return rest[: int(length[1])] if length else rest


def _stop_run(server: Server) -> float:
    """Open the page, start a run, and return how long STOP took to be answered.

    Infinite where one of them is not answered as it must be.
    """
    try:
        # The run before was stopped too, which keeps no other from being started.
        if server.request("GET", "/") != 200 or server.request("POST", "/robot/start") != 200:
            return float("inf")
        time.sleep(0.5)
        began = time.monotonic()
        status = server.request("POST", "/robot/stop")
    except OSError:
        return float("inf")
    return time.monotonic() - began if status == 200 else float("inf")
