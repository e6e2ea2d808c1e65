"""A smart cube on the page Learn: the server tells its turns, and the trainer follows them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from playwright.sync_api import expect

from rokumen.smart_cubes.link import PacedLink
from rokumen.smart_cubes.smart_cube import SmartCube
from rokumen.web.app import ServerSettings
from rokumen.web.watched_cube import named_from_below, seen_from_below
from solver.cube import Cube
from solver.notation import parse, resolve
from tests.support.benchmarks import EmulatedLink
from tests.support.browser import OpenBrowser, Serve, open_page
from tests.support.page_client import page_client
from tests.support.recorded_cubes import recorded_cube
from tests.support.strategies import cubes

SOLVED = Cube.solved().facelets


@given(cube=cubes)
def test_a_cube_is_seen_upside_down_as_its_turns_are_then_named(cube: Cube) -> None:
    assert seen_from_below(SOLVED) == SOLVED
    assert seen_from_below(seen_from_below(cube.facelets)) == cube.facelets
    made = cube.apply("U R2 F' L")
    # What turns D for the hands that hold it upside down is its own U.
    before = Cube.from_facelets(seen_from_below(cube.facelets))
    assert before.apply("D L2 F' R").facelets == seen_from_below(made.facelets)


def test_each_page_is_told_the_turns_and_what_came_before() -> None:
    cube = SmartCube(EmulatedLink("giiker", "R U'", battery=33))
    client = page_client(ServerSettings(smart_cube=cube))
    with client:
        assert client.get("/api/settings").json()["smart_cube"] == cube.name
        told: list[dict[str, Any]] = []
        with client.websocket_connect("/api/smart-cube") as socket:
            assert socket.receive_json()["name"] == cube.name
            while sum("turn" in message for message in told) < 2:
                told.append(socket.receive_json())
        turns = [message for message in told if "turn" in message]
        # As they are named with yellow on top.
        assert [message["turn"]["move"] for message in turns] == ["L", "D'"]
        assert turns[-1]["seen"] == Cube.solved().apply("L D'").facelets
        assert {"battery": 33} in told
        with client.websocket_connect("/api/smart-cube") as socket:
            first = socket.receive_json()
        assert first["seen"] == turns[-1]["seen"]
        assert first["battery"] == 33


def test_a_page_is_told_the_steps_of_a_solve_as_it_holds_the_cube() -> None:
    # It is told with white on top; the page holds the cube with yellow there.
    cube = SmartCube(EmulatedLink("giiker", "U U R' D", cube="R U2"))
    with (
        page_client(ServerSettings(smart_cube=cube)) as client,
        client.websocket_connect("/api/smart-cube") as socket,
    ):
        message: dict[str, object] = {}
        while "solve" not in message:
            message = socket.receive_json()
    solve = message["solve"]
    assert isinstance(solve, dict)
    assert solve["solved"] is True
    assert solve["count"] == 2
    assert [line.split(" // ")[0] for line in solve["text"].splitlines()] == ["D2", "L'"]


@given(cube=cubes)
def test_moves_from_below_do_what_they_do_from_above(cube: Cube) -> None:
    moves = parse("R U2 F' M' x Lw' E y D S' z B").moves()
    from_below = resolve(named_from_below(moves))
    seen = Cube.from_facelets(seen_from_below(cube.facelets))
    made = resolve(moves)
    assert seen.apply(from_below.turns).facelets == seen_from_below(cube.apply(made.turns).facelets)


def test_without_a_smart_cube_there_is_none() -> None:
    client = page_client()
    assert client.get("/api/settings").json()["smart_cube"] == ""
    assert client.get("/api/smart-cube").status_code == 404


def test_a_recording_takes_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("rokumen.smart_cubes.link.time.monotonic", lambda: now[0])
    monkeypatch.setattr(
        "rokumen.smart_cubes.link.time.sleep", lambda seconds: now.__setitem__(0, now[0] + seconds)
    )
    cube = SmartCube(PacedLink(EmulatedLink("qiyi", "R U", speed=1)))
    times = [(turn.end, now[0] - 100) for turn in cube.turns()]
    assert [end for end, _ in times] == pytest.approx([at for _, at in times], abs=0.01)
    assert times[1][0] - times[0][0] == pytest.approx(1.4, abs=0.5)


@pytest.mark.thorough
def test_the_trainer_is_started_and_stopped_by_the_cube(
    serve: Serve, browser: OpenBrowser, tmp_path: Path
) -> None:
    # The first case of the second step, held with yellow on top, and its solution.
    setup = "U R U' R'"
    made = resolve(parse(f"z2 {setup} R U R' U'").moves()).turns
    moves = " ".join(map(str, made))
    address = serve("--cube", recorded_cube(tmp_path / "cube.json", "gan-gen4", moves, speed=2))
    page = open_page(browser(), f"{address}learn#step-2", reduced_motion="reduce")
    expect(page.locator("#setup")).to_have_text(setup)
    expect(page.locator("#own-cube")).to_be_visible()
    expect(page.locator("#cover")).to_be_visible()
    expect(page.locator("#tries")).to_have_text("1")
    expect(page.locator("#own-cube-words")).to_have_text("Solved.")
    expect(page.locator("#own-cube")).to_have_attribute("data-seen", SOLVED)
    # Three turns at two a second, from the first one to the last.
    seconds = float(re.sub("[^0-9.]", "", page.locator("#time").inner_text()))
    assert 0.5 < seconds < 10
    expect(page.locator("#own-sum")).to_contain_text("Your last solve")
    link = page.locator("#own-link").get_attribute("href")
    assert link is not None
    assert link.startswith("https://alpha.twizzle.net/")
