"""The requests of the page of puzzles: those that are wrong, and searches that are left."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from anyio import CapacityLimiter, sleep
from starlette.requests import Request
from starlette.testclient import TestClient
from starlette.types import Message

import rokumen
from rokumen.web.solving_routes import _solved_unless_left, solution_lines
from tests.support.browser import run_in_thread
from tests.support.page_client import page_client


@pytest.fixture(scope="module")
def client() -> TestClient:
    return page_client()


def test_bad_requests_are_reported(client: TestClient) -> None:
    missing = client.get("/api/puzzles/cube-faces-99")
    assert missing.status_code == 404
    assert "cube-faces-99" in missing.json()["error"]
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
    ) -> rokumen.Solution:
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
