"""The server's interface for the pages: solving, scanning and static files.

A WebSocket that is closed at any moment of an answer leaves no error. The requests of the page of
puzzles: those that are wrong, and searches that are left.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from threading import Event
from typing import Any

import cv2
import numpy as np
import pytest
from anyio import CapacityLimiter, sleep
from starlette.requests import Request
from starlette.testclient import TestClient
from starlette.types import Message

import rokumen
from drawing.palette import PAINT, WESTERN
from rokumen.web.app import STATIC, ServerSettings, create_app
from rokumen.web.sessions.serving import write_jpeg
from rokumen.web.solving_routes import _solved_unless_left, solution_lines
from solver.core.geometry import SIDES
from solver.core.numbers import colours_from_facelets
from solver.cube import Cube
from solver.notation import parse, resolve
from solver.puzzles.polyhedra.drawing import OPPOSITE_COLOURS
from tests.support import mmays
from tests.support.browser import run_in_thread
from tests.support.cases import for_each
from tests.support.page_client import page_client
from tests.support.photographs import PhotographedCube
from tests.support.videos import handheld_frames, write_video


@pytest.mark.parametrize(
    "text", ["R U2 F' L D2", "DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD"]
)
def test_a_cube_is_solved_stage_by_stage(text: str) -> None:
    found = page_client().post("/api/solve", json={"cube": text}).json()
    names = [stage["name"] for stage in found["stages"]]
    assert any("Cross" in name for name in names)
    assert any("OLL" in name for name in names)
    moves = " ".join(move for stage in found["stages"] for move in stage["moves"])
    cube = Cube.from_facelets(found["facelets"])
    assert cube.apply(resolve(parse(moves).moves()).turns) == Cube.solved()
    assert found["numbers"] == mmays.numbers_of(colours_from_facelets(found["facelets"]))


def test_an_impossible_cube_is_reported_with_all_its_faults() -> None:
    twisted = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
    swapped = "R" + twisted[1:9] + "U" + twisted[10:]
    answer = page_client().post("/api/solve", json={"cube": swapped})
    assert answer.status_code == 422
    assert answer.json()["error"] == "this cube cannot exist"
    assert answer.json()["faults"]


def test_a_net_is_checked_with_the_change_that_repairs_it() -> None:
    # A solved cube, but R1 is painted orange and R2 not at all.
    facelets = "U" * 9 + "L-" + "R" * 7 + "".join(9 * face for face in "FDLB")
    answer = page_client().post("/api/check", json={"facelets": facelets}).json()
    assert not answer["complete"]
    (fault,) = answer["faults"]
    assert fault["facelets"] == [8, 9, 20]
    assert "the corner at URF is white-orange-green" in fault["words"]
    assert answer["repairs"] == [{"words": "paint R1 red", "facelets": [9], "letters": ["R"]}]
    for request in ({"facelets": "U"}, {"facelets": "U" * 54}):
        assert page_client().post("/api/check", json=request).status_code == 422
    assert page_client().post("/api/check", json={"cube": 1}).status_code == 400


@pytest.mark.parametrize("package", ["pillow_heif", ""])
def test_heic_is_offered_where_it_can_be_read(
    monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    monkeypatch.setattr("rokumen.web.app.find_spec", lambda name: object() if package else None)
    assert page_client().get("/api/settings").json()["heic"] is bool(package)


def test_all_pages_and_drawings_have_the_same_six_colours() -> None:
    tokens = (STATIC / "styles" / "tokens.css").read_text()
    assert dict(re.findall(r"--st-(\w+): (#\w{6});", tokens)).items() >= PAINT.items()


def test_models_and_drawings_of_polyhedra_have_the_same_colours() -> None:
    script = (STATIC / "twisty" / "shapes.js").read_text(encoding="utf-8")
    pairs = re.findall(r"const OPPOSITE_COLOURS = \[(.+?)\];", script, re.DOTALL)[0]
    names = re.findall(r"#\w{6}|(?<=STICKER_COLOURS\.)\w+", pairs)
    assert [PAINT.get(name, name) for name in names] == [*chain(*OPPOSITE_COLOURS)]


def test_sides_and_colours_of_faces_are_those_of_the_packages() -> None:
    words = (STATIC / "cube" / "words.js").read_text(encoding="utf-8")
    scheme = (STATIC / "cube" / "palette.js").read_text(encoding="utf-8")
    names = dict(re.findall(r'(\w): "(\w+)"', re.findall(r"const NAMES = {(.+)}", words)[0]))
    assert names == SIDES
    colours = re.findall(r"const STANDARD_SCHEME = {(.+?)}", scheme, re.DOTALL)[0]
    assert dict(re.findall(r'(\w): "(\w+)"', colours)) == WESTERN


@pytest.mark.parametrize("text", ["", "R U X", "1 2 3", "W" * 54])
def test_a_text_that_is_not_a_cube_is_reported(text: str) -> None:
    answer = page_client().post("/api/solve", json={"cube": text})
    assert answer.status_code == 422
    assert answer.json()["error"]


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b"7", b'"cube"', b"\xff"])
def test_a_bad_request_is_reported(body: bytes) -> None:
    answer = page_client().post("/api/solve", content=body)
    assert answer.status_code == 400


def test_faces_are_captured_from_the_browsers_frames(cube: PhotographedCube) -> None:
    # More than enough for a machine that processes a frame in a millisecond.
    frames = list(handheld_frames([cube.frames[0].image], hold_frames=400))
    with page_client().websocket_connect("/api/scan") as socket:
        assert "hold one face" in socket.receive_json()["words"]
        answer = {}
        for frame in frames:
            socket.send_bytes(write_jpeg(frame.image))
            answer = socket.receive_json()
            assert answer["seen"]["size"] == [640, 480]
            if answer["seen"]["took"]:
                break
        (face,) = answer["faces"]
        assert face["place"] == "U"
        assert len(face["paints"]) == 9
        socket.send_json({"do": "forget", "name": face["name"]})
        assert socket.receive_json()["faces"] == []
        socket.send_json({"do": "forget", "name": face["name"]})
        assert "no face 'face 1'" in socket.receive_json()["error"]


@pytest.mark.parametrize("message", ["[]", "{", '{"do": "dance"}', '"restart"', "null"])
def test_a_bad_request_is_reported_and_the_scan_continues(message: str) -> None:
    with page_client().websocket_connect("/api/scan") as socket:
        socket.receive_json()
        socket.send_text(message)
        assert socket.receive_json()["error"]
        socket.send_json({"do": "restart"})
        assert socket.receive_json()["faces"] == []


def test_the_servers_own_camera(cube: PhotographedCube, tmp_path: Path) -> None:
    video = tmp_path / "cube.avi"
    write_video(video, list(handheld_frames([cube.frames[0].image])))
    with page_client(ServerSettings(str(video))).websocket_connect("/api/scan") as socket:
        socket.receive_json()
        socket.send_json({"do": "look"})
        picture = cv2.imdecode(np.frombuffer(socket.receive_bytes(), np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None
        assert picture.shape == (480, 640, 3)
        assert socket.receive_json()["seen"]["corners"]


def test_a_missing_camera_on_the_server_is_reported() -> None:
    with page_client().websocket_connect("/api/scan") as socket:
        socket.receive_json()
        socket.send_json({"do": "look"})
        assert "the server has no camera" in socket.receive_json()["error"]
    with page_client(ServerSettings("97")).websocket_connect("/api/scan") as socket:
        socket.receive_json()
        socket.send_json({"do": "look"})
        assert "there is no camera 97" in socket.receive_json()["error"]


def test_the_pages_load_nothing_from_other_sites() -> None:
    written = {path for kind in ("html", "js", "css") for path in STATIC.rglob(f"*.{kind}")}
    for path in written - set((STATIC / "vendored").iterdir()):
        text = path.read_text(encoding="utf-8")
        assert "http://" not in text.replace("http://www.w3.org", ""), path
        assert "https://" not in text, path


def test_what_was_made_elsewhere_is_unchanged_and_has_its_licence_beside_it() -> None:
    vendored = STATIC / "vendored"
    notices = (vendored / "NOTICES.txt").read_text(encoding="utf-8")
    assert "three 0.170.0\nLicence: MIT" in notices
    assert {file.name for file in vendored.iterdir()} == {"NOTICES.txt", "three.js"}
    made = hashlib.sha256((vendored / "three.js").read_bytes()).hexdigest()
    assert f"SHA-256 of three.js:\n{made}\n" in notices


def test_a_file_is_compressed_for_a_browser_that_takes_it() -> None:
    path = "/styles/page.css"
    plain = page_client().get(path, headers={"Accept-Encoding": "identity"})
    compressed = page_client().get(path, headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert compressed.headers["content-encoding"] == "gzip"
    assert int(compressed.headers["content-length"]) < len(plain.content) / 2
    assert compressed.content == plain.content
    assert "accept-encoding" in compressed.headers["vary"].lower()
    for name in ("content-type", "etag", "content-security-policy"):
        assert compressed.headers[name] == plain.headers[name]
    known = {"Accept-Encoding": "gzip", "If-None-Match": compressed.headers["etag"]}
    assert page_client().get(path, headers=known).status_code == 304
    missing = page_client().get("/missing", headers={"Accept-Encoding": "gzip"})
    assert missing.status_code == 404
    assert "<title>" in missing.text


SCOPE = {
    "type": "websocket",
    "scheme": "ws",
    "headers": [(b"host", b"127.0.0.1:8000"), (b"origin", b"http://127.0.0.1:8000")],
    "query_string": b"",
    "root_path": "",
    "subprotocols": [],
}


@for_each("path", ["/api/scan", "/api/colours", "/robot/events"])
@for_each("messages", range(4))
def test_a_closed_socket_leaves_no_error(path: str, messages: int) -> None:
    sent: list[Any] = []
    incoming = [{"type": "websocket.connect"}, {"type": "websocket.receive", "text": "{}"}]

    async def receive() -> Message:
        return incoming.pop(0) if incoming else {"type": "websocket.disconnect", "code": 1006}

    async def send(message: Message) -> None:
        if len(sent) == messages:
            raise RuntimeError("Unexpected ASGI message, after sending 'websocket.close'.")
        sent.append(message)

    app = create_app(ServerSettings())
    scope = {**SCOPE, "path": path, "raw_path": path.encode()}

    async def connect() -> None:
        await app(scope, receive, send)

    run_in_thread(connect)
    assert len(sent) <= messages


@pytest.fixture(scope="module")
def client() -> TestClient:
    return page_client()


def test_bad_requests_are_reported(client: TestClient) -> None:
    missing = client.get("/api/puzzles/cube-faces-99")
    assert missing.status_code == 404
    assert "cube-faces-99" in missing.json()["error"]
    # In dark mode a picture is no white tile.
    assert "<rect" not in client.get("/api/puzzles/cube-faces-2/picture.svg").text
    no_picture = client.get("/api/puzzles/cube-faces-99/picture.svg")
    assert (no_picture.status_code, "cube-faces-99" in no_picture.text) == (404, True)
    unread = client.post("/api/puzzles/cube-faces-2/solve", json={"moves": "1Q"})
    assert unread.status_code == 422
    assert "'1Q' is not a turn" in unread.json()["error"]
    other = client.post("/api/puzzles/cube-faces-2/solve", json={"moves": "1X", "method": "magic"})
    assert "has no method 'magic'" in other.json()["error"]
    for body in (b"", b"[]", b'{"moves": 5}'):
        assert client.post("/api/puzzles/cube-faces-2/solve", content=body).status_code == 400


def test_a_search_that_nobody_waits_for_any_more_ends_within_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # With no tables this search takes over ten seconds.
    monkeypatch.setenv("ROKUMEN_CACHE", str(tmp_path / "empty"))

    async def search_and_leave() -> float:
        lines = solution_lines(CapacityLimiter(1), "cube-vertices-b-4", "1I 2J")
        assert "share" in json.loads((await anext(lines)).splitlines()[0])
        assert children()
        began = time.monotonic()
        await lines.aclose()
        return time.monotonic() - began

    before = children()
    assert run_in_thread(search_and_leave) < 1
    assert children() == before


def children() -> set[str]:
    """Return the numbers of the processes that this one has started."""
    lists = Path("/proc/self/task").glob("*/children")
    return {number for each in lists for number in each.read_text().split()}


def test_a_proof_that_nobody_waits_for_any_more_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    proving = Event()

    def prove(
        cube: rokumen.Cube, *, method: str, on_progress: Callable[[rokumen.SolveProgress], None]
    ) -> rokumen.CubeSolution:
        while True:
            proving.set()
            on_progress(rokumen.SolveProgress())
            time.sleep(0.01)

    async def leave() -> Message:
        while not proving.is_set():
            await sleep(0.01)
        return {"type": "http.disconnect"}

    monkeypatch.setattr(rokumen, "solve", prove)
    request = Request({"type": "http"}, leave)

    async def ask_and_leave() -> None:
        with pytest.raises(ConnectionAbortedError, match="has left"):
            await _solved_unless_left("R U", "optimal", CapacityLimiter(1), request)

    run_in_thread(ask_and_leave)
