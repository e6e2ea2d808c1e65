"""The scanning page in a browser."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, Response, expect

from solver.core.cube import Cube
from tests.support import mmays
from tests.support.browser import TIMEOUT_MILLISECONDS, OpenBrowser, Serve, open_page
from tests.support.photographs import PhotographedCube
from vision.arrays import Image

expect.set_options(timeout=TIMEOUT_MILLISECONDS)

MOST_LOADED = 1_000_000  # bytes, compressed

FACE_COLOURS = {"U": "white", "R": "red", "F": "green", "D": "yellow", "L": "orange", "B": "blue"}


def shown_facelets(page: Page) -> str:
    labels = page.locator("#net rect").evaluate_all("all => all.map(each => each.ariaLabel)")
    letters = {colour: face for face, colour in FACE_COLOURS.items()}
    return "".join(letters[label.split(", ")[1]] for label in labels)


def test_a_cube_shown_to_the_webcam_is_read_and_its_solution_waits_at_the_first_turn(
    serve: Serve, browser: OpenBrowser, webcam: Path, cube: PhotographedCube
) -> None:
    address = serve()
    page = open_page(browser(webcam), address)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.click("#use-browser")
    page.wait_for_selector('#count[data-taken="3"]')
    assert page.inner_text("#words")
    page.wait_for_selector("#solution:not([hidden]) twisty-player")
    assert shown_facelets(page) == cube.facelets
    page.wait_for_timeout(1500)
    assert page.get_attribute("#solution", "data-at") == "0"
    assert "Cross" in page.inner_text("#stages")
    assert "white up and green in front for all turns" in page.inner_text("#solution")
    assert "below" not in page.inner_text("#note")
    page.click("#play")
    page.wait_for_selector('#solution[data-at="2"]')
    page.click("#last")
    assert "Solved in" in page.inner_text("#stage")
    hosts = {urlsplit(url).netloc for url in requests if not url.startswith(("blob:", "data:"))}
    assert hosts == {urlsplit(address).netloc}


def test_a_typed_scramble_is_solved_and_stepped_through_by_keys(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_page(browser(), serve())
    page.fill("#typed", "R U2 F' L D2 B")
    page.press("#typed", "Enter")
    page.wait_for_selector("#solution:not([hidden]) twisty-player")
    section = page.locator("#solution")
    page.locator("body").click(position={"x": 5, "y": 5})
    for key, at in (("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1"), ("Home", "0")):
        page.keyboard.press(key)
        expect(section).to_have_attribute("data-at", at)
    page.keyboard.press("End")
    expect(section).to_have_attribute("data-solved", "true")


def test_a_pasted_list_of_several_lines_is_solved_and_its_numbers_are_shown(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_page(browser(), serve())
    expect(page.locator("#numbers")).to_be_hidden()
    faces = [mmays.RIGHT_COLOURS[i : i + 8] for i in range(0, 48, 8)]
    page.fill("#typed", "{" + ",\n".join(", ".join(face) for face in faces) + "}")
    page.click("#typing button")
    page.wait_for_selector("#solution:not([hidden])")
    expect(page.locator("#number-lines")).to_be_hidden()
    page.click("#numbers summary")
    shown = page.inner_text("#number-lines").split()
    numbers = [int(word) for word in shown if word not in "ULFRBD"]
    assert tuple(numbers) == mmays.RIGHT_NUMBERS
    page.fill("#typed", "R Q")
    page.press("#typed", "Enter")
    expect(page.locator("#error")).to_contain_text("'Q' is not a move")
    expect(page.locator("#numbers")).to_be_hidden()


def test_a_sticker_is_corrected_by_a_click(serve: Serve, browser: OpenBrowser) -> None:
    page = open_page(browser(), serve())
    solved = Cube.solved().facelets()
    page.fill("#typed", "R" + solved[1:])
    page.click("#typing button")
    expect(page.locator("#error")).to_contain_text("cannot exist")
    page.fill("#typed", solved)
    page.click("#typing button")
    page.wait_for_selector("#solution:not([hidden])")
    sticker = page.locator("#net rect").nth(0)
    sticker.click()
    page.click("#palette [aria-label=red]")
    expect(page.locator("#error")).to_contain_text("cannot exist")
    expect(page.locator("#solution")).to_be_hidden()
    sticker.focus()
    page.keyboard.press("Enter")
    page.click("#palette [aria-label=white]")
    page.wait_for_selector("#solution:not([hidden])")
    assert page.inner_text("#error") == ""


def test_a_sticker_in_focus_is_marked_and_no_other(serve: Serve, browser: OpenBrowser) -> None:
    page = open_page(browser(), serve())
    page.fill("#typed", Cube.solved().facelets())
    page.press("#typed", "Enter")
    page.wait_for_selector("#solution:not([hidden])")
    net, sticker = page.locator("#net"), page.locator("#net rect").nth(22)
    page.locator("body").press("Shift")
    net.scroll_into_view_if_needed()
    before = _pixels(net.screenshot())
    sticker.focus()
    changed = (_pixels(net.screenshot()) != before).any(2)
    own, whole = sticker.bounding_box(), net.bounding_box()
    assert own is not None
    assert whole is not None
    rows, columns = np.nonzero(changed)
    assert len(rows) > 20
    margin = 0.2 * own["width"]
    assert rows.min() > own["y"] - whole["y"] - margin
    assert rows.max() < own["y"] - whole["y"] + own["height"] + margin
    assert columns.min() > own["x"] - whole["x"] - margin
    assert columns.max() < own["x"] - whole["x"] + own["width"] + margin


def _pixels(png: bytes) -> Image:
    return np.asarray(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def test_a_missing_camera_is_reported(serve: Serve, browser: OpenBrowser) -> None:
    page = open_page(browser(), serve())
    page.click("#use-browser")
    words = page.locator("#words")
    expect(words).to_contain_text("camera", ignore_case=True)
    expect(words).not_to_contain_text("Show a cube")


def test_a_wrong_token_is_rejected(serve: Serve, browser: OpenBrowser) -> None:
    printed = urlsplit(serve("--host=0.0.0.0", "--token=sesam"))
    address = f"http://127.0.0.1:{printed.port}/?{printed.query}"
    page = browser().new_page()
    refused = page.goto(address.replace("sesam", "simsalabim"))
    assert refused is not None
    assert refused.status == 401
    assert "access denied: open the address that `rokumen serve` printed" in page.inner_text("body")
    page.goto(address)
    page.wait_for_selector("body[data-ready]")
    assert "token" not in page.url


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_wider_than_the_screen(serve: Serve, browser: OpenBrowser, width: int) -> None:
    page = open_page(browser(), serve())
    page.set_viewport_size({"width": width, "height": 844})
    page.fill("#typed", "R U2 F' L D2 B")
    page.press("#typed", "Enter")
    page.wait_for_selector("#solution:not([hidden]) twisty-player")
    assert page.locator("html").evaluate("html => html.scrollWidth") <= width


def test_the_first_load_is_small(serve: Serve, browser: OpenBrowser) -> None:
    page = browser().new_page()
    answers: list[Response] = []
    page.on("response", lambda response: answers.append(response))
    page.goto(serve())
    page.wait_for_selector("body[data-ready]")
    page.fill("#typed", "R U")
    page.press("#typed", "Enter")
    page.wait_for_selector("#solution:not([hidden]) twisty-player")
    page.wait_for_load_state("networkidle")
    assert len(answers) > 8
    assert sum(len(gzip.compress(answer.body())) for answer in answers) < MOST_LOADED


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--host=nowhere.invalid",), "cannot listen on nowhere.invalid"),
        (("--profile=attic",), "no profile 'attic'"),
    ],
)
def test_bad_options_are_reported(
    rokumen: Callable[..., object], options: tuple[str, ...], words: str
) -> None:
    from tests.support.command_line import CommandResult

    result = rokumen("serve", *options)
    assert isinstance(result, CommandResult)
    assert result.status == 2
    assert words in result.err
