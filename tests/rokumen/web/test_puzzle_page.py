"""The page of the twisty polyhedra: each is shown, turned, scrambled and solved in a browser."""

from __future__ import annotations

import time
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Locator, Page, ViewportSize, expect
from starlette.testclient import TestClient

from rokumen.web.app import ServerSettings, create_app
from solver.puzzles.polyhedra.families import POLYHEDRA
from tests.support.browser import OpenBrowser, Serve

PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)
WIDE = ViewportSize(width=1000, height=640)
PHONE = ViewportSize(width=390, height=844)

Picture = NDArray[np.uint8]


@pytest.fixture(scope="session")
def shown(serve: Serve, browser: OpenBrowser) -> Page:
    """One page for all tests here, for it takes a while to open."""
    open_page = browser().new_page(viewport=WIDE, reduced_motion="reduce")
    open_page.set_default_timeout(PATIENCE)
    return open_page


def choose(shown: Page, serve: Serve, name: str) -> Locator:
    shown.goto(f"{serve()}puzzles.html?puzzle={name}")
    shown.wait_for_selector(f"body[data-ready][data-puzzle={name}]")
    return shown.locator("#puzzle")


def picture(canvas: Locator) -> Picture:
    # Not where it might be under a pointer.
    found = cv2.imdecode(np.frombuffer(canvas.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert found is not None
    return np.asarray(found, np.uint8)


def colours(image: Picture) -> int:
    """Count the colours that fill more than a five-hundredth of a picture."""
    _, counts = np.unique(image.reshape(-1, 3) // 32, axis=0, return_counts=True)
    return int((counts > image.size / 3 / 500).sum())


def differs(first: Picture, second: Picture) -> bool:
    return bool((np.abs(first.astype(int) - second).max(axis=2) > 40).mean() > 0.0003)


def at(canvas: Locator, across: float, down: float) -> tuple[float, float]:
    box = canvas.bounding_box()
    assert box is not None
    return box["x"] + across * box["width"], box["y"] + down * box["height"]


NAMES = [family.names[0] for family in POLYHEDRA]
# Their tables take many seconds to build, where they are not kept yet.
SLOW = ("cube-edges-1", "octahedron-vertices-2", "dodecahedron-faces-a", "dodecahedron-faces-b")


@pytest.mark.parametrize("name", NAMES)
def test_each_is_shown_and_turned(shown: Page, serve: Serve, name: str) -> None:
    asked: list[str] = []
    shown.on("request", lambda request: asked.append(request.url))
    canvas = choose(shown, serve, name)
    solved = picture(canvas)
    # The faces in front, those in the mirror, the body and the ground.
    assert colours(solved) >= 5
    expect(canvas).to_have_attribute("data-solved", "true")
    shown.click("#turn-on")
    expect(canvas).to_have_attribute("data-turns", "1")
    assert differs(picture(canvas), solved)
    shown.click("#turn-back")
    expect(canvas).to_have_attribute("data-turns", "2")
    assert not differs(picture(canvas), solved)
    hosts = {urlsplit(url).netloc for url in asked if not url.startswith(("blob:", "data:"))}
    assert hosts == {urlsplit(serve()).netloc}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in NAMES],
)
def test_each_is_scrambled_and_solved(shown: Page, serve: Serve, name: str) -> None:
    canvas = choose(shown, serve, name)
    shown.click("#scramble")
    expect(shown.locator("#words")).to_have_text("Scrambled.")
    assert int(canvas.get_attribute("data-turns") or 0) > 0
    shown.click("#solve")
    expect(shown.locator("#length")).to_contain_text("turn", timeout=5 * PATIENCE)
    # The smallest one may be solved by chance.
    if canvas.get_attribute("data-solved") == "false":
        shown.click("#last")
    expect(canvas).to_have_attribute("data-solved", "true")
    assert shown.inner_text("#error") == ""


def test_a_solution_is_gone_through_turn_by_turn(shown: Page, serve: Serve) -> None:
    canvas = choose(shown, serve, "cube-faces-2")
    for axis in ("X", "Y"):
        shown.select_option("#axis", label=axis)
        shown.click("#turn-on")
    shown.click("#solve")
    solution = shown.locator("#solution")
    expect(shown.locator("#length")).to_have_text("2 turns")
    for key, now in ((".", "1"), (",", "0"), ("End", "2"), ("Home", "0")):
        shown.keyboard.press(key)
        expect(solution).to_have_attribute("data-at", now)
    expect(canvas).to_have_attribute("data-solved", "false")
    shown.locator("#stages button").last.click()
    expect(canvas).to_have_attribute("data-solved", "true")
    shown.click("#turn-on")
    expect(solution).to_be_hidden()


def test_what_is_too_large_to_solve_is_only_turned(shown: Page, serve: Serve) -> None:
    choose(shown, serve, "cube-faces-10")
    expect(shown.locator("#solve")).to_be_disabled()
    expect(shown.locator("#scramble")).to_be_enabled()


def test_a_click_turns_what_the_arrow_showed_and_shift_turns_it_back(
    shown: Page, serve: Serve
) -> None:
    canvas = choose(shown, serve, "cube-faces-3")
    before = picture(canvas)
    shown.mouse.move(*at(canvas, 0.2, 0.55))
    hovered = picture(canvas)
    assert differs(hovered, before)
    shown.mouse.down()
    shown.mouse.up()
    expect(canvas).to_have_attribute("data-turns", "1")
    expect(canvas).to_have_attribute("data-solved", "false")
    shown.mouse.move(*at(canvas, 0.2, 0.55), steps=2)
    shown.keyboard.down("Shift")
    shown.mouse.down()
    shown.mouse.up()
    shown.keyboard.up("Shift")
    expect(canvas).to_have_attribute("data-solved", "true")
    shown.mouse.click(*at(canvas, 0.2, 0.55))
    expect(canvas).to_have_attribute("data-solved", "false")
    shown.mouse.move(*at(canvas, 0.2, 0.54))
    shown.mouse.click(*at(canvas, 0.2, 0.55), button="right")
    expect(canvas).to_have_attribute("data-solved", "true")


def test_a_layer_is_seen_on_its_way(serve: Serve, browser: OpenBrowser) -> None:
    moving = browser().new_page(viewport=WIDE, reduced_motion="no-preference")
    moving.set_default_timeout(PATIENCE)
    moving.clock.install()
    canvas = choose(moving, serve, "tetrahedron-edges-2")
    before = picture(canvas)
    moving.clock.pause_at(time.time() + 3600)
    moving.click("#turn-on")
    moving.clock.run_for(150)
    halfway = picture(canvas)
    assert differs(halfway, before)
    expect(canvas).to_have_attribute("data-turns", "0")
    moving.clock.run_for(1000)
    expect(canvas).to_have_attribute("data-turns", "1")
    assert differs(picture(canvas), halfway)
    moving.close()


def test_the_mirror_shows_the_back_and_can_be_turned_in(shown: Page, serve: Serve) -> None:
    canvas = choose(shown, serve, "tetrahedron-vertices-2")
    with_mirror = picture(canvas)
    middle = with_mirror.shape[1] // 2
    ground = with_mirror[3, 3]
    assert (np.abs(with_mirror[:, middle:].astype(int) - ground).max(axis=2) > 40).mean() > 0.05
    shown.mouse.move(*at(canvas, 0.76, 0.5))
    shown.mouse.click(*at(canvas, 0.76, 0.51))
    expect(canvas).to_have_attribute("data-turns", "1")
    shown.click("#undo")
    expect(canvas).to_have_attribute("data-turns", "0")
    shown.uncheck("#mirror")
    without = picture(canvas)
    # One picture, in the middle.
    assert differs(without, with_mirror)
    quarter = without[:, : without.shape[1] // 5]
    assert (np.abs(quarter.astype(int) - ground).max(axis=2) > 40).mean() < 0.01


def test_dragging_turns_the_whole_and_beside_it_about_the_line_of_sight(
    shown: Page, serve: Serve
) -> None:
    canvas = choose(shown, serve, "octahedron-faces-2")
    before = picture(canvas)
    for start, end in [((0.25, 0.5), (0.33, 0.5)), ((0.03, 0.1), (0.03, 0.6))]:
        shown.mouse.move(*at(canvas, *start))
        shown.mouse.down()
        shown.mouse.move(*at(canvas, *end), steps=4)
        shown.mouse.up()
        shown.mouse.move(*at(canvas, 0.01, 0.98))
        after = picture(canvas)
        assert differs(after, before)
        before = after
    shown.keyboard.press("ArrowUp")
    assert differs(picture(canvas), before)
    expect(canvas).to_have_attribute("data-turns", "0")


def test_marks_tell_what_colours_do_not(shown: Page, serve: Serve) -> None:
    canvas = choose(shown, serve, "cube-faces-3")
    plain = picture(canvas)
    shown.keyboard.press("m")
    marked = picture(canvas)
    assert differs(marked, plain)
    # (R U R' U)5 turns the centre of U by half a turn and nothing else.
    for _ in range(5):
        for axis, button in [("X", "on"), ("Y", "on"), ("X", "back"), ("Y", "on")]:
            shown.select_option("#axis", label=axis)
            shown.click(f"#turn-{button}")
    expect(canvas).to_have_attribute("data-turns", "20")
    expect(canvas).to_have_attribute("data-solved", "true")
    shown.mouse.move(1, 1)
    turned = picture(canvas)
    assert differs(turned, marked)
    shown.keyboard.press("m")
    assert not differs(picture(canvas), plain)


def test_a_phone_has_room_for_it_and_a_second_tap_turns(serve: Serve, browser: OpenBrowser) -> None:
    phone = browser().new_page(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    phone.set_default_timeout(PATIENCE)
    canvas = choose(phone, serve, "dodecahedron-faces-b")
    assert phone.locator("html").evaluate("html => html.scrollWidth") <= PHONE["width"]
    before = picture(canvas)
    phone.touchscreen.tap(*at(canvas, 0.5, 0.25))
    assert differs(picture(canvas), before)
    expect(canvas).to_have_attribute("data-turns", "0")
    phone.touchscreen.tap(*at(canvas, 0.5, 0.25))
    expect(canvas).to_have_attribute("data-turns", "1")
    phone.close()


@pytest.fixture(scope="module")
def client() -> TestClient:
    return TestClient(
        create_app(ServerSettings()),
        "http://localhost:8000",
        headers={"Origin": "http://localhost:8000"},
    )


def test_what_is_asked_wrongly_is_said(client: TestClient) -> None:
    missing = client.get("/api/puzzles/cube-faces-99")
    assert missing.status_code == 404
    assert "cube-faces-99" in missing.json()["error"]
    unread = client.post("/api/puzzles/cube-faces-2/solve", json={"moves": "1Q"})
    assert unread.status_code == 422
    assert "'1Q' is not a turn" in unread.json()["error"]
    for body in (b"", b"[]", b'{"moves": 5}'):
        assert client.post("/api/puzzles/cube-faces-2/solve", content=body).status_code == 400
