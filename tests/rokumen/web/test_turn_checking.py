"""Following a solution with the camera: turns are recognised on the faces that are shown."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Page, expect
from starlette.testclient import WebSocketTestSession

from solver.core.geometry import FACES, OPPOSITE
from solver.cube import Cube
from solver.engines.registry import solve
from tests.support.browser import OpenBrowser, Serve, open_page, wait_until
from tests.support.page_client import page_client
from tests.support.videos import draw_face, handheld_frames, rewrite_y4m, write_y4m

CUBE = Cube.solved().apply("R U2 F' L D2 B R' U")
MOVES = solve(CUBE, "lbl").turns
# For a busy computer to see each face in a few frames.
HOLD_FRAMES = 30


def clearest(cube: Cube, *others: Cube) -> str:
    """Return the face on which a cube differs most from others, in any rotation."""

    def shown_on(each: Cube, face: str) -> NDArray[np.str_]:
        start = 9 * FACES.index(face)
        return np.array(list(each.facelets[start : start + 9])).reshape(3, 3)

    def differences(face: str) -> int:
        own = shown_on(cube, face)
        return min(
            int((np.rot90(own, quarters) != shown_on(other, face)).sum())
            for other in others
            for quarters in range(4)
        )

    return max(FACES, key=differences)


@pytest.fixture(scope="module")
def camera(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a webcam video of the cube's faces before any turn."""
    path = tmp_path_factory.mktemp("webcam") / "cube.y4m"
    pictures = [draw_face(CUBE.facelets, face) for face in "UFRDBL"]
    write_y4m(path, list(handheld_frames(pictures, hold_frames=HOLD_FRAMES)))
    return path


def show_to_camera(camera: Path, cube: Cube, *faces: str) -> None:
    pictures = [draw_face(cube.facelets, face, 1) for face in faces]
    rewrite_y4m(camera, list(handheld_frames(pictures, hold_frames=HOLD_FRAMES)))


def wait_for_instruction(page: Page, finding: str, *words: str) -> None:
    expect(page.locator("body")).to_have_attribute("data-finding", finding)
    for each in words:
        expect(page.locator("#words")).to_contain_text(each)


def order(page: Page) -> str:
    """Return what the page asks for, as it says it in the middle of a sentence."""
    words = page.inner_text("#turn-order")
    return words[0].lower() + words[1:]


@pytest.mark.thorough
def test_the_page_continues_after_a_turn_reports_wrong_ones_and_scans_again(
    serve: Serve, browser: OpenBrowser, camera: Path
) -> None:
    page = open_page(browser(camera), serve())
    # A small picture, since it is composed anew for each frame of the camera.
    page.set_viewport_size({"width": 390, "height": 844})
    page.click("#use-browser")
    page.wait_for_selector("#solution:not([hidden])")
    section = page.locator("#solution")
    first, second, third = MOVES[:3]
    once, twice = CUBE.turn(first), CUBE.turn(first).turn(second)

    show_to_camera(camera, CUBE, clearest(CUBE, once))
    page.click("#mover input[value=camera]")
    wait_for_instruction(page, "here", "Correct so far", f"Next: {order(page)}")
    expect(section).to_have_attribute("data-at", "0")

    show_to_camera(camera, once, OPPOSITE[first.face])
    wait_for_instruction(page, "same", f"Next: {order(page)}", "show another face")
    expect(section).to_have_attribute("data-at", "0")

    show_to_camera(camera, once, clearest(CUBE, once))
    expect(section).to_have_attribute("data-at", "1")
    expect(page.locator("#words")).to_contain_text(f"Next: {order(page)}")

    wrong = once.turn(second.inverse())
    show_to_camera(camera, wrong, clearest(once, wrong))
    wait_for_instruction(page, "wrong", "Wrong direction")
    expect(page.locator("#words")).not_to_contain_text("Take it back")
    expect(page.locator("#way-back")).to_have_text(
        re.compile(f"You turned the .*Take it back: {order(page)}")
    )
    expect(section).to_have_attribute("data-at", "1")

    missing = order(page)
    page.click("#next")
    show_to_camera(camera, once, clearest(once, twice))
    wait_for_instruction(page, "behind", f"Not made yet: {missing}", "looks as before it")
    show_to_camera(camera, twice, clearest(twice, once, twice.turn(third)))
    wait_for_instruction(page, "here", f"Next: {order(page)}")
    expect(section).to_have_attribute("data-at", "2")

    check_a_cube_that_is_elsewhere_is_scanned_again_and_keeps_its_place(page, camera)

    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        # A moment after the change of size, the page may still be laid out.
        wait_until(page, f"document.documentElement.scrollWidth <= {width}")
    page.click("#mover input[value=press]")
    expect(page.locator("#camera")).to_be_hidden()
    assert page.get_attribute("body", "data-finding") is None


def check_a_cube_that_is_elsewhere_is_scanned_again_and_keeps_its_place(
    page: Page, camera: Path
) -> None:
    later = CUBE.apply(MOVES[:5])
    show_to_camera(camera, later, clearest(later, *(CUBE.apply(MOVES[:at]) for at in range(5))))
    expect(page.locator("#way-back")).to_contain_text("Your cube is elsewhere")
    page.click("#way-back button:has-text('Scan again')")
    show_to_camera(camera, later, *"UFRDBL")
    expect(page.locator("#turns")).to_have_text(f"5 of {len(MOVES)} turns")
    expect(page.locator("#solution")).to_be_visible()
    page.click("#mover input[value=camera]")
    wait_for_instruction(page, "here", "Correct so far", f"Next: {order(page)}")


def scanned(socket: WebSocketTestSession) -> None:
    socket.receive_json()
    for face in FACES:
        for frame in handheld_frames([draw_face(CUBE.facelets, face)], hold_frames=400):
            socket.send_bytes(cv2.imencode(".jpg", frame.image)[1].tobytes())
            if socket.receive_json()["seen"]["took"]:
                break


def test_only_the_cube_that_was_scanned_is_followed() -> None:
    message = {"do": "follow", "facelets": CUBE.facelets, "moves": ["R"], "at": 0}
    with page_client().websocket_connect("/api/scan") as socket:
        scanned(socket)
        for changed, words in (
            ({"facelets": Cube.solved().facelets}, "has not been scanned"),
            ({"facelets": "U" * 54}, "must all differ"),
            ({"moves": ["R", "Q"]}, "'Q' is not a turn"),
            ({"at": 2}, "no such turn"),
        ):
            socket.send_json({**message, **changed})
            assert words in socket.receive_json()["error"]
        socket.send_json(message)
        assert "hold any face" in socket.receive_json()["check"]["words"]
        socket.send_json({"do": "at", "at": 1})
        assert socket.receive_json()["check"]["at"] == 1
        socket.send_json({"do": "unfollow"})
        assert socket.receive_json() == {"check": None}
        socket.send_json({"do": "at", "at": 0})
        assert "unknown command" in socket.receive_json()["error"]


def test_nothing_is_followed_before_a_scan() -> None:
    with page_client().websocket_connect("/api/scan") as socket:
        socket.receive_json()
        socket.send_json({"do": "follow", "facelets": CUBE.facelets, "moves": [], "at": 0})
        assert "has not been scanned" in socket.receive_json()["error"]
