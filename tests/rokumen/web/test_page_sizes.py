"""The scanning page with a cube of another size, and its solution on the page of puzzles.

The part of the page in which a cube with another order of colours is described.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.support.benchmarks import SizedCube, drawn_cube, turned_alike
from tests.support.browser import OpenBrowser, Serve, open_page, reload
from tests.support.photographs import PhotographedCube
from tests.support.videos import handheld_frames, write_y4m

COLOURS = "white,red,green,yellow,orange,blue"


@pytest.fixture(scope="module")
def small_cube() -> SizedCube:
    return drawn_cube(2, 1)


@pytest.fixture(scope="module")
def small_webcam(small_cube: SizedCube, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a video of the faces of a 2x2x2, as the page asks for them."""
    path = tmp_path_factory.mktemp("webcam") / "cube.y4m"
    pictures = [small_cube.frames["URFDLB".index(face)].image for face in "FLBRUD"]
    write_y4m(path, list(handheld_frames(pictures, hold_frames=20)))
    return path


@pytest.mark.thorough
def test_a_2x2x2_is_read_and_solved_step_by_step(
    serve: Serve, browser: OpenBrowser, small_webcam: Path, small_cube: SizedCube
) -> None:
    page = open_page(browser(small_webcam), serve())
    # A small picture, since it is composed anew for each frame of the camera.
    page.set_viewport_size({"width": 390, "height": 844})
    page.click("#use-browser")
    page.wait_for_selector('#count[data-taken="2"]')
    expect(page.locator("#count")).to_contain_text("of a 2x2x2")
    page.wait_for_selector("#other-size:not([hidden])")
    expect(page.locator("#words")).to_have_text("The 2x2x2 has been read: press “Solve this 2x2x2”")
    assert page.locator("#net rect").count() == 24
    address = page.get_attribute("#to-puzzle", "href")
    assert address is not None
    query = parse_qs(urlsplit(address).query)
    assert query["puzzle"] == ["cube-faces-2"]
    assert query["colours"] == [COLOURS]
    assert turned_alike(query["facelets"][0]) == turned_alike(small_cube.facelets)
    page.click("#to-puzzle")
    page.wait_for_selector("#solution:not([hidden])")
    assert "Y- corners" in page.inner_text("#stages")
    assert page.get_attribute("#puzzle", "data-solved") == "false"
    page.click("#last")
    page.wait_for_selector('#puzzle[data-solved="true"]')


def test_it_is_said_why_a_4x4x4_is_not_certain(
    serve: Serve, browser: OpenBrowser, tmp_path: Path
) -> None:
    page = open_page(browser(), serve())
    paths = [tmp_path / f"{number}.png" for number in range(6)]
    for path, frame in zip(paths, drawn_cube(4, 3).frames, strict=True):
        cv2.imwrite(str(path), frame.image[:, ::-1])
    page.set_input_files("input[type=file]", paths)
    expect(page.locator("#net-words")).to_contain_text("say so under “Colours in another order”.")
    expect(page.locator("#words")).to_have_text("Is this your cube’s order of colours?")


def test_facelets_of_no_cube_are_refused_on_the_page_of_puzzles(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = browser().new_page()
    page.goto(f"{serve()}puzzles.html?puzzle=cube-faces-2&facelets={'U' * 24}&colours={COLOURS}")
    expect(page.locator("#error")).to_contain_text("24 U, 0 R, 0 F, 0 D, 0 L and 0 B stickers")
    page.goto(f"{serve()}puzzles.html?puzzle=cube-faces-2&facelets=UUU&colours={COLOURS}")
    expect(page.locator("#error")).to_contain_text("The address holds no cube")


# The usual order as a mirror shows it.
REVERSED = ["white", "orange", "green", "yellow", "red", "blue"]
USUAL = ["white", "red", "green", "yellow", "orange", "blue"]


def chosen(page: Page) -> list[str]:
    """Return the colours that the page has for top, right, front, bottom, left and back."""
    selects = "all => all.map(each => each.selectedOptions[0].text)"
    return [str(each) for each in page.locator("#order-sides select").evaluate_all(selects)]


def test_the_order_that_was_read_is_taken_by_a_button_and_kept(
    serve: Serve, browser: OpenBrowser, cube: PhotographedCube, tmp_path: Path
) -> None:
    page = open_page(browser(), serve(), 390, 844)
    files = [tmp_path / f"{number}.png" for number in range(6)]
    for path, frame in zip(files, cube.frames, strict=True):
        cv2.imwrite(str(path), np.ascontiguousarray(frame.image[:, ::-1]))
    page.set_input_files("#photographs", files)
    expect(page.locator("#words")).to_have_text("Is this your cube’s order of colours?")
    expect(page.locator("#solve-it")).to_be_disabled()
    # What is asked stands before the net, and not each sticker is in doubt.
    own = page.get_by_role("button", name="It is my cube’s own order of colours")
    expect(own).to_be_in_viewport()
    expect(page.locator("#doubts .doubt")).to_have_count(0)
    own.click()
    expect(page.locator("#hold")).to_have_text("white on top green in front")
    expect(page.locator("#turn-order")).to_be_visible()
    assert f"colours={'%2C'.join(REVERSED)}" in page.url
    page.click("nav a >> text=Solve a cube")
    expect(page.locator("#colour-order")).to_have_attribute("open", "")
    assert chosen(page) == REVERSED
    page.click("#usual-order")
    assert chosen(page) == USUAL


def test_a_colour_that_is_chosen_changes_places_with_the_one_that_was_there(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_page(browser(), serve(), 1400)
    page.click("#colour-order summary")
    assert chosen(page) == USUAL
    expect(page.locator("#usual-order")).to_be_disabled()
    page.select_option("#order-R", label="blue")
    assert chosen(page) == ["white", "blue", "green", "yellow", "orange", "red"]
    page.click("label:has(#not-mirrored)")
    reload(page)
    assert chosen(page) == ["white", "blue", "green", "yellow", "orange", "red"]
    expect(page.locator("#not-mirrored")).to_be_checked()
    # A cube that is painted has these middles.
    page.click("#paint")
    middles = page.locator("#net .sticker.blue")
    expect(middles).to_have_count(1)
    expect(middles).to_have_attribute("aria-label", "right 5, blue")
