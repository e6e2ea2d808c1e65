"""The cube of a solution: dragged to see its other sides, and played to its end by one button."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from solver.cube import Cube
from tests.support.browser import OpenBrowser, Serve, load, new_page, open_page, wait_until

# White on top, red at the right, green in front.
TURNED = Cube.solved().apply("R U F").facelets
MIXED = Cube.solved().apply("R U2 F' L D2 B R' U").facelets


def colours_seen(picture: Locator) -> set[str]:
    """Return the colours of the stickers of a cube that are drawn, in any face."""
    classes = picture.locator(".sticker").evaluate_all("all => all.map(each => each.classList[1])")
    return {str(each) for each in classes}


def press_and_drag(page: Page, picture: Locator, across: float, down: float) -> None:
    """Drag a picture by pixels, and hold it there."""
    box = picture.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + across, y + down, steps=4)


@pytest.mark.parametrize("width", [1400, 390])
def test_a_drag_shows_the_other_sides_and_letting_go_the_side_that_is_held(
    serve: Serve, browser: OpenBrowser, width: int
) -> None:
    page = new_page(browser(), width)
    load(page, f"{serve()}?view=solve&cube={TURNED}")
    picture = page.locator("#cube-picture")
    expect(picture.locator(".arrow").first).to_be_attached()
    held = picture.inner_html()
    # Else what a finger does would scroll the page, or nothing would.
    assert picture.evaluate("each => getComputedStyle(each).touchAction") == "pan-y"
    press_and_drag(page, picture, 90, -60)
    expect(picture.locator(".arrow, .hidden-face")).to_have_count(0)
    assert picture.inner_html() != held
    page.mouse.up()
    expect(picture.locator(".hidden-face")).to_have_count(3)
    wait_until(page, "document.querySelector('#cube-picture .arrow')")
    assert picture.inner_html() == held
    expect(page.locator("#solution")).to_have_attribute("data-at", "0")


def test_the_cube_of_the_check_and_of_a_lesson_shows_each_side_by_a_drag(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_page(browser(), f"{serve()}?view=check&cube={Cube.solved().facelets}")
    picture = page.locator("#from-above")
    assert colours_seen(picture) == {"white", "red", "green"}
    # Half round, and from below: the sides that were hidden.
    press_and_drag(page, picture, 300, -90)
    assert colours_seen(picture) == {"yellow", "orange", "blue"}
    page.mouse.up()
    wait_until(page, "!document.querySelector('#from-above .sticker.blue')")
    load(page, f"{serve()}learn")
    page.locator("#goal").scroll_into_view_if_needed()
    before = page.inner_html("#goal")
    press_and_drag(page, page.locator("#goal"), -60, 0)
    assert page.inner_html("#goal") != before
    page.mouse.up()
    expect(page.locator("#goal .sticker")).to_have_count(27)


def test_one_button_plays_all_and_pauses(serve: Serve, browser: OpenBrowser) -> None:
    page = new_page(browser(), 390, reduced_motion="reduce")
    page.clock.install()
    load(page, f"{serve()}?view=solve&cube={MIXED}")
    solution, button = page.locator("#solution"), page.locator("#play-all")
    count = int(re.findall(r"of (\d+) turns", page.inner_text("#turns"))[0])
    button.click()
    expect(button).to_have_text("Pause")
    for turn in (1, 2, 3):
        page.clock.run_for(1500)
        expect(solution).to_have_attribute("data-at", str(turn))
    button.click()
    expect(button).to_have_text("Play all")
    page.clock.run_for(9000)
    expect(solution).to_have_attribute("data-at", "3")
    button.click()
    for turn in range(4, count + 1):
        page.clock.run_for(1500)
        expect(solution).to_have_attribute("data-at", str(turn))
    expect(page.locator("#turn-order")).to_have_text(f"Solved in {count} turns")
    expect(button).to_be_disabled()
    expect(button).to_have_text("Play all")
